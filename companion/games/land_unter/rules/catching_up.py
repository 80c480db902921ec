"""Catching up: where the match stands now, or a sheet that was filled in on paper (LU-21 to LU-24, LU-32)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import check
from companion.engine.game import Outcome, Setup
from companion.engine.rulings import Doubt, doubts
from companion.engine.schema.marks import Between, Length, Prompt
from companion.engine.sheet import TYPED_IN, Paper, check_all_named, round_rows
from companion.engine.story import in_round
from companion.engine.text import SeatName, names, say
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import (
    COPIES_OF_A_LEVEL,
    HIGHEST_LEVEL,
    MOST_POINTS,
    PLAYERS,
    POINTS_IF_OUT,
    RING_CARDS,
    TRICKS,
    Level,
    Rings,
)
from companion.games.land_unter.rules.state import Hand, Player, RoundRecord, State, start
from companion.games.land_unter.rules.trick import Lost, choose_leader

Number = Annotated[int, Between(1, PLAYERS[-1], "LU-30", "round")]
Tricks = Annotated[int, Between(0, TRICKS - 1, "LU-20", "number of tricks")]
# Above 65, the most of five rounds, it is doubted and not refused.
Points = Annotated[int, Between(POINTS_IF_OUT * PLAYERS[-1], 70, "LU-21", "score")]
RoundPoints = Annotated[
    tuple[Annotated[int, Between(POINTS_IF_OUT, MOST_POINTS, "LU-21", "number of points for a round")], ...],
    Length(PLAYERS[0], PLAYERS[-1]),
]


@dataclass(frozen=True, slots=True)
class CatchUpSeat:
    """One seat now: rings left, water showing, out or not, points of the rounds before, and the hand's rings when dealt."""

    score: Annotated[Points, Prompt(say("Points from earlier rounds"))]
    rings: Annotated[Rings, Prompt(say("Rings now"))]
    level: Annotated[Level, Prompt(say("Water level"), widget="level")] | None = None
    out: Annotated[bool, Prompt(say("Out of this round"))] = False
    dealt: Annotated[Rings, Prompt(say("Rings at the start of this hand"))] | None = None


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Where the match stands: which round (the first is 1), how many of its tricks are done, and every seat."""

    said: ClassVar = say("Round {round_number}, tricks played: {tricks_done}")
    # A round for each player. Where only who loses is entered, no water is known.
    offered: ClassVar = {
        "round_number": lambda state: [*map(str, range(1, state.seats + 1))],
        "level": lambda state: [] if state.is_by_rings else ["null", *map(str, range(1, HIGHEST_LEVEL + 1))],
    }

    round_number: Annotated[Number, Prompt(say("Which round is it?"))]
    tricks_done: Annotated[Tricks, Prompt(say("How many tricks have been played?"))]
    seats: Annotated[tuple[CatchUpSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: for each round the points of every seat."""

    said: ClassVar = TYPED_IN

    rounds: Annotated[tuple[RoundPoints, ...], Length(PLAYERS[0], PLAYERS[-1])]


def current_standing(state: State) -> CatchUp:
    """Return the present state, as the form for catching up is filled in at first."""
    seats = tuple(
        CatchUpSeat(score, player.rings or 0, player.level, player.out, hand.rings if hand else None)
        for score, player, hand in zip(state.scores, state.players, _held(state), strict=True)
    )
    # After the last trick or round there is none to come, yet the form must begin with numbers that it takes.
    return CatchUp(min(state.round + 1, state.seats), min(state.trick, TRICKS - 1), seats)


def catch_up(state: State, move: CatchUp) -> Outcome[State]:
    """Return the match as the table says it stands, and what is doubtful about it.

    Raise `IllegalMove` for another number of players, a round there is not, or one that is over already.
    """
    check_all_named(len(move.seats), state.seats, "LU-1", "seats")
    check(move.round_number > state.seats and says.ROUNDS_PLAYED(seats=state.seats), path="round_number")
    players = tuple(Player(one.rings, one.level, one.out) for one in move.seats)
    check(sum(not player.out for player in players) <= 2 and says.ROUND_IS_OVER(round=move.round_number), path="seats")
    index = move.round_number - 1
    jumped = replace(
        state,
        # Whatever was entered: who is out has neither rings nor water (LU-16).
        players=tuple(Player(0, None, True) if player.out else player for player in players),
        round=index,
        trick=move.tricks_done,
        levels=None,
        laid=(),
        leader=None,
        may_lead=(),
        rounds=_rounds(state, move, index),
        # Back to an earlier round, its tricks are played anew; they must not be counted twice among the cards seen.
        tricks=tuple(one for one in state.tricks if one.round < index) if index < state.round else state.tricks,
    )
    standing = replace(jumped, hands=_hands(jumped, move))
    known = tuple(hand.rings if hand else None for hand in _held(jumped))
    dealt = tuple(was if one.dealt is None else one.dealt for one, was in zip(move.seats, known, strict=True))
    together = [
        *audit.doubts_about_rings(players),
        *audit.doubts_about_dealt(standing.hands),
        *audit.doubts_about_scores([one.score for one in move.seats], index),
        *audit.doubts_about_rings_lost(players, dealt, move.tricks_done),
    ]
    # Where only losers are entered, a missing level says nothing.
    if not state.is_by_rings:
        together += audit.doubts_about_water_shown(players, dealt, move.tricks_done)
    # Within a round the leader follows from the trick before (LU-41), which is not known here.
    begun = Outcome(standing) if standing.trick else choose_leader(standing, Lost())
    return replace(
        begun, flags=(*_doubts_about_seats(move), *(replace(flag, new_entries_only=True) for flag in together))
    )


def _held(state: State) -> tuple[Hand | None, ...]:
    """The hand that each seat holds, as far as it was counted."""
    return tuple(state.hands[state.hand_of(seat)] for seat in range(state.seats))


def _hands(jumped: State, move: CatchUp) -> tuple[Hand | None, ...]:
    """Return the hands as they are known or entered. Raise `IllegalMove` if one will be passed on unknown."""
    hands, unknown = list(jumped.hands), []
    for seat, one in enumerate(move.seats):
        held = jumped.hand_of(seat)
        known = hands[held]
        if one.dealt is not None and (known is None or known.rings != one.dealt):
            hands[held] = Hand(one.dealt)
        elif known is None:
            hands[held] = Hand(one.rings)
            unknown.append(seat)
    # In the last round rings now may stand for those dealt: that hand is not passed on any more (LU-32).
    if unknown and move.round_number < jumped.seats:
        check(says.RINGS_AT_THE_START(names=names(unknown)), path=f"seats.{unknown[0]}.dealt")
    return tuple(hands)


def _rounds(state: State, move: CatchUp, index: int) -> tuple[RoundRecord, ...]:
    """Return the rounds before round `index`: as they were played if the points are theirs, else only their sum."""
    scores = tuple(one.score for one in move.seats)
    if index == len(state.rounds) and scores == state.scores:
        return state.rounds
    if not index:
        return ()
    seats = (Player(None, None, False),) * state.seats
    blank = [RoundRecord(seats, (0,) * state.seats, (), "blank")] * (index - 1)
    return (*blank, RoundRecord(seats, scores, (), "sum"))


def _doubts_about_seats(move: CatchUp) -> tuple[Doubt, ...]:
    """Return a doubt for each level shown too often, and each seat with more rings than were dealt to it."""
    shown = [one.level for one in move.seats if one.level is not None and not one.out]
    many = sorted({level for level in shown if shown.count(level) > COPIES_OF_A_LEVEL})
    return doubts(
        *(audit.too_many_of_level(level, shown.count(level)) for level in many),
        *(
            one.dealt is not None
            and one.rings > one.dealt
            and says.MORE_THAN_DEALT(name=SeatName(seat), rings=one.rings, dealt=one.dealt)
            for seat, one in enumerate(move.seats)
        ),
    )


PAPER: Final = Paper(
    "from_paper",
    FromPaper,
    say("Each round’s points, −1 if out."),
    lambda setup: round_rows(in_round, setup.seats, setup.seats, POINTS_IF_OUT, MOST_POINTS),
)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """Return the match as the sheet has it. Raise `IllegalMove` for points that no table can have reached."""
    check(state != start(Setup(state.seats, state.options)) and says.SHEET_AFTER_A_MOVE())
    check(len(move.rounds) != state.seats and says.ROUNDS_PLAYED(seats=state.seats), path="rounds")
    for number, points in enumerate(move.rounds):
        _check_round(state, number, points)
    _check_hands(state, move.rounds)
    rounds = tuple(
        RoundRecord(tuple(Player(None, None, one == POINTS_IF_OUT) for one in points), points, (), "noted")
        for points in move.rounds
    )
    return Outcome(replace(state, round=state.seats - 1, rounds=rounds))


def _check_round(state: State, number: int, points: Sequence[int]) -> None:
    """Raise `IllegalMove` for a round that cannot have ended like that."""
    path = f"rounds.{number}"
    check_all_named(len(points), state.seats, "LU-1", path)
    still_in = [one for one in points if one != POINTS_IF_OUT]
    all_may_fall = state.options["chain"] and state.options["pay_before_early_end"]
    # Each trick costs a ring or puts a player out, unless too few are left to play on.
    left = RING_CARDS - (TRICKS - (state.seats - len(still_in))) if len(still_in) > 2 else RING_CARDS
    # The points for low water are no rings: two tie at a level, or all but the two who took water have none (LU-22).
    kept = sum(still_in) - min(len(still_in), max(2, state.seats - 2))
    check(
        still_in and max(still_in) == 0 and says.LOWEST_SCORES(round=number + 1),
        # Two go out at once at most, and before that three are in: one stays, unless the chain runs on with two left.
        not still_in and not all_may_fall and says.NOT_ALL_OUT(round=number + 1),
        kept > left and says.KEPT_TOO_MANY(round=number + 1, kept=kept, left=left),
        path=path,
    )


def _check_hands(state: State, rounds: Sequence[Sequence[int]]) -> None:
    """Raise `IllegalMove` if the hands that go round would have had more rings than there are."""
    least = [
        # By hand, not by seat, because hands move on each round (LU-32); one point may be for low water (LU-22).
        max(max(0, points[(hand + number) % state.seats] - 1) for number, points in enumerate(rounds))
        for hand in range(state.seats)
    ]
    check(sum(least) > RING_CARDS and says.HANDS_HELD_TOO_MANY(count=sum(least)), path="rounds")
