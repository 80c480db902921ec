"""The ready pads: read from their files once, found by a few letters of any of their names, with their names in four languages.

A file of anyone's own is read as strictly: what is wrong with it is said with its place, and its example is worked out.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, TypeAlias, TypeVar, get_args

from companion.engine.definition import (
    LARGEST,
    MOST_AT_A_PAD,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_ROWS,
    Definition,
    Figure,
    Language,
    Name,
    Row,
)
from companion.engine.definition_check import check
from companion.engine.definition_texts import read_file
from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.pad import lasted, others, ranks, row_values, tie_breakers, total, unworkable
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.marks import Between, Length
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, strict_json
from companion.engine.text import say

_Called = TypeVar("_Called")
_Players: TypeAlias = Annotated[int, Between(1, MOST_AT_A_PAD, "OW-1", "number of players")]
_Line: TypeAlias = Annotated[str, Length(1, 160)]
_Values: TypeAlias = Annotated[tuple[Annotated[str, Length(0, 20)], ...], Length(2, 6)]
_Cells: TypeAlias = Annotated[tuple[Figure | None, ...], Length(0, MOST_ROWS)]

MOST_NAMES: Final = 8
PEOPLE: Final = (
    *("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hugo", "Ida", "Jan"),
    *("Kai", "Lena", "Max", "Nora", "Otto", "Pia", "Quim", "Rosa", "Sam", "Tom"),
)
"""Who plays an example, as many as can write at a pad: short names that all four languages know."""


@dataclass(frozen=True, slots=True)
class Example:
    """A game that was played: what everyone wrote, once or in every round, what it comes to, and who wins, counted from 0.

    `notes` say by language what happened in each round.
    """

    totals: Annotated[tuple[Figure, ...], Length(1, MOST_AT_A_PAD)]
    winners: Annotated[tuple[int, ...], Length(0, MOST_AT_A_PAD)]
    pads: tuple[_Cells, ...] = ()
    rounds: tuple[tuple[Figure | _Cells, ...], ...] = ()
    notes: Mapping[Language, tuple[_Line, ...]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """Who its columns are: a name for each player, or those of both partners who write the same."""
        names = PEOPLE[: len(self.totals)]
        half = len(names) // 2
        is_twice = half > 1 and all(one[:half] == one[half:] for one in (self.totals, self.pads, *self.rounds))
        return tuple(map(" + ".join, zip(names[:half], names[half:], strict=True))) if is_twice else names


@dataclass(frozen=True, slots=True)
class Pad:
    """A ready pad: its definition with English names, its names and those of its rows by language, who can play it.

    `also`: other names by which it is found. `deck`: so many cards are dealt, one more in every round, so that the number of
    players says how many rounds there are.
    `lesson` says by language how a round is scored, as one tells it at the table; `values` what each card is worth, below a
    line that heads them.
    """

    slug: str
    definition: Definition
    names: Mapping[Language, Name] = field(default_factory=dict)
    also: Annotated[tuple[Name, ...], Length(0, MOST_NAMES)] = ()
    rows: Mapping[Language, tuple[Name, ...]] = field(default_factory=dict)
    players: tuple[_Players, _Players] = (1, MOST_PLAYERS)
    deck: Annotated[int, Between(0, MOST_ROUNDS, "OW-8", "number of cards")] = 0
    source: str = ""
    lesson: Mapping[Language, Annotated[tuple[_Line, ...], Length(1, 5)]] = field(default_factory=dict)
    values: Mapping[Language, Annotated[tuple[_Values, ...], Length(2, 12)]] = field(default_factory=dict)
    example: Example | None = None

    def played_by(self, players: int, language: str) -> Definition:
        """Return the definition in this language, with the number of rounds that a deck is enough for."""
        named = self.named(language)
        return replace(named, ends="rounds", at=self.deck // players) if self.deck >= players > 0 else named

    def named(self, language: str) -> Definition:
        """Return the definition with its names in this language, and what its rows are called in the others."""
        name, said = spelled(self.definition.name, language, self.names)
        rows = tuple(
            called(row, language, {one: names[at] for one, names in self.rows.items()})
            for at, row in enumerate(self.definition.rows)
        )
        return replace(self.definition, name=name, said=said, rows=rows)

    def told(self, language: str) -> tuple[str, ...]:
        """Return what its lesson says in this language."""
        return next((lines for one, lines in self.lesson.items() if one == language), ())

    def worth(self, language: str) -> tuple[tuple[str, ...], ...]:
        """Return the table of what its cards are worth in this language."""
        return next((lines for one, lines in self.values.items() if one == language), ())

    def may_be_played_by(self, players: int) -> bool:
        """Return whether so many can play it."""
        return self.players[0] <= players <= self.players[1]

    def every_name(self) -> tuple[str, ...]:
        """Return its names in all languages, and what else it is called."""
        return (self.definition.name, *self.names.values(), *self.also)


def called(row: Row, language: str, names: Mapping[Language, str]) -> Row:
    """Return the row as it is called in one language, with its names in the others; its own where none is known."""
    name, said = spelled(row.name, language, {**row.said, **names})
    return replace(row, name=name, said=said)


def spelled(usual: str, language: str, names: Mapping[Language, str]) -> tuple[str, Mapping[Language, str]]:
    """Return a name as it is spelled in one language, and in the others where it differs there; `usual` where none is known."""
    every = {one: names.get(one, usual) for one in get_args(Language)}
    name = next((name for one, name in every.items() if one == language), usual)
    return name, {one: other for one, other in every.items() if other != name}


@cache
def pads() -> Mapping[str, Pad]:
    """Return every ready pad by its slug, in the order of the English names."""
    found = [
        read_pad(one.name.removesuffix(".json"), one.read_bytes())
        for one in files("companion.pads").iterdir()
        if one.name.endswith(".json")
    ]
    return {one.slug: one for one in sorted(found, key=lambda pad: plain_letters(pad.definition.name))}


def plain_letters(text: str) -> str:
    """Return a text as it is searched: small letters and figures, without accents and signs."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[^\w]|_", "", "".join(one for one in apart if not unicodedata.combining(one)))


def read_bytes(body: bytes) -> str:
    """Return the text of a file. Raise `NotAMove` where it is none, or longer than a pad's."""
    if len(body) > 4 * LARGEST:
        raise NotAMove("", say("This is too large."))
    try:
        # With a byte order mark too, which editors on Windows put in front.
        return body.decode("utf-8-sig")
    except ValueError as error:
        raise NotAMove("", say("This isn’t a Tableside game.")) from error


def read_pad(slug: str, body: bytes) -> Pad:
    """Return the pad of a file, and of what it may say besides. Raise `NotAMove` with the place of what is wrong."""
    text = read_bytes(body)
    definition = read_file(text)
    given = strict_json(text)
    # What is left must be what a pad has: the strict codec refuses a misspelt field of a pad as it does in a move.
    about = {name: one for name, one in given.items() if name not in ("kind", "format", "game")}
    try:
        # The definition was read already, with places of its own errors; here a blank one stands for it.
        pad: Pad = decode(Pad, {"slug": slug, "definition": {"name": "-"}, **about}, Reading(1, "OW-1"))
    except IllegalMove as error:
        raise NotAMove(error.path, error.reasons[0].text) from error
    # Offered to no more than can write in it.
    players = (pad.players[0], min(pad.players[1], definition.most_players))
    pad = replace(pad, definition=definition, players=players)
    for language, names in pad.rows.items():
        _check_length(len(names), len(definition.rows), f"rows.{language}")
    for language in {*pad.names, *pad.rows}:
        with within(language):
            # Names in another language can be doubled or ill-formed where the English ones are not.
            check(pad.named(language))
    return pad


Reckoned: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""What everyone has, and who wins."""


def check_example(pad: Pad) -> Reckoned | None:
    """Return what the example of a pad comes to, if it has one. Raise `NotAMove` where it says something else."""
    if pad.example is None:
        return None
    with within("example"):
        for language, lines in pad.example.notes.items():
            _check_length(len(lines), len(pad.example.rounds), f"notes.{language}")
        found = reckoned(pad.definition, pad.example)
        said = (pad.example.totals, pad.example.winners)
        for name, ours, theirs in zip(("totals", "winners"), found, said, strict=True):
            if ours != theirs:
                raise NotAMove(name, say("This comes to {found}, not {given}.", found=ours, given=theirs))
    return found


def reckoned(definition: Definition, example: Example) -> Reckoned:
    """Return what an example comes to, and who wins it.

    Raise `NotAMove` where players or rows are too few or too many.
    """
    rows, seats = definition.rows, len(example.totals)
    breakers: list[tuple[int, ...]] = []
    so_far = [(0,) * seats]
    if definition.is_pad:
        values = worth_of(definition, _columns(definition, example.pads, seats, "pads", 1), 1)
        so_far.append(tuple(total(rows, one) for one in values))
        breakers = [tie_breakers(rows, one) for one in values]
    for at, each in enumerate(() if definition.is_pad else example.rounds, 1):
        points = _of_round(definition, each, seats, at)
        pairs = zip(so_far[-1], points, strict=True)
        # Round by round, as at the table: a score to be reached exactly falls back in between.
        so_far.append(tuple(had + definition.gained(had, one) for had, one in pairs))
    totals = so_far[-1]
    # Who plays together and won nothing has lost together: the only place is the first, but no one wins.
    is_lost = (definition.together and definition.writes == "winner" and not any(totals)) or any(
        map(definition.falls_short, totals)
    )
    places = ranks(definition, totals, breakers, lasted(definition, so_far))
    return totals, tuple(seat for seat, place in enumerate(places) if place == 1 and not is_lost)


def columns_of(definition: Definition, example: Example, at_round: int) -> list[dict[int, int]]:
    """Return what everyone writes in the rows of a round, or in the pad. Raise `NotAMove`."""
    given, path = (example.pads, "pads") if definition.is_pad else (example.rounds[at_round - 1], "rounds")
    return _columns(definition, given, len(example.totals), path, at_round)


def worth_of(
    definition: Definition, columns: Sequence[Mapping[int, int]], at_round: int
) -> list[tuple[int | None, ...]]:
    """Return what the rows of everyone come to, side by side."""
    return [row_values(definition.rows, one, others(columns, at), at_round) for at, one in enumerate(columns)]


def _of_round(definition: Definition, given: Sequence[int | _Cells], seats: int, at_round: int) -> list[int]:
    """Return the points of one round, which are written as they are, or follow from rows."""
    path = f"rounds.{at_round - 1}"
    if definition.has_rows:
        columns = _columns(definition, given, seats, path, at_round)
        return [total(definition.rows, one) for one in worth_of(definition, columns, at_round)]
    _check_length(len(given), seats, path)
    points = [one for one in given if isinstance(one, int)]
    if len(points) < seats:
        raise NotAMove(path, NO_WHOLE_NUMBER)
    return points


def _columns(
    definition: Definition, given: Sequence[int | _Cells], seats: int, path: str, at_round: int
) -> list[dict[int, int]]:
    """Return what everyone wrote in the rows that are written in."""
    rows, found = definition.rows, []
    _check_length(len(given), seats, path)
    for at, cells in enumerate(given):
        if isinstance(cells, int) or len(cells) > len(rows):
            raise NotAMove(f"{path}.{at}", say("This isn’t in the right format."))
        found.append({row: cell for row, cell in enumerate(cells) if cell is not None and rows[row].is_typed})
    for at, column in enumerate(found):
        stuck = unworkable(rows, column, others(found, at), at_round)
        if stuck is not None:
            raise NotAMove(f"{path}.{at}", say("“{row}” can’t be worked out with these numbers.", row=stuck))
    return found


def _check_length(given: int, wanted: int, path: str) -> None:
    if given != wanted:
        raise NotAMove(path, say("Enter exactly {wanted}, not {given}.", wanted=wanted, given=given))


def found_in(known: Sequence[_Called], letters: str, names: Callable[[_Called], Sequence[str]]) -> list[_Called]:
    """Return what has these letters in one of its names, whatever their case and accents; where nothing has, what a slip
    of the finger in a name or a word of one may mean, such as "yatzee".
    """
    sought = plain_letters(letters)

    def is_nearly(one: _Called) -> bool:
        words = [word for name in names(one) for word in (name, *name.split())]
        return bool(get_close_matches(sought, map(plain_letters, words), n=1, cutoff=0.8))

    has_them = [one for one in known if any(sought in plain_letters(name) for name in names(one))]
    return has_them or [one for one in known if is_nearly(one)]
