"""Measure every peer on one core and print one list of rows; a peer that cannot run is a row that says why.

    python bench/peers/run.py --seconds 2 --repeats 5

The peers' environments are made when they are missing or their lock files have changed.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
VENV = HERE.parents[1] / ".venv-peers"
NODE_MODULES = HERE / "node_modules"
INSTALL_SECONDS = 1200


class Absent(Exception):
    """Why a peer could not be measured."""


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def last_lines(text: str, lines: int = 3) -> str:
    return " | ".join(line.strip() for line in text.strip().splitlines()[-lines:])


def install(command: list[str]) -> None:
    try:
        done = subprocess.run(command, cwd=HERE, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Absent(f"not installed: {error}") from error
    if done.returncode:
        raise Absent(f"not installed: {last_lines(done.stderr) or last_lines(done.stdout)}")


def prepare(environment: Path, lock: Path, commands: list[list[str]]) -> None:
    """Make `environment` by `commands` unless it was made from this very lock file."""
    stamp = environment / "made-from"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    say(f"installing {lock.name} into {environment.name} (a minute or so)")
    for command in commands:
        install(command)
    (environment / ".gitignore").write_text("*\n")
    stamp.write_text(digest)


def peers_python() -> str:
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    lock = HERE / "requirements.lock"
    make = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    fill = [str(python), "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(lock)]
    prepare(VENV, lock, [make, fill])
    return str(python)


def node() -> str:
    found, npm = shutil.which("node"), shutil.which("npm")
    if not found or not npm:
        raise Absent("Node.js with npm is not on the path")
    prepare(NODE_MODULES, HERE / "package-lock.json", [[npm, "ci", "--no-audit", "--no-fund"]])
    return found


PEERS = {  # what gives the interpreter, and the scripts it runs
    peers_python: {"OpenSpiel": "openspiel.py", "RLCard": "rlcard_uno.py", "Pgx": "pgx_games.py"},
    node: {"boardgame.io": "boardgame.mjs"},
}


def pin() -> Callable[[], None] | None:
    """What a child does first to stay on one core, where the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    return partial(os.sched_setaffinity, 0, {max(os.sched_getaffinity(0))})


def run_script(interpreter: str, script: str, seconds: float, repeats: int) -> list[dict[str, Any]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["NODE_ENV"] = "production"
    patience = 300 + 20 * seconds * (repeats + 1)  # compiling, then more cases than any peer has
    try:
        done = subprocess.run(
            [interpreter, str(HERE / script), f"--seconds={seconds}", f"--repeats={repeats}"],
            env=environment,
            check=False,
            capture_output=True,
            text=True,
            timeout=patience,
            preexec_fn=pin(),
        )
    except subprocess.TimeoutExpired as error:
        raise Absent(f"not done after {patience:.0f} s") from error
    if done.returncode:
        raise Absent(f"exit status {done.returncode}: {last_lines(done.stderr, lines=1)}")
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


def measure_peer(name: str, interpreter: str, script: str, seconds: float, repeats: int) -> list[dict[str, Any]]:
    say(f"measuring {name}")
    try:
        return run_script(interpreter, script, seconds, repeats)
    except (Absent, OSError) as reason:
        return [{"peer": name, "absent": str(reason)}]
    except ValueError as error:
        return [{"peer": name, "absent": f"printed no list of rows: {error}"}]


def measure(seconds: float, repeats: int) -> list[dict[str, Any]]:
    """The rows of all peers: `moves_per_second` with one number a repeat, or `absent` with the reason."""
    rows: list[dict[str, Any]] = []
    for find_interpreter, scripts in PEERS.items():
        try:
            interpreter = find_interpreter()
        except (Absent, OSError) as reason:
            rows += [{"peer": name, "absent": str(reason)} for name in scripts]
            continue
        for name, script in scripts.items():
            rows += measure_peer(name, interpreter, script, seconds, repeats)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves a second of every peer, as JSON.")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one repeat")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    print(json.dumps(measure(options.seconds, options.repeats), indent=2))


if __name__ == "__main__":
    main()
