"""The depth that tracks the fields too: where water, plants and desert may lie, and what follows from it."""

from typing import Any

import pytest

from companion.games.nile.rules.fields import Field, ground
from tests.games.nile.asking import Table


def at(bank: str, row: int, square: int) -> dict[str, Any]:
    return {"bank": bank, "row": row, "square": square}


def water(field: dict[str, Any], near: str = "single", far: str = "single") -> dict[str, Any]:
    return {"field": field, "card": [near, far]}


def tracked(players: int = 2, **options: bool | str) -> Table:
    """A table that tracks its board, with a ripe wheat and a flax seed of each player in the long rows."""
    table = Table(players, depth="board", **options)
    table.play("starter", seat=0, deserts=[at("left", 5, 4), at("right", 5, 4), at("right", 4, 3)])
    for seat in range(players):
        table.play(
            "boat",
            seat=seat,
            plants=["flax", "flax"],
            water=water(at("right", 5, seat)),
            ripe={"plant": "wheat", "field": at("left", 5, seat)},
            seed={"plant": "flax", "field": at("left", 4, seat)},
        )
    return table


def there(table: Table, bank: str, row: int, square: int) -> Any:
    assert bank in ("left", "right")
    return ground(table.state.board, Field("left" if bank == "left" else "right", row, square))


def test_more_of_a_kind_at_the_start_than_a_player_has_is_doubted_wherever_they_lie() -> None:
    table = Table(2, depth="board")
    ripe = {"plant": "onions", "field": at("left", 5, 2)}
    assert table.doubted("boat", seat=0, plants=["onions", "onions"], ripe=ripe) == ("NI-1",)
    table.play("boat", seat=0, plants=["onions", "flax"], ripe=ripe)


def test_a_table_that_tracks_only_the_market_shows_no_board() -> None:
    table = Table(2).begin()
    table.play("tide", moved=1, arrows=0, laid=[water(at("left", 5, 0))])
    assert "board" not in table.view()
    assert table.refused("palms", fields=[{"field": at("left", 5, 0), "palms": 4}]) == ("NI-4",)


def test_first_desert_cards_lie_next_to_the_desert() -> None:
    table = Table(2, depth="board")
    assert table.doubted("starter", seat=0, deserts=[at("left", 5, 3)]) == ("NI-6", "NI-42")
    assert table.refused("starter", seat=0, deserts=[at("left", 3, 3)]) == ("NI-2",)
    assert table.doubted("starter", seat=0, deserts=[at("left", 2, 1)]) == ("NI-3",)


def test_waves_must_match_on_both_sides_and_reach_back_to_the_nile() -> None:
    table = tracked()
    assert table.doubted("tide", moved=1, arrows=0, laid=[water(at("left", 5, 0), "double")]) == ("NI-10",)
    assert table.doubted("tide", moved=1, arrows=0, laid=[water(at("left", 5, 2))]) == ("NI-10",)
    assert table.doubted("tide", moved=1, arrows=0, laid=[water(at("right", 5, 2), "none")]) == ("NI-10",)
    assert table.refused("tide", moved=1, arrows=0, laid=[water(at("right", 5, 0))]) == ("NI-10",)
    table.play(
        "tide", moved=2, arrows=0, laid=[water(at("right", 3, 0), far="double"), water(at("right", 3, 1), "double")]
    )
    assert there(table, "right", 3, 1).water == ("double", "single")


def ebbing(**options: bool | str) -> Table:
    table = tracked(2, **options)
    table.play("tide", moved=0, arrows=0)
    return table


def test_any_water_may_go_at_ebb_unless_the_outermost_must_go_first() -> None:
    inner = [at("right", 5, 0)]
    ebbing().play("tide", moved=1, arrows=0, taken=inner)
    table = ebbing(ebb_outermost_only=True)
    assert table.doubted("tide", moved=1, arrows=0, taken=inner) == ("NI-22",)
    table.play("tide", moved=2, arrows=0, taken=[at("right", 5, 1), at("right", 5, 0)])
    assert there(table, "right", 5, 0).water is None


def test_water_that_is_not_there_cannot_be_taken_and_what_is_told_must_agree() -> None:
    table = ebbing()
    assert table.refused("tide", moved=1, arrows=0, taken=[at("left", 5, 0)]) == ("NI-22",)
    assert table.refused("tide", moved=2, arrows=0, taken=[at("right", 5, 0)]) == ("NI-21", "NI-22")
    assert table.refused("tide", moved=1, arrows=0, laid=[water(at("left", 5, 0))]) == ("NI-22",)
    assert tracked().refused("tide", moved=1, arrows=0, taken=[at("right", 5, 0)]) == ("NI-21",)


@pytest.mark.parametrize("field", [at("left", 5, 3), at("right", 5, 2), at("right", 5, 4)])
def test_the_desert_does_not_jump_to_another_row_or_over_a_field_or_onto_itself(field: dict[str, Any]) -> None:
    table = ebbing()
    assert table.doubted("tide", moved=1, arrows=0, taken=[at("right", 5, 1)], advanced=[field]) == ("NI-42",)


def acting(players: int = 2) -> Table:
    table = tracked(players)
    table.play("tide", moved=2, arrows=0)
    return table


def test_no_plant_on_water_or_desert_nor_two_of_ones_own_nor_a_third() -> None:
    table = acting(3)
    sow: dict[str, Any] = {"seat": 0, "plant": "grapes", "shared": False}
    assert table.doubted("sow", **sow, field=at("right", 5, 0)) == ("NI-12",)
    assert table.doubted("sow", **sow, field=at("right", 4, 3)) == ("NI-12",)
    assert table.doubted("sow", **sow, field=at("left", 5, 0)) == ("NI-12",)
    table.play("sow", **sow, field=at("left", 5, 1))
    table.play("pass", seat=0)
    table.play("pass", seat=1)
    assert table.doubted("sow", seat=2, plant="flax", shared=True, field=at("left", 5, 1)) == ("NI-12",)
    assert table.doubted("sow", seat=2, plant="flax", field=at("left", 2, 0)) == ("NI-3",)


def test_a_plant_is_acted_on_once_a_phase() -> None:
    table = acting()
    table.play("grow", seat=0, plant="flax", shared=False, field=at("left", 4, 0))
    harvest: dict[str, Any] = {"seat": 0, "plant": "flax", "quality": 2, "column": 1, "field": at("left", 4, 0)}
    assert table.doubted("harvest", **harvest) == ("NI-23",)
    table.pass_all()
    table.play("tide", moved=2, arrows=0)
    table.play("pass", seat=1)
    table.play("harvest", **harvest)
    assert there(table, "left", 4, 0).plants == ()
    assert [one.plant for one in table.state.market[1]] == ["flax"]


def test_what_is_not_on_the_field_is_neither_turned_nor_harvested_and_a_seed_is_not_ripe() -> None:
    table = acting()
    assert table.refused("grow", seat=0, plant="wheat", field=at("left", 5, 0)) == ("NI-23",)
    harvest: dict[str, Any] = {"seat": 0, "quality": 2, "column": 1}
    assert table.refused("harvest", **harvest, plant="grapes", field=at("left", 5, 0)) == ("NI-23",)
    assert table.doubted("harvest", **harvest, plant="flax", field=at("left", 4, 0)) == ("NI-24",)


def test_palms_once_entered_are_held_against_the_quality() -> None:
    table = acting()
    table.play("palms", fields=[{"field": at("left", 5, 0), "palms": 4}])
    harvest: dict[str, Any] = {"seat": 0, "plant": "wheat", "column": 1, "field": at("left", 5, 0)}
    assert table.doubted("harvest", **harvest, quality=3) == ("NI-4", "NI-24")
    table.play("harvest", **harvest, quality=4)
    assert there(table, "left", 5, 0).palms == 4


def test_a_field_next_to_the_desert_has_no_more_than_two_palms() -> None:
    table = tracked()
    assert table.doubted("palms", fields=[{"field": at("left", 5, 4), "palms": 3}]) == ("NI-4",)
    assert table.refused("palms", fields=[{"field": at("left", 3, 4), "palms": 1}]) == ("NI-2",)


def test_first_water_on_a_plant_or_a_desert_card_is_doubtful_and_the_desert_card_is_kept() -> None:
    table = Table(2, depth="board")
    table.play("starter", seat=0, deserts=[at("left", 5, 4)])
    table.play("boat", seat=0, plants=["flax", "flax"], ripe={"plant": "onions", "field": at("left", 5, 0)})
    wet: dict[str, Any] = {"seat": 1, "plants": ["flax", "flax"]}
    assert table.doubted("boat", **wet, water=water(at("left", 5, 0))) == ("NI-8",)
    assert table.doubted("boat", **wet, water=water(at("left", 5, 4))) == ("NI-10", "NI-8")
    table.play("boat", **wet, water=water(at("left", 5, 4)), anyway=True)
    field = next(one for one in table.view()["board"] if one["desert"])
    assert (field["field"], field["water"] is not None) == (at("left", 5, 4), True)
    assert table.state.jokers == (2, 2)


def test_a_first_desert_card_on_a_plant_is_doubtful() -> None:
    table = Table(2, depth="board")
    table.play("boat", seat=0, plants=["flax", "flax"], seed={"plant": "onions", "field": at("left", 5, 4)})
    assert table.doubted("starter", seat=0, deserts=[at("left", 5, 4)]) == ("NI-6", "NI-8")


def test_two_plants_of_one_kind_on_a_field_are_doubtful_by_the_house_rule_alone() -> None:
    for same_kind in (True, False):
        table = Table(2, depth="board", same_kind=same_kind)
        table.play("boat", seat=0, plants=["flax", "flax"], seed={"plant": "onions", "field": at("left", 5, 1)})
        second: dict[str, Any] = {
            "seat": 1,
            "plants": ["flax", "flax"],
            "seed": {"plant": "onions", "field": at("left", 5, 1)},
        }
        if same_kind:
            table.play("boat", **second)
        else:
            assert table.doubted("boat", **second) == ("NI-12",)
