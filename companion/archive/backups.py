"""Backups: all records as one file, taken by the owner, or kept automatically before something big."""

from __future__ import annotations

import math
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.match.access import Caller, must_own
from companion.match.errors import Unknown
from companion.store import FOLDER, AutomaticBackup, Contents, Store, automatic_backups, make_automatic_backup, on_disk

LEFT_SECONDS: Final = 24 * 3600
"""A half-made file this old belongs to nobody who is still at work."""


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
        if not self._store.is_shared:
            make_automatic_backup(self.folder, label, self._store.copy_to)

    def contents(self, caller: Caller) -> Contents:
        """What the records hold now. Raises `NotAllowed`, `NoToken`."""
        must_own(caller)
        return self._store.tables.contents()

    def automatic(self, caller: Caller) -> tuple[AutomaticBackup, ...]:
        """The copies that were kept automatically, newest first. Raises `NotAllowed`, `NoToken`."""
        must_own(caller)
        return automatic_backups(self.folder)

    def find(self, caller: Caller, name: str) -> AutomaticBackup:
        """The kept copy of this name. Raises `Unknown`, `NotAllowed`, `NoToken`."""
        found = next((copy for copy in self.automatic(caller) if copy.name == name), None)
        if found is None:
            raise Unknown("page")
        return found

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
