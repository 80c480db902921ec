"""The app as a process of its own, to be killed and started again on the same data."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from companion.cli.options import DATABASE
from tests.e2e.evening import ask
from tests.e2e.stage import ROOT
from tests.servers import free_port, wait_until
from tests.strength.loaded import KNOWN, STOPPING_SECONDS, Forked, Loaded


class Server:
    """Keeps its port and its data through every `kill` and `start`. Where the app is `loaded` already, it is forked from there."""

    def __init__(
        self, data: Path, *, host: str = "127.0.0.1", loaded: Loaded | None = None, log: Path | None = None
    ) -> None:
        self.data = data
        self.host = host
        self.port = free_port()
        self._loaded = loaded
        self._log = log or data.with_name(data.name + ".log")
        self.process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def file(self) -> Path:
        return self.data / DATABASE

    @property
    def printed(self) -> str:
        return self._log.read_text(errors="replace")

    def start(self, *, awaited: bool = True) -> None:
        self._log.touch()
        self.process = self._run() if self._loaded is None else self._loaded.fork(self._asked, self._log)
        if awaited:
            wait_until(self.answers, f"{self.url} answers", 60)

    def _run(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "app.py", *self._asked]
        with self._log.open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=KNOWN, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    @property
    def _asked(self) -> list[str]:
        return ["--host", self.host, "--port", str(self.port), "--data", str(self.data), "--no-browser"]

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it at once, or with SIGTERM as it should be; the exit status."""
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            return process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def ended(self) -> int:
        assert self.process is not None
        process, self.process = self.process, None
        return process.wait(STOPPING_SECONDS)

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.printed
        with suppress(OSError):
            return ask(self.port, "GET", "/api/v1/games").status == 200
        return False

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
