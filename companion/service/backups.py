"""Backups: all records as one file, taken by the owner, or kept automatically before something big."""

from __future__ import annotations

import errno
import math
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.match.access import Caller, must_own
from companion.match.errors import Unknown
from companion.store import (
    FOLDER,
    Contents,
    KeptCopy,
    Reason,
    Store,
    StoreUnavailable,
    drop_old,
    kept_copies,
    place_for,
)

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
STEM: Final = "tableside"
LEFT_SECONDS: Final = 24 * 3600
"""A half-made file this old belongs to nobody who is still at work."""


@contextmanager
def on_disk() -> Iterator[None]:
    """A context in which files are written: a disk that takes none is `StoreUnavailable`, as it is for the records."""
    try:
        yield
    except OSError as error:
        reason = Reason.FULL if error.errno in _FULL else Reason.READ_ONLY
        raise StoreUnavailable(reason, f"cannot write {error.filename}: {error.strerror}") from error


class Backups:
    """The records as files. `folder` is where this app keeps what it writes; it is made when needed."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self.folder = folder / FOLDER

    def take(self, caller: Caller) -> Path:
        """A new file with a complete and consistent copy of the records, while play goes on. The caller removes it.

        Raises `NotAllowed`, `NoToken`, `StoreUnavailable`.
        """
        must_own(caller)
        target = self.room() / f"download-{secrets.token_hex(8)}.part"
        self._store.copy_to(target)
        return target

    def keep(self, label: str) -> None:
        """Keep the records as they are now, with the newest few copies of their kind. Raises `StoreUnavailable`.

        Whoever hosts a database server keeps its backups there.
        """
        if self._store.is_shared:
            return
        target = place_for(self.room(), STEM, label)
        self._store.copy_to(target)
        with on_disk():
            drop_old(self.folder)

    def contents(self, caller: Caller) -> Contents:
        """What the records hold now. Raises `NotAllowed`, `NoToken`."""
        must_own(caller)
        return self._store.tables.contents()

    def kept(self, caller: Caller) -> tuple[KeptCopy, ...]:
        """The copies that were kept automatically, newest first. Raises `NotAllowed`, `NoToken`."""
        must_own(caller)
        return kept_copies(self.folder)

    def find(self, caller: Caller, name: str) -> KeptCopy:
        """The kept copy of this name. Raises `Unknown`, `NotAllowed`, `NoToken`."""
        for copy in self.kept(caller):
            if copy.name == name:
                return copy
        raise Unknown("page")

    def room(self) -> Path:
        """The folder, made if it is missing, for this user's eyes only. Raises `StoreUnavailable`."""
        with on_disk():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.folder

    def clear_away(self) -> None:
        """Remove what the app left half made when it last stopped; if other workers may be at it, only what is old."""
        oldest = time.time() - LEFT_SECONDS if self._store.is_shared else math.inf
        for left in self.folder.glob("*.part"):
            with suppress(FileNotFoundError):  # another worker was faster
                if left.stat().st_mtime < oldest:
                    left.unlink()
