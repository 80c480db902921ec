"""The depth that tracks the fields too: where water, plants and desert may lie, and what follows from it."""

from typing import Any

from tests.games.nile.asking import Move, Table
from tests.games.table import Row, otherwise


def at(bank: str, row: int, square: int) -> dict[str, Any]:
    return {"bank": bank, "row": row, "square": square}


LEFT, RIGHT = ([at(bank, 5, square) for square in range(5)] for bank in ("left", "right"))
"""The longest rows."""


def water(field: dict[str, Any], near: str = "single", far: str = "single") -> dict[str, Any]:
    return {"field": field, "card": [near, far]}


def tide(moved: int = 1, **told: Any) -> Move:
    return {"kind": "tide", "moved": moved, "arrows": 0, **told}


def boat(seat: int = 0, *, plants: tuple[str, str] = ("flax", "flax"), **laid: Any) -> Move:
    return {"kind": "boat", "seat": seat, "plants": [*plants], **laid}


def deserts(*fields: dict[str, Any]) -> Move:
    return {"kind": "starter", "seat": 0, "deserts": [*fields]}


def palms(count: int, field: dict[str, Any]) -> Move:
    return {"kind": "palms", "fields": [{"field": field, "palms": count}]}


def harvest(plant: str, field: dict[str, Any], quality: int = 2) -> Move:
    return {"kind": "harvest", "seat": 0, "plant": plant, "quality": quality, "column": 1, "field": field}


def sow(plant: str, field: dict[str, Any], seat: int = 0, **how: bool) -> Move:
    return {"kind": "sow", "seat": seat, "plant": plant, "field": field, **how}


def grow(plant: str, field: dict[str, Any]) -> Move:
    return {"kind": "grow", "seat": 0, "plant": plant, "field": field}


def fields(**options: bool | str) -> Table:
    return Table(2, depth="board", **options)


def tracked(players: int = 2, **options: bool | str) -> Table:
    """A table that tracks its board, with a ripe wheat and a flax seed of each player in the long rows."""
    table = Table(players, depth="board", **options).then(**deserts(LEFT[4], RIGHT[4], at("right", 4, 3)))
    for seat in range(players):
        ripe, seed = {"plant": "wheat", "field": LEFT[seat]}, {"plant": "flax", "field": at("left", 4, seat)}
        table.play(**boat(seat, water=water(RIGHT[seat]), ripe=ripe, seed=seed))
    return table


def ebbing(**options: bool | str) -> Table:
    return tracked(2, **options).then(**tide(0))


def acting(players: int = 2) -> Table:
    return tracked(players).then(**tide(2))


def sown() -> Table:
    """The third of three is on turn, and a plant of the first lies beside one of the second."""
    return acting(3).then(**sow("grapes", LEFT[1])).then("pass", seat=0).then("pass", seat=1)


def planted(square: int, **options: bool | str) -> Table:
    """A table before the first tide, with onions of the first on a field."""
    return fields(**options).then(**boat(seed={"plant": "onions", "field": LEFT[square]}))


FLAX = at("left", 4, 0)
ONIONS = {"plant": "onions", "field": LEFT[1]}
MATCHING = [water(at("right", 3, 0), far="double"), water(at("right", 3, 1), "double")]
ROWS: dict[str, Row] = {
    "more at the start than a player has": (fields, boat(plants=("onions", "onions"), ripe=ONIONS), "doubted NI-1"),
    "first desert away from the desert": (fields, deserts(LEFT[3]), "doubted NI-6 NI-42"),
    "first desert on a covered row": (fields, deserts(at("left", 2, 1)), "doubted NI-3"),
    "first desert on a plant": (lambda: planted(4), deserts(LEFT[4]), "doubted NI-6 NI-8"),
    "first water on a plant": (lambda: planted(0), boat(1, water=water(LEFT[0])), "doubted NI-8"),
    "a kind by its like under the house rule": (lambda: planted(1, same_kind=False), boat(1, seed=ONIONS), "doubted NI-12"),
    "a wave of another kind": (tracked, tide(laid=[water(LEFT[0], "double")]),
        "doubted NI-10: The card doesn’t fit on the field by the Nile (left bank, row of 5): double wave meets single wave."),
    "a wave without water towards the Nile": (tracked, tide(laid=[water(LEFT[2])]), "doubted NI-10"),
    "a side without a wave": (tracked, tide(laid=[water(RIGHT[2], "none")]), "doubted NI-10"),
    "inner water first": (lambda: ebbing(ebb_outermost_only=True), tide(taken=[RIGHT[0]]), "doubted NI-22"),
    "desert in another row": (ebbing, tide(taken=[RIGHT[1]], advanced=[LEFT[3]]), "doubted NI-42"),
    "desert over a field": (ebbing, tide(taken=[RIGHT[1]], advanced=[RIGHT[2]]), "doubted NI-42"),
    "desert onto itself": (ebbing, tide(taken=[RIGHT[1]], advanced=[RIGHT[4]]), "doubted NI-42"),
    "a plant on water": (lambda: acting(3), sow("grapes", RIGHT[0], shared=False), "doubted NI-12"),
    "a plant on desert": (lambda: acting(3), sow("grapes", at("right", 4, 3), shared=False), "doubted NI-12"),
    "a plant beside the own one": (lambda: acting(3), sow("grapes", LEFT[0], shared=False), "doubted NI-12"),
    "a third plant on a field": (sown, sow("flax", LEFT[1], 2, shared=True), "doubted NI-12"),
    "a plant on a covered row": (sown, sow("flax", at("left", 2, 0), 2), "doubted NI-3"),
    "a plant acted on twice": (lambda: acting().then(**grow("flax", FLAX)), harvest("flax", FLAX), "doubted NI-23"),
    "a seed harvested": (acting, harvest("flax", FLAX), "doubted NI-24"),
    "another quality": (lambda: acting().then(**palms(4, LEFT[0])), harvest("wheat", LEFT[0], 3),
        "doubted NI-4 NI-24: Palms on the field by the Nile (left bank, row of 5): 4 entered before, now 3."),
    "three palms next to the desert": (tracked, palms(3, LEFT[4]), "doubted NI-4"),
    "palms where only the market is tracked": (lambda: Table(2).begin(), palms(4, LEFT[0]), "refused NI-4"),
    "desert on no field": (fields, deserts(at("left", 3, 3)), "refused NI-2: There’s no field 4 in a row of 3."),
    "water on water": (tracked, tide(laid=[water(RIGHT[0])]), "refused NI-10"),
    "water taken where none lies": (ebbing, tide(taken=[LEFT[0]]), "refused NI-22"),
    "fewer fields told than cards": (ebbing, tide(2, taken=[RIGHT[0]]), "refused NI-21 NI-22: You entered 1 card, but counted 2."),
    "water laid at ebb": (ebbing, tide(laid=[water(LEFT[0])]), "refused NI-22"),
    "water taken at flood": (tracked, tide(taken=[RIGHT[0]]), "refused NI-21"),
    "a plant turned that is not there": (acting, grow("wheat", LEFT[0]), "refused NI-23"),
    "a plant harvested that is not there": (acting, harvest("grapes", LEFT[0]), "refused NI-23"),
    "palms on no field": (tracked, palms(1, at("left", 3, 4)), "refused NI-2"),
    "as many at the start as a player has": (fields, boat(plants=("onions", "flax"), ripe=ONIONS), "taken"),
    "a kind by its like": (lambda: planted(1), boat(1, seed=ONIONS), "taken"),
    "waves that match": (tracked, tide(2, laid=MATCHING), "taken"),
    "inner water at ebb": (ebbing, tide(taken=[RIGHT[0]]), "taken"),
    "the outermost water first": (lambda: ebbing(ebb_outermost_only=True), tide(2, taken=[RIGHT[1], RIGHT[0]]), "taken"),
    "the quality of the palms": (lambda: acting().then(**palms(4, LEFT[0])), harvest("wheat", LEFT[0], 4), "taken"),
}  # fmt: skip


def test_what_the_rules_of_fields_forbid_is_doubted_and_what_no_fields_can_show_refused() -> None:
    assert otherwise(ROWS) == {}


def test_a_table_that_tracks_only_the_market_shows_no_board() -> None:
    assert "board" not in Table(2).begin().then(**tide(laid=[water(LEFT[0])])).view()


def test_a_plant_turned_is_harvested_in_the_next_phase() -> None:
    table = acting().then(**grow("flax", FLAX)).pass_all().then(**tide(2)).then("pass", seat=1)
    assert table.play(**harvest("flax", FLAX)).flags == ()
    assert FLAX not in [one["field"] for one in table.view()["board"]]


def test_first_water_on_a_desert_card_is_doubtful_and_the_desert_card_is_kept() -> None:
    table, wet = fields().then(**deserts(LEFT[4])).then(**boat()), boat(1, water=water(LEFT[4]))
    assert table.doubted(**wet) == ("NI-10", "NI-8")
    [field] = [one for one in table.then(**wet, anyway=True).view()["board"] if one["desert"]]
    assert (field["field"], field["water"] is not None) == (LEFT[4], True)
    assert table.state.jokers == (2, 2)
