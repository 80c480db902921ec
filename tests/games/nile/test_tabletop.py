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


def _crop(table: Table, taps: Draft) -> Any:
    actions = tabletop(table.state, Viewer(), taps).actions
    assert actions is not None
    return actions.crop


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
