"""A definition as text, as a file and as the end of an address: read strictly, and written the same way every time."""

import json
import re
from base64 import b64decode, urlsafe_b64encode
from functools import lru_cache
from itertools import accumulate
from json import JSONDecodeError
from typing import Any, Final

from companion.engine.definition import LARGEST, LONGEST_NAME, Definition, Row
from companion.engine.definition_check import TOO_LARGE, check, check_new
from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, encode
from companion.engine.schema.scalars import Doubled, strict_json
from companion.engine.text import say

# A file, its game, the rows, a row, its choices, a choice.
DEEPEST: Final = 6
FORMAT: Final = 1
KIND: Final = "tableside game"
IN_A_FILE: Final = {
    "kind",
    "format",
    "game",
    "names",
    "also",
    "rows",
    "players",
    "deck",
    "source",
    "lesson",
    "values",
    "example",
}
"""What a file may hold: a definition, and what the ready pads say besides."""
_WITHIN_QUOTES: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_NO_FILE: Final = say("This isn’t a Tableside game.")


def read_definition(given: object) -> Definition:
    """Return the definition of a plain JSON value. Raise `NotAMove` with the place of what is wrong."""
    try:
        read: Definition = decode(Definition, given, Reading(1, "OW-1"))
    except IllegalMove as error:
        raise NotAMove(error.path, error.reasons[0].text) from error
    # Measured as it will be kept in the options of a match, not as it came: spaces between cost nothing.
    if len(write_text(read)) > LARGEST:
        raise NotAMove("", TOO_LARGE)
    return check(read)


@lru_cache(maxsize=64)
def read_text(text: str) -> Definition:
    """Return the definition of its JSON text.

    Raise `NotAMove`, also for a text that is too long or nested too deeply.
    """
    return read_definition(_plain(text))


def read_file(text: str) -> Definition:
    """Return the definition of a file that `write_file` gave. Raise `NotAMove`."""
    given = _plain(text)
    # A file that was picked by mistake, or says more than we understand, is refused whole: half of a game would be scored
    # wrongly.
    if not isinstance(given, dict) or given.get("kind") != KIND or not {*given} <= IN_A_FILE:
        raise NotAMove("", _NO_FILE)
    if given.get("format") != FORMAT:
        raise NotAMove("format", say("This is from a newer Tableside. Update yours first."))
    with within("game"):
        return check_new(read_definition(given.get("game")))


def write_text(definition: Definition) -> str:
    """Return the JSON of a definition, the same bytes for equal ones; what is as usual is left out."""
    # The same bytes for equal definitions: the options of a match hold this text, and are compared.
    return json.dumps(definition_json(definition), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_file(definition: Definition) -> str:
    """Return a small file that another device reads."""
    return (
        json.dumps({"kind": KIND, "format": FORMAT, "game": definition_json(definition)}, ensure_ascii=False, indent=1)
        + "\n"
    )


def write_link(definition: Definition) -> str:
    """Return a definition as the end of an address carries it: letters, figures, "-" and "_"."""
    # After the "#" of an address, which no browser sends: no server between two phones sees what is passed on.
    return urlsafe_b64encode(write_text(definition).encode()).decode().rstrip("=")


def read_link(text: str) -> Definition:
    """Return the definition of what `write_link` gave, alone or at the end of an address. Raise `NotAMove`."""
    carried = text.rpartition("#")[2].strip()
    try:
        body = b64decode(carried + "=" * (-len(carried) % 4), altchars=b"-_", validate=True).decode()
    except ValueError as error:
        raise NotAMove("link", _NO_FILE) from error
    return check_new(read_text(body))


def definition_json(definition: Definition) -> dict[str, Json]:
    """Return the plain JSON of a definition, without what is as usual."""
    rows: list[Json] = [{"name": row.name, **_unusual(row, Row(row.name))} for row in definition.rows]
    rest = _unusual(definition, Definition(definition.name, definition.writes))
    return {"name": definition.name, "writes": definition.writes, **rest, **({"rows": rows} if rows else {})}


def _unusual(one: Definition | Row, usual: Definition | Row) -> dict[str, Json]:
    """Return the plain JSON of what differs from what is as usual."""
    given = ((name, getattr(one, name)) for name in one.__dataclass_fields__)
    return {name: encode(value) for name, value in given if value != getattr(usual, name)}


def _plain(text: str) -> Any:
    if len(text) > LARGEST:
        raise NotAMove("", TOO_LARGE)
    # How deeply it is nested, counted before it is parsed, which recurs with each level. Brackets within quotes are text.
    depths = accumulate((sign in "[{") - (sign in "]}") for sign in _WITHIN_QUOTES.sub("", text))
    if max(depths, default=0) > DEEPEST:
        raise NotAMove("", _NO_FILE)
    try:
        return strict_json(text)
    except Doubled as error:
        place: dict[str, Any] = {"line": error.lineno, "at": error.colno, "name": error.name[:LONGEST_NAME]}
        raise NotAMove("", say("Line {line}, character {at}: “{name}” is here twice.", **place)) from error
    except JSONDecodeError as error:
        where = say("Line {line}, character {at}: this can’t be read.", line=error.lineno, at=error.colno)
        raise NotAMove("", where if text.lstrip().startswith("{") else _NO_FILE) from error
    except ValueError as error:
        raise NotAMove("", _NO_FILE) from error
