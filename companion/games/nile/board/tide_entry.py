"""The tide as it is tapped: what the start player may do, what the cards showed, what comes next (NI-8, NI-20 to NI-22, NI-40)."""

from typing import Final, NamedTuple

from companion.engine.rulings import Reason
from companion.engine.schema.formdata import last
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import DESERT_CARDS, WORDS
from companion.games.nile.rules.state import State
from companion.games.nile.rules.tide import (
    ALL_CARDS,
    ROUND,
    TWO_CARDS,
    asks_which,
    is_flood,
    tide,
)

NO_WATER: Final = Reason(say("There was no water to take, so it’s flood now."), ("NI-22",))


class TideEntry(NamedTuple):
    """The form. `step` is put before what is tapped on the way; `following` is the count that a further tap would make.

    `cards`: the two of which one is asked for that had the arrow. `is_blank`: on tracked fields nothing says yet how many
    cards it was; `is_usual`: nobody said it yet, and the usual number is shown.
    """

    seat: int
    step: str
    is_flood: bool
    marker: Text
    lines: tuple[Reason, ...]
    next_lines: tuple[Reason, ...]
    moved: int
    arrows: int
    deserts: int
    jokers: int
    cards: tuple[Text, ...]
    is_blank: bool
    is_usual: bool
    is_unsaid: bool
    arrow_on: int | None
    round: tuple[tuple[Text, bool, bool], ...]
    plays_now: bool
    main: Text
    small: Text
    because: tuple[Reason, ...]

    def following(self, count: int) -> int:
        """The count after one more tap; after the last card it begins again at none."""
        return (count + 1) % (ALL_CARDS + 1)


def tide_entry(state: State, taps: Taps, moved: int | None = None) -> TideEntry:
    """The form as far as it is filled in; `moved` is the number of cards where the marks on the fields show it."""
    assert state.starter is not None
    flood = is_flood(state.marker)
    cards = taps.count("moved", ALL_CARDS, "tide") if moved is None else moved
    # Until something is tapped the usual number is shown: both cards, or what lies there to be taken.
    usual = ALL_CARDS if flood else min(ALL_CARDS, state.water_lying)
    # On tracked fields it is not taken for granted: the cards are tapped there, or their number is.
    is_usual = cards is None
    is_blank = is_usual and state.tracks_board and usual > 0
    cards = usual if cards is None else cards
    arrows = taps.count("arrows", DESERT_CARDS, "tide") or 0
    which = taps.aside("_arrow_on") or (last(taps.draft, "arrow_on") if taps.kind == "tide" else "")
    arrow_on = 1 if which == "1" else 2 if which == "2" else None
    asks = asks_which(state.marker, cards, arrows, state.options)
    has_arrow = asks and arrow_on is None
    result = tide(state.marker, cards, arrows, state.options, arrow_on)
    stays = tuple((WORDS[one], one == state.marker, one == result.answer.marker) for one in ROUND)
    return TideEntry(
        seat=state.starter,
        step=taps.moment,
        is_flood=flood,
        marker=WORDS[state.marker],
        lines=_instructions(state, flood=flood),
        next_lines=_reminders(state, flood=flood),
        moved=cards,
        arrows=arrows,
        deserts=taps.count("deserts", DESERT_CARDS, "tide") or 0,
        # A desert card becomes a joker only where it is flooded (NI-11).
        jokers=taps.count("jokers", DESERT_CARDS, "tide") or 0 if flood else 0,
        cards=TWO_CARDS if asks else (),
        is_blank=is_blank,
        is_usual=is_usual,
        is_unsaid=is_blank or has_arrow or cards > ALL_CARDS,
        arrow_on=arrow_on,
        round=stays,
        plays_now=result.answer.plays_now is not None,
        main=say("Which card had the arrow?") if has_arrow else _main(cards, flood=flood, is_blank=is_blank),
        small=say("Not on the board? Choose the number.") if is_blank else result.headline,
        because=result.because,
    )


def _instructions(state: State, *, flood: bool) -> tuple[Reason, ...]:
    assert state.starter is not None
    name = SeatName(state.starter)
    tried = [
        Reason(say("No flood was possible, so it’s ebb now."), ("NI-21",)) if one == "flood" else NO_WATER
        for one in state.tried
    ]
    if flood:
        lay = say("{name} places 2 water cards, each from the top of either pile.", name=name)
        return (*tried, *_first_placements(state), Reason(lay, ("NI-21",)))
    which = (
        say("{name} takes 2 water cards, from the desert side first.", name=name)
        if state.options["ebb_outermost_only"]
        else say("{name} takes any two water cards.", name=name)
    )
    return (*tried, Reason(which, ("NI-22",)))


def _first_placements(state: State) -> tuple[Reason, ...]:
    """What the start still has for everyone, where no entry has it: without fields, or on bare ones."""
    is_first = not state.round and not state.tried
    is_bare = state.tracks_board and not any(ground.water or ground.plants for ground in state.board.values())
    is_named_nowhere = not state.tracks_board
    if not is_first or not (is_named_nowhere or is_bare):
        return ()
    return (Reason(say("Before the flood, everyone places water, a ripe plant and a seed."), ("NI-8",)),)


def _reminders(state: State, *, flood: bool) -> tuple[Reason, ...]:
    if flood:
        wet = say("Plants there go in the boat. If you flood a desert card, play its event and keep it.")
        return (
            Reason(wet, ("NI-11",)),
            Reason(say("If none fits, set the marker to Ebb 1. Play the ebb."), ("NI-21",)),
            Reason(say("If only one fits, the next start player plays the ebb."), ("NI-21",)),
            Reason(say("Each arrow moves the marker one step: Flood, Ebb 1, Ebb 2, Flood."), ("NI-40",)),
            *_on_arrows(state),
        )
    turned = say("Turn the cards over, play their events and discard them.")
    return (
        Reason(turned, ("NI-22",)),
        NO_WATER,
        Reason(say("If there’s only one card, the next start player plays the flood."), ("NI-22",)),
        *_on_arrows(state),
    )


def _on_arrows(state: State) -> tuple[Reason, ...]:
    """What an arrow does that brings the other phase, by the house rules of the table."""
    if is_flood(state.marker):
        return (says.ENDS_FLOOD(),) if state.options["flood_arrow"] else ()
    if state.options["ebb_arrow"] == "first":
        return (says.ENDS_EBB(),)
    return (Reason(say("Take both cards even if an arrow leads to Flood. Every arrow counts."), ("NI-22", "NI-40")),)


def _main(moved: int, *, flood: bool, is_blank: bool) -> Text:
    if is_blank:
        return say("Tap the fields of the cards")
    if moved > ALL_CARDS:
        return say("Only 2 cards: cancel one")
    if not moved:
        return say("No water card fits") if flood else say("There is no water to take")
    if flood:
        return say_many("{count} water card placed", "{count} water cards placed", moved)
    return say_many("{count} water card taken", "{count} water cards taken", moved)
