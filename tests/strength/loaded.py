"""Servers forked from a process in which the app is loaded already: up in a fraction of the time, and killed like any other."""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.cli import main
from companion.cli.options import DATABASE
from companion.live import InProcessLive
from companion.store import Store
from companion.web.create_app import create_app
from tests.e2e.stage import KNOWN, ROOT


class Loaded:
    """The process that has loaded the app, until the end of the `with`; `inside` stands before its command."""

    def __init__(self, inside: Sequence[str] = ()) -> None:
        self._process = subprocess.Popen(
            [*inside, sys.executable, "-m", "tests.strength.loaded"],
            cwd=ROOT, env=KNOWN, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def fork(self, arguments: Sequence[str], log: Path) -> Forked:
        """A server; what it prints is added to the log."""
        return Forked(self, self.ask(arguments=list(arguments), log=str(log)))

    def ask(self, **what: Any) -> int:
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        asked.write(json.dumps(what) + "\n")
        asked.flush()
        return int(told.readline())

    def __enter__(self) -> Loaded:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()  # its input ends, and so does it


class Forked:
    """A server, with what a `subprocess.Popen` can do for one."""

    def __init__(self, parent: Loaded, pid: int) -> None:
        self._parent, self.pid = parent, pid
        self._end = os.pidfd_open(pid)
        self._status: int | None = None

    def poll(self) -> int | None:
        return self._status if self._status is not None or not self._has_ended(0) else self.wait(0)

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None:
            if not self._has_ended(timeout):
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            os.close(self._end)
            self._status = self._parent.ask(reap=self.pid)
        return self._status

    def send_signal(self, how: signal.Signals, /) -> None:
        if self._status is None:
            signal.pidfd_send_signal(self._end, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _has_ended(self, seconds: float | None) -> bool:
        return bool(select.select([self._end], [], [], seconds)[0])


def breed() -> None:
    """Fork servers, and say how they ended, as long as anybody asks.

    Before, what is loaded when first asked for is loaded, and what each app makes for itself, the same each time, is made.
    """
    with TemporaryDirectory() as folder, Store.open(Path(folder) / DATABASE) as store:
        assert create_app(store, InProcessLive()).test_client().get("/api/v1/games").status_code == 200
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        told = os.waitstatus_to_exitcode(os.waitpid(asked["reap"], 0)[1]) if "reap" in asked else _fork(**asked)
        os.write(1, f"{told}\n".encode())


def _fork(arguments: list[str], log: str) -> int:
    if pid := os.fork():
        return pid
    written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number, source in enumerate((os.open(os.devnull, os.O_RDONLY), written, written)):
        os.dup2(source, number)
    raise SystemExit(main(arguments))


if __name__ == "__main__":
    breed()
