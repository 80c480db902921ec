"""A copy of the tree in which a fault is planted, and what the tests say there."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.planted.faults import Planted

ROOT: Final = Path(__file__).resolve().parents[2]
RINGS: Final = ("check", "test", "all")
LEFT_OUT: Final = ("tests/golden", "tests/planted")
"""Bytes kept as they once were notice every change, wanted or not. And this would notice its own faults."""
IN_MEMORY: Final = Path("/dev/shm")
NOTHING_TO_RUN: Final = 5
_NOTICED: Final = re.compile(r"^(?:FAILED|ERROR) (tests/.*?\.py(?:::.*?)?)(?: - .*)?$", re.MULTILINE)
_BEGUN: Final = re.compile(r"^(tests/.*?\.py::.*?)(?: (?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|Timeout).*)?$", re.MULTILINE)


class Stopped(Exception):
    """The run was broken off."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run said: the first test that failed, if one did, and how long it took."""

    test: str | None
    seconds: float


class Copy:
    """One copy of what is committed. One fault stands in it at a time."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._log = place.parent / f"{place.name}.log"
        self._environment = {**os.environ, "PYTEST_DEBUG_TEMPROOT": str(place.parent), "PYTHONUNBUFFERED": "1"}
        self._running: subprocess.Popen[bytes] | None = None
        self._is_stopped = False
        place.mkdir()
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", place], input=archive, check=True)
        (place / ".venv").symlink_to((ROOT / ".venv").resolve())

    def stop(self) -> None:
        """End what runs here, and begin nothing more."""
        self._is_stopped = True
        _end(self._running)

    @contextmanager
    def planted(self, fault: Planted) -> Iterator[None]:
        """The copy with the fault."""
        before = (self.place / fault.path).read_text("utf-8")
        self._write(fault.path, fault.text)
        try:
            yield
        finally:
            self._write(fault.path, before)

    def collect(self, ring: str) -> list[str]:
        """The node ids of a ring's tests."""
        into = self.place.parent / f"{self.place.name}.{ring}"
        status = self._pytest(["--collect-only", "-q", "--ring", ring], {"PLANTED_COLLECTED": str(into)}, 1800)
        if status:
            raise SystemExit(f"the tests of ring {ring} cannot be collected: {self._log}")
        return [line for line in into.read_text("utf-8").split("\n") if line]

    def run(
        self,
        ring: str,
        files: Sequence[str],
        *,
        without: Path | None = None,
        doubted: Sequence[str] = (),
        patience: float = 3600,
    ) -> Answer:
        """What the tests of these files say, up to the first that fails. One that hangs has failed."""
        began = time.monotonic()
        leave_out = {} if without is None else {"PLANTED_LEAVE_OUT": str(without)}
        deselected = [f"--deselect={one}" for one in doubted]
        status = self._pytest(["-x", "-v", "-rfE", "--tb=no", "--ring", ring, *deselected, *files], leave_out, patience)
        said = self._log.read_text("utf-8", errors="replace")
        test = None if status in (0, NOTHING_TO_RUN) else _first_failed(said)
        return Answer(test, time.monotonic() - began)

    def check_types(self) -> Answer:
        """What the types say."""
        began = time.monotonic()
        status = self._call([sys.executable, "-m", "mypy", "--no-error-summary"], {}, 1800)
        said = self._log.read_text("utf-8").partition("\n")[0]
        return Answer(f"types: {said}" if status else None, time.monotonic() - began)

    def _pytest(self, arguments: Sequence[str], more: Mapping[str, str], patience: float) -> int:
        plugins = ("-p", "tests.planted.leave_out", "-p", "no:cacheprovider")
        ignored = [f"--ignore={one}" for one in LEFT_OUT]
        return self._call([sys.executable, "-m", "pytest", *plugins, *ignored, *arguments], more, patience)

    def _call(self, command: Sequence[str], more: Mapping[str, str], patience: float) -> int:
        with self._log.open("wb") as log:
            self._running = process = subprocess.Popen(
                command,
                cwd=self.place,
                env={**self._environment, **more},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status = -signal.SIGKILL if self._is_stopped else process.wait(patience)
            except subprocess.TimeoutExpired:
                status = -signal.SIGKILL
            finally:
                _end(process)
        if self._is_stopped:
            raise Stopped
        return status

    def _write(self, path: str, text: str) -> None:
        file = self.place / path
        file.write_text(text, "utf-8")
        # Two texts of the same length written in the same second look alike to whoever keeps compiled ones.
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
            compiled.unlink()


def _end(process: subprocess.Popen[bytes] | None) -> None:
    """Kill a process that still runs, and those it has started in its session."""
    if process is not None and process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _first_failed(said: str) -> str:
    """The first test that a run names as failed; the one that had just begun if the run came to no end."""
    noticed = _NOTICED.search(said)
    if noticed:
        return noticed[1]
    begun = _BEGUN.findall(said)
    return str(begun[-1]) if begun else said.strip().rpartition("\n")[2][:200]


@contextmanager
def copies(count: int) -> Iterator[list[Copy]]:
    """So many copies, in memory where there is room. They are removed at the end."""
    roomy = IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > 2e9
    folder = Path(tempfile.mkdtemp(prefix="planted-", dir=IN_MEMORY if roomy else None))
    try:
        yield [Copy(folder / f"copy{number}") for number in range(count)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def present_tree() -> str:
    """What is committed, but for this package and the documents: outcomes hold as long as it stays the same."""
    listed = subprocess.run(["git", "ls-tree", "-r", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    kept = ("app.py", "companion/", "static/", "templates/", "tests/", "deploy/", "pyproject.toml")
    lines = [line for line in listed.stdout.splitlines() if line.partition("\t")[2].startswith(kept)]
    text = "\n".join(line for line in lines if not line.partition("\t")[2].startswith(LEFT_OUT))
    done = subprocess.run(
        ["git", "hash-object", "--stdin"], cwd=ROOT, input=text, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()
