"""Bodies too large for memory: the web layer says who may send one, and where it goes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.server.streams import StreamRequest


@dataclass(frozen=True, slots=True)
class Upload:
    """What one request may send: at most so many bytes within so many seconds, to a nameless file in this folder."""

    folder: Path
    max_bytes: int
    max_seconds: float


class UploadSource(Protocol):
    """Who may send large bodies; the web layer implements it."""

    def matches(self, path: str) -> bool:
        """Whether a POST to this path may have a large body. Called on the event loop for every POST: no I/O."""
        ...

    def open(self, request: StreamRequest) -> Upload | None:
        """What this request may send; None if the usual limits hold. Called in a worker thread."""
        ...


class NoUploads:
    """Every body has the same limit."""

    def matches(self, path: str) -> bool:
        """No path takes a larger body."""
        return False

    def open(self, request: StreamRequest) -> Upload | None:
        """No request may send more than the usual limits."""
        return None
