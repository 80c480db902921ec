"""What each pair of eyes may see: a hidden colour and a colour on the pile are their owner's alone until the verdict (LI-16).

Not even the top card of the pile is named to others, though it lies face up. The app would have to take its word back
when another card covers it, and could not when a card is taken back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.engine.game import Status, Viewer
from companion.engine.schema.marks import Seat
from companion.engine.story import best
from companion.games.limits.rules.components import Colour, LaidCards, Numbers, laid_out
from companion.games.limits.rules.count import AccusationAnswer
from companion.games.limits.rules.state import Change, Phase, Player, RoundRecord, State

Hidden: TypeAlias = Mapping[Seat, tuple[Colour, ...]]


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: points, limit cards, its point cards; where the pile is logged also what it has done in this round."""

    points: int
    limit_cards: int
    ones: int
    fives: int
    has_hidden: bool | None = None
    has_laid: bool | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class ShownRound:
    """The round judged last, with everything that its accusation turned up."""

    starter: Seat | None
    numbers: Numbers | None
    hidden: Hidden
    pile: tuple[LaidCards, ...]
    accuser: Seat
    accused: Seat
    took_limit_card: Seat
    took_point: Seat
    verdict: AccusationAnswer
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round from 0, the limit card turned up, one's own hidden colours, the pile sizes if they are logged."""

    phase: Phase
    round: int
    limit_cards_left: int
    numbers: Numbers | None
    starter: Seat | None
    hidden: Hidden
    pile: int | None
    draw_pile: int | None
    laid_last: Seat | None
    must_accuse: bool
    seats: tuple[ShownSeat, ...]
    handed: Change | None
    last_round: ShownRound | None


def status(state: State) -> Status:
    """Phase, turn, scores and winners; no turn if the table counts, because then none is entered."""
    return Status(state.phase, state.turn, state.scores, best(state.scores) if state.is_over else None)


def view(state: State, viewer: Viewer) -> Shown:
    """The state as this viewer may see it: of hidden cards one's own alone, of the pile its size (LI-16).

    `round` counts from 0 and stays at the last one when the game is over.
    """
    return Shown(
        phase=state.phase,
        round=state.played - state.is_over,
        limit_cards_left=state.limit_cards_left,
        numbers=_numbers(state.numbers),
        starter=state.starter,
        hidden=_hidden({seat: player.hidden for seat, player in enumerate(state.players) if seat in viewer.seats}),
        # Its size can be seen on the table; its colours would tell how near a limit is (LI-16).
        pile=sum(laid.cards for laid in state.pile) if state.is_logged else None,
        draw_pile=state.draw_pile if state.is_logged else None,
        laid_last=state.pile[-1].seat if state.pile else None,
        # With no card in hand nothing else is left to do (LI-26).
        must_accuse=state.turn is not None and not state.players[state.turn].hand,
        seats=tuple(_seat(state, seat, player) for seat, player in enumerate(state.players)),
        handed=state.handed,
        last_round=_last_round(state.last_round) if state.last_round else None,
    )


def _numbers(numbers: Numbers | None) -> Numbers | None:
    """What a limit card shows; a colour that shows 0 is left out, however it was entered, as in every map by colour."""
    return None if numbers is None else {colour: shown for colour, shown in numbers.items() if shown != 0}


def _hidden(by_seat: Mapping[int, tuple[Colour, ...] | None]) -> Hidden:
    return {seat: colours for seat, colours in by_seat.items() if colours is not None}


def _seat(state: State, seat: int, player: Player) -> ShownSeat:
    shown = ShownSeat(player.points, player.limit_cards, player.purse.ones, player.purse.fives)
    if not state.is_logged:
        return shown
    return replace(
        shown, has_hidden=player.hidden is not None, has_laid=state.has_laid(seat), hand=cards_in_hand(state, seat)
    )


def cards_in_hand(state: State, seat: int) -> int:
    player = state.players[seat]
    # `hand` is what stays after hiding; until play begins the cards to be hidden are still among them (LI-10).
    is_waiting = player.hidden is None and not state.pile and not state.is_over
    return player.hand + (laid_out(state.seats).hidden if is_waiting else 0)


def _last_round(record: RoundRecord) -> ShownRound:
    return ShownRound(
        starter=record.starter,
        numbers=_numbers(record.numbers),
        hidden=_hidden(dict(enumerate(record.hidden))),
        pile=record.pile,
        accuser=record.accuser,
        accused=record.accused,
        took_limit_card=record.took_limit_card,
        took_point=record.took_point,
        verdict=record.ruling.answer,
        scores=record.scores,
    )
