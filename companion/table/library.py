"""The ready pads: read from their files once, found by a few letters of any of their names, with their names in four languages."""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from companion.engine.definition import Definition, read_file


@dataclass(frozen=True, slots=True)
class Pad:
    """A ready pad: its definition with English names, its names and those of its rows by language, who can play it."""

    slug: str
    definition: Definition
    names: Mapping[str, str]
    rows: Mapping[str, tuple[str, ...]]
    players: tuple[int, int]
    source: str
    example: Mapping[str, Any]

    def named(self, language: str) -> Definition:
        """The definition with its names in this language."""
        rows = self.rows.get(language) or [row.name for row in self.definition.rows]
        filled = tuple(replace(row, name=name) for row, name in zip(self.definition.rows, rows, strict=True))
        return replace(self.definition, name=self.names.get(language, self.definition.name), rows=filled)

    def may_be_played_by(self, players: int) -> bool:
        """Whether so many can play it."""
        return self.players[0] <= players <= self.players[1]

    def fits(self, letters: str) -> bool:
        """Whether a name in any language has these letters, whatever their case and accents."""
        names = (self.definition.name, *self.names.values())
        return any(plain_letters(letters) in plain_letters(name) for name in names)


@cache
def pads() -> Mapping[str, Pad]:
    """Every ready pad by its slug, in the order of the English names."""
    found = [
        _read(one.name.removesuffix(".json"), one.read_text("utf-8"))
        for one in files("companion.pads").iterdir()
        if one.name.endswith(".json")
    ]
    return {one.slug: one for one in sorted(found, key=lambda pad: plain_letters(pad.definition.name))}


def plain_letters(text: str) -> str:
    """A text as it is searched: small letters and figures, without accents and signs."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^\w]|_", "", "".join(one for one in apart if not unicodedata.combining(one)))


def _read(slug: str, text: str) -> Pad:
    given = json.loads(text)
    low, high = given["players"]
    rows = {language: tuple(names) for language, names in given.get("rows", {}).items()}
    return Pad(slug, read_file(text), given.get("names", {}), rows, (low, high), given["source"], given["example"])
