"""What moves do to the fields, for tables that track the board; what the rules forbid there is doubtful.

Entries without meaning, such as water on water or a square beyond its row, are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.engine.errors import IllegalMove, refuse
from companion.engine.rulings import Flag, flag_if
from companion.engine.text import Arg, SeatName, Text, say
from companion.games.nile.rules.components import WORDS, Plant
from companion.games.nile.rules.fields import Board, Field, Growing, LaidWater, fields_in_play, ground, in_words, row_of
from companion.games.nile.rules.state import State
from companion.games.nile.rules.water import matches

PLANTS_A_FIELD = 2


@dataclass(frozen=True, slots=True)
class Change:
    """The board after a change, the plants it sends into the boat, the desert cards flooded, and what is doubtful."""

    board: Board
    to_boat: tuple[Plant, ...] = ()
    flooded: int = 0
    flags: tuple[Flag, ...] = ()

    def then(self, later: Change) -> Change:
        """Both changes as one; `later` starts from this board."""
        return Change(later.board, self.to_boat + later.to_boat, self.flooded + later.flooded, self.flags + later.flags)


def lay_water(state: State, board: Board, laid: LaidWater) -> Change:
    """A water card on a field: plants there go to the boat, a desert card becomes a joker (NI-10, NI-11)."""
    there = ground(board, laid.field)
    flags = _check_field(state, laid.field)
    if there.water is not None:
        raise refuse(say("There’s already water on {field}.", field=in_words(laid.field)), "NI-10")
    wet = replace(there, plants=(), water=laid.card, has_desert=False)
    return Change(
        {**board, laid.field: wet},
        tuple(plant.as_plant for plant in there.plants),
        int(there.has_desert),
        (*flags, *_edges(board, laid)),
    )


def lay_first_water(state: State, board: Board, laid: LaidWater) -> Change:
    """A player's first water card: it belongs on a free field, and a desert card stays under it (NI-8)."""
    change, there = lay_water(state, board, laid), ground(board, laid.field)
    if state.options["first_water"] == "any":
        return change
    where = in_words(laid.field)
    plant = say("There’s already a plant on {field}.", field=where)
    desert = say("There’s a desert card on {field}.", field=where)
    flags = (*flag_if(there.plants, plant, "NI-8"), *flag_if(there.has_desert, desert, "NI-8", "NI-10"))
    kept = replace(ground(change.board, laid.field), has_desert=there.has_desert)
    return Change({**change.board, laid.field: kept}, change.to_boat, 0, (*change.flags, *flags))


def take_water(state: State, board: Board, field: Field) -> Change:
    """A water card taken off a field (NI-22). Raises `IllegalMove` if there is none."""
    flags, there = _check_field(state, field), ground(board, field)
    if there.water is None:
        raise refuse(say("There’s no water to take on {field}.", field=in_words(field)), "NI-22")
    further = any(ground(board, one).water for one in row_of(field) if one.square > field.square)
    text = say("{field}: there’s water further out. House rule: take that first.", field=in_words(field))
    flags += flag_if(further and state.options["ebb_outermost_only"], text, "NI-22")
    return Change({**board, field: replace(there, water=None)}, flags=flags)


def advance_desert(state: State, board: Board, field: Field, rows: frozenset[tuple[str, int]]) -> Change:
    """A desert card on a field: plants there go to the boat (NI-42); `rows` are those the water came from, if known."""
    there = ground(board, field)
    beside, where = (ground(board, field.step(1)), ground(board, field.step(-1))), in_words(field)
    is_apart = not field.is_at_desert and not any(one.has_desert for one in beside)
    is_elsewhere = rows and (field.bank, field.row) not in rows
    taken = say("There’s already water or a desert card on {field}.", field=where)
    flags = (
        *_check_field(state, field),
        *flag_if(there.water is not None or there.has_desert, taken, "NI-42"),
        *flag_if(is_apart, say("{field} isn’t next to the desert or a desert card.", field=where), "NI-42"),
        *flag_if(is_elsewhere, say("{field} isn’t in the row the water came from.", field=where), "NI-42"),
    )
    dry = replace(there, plants=(), has_desert=True)
    return Change({**board, field: dry}, tuple(plant.as_plant for plant in there.plants), flags=flags)


def put_plant(state: State, board: Board, field: Field, plant: Growing) -> Change:
    there = ground(board, field)
    where, word = in_words(field), WORDS[plant.plant]
    wet = say("There’s already water or a desert card on {field}.", field=where)
    own = say("{name} already has a plant on {field}.", name=SeatName(plant.seat), field=where)
    kind = say("There’s already {plant} on {field}. House rule: a field takes 2 kinds.", field=where, plant=word)
    is_alike = not state.options["same_kind"] and any(one.plant == plant.plant for one in there.plants)
    flags = (
        *_check_field(state, field),
        *flag_if(there.water is not None or there.has_desert, wet, "NI-12"),
        *flag_if(
            len(there.plants) >= PLANTS_A_FIELD, say("There are already 2 plants on {field}.", field=where), "NI-12"
        ),
        *flag_if(any(one.seat == plant.seat for one in there.plants), own, "NI-12"),
        *flag_if(is_alike, kind, "NI-12"),
    )
    return Change({**board, field: replace(there, plants=(*there.plants, plant))}, flags=flags)


def ripen(state: State, board: Board, field: Field, plant: Plant) -> Change:
    """A seed turned to its ripe side (NI-23). Raises `IllegalMove` if there is no such seed."""
    there = ground(board, field)
    seed = Growing(plant.seat, plant.plant, False)
    if seed not in there.plants:
        raise _nothing_there(field, plant, say("There’s no seed here to turn:"))
    plants = _without(there.plants, seed)
    grown = replace(there, plants=(*plants, replace(seed, is_ripe=True)))
    return Change({**board, field: grown}, flags=_check_field(state, field))


def gather(state: State, board: Board, field: Field, plant: Plant, quality: int) -> Change:
    """A ripe plant taken from a field of so many palms (NI-24). Raises `IllegalMove` if there is no such plant."""
    there = ground(board, field)
    flags, where = _check_field(state, field), in_words(field)
    found = [one for one in there.plants if one.as_plant == plant]
    if not found:
        raise _nothing_there(field, plant, say("There’s no plant here to harvest:"))
    best = max(found, key=lambda one: one.is_ripe)
    text = say("The {plant} on {field} isn’t ripe.", plant=WORDS[plant.plant], field=where)
    flags += flag_if(not best.is_ripe, text, "NI-24")
    if there.palms is not None:
        said: dict[str, Arg] = {"field": where, "palms": there.palms, "quality": quality}
        text = say("Palms on {field}: {palms}, not {quality}. You entered that before.", **said)
        flags += flag_if(there.palms != quality, text, "NI-4", "NI-24")
    return Change({**board, field: replace(there, plants=_without(there.plants, best))}, flags=flags)


def has_others_plant(board: Board, field: Field, seat: int) -> bool:
    return any(plant.seat != seat for plant in ground(board, field).plants)


def check_row(field: Field) -> None:
    """Nothing; raises `IllegalMove` for a square beyond its row (NI-2)."""
    if field.square >= field.row:
        raise refuse(say("A row of {row} has no field {square}.", row=field.row, square=field.square + 1), "NI-2")


def _check_field(state: State, field: Field) -> tuple[Flag, ...]:
    """A flag for a covered field. Raises `IllegalMove` for a square beyond its row (NI-2, NI-3)."""
    check_row(field)
    is_covered = field not in fields_in_play(state.seats, state.options["two_player_cover"])
    return flag_if(is_covered, say("{field} is covered in this set-up.", field=in_words(field)), "NI-3")


def _edges(board: Board, laid: LaidWater) -> Iterator[Flag]:
    """A flag for each edge of a water card that does not match what lies next to it in the row (NI-10)."""
    field, where = laid.field, in_words(laid.field)
    before = ground(board, field.step(-1)).water if field.square else ("single", "single")
    after = ground(board, field.step(1)).water
    text = say("There’s a field without water between {field} and the Nile.", field=where)
    yield from flag_if(before is None, text, "NI-10")
    for edge, own in ((before and before[1], laid.card[0]), (after and after[0], laid.card[1])):
        if edge is not None and not matches(edge, own):
            words = {"field": where, "own": WORDS[own], "edge": WORDS[edge]}
            yield Flag(say("The card doesn’t fit on {field}: {own} meets {edge}.", **words), ("NI-10",))


def _nothing_there(field: Field, plant: Plant, message: Text) -> IllegalMove:
    text = say(
        "{message} {name}, {plant}, {field}.",
        message=message,
        name=SeatName(plant.seat),
        plant=WORDS[plant.plant],
        field=in_words(field),
    )
    return refuse(text, "NI-23", path="field")


def _without(plants: tuple[Growing, ...], one: Growing) -> tuple[Growing, ...]:
    index = plants.index(one)
    return (*plants[:index], *plants[index + 1 :])
