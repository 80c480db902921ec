"""Definitions as texts and files: read strictly and within limits, written the same way every time."""

import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from companion.engine.definition.model import Definition, check
from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, encode
from companion.engine.schema.scalars import strict_json
from companion.engine.text import say

LARGEST: Final = 16_000
"""Characters: forty rows with long names are half of this."""
DEEPEST: Final = 6
FORMAT: Final = 1
KIND: Final = "tableside game"
_WITHIN_QUOTES: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_NO_FILE: Final = say("This isn’t a Tableside game.")


def read_definition(given: object) -> Definition:
    """The definition of a plain JSON value. Raises `NotAMove` with the place of what is wrong."""
    try:
        read: Definition = decode(Definition, given, Reading(1, "OW-1"))
    except IllegalMove as error:
        raise NotAMove(error.path, error.reasons[0].text) from error
    return check(read)


@lru_cache(maxsize=64)
def read_text(text: str) -> Definition:
    """The definition of its JSON text. Raises `NotAMove`, also for a text that is too long or nested too deeply."""
    return read_definition(_plain(text))


def read_file(text: str) -> Definition:
    """The definition of a file that `write_file` gave. Raises `NotAMove`."""
    given = _plain(text)
    if not isinstance(given, dict) or given.get("kind") != KIND or not {*given} <= {"kind", "format", "game"}:
        raise NotAMove("", _NO_FILE)
    if given.get("format") != FORMAT:
        raise NotAMove("format", say("A newer Tableside saved this. Update this one first."))
    with within("game"):
        return read_definition(given.get("game"))


def write_text(definition: Definition) -> str:
    """The JSON of a definition, the same bytes for equal ones; what is as usual is left out."""
    return json.dumps(told(definition), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_file(definition: Definition) -> str:
    """A small file that another device reads."""
    whole: dict[str, Json] = {"kind": KIND, "format": FORMAT, "game": told(definition)}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def told(definition: Definition) -> dict[str, Json]:
    """The plain JSON of a definition, without what is as usual."""
    usual = Definition("-", definition.writes)
    plain, plain_usual = _object(encode(definition)), _object(encode(usual))
    short = {name: one for name, one in plain.items() if name in ("name", "writes") or one != plain_usual[name]}
    return {**short, **({"rows": [_told_row(row) for row in definition.rows]} if definition.rows else {})}


def changed(old: Definition, new: Definition) -> Definition:
    """What a table made of a definition: the next version if anything differs."""
    return old if replace(new, version=old.version) == old else replace(new, version=old.version + 1)


def _told_row(row: Any) -> Json:
    usual = _object(encode(replace(row, times=1, of=(), least=0, worth=0, optional=False, kind="points")))
    return {name: one for name, one in _object(encode(row)).items() if name == "name" or one != usual[name]}


def _object(plain: Json) -> dict[str, Json]:
    assert isinstance(plain, dict)
    return plain


def _plain(text: str) -> Any:
    if len(text) > LARGEST:
        raise NotAMove("", say("This is too large."))
    if _depth(text) > DEEPEST:
        raise NotAMove("", _NO_FILE)
    try:
        return strict_json(text)
    except ValueError as error:
        raise NotAMove("", _NO_FILE) from error


def _depth(text: str) -> int:
    """How deeply a text is nested, as far as it is JSON."""
    depth = deepest = 0
    for sign in _WITHIN_QUOTES.sub("", text):
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    return deepest
