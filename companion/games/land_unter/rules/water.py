"""Who takes which water card (LU-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.errors import NotAMove, refuse
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, Ruling
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.text import SeatName, names, say
from companion.games.land_unter.rules.components import PLAYERS, Card, Level


@dataclass(frozen=True, slots=True)
class TakesFacts:
    """Two water cards and the weather cards of those still in."""

    levels: Annotated[tuple[Level, Level], Prompt(say("Water turned up"), widget="levels")]
    cards: Annotated[Mapping[Seat, Card], Prompt(say("The weather card of each player"), widget="card-by-seat")]


def judge_takes(facts: TakesFacts, options: Options) -> Ruling:
    """Who takes which water card, from all weather cards. Raises `IllegalMove` for a number laid by two."""
    if len(facts.cards) < 2:
        raise NotAMove("cards", say("Enter at least two weather cards to see who takes the water."))
    highest, second = the_two_highest(facts.cards)
    return replace(takes(facts.levels, highest, second, facts.cards)[1], flags=_doubts(facts.cards))


def _doubts(cards: Mapping[int, int]) -> tuple[Flag, ...]:
    """Cards that were not said: of seats between others, or so few that the round would be over (LU-11, LU-20)."""
    unsaid = [seat for seat in range(max(cards)) if seat not in cards]
    flags = []
    if unsaid:
        text = say("{names}: no card entered. If one was played, it counts too.", names=names(unsaid))
        flags.append(Flag(text, ("LU-11",)))
    if len(cards) < PLAYERS[0]:
        text = say("Only {count} cards are entered. With 2 players left the round is over.", count=len(cards))
        flags.append(Flag(text, ("LU-11", "LU-20")))
    return tuple(flags)


def the_two_highest(cards: Mapping[int, int]) -> tuple[int, int]:
    """Who laid the highest and who the second highest card. Raises `IllegalMove` for a number laid by two."""
    check_different(cards)
    highest, second = sorted(cards, key=lambda seat: cards[seat], reverse=True)[:2]
    return highest, second


def check_different(cards: Mapping[int, int], path: str | None = None) -> None:
    """Nothing; raises `IllegalMove` if two seats laid the same number; `path` is where the entry names one of them."""
    for card, times in Counter(cards.values()).items():
        if times > 1:
            seats = sorted(seat for seat in cards if cards[seat] == card)
            text = say("{names} can’t all have played the {card}. There is only one.", names=names(seats), card=card)
            raise refuse(text, "LU-1", path=path or f"cards.{seats[-1]}")


def takes(
    levels: tuple[int, int], highest: int, second: int, cards: Mapping[int, int]
) -> tuple[dict[int, int], Ruling]:
    """Which water each of the two takes, and the ruling on it; `cards` is empty if the numbers are not known."""
    low, high = sorted(levels)
    got = {highest: low, second: high}
    because = [_first(highest, low, cards), _second(second, high, cards)]
    if low == high:
        because.append(Reason(say("Both water cards show {level}, so it makes no difference.", level=low), ("LU-12",)))
    ruling = Ruling(
        "takes",
        say(
            "{first} takes the {low}, {second} takes the {high}.",
            first=SeatName(highest),
            second=SeatName(second),
            low=low,
            high=high,
        ),
        {"takes": {str(seat): got[seat] for seat in sorted(got)}},
        tuple(because),
        facts={"levels": list(levels), "cards": {str(seat): card for seat, card in cards.items()}},
    )
    return got, ruling


def _first(seat: int, level: int, cards: Mapping[int, int]) -> Reason:
    if not cards:
        text = say(
            "{name} played the highest card and takes the lower water, {level}.", name=SeatName(seat), level=level
        )
    else:
        text = say(
            "{name} played the highest card, {card}, and takes the lower water, {level}.",
            name=SeatName(seat),
            card=cards[seat],
            level=level,
        )
    return Reason(text, ("LU-12",))


def _second(seat: int, level: int, cards: Mapping[int, int]) -> Reason:
    if not cards:
        text = say("{name} played the second highest and takes the other, {level}.", name=SeatName(seat), level=level)
    else:
        text = say(
            "{name} played the second highest, {card}, and takes the other, {level}.",
            name=SeatName(seat),
            card=cards[seat],
            level=level,
        )
    return Reason(text, ("LU-12",))
