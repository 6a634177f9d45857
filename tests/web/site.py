"""A real server for the browser tests: its own process, its own data, its own port."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError

from ..server.client import ask


class Site:
    """`parlour serve`, started; `stop` and `start` again on the same data and port."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.process: subprocess.Popen[str]
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--port", str(self.port), "--data", str(self.data)]
        with (self.data / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+) ", line)
        assert found, f"the server did not start: {line!r} {(self.data / 'server.log').read_text()[-2000:]}"
        self.port = int(found[1])
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                health = self.ask("/healthz")
                if health["games_ready"] == health["games"]:
                    return
            except (URLError, ConnectionError):
                pass
            time.sleep(0.1)
        raise AssertionError("the server is not ready after a minute")

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def stop(self) -> None:
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def ask(self, path: str, body: Any = None) -> Any:
        return ask(self.address, path, body)

    def open_table(self, game: str, seats: list[str], **more: Any) -> Any:
        """A table that is dealt at once, with bots that do not linger."""
        settings = {"pause": 0, **more.pop("settings", {})}
        return self.ask("/api/tables", {"game": game, "seats": seats, "settings": settings, "start": True, **more})
