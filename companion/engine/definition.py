"""What a definition says (a frozen record), what it has to hold beyond the types of its fields, and its texts and files."""

import json
import re
import unicodedata
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from json import JSONDecodeError
from typing import Annotated, Any, Final, Literal, TypeAlias

from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.formula import HIGHEST, names_in
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, encode
from companion.engine.schema.marks import Between, Length
from companion.engine.schema.scalars import Doubled, strict_json
from companion.engine.text import Spelled, Text, say, signs

MOST_ROWS: Final = 40
LONGEST_NAME: Final = 40
MOST_VALUES: Final = 20
MOST_CHOICES: Final = 12
MOST_TICKS: Final = 4
"""Of so many choices several may be picked: all that can be picked together is offered."""
MOST_ROUNDS: Final = 999
MOST_KEYS: Final = 4
ROUND: Final = "round"
"""What a formula calls the number of the round, where no row is called so."""
MOST_PLAYERS: Final = 12
MOST_AT_A_PAD: Final = 20
"""So many write in one pad; rounds of so many would not fit a page."""
MOST_TEAMS: Final = 4
"""So many teams there are, or players in one, at most."""
LARGEST: Final = 16_000
"""Characters of a whole definition: forty rows with long names are half of this."""

Name: TypeAlias = Annotated[str, Length(1, LONGEST_NAME)]
Figure: TypeAlias = Annotated[int, Between(-HIGHEST, HIGHEST, "OW-5", "number of points")]
Ends: TypeAlias = Literal["rounds", "target", "open"]
RowNumber: TypeAlias = Annotated[int, Between(0, MOST_ROWS - 1, "OW-7", "row")]
RowKind: TypeAlias = Literal[
    "points", "count", "steps", "choose", "ranking", "sum", "bonus", "product", "least", "most", "formula"
]
Language: TypeAlias = Literal["en", "fr", "es", "de"]

TYPED: Final = ("points", "count", "steps", "choose", "ranking")
"""The kinds of rows that are written in; the others follow from rows above them."""
FOLLOWS: Final = ("sum", "bonus", "product", "least", "most")
"""The kinds that follow from the rows they name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to pick in a row, and what it is worth."""

    name: Name
    worth: Figure


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a pad.

    - `points` count as they are, a `count` so many `times`. `steps` are a count that is worth `values[0]` for 1,
      `values[1]` for 2, and `more` for each one beyond the last. Of what to `choose`, one or `several` are picked.
    - A `ranking` is a count of which the most, or the `fewest`, get `values[0]`, the next ones `values[1]`; `ties` share
      their points, get all of them, or none. With none of what counts most, no one is placed. With `neighbours` each is
      ranked with the next player to the left alone, and once more with the next one to the right.
    - A `sum` only shows what the rows `of` come to. A `bonus` is `worth` so much where they come to `least` or more. A
      `product`, the `least` or the `most` of them counts as it is. So does a `formula` over the rows above.
    - A row that does not count (`counts`) is a note, or serves others. One that `breaks` ties does so in the order of rows.
    - What is written in a row that is `shared` is written for everyone; what all write in one `by_round` adds up to the
      number of the round, as many tricks as cards; in one with a `total`, to that. The game does not wait for an `optional` row.
    - `said` is what it is called in languages in which it is not called by its `name`.
    """

    name: Name
    kind: RowKind = "points"
    times: Annotated[int, Between(-1000, 1000, "OW-7", "number of points for each")] = 1
    of: Annotated[tuple[RowNumber, ...], Length(0, MOST_ROWS)] = ()
    least: Figure = 0
    worth: Figure = 0
    optional: bool = False
    values: Annotated[tuple[Figure, ...], Length(0, MOST_VALUES)] = ()
    more: Figure = 0
    choices: Annotated[tuple[Choice, ...], Length(0, MOST_CHOICES)] = ()
    several: bool = False
    ties: Literal["share", "all", "none"] = "share"
    fewest: bool = False
    neighbours: bool = False
    # One that is too long is refused where it is read, which names the place.
    formula: Annotated[str, Length(0, LARGEST)] = ""
    counts: bool = True
    breaks: Literal["", "most", "fewest"] = ""
    shared: bool = False
    by_round: bool = False
    total: Annotated[int, Between(0, HIGHEST, "OW-7", "number of points")] = 0
    said: Mapping[Language, Name] = field(default_factory=dict)

    @property
    def called(self) -> Text:
        """Its name, in each reader's language where it has one there."""
        return signs("{name}", name=Spelled(self.name, tuple(self.said.items())))

    @property
    def is_typed(self) -> bool:
        """Whether people write in it."""
        return self.kind in TYPED

    @property
    def key(self) -> str:
        """What a formula calls it: its name in small letters, with "_" for spaces and signs."""
        # NFKC, because Python's parser does the same to every name in a formula: the two must meet.
        return re.sub(r"\W+", "_", unicodedata.normalize("NFKC", self.name).casefold()).strip("_")

    def picked(self, cell: int) -> tuple[Choice, ...]:
        """Return what a cell says was picked: the number of one choice from 1; of several, a sum of 1, 2, 4, 8."""
        if self.several:
            # One number a cell, whatever the row: what is recorded of a pad is a table of whole numbers.
            return tuple(one for at, one in enumerate(self.choices) if cell >> at & 1)
        return self.choices[cell - 1 : cell]

    @property
    def highest(self) -> int:
        """The largest number that a cell takes."""
        if self.kind != "choose":
            return HIGHEST
        return 2 ** len(self.choices) - 1 if self.several else len(self.choices)


@dataclass(frozen=True, slots=True)
class Definition:
    """How a game is scored.

    - `writes` says what is written down: `points` every round, a `pad` with `rows`, such `rows` every round anew, or, where
      there are no points, the `winner` of every round, or the `places` of all.
    - `wins`: whether most or fewest points win, or the total nearest `to` a number. `ends` with `at`: after so many rounds,
      at so many points, or when the table says so; a pad ends when it is full. The `last` one wins where the one who has
      so many points is out, until one is left.
    - `negative` points may be written; a `dealer` goes round the table; `hidden`: who leads stays secret until the end.
    - `teams` sit evenly round the table, `team_size` players in each, or as many of them as `team_count` says, no matter who plays.
      `alone`: who sits first plays against all the others.
    - `together`: everyone is one side, and wins or loses together. `empty` says what is written for whom nothing is entered when
      the whole round is: nothing, so it is waited for; 0; or what the others leave, so that a round adds up to 0.
    - `keys`: what a tap adds to the figure being typed, such as 5 and -3.
    - `up_to`: more than so many points in a round are questioned, where there is such a number.
    - `rests`: where so many play or more, the dealer sits the round out, and there is such a number.
    - `misses`: after so many rounds of 0 in a row one is out, where there is such a number.
    - `back_to`: a total must come to `at` exactly, which ends the game at once; one beyond it falls back to this. `exact`: so
      it must, and points that go beyond it count nothing. `at_once`: the first to reach `at` ends the game, however far beyond.
    - `must_reach`: all who play together have lost if it ends before `at` points are reached.
    - `lost` is what is said by language where all have lost together; of its own, nothing.
    - `version` counts the changes that a table has made to it. `said` is what it is called in other languages than its `name`.
    """

    name: Name
    writes: Literal["points", "pad", "rows", "winner", "places"] = "points"
    wins: Literal["most", "fewest", "nearest", "last"] = "most"
    ends: Ends = "open"
    at: Annotated[int, Between(0, HIGHEST, "OW-8", "number of rounds or points")] = 0
    negative: bool = False
    dealer: bool = False
    teams: bool = False
    team_size: Annotated[int, Between(2, MOST_TEAMS, "OW-10", "number of players in a team")] = 2
    team_count: Annotated[int, Between(0, MOST_TEAMS, "OW-10", "number of teams")] = 0
    alone: bool = False
    hidden: bool = False
    together: bool = False
    empty: Literal["wait", "zero", "rest"] = "wait"
    keys: Annotated[
        tuple[Annotated[int, Between(-100, 100, "OW-5", "number of points")], ...], Length(0, MOST_KEYS)
    ] = ()
    rows: Annotated[tuple[Row, ...], Length(0, MOST_ROWS)] = ()
    version: Annotated[int, Between(1, 9999, "OW-1", "version")] = 1
    to: Figure = 0
    back_to: Figure | None = None
    up_to: Annotated[int, Between(0, HIGHEST, "OW-2", "number of points")] = 0
    exact: bool = False
    at_once: bool = False
    misses: Annotated[int, Between(0, MOST_ROUNDS, "OW-9", "number of rounds")] = 0
    must_reach: bool = False
    rests: Annotated[int, Between(0, MOST_PLAYERS, "OW-6", "number of players")] = 0
    said: Mapping[Language, Name] = field(default_factory=dict)
    lost: Mapping[Language, Name] = field(default_factory=dict)

    @property
    def called(self) -> Text:
        """Its name, in each reader's language where it has one there."""
        return signs("{name}", name=Spelled(self.name, tuple(self.said.items())))

    @property
    def is_pad(self) -> bool:
        """Whether it has rows instead of rounds."""
        return self.writes == "pad"

    @property
    def most_players(self) -> int:
        """How many can play it."""
        return MOST_AT_A_PAD if self.is_pad else MOST_PLAYERS

    @property
    def has_rows(self) -> bool:
        """Whether rows are filled in, once or in every round."""
        return self.writes in ("pad", "rows")

    @property
    def is_won_at_once(self) -> bool:
        """Whether everyone wins or loses together in a single round, so that nothing adds up."""
        return self.together and (self.writes, self.ends, self.at) == ("winner", "rounds", 1)

    @property
    def falls_as_it_comes(self) -> bool:
        """Whether points are written down as they fall, one player's at a time: what is saved together is no round."""
        return (self.writes, self.empty, self.ends, self.dealer) == ("points", "zero", "open", False)

    @property
    def has_an_aim(self) -> bool:
        """Whether everyone plays together for a score, so that one that is not reached is a loss."""
        return self.together and self.writes in ("points", "rows") and (self.wins, self.ends) == ("most", "target")

    def falls_short(self, total: int) -> bool:
        """Return whether a game that ends with this total is lost together."""
        return self.must_reach and total < self.at

    @property
    def fewest_win(self) -> bool:
        """Whether the lowest total wins: a sum of places is best if it is low."""
        return self.wins in ("fewest", "last") or self.writes == "places"

    @property
    def nearest(self) -> int | None:
        """The number to which the best total comes nearest, where that is how the game is won."""
        return self.to if self.wins == "nearest" else None

    @property
    def ends_exactly(self) -> bool:
        """Whether a total must come to the score at which the game ends, and not go beyond it."""
        return self.exact or self.back_to is not None

    def ends_now(self, total: int) -> bool:
        """Return whether a total ends the game before the round is over."""
        return total == self.at if self.ends_exactly else self.at_once and total >= self.at

    def gained(self, total: int, points: int) -> int:
        """Return what these points add to a total: beyond a score to be reached exactly, it stays or falls back."""
        if not self.ends_exactly or total + points <= self.at:
            return points
        return 0 if self.back_to is None else self.back_to - total

    def distance(self, total: int) -> int:
        """Return how far a total is from the best there could be: the least wins. Only good beside others."""
        if self.nearest is not None:
            return abs(total - self.nearest)
        return total if self.fewest_win else -total


def check(definition: Definition) -> Definition:
    """Return the definition, if its fields fit together. Raise `NotAMove` with the place of the first that does not."""
    _check_names(definition, "")
    if definition.has_rows:
        _check_rows(definition.rows)
    for place, is_wrong, text in _FAULTS:
        if is_wrong(definition):
            raise NotAMove(place, text)
    return definition


def _check_rows(rows: tuple[Row, ...]) -> None:
    if not any(row.is_typed for row in rows):
        raise NotAMove("rows", say("A pad needs a row to write in."))
    for at, row in enumerate(rows):
        _check_names(row, f"rows.{at}.")
        # A formula and the printed sheet tell rows apart by name.
        if row.name in (other.name for other in rows[:at]):
            raise NotAMove(f"rows.{at}.name", say("Another row has this name."))
        for wrong, text in _misfits(rows, row, at):
            raise NotAMove(f"rows.{at}.{wrong}", text)


def _is_to_a_score(one: Definition) -> bool:
    """Whether points are written down until someone has so many."""
    return (one.ends, one.writes) == ("target", "points")


_MISFIT: Final = say("This isn’t in the right format.")
_MISSING: Final = say("This is missing.")
_TOO_LARGE: Final = say("This is too large.")
_FAULTS: Final[tuple[tuple[str, Callable[[Definition], bool], Text], ...]] = (
    ("rows", lambda one: bool(one.rows) and not one.has_rows, _MISFIT),
    # A pad ends when it is full. A second end could contradict that.
    ("ends", lambda one: one.is_pad and one.ends != "open", _MISFIT),
    ("at", lambda one: one.ends != "open" and one.at < 1, _MISSING),
    ("at", lambda one: one.ends == "rounds" and one.at > MOST_ROUNDS, _TOO_LARGE),
    ("wins", lambda one: one.wins in ("nearest", "last") and one.writes in ("winner", "places"), _MISFIT),
    # Being out needs a score to reach; and no one outlasts the others where all are one side.
    ("wins", lambda one: one.wins == "last" and (one.ends != "target" or one.together), _MISFIT),
    # Sides are made in one way alone. 2 is what every definition has by itself: only another number was chosen.
    ("team_size", lambda one: one.team_size != 2 and (one.team_count > 0 or not one.teams), _MISFIT),
    ("team_count", lambda one: one.team_count == 1 or (one.team_count > 0 and not one.teams), _MISFIT),
    ("alone", lambda one: one.alone and (one.teams or one.together), _MISFIT),
    # A number of a way to win or end is given with that way alone.
    ("to", lambda one: one.to != 0 and one.wins != "nearest", _MISFIT),
    ("up_to", lambda one: one.up_to > 0 and one.writes != "points", _MISFIT),
    ("back_to", lambda one: one.back_to is not None and not _is_to_a_score(one), _MISFIT),
    ("exact", lambda one: one.exact and (one.back_to is not None or not _is_to_a_score(one)), _MISFIT),
    ("lost", lambda one: bool(one.lost) and not one.together, _MISFIT),
    ("must_reach", lambda one: one.must_reach and not one.has_an_aim, _MISFIT),
    # Who sits out leaves a box empty: that must be no sign that it is waited for, nor share what others leave.
    (
        "rests",
        lambda one: one.rests > 0 and (one.writes, one.empty, one.dealer) != ("points", "zero", True),
        _MISFIT,
    ),
    (
        "at_once",
        lambda one: one.at_once and (one.ends_exactly or one.wins == "last" or not _is_to_a_score(one)),
        _MISFIT,
    ),
    # One round of 0 is no row of them; and who is out by points can't be out by none.
    (
        "misses",
        lambda one: (
            one.misses == 1 or (one.misses > 0 and (one.writes != "points" or one.wins == "last" or one.together))
        ),
        _MISFIT,
    ),
)
"""What fits no game: the field that is at fault, when it is, and what is wrong with it; the first one is named."""


FIELDS: Final[Mapping[str, tuple[RowKind, ...]]] = {
    "times": ("count",),
    "of": FOLLOWS,
    "least": ("bonus",),
    "worth": ("bonus",),
    "values": ("steps", "ranking"),
    "more": ("steps",),
    "choices": ("choose",),
    "several": ("choose",),
    "ties": ("ranking",),
    "fewest": ("ranking",),
    "neighbours": ("ranking",),
    "formula": ("formula",),
    "total": TYPED,
}
"""The kinds of rows that a field is for."""
NEEDED: Final = ("of", "worth", "values", "choices", "formula")
"""What a row of such a kind cannot be without."""


def _misfits(rows: tuple[Row, ...], row: Row, at: int) -> Iterator[tuple[str, Text]]:
    """Yield every field of a row that does not fit its kind, with what is wrong."""
    # A field counts as given where it is not what a row has by itself.
    usual = Row(row.name)
    for name, kinds in FIELDS.items():
        is_given = getattr(row, name) != getattr(usual, name)
        if is_given and row.kind not in kinds:
            yield name, _MISFIT
        elif name in NEEDED and not is_given and row.kind in kinds:
            yield name, _MISSING
    if row.total and row.by_round:
        yield "total", _MISFIT
    if len(set(row.of)) != len(row.of):
        yield "of", say("List each row only once.")
    # Only rows that stand above: nothing can go round in a circle.
    yield from ((f"of.{place}", say("It can only use rows above it.")) for place, one in enumerate(row.of) if one >= at)
    # Every combination is offered as a choice of its own, and five would be 32 of them.
    if row.several and len(row.choices) > MOST_TICKS:
        yield "choices", _TOO_LARGE
    for place, choice in enumerate(row.choices):
        _check_name(choice.name, f"rows.{at}.choices.{place}.name")
    yield from _unreadable(rows[:at], row.formula) if row.formula else ()


def _unreadable(above: Sequence[Row], formula: str) -> Iterator[tuple[str, Text]]:
    """Yield what is wrong with a formula over these rows."""
    try:
        names = names_in(formula)
    except NotAMove as error:
        yield "formula", error.text
        return
    for name, sign in names.items():
        if name != ROUND and row_named(above, name) is None:
            yield "formula", say("At character {at}: no row above is called “{part}”.", at=sign, part=name)


def row_named(rows: Sequence[Row], name: str) -> int | None:
    """Return the row that a formula calls so: by its key in any letters, or by its number from 1 as in "r1"."""
    keys = [row.key for row in rows]
    if name.casefold() in keys:
        return keys.index(name.casefold())
    number = int(name[1:]) if re.fullmatch(r"r[0-9]{1,2}", name) else 0
    return number - 1 if 0 < number <= len(rows) else None


def _check_names(one: Definition | Row, path: str) -> None:
    for place, name in (("name", one.name), *((f"said.{language}", name) for language, name in one.said.items())):
        _check_name(name, f"{path}{place}")
    for language, line in one.lost.items() if isinstance(one, Definition) else ():
        _check_name(line, f"lost.{language}")


def _check_name(name: str, path: str) -> None:
    # Two rows whose names differ by a blank that no one sees would look the same; signs that turn the writing round would
    # garble the page.
    if name != " ".join(name.split()) or not name.isprintable():
        raise NotAMove(path, say("This name contains hidden spaces or characters."))


# A file, its game, the rows, a row, its choices, a choice.
DEEPEST: Final = 6
FORMAT: Final = 1
KIND: Final = "tableside game"
IN_A_FILE: Final = {"kind", "format", "game", "names", "rows", "players", "deck", "source", "lesson", "example"}
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
        raise NotAMove("", _TOO_LARGE)
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
        return read_definition(given.get("game"))


def write_text(definition: Definition) -> str:
    """Return the JSON of a definition, the same bytes for equal ones; what is as usual is left out."""
    # The same bytes for equal definitions: the options of a match hold this text, and are compared.
    return json.dumps(definition_json(definition), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_file(definition: Definition) -> str:
    """Return a small file that another device reads."""
    whole = {"kind": KIND, "format": FORMAT, "game": definition_json(definition)}
    return f"{json.dumps(whole, ensure_ascii=False, indent=1)}\n"


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
    return read_text(body)


def with_aim(definition: Definition) -> Definition:
    """Return the definition as a new game is played by it: a score that all play for together must be reached."""
    # Not by itself: in a match that was played before this was asked, everyone has won.
    return replace(definition, must_reach=True) if definition.has_an_aim else definition


def definition_json(definition: Definition) -> dict[str, Json]:
    """Return the plain JSON of a definition, without what is as usual."""
    rows: list[Json] = [_unusual(row, Row("-"), "name") for row in definition.rows]
    whole = _unusual(definition, Definition("-", definition.writes), "name", "writes")
    return {**whole, **({"rows": rows} if rows else {})}


def changed(old: Definition, new: Definition) -> Definition:
    """Return what a table made of a definition: the next version if anything differs."""
    # Saving without a change makes no new version.
    return old if replace(new, version=old.version) == old else replace(new, version=old.version + 1)


def _unusual(one: Definition | Row, usual: Definition | Row, *kept: str) -> dict[str, Json]:
    """Return the plain JSON of what differs from what is as usual, and of what is kept."""
    plain, plain_usual = encode(one), encode(usual)
    assert isinstance(plain, dict)
    assert isinstance(plain_usual, dict)
    return {name: value for name, value in plain.items() if name in kept or value != plain_usual.get(name)}


def _plain(text: str) -> Any:
    if len(text) > LARGEST:
        raise NotAMove("", _TOO_LARGE)
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
