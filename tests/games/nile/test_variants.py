"""The variants: the hippo's auction, bidding for the start, buying others' seeds, healing; and what nobody else may see."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.errors import DoubtfulMove
from companion.engine.game import Viewer
from companion.engine.journal import Amended, Undone
from companion.engine.options import make_setup
from companion.engine.timeline import attempt
from companion.games.nile.game import GAME
from tests.games.english import told as in_english
from tests.games.nile.asking import Table, not_a_move, read
from tests.games.nile.tapping import shown


def hippo(*, acting: bool = True) -> Table:
    table = Table(3, hippo=True)
    return table.acting() if acting else table.begin()


def bid(table: Table, **plants: list[str]) -> Any:
    """Everybody bids: `a` is seat 0, `b` seat 1, `c` seat 2."""
    return [table.play("bid", seat="abc".index(name), plants=kinds) for name, kinds in plants.items()][-1]


def test_the_winner_of_the_auction_puts_the_hand_into_the_boat_and_plays_three_points_at_once() -> None:
    table = hippo()
    table.play("sow", seat=0, plant="wheat", shared=False)
    replay = bid(table, a=["onions"], b=["onions", "wheat"], c=[])
    assert replay.outcome.reveals
    assert replay.outcome.rulings[0].verdict == {"winner": 1, "bids": {"0": 3, "1": 4, "2": 2}}
    assert [(one.seat, one.plant) for one in table.state.boat[6:]] == [(1, "onions"), (1, "wheat")]
    status = GAME.status(table.state)
    assert (status.phase, status.turn, table.view()["ap"], table.view()["extra"]) == ("actions", 1, 3, True)
    table.play("pass", seat=1)
    assert (GAME.status(table.state).turn, table.view()["ap"], table.view()["extra"]) == (0, 2, False)


def test_an_extra_phase_won_during_the_tide_goes_back_to_the_tide() -> None:
    table = hippo(acting=False)
    bid(table, a=[], b=[], c=["wheat"])
    assert GAME.status(table.state).turn == 2
    table.play("grow", seat=2, plant="grapes", shared=False)
    table.play("pass", seat=2)
    assert (GAME.status(table.state).phase, GAME.status(table.state).turn) == ("tide", 0)


def test_an_auction_that_nobody_wins_leaves_everything_as_it_was() -> None:
    table = hippo()
    before = table.state
    bid(table, a=["wheat"], b=["onions"], c=[])
    assert table.state == replace(before, events=1)


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


@pytest.mark.parametrize("plants", [["aubergine", "aubergine"], ["flax"] * 6])
def test_a_bid_above_what_the_box_holds_is_refused(plants: list[str]) -> None:
    assert hippo().refused("bid", seat=0, plants=plants) == ("NI-1", "NI-50")


@pytest.mark.parametrize("seats", [frozenset[int](), frozenset({0}), frozenset({2})])
def test_a_bid_above_what_is_held_is_doubted_whoever_enters_it(seats: frozenset[int]) -> None:
    move = read({"kind": "bid", "seat": 0, "plants": ["flax"] * 4})
    with pytest.raises(DoubtfulMove) as caught:
        attempt(GAME, hippo().state, move, anyway=False, seats=seats)
    assert caught.value.clauses == ("NI-1", "NI-50")


def test_that_doubt_is_told_to_the_bidder_alone() -> None:
    (flag,) = attempt(GAME, hippo().state, read({"kind": "bid", "seat": 0, "plants": ["flax"] * 4}), anyway=True).flags
    assert flag.rests_on == {0}


def test_a_bid_of_sixteen_plants_has_not_the_right_shape() -> None:
    assert not_a_move({"kind": "bid", "seat": 0, "plants": ["flax"] * 16}) == "move.plants"


def test_a_plant_on_a_field_cannot_be_bid() -> None:
    table = hippo()
    table.play("sow", seat=0, plant="aubergine", shared=False)
    with pytest.raises(DoubtfulMove) as caught:
        attempt(
            GAME,
            table.state,
            read({"kind": "bid", "seat": 0, "plants": ["aubergine"]}),
            anyway=False,
            seats=frozenset({0}),
        )
    assert caught.value.clauses == ("NI-1", "NI-50")


def test_nobody_bids_twice_because_the_first_bid_would_come_to_light_with_the_second() -> None:
    table = hippo()
    table.play("bid", seat=1, plants=["onions"])
    assert table.refused("bid", seat=1, plants=["wheat"]) == ("NI-50",)
    begun = Table(3, start_bid=True)
    begun.play("bid", seat=1, plants=["onions"])
    assert begun.refused("bid", seat=1, plants=[]) == ("NI-51",)


def test_without_the_variants_nobody_bids() -> None:
    assert Table(3).acting().refused("bid", seat=0, plants=[]) == ("NI-43", "NI-50")
    assert Table(3).refused("bid", seat=0, plants=[]) == ("NI-8", "NI-51")


def test_most_plants_bid_decide_the_start_and_all_bids_go_into_the_boat() -> None:
    table = Table(3, start_bid=True)
    assert table.refused("boat", seat=0, plants=["flax", "flax"]) == ("NI-51",)
    assert table.refused("tide", moved=2, arrows=0) == ("NI-51",)
    replay = bid(table, a=["flax"], b=["wheat", "onions"], c=["flax"])
    assert replay.outcome.reveals
    assert (table.state.starter, GAME.status(table.state).phase, len(table.state.boat)) == (1, "tide", 4)
    assert table.refused("boat", seat=0, plants=["flax", "flax"]) == ("NI-51",)


def test_a_tie_for_the_start_is_bid_again() -> None:
    table = Table(3, start_bid=True)
    replay = bid(table, a=["flax"], b=["wheat"], c=[])
    assert replay.outcome.reveals
    assert (table.state.starter, table.state.boat, table.view()["bids"]) == (None, (), [])
    bid(table, a=["flax"], b=[], c=[])
    assert table.state.starter == 0


def test_naming_the_starter_is_doubted_where_bids_decide() -> None:
    assert Table(3, start_bid=True).doubted("starter", seat=0) == ("NI-51",)


def bid_on_fields() -> Table:
    """Three who track the fields and have bid for the start, which Ben has won."""
    table = Table(3, start_bid=True, depth="board")
    bid(table, a=["flax"], b=["wheat", "onions"], c=[])
    return table


FIELD = {"bank": "left", "row": 4, "square": 0}


def test_after_the_bids_everybody_lays_first_water_a_ripe_plant_and_a_seed_on_tracked_fields() -> None:
    table = bid_on_fields()
    water = {"field": FIELD, "card": ["single", "double"]}
    ripe, seed = {"plant": "grapes", "field": {**FIELD, "row": 5}}, {"plant": "flax", "field": {**FIELD, "row": 3}}
    replay = table.play("lay_first", seat=1, water=water, ripe=ripe, seed=seed, deserts=[{**FIELD, "square": 3}])
    assert replay.outcome.flags == ()
    lying = {(one["field"]["row"], one["field"]["square"]): one for one in table.view()["board"]}
    assert lying[4, 0]["water"] == ["single", "double"]
    assert lying[4, 3]["desert"]
    assert lying[5, 0]["plants"] == [{"seat": 1, "plant": "grapes", "ripe": True}]
    assert lying[3, 0]["plants"] == [{"seat": 1, "plant": "flax", "ripe": False}]
    assert len(table.state.boat) == 3
    assert table.state.water_lying == 3
    assert table.refused("lay_first", seat=1) == ("NI-8",)


def test_what_is_laid_first_is_asked_of_each_in_turn_and_then_the_tide_is_played() -> None:
    table = bid_on_fields()
    for seat in (1, 2, 0):
        page = shown(table)
        assert page.opening is not None
        assert (page.opening.seat, page.opening.is_for_fields, page.tide) == (seat, True, None)
        assert GAME.status(table.state).phase == "tide"
        table.play("lay_first", seat=seat)
    assert shown(table).opening is None
    assert shown(table).tide is not None
    assert table.refused("lay_first", seat=0) == ("NI-8",)


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


def test_everybodys_water_is_asked_for_first_and_then_everybodys_plants() -> None:
    table = Table(2, depth="board").begin("wheat", "onions", starter=1)
    asked = []
    for square, (seat, what) in enumerate([(1, "water"), (0, "water"), (1, "ripe"), (0, "seed")]):
        opening, field = shown(table).opening, {"bank": "left", "row": 4, "square": square}
        assert opening is not None
        asked.append((opening.seat, opening.step))
        laid: Any = (
            {"field": field, "card": ["single", "single"]} if what == "water" else {"field": field, "plant": "flax"}
        )
        assert table.play("lay_first", seat=seat, **{what: laid}).outcome.flags == ()
        assert table.refused("lay_first", seat=seat, **{what: laid}) == ("NI-8",)
    assert asked == [(1, "water"), (0, "water"), (1, "plants"), (0, "plants")]
    assert shown(table).opening is None
    assert len(table.state.boat) == 4


def test_a_match_whose_boats_told_what_was_laid_is_asked_for_nothing_more() -> None:
    table = Table(2, depth="board")
    table.play("starter", seat=0)
    for seat in (0, 1):
        at = {"bank": "left", "row": 4, "square": seat}
        water = {"field": {**at, "row": 5}, "card": ["single", "single"]}
        table.play("boat", seat=seat, plants=["flax", "wheat"], water=water, ripe={"plant": "grapes", "field": at})
    assert shown(table).opening is None
    assert shown(table).tide is not None


def test_what_was_pencilled_on_the_fields_is_what_the_first_entry_sends() -> None:
    page = shown(
        bid_on_fields(),
        _pencil="lay:left.4.0=single.double;ripe:left.5.0=grapes",
        _mark="seed:left.3.0=flax",
    )
    assert page.fields is not None
    assert page.opening is not None
    assert page.opening.is_complete
    assert {name.partition(".")[0] for name, _ in page.fields.told} == {"water", "ripe", "seed"}


def test_a_field_tapped_for_what_is_laid_first_offers_water_and_the_desert_but_no_water_to_take() -> None:
    seen = []
    for square in (0, 3):
        page = shown(bid_on_fields(), _field=f"left.4.{square}").fields
        assert page is not None
        assert page.spot is not None
        seen.append((bool(page.spot.cards), page.spot.may_be_desert, page.spot.may_take))
    assert seen == [(True, False, False), (True, True, False)]


@pytest.mark.parametrize("first", ["deserts", "starter"])
def test_the_first_desert_cards_are_counted_one_by_one_and_stay_whoever_is_named_before_or_after(first: str) -> None:
    table, told = Table(3, depth="board"), []
    if first == "starter":
        table.play("starter", seat=0)
    for row in (5, 4, 3):
        opening = shown(table).opening
        assert opening is not None
        told.append(in_english(opening.waiting))
        table.play("first_desert", field={"bank": "left", "row": row, "square": row - 1})
    if first == "deserts":
        table.play("starter", seat=0)
    for seat in range(3):
        table.play("boat", seat=seat, plants=["flax", "wheat"])
    assert told == [f"Tap the field of desert card {number} of 3." for number in (1, 2, 3)]
    assert sum(ground.has_desert for ground in table.state.board.values()) == 3
    assert table.refused("first_desert", field={"bank": "right", "row": 5, "square": 4}) == ("NI-6",)


def test_another_players_seed_costs_two_and_goes_back_to_its_owner() -> None:
    table = Table(2, buy_others=True).acting("aubergine", "flax")
    table.play("buy_other", seat=0, owner=1, plant="aubergine")
    assert table.view()["ap"] == 1
    assert [(one.seat, one.plant) for one in table.state.boat] == [(0, "aubergine"), (0, "flax"), (1, "flax")]
    table.play("pass", seat=0)
    assert table.play("sow", seat=1, plant="aubergine", shared=False).outcome.flags == ()


def test_an_own_seed_is_not_bought_as_anothers_and_without_the_variant_none_is() -> None:
    assert Table(2, buy_others=True).acting().refused("buy_other", seat=0, owner=0, plant="flax") == ("NI-23", "NI-52")
    assert Table(2, buy_others=True).acting().refused("buy_other", seat=0, owner=1, plant="wheat") == ("NI-23",)
    assert Table(2).acting().refused("buy_other", seat=0, owner=1, plant="flax") == ("NI-52",)


def test_a_joker_makes_a_spoiled_plant_fresh_but_never_a_rotten_one() -> None:
    table = Table(2, joker_heals=True).acting().sell(1, (0, "wheat"), (0, "grapes"))
    assert table.refused("heal", seat=0, column=1, square=0) == ("NI-53",)
    table.play("rot", column=1, plants=[0, 1])
    table.play("heal", seat=0, column=1, square=0)
    assert ([one.state for one in table.state.market[1]], table.state.jokers) == (["fresh", "spoiled"], (1, 2))
    table.play("rot", column=1, plants=[0, 1])
    assert table.refused("heal", seat=0, column=1, square=1) == ("NI-53",)
    assert table.refused("heal", seat=0, column=1, square=2) == ("NI-53",)
    assert table.view()["ap"] == 1


def test_without_the_variant_no_plant_is_healed() -> None:
    table = Table(2).acting().sell(1, (0, "wheat"), (0, "grapes"))
    table.play("rot", column=1, plants=[0, 1])
    assert table.refused("heal", seat=0, column=1, square=0) == ("NI-53",)


def two_matches() -> tuple[Table, Table]:
    """Two matches that differ only in a bid."""
    tables = hippo(), hippo()
    for table, plants in zip(tables, (["wheat"], ["onions", "grapes", "grapes"]), strict=True):
        table.play("bid", seat=1, plants=plants)
        table.play("bid", seat=2, plants=["wheat"])
    return tables


def test_two_matches_that_differ_in_a_bid_look_alike_to_everybody_else() -> None:
    one, other = two_matches()
    for seats in ((), (0,), (2,), (0, 2)):
        assert json.dumps(one.view(*seats)) == json.dumps(other.view(*seats))
        assert GAME.status(one.state) == GAME.status(other.state)
        for kind in GAME.rulings:
            viewer = Viewer(frozenset(seats))
            assert kind.known is None or kind.known(one.state, viewer) == kind.known(other.state, viewer)
    assert one.view(1)["seats"][1]["bid"] == ["wheat"]
    assert one.view(1) != other.view(1)


def test_a_bid_is_told_to_its_owner_alone_until_all_have_bid() -> None:
    options = make_setup(GAME, 3, {"hippo": True}).options
    move = {"kind": "bid", "seat": 1, "plants": ["wheat"]}
    for seats in (frozenset[int](), frozenset({0}), frozenset({0, 2})):
        assert GAME.tell(read(move), options, Viewer(seats), False) == {"kind": "bid", "seat": 1}
        assert GAME.tell(read(move), options, Viewer(seats), True) == move
    assert GAME.tell(read(move), options, Viewer(frozenset({1})), False) == move


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


def test_taking_back_an_opened_auction_passes_a_reveal() -> None:
    table = hippo()
    bid(table, a=["onions"], b=[], c=[])
    last = len(table.timeline.events) - 1
    assert table.timeline.passes_reveal(Undone(last))
    table.play("pass", seat=0)
    assert not table.timeline.passes_reveal(Undone(last + 1))


def test_a_joker_bought_in_the_extra_phase_is_doubtful_by_the_house_rule_alone() -> None:
    for allowed in (True, False):
        table = Table(3, hippo=True, extra_joker=allowed).acting()
        bid(table, a=["onions"], b=["onions", "wheat"], c=[])
        if allowed:
            table.play("buy_joker", seat=1)
        else:
            assert table.doubted("buy_joker", seat=1) == ("NI-23", "NI-50")
