"""What moves do to the fields, for tables that track the board; what the rules forbid there is doubtful.

Entries without meaning, such as water on water or a square beyond its row, are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.errors import check
from companion.engine.game import Options
from companion.engine.rulings import Doubt, Reason, doubts
from companion.engine.text import SeatName, Text
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import WORDS, Plant
from companion.games.nile.rules.fields import Board, Field, Growing, LaidWater, fields_in_play, ground, in_words, row_of
from companion.games.nile.rules.state import State
from companion.games.nile.rules.water import COVERED, beside_desert, matches

PLANTS_A_FIELD = 2


@dataclass(frozen=True, slots=True)
class BoardChange:
    """The board after a change, the plants it sends into the boat, the desert cards flooded, and what is doubtful."""

    board: Board
    to_boat: tuple[Plant, ...] = ()
    flooded: int = 0
    flags: tuple[Doubt, ...] = ()

    def then(self, later: BoardChange) -> BoardChange:
        """Both changes as one; `later` starts from this board."""
        return BoardChange(
            later.board, self.to_boat + later.to_boat, self.flooded + later.flooded, self.flags + later.flags
        )


def lay_water(state: State, board: Board, laid: LaidWater) -> BoardChange:
    """A water card on a field: plants there go to the boat, a desert card becomes a joker (NI-11)."""
    there = ground(board, laid.field)
    flags = _check_field(state, laid.field)
    check(there.water is not None and says.WATER_ON_WATER(field=in_words(laid.field)))
    wet = replace(there, plants=(), water=laid.card, has_desert=False)
    return BoardChange(
        {**board, laid.field: wet},
        tuple(plant.as_plant for plant in there.plants),
        int(there.has_desert),
        (*flags, *_edges(board, laid)),
    )


def lay_first_water(state: State, board: Board, laid: LaidWater) -> BoardChange:
    """A player's first water card: it belongs on a free field, and a desert card stays under it."""
    change, there = lay_water(state, board, laid), ground(board, laid.field)
    if state.options["first_water"] == "any":
        return change
    where = in_words(laid.field)
    flags = doubts(
        # The first water goes on a free field, so what lies there is doubtful; by house rule it may go anywhere.
        there.plants and says.PLANT_UNDER_WATER(field=where),
        there.has_desert and says.DESERT_UNDER_WATER(field=where),
    )
    # Nothing is flooded during the set-up, so the desert card is not turned up and no one gets a joker (NI-8).
    kept = replace(ground(change.board, laid.field), has_desert=there.has_desert)
    return BoardChange({**change.board, laid.field: kept}, change.to_boat, 0, (*change.flags, *flags))


def take_water(state: State, board: Board, field: Field) -> BoardChange:
    """A water card taken off a field. Raise `IllegalMove` if there is none."""
    flags, there = _check_field(state, field), ground(board, field)
    check(there.water is None and says.NO_WATER_TO_TAKE(field=in_words(field)))
    further = any(ground(board, one).water for one in row_of(field) if one.square > field.square)
    flags += doubts(further and state.options["ebb_outermost_only"] and says.FURTHER_OUT_FIRST(field=in_words(field)))
    return BoardChange({**board, field: replace(there, water=None)}, flags=flags)


def advance_desert(state: State, board: Board, field: Field, rows: frozenset[tuple[str, int]]) -> BoardChange:
    """A desert card on a field: plants there go to the boat; `rows` are those the water came from, if known."""
    there, where = ground(board, field), in_words(field)
    row = tuple(ground(board, one).shows for one in row_of(field))
    is_apart = field.square not in beside_desert(row)
    is_elsewhere = rows and (field.bank, field.row) not in rows
    flags = (
        *_check_field(state, field),
        *doubts(
            there.shows == "water" and says.WATER_FOR_DESERT(field=where),
            there.shows == "desert" and says.DESERT_ON_DESERT(field=where),
            is_apart and says.NOT_BESIDE_DESERT(field=where),
            is_elsewhere and says.OTHER_ROW(field=where),
        ),
    )
    dry = replace(there, plants=(), has_desert=True)
    return BoardChange({**board, field: dry}, tuple(plant.as_plant for plant in there.plants), flags=flags)


def obstacles(shows: str, there: Sequence[Plant], plant: Plant, options: Options) -> tuple[bool, bool, bool, bool]:
    """Return whether water or desert, two plants, an own one, one of its kind keep a plant off a field (NI-12)."""
    return (
        shows in COVERED,
        len(there) >= PLANTS_A_FIELD,
        any(one.seat == plant.seat for one in there),
        not options["same_kind"] and any(one.plant == plant.plant for one in there),
    )


def put_plant(state: State, board: Board, field: Field, plant: Growing) -> BoardChange:
    """Return the fields with a plant laid; doubtful where one of the `obstacles` stands."""
    there = ground(board, field)
    where, word = in_words(field), WORDS[plant.plant]
    is_covered, is_full, is_own, has_kind = obstacles(
        there.shows, [one.as_plant for one in there.plants], plant.as_plant, state.options
    )
    flags = (
        *_check_field(state, field),
        *doubts(
            is_covered and (says.NOTHING_ON_WATER if there.water else says.NOTHING_ON_DESERT)(field=where),
            is_full and says.TWO_ON_FIELD(field=where),
            is_own and says.OWN_ON_FIELD(name=SeatName(plant.seat), field=where),
            has_kind and says.KIND_ON_FIELD(field=where, plant=word),
        ),
    )
    return BoardChange({**board, field: replace(there, plants=(*there.plants, plant))}, flags=flags)


def ripen(state: State, board: Board, field: Field, plant: Plant) -> BoardChange:
    """A seed turned to its ripe side. Raise `IllegalMove` if there is no such seed."""
    there = ground(board, field)
    seed = Growing(plant.seat, plant.plant, False)
    check(seed not in there.plants and _not_there(field, plant, says.NO_SEED), path="field")
    plants = _without(there.plants, seed)
    grown = replace(there, plants=(*plants, replace(seed, ripe=True)))
    return BoardChange({**board, field: grown}, flags=_check_field(state, field))


def gather(state: State, board: Board, field: Field, plant: Plant, quality: int) -> BoardChange:
    """A ripe plant taken from a field of so many palms. Raise `IllegalMove` if there is no such plant."""
    there = ground(board, field)
    flags, where = _check_field(state, field), in_words(field)
    found = [one for one in there.plants if one.as_plant == plant]
    check(not found and _not_there(field, plant, says.NO_PLANT), path="field")
    # Of two alike the ripe one: it is the one that may be harvested.
    best = max(found, key=lambda one: one.ripe)
    flags += doubts(
        not best.ripe and says.NOT_RIPE(plant=WORDS[plant.plant], field=where),
        there.palms not in (None, quality) and says.OTHER_PALMS(field=where, palms=there.palms or 0, quality=quality),
    )
    return BoardChange({**board, field: replace(there, plants=_without(there.plants, best))}, flags=flags)


def has_others_plant(board: Board, field: Field, seat: int) -> bool:
    return any(plant.seat != seat for plant in ground(board, field).plants)


def check_row(field: Field) -> None:
    """Raise `IllegalMove` for a square beyond its row (NI-2)."""
    check(field.square >= field.row and says.NO_SUCH_FIELD(row=field.row, square=field.square + 1))


def _check_field(state: State, field: Field) -> tuple[Doubt, ...]:
    """A flag for a covered field. Raise `IllegalMove` for a square beyond its row."""
    check_row(field)
    is_covered = field not in fields_in_play(state.seats, state.options["two_player_cover"])
    return doubts(is_covered and says.COVERED_FIELD(field=in_words(field)))


def _edges(board: Board, laid: LaidWater) -> tuple[Doubt, ...]:
    """A flag for each edge of a water card that does not match what lies next to it in the row."""
    field, where = laid.field, in_words(laid.field)
    # Beside the Nile, which counts as a single wave (NI-10).
    before = ground(board, field.step(-1)).water if field.square else ("single", "single")
    after = ground(board, field.step(1)).water
    met = ((before and before[1], laid.card[0]), (after and after[0], laid.card[1]))
    return doubts(
        before is None and says.NO_WATER_BETWEEN(field=where),
        *(
            edge is not None
            and not matches(edge, own)
            and says.EDGES_DIFFER(field=where, own=WORDS[own], edge=WORDS[edge])
            for edge, own in met
        ),
    )


def _not_there(field: Field, plant: Plant, message: Text) -> Reason:
    where, word = in_words(field), WORDS[plant.plant]
    return says.NOT_THERE(message=message, name=SeatName(plant.seat), plant=word, field=where)


def _without(plants: tuple[Growing, ...], one: Growing) -> tuple[Growing, ...]:
    index = plants.index(one)
    return (*plants[:index], *plants[index + 1 :])
