"""What a definition says (a frozen record), what it has to hold beyond the types of its fields, and its texts and files."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, encode
from companion.engine.schema.marks import Between, Length
from companion.engine.schema.scalars import strict_json
from companion.engine.story import ranked
from companion.engine.text import Text, say

MOST_ROWS: Final = 40
LONGEST_NAME: Final = 40
HIGHEST: Final = 999_999
"""What one figure may come to, above and below 0."""
MOST_ROUNDS: Final = 999
MOST_PLAYERS: Final = 8

Name: TypeAlias = Annotated[str, Length(1, LONGEST_NAME)]
Figure: TypeAlias = Annotated[int, Between(-HIGHEST, HIGHEST, "OW-5", "number of points")]
RowNumber: TypeAlias = Annotated[int, Between(0, MOST_ROWS - 1, "OW-7", "row")]
RowKind: TypeAlias = Literal["points", "count", "sum", "bonus"]
Writes: TypeAlias = Literal["points", "pad", "winner", "places"]
Ends: TypeAlias = Literal["rounds", "target", "open"]

TYPED: Final = ("points", "count")
"""The kinds of rows that are written in; the others follow from them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a pad.

    - `points` count as they are, a `count` so many `times`.
    - A `sum` only shows what the rows `of` come to. A `bonus` is `worth` so much where they come to `least` or more.
    - The game does not wait for an `optional` row.
    """

    name: Name
    kind: RowKind = "points"
    times: Annotated[int, Between(-1000, 1000, "OW-7", "number of points for each")] = 1
    of: Annotated[tuple[RowNumber, ...], Length(0, MOST_ROWS)] = ()
    least: Figure = 0
    worth: Figure = 0
    optional: bool = False

    @property
    def is_typed(self) -> bool:
        """Whether people write in it."""
        return self.kind in TYPED


@dataclass(frozen=True, slots=True)
class Definition:
    """How a game is scored.

    - `writes` says what is written down: `points` every round, a `pad` with `rows`, or, where there are no points, the
      `winner` of every round, or the `places` of all.
    - `wins`: whether most or fewest points win. `ends` with `at`: after so many rounds, at so many points, or when the
      table says so; a pad ends when it is full.
    - `negative` points may be written; a `dealer` goes round the table; `teams` of two sit opposite each other; `hidden`:
      nobody is told who leads until the end.
    - `version` counts the changes that a table has made to it.
    """

    name: Name
    writes: Writes = "points"
    wins: Literal["most", "fewest"] = "most"
    ends: Ends = "open"
    at: Annotated[int, Between(0, HIGHEST, "OW-8", "number of rounds or points")] = 0
    negative: bool = False
    dealer: bool = False
    teams: bool = False
    hidden: bool = False
    rows: Annotated[tuple[Row, ...], Length(0, MOST_ROWS)] = ()
    version: Annotated[int, Between(1, 9999, "OW-1", "version")] = 1

    @property
    def is_pad(self) -> bool:
        """Whether it has rows instead of rounds."""
        return self.writes == "pad"

    @property
    def fewest_win(self) -> bool:
        """Whether the lowest total wins: a sum of places is best if it is low."""
        return self.wins == "fewest" or self.writes == "places"


def check(definition: Definition) -> Definition:
    """The definition, if its fields fit together. Raises `NotAMove` with the place of the first that does not."""
    _check_name(definition.name, "name")
    if definition.is_pad:
        if not any(row.is_typed for row in definition.rows):
            raise NotAMove("rows", say("A pad needs a row to write in."))
        for at, row in enumerate(definition.rows):
            _check_name(row.name, f"rows.{at}.name")
            if row.name in (other.name for other in definition.rows[:at]):
                raise NotAMove(f"rows.{at}.name", say("Another row has this name."))
            for field, text in _misfits(definition.rows, row, at):
                raise NotAMove(f"rows.{at}.{field}", text)
    elif definition.rows:
        raise NotAMove("rows", say("This isn’t in the right form."))
    if definition.is_pad and definition.ends != "open":
        raise NotAMove("ends", say("This isn’t in the right form."))
    if definition.ends != "open" and definition.at < 1:
        raise NotAMove("at", say("This is missing."))
    if definition.ends == "rounds" and definition.at > MOST_ROUNDS:
        raise NotAMove("at", say("This is too large."))
    return definition


def _misfits(rows: tuple[Row, ...], row: Row, at: int) -> Iterator[tuple[str, Text]]:
    """Every field of a row that does not fit its kind, with what is wrong."""
    if row.times != 1 and row.kind != "count":
        yield "times", say("This kind of row takes no number there.")
    if row.is_typed and row.of:
        yield "of", say("This kind of row takes no number there.")
    if not row.is_typed and not row.of:
        yield "of", say("This is missing.")
    if len(set(row.of)) != len(row.of):
        yield "of", say("List each row only once.")
    # Only rows that are written in, and stand above: nothing can go round in a circle or grow deep.
    for place, other in enumerate(row.of):
        if other >= at or not rows[other].is_typed:
            yield f"of.{place}", say("A sum adds rows above it that you fill in.")
    if row.kind != "bonus" and (row.least or row.worth):
        yield "worth" if row.worth else "least", say("This kind of row takes no number there.")
    if row.kind == "bonus" and not row.worth:
        yield "worth", say("This is missing.")


def _check_name(name: str, path: str) -> None:
    if name != " ".join(name.split()) or not name.isprintable():
        raise NotAMove(path, say("This name has spaces or signs that no one can see."))


Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that score together, each side by its first seat."""
Cells: TypeAlias = Mapping[int, int]
"""What is written in the rows of one side."""


def sides(definition: Definition, seats: int) -> Sides:
    """Who scores together: teams of two who sit opposite, where that many can; else everybody alone."""
    half = seats // 2
    if definition.teams and seats >= 4 and seats % 2 == 0:
        return tuple((seat, seat + half) for seat in range(half))
    return tuple((seat,) for seat in range(seats))


def row_values(rows: Sequence[Row], cells: Cells) -> tuple[int | None, ...]:
    """What each row comes to: None for one that nobody has written in, and for a bonus that is not reached."""
    typed = [cells[at] * row.times if row.is_typed and at in cells else None for at, row in enumerate(rows)]
    return tuple(typed[at] if row.is_typed else _follows(row, typed) for at, row in enumerate(rows))


def total(rows: Sequence[Row], cells: Cells) -> int:
    """What a pad comes to: every row but sums, which show only what others count already."""
    values = zip(rows, row_values(rows, cells), strict=True)
    return sum(value for row, value in values if value is not None and row.kind != "sum")


def is_full(rows: Sequence[Row], cells: Cells) -> bool:
    """Whether every row is written in that the game waits for; of a pad with optional rows alone, any."""
    needed = [at for at, row in enumerate(rows) if row.is_typed and not row.optional]
    return all(at in cells for at in needed) if needed else bool(cells)


def ranks(definition: Definition, totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each total: the highest first, or the lowest. Equal ones share the better place."""
    return ranked([one if definition.fewest_win else -one for one in totals])


def has_reached(definition: Definition, rounds: int, totals: Sequence[int]) -> bool:
    """Whether the game ends after so many rounds with these totals; never where the table says so itself."""
    if definition.ends == "rounds":
        return rounds >= definition.at
    return definition.ends == "target" and rounds > 0 and max(totals) >= definition.at


def _follows(row: Row, typed: Sequence[int | None]) -> int | None:
    known = [value for at in row.of if (value := typed[at]) is not None]
    if row.kind == "sum":
        return sum(known) if known else None
    return row.worth if known and sum(known) >= row.least else None


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
    # How deeply a text is nested, as far as it is JSON.
    depth = deepest = 0
    for sign in _WITHIN_QUOTES.sub("", text):
        depth += (sign in "[{") - (sign in "]}")
        deepest = max(deepest, depth)
    if deepest > DEEPEST:
        raise NotAMove("", _NO_FILE)
    try:
        return strict_json(text)
    except ValueError as error:
        raise NotAMove("", _NO_FILE) from error
