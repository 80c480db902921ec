"""What the page of a match shows, and what follows from half-made entries."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.engine.codec import Reading, decode
from companion.engine.flat import tree
from companion.engine.game import Draft, Viewer
from companion.games.nile.box import entered, offer, show
from companion.games.nile.fields import Field, FieldPalms
from companion.games.nile.game import GAME
from companion.games.nile.moves import PlayTide
from companion.games.nile.narration import narrate
from companion.games.nile.tabletop import Tabletop, moment, moment_name, part_name, tabletop
from companion.games.nile.takings import takings
from tests.games.english import told
from tests.games.nile.asking import Table
from tests.games.nile.playthroughs import golden, random_game


def shown(table: Table, *seats: int, **tapped: Any) -> Tabletop:
    """The page with these taps; `_crop="grapes.3"` is put before with the present step."""
    draft: Draft = {name: _values(table, name, value) for name, value in tapped.items()}
    return tabletop(table.state, Viewer(frozenset(seats)), draft)


def _values(table: Table, name: str, value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    if not name.startswith("_"):
        return tuple(str(one) for one in listed)
    step = {"_do": f"r{table.state.round}s{table.state.turn.seat if table.state.turn else 0}", "_brush": "palms"}.get(
        name, moment(table.state)
    )
    if name in ("_event", "_pick"):
        step = tabletop(table.state, Viewer(), {}).event_step
    return (f"{step}|{value}",)


def market() -> Table:
    """Example 2 of the rules on column 1, and wheat, grapes, flax on column 3; the first player is on turn."""
    table = Table(5).acting("flax", "aubergine")
    for seat, column, kind in ((0, 3, "wheat"), (1, 3, "grapes"), (2, 3, "onions")):
        table.sell(column, (seat, kind))
    return table


# ---- scoring ----


def test_the_last_player_sees_what_the_scoring_brings_before_finishing() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    actions = shown(table).actions
    assert actions is not None
    assert actions.preview is not None
    preview = actions.preview
    assert preview.gains == ((2, 3, 4), (1, 2, 3), (0, 1, 2))
    assert preview.lost == ((0, 2), (1, 2), (2, 2))
    assert preview.obelisk == (30, 27)
    assert told(actions.small) == "2 action points unused; Cleo +3, Ben +2, Ana +1, 6 plants lost, obelisk to 27"
    table.play("pass", seat=2)
    after = shown(table)
    assert after.verdict is not None
    assert after.verdict.gains == preview.gains
    assert table.state.pawns == (2, 3, 4)


def test_nobody_but_the_last_player_sees_a_scoring_coming() -> None:
    table = Table(3).acting("flax", "flax")
    actions = shown(table).actions
    assert actions is not None
    assert actions.preview is None
    assert told(actions.small) == "3 action points unused; then Ben acts"


def test_the_plant_that_decides_a_tie_is_marked_and_so_is_who_won_it() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    table.pass_all()
    verdict = shown(table).verdict
    assert verdict is not None
    (column,) = verdict.columns
    assert [(line.seat, line.count, line.won_tie, line.points, line.balance) for line in column.lines] == [
        (2, 1, True, 3, 3),
        (1, 1, True, 2, 2),
        (0, 1, False, 1, 1),
    ]
    assert [tile.seat for tile in column.stall.tiles if tile.is_marked] == [1, 2]


def test_a_rotten_plant_counts_nothing_and_costs_its_owner_a_point() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    table.play("rot", column=4, plants=[0, 1])
    table.play("rot", column=4, plants=[0, 2])
    actions = shown(table).actions
    assert actions is not None
    assert actions.preview is not None
    (column,) = actions.preview.columns
    lines = {line.seat: (line.count, line.rotten, line.points, line.balance) for line in column.lines}
    assert lines == {0: (0, 1, 0, 0), 1: (1, 0, 2, 2), 2: (1, 0, 4, 4)}


def test_the_verdict_is_read_once_on_each_device() -> None:
    table = Table(3).acting("flax", "flax")
    table.pass_all()
    assert shown(table).shows_verdict
    assert not tabletop(table.state, Viewer(), {"_read": ("r1|yes",)}).shows_verdict
    assert tabletop(table.state, Viewer(), {"_read": ("r0|yes",)}).shows_verdict


# ---- actions ----


def test_a_harvest_is_offered_only_the_columns_it_may_go_to_and_told_why_not_elsewhere() -> None:
    crop = shown(market(), _crop="grapes.3")
    assert crop.actions is not None
    assert crop.actions.crop is not None
    assert crop.actions.crop.columns == (2, 1)
    assert {one.column: one.reason.clauses for one in crop.actions.crop.elsewhere} == {
        4: ("NI-24",),
        3: ("NI-24", "NI-25"),
    }
    assert not any(one.is_full for one in crop.actions.crop.elsewhere)


def test_a_full_column_is_never_offered_not_even_against_the_rules() -> None:
    table = Table(5).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    actions = shown(table, _crop="aubergine.4").actions
    assert actions is not None
    assert actions.crop is not None
    assert [(one.column, one.is_full) for one in actions.crop.elsewhere] == [(4, True)]


def test_a_tap_of_another_step_counts_for_nothing() -> None:
    table = Table(3).acting("flax", "flax")
    stale = {"_crop": ("r0s0p2|grapes.3",), "_do": ("r0s1|harvest",)}
    actions = tabletop(table.state, Viewer(), stale).actions
    assert actions is not None
    assert (actions.tab, actions.crop) == ("field", None)


def test_a_plant_that_was_sold_is_no_longer_held_though_a_joker_brings_back_the_point() -> None:
    table = Table(3).acting("flax", "flax")
    taps = {"_crop": (f"{moment(table.state)}|grapes.4",), "_do": ("r0s0|harvest",)}
    assert _crop(table, taps) is not None
    table.play("harvest", seat=0, plant="grapes", quality=4, column=4, shared=False)
    table.play("joker", seat=0)
    assert table.view()["ap"] == 3
    assert _crop(table, taps) is None


def test_a_plant_that_was_sold_without_a_point_left_is_no_longer_held() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (0, "grapes"), (0, "onions"))
    taps = {"_crop": (f"{moment(table.state)}|aubergine.3",), "_do": ("r0s0|harvest",)}
    assert _crop(table, taps) is not None
    table.play("harvest", seat=0, plant="aubergine", quality=3, column=3, shared=False, anyway=True)
    assert table.view()["ap"] == 0
    assert _crop(table, taps) is None


def test_another_plant_can_be_asked_for_in_a_harvest_that_is_corrected() -> None:
    harvest = {"kind": "harvest", "plant": "grapes", "quality": "3"}
    found = [shown(market(), **harvest, **tapped).actions for tapped in ({}, {"_crop": ""}, {"_crop": "wheat.2"})]
    crops = [one.crop for one in found if one is not None]
    assert [crop and (crop.kind, crop.palms) for crop in crops] == [("grapes", 3), None, ("wheat", 2)]
    tapped_last = shown(market(), _crop="wheat.2").actions
    assert [one.tab for one in (*found, tapped_last) if one is not None] == ["harvest"] * 4


def _crop(table: Table, taps: Draft) -> Any:
    actions = tabletop(table.state, Viewer(), taps).actions
    assert actions is not None
    return actions.crop


def test_points_are_dots_that_are_spent_and_jokers_add_to_them() -> None:
    table = Table(3).acting("flax", "flax")
    table.play("sow", seat=0, plant="wheat", shared=False)
    actions = shown(table).actions
    assert actions is not None
    assert (actions.dots, actions.jokers) == ((False, True, True), 2)
    table.play("joker", seat=0)
    table.play("joker", seat=0)
    actions = shown(table).actions
    assert actions is not None
    assert (actions.dots, actions.jokers) == ((True,) * 4, 0)


def test_what_is_known_to_be_elsewhere_is_not_in_the_hand() -> None:
    table = Table(3).acting("flax", "wheat")
    table.play("sow", seat=0, plant="aubergine", shared=False)
    actions = shown(table).actions
    assert actions is not None
    assert {tile.kind: tile.left for tile in actions.hand} == {
        "flax": 4, "wheat": 3, "grapes": 3, "onions": 2, "aubergine": 0,
    }  # fmt: skip
    assert {tile.kind: tile.left for tile in actions.fields}["aubergine"] == 0


# ---- tide and rot ----


def test_the_tide_says_what_comes_next_before_it_is_recorded() -> None:
    table = Table(3).begin("flax", "flax")
    tide = shown(table).tide
    assert tide is not None
    assert (tide.moved, tide.arrows, told(tide.small)) == (2, 0, "The marker stands on Flood. Then Ana acts.")
    none = shown(table, _moved=0).tide
    assert none is not None
    assert told(none.small) == "The marker goes to Ebb 1, and ebb is played at once."
    arrow = shown(table, _arrows=1).tide
    assert arrow is not None
    assert [is_next for _, _, is_next in arrow.round] == [False, True, False]


def test_a_tide_that_is_corrected_stands_in_the_form_as_it_was_entered() -> None:
    table = Table(3).begin("flax", "flax")
    tide = shown(table, kind="tide", moved=1, arrows=2, jokers=1, deserts=0).tide
    assert tide is not None
    assert (tide.moved, tide.arrows, tide.jokers, tide.deserts) == (1, 2, 1, 0)


def test_a_flood_that_could_not_be_played_is_followed_by_ebb_at_once() -> None:
    table = Table(3).begin("flax", "flax")
    table.play("tide", moved=0, arrows=0)
    tide = shown(table).tide
    assert tide is not None
    assert (tide.is_flood, tide.moved) == (False, 2)
    assert told(tide.lines[0].text) == "Flood could not be played, so it is ebb at once."


def test_palms_offer_the_columns_from_the_right_and_then_the_plants_that_can_get_worse() -> None:
    table = market()
    rot = shown(table, _event="palms.3").rot
    assert rot is not None
    assert (rot.columns, rot.column, rot.is_complete) == ((3, 2, 1), None, False)
    rot = shown(table, _event="palms.3", _pick="3", kind="rot", plants=["0", "2"]).rot
    assert rot is not None
    assert (rot.squares, rot.chosen, rot.is_complete) == ((0, 1, 2), (0, 2), True)
    assert told(rot.main) == "2 plants in column 3 get worse"


def test_an_empty_column_may_be_picked_and_nothing_rots() -> None:
    rot = shown(market(), _event="palms.2", _pick="2").rot
    assert rot is not None
    assert (rot.is_complete, told(rot.main)) == (True, "Column 2 it is: nothing rots")


def test_an_event_is_over_as_soon_as_plants_have_got_worse() -> None:
    table = market()
    step = shown(table).event_step
    table.play("rot", column=3, plants=[0, 1])
    assert tabletop(table.state, Viewer(), {"_event": (f"{step}|palms.3",)}).rot is None


def test_an_event_is_over_also_where_nothing_could_rot() -> None:
    table = Table(3).begin("flax", "flax")
    step = shown(table).event_step
    taps = {"_event": (f"{step}|palms.2",), "_pick": (f"{step}|2",)}
    assert tabletop(table.state, Viewer(), taps).rot is not None
    table.play("rot", column=2, plants=[], palms=2)
    assert tabletop(table.state, Viewer(), taps).rot is None


@pytest.mark.parametrize("bids", [[["onions"], ["onions", "wheat"], []], [["onions"], ["wheat"], []]])
def test_an_auction_is_over_for_whoever_called_it_once_all_have_bid(bids: list[list[str]]) -> None:
    table = Table(3, hippo=True).begin("flax", "flax")
    taps = {"_event": (f"{shown(table).event_step}|hippo",)}
    assert tabletop(table.state, Viewer(), taps).bids is not None
    for seat, plants in enumerate(bids):
        table.play("bid", seat=seat, plants=plants)
    if table.state.turn is not None:
        table.play("pass", seat=table.state.turn.seat)
    assert table.state.phase == "tide"
    assert tabletop(table.state, Viewer(), taps).bids is None


# ---- bids ----


def test_a_bid_shows_to_its_owner_alone() -> None:
    table = Table(3, hippo=True).begin("flax", "flax")
    table.play("bid", seat=0, plants=["wheat", "grapes"])
    own, other, nobody = shown(table, 0).bids, shown(table, 1).bids, shown(table).bids
    assert own is not None
    assert other is not None
    assert nobody is not None
    assert (own.own, other.own, nobody.own) == (2, None, None)
    assert other.missing == (1, 2)
    assert nobody.offers == ()


def test_two_matches_that_differ_in_a_bid_alone_show_everybody_else_the_same() -> None:
    tables = [Table(3, hippo=True).begin("flax", "flax") for _ in range(2)]
    tables[0].play("bid", seat=0, plants=["wheat"])
    tables[1].play("bid", seat=0, plants=["grapes", "grapes", "onions"])
    for seats in ((), (1,), (2,)):
        assert shown(tables[0], *seats) == shown(tables[1], *seats)
    assert shown(tables[0], 0) != shown(tables[1], 0)


def test_no_more_of_a_kind_can_be_bid_than_may_be_in_hand() -> None:
    bids = shown(Table(3, hippo=True).begin("flax", "flax"), 1, _event="hippo").bids
    assert bids is not None
    assert sum(one.kind == "flax" for one in bids.offers) == 3


# ---- fields ----

LEFT_4 = {"bank": "left", "row": 4}


def fields() -> Table:
    """Two players who track the fields: water on the first square of a row, plants of both in that row."""
    table = Table(2, depth="board")
    table.play("starter", seat=0)
    water = {"field": {**LEFT_4, "square": 0}, "card": ["single", "double"]}
    table.play("boat", seat=0, plants=["flax", "wheat"], water=water)
    sown = {"plant": "flax", "field": {**LEFT_4, "square": 1}}
    ripe = {"plant": "grapes", "field": {**LEFT_4, "square": 2}}
    table.play("boat", seat=1, plants=["flax", "wheat"], seed=sown, ripe=ripe)
    return table


def form_move(kind: str, pairs: tuple[tuple[str, str], ...], **more: str) -> Any:
    """The move a form with these fields sends."""
    given = tree((*pairs, *more.items()))
    return decode(GAME.moves[kind], given, Reading(2, "NI-1", as_text=True), "")


def test_only_cards_that_fit_the_wave_before_are_offered_first() -> None:
    spot = shown(fields(), _field="left.4.1").fields
    assert spot is not None
    assert spot.spot is not None
    assert {way.card for way in spot.spot.cards if way.fits} == {
        ("double", "single"), ("double", "double"), ("double", "none"),
    }  # fmt: skip


def test_water_tapped_on_the_board_is_what_the_form_sends() -> None:
    table = fields()
    page = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:right.4.0=single.single")
    assert page.fields is not None
    assert page.tide is not None
    assert page.tide.moved == page.fields.moved == 2
    move = form_move("tide", page.fields.told, moved="2", arrows="0")
    assert isinstance(move, PlayTide)
    assert move.laid is not None
    assert [(one.field, one.card) for one in move.laid] == [
        (Field("left", 4, 1), ("double", "none")),
        (Field("right", 4, 0), ("single", "single")),
    ]


def test_a_mark_may_be_rubbed_out_and_counts_once_however_often_it_is_sent() -> None:
    table = fields()
    twice = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:left.4.1=double.none").fields
    assert twice is not None
    assert twice.moved == 1
    gone = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:left.4.1=-").fields
    assert gone is not None
    assert gone.moved is None


def test_the_drawing_shows_what_is_pencilled_and_which_rows_are_covered() -> None:
    page = shown(fields(), _mark="lay:left.4.1=double.none").fields
    assert page is not None
    cells = {cell.code: cell for line in (*page.banks.left, *page.banks.right) for cell in line if cell}
    assert len(cells) == 28
    assert sum(not cell.is_covered for cell in cells.values()) == page.banks.in_play == 21
    assert cells["left.4.1"].water == ("double", "none")
    assert cells["left.4.1"].tiles == ()
    assert [tile.kind for tile in cells["left.4.2"].tiles] == ["grapes"]


def test_a_ripe_plant_on_a_field_of_known_palms_is_offered_its_columns() -> None:
    table = fields()
    table.play("tide", moved=0, arrows=0)
    table.play("tide", moved=2, arrows=0)
    table.play("pass", seat=0)
    unknown = shown(table, _field="left.4.2").fields
    assert unknown is not None
    assert unknown.spot is not None
    assert (unknown.spot.crop, unknown.spot.palms) == (None, None)
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    known = shown(table, _field="left.4.2").fields
    assert known is not None
    assert known.spot is not None
    assert known.spot.crop is not None
    assert known.spot.crop.columns == (2, 1)


def test_palms_entered_once_are_offered_at_the_next_match() -> None:
    table = fields()
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    noted = entered(table.state)
    assert noted == (FieldPalms(Field("left", 4, 2), 2),)
    known = offer(fields().state, {}, noted)
    assert known is not None
    move = form_move("palms", known.pairs)
    assert move.fields == noted
    assert offer(table.state, {}, noted) is None
    assert (show(noted[0]).palms, show(None).palms) == (2, None)


def test_palms_are_painted_with_a_number_field_by_field() -> None:
    page = shown(fields(), _brush="3", _pencil="palms:left.4.0=3", _mark="palms:left.5.1=3").fields
    assert page is not None
    assert page.brush == 3
    assert len(form_move("palms", page.palms).fields) == 2


@pytest.mark.parametrize(
    "junk", ["lay:left.2.4=single.none", "lay:up.4.0=x", "x", "palms:left.4.0=9", "lay:left.4.0=a.b"]
)
def test_nonsense_in_a_hidden_field_does_no_harm(junk: str) -> None:
    page = shown(fields(), _mark=junk, _field=junk, _crop=junk, _event=junk, _brush=junk, _moved=junk)
    assert page.fields is not None
    assert page.fields.told == ()


# ---- whole games ----


def test_every_step_of_whole_games_can_be_shown_and_told() -> None:
    games = [(one["players"], one["options"], one["moves"]) for one in golden()]
    games += [random_game(random.Random(seed)) for seed in range(3)]
    for players, options, moves in games:
        table = Table(players, **options)
        for move in moves:
            table.enter(move, anyway=True)
            page = shown(table, 0)
            assert told(moment_name(page.moment))
            assert told(part_name(page.moment)) in ("the start", "the end", f"turn {page.round}")
            assert told(narrate(move))
            brought = [takings(table.state, number) for number in range(len(table.state.scorings))]
            assert [one.is_over for one in brought] == [False] * (len(brought) - 1) + [page.ending is not None] * bool(
                brought
            )
            assert all(one.headlines for one in brought)
        assert page.ending is not None
        assert {one.seat for one in page.ending.places if one.place == 1} == set(table.state.winners or ())
        points = [sum(gains) for gains in zip(*(one.gains for one in table.state.scorings), strict=True)]
        assert points == [square - 1 for square in table.state.pawns]
        assert [bars.total for bars in page.ending.takings.rows] == points
