"""Counting rings on the board: whose, in which way, and what they come to so far (LU-3, LU-5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.game import Viewer
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.land_unter.board.taps import Taps
from companion.games.land_unter.rules.components import HAND, WEATHER_CARDS, half_rings, in_rings
from companion.games.land_unter.rules.state import State

WAYS: Final = ("symbols", "cards", "rings")


@dataclass(frozen=True, slots=True)
class Counter:
    """One player whose rings may be entered: the number entered before, None if it is still missing."""

    seat: int
    rings: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of the taps: the sum with its half, the rings to take, and two lines on how."""

    sum: str
    rings: int
    lines: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class RingEntry:
    """The form that counts one hand."""

    seat: int
    is_own: bool
    way: str
    people: tuple[Counter, ...]
    missing: Text
    whole: int | None
    half: int | None
    rings: int | None
    cards: frozenset[int]
    tally: Tally | None
    main: Text
    small: Text
    is_complete: bool


def ring_entry(state: State, viewer: Viewer, taps: Taps) -> RingEntry:
    """The form as far as it is filled in; own seat first, then those still missing."""
    seat = _whose(state, viewer, taps)
    way = taps.way(
        "_rings_way", WAYS, "cards" if "cards" in taps.draft else "rings" if "rings" in taps.draft else "symbols"
    )
    whole, half = taps.number("whole", 0, HAND), taps.number("half", 0, HAND)
    rings = taps.number("rings", 0, HAND)
    cards = frozenset(taps.numbers("cards", 1, WEATHER_CARDS))
    tally = _tally(way, whole, half, rings, cards)
    still = _still_to_tap(way, whole, half, rings, cards)
    is_own = seat in viewer.seats
    return RingEntry(
        seat=seat,
        is_own=is_own,
        way=way,
        people=tuple(Counter(one, player.rings) for one, player in enumerate(state.players)),
        missing=_missing(state),
        whole=whole,
        half=half,
        rings=rings,
        cards=cards,
        tally=tally,
        main=_main(seat, None if still else tally.rings if tally else rings, is_own=is_own),
        small=still or _after(state, seat),
        is_complete=still is None,
    )


def _whose(state: State, viewer: Viewer, taps: Taps) -> int:
    chosen = taps.number("seat", 0, state.seats - 1)
    if chosen is not None:
        return chosen
    missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
    return next((seat for seat in missing if seat in viewer.seats), missing[0])


def _missing(state: State) -> Text:
    missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
    return say("Still to count: {names}", names=names(missing))


def _tally(way: str, whole: int | None, half: int | None, rings: int | None, cards: frozenset[int]) -> Tally | None:
    if way == "rings" or (way == "symbols" and (whole is None or half is None)) or (way == "cards" and not cards):
        return None
    if way == "cards":
        whole = sum(half_rings(card) == 2 for card in cards)
        half = sum(half_rings(card) == 1 for card in cards)
    assert whole is not None
    assert half is not None
    printed = say("{whole} whole and {half} half rings", whole=whole, half=half)
    lines = (printed,) if way == "symbols" else (_tapped(len(cards)), printed)
    return Tally(in_rings(2 * whole + half), (2 * whole + half) // 2, lines)


def _tapped(count: int) -> Text:
    return say("{count} of {all} cards", count=count, all=HAND)


def _still_to_tap(
    way: str, whole: int | None, half: int | None, rings: int | None, cards: frozenset[int]
) -> Text | None:
    """What keeps the entry from being complete; None if nothing does."""
    if way == "rings":
        return say("Enter the number of rings") if rings is None else None
    if way == "symbols":
        return _symbols_still(whole, half)
    if len(cards) == HAND:
        return None
    if len(cards) > HAND:
        return say_many("{count} card too many. Untap it.", "{count} cards too many. Untap them.", len(cards) - HAND)
    return say_many("Tap {count} more card", "Tap {count} more cards", HAND - len(cards))


def _symbols_still(whole: int | None, half: int | None) -> Text | None:
    if whole is None and half is None:
        return say("Enter whole and half rings")
    if whole is None:
        return say("Enter the whole rings, 0 if there are none")
    if half is None:
        return say("Enter the half rings, 0 if there are none")
    if whole + half // 2 > HAND:
        return say("A hand has at most {most} rings. Check your number.", most=HAND)
    return None


def _main(seat: int, worth: int | None, *, is_own: bool) -> Text:
    if worth is None:
        return say("Save your rings") if is_own else say("Save the rings of {name}", name=SeatName(seat))
    if is_own:
        return say_many("Take {count} ring", "Take {count} rings", worth)
    return say_many("{name} takes {count} ring", "{name} takes {count} rings", worth, name=SeatName(seat))


def _after(state: State, seat: int) -> Text:
    rest = [one for one, hand in enumerate(state.hands) if hand is None and one != seat]
    return say("then {names}", names=SeatName(rest[0])) if rest else say("then the first trick")
