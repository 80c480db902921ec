"""Who loses a ring, who is out, whether the round ends (LU-13 to LU-18, LU-20)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Annotated

from companion.engine.errors import refuse
from companion.engine.game import Options
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, Text, names, say, say_many, together
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules.components import COPIES_OF_A_LEVEL, PLAYERS, Level, Rings
from companion.games.land_unter.rules.state import Player
from companion.games.land_unter.rules.trick import Lost


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One seat at the moment of the loss: rings left, level showing (none: no water card), eliminated or not."""

    rings: Annotated[Rings, Prompt(say("Rings"))]
    level: Annotated[Level, Prompt(say("Water level"), widget="level")] | None = None
    out: Annotated[bool, Prompt(say("Already out"))] = False


@dataclass(frozen=True, slots=True)
class LossFacts:
    """Every seat, clockwise from seat 0."""

    seats: Annotated[tuple[SeatFacts, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


@dataclass(frozen=True, slots=True)
class AskedSeat:
    """One seat as a table tells it: the water shown. Rings matter only of those who owe one: none said, they have some."""

    level: Annotated[Level, Prompt(say("Water level"), widget="level")] | None = None
    out: Annotated[bool, Prompt(say("Already out"))] = False
    rings: Annotated[Rings, Prompt(say("Rings"), if_needed=True)] | None = None


@dataclass(frozen=True, slots=True)
class AskedLoss:
    """Every seat, clockwise from seat 0, as a table tells it."""

    seats: Annotated[tuple[AskedSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]


@dataclass(frozen=True, slots=True)
class Loss:
    """The seats after a loss, who paid and who went out without paying, the ruling, and how often it hit each seat."""

    players: tuple[Player, ...]
    lost: Lost
    ruling: Ruling
    hits: Counter[int]


@dataclass(frozen=True, slots=True)
class SeatAfter:
    """One seat after a loss."""

    rings: int
    level: Level | None
    out: bool


@dataclass(frozen=True, slots=True)
class LossAnswer:
    """The rings each pays, who is eliminated now, every seat afterwards, and whether the round ends early."""

    pays: Mapping[Seat, int]
    out: tuple[Seat, ...]
    seats: tuple[SeatAfter, ...]
    round_over: bool


@dataclass(slots=True)
class _Working:
    players: list[Player]
    paid: Counter[int]
    out: list[int]
    because: list[Reason]

    def left(self) -> int:
        return sum(not player.out for player in self.players)


def judge_loss(facts: LossFacts | AskedLoss, options: Options) -> Ruling:
    """Who pays and who is out. Raises `IllegalMove` for a level that shows more often than the box holds it."""
    check_levels(facts.seats)
    players = tuple(Player(seat.rings, None if seat.out else seat.level, seat.out) for seat in facts.seats)
    flags = (*audit.doubts_about_rings(players), *audit.doubts_about_water(players), *audit.round_is_over(players))
    return replace(loses(players, options).ruling, flags=flags)


def check_levels(seats: Sequence[SeatFacts | AskedSeat]) -> None:
    """Nothing; raises `IllegalMove` if more seats show a level than there are cards of it (LU-2)."""
    shown = Counter(seat.level for seat in seats if seat.level is not None)
    for level, times in shown.items():
        if times > COPIES_OF_A_LEVEL:
            raise refuse(audit.too_many_of_level(level, times), "LU-2", path="seats")


def loses(players: tuple[Player, ...], options: Options) -> Loss:
    """Who pays and who is out, and the seats afterwards; the eliminated lose their water (LU-16)."""
    loss, last_time = _Working(list(players), Counter(), [], []), False
    while True:
        top = _highest(loss.players)
        if not top:
            loss.because.append(Reason(say("No one has a water card left."), ("LU-14", "LU-18")))
            break
        level = loss.players[top[0]].level or 0
        if len(top) == 1:
            text = say("{name} has the highest level: {level}.", name=SeatName(top[0]), level=level)
        else:
            text = say("{names} tie for the highest level: {level}.", names=names(top), level=level)
        loss.because.append(Reason(text, ("LU-14" if len(top) == 1 else "LU-15",)))
        payers, fallen = _give(loss, top)
        end = _reason_to_stop(loss, payers, fallen, options, last_time=last_time)
        if end is not None:
            loss.because.extend(end)
            break
        last_time = loss.left() <= 2
        text = say("Without {out}, the next-highest water counts.", out=names(fallen))
        loss.because.append(Reason(text, ("LU-17",)))
    return _done(loss, players)


def told(players: tuple[Player, ...], seats: Sequence[int]) -> Loss:
    """What it costs those who lose by what the table says: who has a ring gives it, who has none is out.

    Who is named twice survived a tie in which the other went out, and then had the highest water alone (LU-17).
    """
    loss = _Working(list(players), Counter(), [], [])
    _give(loss, sorted({*seats}))
    again = [seat for seat, times in Counter(seats).items() if times > 1]
    if again:
        _give(loss, again)
    return _done(loss, players)


def _done(loss: _Working, players: tuple[Player, ...]) -> Loss:
    is_over, is_partial = loss.left() <= 2, any(players[seat].rings is None for seat in loss.paid)
    text = say("{count} players are left, so the round goes on.", count=loss.left())
    if is_over:
        text = say_many(
            "{count} player is left, so the round ends.", "{count} players are left, so the round ends.", loss.left()
        )
    # Who has no ring to pay would be out; and the chain may have said already that the round is over.
    if not is_partial and loss.because[-1].clauses != ("LU-20",):
        loss.because.append(Reason(text, ("LU-20",)))
    after = tuple(loss.players)
    verdict: dict[str, Json] = {
        "pays": {str(seat): loss.paid[seat] for seat in sorted(loss.paid)},
        "out": [*sorted(loss.out)],
        "seats": [player.plain for player in after],
        "round_over": is_over,
    }
    facts: dict[str, Json] = {"seats": [player.plain for player in players]}
    ruling = Ruling("loses", _headline(loss), verdict, tuple(loss.because), facts=facts, is_partial=is_partial)
    paid = tuple(sorted(loss.paid))
    lost = Lost(paid, tuple(seat for seat in sorted(loss.out) if seat not in paid))
    return Loss(after, lost, ruling, loss.paid + Counter(loss.out))


def _highest(players: list[Player]) -> list[int]:
    showing = {seat: p.level for seat, p in enumerate(players) if not p.out and p.level is not None}
    return [seat for seat, level in showing.items() if level == max(showing.values())]


def _give(loss: _Working, top: Sequence[int]) -> tuple[list[int], list[int]]:
    payers = [seat for seat in top if loss.players[seat].rings != 0]
    fallen = [seat for seat in top if loss.players[seat].rings == 0]
    for seat in payers:
        rings = loss.players[seat].rings
        loss.paid[seat] += 1
        if rings is None:
            text = say("{name} loses a ring, if one is left.", name=SeatName(seat))
        else:
            loss.players[seat] = replace(loss.players[seat], rings=rings - 1)
            text = say("{name} loses a ring: {rings} left.", name=SeatName(seat), rings=rings - 1)
        loss.because.append(Reason(text, ("LU-14" if len(top) == 1 else "LU-15",)))
    for seat in fallen:
        loss.players[seat] = Player(0, None, True)
        loss.out.append(seat)
        loss.because.append(Reason(say("{name} has no ring to lose and is out.", name=SeatName(seat)), ("LU-16",)))
    return payers, fallen


def _reason_to_stop(
    loss: _Working, payers: list[int], fallen: list[int], options: Options, *, last_time: bool
) -> list[Reason] | None:
    if not fallen:
        return []
    if not options["chain"]:
        return [Reason(say("House rule: no one else pays."), ("LU-17",))]
    if payers and not options["tie_survivor_pays_again"]:
        text = say("{name} tied and has paid, so no one else loses a ring.", name=SeatName(payers[0]))
        return [Reason(text, ("LU-17",))]
    if loss.left() <= 2 and not options["pay_before_early_end"]:
        return [_only(loss.left())]
    if not _highest(loss.players):
        return [Reason(say("No one has a water card left."), ("LU-18",))]
    return [_only(loss.left())] if last_time else None


def _only(left: int) -> Reason:
    text = say_many(
        "Only {count} player is left, so the round ends at once.",
        "Only {count} players are left, so the round ends at once.",
        left,
    )
    return Reason(text, ("LU-20",))


def _headline(loss: _Working) -> Text:
    parts: list[Text] = []
    if loss.out:
        parts.append(say_many("{names} is out.", "{names} are out.", len(loss.out), names=names(sorted(loss.out))))
    for amount in sorted(set(loss.paid.values())):
        seats = sorted(seat for seat in loss.paid if loss.paid[seat] == amount)
        text = say_many("{names} loses a ring.", "{names} lose a ring each.", seats)
        if amount > 1:
            text = say_many("{names} loses {amount} rings.", "{names} lose {amount} rings each.", seats, amount=amount)
        parts.append(text)
    if not parts:
        return say("No one loses a ring.")
    return reduce(together, parts)
