"""Counting rings on the board: whose, in which way, and what they come to so far (LU-3, LU-5)."""

from typing import Final, NamedTuple

from companion.engine.game import Draft, Viewer
from companion.engine.taps import choice, number, numbers
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.land_unter.rules.components import HAND, WEATHER_CARDS, in_rings
from companion.games.land_unter.rules.hand import count_symbols
from companion.games.land_unter.rules.state import State

WAYS: Final = ("symbols", "cards", "rings")


class Tally(NamedTuple):
    """The result of the taps: the sum with its half, the rings to take, and two lines on how."""

    sum: str
    rings: int
    lines: tuple[Text, ...]


class RingEntry(NamedTuple):
    """The form that counts one hand; no seat's where the hands that are missing are counted on other phones.

    `counted`: the rings of each player so far, None where they are still missing.
    """

    seat: int | None
    way: str
    counted: tuple[int | None, ...]
    missing: Text
    whole: int | None
    half: int | None
    rings: int | None
    cards: frozenset[int]
    tally: Tally | None
    main: Text
    small: Text
    is_complete: bool


def ring_entry(state: State, viewer: Viewer, taps: Draft) -> RingEntry:
    """The form as far as it is filled in; own seat first, then those missing without a phone of their own."""
    missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
    chosen = number(taps, "seat", 0, state.seats - 1)
    here = sorted(set(missing) - viewer.elsewhere, key=lambda one: one not in viewer.seats)
    seat = (here[0] if here else None) if chosen is None else chosen
    way = choice(taps, "_rings_way", WAYS) or (
        "cards" if "cards" in taps else "rings" if "rings" in taps else "symbols"
    )
    whole, half, rings = (number(taps, name, 0, HAND) for name in ("whole", "half", "rings"))
    cards = frozenset(numbers(taps, "cards", 1, WEATHER_CARDS))
    tally = _tally(way, whole, half, cards)
    still = _still_to_tap(way, whole, half, rings, cards)
    rest = [one for one in here or missing if one != seat]
    after = say("then {names}", names=SeatName(rest[0])) if rest else say("then the first trick")
    is_own = seat in viewer.seats
    return RingEntry(
        seat=seat,
        way=way,
        counted=tuple(player.rings for player in state.players),
        missing=say("Missing: {what}", what=names(missing)),
        whole=whole,
        half=half,
        rings=rings,
        cards=cards,
        tally=tally,
        main=_main(
            missing[0] if seat is None else seat, None if still else tally.rings if tally else rings, is_own=is_own
        ),
        small=still or after,
        is_complete=still is None,
    )


def _tally(way: str, whole: int | None, half: int | None, cards: frozenset[int]) -> Tally | None:
    tapped: tuple[Text, ...] = ()
    if way == "cards" and cards:
        whole, half = count_symbols(cards)
        tapped = (say("{count} of {all} cards", count=len(cards), all=HAND),)
    if way == "rings" or (way == "cards" and not cards) or whole is None or half is None:
        return None
    printed = say("{whole} whole and {half} half rings", whole=whole, half=half)
    return Tally(in_rings(2 * whole + half), whole + half // 2, (*tapped, printed))


def _still_to_tap(
    way: str, whole: int | None, half: int | None, rings: int | None, cards: frozenset[int]
) -> Text | None:
    """What keeps the entry from being complete; None if nothing does."""
    if way == "rings":
        return say("Enter the number of rings") if rings is None else None
    if way == "symbols":
        if whole is None:
            alone = say("Enter the whole rings, 0 if there are none")
            return say("Enter whole and half rings") if half is None else alone
        if half is None:
            return say("Enter the half rings, 0 if there are none")
        too_many = say("A hand has at most {most} rings. Check your number.", most=HAND)
        return too_many if whole + half // 2 > HAND else None
    over = len(cards) - HAND
    if over > 0:
        return say_many("{count} card too many. Untap it.", "{count} cards too many. Untap them.", over)
    return say_many("Tap {count} more card", "Tap {count} more cards", -over) if over else None


def _main(seat: int, worth: int | None, *, is_own: bool) -> Text:
    if worth is None:
        return say("Save your rings") if is_own else say("Save {name}’s rings", name=SeatName(seat))
    if is_own:
        return say_many("Take {count} ring", "Take {count} rings", worth)
    return say_many("{name} takes {count} ring", "{name} takes {count} rings", worth, name=SeatName(seat))
