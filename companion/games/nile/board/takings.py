"""What a scoring brings, as it is shown before it is confirmed and after, and the charts of all of them (NI-30 to NI-35)."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from companion.engine.charts import BarChart, LineChart, Series, bar_chart, by_seat, line_chart
from companion.engine.rulings import Reason
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.nile.board.stalls import Stall, count_of_plants, stall, with_marks
from companion.games.nile.board.track import Race, race
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.columns import score_column
from companion.games.nile.rules.components import LAST_SQUARE, Column, numbered
from companion.games.nile.rules.play import score_turn
from companion.games.nile.rules.state import Scoring, State

FAR: Final = 6
"""From here on pawns can be told apart in a chart that reaches to the obelisk."""


@dataclass(frozen=True, slots=True)
class TakingsLine:
    """One player in a full column: plants that count, rotten ones, points, and what is left of them there.

    `won_tie`: ranked before a player with as many; `balance` is None if rot is set off over all columns.
    """

    seat: int
    count: int
    rotten: int
    points: int
    won_tie: bool
    balance: int | None


class SoldColumn(NamedTuple):
    """A full column: its plants, the one that decides a tie marked, and a line for everyone who has a plant in it."""

    stall: Stall
    lines: tuple[TakingsLine, ...]
    has_tie: bool


class Takings(NamedTuple):
    """A whole scoring: columns from the left, what each gains and has then, the plants each loses, where the obelisk goes."""

    round: int
    columns: tuple[SoldColumn, ...]
    gains: tuple[tuple[int, int, int], ...]
    lost: tuple[tuple[int, int], ...]
    obelisk: tuple[int, int]
    headlines: tuple[Text, ...]
    because: tuple[Reason, ...]
    is_over: bool
    pawns: tuple[tuple[int, int], ...]

    @property
    def standing(self) -> tuple[tuple[int, int, int], ...]:
        """What each has gained and has then, those who gained nothing last."""
        still = tuple((seat, 0, then - 1) for seat, (was, then) in enumerate(self.pawns) if was == then)
        return (*self.gains, *sorted(still, key=lambda one: -one[2]))

    @property
    def race(self) -> Race:
        return race(self.pawns, self.obelisk, is_far=False)

    @property
    def screen_race(self) -> Race:
        return race(self.pawns, self.obelisk, is_far=True)

    @property
    def goes_back(self) -> Text:
        """Why the obelisk moves: a square for each player who loses plants."""
        return says.GOES_BACK(
            count=len(self.lost), before=numbered(self.obelisk[0]), after=numbered(self.obelisk[1])
        ).text

    @property
    def is_quiet(self) -> bool:
        return not self.columns and not self.lost

    @property
    def short(self) -> Text:
        """All of it in a few words, for a button."""
        if self.is_quiet:
            return says.NO_COLUMN_FULL().text
        parts = [signs("{name} +{points}", name=SeatName(seat), points=gain) for seat, gain, _ in self.gains]
        if self.columns and not self.gains:
            parts.append(say("No one moves ahead."))
        if self.lost:
            plants = count_of_plants(sum(count for _, count in self.lost))
            parts.append(say("{plants} lost, obelisk to {square}", plants=plants, square=numbered(self.obelisk[1])))
        text = signs("{parts}", parts=tuple(parts))
        return say("{told}. The game is over", told=text) if self.is_over else text


class Charts(NamedTuple):
    """The squares of pawns and obelisk after every turn, and what each player took from the market, turn by turn.

    While no pawn has come far, the obelisk is left out: on its scale the pawns would lie on one another.
    """

    heading: Text
    pawns: LineChart
    takings: BarChart


def takings(state: State, number: int) -> Takings:
    return _shown(state, state.scorings[number], is_over=number + 1 == len(state.scorings) and state.phase == "over")


def next_takings(state: State) -> Takings | None:
    """What the scoring would bring if the last player finished now; None if more players follow."""
    turn = state.turn
    if turn is None or turn.is_extra or (turn.seat + 1) % state.seats != state.starter:
        return None
    after = score_turn(state).state
    return _shown(after, after.scorings[-1], is_over=after.phase == "over")


def _shown(state: State, scoring: Scoring, *, is_over: bool) -> Takings:
    by_column = state.options["rot_balance"] == "column"
    lost = sorted(Counter(plant.seat for plant in scoring.purged).items())
    # Pawns start on square 1, so the points are one less than the square.
    gains = tuple((seat, gain, scoring.pawns[seat][1] - 1) for seat, gain in enumerate(scoring.gains) if gain)
    return Takings(
        scoring.turn + 1,
        tuple(_column(column, plants, by_column=by_column) for column, plants in scoring.sold.items()),
        tuple(sorted(gains, key=lambda one: -one[1])),
        tuple(lost),
        scoring.obelisk,
        _headlines(scoring, lost),
        tuple(reason for ruling in scoring.rulings for reason in ruling.because),
        is_over,
        scoring.pawns,
    )


def _column(column: int, plants: Column, *, by_column: bool) -> SoldColumn:
    score = score_column(plants)
    counts = Counter(plant.seat for plant in plants if plant.state != "rotten")
    # Those ranked before a player with as many plants.
    tied = [seat for seat, following in pairwise(score.points) if counts[seat] == counts[following]]
    # Later squares overwrite earlier ones: each player's last plant, rotten or not, decides a tie (NI-32).
    last = {plant.seat: square for square, plant in enumerate(plants)}
    # Whose plants there are all rotten is not ranked, but is shown with them.
    seats = [*score.points, *(seat for seat in sorted(score.rotten) if seat not in counts)]
    lines = tuple(
        TakingsLine(
            seat,
            counts[seat],
            score.rotten.get(seat, 0),
            score.points.get(seat, 0),
            seat in tied,
            max(0, score.points.get(seat, 0) - score.rotten.get(seat, 0)) if by_column else None,
        )
        for seat in seats
    )
    return SoldColumn(with_marks(stall(column, plants), [last[seat] for seat in tied]), lines, bool(tied))


def _headlines(scoring: Scoring, lost: list[tuple[int, int]]) -> tuple[Text, ...]:
    texts = [one.headline for one in scoring.rulings if one.name == "market-scoring"]
    if lost:
        texts.append(went_back(scoring))
    return tuple(texts) or (says.NO_COLUMN_FULL().text,)


def went_back(scoring: Scoring) -> Text:
    """The plants that left the boat for good, and how far the obelisk went back for it."""
    before, after = scoring.obelisk
    steps = say_many("{count} square", "{count} squares", before - after)
    return say(
        "{plants} left the boat for good. The obelisk goes back {steps}.",
        plants=count_of_plants(len(scoring.purged)),
        steps=steps,
    )


def charts(state: State) -> Charts:
    numbers = [one.turn + 1 for one in state.scorings]
    pawns = [(0,) * state.seats, *(tuple(numbered(after) for _, after in one.pawns) for one in state.scorings)]
    obelisk = tuple(map(numbered, (LAST_SQUARE, *(one.obelisk[1] for one in state.scorings))))
    is_far = max(map(max, pawns)) >= FAR
    return Charts(
        say("Squares of pawns and obelisk") if is_far else say("Squares of pawns"),
        line_chart(
            [0, *numbers],
            (*by_seat(pawns), *((Series(None, obelisk, say("Obelisk"), "obelisk"),) if is_far else ())),
            is_bare=True,
        ),
        bar_chart(numbers, by_seat([one.gains for one in state.scorings] or [(0,) * state.seats])),
    )


def who_won(state: State) -> Text:
    winners = state.winners or ()
    return say_many("{names} wins.", "{names} share the win.", winners)
