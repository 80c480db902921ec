"""Who takes which water card, and who leads the next trick in open play (LU-12, LU-40 to LU-42)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove, refuse
from companion.engine.game import Options
from companion.engine.rulings import Reason, flag_if
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import Either, SeatName, names, say, say_many
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules.components import PLAYERS, Card, Level, Rings
from companion.games.land_unter.rules.state import Player

NOBODY: Final = Reason(say("No one leads."), ("LU-42",))


@dataclass(frozen=True, slots=True)
class TakesFacts:
    """Two water cards and the weather cards of those still in."""

    levels: Annotated[tuple[Level, Level], Prompt(say("Water turned up"), widget="levels")]
    cards: Annotated[Mapping[Seat, Card], Prompt(say("Everyone’s weather card"), widget="card-by-seat")]


@dataclass(frozen=True, slots=True)
class TakesAnswer:
    """Who takes which water level (LU-12)."""

    takes: Mapping[Seat, Level]


@dataclass(frozen=True, slots=True)
class AskedTakes:
    """Two water cards as a table tells of them: with who laid the highest two weather cards, or with the card of each."""

    alternatives: ClassVar = (("highest", "second"), ("cards",))
    way_labels: ClassVar = (say("The two highest cards"), say("By card numbers"))

    levels: Annotated[tuple[Level, Level], Prompt(say("Water turned up"), widget="levels")]
    highest: Annotated[Seat, Prompt(say("Highest card"), widget="seat")] | None = None
    second: Annotated[Seat, Prompt(say("Second-highest card"), widget="seat")] | None = None
    cards: (
        Annotated[
            Mapping[Seat, Card],
            Prompt(say("Everyone’s weather card"), say("Leave out players who are out."), widget="card-by-seat"),
        ]
        | None
    ) = None


def judge_takes(facts: TakesFacts | AskedTakes, options: Options) -> Judged[TakesAnswer]:
    """Who takes which water card. Raises `IllegalMove` for a number laid by two, or where one laid the highest two.

    Doubtful if cards were not said: of seats between others, or so many that the round would be over (LU-11, LU-20).
    """
    if isinstance(facts, AskedTakes) and facts.highest is not None and facts.second is not None:
        if facts.highest == facts.second:
            raise refuse(say("Choose two different players."), "LU-12", path="second")
        return takes(facts.levels, facts.highest, facts.second, {})
    assert facts.cards is not None
    if len(facts.cards) < 2:
        raise NotAMove("cards", say("Enter at least two weather cards."))
    unsaid = [seat for seat in range(max(facts.cards)) if seat not in facts.cards]
    missing = say("{names}: no card entered. If one was played, it counts too.", names=names(unsaid))
    is_over = len(facts.cards) < PLAYERS[0]
    flags = (*flag_if(unsaid, missing, "LU-11"), *flag_if(is_over, audit.was_over(len(facts.cards)), "LU-11", "LU-20"))
    return replace(takes(facts.levels, *the_two_highest(facts.cards), facts.cards), flags=flags)


def the_two_highest(cards: Mapping[int, int]) -> tuple[int, int]:
    check_different(cards)
    highest, second = sorted(cards, key=lambda seat: cards[seat], reverse=True)[:2]
    return highest, second


def check_different(cards: Mapping[int, int], path: str | None = None) -> None:
    """Nothing; raises `IllegalMove` if two seats laid the same number; `path` is where the entry names one of them."""
    for card, times in Counter(cards.values()).items():
        if times > 1:
            seats = sorted(seat for seat in cards if cards[seat] == card)
            text = say("{names} can’t all have the {card}. There is only one.", names=names(seats), card=card)
            raise refuse(text, "LU-1", path=path or f"cards.{seats[-1]}")


def takes(levels: tuple[int, int], highest: int, second: int, cards: Mapping[int, int]) -> Judged[TakesAnswer]:
    """The ruling on which water each of the two takes; `cards` is empty if the numbers are not known."""
    low, high = sorted(levels)
    first_name, second_name = SeatName(highest), SeatName(second)
    if cards:
        first = say(
            "{name} played the highest card ({card}) and takes the lower water, the {level}.",
            name=first_name,
            card=cards[highest],
            level=low,
        )
        other = say(
            "{name} played the second-highest card ({card}) and takes the {level}.",
            name=second_name,
            card=cards[second],
            level=high,
        )
    else:
        first = say(
            "{name} played the highest card and takes the lower water, the {level}.", name=first_name, level=low
        )
        other = say("{name} played the second-highest card and takes the {level}.", name=second_name, level=high)
    because = [Reason(first, ("LU-12",)), Reason(other, ("LU-12",))]
    if low == high:
        because.append(Reason(say("Both water cards show {level}.", level=low), ("LU-12",)))
    headline = say(
        "{first} takes the {low}, {second} takes the {high}.", first=first_name, second=second_name, low=low, high=high
    )
    answer = TakesAnswer(dict(sorted({highest: low, second: high}.items())))
    return judged("takes", headline, answer, because, facts={"levels": levels, "cards": cards})


@dataclass(frozen=True, slots=True)
class LeadSeat:
    """One seat after the trick: rings left, eliminated or not."""

    rings: Annotated[Rings, Prompt(say("Rings"))]
    out: Annotated[bool, Prompt(say("Already out"))] = False


@dataclass(frozen=True, slots=True)
class LeadFacts:
    """Every seat after paying, and who paid or went out in the trick; nobody at the start of a round."""

    seats: Annotated[tuple[LeadSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))]
    losers: Annotated[
        tuple[Seat, ...],
        Length(0, PLAYERS[-1], "LU-1"),
        Prompt(say("Who lost a ring or went out"), widget="seats"),
    ]


@dataclass(frozen=True, slots=True)
class LeadAnswer:
    """Who may lead; if there are several, the table picks (LU-42)."""

    candidates: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """Who lost a ring in a trick; `out` went out without giving one. Nobody at the start of a round."""

    paid: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({*self.paid, *self.out}))


def judge_lead(facts: LeadFacts, options: Options) -> Judged[LeadAnswer]:
    """Who may lead the next trick; who is out is taken to have given no ring. Raises `IllegalMove` for a loser without a seat."""
    for seat in facts.losers:
        if seat >= len(facts.seats):
            text = say("There is no seat {value}. Seats run from 0 to {last}.", value=seat, last=len(facts.seats) - 1)
            raise refuse(text, "LU-1", path="losers")
    players = tuple(Player(seat.rings, None, seat.out) for seat in facts.seats)
    losers = sorted({*facts.losers})
    out = tuple(seat for seat in losers if players[seat].out)
    lost = Lost(tuple(seat for seat in losers if seat not in out), out)
    closed = say("Only open play has a leader.")
    later = say("A player is out. Say who lost.")
    flags = (
        *flag_if(not options["open_play"], closed, "LU-11", "LU-40"),
        *flag_if(not facts.losers and any(seat.out for seat in facts.seats), later, "LU-40", "LU-41"),
        *audit.doubts_about_rings(players),
    )
    return replace(leader(players, lost, options), flags=flags)


def leader(players: tuple[Player, ...], lost: Lost, options: Options) -> Judged[LeadAnswer]:
    """The ruling on who may lead; several candidates if the rules leave it to the table (LU-42)."""
    because, candidates = _after(players, lost, options) if lost.seats else _at_the_start(players)
    if len(candidates) > 1:
        because.append(Reason(say("You choose who leads: {names}.", names=Either(names(candidates))), ("LU-42",)))
    headline = say("You choose who leads: {names}.", names=Either(names(candidates)))
    if len(candidates) < 2:
        headline = say("{name} leads.", name=SeatName(candidates[0])) if candidates else say("No one leads.")
    facts = {"seats": [{"rings": player.rings, "out": player.out} for player in players], "losers": lost.seats}
    return judged("leader", headline, LeadAnswer(tuple(candidates)), because, facts=facts)


def _at_the_start(players: tuple[Player, ...]) -> tuple[list[Reason], list[int]]:
    rings = {seat: player.rings or 0 for seat, player in enumerate(players) if not player.out}
    most = [seat for seat, count in rings.items() if count == max(rings.values())]
    if not most:
        return [NOBODY], []
    text = say_many(
        "{names} has the most rings ({rings}).", "{names} have the most rings ({rings}).", most, rings=rings[most[0]]
    )
    return [Reason(text, ("LU-40",))], most


def _after(players: tuple[Player, ...], lost: Lost, options: Options) -> tuple[list[Reason], list[int]]:
    because, fewest = _who_lays_last(players, lost, options)
    found = {next_in(players, seat) for seat in fewest}
    candidates = sorted(seat for seat in found if seat is not None)
    if not candidates:
        return [*because, NOBODY], []
    if any(players[(seat + 1) % len(players)].out for seat in fewest):
        because.append(Reason(say("Skip players who are out."), ("LU-42",)))
    return because, candidates


def _who_lays_last(players: tuple[Player, ...], lost: Lost, options: Options) -> tuple[list[Reason], list[int]]:
    """The loser left of whom the lead is, or several with equally few rings, and why."""
    gone = [seat for seat in lost.seats if players[seat].out]
    if options["lays_last"] == "out" and gone and len(gone) < len(lost.seats):
        text = say_many(
            "House rule: {names} is out, so the left neighbour leads.",
            "House rule: {names} are out, so a left neighbour leads.",
            gone,
        )
        return [Reason(text, ("LU-41", "LU-42"))], gone
    because = []
    if lost.out and lost.paid:
        text = say_many(
            "{names} had no ring to lose and doesn’t play last.",
            "{names} had no ring to lose and don’t play last.",
            lost.out,
        )
        because.append(Reason(text, ("LU-42",)))
    rings = {seat: players[seat].rings or 0 for seat in lost.paid or lost.out}
    fewest = [seat for seat in rings if rings[seat] == min(rings.values())]
    if not lost.paid:
        text = say_many(
            "{names} went out, so the left neighbour leads.",
            "{names} went out, so their left neighbours may lead.",
            fewest,
        )
        return [Reason(text, ("LU-41", "LU-42"))], fewest
    return [*because, _whose_left(fewest, rings[fewest[0]], of_several=len(rings) > 1)], fewest


def next_in(players: tuple[Player, ...], seat: int) -> int | None:
    """The next seat clockwise that is still in, the seat itself last; None if everybody is out."""
    around = [(seat + step) % len(players) for step in range(1, len(players) + 1)]
    return next((one for one in around if not players[one].out), None)


def _whose_left(fewest: list[int], rings: int, *, of_several: bool) -> Reason:
    if not of_several:
        return Reason(say("{name} lost a ring, so the left neighbour leads.", name=SeatName(fewest[0])), ("LU-41",))
    if len(fewest) == 1:
        text = say(
            "Of the players who lost a ring, {name} has the fewest left ({rings}), so the left neighbour leads.",
            name=SeatName(fewest[0]),
            rings=rings,
        )
    else:
        text = say(
            "{names} lost a ring and have equally many left ({rings}), so their left neighbours may lead.",
            names=names(fewest),
            rings=rings,
        )
    return Reason(text, ("LU-41", "LU-42"))
