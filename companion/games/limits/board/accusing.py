"""The forms in which somebody accuses: with what the table counts, or with the logged pile (LI-20 to LI-23)."""

from collections.abc import Collection
from typing import Final, NamedTuple

from companion.engine.game import Draft, Viewer
from companion.engine.schema.formdata import choice, number, taps_of
from companion.engine.text import SeatName, Text, say
from companion.games.limits.board.card import NUMBERS, Swatch, swatch
from companion.games.limits.rules.components import COLOURS, COPIES_OF_A_COLOUR, Colour, Printed, laid_out
from companion.games.limits.rules.state import State

WAYS: Final = ("asked", "number")
"""How hidden cards are entered: each player asked, or only their number."""


class Pick(NamedTuple):
    seat: int
    is_barred: bool
    is_chosen: bool


class VerdictEntry(NamedTuple):
    """What is counted when an accusation falls. `printed` is known from the limit card, or tapped where none was entered.

    `answers`: the cards of the colour each had hidden, none until tapped. `small` does not tell the verdict before it is given.
    """

    accusers: tuple[Pick, ...]
    accused: tuple[Pick, ...]
    colour: Swatch | None
    printed: Printed | None
    way: str
    answers: tuple[int, ...]
    hidden: int
    counted: int | None
    main: Text
    small: Text
    is_complete: bool


class AccuseEntry(NamedTuple):
    """Who accuses whom, where the app has the pile. Nothing in it depends on a colour."""

    accusers: tuple[Pick, ...]
    accuser: int | None
    is_own: bool
    accused: tuple[Pick, ...]
    main: Text
    small: Text
    is_complete: bool


def verdict_entry(state: State, draft: Draft) -> VerdictEntry:
    """The form as far as it is filled in.

    Nobody is barred from being accused: without a script nothing could be put right in between.
    """
    taps = taps_of(draft, "verdict")
    accuser, accused = (number(taps, name, 0, state.seats - 1) for name in ("seat", "accused"))
    accused = None if accused == accuser else accused
    tapped = choice(taps, "colour", COLOURS)
    printed = _printed(state, taps, tapped)
    # An entry that is being corrected may hold only the number.
    way = choice(taps, "_hidden_way", WAYS) or WAYS["hidden" in taps]
    most_each = laid_out(state.seats).hidden
    answers = tuple(number(taps, f"hidden.{seat}", 0, most_each) or 0 for seat in range(state.seats))
    said = number(taps, "hidden", 0, state.seats * most_each) or 0
    counted = number(taps, "counted", 1, COPIES_OF_A_COLOUR)
    asked = (
        (accuser, say("Who accuses")),
        (accused, say("Who is accused")),
        (tapped, say("the colour")),
        ("" if tapped is None and state.numbers is not None else printed, say("the printed number")),
        (counted, say("the count")),
    )
    missing = tuple(words for value, words in asked if value is None)
    return VerdictEntry(
        accusers=_picks(state, accuser),
        accused=_picks(state, accused),
        colour=None if tapped is None else swatch(tapped),
        printed=printed,
        way=way,
        answers=answers,
        hidden=sum(answers) if way == "asked" else said,
        counted=counted,
        main=say("Show the ruling"),
        small=say("Missing: {what}", what=missing) if missing else accuses(accuser or 0, accused or 0),
        is_complete=not missing,
    )


def accuses(accuser: int, accused: int) -> Text:
    """Who accuses whom: all there is to say before the verdict."""
    return say("{accuser} accuses {accused}.", accuser=SeatName(accuser), accused=SeatName(accused))


def accuse_entry(state: State, viewer: Viewer, draft: Draft) -> AccuseEntry:
    """The form of an accusation that the logged pile decides."""
    taps = taps_of(draft, "accuse")
    accuser, accused = (number(taps, name, 0, state.seats - 1) for name in ("seat", "accused"))
    silent = [seat for seat in range(state.seats) if not state.has_laid(seat)]
    accused = None if accused == accuser or accused in silent else accused
    is_own = accuser in viewer.seats
    asked = ((accuser, say("Who accuses")), (accused, say("Who is accused")))
    missing = tuple(words for value, words in asked if value is None)
    return AccuseEntry(
        _picks(state, accuser),
        accuser,
        is_own,
        _picks(state, accused, {*silent, accuser} if is_own else {*silent}),
        main=say("Accuse") if accused is None else say("Accuse {name}", name=SeatName(accused)),
        small=say("Missing: {what}", what=missing) if missing else say("Turn up hidden cards and count the pile."),
        is_complete=not missing,
    )


def _picks(state: State, chosen: int | None, barred: Collection[int | None] = ()) -> tuple[Pick, ...]:
    return tuple(Pick(seat, seat in barred, seat == chosen) for seat in range(state.seats))


def _printed(state: State, taps: Draft, tapped: Colour | None) -> Printed | None:
    if state.numbers is not None:
        return None if tapped is None else state.numbers.get(tapped, 0)
    text = choice(taps, "printed", NUMBERS)
    return "X" if text == "X" else None if text is None else int(text)
