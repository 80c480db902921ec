"""Sheets that no table can have filled in are refused, with the reason and the place."""

from typing import Any

import pytest

from companion.engine.errors import IllegalMove
from companion.engine.options import make_setup
from companion.games import games
from companion.match.journal_codec import read_move


def typed_in(slug: str, players: int, options: dict[str, Any], sheet: dict[str, Any]) -> Any:
    game = games()[slug]
    setup = make_setup(game, players, options)
    return game.play(game.start(setup), read_move(game, {"kind": "from_paper", **sheet}, players))


def refused(slug: str, players: int, options: dict[str, Any], sheet: dict[str, Any]) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        typed_in(slug, players, options, sheet)
    return caught.value


def rounds(*points: tuple[int, ...]) -> dict[str, Any]:
    """A sheet of Land Unter."""
    return {"rounds": [[*one] for one in points]}


@pytest.mark.parametrize(
    ("sheet", "clause", "path"),
    [
        (rounds((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3)), "LU-30", "rounds"),
        (rounds((1, 2, 3), (1, 2, 3), (1, 2, 3, 4)), "LU-1", "rounds.2"),
        (rounds((1, 2, 3), (0, 0, -1), (1, 2, 3)), "LU-22", "rounds.1"),
        (rounds((1, 2, 3), (0, 0, 0), (1, 2, 3)), "LU-22", "rounds.1"),
        (rounds((9, 9, 9), (1, 2, 3), (1, 2, 3)), "LU-14", "rounds.0"),
        (rounds((14, 0, 0), (1, 2, 3), (1, 2, 3)), "LU-21", "rounds.0.0"),
        (rounds((-2, 1, 0), (1, 2, 3), (1, 2, 3)), "LU-21", "rounds.0.0"),
        (rounds((13, -1, 1), (-1, 1, 13), (1, 13, -1)), "LU-32", "rounds"),
    ],
)
def test_points_of_land_unter_that_no_round_can_bring_are_refused(
    sheet: dict[str, Any], clause: str, path: str
) -> None:
    problem = refused("land-unter", 3, {}, sheet)
    assert clause in problem.clauses
    assert problem.path == path


def test_all_are_out_only_where_the_chain_runs_once_more_after_the_field_has_shrunk() -> None:
    everybody = rounds((-1, -1, -1), (1, 2, 3), (2, 1, 0))
    problem = refused("land-unter", 3, {}, everybody)
    assert (problem.clauses, problem.path) == (("LU-15", "LU-20"), "rounds.0")
    assert refused("land-unter", 3, {"chain": False, "pay_before_early_end": True}, everybody).path == "rounds.0"
    outcome = typed_in("land-unter", 3, {"pay_before_early_end": True}, everybody)
    assert games()["land-unter"].status(outcome.state).scores == (2, 2, 2)


@pytest.mark.parametrize("points", [(-1, -1, 1), (13, -1, -1), (4, 5, 5), (1, 0, -1)])
def test_points_of_land_unter_that_a_round_can_bring_are_taken(points: tuple[int, ...]) -> None:
    state = typed_in("land-unter", 3, {}, rounds(points, (1, 2, 3), (2, 1, 0))).state
    status = games()["land-unter"].status(state)
    assert status.scores == tuple(one + other for one, other in zip(points, (3, 3, 3), strict=True))


@pytest.mark.parametrize(
    ("seats", "clause"),
    [
        ([(9, 6), (9, 6), (9, 5)], "LI-2"),
        ([(9, 6), (9, 6), (9, 7)], "LI-2"),
        ([(5, 6), (5, 6), (5, 6)], "LI-24"),
        ([(9, 9), (9, 9)], "LI-2"),
    ],
)
def test_sums_of_limits_that_no_game_can_bring_are_refused(seats: list[tuple[int, int]], clause: str) -> None:
    sheet = {"seats": [{"points": points, "limit_cards": cards} for points, cards in seats]}
    assert clause in refused("limits", 3, {}, sheet).clauses


@pytest.mark.parametrize(
    ("seats", "culprit"), [([(18, 10), (0, 0)], 0), ([(1, 0), (9, 10)], 1), ([(12, 9), (8, 1)], 0)]
)
def test_limit_cards_that_brought_others_more_points_than_they_have_are_refused(
    seats: list[tuple[int, int]], culprit: int
) -> None:
    sheet = {"seats": [{"points": points, "limit_cards": cards} for points, cards in seats]}
    problem = refused("limits", 2, {}, sheet)
    assert (problem.clauses, problem.path) == (("LI-24",), f"seats.{culprit}.limit_cards")


def test_whoever_took_every_limit_card_may_have_points_by_exchanges_alone() -> None:
    sheet = {"seats": [{"points": 7, "limit_cards": 10}, {"points": 10, "limit_cards": 0}]}
    assert games()["limits"].status(typed_in("limits", 2, {}, sheet).state).scores == (-13, 10)


def test_more_points_than_the_box_of_limits_holds_are_doubtful() -> None:
    sheet = {"seats": [{"points": 60, "limit_cards": 6} for _ in range(3)]}
    outcome = typed_in("limits", 3, {}, sheet)
    assert [flag.clauses for flag in outcome.flags] == [("LI-31",)]
    assert outcome.rulings[0].verdict["winners"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("routes", "options", "clause", "path"),
    [
        ([{"length": 9}] * 3, {}, "DU-1", "routes"),
        ([{"length": 9}, {"length": 9, "sets": 1}], {}, "DU-43", "routes.1"),
        ([{"length": 9}, {"length": 9}], {"animals": True}, "DU-43", "routes.0.sets"),
        (
            [{"length": 5, "sets": 1, "rabbits": 3, "dingo": True}, {"length": 9, "sets": 0, "rabbits": 0}],
            {"animals": True},
            "DU-3",
            "routes.0.sets",
        ),
        (
            [{"length": 3, "sets": 1, "rabbits": 0, "dingo": True}, {"length": 9, "sets": 0, "rabbits": 0}],
            {"animals": True},
            "DU-3",
            "routes.0.sets",
        ),
        (
            [{"length": 30, "sets": 4, "rabbits": 0}, {"length": 30, "sets": 3, "rabbits": 0}],
            {"animals": True},
            "DU-3",
            "routes",
        ),
        (
            [{"length": 30, "sets": 0, "rabbits": 5}, {"length": 30, "sets": 0, "rabbits": 4}],
            {"animals": True},
            "DU-3",
            "routes",
        ),
        ([{"length": 900}, {"length": 9}], {}, "DU-41", "routes.0.length"),
    ],
)
def test_routes_of_down_under_that_cannot_be_are_refused(
    routes: list[dict[str, Any]], options: dict[str, Any], clause: str, path: str
) -> None:
    problem = refused("down-under", 2, options, {"routes": routes})
    assert clause in problem.clauses
    assert problem.path == path


def test_with_animals_a_route_without_its_dingo_has_lost() -> None:
    routes = [
        {"length": 12, "sets": 1, "rabbits": 0, "dingo": False},
        {"length": 7, "sets": 1, "rabbits": 2, "dingo": True},
    ]
    status = games()["down-under"].status(typed_in("down-under", 2, {"animals": True}, {"routes": routes}).state)
    assert (status.scores, status.winners) == ((17, 8), (1,))


def test_a_line_of_an_unused_colour_brings_animals_of_its_own() -> None:
    routes = [{"length": 30, "sets": 4, "rabbits": 0}, {"length": 30, "sets": 3, "rabbits": 0}]
    outcome = typed_in("down-under", 2, {"animals": True, "variant": "fixed_area"}, {"routes": routes})
    assert games()["down-under"].status(outcome.state).scores == (50, 45)


def test_with_two_routes_both_count() -> None:
    routes = [{"length": 3}, {"length": 5}, {"length": 4}, {"length": 1}]
    outcome = typed_in("down-under", 2, {"variant": "two_routes"}, {"routes": routes})
    assert games()["down-under"].status(outcome.state).scores == (7, 6)


def test_a_game_of_the_nile_in_which_nobody_met_the_obelisk_is_not_over() -> None:
    sheet = {"seats": [{"points": 5, "lost": 3}, {"points": 9, "lost": 4}], "obelisk": 25}
    problem = refused("nile", 2, {}, sheet)
    assert (problem.clauses, problem.path) == (("NI-35",), "obelisk")


@pytest.mark.parametrize(("obelisk", "is_doubtful"), [(28, False), (23, False), (22, True), (29, True)])
def test_an_obelisk_that_cannot_have_gone_so_far_is_doubtful(obelisk: int, is_doubtful: bool) -> None:
    sheet = {"seats": [{"points": 30, "lost": 3}, {"points": 9, "lost": 4}], "obelisk": obelisk}
    outcome = typed_in("nile", 2, {}, sheet)
    assert bool(outcome.flags) is is_doubtful
    assert games()["nile"].status(outcome.state).winners == (0,)


@pytest.mark.parametrize(("points", "is_possible"), [(52, True), (53, False)])
def test_a_pawn_of_the_nile_goes_no_further_than_a_last_scoring_takes_it(points: int, is_possible: bool) -> None:
    sheet = {"seats": [{"points": points, "lost": 0}, {"points": 9, "lost": 0}], "obelisk": 30}
    if is_possible:
        assert games()["nile"].status(typed_in("nile", 2, {}, sheet).state).winners == (0,)
    else:
        assert refused("nile", 2, {}, sheet).path == "seats.0.points"
