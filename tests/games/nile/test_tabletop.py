"""What the page of a match shows, the scoring and actions above all, and what follows from half-made entries."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.game import Draft, Viewer
from companion.games.nile.board.takings import coming, takings
from companion.games.nile.board.view import moment, tabletop
from companion.games.nile.game import GAME
from tests.games.english import told
from tests.games.nile.asking import Table
from tests.games.nile.playthroughs import golden, random_game
from tests.games.nile.tapping import market, shown

# ---- scoring ----


def test_the_last_player_sees_what_the_scoring_brings_before_finishing() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    actions = shown(table).actions
    assert actions is not None
    preview = coming(table.state)
    assert preview is not None
    assert preview.gains == ((2, 3, 3), (1, 2, 2), (0, 1, 1))
    assert preview.lost == ((0, 2), (1, 2), (2, 2))
    assert preview.obelisk == (30, 27)
    assert told(actions.small) == "Cleo +3, Ben +2, Ana +1, 6 plants lost, obelisk to 27"
    table.play("pass", seat=2)
    after = shown(table)
    assert after.verdict is not None
    assert after.verdict.gains == preview.gains
    assert table.state.pawns == (2, 3, 4)


def test_nobody_but_the_last_player_sees_a_scoring_coming() -> None:
    table = Table(3).acting("flax", "flax")
    actions = shown(table).actions
    assert actions is not None
    assert coming(table.state) is None
    assert (told(actions.main), told(actions.small)) == ("Start the scoring", "Ben, Cleo sell nothing")


def test_points_are_called_unused_only_where_what_they_were_spent_on_is_entered() -> None:
    table = Table(3, depth="board").acting("flax", "flax")
    actions = shown(table).actions
    assert actions is not None
    assert (told(actions.main), told(actions.small)) == (
        "Ana is done",
        "3 action points unused, then Ben acts",
    )


def test_a_tap_on_a_player_who_is_still_to_come_ends_the_turns_before() -> None:
    table = Table(4).acting("flax", "flax")
    actions = shown(table).actions
    assert actions is not None
    assert [(one.seat, one.is_now, one.ends) for one in actions.turns] == [
        (0, True, None),
        (1, False, 0),
        (2, False, 1),
        (3, False, 2),
    ]
    table.play("pass", seat=0, through=2)
    actions = shown(table).actions
    assert actions is not None
    assert (actions.seat, actions.is_last, [one.is_done for one in actions.turns]) == (3, True, [True] * 3 + [False])


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
    preview = coming(table.state)
    assert preview is not None
    (column,) = preview.columns
    lines = {line.seat: (line.count, line.rotten, line.points, line.balance) for line in column.lines}
    assert lines == {0: (0, 1, 0, 0), 1: (1, 0, 2, 2), 2: (1, 0, 4, 4)}


# ---- actions ----


def test_a_harvest_is_offered_only_the_columns_it_may_go_to_and_told_why_not_elsewhere() -> None:
    crop = shown(market(), _crop="grapes.3")
    assert crop.actions is not None
    assert crop.actions.crop is not None
    assert crop.actions.crop.columns == (2, 1)
    assert {one.column: one.reason.clauses for one in crop.actions.crop.elsewhere} == {
        4: ("NI-24",),
        3: ("NI-24",),
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
    assert (actions.tab, actions.crop) == ("harvest", None)


def test_a_plant_that_was_sold_is_no_longer_held_though_a_joker_brings_back_the_point() -> None:
    table = Table(3).acting("flax", "flax")
    taps = {"_crop": (f"{moment(table.state).key}|grapes.4",), "_do": ("r0s0|harvest",)}
    assert _crop(table, taps) is not None
    table.play("harvest", seat=0, plant="grapes", quality=4, column=4, shared=False)
    table.play("joker", seat=0)
    assert table.view()["ap"] == 3
    assert _crop(table, taps) is None


def test_a_plant_that_was_sold_without_a_point_left_is_no_longer_held() -> None:
    table = Table(3).acting("flax", "flax")
    table.sell(4, (0, "wheat"), (0, "grapes"), (0, "onions"))
    taps = {"_crop": (f"{moment(table.state).key}|aubergine.3",), "_do": ("r0s0|harvest",)}
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


# ---- whole games ----


def test_every_step_of_whole_games_can_be_shown_and_told() -> None:
    games = [(one["players"], one["options"], one["moves"]) for one in golden()]
    games += [random_game(random.Random(seed)) for seed in range(3)]
    for players, options, moves in games:
        table = Table(players, **options)
        for move in moves:
            table.enter(move, anyway=True)
            page = shown(table, 0)
            assert told(moment(table.state).name)
            assert told(moment(table.state).part) in ("The start", "The end", f"Turn {page.round}")
            assert told(GAME.narrate(move))
            brought = [takings(table.state, number) for number in range(len(table.state.scorings))]
            assert [one.is_over for one in brought] == [False] * (len(brought) - 1) + [page.ending is not None] * bool(
                brought
            )
            assert all(one.headlines for one in brought)
        assert page.ending is not None
        points = [sum(gains) for gains in zip(*(one.gains for one in table.state.scorings), strict=True)]
        assert points == [square - 1 for square in table.state.pawns]
        assert [bars.total for bars in page.ending.takings.rows] == points
