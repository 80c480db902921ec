"""What a definition says, as frozen records: how a game is scored, the rows of its pad, and what follows from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.formula import HIGHEST, key_of
from companion.engine.schema.marks import Between, Length
from companion.engine.text import Spelled, Text, signs

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
    - More than `up_to` in a cell is questioned, where there is such a number: five dice show no eight twos.
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
    up_to: Annotated[int, Between(0, HIGHEST, "OW-7", "number of points")] = 0
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
    def is_worth_another(self) -> bool:
        """Whether a cell comes to something else than what is written in it."""
        return self.kind in ("steps", "ranking", "choose") or self.times != 1

    @property
    def key(self) -> str:
        """What a formula calls it."""
        return key_of(self.name)

    def picked(self, cell: int) -> tuple[Choice, ...]:
        """Return what a cell says was picked: the number of one choice from 1; of several, a sum of 1, 2, 4, 8."""
        # One number a cell, whatever the row: what is recorded of a pad is a table of whole numbers.
        ticked = tuple(one for at, one in enumerate(self.choices) if cell >> at & 1)
        return ticked if self.several else self.choices[cell - 1 : cell]

    @property
    def highest(self) -> int:
        """The largest number that a cell takes."""
        most = 2 ** len(self.choices) - 1 if self.several else len(self.choices)
        return most if self.kind == "choose" else HIGHEST


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
    def is_one_round(self) -> bool:
        """Whether all there is to write is one figure of each side, so that nothing adds up."""
        return (self.ends, self.at) == ("rounds", 1) and not self.has_rows

    @property
    def is_one_result(self) -> bool:
        """Whether it is only said once who won, or who came in where."""
        return self.is_one_round and self.writes != "points"

    @property
    def is_won_at_once(self) -> bool:
        """Whether everyone wins or loses together, and that is all."""
        return self.is_one_result and self.together

    @property
    def falls_as_it_comes(self) -> bool:
        """Whether points are written down as they fall, one player's at a time: what is saved together is no round."""
        return (self.writes, self.empty, self.ends, self.dealer) == ("points", "zero", "open", False)

    @property
    def fills_up(self) -> bool:
        """Whether a round is entered as a whole, with those left empty."""
        return self.empty != "wait" and not self.falls_as_it_comes

    @property
    def praises_rounds(self) -> bool:
        """Whether a round may be praised for its points, where there are several sides to score the most."""
        return self.writes in ("points", "rows") and not self.together

    @property
    def is_to_a_score(self) -> bool:
        """Whether points are written down until someone has so many."""
        return (self.ends, self.writes) == ("target", "points")

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
        is_beyond = self.ends_exactly and points != 0 and total + points > self.at
        return points if not is_beyond else 0 if self.back_to is None else self.back_to - total

    def distance(self, total: int) -> int:
        """Return how far a total is from the best there could be: the least wins. Only good beside others."""
        return abs(total - self.to) if self.wins == "nearest" else total if self.fewest_win else -total


def row_named(rows: Sequence[Row], name: str) -> int | None:
    """Return the row that a formula calls so: by its key in any letters, or by its number from 1 as in "r1".

    A name in quotes comes with "_" before it.
    """
    keys, key = [row.key for row in rows], name.casefold().strip("_")
    if key and key in keys:
        return keys.index(key)
    number = int(name[1:]) if re.fullmatch(r"r[0-9]{1,2}", name) else 0
    return number - 1 if 0 < number <= len(rows) else None


def with_aim(definition: Definition) -> Definition:
    """Return the definition as a new game is played by it: a score that all play for together must be reached."""
    # Not by itself: in a match that was played before this was asked, everyone has won.
    return replace(definition, must_reach=True) if definition.has_an_aim else definition


def changed(old: Definition, new: Definition) -> Definition:
    """Return what a table made of a definition: the next version if anything differs."""
    # Saving without a change makes no new version.
    return old if replace(new, version=old.version) == old else replace(new, version=old.version + 1)
