"""What an accusation brought, for those who look up from the table: the cards, the comparison, who takes what."""

from typing import NamedTuple

from companion.engine.rulings import Reason
from companion.engine.text import SeatName, Text, say
from companion.games.limits.board.accusing import accuses
from companion.games.limits.board.card import Swatch, swatch
from companion.games.limits.board.fan import Fan, fan
from companion.games.limits.rules.components import COST_OF_A_LIMIT_CARD, laid_out
from companion.games.limits.rules.count import walk
from companion.games.limits.rules.state import RoundRecord, State, advice


class TurnedUp(NamedTuple):
    """A card that one player had hidden; `counts` if it has the colour in question."""

    seat: int
    swatch: Swatch
    counts: bool


class Walked(NamedTuple):
    """One card of the pile: the running count if it counts; `is_later` if it was laid after the accused's last."""

    seat: int
    swatch: Swatch
    running: int | None
    is_accused_last: bool
    is_later: bool


class Payment(NamedTuple):
    seat: int
    is_limit_card: bool
    before: int
    after: int


class Verdict(NamedTuple):
    """A finished round, drawn. `hidden` and `pile` are empty if the table has counted."""

    record: RoundRecord
    accuses: Text
    lines: tuple[Text, Text]
    tidying: tuple[Text, ...]
    fan: Fan
    hidden: tuple[TurnedUp, ...]
    pile: tuple[Walked, ...]
    payments: tuple[Payment, Payment]
    change: Reason | None


def last_verdict(state: State) -> Verdict | None:
    """The round finished last; None in the first, and after rounds that were not entered."""
    record = state.last_round
    if record is None:
        return None
    taker, other = record.took_limit_card, record.took_point
    # How the point is handed over is said unless it is simply a one-point card.
    change = state.handed
    is_plain = change is None or (change.ones == 1 and change.swaps_first is None)
    return Verdict(
        record=record,
        accuses=accuses(record.accuser, record.accused),
        lines=lines(record),
        tidying=()
        if state.is_over
        else (
            say("Take back your hidden cards."),
            say("Put the pile face down under the draw pile. Don’t shuffle it."),
            say("Draw up to {count} cards. {name} starts.", count=laid_out(state.seats).hand, name=SeatName(taker)),
        ),
        fan=fan(record),
        hidden=_turned_up(record) if record.is_walked else (),
        pile=_walked(record) if record.is_walked else (),
        payments=(
            Payment(taker, True, record.scores[taker] + COST_OF_A_LIMIT_CARD, record.scores[taker]),
            Payment(other, False, record.scores[other] - 1, record.scores[other]),
        ),
        change=None if change is None or is_plain else advice(change),
    )


def lines(record: RoundRecord) -> tuple[Text, Text]:
    count, word, name = record.count, swatch(record.colour).word, SeatName(record.accused)
    first = say("{name} is guilty.", name=name) if count.is_guilty else say("{name} is not guilty.", name=name)
    if count.allowed is None:
        return first, say("There is no limit on {colour}.", colour=word)
    return first, say(
        "{counted} {colour}, {allowed} allowed.", counted=count.counted, colour=word, allowed=count.allowed
    )


def _turned_up(record: RoundRecord) -> tuple[TurnedUp, ...]:
    by_seat = enumerate(record.hidden)
    return tuple(TurnedUp(seat, swatch(one), one == record.colour) for seat, hid in by_seat for one in hid or ())


def _walked(record: RoundRecord) -> tuple[Walked, ...]:
    hidden = {seat: colours for seat, colours in enumerate(record.hidden) if colours is not None}
    found = walk(record.numbers or {}, hidden, record.pile, record.accuser, record.accused)
    return tuple(
        Walked(
            step.laid.seat,
            swatch(step.laid.colour),
            step.running if step.counts else None,
            step.is_accused_last,
            step.action > found.last_action,
        )
        for step in found.steps
    )
