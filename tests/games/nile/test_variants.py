"""The variants: the hippo's auction, bidding for the start, buying others' seeds, healing; and what nobody else may see."""

import json
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Amended, Undone
from companion.engine.timeline import attempt
from companion.games.nile.game import GAME
from tests.games.english import told as in_english
from tests.games.nile.asking import Table, read
from tests.games.nile.tapping import shown
from tests.games.table import doubt
from tests.there import there


def hippo(*, acting: bool = True) -> Table:
    table = Table(3, hippo=True)
    return table.acting() if acting else table.begin()


def bid(table: Table, **plants: list[str]) -> Any:
    """Everybody bids: `a` is seat 0, `b` seat 1, `c` seat 2."""
    return [table.play("bid", seat="abc".index(name), plants=kinds) for name, kinds in plants.items()][-1]


def test_in_an_extra_phase_a_joker_is_doubted_and_no_second_auction_begins() -> None:
    table = hippo()
    bid(table, a=[], b=[], c=["wheat"])
    assert table.doubted("joker", seat=2) == ("NI-50",)
    assert table.refused("bid", seat=0, plants=[]) == ("NI-50",)


def test_while_some_have_bid_nothing_else_is_played() -> None:
    table = hippo()
    table.play("bid", seat=1, plants=[])
    assert table.refused("pass", seat=0) == ("NI-50",)
    assert table.refused("flooded", plants=[{"seat": 0, "plant": "wheat"}]) == ("NI-50",)


@pytest.mark.parametrize("seats", [frozenset[int](), frozenset({0}), frozenset({2})])
def test_a_bid_above_what_is_held_is_doubted_whoever_enters_it(seats: frozenset[int]) -> None:
    move = read({"kind": "bid", "seat": 0, "plants": ["flax"] * 4})
    assert doubt(GAME, hippo().state, move, seats=seats).clauses == ("NI-1", "NI-50")
    assert [flag.secrets_of for flag in attempt(GAME, hippo().state, move, anyway=True).flags] == [{0}]


def test_a_plant_on_a_field_cannot_be_bid() -> None:
    table = hippo()
    table.play("sow", seat=0, plant="aubergine", shared=False)
    assert doubt(
        GAME, table.state, read({"kind": "bid", "seat": 0, "plants": ["aubergine"]}), seats=frozenset({0})
    ).clauses == ("NI-1", "NI-50")


def test_nobody_bids_twice_because_the_first_bid_would_come_to_light_with_the_second() -> None:
    table = hippo()
    table.play("bid", seat=1, plants=["onions"])
    assert table.refused("bid", seat=1, plants=["wheat"]) == ("NI-50",)
    begun = Table(3, start_bid=True)
    begun.play("bid", seat=1, plants=["onions"])
    assert begun.refused("bid", seat=1, plants=[]) == ("NI-51",)


def test_without_a_variant_nothing_of_it_is_played_and_within_it_no_more_than_the_box_holds() -> None:
    plain = Table(2).acting().sell(1, (0, "wheat"), (0, "grapes"))
    plain.play("rot", column=1, plants=[0, 1])
    assert plain.refused("heal", seat=0, column=1, square=0) == ("NI-53",)
    assert plain.refused("bid", seat=0, plants=[]) == ("NI-43", "NI-50")
    assert plain.refused("buy_other", seat=0, owner=1, plant="flax") == ("NI-52",)
    assert Table(3).refused("bid", seat=0, plants=[]) == ("NI-8", "NI-51")
    assert Table(3, start_bid=True).doubted("starter", seat=0) == ("NI-51",)
    for plants in (["aubergine", "aubergine"], ["flax"] * 6):
        assert hippo().refused("bid", seat=0, plants=plants) == ("NI-1", "NI-50")
    others = Table(2, buy_others=True).acting()
    assert others.refused("buy_other", seat=0, owner=0, plant="flax") == ("NI-23", "NI-52")
    assert others.refused("buy_other", seat=0, owner=1, plant="wheat") == ("NI-23",)


def bid_on_fields() -> Table:
    """Three who track the fields and have bid for the start, which Ben has won."""
    table = Table(3, start_bid=True, depth="board")
    bid(table, a=["flax"], b=["wheat", "onions"], c=[])
    return table


def test_a_table_may_play_the_tide_without_saying_what_was_laid_first() -> None:
    table = bid_on_fields()
    table.play("tide", moved=2, arrows=0)
    assert shown(table).opening is None
    assert table.refused("lay_first", seat=0) == ("NI-8",)


@pytest.mark.parametrize("options", [{}, {"start_bid": True}, {"depth": "board"}])
def test_nothing_is_laid_first_before_the_boat_is_filled_or_where_no_fields_are_tracked(
    options: dict[str, bool | str],
) -> None:
    assert Table(3, **options).refused("lay_first", seat=0) == ("NI-8",)


def test_a_field_tapped_for_what_is_laid_first_offers_water_and_the_desert_but_no_water_to_take() -> None:
    seen = []
    for square in (0, 3):
        page = there(shown(bid_on_fields(), _field=f"left.4.{square}").fields)
        assert page.spot is not None
        seen.append((bool(page.spot.cards), page.spot.may_be_desert, page.spot.may_take))
    assert seen == [(True, False, False), (True, True, False)]


@pytest.mark.parametrize("first", ["deserts", "starter"])
def test_the_first_desert_cards_are_counted_one_by_one_and_stay_whoever_is_named_before_or_after(first: str) -> None:
    table, told = Table(3, depth="board"), []
    if first == "starter":
        table.play("starter", seat=0)
    for row in (5, 4, 3):
        opening = there(shown(table).opening)
        told.append(in_english(opening.waiting))
        table.play("first_desert", field={"bank": "left", "row": row, "square": row - 1})
    if first == "deserts":
        table.play("starter", seat=0)
    for seat in range(3):
        table.play("boat", seat=seat, plants=["flax", "wheat"])
    assert told == [f"Tap the field for desert card {number} of 3." for number in (1, 2, 3)]
    assert sum(ground.has_desert for ground in table.state.board.values()) == 3
    assert table.refused("first_desert", field={"bank": "right", "row": 5, "square": 4}) == ("NI-6",)


def two_matches() -> tuple[Table, Table]:
    """Two matches that differ only in a bid."""
    tables = hippo(), hippo()
    for table, plants in zip(tables, (["wheat"], ["onions", "grapes", "grapes"]), strict=True):
        table.play("bid", seat=1, plants=plants)
        table.play("bid", seat=2, plants=["wheat"])
    return tables


@pytest.mark.parametrize("plants", [["onions", "onions"], ["grapes", "grapes"], ["aubergine", "wheat"]])
def test_no_hidden_bid_falls_when_what_lay_open_before_it_is_corrected(plants: list[str]) -> None:
    corrected = Amended(((1, read({"kind": "boat", "seat": 1, "plants": plants})),), False)
    after = [table.timeline.after(corrected) for table in two_matches()]
    assert [one.stopped for one in after] == [None, None]
    assert len({json.dumps(GAME.view(one.state, Viewer(frozenset({0})))) for one in after}) == 1


def test_a_bid_taken_back_before_all_have_bid_stays_hidden() -> None:
    table = hippo()
    first = len(table.timeline.events)
    table.play("bid", seat=0, plants=["wheat"])
    table.timeline.add(Undone(first))
    bid(table, a=["onions"], b=[], c=[])
    assert first not in table.timeline.revealed
    assert {first + 2, first + 3, first + 4} <= table.timeline.revealed


def test_a_joker_bought_in_the_extra_phase_is_doubtful_by_the_house_rule_alone() -> None:
    for allowed in (True, False):
        table = Table(3, hippo=True, extra_joker=allowed).acting()
        bid(table, a=["onions"], b=["onions", "wheat"], c=[])
        if allowed:
            table.play("buy_joker", seat=1)
        else:
            assert table.doubted("buy_joker", seat=1) == ("NI-23", "NI-50")
