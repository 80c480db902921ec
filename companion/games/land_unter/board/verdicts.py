"""What a finished trick and a finished round brought, for those who look up from the table."""

from typing import NamedTuple

from companion.engine.identity_cache import cached_by_identity
from companion.engine.rulings import Ruling
from companion.engine.text import Text
from companion.games.land_unter.rules.components import TRICKS
from companion.games.land_unter.rules.score import round_score
from companion.games.land_unter.rules.state import Hand, RoundRecord, State, TrickRecord, totals


class RoundEnd(NamedTuple):
    """A finished round, numbered from 1, and the scores after it.

    `passed`: the rings that each passes to the left with the hand (LU-32); nothing after the last round.
    """

    number: int
    record: RoundRecord
    ruling: Ruling
    totals: tuple[int, ...]
    passed: tuple[int, ...]


class Mark(NamedTuple):
    """A trick of the round, numbered from 1: when it is played, who paid in it, in what words; none until it is recorded."""

    number: int
    moment: str
    losers: tuple[int, ...]
    headline: Text | None
    is_now: bool


@cached_by_identity
def trace(state: State) -> tuple[Mark, ...]:
    played = {record.trick: record for record in state.this_round}
    return tuple(
        Mark(
            trick + 1,
            f"r{state.round}t{trick}",
            played[trick].losers if trick in played else (),
            played[trick].who_loses.headline if trick in played else None,
            trick == state.trick,
        )
        for trick in range(TRICKS)
    )


@cached_by_identity
def last_verdict(state: State) -> TrickRecord | None:
    """The trick just finished, in this round or as the end of the one before; None before the first.

    None too if the table has caught up since: then nobody knows what the last trick brought.
    """
    if not state.tricks:
        return None
    last = state.tricks[-1]
    is_of_this_round = last.round == state.round and last.trick + 1 == state.trick
    ended_a_round = len(state.rounds) == last.round + 1 and (state.is_over or not state.trick)
    return last if is_of_this_round or ended_a_round else None


def last_round(state: State) -> RoundEnd | None:
    """The round just finished; None while another is being played."""
    if not state.rounds or (state.trick and not state.is_over) or state.rounds[-1].kind != "played":
        return None
    return rounds_played(state)[-1]


def rounds_played(state: State) -> tuple[RoundEnd, ...]:
    return _round_ends(state.rounds, state.hands)


@cached_by_identity
def _round_ends(rounds: tuple[RoundRecord, ...], hands: tuple[Hand | None, ...]) -> tuple[RoundEnd, ...]:
    # A state's rounds are those of the state before, as long as none has ended.
    seats, ends = len(hands), []
    after = totals(rounds, seats)
    for number, record in enumerate(rounds, start=1):
        held = [hands[(seat - number + 1) % seats] for seat in range(seats)]
        passed = tuple(hand.rings if hand else 0 for hand in held) if number < seats else ()
        ends.append(RoundEnd(number, record, _ruling(record), after[number], passed))
    return tuple(ends)


@cached_by_identity
def _ruling(record: RoundRecord) -> Ruling:
    return round_score(record.players, record.bonus if record.is_told else None)[1]


def sentences(headline: Text) -> tuple[Text, ...]:
    """The sentences a headline is joined of: one for who is out and one for each who paid."""
    args = dict(headline.args)
    first, second = args.get("first"), args.get("second")
    if headline.message == "{first} {second}" and isinstance(first, Text) and isinstance(second, Text):
        return (*sentences(first), second)
    return (headline,)
