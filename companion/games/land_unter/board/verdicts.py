"""What a finished trick and a finished round brought, for those who look up from the table."""

from typing import NamedTuple

from companion.engine.identity_cache import cached_by_identity
from companion.engine.rulings import Ruling
from companion.engine.text import Text
from companion.games.land_unter.rules.components import TRICKS
from companion.games.land_unter.rules.score import round_score
from companion.games.land_unter.rules.state import Hand, RoundRecord, State, TrickRecord


class Loser(NamedTuple):
    """Who paid or went out in a trick: the water shown, the rings before and after."""

    seat: int
    level: int | None
    before: int
    after: int
    is_out: bool


class Verdict(NamedTuple):
    """A finished trick. `lines` are the headline's sentences, one for who is out and one for each who paid.

    `takes` is None where only who loses was entered.
    """

    trick: int
    headline: Text
    lines: tuple[Text, ...]
    takes: Ruling | None
    loses: Ruling
    losers: tuple[Loser, ...]


class RoundRow(NamedTuple):
    """One player's round: rings kept, the point for low water, minus one for being out; and the score after it."""

    seat: int
    rings: int
    level: int | None
    has_bonus: bool
    is_out: bool
    points: int
    total: int


class Passed(NamedTuple):
    """A hand on its way to the left, with the rings that go with it (LU-32)."""

    giver: int
    taker: int
    rings: int


class RoundEnd(NamedTuple):
    """A finished round, numbered from 1; nothing is passed after the last.

    `kind` is that of its record: of a round before a table caught up at most the points are known.
    """

    number: int
    kind: str
    ruling: Ruling
    rows: tuple[RoundRow, ...]
    passed: tuple[Passed, ...]


class Mark(NamedTuple):
    """A trick of the round, numbered from 1: when it is played, who paid in it, in what words."""

    number: int
    moment: str
    losers: tuple[int, ...]
    headline: Text | None
    is_now: bool

    @property
    def is_done(self) -> bool:
        """Whether it was played and recorded as a trick."""
        return self.headline is not None


@cached_by_identity
def trace(state: State) -> tuple[Mark, ...]:
    """The twelve tricks of the round that is played."""
    played = {record.trick: record for record in state.this_round}
    return tuple(
        Mark(
            trick + 1,
            f"r{state.round}t{trick}",
            played[trick].losers if trick in played else (),
            verdict(played[trick]).headline if trick in played else None,
            trick == state.trick,
        )
        for trick in range(TRICKS)
    )


@cached_by_identity
def last_verdict(state: State) -> Verdict | None:
    """The trick just finished, in this round or as the end of the one before; None before the first.

    None too if the table has caught up since: then nobody knows what the last trick brought.
    """
    if not state.tricks:
        return None
    last = state.tricks[-1]
    is_of_this_round = last.round == state.round and last.trick + 1 == state.trick
    ended_a_round = len(state.rounds) == last.round + 1 and (state.is_over or not state.trick)
    return verdict(last) if is_of_this_round or ended_a_round else None


def verdict(record: TrickRecord) -> Verdict:
    """What a trick brought."""
    takes = next((one for one in record.rulings if one.name == "takes"), None)
    loses = next(one for one in record.rulings if one.name == "loses")
    losers = tuple(
        Loser(seat, before.level, before.rings or 0, after.rings or 0, after.out)
        for seat, before, after in ((seat, record.before[seat], record.after[seat]) for seat in record.losers)
    )
    return Verdict(record.trick + 1, loses.headline, _lines(loses.headline), takes, loses, losers)


def last_round(state: State) -> RoundEnd | None:
    """The round just finished; None while another is being played."""
    if not state.rounds or (state.trick and not state.is_over) or state.rounds[-1].kind != "played":
        return None
    return rounds_played(state)[-1]


def rounds_played(state: State) -> tuple[RoundEnd, ...]:
    """What each round brought, in order."""
    return _round_ends(state.rounds, state.hands)


@cached_by_identity
def _round_ends(rounds: tuple[RoundRecord, ...], hands: tuple[Hand | None, ...]) -> tuple[RoundEnd, ...]:
    # A state's rounds are those of the state before, as long as none has ended.
    return tuple(_round_end(rounds[: index + 1], hands) for index in range(len(rounds)))


def _round_end(rounds: tuple[RoundRecord, ...], hands: tuple[Hand | None, ...]) -> RoundEnd:
    """What the last of these rounds brought."""
    record, seats, number = rounds[-1], len(hands), len(rounds)
    scores = _sums(rounds)
    rows = tuple(
        RoundRow(
            seat, player.rings or 0, player.level, seat in record.bonus, player.out, record.points[seat], scores[seat]
        )
        for seat, player in enumerate(record.players)
    )
    held = [hands[(seat - number + 1) % seats] for seat in range(seats)]
    passed = tuple(Passed(seat, (seat + 1) % seats, hand.rings if hand else 0) for seat, hand in enumerate(held))
    return RoundEnd(number, record.kind, _ruling(record), rows, passed if number < seats else ())


@cached_by_identity
def _ruling(record: RoundRecord) -> Ruling:
    return round_score(record.players, record.bonus if record.is_told else None)[1]


def totals(state: State, rounds: int) -> tuple[int, ...]:
    """Each seat's score after that many rounds."""
    return _sums(state.rounds[:rounds]) if rounds else (0,) * state.seats


def _sums(rounds: tuple[RoundRecord, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(record.points for record in rounds), strict=True)))


def _lines(headline: Text) -> tuple[Text, ...]:
    """The sentences a headline is joined of."""
    args = dict(headline.args)
    first, second = args.get("first"), args.get("second")
    if headline.message == "{first} {second}" and isinstance(first, Text) and isinstance(second, Text):
        return (*_lines(first), second)
    return (headline,)
