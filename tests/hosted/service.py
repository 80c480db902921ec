"""`app.py --workers N` in processes of its own, and its workers one by one."""

from collections.abc import Mapping
from pathlib import Path

from tests.e2e.stage import Server
from tests.there import there


class Service(Server):
    def __init__(self, data: Path, workers: int, variables: Mapping[str, str]) -> None:
        super().__init__(data, "--workers", str(workers), env=variables)

    def worker_ids(self) -> list[int]:
        """The process ids of the workers that run now, oldest first."""
        threads = Path(f"/proc/{there(self.process).pid}/task").glob("*/children")
        children = [int(child) for thread in threads for child in thread.read_text().split()]
        return sorted(child for child in children if _is_worker(child))


def _is_worker(process: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # ended while we looked
        return False
