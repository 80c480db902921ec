"""The start as it is tapped: who takes the pillar, everybody's two plants in the boat, what lies on the fields (NI-8, NI-51)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.engine.game import Viewer
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.nile.board.pencil import LAID_AT, marks
from companion.games.nile.board.stalls import KINDS, PICTURES
from companion.games.nile.board.taps import Taps
from companion.games.nile.rules.components import PLANT_WORDS
from companion.games.nile.rules.state import FirstStep, State

PLANTS: Final = 2


@dataclass(frozen=True, slots=True)
class Offer:
    """One plant of a hand that may be tapped; `copy` tells two of a kind apart."""

    kind: str
    copy: int
    is_chosen: bool

    @property
    def picture(self) -> str:
        """The name of its drawing."""
        return PICTURES[self.kind]

    @property
    def word(self) -> Text:
        """Its name."""
        return PLANT_WORDS[self.kind]


@dataclass(frozen=True, slots=True)
class OpeningEntry:
    """The form: who starts, whose plants are asked for, which are tapped, who is missing.

    `step` is what is asked for: the pillar, then two plants each, and where the fields are tracked everybody's first water
    card, then everybody's ripe plant and seed.
    """

    starter: int | None
    seat: int | None
    missing: tuple[int, ...]
    offers: tuple[Offer, ...]
    chosen: tuple[str, ...]
    waiting: Text
    main: Text
    is_complete: bool
    step: Literal["pillar", "boat", "water", "plants"]

    @property
    def is_for_fields(self) -> bool:
        """Whether something is laid on the fields."""
        return self.step in ("water", "plants")


def opening_entry(state: State, viewer: Viewer, taps: Taps) -> OpeningEntry:
    """The form as far as it is filled in."""
    if state.first_step is not None:
        return _on_fields(state, viewer, taps, state.first_step)
    missing = tuple(seat for seat in _in_turn(state) if seat not in state.ready)
    seat = _whose(taps, viewer, missing)
    chosen = tuple(kind for kind in taps.draft.get("plants", ()) if kind in KINDS) if taps.kind == "boat" else ()
    return OpeningEntry(
        state.starter,
        seat,
        missing,
        offers(chosen, {kind: min(PLANTS, count) for kind, count in _most().items()}),
        chosen,
        _waiting(missing),
        _main(seat, chosen),
        seat is not None and len(chosen) == PLANTS,
        "pillar" if state.starter is None and not chosen else "boat",
    )


def _on_fields(state: State, viewer: Viewer, taps: Taps, step: FirstStep) -> OpeningEntry:
    missing = tuple(seat for seat in _in_turn(state) if seat not in state.laid_out)
    seat = _whose(taps, viewer, missing)
    assert seat is not None
    main = (
        say("Save {name}’s first water", name=SeatName(seat))
        if step == "water"
        else say("Save {name}’s plants", name=SeatName(seat))
    )
    is_complete = any(marks(taps, state.laid_out).of(verb) for verb in LAID_AT[step])
    return OpeningEntry(state.starter, seat, missing, (), (), _waiting(missing), main, is_complete, step)


def offers(chosen: tuple[str, ...], most: dict[str, int]) -> tuple[Offer, ...]:
    """Every plant that may be tapped, as many of each kind as there are; the first ones of a kind are those chosen."""
    return tuple(Offer(kind, copy, copy < chosen.count(kind)) for kind in KINDS for copy in range(most.get(kind, 0)))


def _most() -> dict[str, int]:
    return {kind: 1 if kind == "aubergine" else PLANTS for kind in KINDS}


def _in_turn(state: State) -> tuple[int, ...]:
    first = state.starter or 0
    return tuple((first + step) % state.seats for step in range(state.seats))


def _whose(taps: Taps, viewer: Viewer, missing: tuple[int, ...]) -> int | None:
    """The seat tapped; else one's own; else the next in turn."""
    tapped = taps.number("seat", 0, 9) if taps.kind in ("boat", "lay_first") else None
    if tapped in missing:
        return tapped
    mine = [seat for seat in missing if seat in viewer.seats]
    return next(iter((*mine, *missing)), None)


def _waiting(missing: tuple[int, ...]) -> Text:
    if not missing:
        return say("Everyone has put two plants in the boat")
    return say("Still to come: {names}", names=names(missing))


def _main(seat: int | None, chosen: tuple[str, ...]) -> Text:
    if seat is None:
        return say("Say who is the oldest")
    name = SeatName(seat)
    if len(chosen) > PLANTS:
        return say("Only two plants go in the boat")
    if len(chosen) < PLANTS:
        return say_many(
            "Tap {count} more plant of {name}", "Tap {count} more plants of {name}", PLANTS - len(chosen), name=name
        )
    plants = tuple(PLANT_WORDS[kind] for kind in chosen)
    return say("{name}: {plants} into the boat", name=name, plants=plants)
