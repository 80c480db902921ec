"""Copies of the data kept on their own accord: before its form changes, before another copy takes its place."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

FOLDER = "backups"
"""Beside the data."""

MOST_OF_A_KIND = 5
"""So many are kept of each kind, the newest ones."""

BEFORE_RESTORE = "before-restore"
BEFORE_SWEEP = "sweep"
"""The labels of copies: what was done next."""
_STAMP = "%Y%m%d-%H%M%S-%f"
_NAME = re.compile(r"(?P<stem>.+)-(?P<label>schema-\d+|before-restore|sweep)-(?P<at>\d{8}-\d{6}-\d{6})\.sqlite")


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """One copy: why it was kept (`schema-1`: before leaving schema 1), and when."""

    path: Path
    label: str
    at: datetime

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.path.name


def kept_copies(folder: Path) -> tuple[KeptCopy, ...]:
    """Return the copies in the folder, newest first; none where there is no such folder."""
    found = [copy for path in folder.glob("*.sqlite") if (copy := _kept_copy(path)) is not None]
    return tuple(sorted(found, key=lambda copy: copy.at, reverse=True))


def place_for(folder: Path, stem: str, label: str) -> Path:
    """Return the path of a new copy, in a folder that is made where it is missing.

    Its name says when, and is later than that of any copy there: where the clock stepped back, the new copy must not be
    the first to be dropped.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    newest = [copy.at + timedelta(microseconds=1) for copy in kept_copies(folder)[:1]]
    return folder / f"{stem}-{label}-{max([datetime.now(UTC), *newest]).strftime(_STAMP)}.sqlite"


def drop_old(folder: Path) -> None:
    """Remove all but the newest few of each kind."""
    of_a_kind: dict[str, list[KeptCopy]] = {}
    for copy in kept_copies(folder):
        of_a_kind.setdefault(copy.label.split("-")[0], []).append(copy)
    for copies in of_a_kind.values():
        _remove(copies[MOST_OF_A_KIND:])


def _remove(copies: Sequence[KeptCopy]) -> None:
    for copy in copies:
        copy.path.unlink(missing_ok=True)


def _kept_copy(path: Path) -> KeptCopy | None:
    named = _NAME.fullmatch(path.name)
    if named is None:
        return None
    at = datetime.strptime(named["at"], _STAMP).replace(tzinfo=UTC)
    return KeptCopy(path, named["label"], at)
