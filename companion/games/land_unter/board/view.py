"""What the board of Land Unter shows one viewer: the table, what happened last, and the entry that is being made.

Nothing here changes a match: what an entry would bring is found out by trying it on the state and forgetting it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from companion.engine.charts import LineChart
from companion.engine.game import Draft, Moment, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.text import Text, names, say, say_many
from companion.games.land_unter.board.drawings import (
    Tank,
    WaterChart,
    score_chart,
    tanks,
    tanks_as_they_are,
    water_chart,
)
from companion.games.land_unter.board.loss_entry import LossEntry, loss_entry
from companion.games.land_unter.board.ring_entry import RingEntry, ring_entry
from companion.games.land_unter.board.taps import Taps, taps_of
from companion.games.land_unter.board.trick_entry import TrickEntry, trick_entry
from companion.games.land_unter.board.verdicts import (
    Mark,
    RoundEnd,
    Verdict,
    last_round,
    last_verdict,
    rounds_played,
    trace,
)
from companion.games.land_unter.board.water import Pieces, has_pieces, pieces
from companion.games.land_unter.rules.components import TRICKS
from companion.games.land_unter.rules.state import State

Phase: TypeAlias = Literal["rings", "trick", "over"]
OWN_CARD = "own"
"""The way of entering a trick by only one's own card."""


@dataclass(frozen=True, slots=True)
class Place:
    """One player in the final ranking; equal scores share a place."""

    place: int
    seat: int
    score: int


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of the match: who won, the ranking, the charts."""

    headline: Text
    places: tuple[Place, ...]
    scores: LineChart
    water: WaterChart


class Board(NamedTuple):
    """Everything the template shows. `round` and `trick` count from 1; `trace` are the tricks of this round.

    `is_read`: whoever looks on here has gone on from the end of the round before.
    """

    phase: Phase
    moment: str
    round: int
    rounds: int
    trick: int
    tricks: int
    tanks: tuple[Tank, ...]
    trace: tuple[Mark, ...]
    is_read: bool
    is_open_play: bool
    has_water: bool
    turn: int | None
    candidates: tuple[int, ...]
    by_own_card: bool
    has_own_card: bool
    ring_entry: RingEntry | None
    trick_entry: TrickEntry | None
    loss_entry: LossEntry | None
    pieces: Pieces | None
    verdict: Verdict | None
    round_end: RoundEnd | None
    rounds_played: tuple[RoundEnd, ...]
    ending: Ending | None

    @property
    def moments_done(self) -> tuple[str, ...]:
        """When the tricks of this round were played that were recorded as tricks."""
        return tuple([one.moment for one in self.trace if one.is_done])

    @property
    def last_trick(self) -> int:
        """The number of the trick finished last, in its round."""
        return self.verdict.trick if self.verdict else 0


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: counting rings, a trick of a round, or the end."""
    if state.is_over:
        return Moment("over", say("after the end"), say("after the end"))
    if state.is_counting:
        return Moment("rings", say("Counting rings"), say("Counting rings"))
    part, name = say("Round {round}", round=state.round + 1), say("Trick {trick}", trick=state.trick + 1)
    if state.asks_lowest:
        return Moment(f"r{state.round}tlow", part, say("the lowest water"))
    return Moment(f"r{state.round}t{state.trick}", part, name)


def board(state: State, viewer: Viewer, draft: Draft) -> Board:
    """The board as this viewer may see it, with what this device has tapped so far."""
    untouched = None if draft else _untouched(state)
    if untouched is None:
        return draw_up(state, viewer, draft)
    have_cards, to_lay, to_watch = untouched
    return to_watch if have_cards.isdisjoint(viewer.seats) else to_lay


@cached_by_identity
def _untouched(state: State) -> tuple[frozenset[int], Board, Board] | None:
    """The seats that have a card to lay, the board for all of them before anything is tapped, and that for all who have none.

    None where every board is one's own.
    """
    if state.is_counting or state.is_over:
        return None
    to_lay = draw_up(state, Viewer(frozenset(state.still_in[:1])), {})
    has_cards = frozenset[int]() if state.is_by_rings else frozenset(state.still_in)
    return has_cards, to_lay, to_lay._replace(has_own_card=False)


def draw_up(state: State, viewer: Viewer, draft: Draft) -> Board:
    """The board, drawn up for this viewer alone."""
    phase: Phase = "over" if state.is_over else "rings" if state.is_counting else "trick"
    loss = loss_entry(state, draft) if phase == "trick" and state.is_by_rings else None
    trick = trick_entry(state, taps_of(draft, "trick")) if phase == "trick" and not loss else None
    has_own_card = not loss and phase == "trick" and not viewer.seats.isdisjoint(state.still_in)
    by_own_card = has_own_card and _by_own_card(draft)
    now = moment(state).key
    return Board(
        phase=phase,
        moment=now,
        round=min(state.round + 1, state.seats),
        rounds=state.seats,
        trick=min(state.trick + 1, TRICKS),
        tricks=TRICKS,
        tanks=tanks(state, trick.coming) if trick and trick.coming and not by_own_card else tanks_as_they_are(state),
        trace=trace(state),
        is_read=draft.get("_read") == (now,),
        has_water=phase != "rings" and not state.is_by_rings,
        is_open_play=bool(state.options["open_play"]),
        turn=state.turn,
        candidates=state.candidates,
        by_own_card=by_own_card,
        has_own_card=has_own_card,
        ring_entry=ring_entry(state, viewer, taps_of(draft, "count_rings")) if phase == "rings" else None,
        trick_entry=trick,
        loss_entry=loss,
        # If nobody looks at the own card it is left out: it would make every seat's board a different one.
        pieces=_pieces(state, viewer if by_own_card else Viewer(), draft) if by_own_card or has_pieces(state) else None,
        verdict=last_verdict(state),
        round_end=last_round(state),
        rounds_played=rounds_played(state),
        ending=ending(state) if phase == "over" else None,
    )


def ending(state: State) -> Ending:
    """The end of a match that is over (LU-30)."""
    scores = state.scores
    ranked = sorted(range(state.seats), key=lambda seat: (-scores[seat], seat))
    places = tuple(Place(1 + sum(one > scores[seat] for one in scores), seat, scores[seat]) for seat in ranked)
    return Ending(
        who_won(tuple(place.seat for place in places if place.place == 1), max(scores)),
        places,
        score_chart(state),
        water_chart(state),
    )


def who_won(winners: tuple[int, ...], points: int) -> Text:
    """The sentence that says who has won, alone or with others."""
    with_points = say_many("with {count} point", "with {count} points", points)
    if len(winners) == 1:
        return say("{names} wins {with_points}.", names=names(winners), with_points=with_points)
    return say("{names} share the win {with_points}.", names=names(winners), with_points=with_points)


def _pieces(state: State, viewer: Viewer, draft: Draft) -> Pieces:
    return pieces(state, viewer, taps_of(draft, "levels" if "levels" in draft.get("kind", ()) else "lay"))


def _by_own_card(draft: Draft) -> bool:
    """Whether this device enters its own card alone where it has one: it chose to, or such an entry is being made."""
    is_piece = bool({"lay", "levels"} & {*draft.get("kind", ())})
    way = Taps({}, draft).way("_trick_way", ("highest", "cards", OWN_CARD), OWN_CARD if is_piece else "highest")
    return way == OWN_CARD
