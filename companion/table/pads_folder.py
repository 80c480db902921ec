"""The pads that lie in a folder of this device, offered beside the ready ones; each that cannot be is named with its fault."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Final

from companion.engine.definition import LARGEST
from companion.engine.errors import NotAMove
from companion.engine.text import Text, say
from companion.table.library import Pad, check_example, plain_letters, read_pad

PADS: Final = "pads"
"""The folder, inside that of the records."""
MOST_FILES: Final = 200
_PREFIX: Final = f"{PADS}/"
"""Begins the slug of a pad from the folder: no ready one has it."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A file that is no pad: its name, the place of what is wrong in it, and what that is."""

    name: str
    place: str
    text: Text


class PadsFolder:
    """The folder as it is now: files may come and go while Tableside runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / PADS

    def pads(self) -> dict[str, Pad]:
        """Return every pad by its slug, in the order of the names."""
        found = [one for one in self._all() if isinstance(one, Pad)]
        return {one.slug: one for one in sorted(found, key=lambda pad: plain_letters(pad.definition.name))}

    def damaged(self) -> tuple[Damaged, ...]:
        """Return every file that cannot be offered."""
        return tuple(one for one in self._all() if isinstance(one, Damaged))

    def _all(self) -> list[Pad | Damaged]:
        """Return each file, read again where it has changed; no more than so many, in the order of their names."""
        try:
            there = [one for one in sorted(self._folder.glob("*.json")) if one.is_file()][:MOST_FILES]
            states = [(one, one.stat()) for one in there]
        except OSError:  # gone, or not ours to read
            return []
        # Time and size are part of the key of the cache: a file that was replaced is read again.
        return [_read(path, state.st_mtime_ns, state.st_size) for path, state in states]


@lru_cache(maxsize=2 * MOST_FILES)
def _read(path: Path, changed: int, size: int) -> Pad | Damaged:
    # A name in another encoding than UTF-8 has lone surrogates in Python, which no page can be sent with.
    name = path.name.encode("utf-8", "replace").decode("utf-8")
    try:
        with path.open("rb") as opened:
            return looked_at(name, opened, _PREFIX + name)
    except OSError as error:
        return Damaged(name, "", say("Can’t use {file} ({reason}).", file=name, reason=str(error.strerror)))


def looked_at(name: str, opened: IO[bytes], slug: str) -> Pad | Damaged:
    """Return the pad of an open file, or what is wrong with it."""
    try:
        # No more than could be a pad, in four bytes a character: it may be anything.
        pad = read_pad(slug, opened.read(4 * LARGEST + 1))
        check_example(pad)
    except NotAMove as error:
        return Damaged(name, error.path, error.text)
    return pad
