"""Copies of the data kept on their own accord: before its form changes, before another copy takes its place."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.store.causes import on_disk

FOLDER = "backups"
"""Beside the data."""

MOST_OF_A_KIND = 5
"""So many are kept of each kind, the newest ones."""

BEFORE_RESTORE = "before-restore"
BEFORE_SWEEP = "sweep"
"""The labels of copies: what was done next."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_NAME = re.compile(r".+-(?P<label>schema-\d+|before-restore|sweep)-(?P<at>\d{8}-\d{6}-\d{6})\.sqlite")


@dataclass(frozen=True, slots=True)
class AutomaticBackup:
    """One copy: why it was kept (`schema-1`: before leaving schema 1), and when."""

    path: Path
    label: str
    at: datetime

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.path.name


def automatic_backups(folder: Path) -> tuple[AutomaticBackup, ...]:
    """Return the copies in the folder, newest first; none where there is no such folder."""
    named = ((path, _NAME.fullmatch(path.name)) for path in folder.glob("*.sqlite"))
    found = [
        AutomaticBackup(path, name["label"], datetime.strptime(name["at"], _STAMP).replace(tzinfo=UTC))
        for path, name in named
        if name is not None
    ]
    return tuple(sorted(found, key=lambda copy: copy.at, reverse=True))


def make_automatic_backup(folder: Path, label: str, write: Callable[[Path], None]) -> AutomaticBackup:
    """Return a new copy, which `write` has written, in a folder that is made where it is missing; the oldest of its kind goes.

    It is later than any copy there: where the clock stepped back, it must not be the first to go. Raises StoreUnavailable.
    """
    with on_disk():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        others = automatic_backups(folder)
        of_a_kind = [copy for copy in others if copy.label.split("-")[0] == label.split("-")[0]]
        for copy in of_a_kind[MOST_OF_A_KIND - 1 :]:
            copy.path.unlink(missing_ok=True)
    at = max([datetime.now(UTC), *(copy.at + timedelta(microseconds=1) for copy in others[:1])])
    new = AutomaticBackup(folder / f"tableside-{label}-{at.strftime(_STAMP)}.sqlite", label, at)
    write(new.path)
    return new
