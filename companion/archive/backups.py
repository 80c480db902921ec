"""Backups: all records as one file, taken by the owner, or kept automatically before something big.

One is put in place of all records in three steps: checked, shown, and restored only when that is confirmed.
"""

import hashlib
import math
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.live import Live, next_level, notify
from companion.match.access import Caller, must_own
from companion.match.enter import Matches
from companion.match.errors import Unknown
from companion.match.topics import rights_topic
from companion.store import (
    BEFORE_RESTORE,
    FOLDER,
    AutomaticBackup,
    Contents,
    Store,
    altered_matches,
    automatic_backups,
    make_automatic_backup,
    map_os_errors,
    ready_copy,
    sealed,
)
from companion.table.seats import Seating

LEFT_SECONDS: Final = 24 * 3600
"""A half-made file this old belongs to no one who is still at work."""


class Backups:
    """The records as files. `folder` is where this app keeps what it writes; it is made when needed."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._store = store
        self.folder = folder / FOLDER

    def take(self, caller: Caller) -> Path:
        """Return a new file with a complete and consistent copy of the records, while play goes on.

        The caller removes it.

        Raise `NotAllowed`, `NoToken`, `StoreUnavailable`.
        """
        must_own(caller)
        # Beside the data and under a name of its own: two downloads at once, and a folder that is no memory.
        target = self.room() / f"download-{secrets.token_hex(8)}.part"
        self._store.copy_to(target)
        return target

    def keep(self, label: str) -> None:
        """Keep the records as they are now, with the newest few copies of their kind. Raise `StoreUnavailable`.

        The host of a database server keeps its backups there.
        """
        if not self._store.is_shared:
            make_automatic_backup(self.folder, label, self._store.copy_to)

    def contents(self, caller: Caller) -> Contents:
        """Return what the records hold now. Raise `NotAllowed`, `NoToken`."""
        must_own(caller)
        return self._store.tables.contents()

    def automatic(self, caller: Caller) -> tuple[AutomaticBackup, ...]:
        """Return the copies that were kept automatically, newest first. Raise `NotAllowed`, `NoToken`."""
        must_own(caller)
        return automatic_backups(self.folder)

    def find(self, caller: Caller, name: str) -> AutomaticBackup:
        """Return the kept copy of this name. Raise `Unknown`, `NotAllowed`, `NoToken`."""
        found = next((copy for copy in self.automatic(caller) if copy.name == name), None)
        if found is None:
            raise Unknown("page")
        return found

    def room(self) -> Path:
        """Return the folder, made if it is missing, for this user's eyes only. Raise `StoreUnavailable`."""
        with map_os_errors():
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.folder

    def clear_away(self) -> None:
        """Remove what the app left half made when it last stopped; if other workers may be at it, only what is old."""
        # Alone here, so whatever lies half made is left over; with other workers it may be a download under way.
        oldest = time.time() - LEFT_SECONDS if self._store.is_shared else math.inf
        for left in self.folder.glob("*.part"):
            with suppress(FileNotFoundError):  # another worker was faster
                if left.stat().st_mtime < oldest:
                    left.unlink()


RESTORED: Final = "restored"
"""The setting that says when a backup was last put in place, in microseconds."""


@dataclass(frozen=True, slots=True)
class BackupOffer:
    """A backup that was checked: what is in it, what it would replace, and how many of its matches cannot be opened."""

    id: str
    path: Path
    contents: Contents
    present: Contents
    altered: int


@dataclass(slots=True, eq=False)
class Restoring:
    """Putting a backup in place. `_forget_records` empties what else remembers parts of the records."""

    _store: Store
    _live: Live
    _matches: Matches
    _seating: Seating
    _backups: Backups
    _forget_records: Callable[[], None]
    _turn: threading.Lock = field(default_factory=threading.Lock, init=False)

    def offer(self, caller: Caller, upload: Path) -> BackupOffer:
        """Return the file, checked; it is moved from where it was, and an earlier offer is withdrawn.

        Raise `UnusableCopy` if it is not a complete backup of ours, `StoreUnavailable`, `NotAllowed`, `NoToken`.
        """
        must_own(caller)
        with self._turn:
            try:
                ready_copy(upload)
                # Named after its content, so the page that confirms it can only mean this very file.
                checked = self._place(_name_of(upload))
                self._withdraw()
                with map_os_errors():
                    upload.replace(checked)
            finally:
                upload.unlink(missing_ok=True)
        return self._read(checked)

    def offer_copy(self, caller: Caller, backup: Path) -> BackupOffer:
        """Return a backup on this device, checked as an upload is; it stays where it is. Raises as `offer` does."""
        must_own(caller)
        # A copy of the copy: an offer is moved, brought up to date and removed.
        target = self._backups.room() / f"{backup.stem}.part"
        with map_os_errors():
            shutil.copyfile(backup, target)
        return self.offer(caller, target)

    def find(self, caller: Caller, offer_id: str) -> BackupOffer:
        """Return the offer, unless it was accepted or withdrawn. Raise `Unknown`, `NotAllowed`, `NoToken`."""
        must_own(caller)
        path = self._place(offer_id)
        # Compared with what lies there: the name comes from an address, and leads to no other file.
        if path not in self._offered():
            raise Unknown("page")
        return self._read(path)

    def withdraw(self, caller: Caller) -> None:
        """Withdraw the offer; the records stay as they are. Raise `NotAllowed`, `NoToken`."""
        must_own(caller)
        with self._turn:
            self._withdraw()

    def accept(self, caller: Caller, offer_id: str) -> AutomaticBackup:
        """Return the copy of the records as they were; the offer has taken their place.

        The owner of this device stays its owner. No one sees it half done: entries made meanwhile wait, and open streams end
        and come back to what is there then. Raise `Unknown`, `StoreUnavailable`, `NotAllowed`, `NoToken`.
        """
        with self._turn:
            offer = self.find(caller, offer_id)
            # Their phones look on now, and need the news, whether or not their tables are in the backup.
            before = self._store.tables.ids()
            # No request uses a match from here on; those under way are waited for.
            with sealed(offer.path) as copy, self._matches.while_replaced():
                kept = make_automatic_backup(
                    self._backups.folder, BEFORE_RESTORE, lambda path: self._store.replace_with(copy, path)
                )
                # Other workers read this setting at each page, and forget what they remember once it differs.
                self._store.settings.set(RESTORED, str(next_level(datetime.now(UTC))))
                self._seating.read_secret()
                self._forget_records()
            self._withdraw()
        # Tables that are gone, too: their phones have to find out.
        self._publish({*before, *self._store.tables.ids()})
        return kept

    def _publish(self, table_ids: Iterable[str]) -> None:
        """End every stream: versions may be lower than what a phone has seen, and a stream never goes back."""
        # First, as levels may fall: news of the lower ones would look old.
        self._live.begin_anew()
        notify(self._live, *(topic for table_id in table_ids for topic in (rights_topic(table_id), table_id)))

    def _read(self, path: Path) -> BackupOffer:
        with sealed(path) as copy:
            contents, altered = copy.tables.contents(), len(altered_matches(copy))
        offer_id = path.name.removeprefix("offer-").removesuffix(".part")
        return BackupOffer(offer_id, path, contents, self._store.tables.contents(), altered)

    def _place(self, offer_id: str) -> Path:
        return self._backups.room() / f"offer-{offer_id}.part"

    def _offered(self) -> tuple[Path, ...]:
        return tuple(self._backups.folder.glob("offer-*.part"))

    def _withdraw(self) -> None:
        for path in self._offered():
            path.unlink(missing_ok=True)


def _name_of(file: Path) -> str:
    """Return the name of an offer: made from its content, so that the same file is the same offer."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()[:24]
