"""Initials: the first letters of all names at a table, as many as tell people apart: An, Ar, B."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from companion.table.tables import folded

MOST: Final = 4
"""So many letters stand in the smallest mark; of more the first stands, and the last two: "Jean-Ba" is "J…Ba"."""
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_SKIN: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
"""Of these letters two make a flag."""


def initials(names: Sequence[str | None]) -> tuple[str, ...]:
    """Of each name the shortest beginning that is none of another's, or all of it; the letter of the seat where no name is known.

    No two are the same: of people with one name, the later ones have a number.
    """
    known: list[list[str]] = []
    for seat, name in enumerate(names):
        own, number = letters(name or seat_letter(seat)), 2
        # Two names may differ in nothing that is seen here: then the later has a number, or their marks would be one.
        while folded("".join(own)) in (folded("".join(other)) for other in known):
            own, number = [*letters(name or seat_letter(seat)), str(number)], number + 1
        known.append(own)
    begun = [_beginning(own, [other for other in known if other is not own]) for own in known]
    short = [_shortened(own) for own in begun]
    folds = [folded(one) for one in short]
    return tuple(
        one if folds.count(fold) == 1 else "".join(whole) for one, fold, whole in zip(short, folds, begun, strict=True)
    )


def seat_letter(seat: int) -> str:
    """Return the letter of a seat: A for seat 0; after Z from A on again."""
    return chr(ord("A") + seat % 26)


def letters(name: str) -> list[str]:
    """Return what is read as one letter each: with its marks, and a picture of several characters whole.

    What no one sees is left out.
    """
    found: list[str] = []
    for one in unicodedata.normalize("NFC", name):
        joins = one in _SKIN or unicodedata.category(one)[0] == "M" or unicodedata.category(one) == "Cf"
        if found and (joins or found[-1].endswith(_JOINER) or (one in _FLAG and found[-1] in _FLAG)):
            found[-1] += one
        else:
            found.append(one)
    return [one for one in found if folded(one)] or [name]


def _plain(own: Sequence[str]) -> list[str]:
    return [folded(one) for one in own]


def _beginning(own: list[str], others: Sequence[list[str]]) -> list[str]:
    """Return as many letters as tell it from the others; never up to a space or a hyphen, which tell nothing."""
    for end in range(1, len(own)):
        tells = own[end - 1].isalnum() or not own[end - 1].isascii()
        if tells and all(_plain(own[:end]) != _plain(other[:end]) for other in others):
            return own[:end]
    return own


def _shortened(own: Sequence[str]) -> str:
    return "".join(own) if len(own) <= MOST else own[0] + "…" + "".join(own[-2:]).strip(" -")
