"""Where the tide marker goes and who plays what next (NI-21, NI-22, NI-40)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.engine.game import Options
from companion.engine.marks import Asked, Between, Named
from companion.engine.rulings import Json, Reason, Ruling
from companion.engine.text import Text, say, say_as, say_many
from companion.games.nile.components import DESERT_CARDS

Marker: TypeAlias = Annotated[
    Literal["flood", "ebb1", "ebb2"],
    Named((say_as("tide", "Flood"), say_as("tide", "Ebb 1"), say_as("tide", "Ebb 2"))),
]
Cards: TypeAlias = Annotated[int, Between(0, 2, "NI-21", say("number of water cards"))]
Arrows: TypeAlias = Annotated[int, Between(0, DESERT_CARDS, "NI-40", say("number of arrows"))]
ROUND: Final[tuple[Literal["flood", "ebb1", "ebb2"], ...]] = ("flood", "ebb1", "ebb2")
MARKER_WORDS: Final = {
    "flood": say_as("tide", "Flood"),
    "ebb1": say_as("tide", "Ebb 1"),
    "ebb2": say_as("tide", "Ebb 2"),
}
ALL_CARDS: Final = 2


@dataclass(frozen=True, slots=True)
class TideFacts:
    """Where the marker stood, how many water cards were laid or taken, and the arrows on the events met."""

    marker: Annotated[Marker, Asked(say("The marker stood on"))]
    done: Annotated[Cards, Asked(say("Water cards laid or taken"))]
    arrows: Annotated[Arrows, Asked(say("Arrows on the events"))]


@dataclass(frozen=True, slots=True)
class Tide:
    """Where the marker goes, what the start player must play at once (or None), and the ruling."""

    marker: Literal["flood", "ebb1", "ebb2"]
    plays_now: Literal["flood", "ebb"] | None
    ruling: Ruling


def judge_tide(facts: TideFacts, options: Options) -> Ruling:
    """Where the marker goes, by as many arrows as are given."""
    return tide(facts.marker, facts.done, facts.arrows).ruling


def is_flood(marker: str) -> bool:
    """Whether the marker says flood, not ebb."""
    return marker == "flood"


def tide(marker: Literal["flood", "ebb1", "ebb2"], done: int, arrows: int) -> Tide:
    """Where the marker goes after `done` cards and so many arrows: the arrows first, then being short of cards."""
    because = [_what_was_done(marker, done)]
    after = ROUND[(ROUND.index(marker) + arrows) % len(ROUND)]
    because.extend(_arrows(done, arrows, after))
    is_short = done < ALL_CARDS and not _came_back(marker, after, done, arrows)
    if is_short:
        after = "ebb1" if is_flood(marker) else "flood"
    because.append(_what_next(marker, after, done, is_short=is_short))
    plays_now: Literal["flood", "ebb"] | None = None
    if not done:
        plays_now = "ebb" if is_flood(marker) else "flood"
    verdict: dict[str, Json] = {"marker": after, "plays_now": plays_now}
    facts: dict[str, Json] = {"marker": marker, "done": done, "arrows": arrows}
    ruling = Ruling("tide", _headline(after, plays_now), verdict, tuple(because), facts=facts)
    return Tide(after, plays_now, ruling)


def _came_back(marker: str, after: str, done: int, arrows: int) -> bool:
    """Whether an arrow ended the ebb, so that a card stays although it could be taken (NI-22)."""
    return bool(done and arrows) and not is_flood(marker) and is_flood(after)


def more_arrows_than_cards(done: int, arrows: int) -> tuple[Text, ...]:
    """That so many arrows cannot have come on so few cards, if they cannot (NI-40)."""
    if arrows <= done:
        return ()
    return (say("Arrows: {arrows}, cards: {done}. Each card has one arrow at most.", arrows=arrows, done=done),)


def _what_was_done(marker: str, done: int) -> Reason:
    if is_flood(marker):
        text = say_many("Flood: {count} water card was laid.", "Flood: {count} water cards were laid.", done)
        return Reason(text, ("NI-21",))
    text = say_many("Ebb: {count} water card was taken off.", "Ebb: {count} water cards were taken off.", done)
    return Reason(text, ("NI-22",))


def _arrows(done: int, arrows: int, after: str) -> tuple[Reason, ...]:
    if not arrows:
        return ()
    text = say_many(
        "The arrow moves the marker a step, to {marker}.",
        "{count} arrows move the marker {count} steps, to {marker}.",
        arrows,
        marker=MARKER_WORDS[after],
    )
    return tuple(Reason(one, ("NI-40",)) for one in (text, *more_arrows_than_cards(done, arrows)))


def _what_next(marker: str, after: str, done: int, *, is_short: bool) -> Reason:
    clause = "NI-21" if is_flood(marker) else "NI-22"
    if not is_short:
        return Reason(say("The marker stands on {marker} for the next turn.", marker=MARKER_WORDS[after]), (clause,))
    if is_flood(marker):
        text = (
            say("No second card could be laid: the marker goes to Ebb 1, and the next start player plays ebb.")
            if done
            else say("None could be laid: the marker goes to Ebb 1, and the start player plays ebb at once.")
        )
        return Reason(text, (clause,))
    text = (
        say("There was no second card to take: the marker goes to Flood, and the next start player plays flood.")
        if done
        else say("There was none to take: the marker goes to Flood, and the start player plays flood at once.")
    )
    return Reason(text, (clause,))


def _headline(after: str, plays_now: str | None) -> Text:
    if plays_now == "ebb":
        return say("The marker goes to Ebb 1, and ebb is played at once.")
    if plays_now == "flood":
        return say("The marker goes to Flood, and flood is played at once.")
    return say("The marker stands on {marker}.", marker=MARKER_WORDS[after])
