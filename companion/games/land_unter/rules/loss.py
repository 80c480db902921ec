"""Who loses a ring, who is out, whether the round ends (LU-13 to LU-18, LU-20)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Annotated, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import check
from companion.engine.game import Options
from companion.engine.rulings import Reason, first_of
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, Text, names, say, together
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import COPIES_OF_A_LEVEL, PLAYERS, Level, Rings
from companion.games.land_unter.rules.state import Player
from companion.games.land_unter.rules.trick import Lost


@dataclass(frozen=True, slots=True)
class LossSeat:
    """One seat at the moment of the loss: rings left, level showing (none: no water card), eliminated or not."""

    rings: Annotated[Rings, Prompt(say("Rings"), asks=say("How many rings does {name} have?"))]
    level: (
        Annotated[Level, Prompt(say("Water level"), widget="level", asks=say("What water level does {name} have?"))]
        | None
    ) = None
    out: Annotated[bool, Prompt(say("Already out"))] = False


@dataclass(frozen=True, slots=True)
class LossSeatInPart:
    """One seat as a table tells it: the water shown. Rings matter only of a seat that owes one, and may be left out."""

    level: (
        Annotated[Level, Prompt(say("Water level"), widget="level", asks=say("What water level does {name} have?"))]
        | None
    ) = None
    out: Annotated[bool, Prompt(say("Already out"))] = False
    rings: (
        Annotated[Rings, Prompt(say("Rings"), if_needed=True, asks=say("How many rings does {name} have?"))] | None
    ) = None


Seats: TypeAlias = Annotated[tuple[LossSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]
"""Every seat, clockwise from seat 0."""
AskedSeats: TypeAlias = Annotated[
    tuple[LossSeatInPart, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))
]


@dataclass(frozen=True, slots=True)
class LossAnswer:
    """The rings each pays, who is eliminated now, every seat afterwards, and whether the round ends early."""

    pays: Mapping[Seat, int]
    out: tuple[Seat, ...]
    seats: tuple[Player, ...]
    round_over: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """The seats after a loss, those that paid or went out without paying, the ruling, and how often it hit each seat."""

    players: tuple[Player, ...]
    lost: Lost
    ruling: Judged[LossAnswer]
    hits: Counter[int]


@dataclass(slots=True)
class _Working:
    players: list[Player]
    paid: Counter[int]
    out: list[int]
    because: list[Reason]

    @property
    def left(self) -> int:
        return sum(not player.out for player in self.players)

    @property
    def highest(self) -> list[int]:
        """Every seat still in that shows the highest water; empty if no card is left."""
        # Only those still in: a player who is out shows no water (LU-16, LU-23).
        showing = {seat: p.level for seat, p in enumerate(self.players) if not p.out and p.level is not None}
        return [seat for seat, level in showing.items() if level == max(showing.values())]

    @property
    def is_partial(self) -> bool:
        """Whether a seat pays whose rings were not entered: without any it is out instead, and the rest may change."""
        return any(self.players[seat].rings is None for seat in self.paid)

    def note(self, *rows: object) -> None:
        """Make the first of the rows that holds a step of the working."""
        self.because += first_of(*rows)


def judge_loss(seats: Seats, options: Options) -> Judged[LossAnswer]:
    """Return who pays and who is out, of these seats clockwise from seat 0.

    Raises `IllegalMove` for a level that shows more often than the box holds it.
    """
    check_levels(seats)
    players = tuple(Player(seat.rings, None if seat.out else seat.level, seat.out) for seat in seats)
    flags = (*audit.doubts_about_rings(players), *audit.doubts_about_water(players), *audit.round_is_over(players))
    return replace(loses(players, options).ruling, flags=flags)


def check_levels(seats: Sequence[LossSeat | LossSeatInPart]) -> None:
    """Raise `IllegalMove` if more seats show a level than there are cards of it."""
    shown = Counter(seat.level for seat in seats if seat.level is not None)
    for level, times in shown.items():
        check(times > COPIES_OF_A_LEVEL and audit.too_many_of_level(level, times), path="seats")


def loses(players: tuple[Player, ...], options: Options) -> Loss:
    """The highest water pays a ring; where one goes out, so does the next highest, while any is shown (LU-14, LU-17, LU-18)."""
    table, is_last_pass = _Working(list(players), Counter(), [], []), False
    # Only after catching up or in a question to the judge: each trick brings two water cards (LU-10).
    table.note(not table.highest and says.NO_WATER())
    # Each turn of this loop puts someone out, or ends: no more turns than players.
    while top := table.highest:
        level = table.players[top[0]].level or 0
        table.note(
            len(top) > 1 and says.TOP_WATER_TIED(names=names(top), level=level),
            says.TOP_WATER(name=SeatName(top[0]), level=level),
        )
        payers, fallen = _give(table, top)
        # Where a seat pays whose rings are not known, it may be out instead: what would follow cannot be said.
        if not fallen or table.is_partial:
            break
        # In the order of the rules: a house rule first, then what a tie has settled, then the end of the round.
        ends = first_of(
            not options["chain"] and says.HOUSE_RULE_NO_CHAIN(),
            payers and not options["tie_survivor_pays_again"] and says.PAID_ALREADY(name=SeatName(payers[0])),
            table.left <= 2 and not options["pay_before_early_end"] and says.ENDS_AT_ONCE(count=table.left),
            not table.highest and says.NO_MORE_WATER(),
            is_last_pass and says.ENDS_AT_ONCE(count=table.left),
        )
        table.because += ends or [says.NEXT_HIGHEST(out=names(fallen))]
        if ends:
            break
        is_last_pass = table.left <= 2  # the next payer is the one `pay_before_early_end` asks for
    return _done(table, players)


def losses_entered(players: tuple[Player, ...], losers: Sequence[int]) -> Loss:
    """Return what the losers entered by the table pay: a ring each, and a loser without one is out.

    A loser entered twice survived a tie in which the other went out, and then had the highest water alone.
    """
    table = _Working(list(players), Counter(), [], [])
    # Each once at first: those who tie lose together (LU-15).
    _give(table, sorted({*losers}))
    # Second, as on the table: the survivor of the tie loses again only once the other is out.
    _give(table, [seat for seat, times in Counter(losers).items() if times > 1])
    return _done(table, players)


def _done(table: _Working, players: tuple[Player, ...]) -> Loss:
    is_over = table.left <= 2
    # The chain may have said already that the round is over.
    if not table.is_partial and table.because[-1].clauses != says.ENDS_AT_ONCE.clauses:
        table.note(is_over and says.ROUND_ENDS(count=table.left), says.ROUND_GOES_ON(count=table.left))
    after = tuple(table.players)
    answer = LossAnswer(
        pays=dict(sorted(table.paid.items())),
        out=tuple(sorted(table.out)),
        seats=after,
        round_over=is_over,
    )
    facts = {"seats": players}
    ruling = judged("loses", _headline(table), answer, table.because, facts=facts)
    paid = tuple(sorted(table.paid))
    lost = Lost(paid, tuple(seat for seat in sorted(table.out) if seat not in paid))
    # Who paid and then went out in the same trick lost a ring, and counts among the payers for who leads (LU-41).
    return Loss(after, lost, replace(ruling, is_partial=table.is_partial), table.paid + Counter(table.out))


def _give(table: _Working, top: Sequence[int]) -> tuple[list[int], list[int]]:
    """Take a ring from each seat; return the seats that paid, and those that had none and are out (LU-15, LU-16)."""
    # Not `> 0`: rings that were not entered are None, and such a seat is taken to have one.
    payers = [seat for seat in top if table.players[seat].rings != 0]
    fallen = [seat for seat in top if table.players[seat].rings == 0]
    pays, if_left = (says.PAYS, says.PAYS_IF_LEFT) if len(top) == 1 else (says.PAYS_TIED, says.PAYS_IF_LEFT_TIED)
    for seat in payers:
        table.paid[seat] += 1
        rings = table.players[seat].rings
        if rings is None:
            table.note(if_left(names=names([seat])))
        else:
            table.players[seat] = replace(table.players[seat], rings=rings - 1)
            table.note(pays(name=SeatName(seat), rings=rings - 1))
    for seat in fallen:
        # Its water card goes with it: it no longer shows the highest or the lowest water (LU-16, LU-23).
        table.players[seat] = Player(0, None, True)
        table.out.append(seat)
        table.note(says.GOES_OUT(names=names([seat])))
    return payers, fallen


def _headline(table: _Working) -> Text:
    """Return who is out, who loses how many rings, and who loses one only if one is left."""
    unsure = [seat for seat in sorted(table.paid) if table.players[seat].rings is None]
    parts = [says.ARE_OUT.filled(names=names(sorted(table.out)))] if table.out else []
    for amount in sorted(set(table.paid.values())):
        seats = names(seat for seat in sorted(table.paid) if table.paid[seat] == amount and seat not in unsure)
        several = says.LOSE_SEVERAL.filled(names=seats, amount=amount)
        parts += [several if amount > 1 else says.LOSE_ONE.filled(names=seats)] if seats else []
    parts += [says.PAYS_IF_LEFT.text.filled(names=names(unsure))] if unsure else []
    return reduce(together, parts) if parts else says.NO_ONE_LOSES
