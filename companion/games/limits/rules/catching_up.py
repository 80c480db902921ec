"""Catching up: where the match stands now, or the sums of a sheet filled in on paper (LI-2, LI-24, LI-30)."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.errors import check
from companion.engine.game import Outcome, Setup
from companion.engine.rulings import Doubt, doubts
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.sheet import TYPED_IN, Paper, PaperRow, check_all_named, row
from companion.engine.text import say
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.components import ALL_POINTS, FIVES, ONES, laid_out
from companion.games.limits.rules.score import (
    Seats,
    doubts_about_balance,
    doubts_about_points_in_box,
    score,
    standings,
    without_points,
)
from companion.games.limits.rules.state import Player, Purse, State, before_a_round, start


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Where the match stands: what every seat has, and who starts the round.

    The limit cards taken say which round it is: each round leaves one with a player. While it is the same round as before,
    its limit card and its pile stay.
    """

    seats: Seats
    starter: (
        Annotated[Seat, Prompt(say("Who starts this round?"), say("the player with the last limit card"), "seat")]
        | None
    ) = None


@dataclass(frozen=True, slots=True)
class FromPaper:
    """A finished sheet: its sums, seat by seat."""

    said: ClassVar = TYPED_IN

    seats: Seats


def current_standing(state: State) -> CatchUp:
    """Return the present state, as the form for catching up is filled in at first."""
    return CatchUp(standings(state.players), state.starter)


def catch_up(state: State, move: CatchUp) -> Outcome[State]:
    """Return the match as the table says it stands, and what is doubtful about it.

    Raise `IllegalMove` for another number of players, a game that is over, or a round whose start player is missing.
    """
    check_all_named(len(move.seats), state.seats, "LI-2", "seats")
    played, rounds = sum(one.limit_cards for one in move.seats), laid_out(state.seats).rounds
    check(played >= rounds and says.ALL_ARE_TAKEN(), path="seats")
    check(move.starter is None and played != state.played and says.WHO_STARTS(), path="starter")
    cards = purses(state, tuple(one.points for one in move.seats))
    players = tuple(
        replace(player, purse=purse, limit_cards=one.limit_cards)
        for player, purse, one in zip(state.players, cards, move.seats, strict=True)
    )
    # The advice on how the last point changes hands was for points that no longer hold.
    standing = replace(state, players=players, handed=None)
    if played != state.played:
        # Rounds that were entered and lie before the new one stay known.
        known = state.rounds if played > state.played else tuple(one for one in state.rounds if one.number <= played)
        standing = replace(before_a_round(standing, move.starter), rounds=known, unrecorded=played - len(known))
    elif state.unseen:
        standing = replace(standing, is_corrected=True)
    elif not state.pile and move.starter is not None:  # it can be said while nothing was played
        standing = replace(standing, starter=move.starter, next_seat=move.starter)
    flags = doubts_about_points_in_box(sum(one.points for one in move.seats))
    return Outcome(standing, flags=(*flags, *_further_doubts(move, played)))


def _further_doubts(move: CatchUp, played: int) -> tuple[Doubt, ...]:
    """Return a doubt for limit cards without points, or a starter who has taken none."""
    # Matches recorded before these doubts may hold both, so none of them falls by it.
    starter = move.starter
    has_none = played and starter is not None and not move.seats[starter].limit_cards
    flags = (*doubts_about_balance(move.seats), *doubts(has_none and says.TAKER_STARTS()))
    return tuple(replace(flag, new_entries_only=True) for flag in flags)


def purses(state: State, points: tuple[int, ...]) -> tuple[Purse, ...]:
    """Return everyone’s point cards: as they are known, else ones while the box has them, then fives."""
    # What is known of the cards in each hand stays known as long as the points are the same.
    if points == tuple(one.points for one in state.players):
        return tuple(one.purse for one in state.players)
    found = [Purse(one) for one in points]
    # Each turn changes five ones of the richest for one of the box's fives, until the box has ones enough.
    for _ in range(FIVES):
        richest = max(range(len(found)), key=lambda seat: found[seat].ones)
        if sum(purse.ones for purse in found) <= ONES or found[richest].ones < 5:
            break
        found[richest] = Purse(found[richest].ones - 5, found[richest].fives + 1)
    return tuple(found)


def rows(setup: Setup) -> tuple[PaperRow, ...]:
    """The sums at the foot of the printed sheet."""
    points, cards = ([f"seats.{seat}.{name}" for seat in range(setup.seats)] for name in ("points", "limit_cards"))
    left = laid_out(setup.seats).rounds
    hint = say("{left} in all, one for each round", left=left)
    return (
        row(say("Points"), *points, high=ALL_POINTS, hint=say("a 5-point card counts as 5")),
        row(say("Limit cards"), *cards, high=left, hint=hint),
    )


PAPER: Final = Paper("from_paper", FromPaper, say("Enter the totals from the foot of the sheet."), rows)


def from_paper(state: State, move: FromPaper) -> Outcome[State]:
    """Return the match as the sheet has it, who wins, and what is doubtful. Raise `IllegalMove` for sums no table can have."""
    check(state != start(Setup(state.seats, state.options)) and says.SHEET_AFTER_A_MOVE())
    check_all_named(len(move.seats), state.seats, "LI-2", "seats")
    _check_sums(move)
    points = tuple(one.points for one in move.seats)
    players = tuple(
        Player(purse, one.limit_cards) for purse, one in zip(purses(state, points), move.seats, strict=True)
    )
    # Of a sheet only the sums are known: its rounds count as played, and leave no record.
    over = replace(state, players=players, unrecorded=laid_out(state.seats).rounds)
    # Of the doubts of `score` that on points stands beside the move, and that on limit cards is refused above.
    return Outcome(over, (replace(score(move.seats), flags=()),), doubts_about_points_in_box(sum(points)))


def _check_sums(move: FromPaper) -> None:
    """Raise `IllegalMove` if limit cards are missing, or brought others more points than they have."""
    taken, rounds = sum(one.limit_cards for one in move.seats), laid_out(len(move.seats)).rounds
    points = sum(one.points for one in move.seats)
    check(
        # Each round leaves one limit card with a player (LI-24), so a finished sheet has as many as rounds.
        taken != rounds and says.ALL_TOGETHER(taken=taken, rounds=rounds),
        # Each brings a point as well, to the one of the two who was right (LI-24).
        points < rounds and says.ROUNDS_BRING(points=points, rounds=rounds),
        path="seats",
    )
    for seat, too_many_taken in without_points(move.seats).items():
        check(too_many_taken, path=f"seats.{seat}.limit_cards")
