"""A match scored by rounds, from one declaration: where it stands, how it is caught up with, typed in, narrated and printed.

`Rounds` says which move enters a round and how many there are. Everything else here follows from the points by round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, make_dataclass
from itertools import chain
from operator import attrgetter
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

from companion.engine.errors import check, within
from companion.engine.game import Moment, Outcome, Setup, SetupSheet, Status, Viewer
from companion.engine.present import LessonCard, Screen
from companion.engine.rulings import Clause, Json, Reason
from companion.engine.schema.codec import encode
from companion.engine.schema.declared import fields, hints
from companion.engine.schema.marks import Between, Length, Prompt
from companion.engine.sheet import (
    HAS_BEGUN,
    SMALLEST_FIELD_MM,
    TYPED_IN,
    Field,
    Label,
    Page,
    Paper,
    PlayerCell,
    Sheet,
    SheetRow,
    Size,
    Table,
    round_rows,
)
from companion.engine.story import (
    Highlight,
    Step,
    Story,
    Stretch,
    Turned,
    best,
    brought,
    in_time,
    lead,
    placings,
    ranked,
    the_most,
    turned,
)
from companion.engine.story import who_won as winning
from companion.engine.text import Text, say, say_as, say_many, signs

State = TypeVar("State")
Scores: TypeAlias = tuple[int, ...]
# It bounds what a file or a form can ask us to play through.
MOST_ROUNDS: Final = 60
FROM_PAPER, STAND_NOW = "from_paper", "stand_now"
OVER: Final = say("after the end")
LABELS: Final[Mapping[str, Text]] = {
    "score": say("score"),
    "round": say_as("of any game", "Round"),
    "winners": say("Who wins"),
    "phase": say("What’s next"),
}


@dataclass(frozen=True, slots=True)
class Rounds(Generic[State]):
    """How a match is scored.

    - `kind` is the move that enters a round, and `field` the one of its fields that holds the points of all.
    - `wanted(setup)` is the number of rounds of a match, which are the rows of its sheet.
    - `scoring` and `winning` are the clauses that say what a round scores, and who wins.
    - `played(state)` is the points of all, round by round; `setup(state)` what the match started from.
    - `is_over(state)`: by default, once all rounds are played; a game that gives it says nothing of their number.
      `fewest_win(setup)`: the lowest total is the best; `nearest(setup)`: the nearest to this number is.
    - `before(state)` is what everyone had when the table began to enter rounds, `skipped(state)` how many were over.
    - `hides(state)`: no viewer sees the scores yet. `in_points(setup)`: False where a round has no points, only places.
    - `won(state)` is the sentence that says who has won, `places(state)` the place of every seat, where not points alone
      decide it. `phase` names what goes on until the end.
    """

    kind: str
    field: str
    wanted: Callable[[Setup], int]
    scoring: str
    winning: str
    played: Callable[[State], Sequence[Scores]] = attrgetter("rounds")
    setup: Callable[[State], Setup] = attrgetter("setup")
    is_over: Callable[[State], bool] | None = None
    fewest_win: Callable[[Setup], bool] = lambda setup: False
    nearest: Callable[[Setup], int | None] = lambda setup: None
    before: Callable[[State], Scores] | None = None
    skipped: Callable[[State], int] = lambda state: 0
    hides: Callable[[State], bool] = lambda state: False
    in_points: Callable[[Setup], bool] = lambda setup: True
    won: Callable[[State], Text] | None = None
    places: Callable[[State], Scores] | None = None
    phase: str = "round"

    def totals(self, state: State) -> tuple[Scores, ...]:
        """All scores before the first round and after each."""
        found = [(0,) * self.setup(state).seats if self.before is None else self.before(state)]
        for points in self.played(state):
            found.append(tuple(score + more for score, more in zip(found[-1], points, strict=True)))
        return tuple(found)

    def number(self, setup: Setup) -> int | None:
        """Return the number of rounds of a match; None where it ends by something else."""
        return self.wanted(setup) if self.is_over is None else None

    def ends(self, state: State) -> bool:
        if self.is_over is not None:
            return self.is_over(state)
        return len(self.played(state)) >= self.wanted(self.setup(state))

    def ranks(self, state: State) -> Scores:
        """Return the place of every seat by the points so far."""
        if self.places is not None:
            return self.places(state)
        sign = 1 if self.fewest_win(self.setup(state)) else -1
        return ranked([sign * score for score in self.totals(state)[-1]])

    def leaders(self, state: State) -> tuple[int, ...]:
        """Return the seats that share the first place."""
        return tuple(seat for seat, place in enumerate(self.ranks(state)) if place == 1)


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: its points by round."""

    by_round: Scores


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match: the round under way, from 0, of so many if that is known, and what every seat has."""

    phase: Literal["round", "over"]
    round: int
    rounds: int | None
    seats: tuple[ShownSeat, ...]


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The numbers of the set-up: how many rounds are played, if that is known."""

    rounds: int | None


class OfRounds(Generic[State]):
    """Every default that follows from the rounds of a game, under the name it has in the game's record."""

    def __init__(self, rounds: Rounds[State], clauses: tuple[Clause, ...]) -> None:
        self.rounds = rounds
        self.by_id = {clause.id: clause for clause in clauses}
        self.first = clauses[0].id

    def said(self, *clauses: str) -> tuple[Reason, ...]:
        """Return what clauses say, as sentences that cite them."""
        return tuple(Reason(self.by_id[one].text, (one,)) for one in clauses)

    def lay_out(self, setup: Setup) -> SetupSheet:
        """There is nothing to lay out but the number of rounds."""
        return SetupSheet(
            {"rounds": self.rounds.number(setup)}, (*self.how_many(setup), *self.said(self.rounds.scoring))
        )

    def how_many(self, setup: Setup) -> tuple[Reason, ...]:
        """Return how many rounds are played, if that is known before."""
        number = self.rounds.number(setup)
        if number is None:
            return ()
        return (
            Reason(say_many("You play {count} round.", "You play {count} rounds.", number), (self.rounds.winning,)),
        )

    def status(self, state: State) -> Status:
        # All zeros and no winner: a total, or a rank, would give the hidden rounds away.
        if self.rounds.hides(state):
            return Status(self.rounds.phase, None, (0,) * self.rounds.setup(state).seats, None)
        is_over = self.rounds.ends(state)
        winners, phase = (self.rounds.leaders(state), "over") if is_over else (None, self.rounds.phase)
        return Status(phase, None, self.rounds.totals(state)[-1], winners, self.rounds.ranks(state))

    def view(self, state: State, viewer: Viewer) -> Mapping[str, Json]:
        """Return the state as JSON; there are no secrets."""
        played, status = self.rounds.played(state), self.status(state)
        seats = tuple(ShownSeat(tuple(points[seat] for points in played)) for seat in range(len(status.scores)))
        # At the end no further round is under way.
        at = len(played) - (status.phase == "over")
        shown = encode(ShownMatch("round", at, self.rounds.number(self.rounds.setup(state)), seats))
        assert isinstance(shown, dict)
        return {name: value for name, value in shown.items() if name != "phase"}

    def value_name(self, name: str, value: Json) -> Text | None:
        """Return a labelled value in words; None if it is read as it is."""
        if name == "phase":
            return say("The game is over") if value == "over" else say("entering points")
        return signs("{value}", value=int(str(value)) + 1) if name == "round" else None

    def moment(self, state: State) -> Moment:
        at = self.rounds.skipped(state) + len(self.rounds.played(state))
        # `skipped` rounds count: a table that caught up is in its fifth round, though only one was entered here.
        part = OVER if self.rounds.ends(state) else _round(at + 1)
        return Moment("over" if part == OVER else f"r{at}", part, part)

    def screen(self, state: State) -> Screen:
        """Return what the table screen says: the round, and what the last one brought."""
        played, number = self.rounds.played(state), self.rounds.number(self.rounds.setup(state))
        is_over, at = self.rounds.ends(state), len(played)
        return Screen(
            place=say("The game is over") if is_over else _round(at + 1, number),
            within=None,
            steps=None if is_over or number is None or at > number else (at, number),
            call=None if is_over else say("Write down what everyone scored"),
            turn=None,
            verdict=(who_won(self.rounds, state),) if is_over else (),
            counted=say("Points"),
            gains=tuple(played[-1]) if played and not is_over else (),
        )

    def put_right(self, before: State, after: State, when: Moment, reader: int | None) -> Turned | None:
        """Return whose points of a round a correction turned."""
        both = zip(self.rounds.played(before), self.rounds.played(after), strict=False)
        edited = next((pair for pair in both if pair[0] != pair[1]), None)
        return turned(when.name, *edited, reader) if edited and not self.rounds.hides(after) else None

    def story(self, state: State, steps: Sequence[Step[State]]) -> Story:
        """Return how the match went: the ranking, the score after each round, the richest round, who stayed ahead."""
        is_over, is_hidden = self.rounds.ends(state), self.rounds.hides(state)
        stretches = () if is_hidden else self._stretches(state)
        headline = who_won(self.rounds, state) if is_over else None
        found = [] if is_hidden else self._highlights(state, steps, stretches)
        status = self.status(state)
        return Story(
            headline,
            placings(status.places or (1,) * len(status.scores), status.scores),
            say_as("of any game", "Round"),
            say("Total after each round"),
            stretches,
            in_time(found, steps, headline, self.rounds.winning),
            fewest_win=self.rounds.fewest_win(self.rounds.setup(state)),
            nearest=self.rounds.nearest(self.rounds.setup(state)),
        )

    def _stretches(self, state: State) -> tuple[Stretch, ...]:
        """Return the score after each round; what no round tells, as one of its own."""
        start, *after = self.rounds.totals(state)
        # A result typed in without rounds still has one stretch, or its chart would be empty.
        if not after and (self.rounds.ends(state) or any(start)):
            after = [start]
        return tuple(Stretch(number, scores) for number, scores in enumerate(after, self.rounds.skipped(state) + 1))

    def _highlights(
        self, state: State, steps: Sequence[Step[State]], stretches: Sequence[Stretch]
    ) -> list[Highlight | None]:
        """Return the richest round, and from which on the winners stayed ahead."""

        def numbered(one: State) -> list[tuple[int, Scores]]:
            return [*enumerate(self.rounds.played(one), self.rounds.skipped(one) + 1)]

        entered = [(step.index, *record) for step, record in brought(steps, numbered)]
        setup = self.rounds.setup(state)
        # "The most in one round" is praise only where the most is best.
        is_best_the_most = self.rounds.in_points(setup) and not self.rounds.fewest_win(setup)
        is_best_the_most = is_best_the_most and self.rounds.nearest(setup) is None
        # Of rounds that no one entered it is not known.
        is_known = is_best_the_most and not self.rounds.skipped(state)
        found = [self._richest(entered, self.rounds.totals(state)[-1])] if is_known else []
        if self.rounds.ends(state) and len(entered) > 1:
            ended = {number: index for index, number, _ in entered}
            wanted, sign = self.rounds.nearest(setup), -1 if self.rounds.fewest_win(setup) else 1
            # `lead` looks for the highest: where fewest or nearest wins, the numbers are turned round for it.
            signed = [
                Stretch(
                    one.number, tuple(sign * score if wanted is None else -abs(score - wanted) for score in one.scores)
                )
                for one in stretches
            ]
            found.append(lead(signed, self.rounds.leaders(state), ended, _round, self.rounds.winning))
        return found

    def _richest(self, entered: Sequence[tuple[int, int, Scores]], totals: Scores) -> Highlight | None:
        """Return the most that anyone scored in one round; None if another brought as many, or it left them below 0."""
        found = the_most(entered, lambda one: max(one[2]))
        if found is None:
            return None
        index, number, points = found
        if min(totals[seat] for seat in best(points)) < 0:
            return None
        text = say_many(
            "{names} scores {points}, the most in one round.",
            "{names} score {points}, the most in one round.",
            best(points),
            points=max(points),
        )
        return Highlight(_round(number), text, (self.rounds.scoring,), index)


def who_won(rounds: Rounds[Any], state: Any) -> Text:
    """Return the sentence that says who has won, alone or with others."""
    if rounds.won is not None:
        return rounds.won(state)
    winners = rounds.leaders(state)
    return winning(winners, rounds.totals(state)[-1][winners[0]])


def _round(number: int, of: int | None = None) -> Text:
    if of is not None:
        return say_as("of any game", "Round {round} of {rounds}", round=number, rounds=of)
    return say_as("of any game", "Round {round}", round=number)


class Afterwards(Generic[State]):
    """How a match that was not entered as it went is entered: how it stands now, or a finished paper sheet.

    Both hold the points of every round; what comes of them is what the rounds, played one after the other, come to.
    """

    def __init__(
        self,
        rounds: Rounds[State],
        shape: type,
        enter: Callable[[State, Any], Outcome[State]],
        start: Callable[[Setup], State],
        clause: str,
    ) -> None:
        self.rounds, self.shape, self.enter, self.start, self.clause = rounds, shape, enter, start, clause
        one_round: Any = hints(shape)[rounds.field]
        every = Annotated[tuple[one_round, ...], Length(0, MOST_ROUNDS), Prompt(say("The rounds so far"))]
        self.from_paper = _shape("FromPaper", "A finished sheet: the points of every round.", every, TYPED_IN)
        self.stand_now = _shape(
            "StandNow", "How things stand: the points of every round so far.", every, say("Where things stand")
        )
        one = next(iter(fields(shape)[rounds.field].inner), fields(shape)[rounds.field]).mark(Between)
        # No more rounds can stand than a match has, where it has so many.
        self.stand_now.most = {"rounds": lambda state: rounds.number(rounds.setup(state)) or MOST_ROUNDS}  # type: ignore[attr-defined]
        # Without a range of its own a round takes what fits into the cell.
        self.low, self.high = (one.low, one.high) if one else (-999, 999)

    def stands(self, state: State) -> Any:
        """Return the present state, as the form for it is filled in at first."""
        return self.stand_now(tuple(map(tuple, self.rounds.played(state))))

    def paper(self) -> Paper:
        """Return the rows of the sheet: the points of each round."""
        return Paper(
            FROM_PAPER,
            self.from_paper,
            say("Each round’s points, as on the sheet."),
            lambda setup: round_rows(_round, self.rounds.wanted(setup), setup.seats, self.low, self.high),
        )

    def play_stand_now(self, state: State, move: Any) -> Outcome[State]:
        """Return the match as the table says it stands. Raise `IllegalMove`."""
        # From the start, not from here: it says all rounds, so whatever was entered before is replaced by it.
        return self._replayed(self.start(self.rounds.setup(state)), move.rounds)

    def play_from_paper(self, state: State, move: Any) -> Outcome[State]:
        """Return the match as the sheet tells it.

        Raise `IllegalMove` if it has begun, or is not over with these rounds.
        """
        fresh = self.start(self.rounds.setup(state))
        # A sheet is a whole match. Entered over one that has begun, it would throw that away.
        check(state != fresh and Reason(HAS_BEGUN, (self.clause,)))
        outcome = self._replayed(fresh, move.rounds)
        given, wanted = len(move.rounds), self.rounds.number(self.rounds.setup(state))
        text = say("Rounds on the sheet: {given}. A whole game has {wanted}.", given=given, wanted=wanted or 0)
        text = say("The game continues.") if wanted is None else text
        check(not self.rounds.ends(outcome.state) and Reason(text, (self.rounds.winning,)), path="rounds")
        return outcome

    def _replayed(self, state: State, rounds: Sequence[Scores]) -> Outcome[State]:
        outcome: Outcome[State] = Outcome(state)
        for number, points in enumerate(rounds):
            with within(f"rounds.{number}"):
                # Through the same move as when it is entered round by round, so that no sheet holds what no round may.
                found = self.enter(outcome.state, self.shape(**{self.rounds.field: points}))
            outcome = Outcome(found.state, found.rulings, (*outcome.flags, *found.flags))
        return outcome


def _shape(name: str, about: str, every: Any, said: Text) -> type:
    """Return a move of one field, which holds every round; `said` is its sentence in the journal."""
    made: type = make_dataclass(
        name, [("rounds", every)], frozen=True, slots=True, namespace={"__doc__": about, "said": said}
    )
    return made


ROWS_ON_A_PAGE: Final = {"normal": 20, "large": 12}
HEIGHT_MM: Final = {"normal": 8, "large": 13}
ROOM_MM: Final = {True: 210, False: 190}
"""What all rows of a page may take that is blank, or has the way to its match at its foot."""
HEAD_MM: Final = 12
HIGHEST_MM: Final = 16
NUMBER_MM: Final = 10
ASIDE_MM: Final = 22
WIDTH_MM: Final = 186
"""Of a page of paper, between its margins."""


def sheet_of(of: OfRounds[Any], setup: Setup, size: Size, state: Any, viewer: Viewer) -> Sheet:
    """Return the form: a row for each round, what everyone scored in it, and the sum at the foot."""
    played = () if state is None else of.rounds.played(state)
    wanted = max(of.rounds.wanted(setup), len(played))
    totals = of.rounds.totals(state)[-1] if played else (None,) * setup.seats
    rows = [*played, *((None,) * setup.seats for _ in range(wanted - len(played))), totals]
    names = [*(Label(at + 1, is_strong=True) for at in range(wanted)), Label("Σ", is_strong=True)]
    reminders = of.said(of.rounds.scoring, of.rounds.winning)
    columns = [[(Field(one),) for one in column] for column in zip(*rows, strict=True)]
    title = say_as("of any game", "Points by round")
    return ruled(title, names, columns, size, reminders, is_blank=state is None)


def ruled(
    title: Text,
    names: Sequence[Label],
    columns: Sequence[Sequence[tuple[Field, ...]]],
    size: Size,
    reminders: tuple[Reason, ...],
    names_mm: int = NUMBER_MM,
    heads: Sequence[tuple[int, ...]] = (),
    kept: int = 1,
    under: tuple[Label, ...] = (),
    aside: Text | None = None,
    *,
    is_blank: bool,
) -> Sheet:
    """Return a sheet with a row for each name and a column for each player, or for those of each of the `heads`; the last
    row is the total, at the foot of all. So many rows as are `kept` together stand on one page, if they fit there. More
    columns than leave room to write in go on further pages. A column has the fields side by side that are named `under` its head.
    What is noted `aside` of each row has a column before them.
    """
    most = ROWS_ON_A_PAGE[size]
    # A page ends with a whole group of rows, such as the lines of one round.
    most -= most % kept if 0 < kept < most else 0
    sides = heads or tuple((seat,) for seat in range(len(columns)))
    pages = -(-len(columns) // ((WIDTH_MM - names_mm) // SMALLEST_FIELD_MM[0]))
    # The last row is the total: it never stands on a page by itself.
    starts = range(0, max(1, len(names) - 1), most)
    room_mm = ROOM_MM[is_blank] - HEAD_MM * (max(map(len, sides)) - 1)
    high = max(HEIGHT_MM[size], min(HIGHEST_MM, room_mm // min(len(names), most + 1)))
    found, noted = [], aside is not None
    # Evenly, so that no page has a single column beside a full one.
    for beside in (slice(len(columns) * at // pages, len(columns) * (at + 1) // pages) for at in range(pages)):
        head = _heads("#" if names_mm == NUMBER_MM else "", aside, sides[beside], under)
        rows = [
            SheetRow((name, *[Field()] * noted, *chain(*(column[at] for column in columns[beside]))), high)
            for at, name in enumerate(names)
        ]
        widths = (names_mm, *[ASIDE_MM] * noted, *[0] * (len(columns[beside]) * max(1, len(under))))
        parts = [tuple(rows[at : None if at == starts[-1] else at + most]) for at in starts]
        found += [Page((Table(title, widths, part, head),)) for part in parts]
    return Sheet(tuple(found), reminders)


def _heads(
    number: str, aside: Text | None, sides: Sequence[tuple[int, ...]], under: tuple[Label, ...]
) -> tuple[SheetRow, ...]:
    """Return the rows above those of a page: who shares each column, line by line, and what stands `under` them."""
    first, wide = [Label(number), *([] if aside is None else [Label(aside)])], max(1, len(under))
    left = [first, *[[Label("")] * len(first)] * max(map(len, sides))]
    members = (
        SheetRow((*left[at], *(_member(side, at, wide) for side in sides)), HEAD_MM)
        for at in range(max(map(len, sides)))
    )
    return (*members, *([SheetRow((*left[-1], *(under * len(sides))))] if under else []))


def _member(side: tuple[int, ...], at: int, wide: int) -> PlayerCell | Label:
    """Return the head of a column, so `wide`, for one of those who share it, in their order."""
    return PlayerCell(side[at], wide, is_named=True) if at < len(side) else Label("", wide)


def lesson_of(of: OfRounds[Any], setup: Setup | None) -> tuple[LessonCard, ...]:
    """Return who plays, what a round scores, who wins: what the clauses say, and how many rounds there are."""
    rounds = () if setup is None else of.how_many(setup)
    return (
        LessonCard(say("Who plays"), of.said(of.first), "players"),
        LessonCard(say("A round"), of.said(of.rounds.scoring), "round"),
        LessonCard(say("The end"), (*rounds, *of.said(of.rounds.winning)), "end"),
    )
