"""`app.py --workers N` in processes of its own, its workers one by one, and scripts that ask it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.evening import Answer, ask
from tests.e2e.stage import Server


class Service(Server):
    """A server of some workers on shared records."""

    def __init__(self, data: Path, workers: int, variables: Mapping[str, str], *arguments: str) -> None:
        super().__init__(data, "--workers", str(workers), *arguments, env=variables)
        self.workers = workers

    def worker_ids(self) -> list[int]:
        """The process ids of the workers that run now, oldest first."""
        assert self._process is not None
        parent = self._process.pid
        return sorted(found for found in _processes() if _is_worker_of(parent, found))


def _processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal()]


def _is_worker_of(parent: int, process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/status").read_text("utf-8")
        command = Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # ended while we looked
        return False
    return f"\nPPid:\t{parent}\n" in status and b"spawn_main" in command


@dataclass
class Script:
    """Somebody who asks over JSON, each time on a connection of its own: any worker may answer."""

    port: int
    token: str | None = None

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """The answer. Raises OSError or HTTPException where the connection was cut."""
        return ask(self.port, method, path, body, self.token, **headers)
