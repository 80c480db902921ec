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
    return {"rounds": [[*one] for one in points]}


def sums(*seats: tuple[int, int]) -> dict[str, Any]:
    """A sheet of Limits: points and limit cards."""
    return {"seats": [{"points": points, "limit_cards": cards} for points, cards in seats]}


def routes(*told: tuple[Any, ...]) -> dict[str, Any]:
    """A sheet of Down Under: lengths, and sets, rabbits and the dingo where they are told."""
    return {"routes": [dict(zip(("length", "sets", "rabbits", "dingo"), one, strict=False)) for one in told]}


def pawns(obelisk: int, *seats: tuple[int, int]) -> dict[str, Any]:
    """A sheet of the Nile: points, and plants lost."""
    return {"seats": [{"points": points, "lost": lost} for points, lost in seats], "obelisk": obelisk}


ANIMALS = {"animals": True}
REFUSED: tuple[tuple[str, int, dict[str, Any], dict[str, Any], str, str], ...] = (
    ("land-unter", 3, {}, rounds((1, 2, 3), (1, 2, 3), (1, 2, 3), (1, 2, 3)), "LU-30", "rounds"),
    ("land-unter", 3, {}, rounds((1, 2, 3), (1, 2, 3), (1, 2, 3, 4)), "LU-1", "rounds.2"),
    ("land-unter", 3, {}, rounds((1, 2, 3), (0, 0, -1), (1, 2, 3)), "LU-22", "rounds.1"),
    ("land-unter", 3, {}, rounds((9, 9, 9), (1, 2, 3), (1, 2, 3)), "LU-14", "rounds.0"),
    ("land-unter", 3, {}, rounds((14, 0, 0), (1, 2, 3), (1, 2, 3)), "LU-21", "rounds.0.0"),
    ("land-unter", 3, {}, rounds((-2, 1, 0), (1, 2, 3), (1, 2, 3)), "LU-21", "rounds.0.0"),
    ("land-unter", 3, {}, rounds((13, -1, 1), (-1, 1, 13), (1, 13, -1)), "LU-32", "rounds"),
    ("limits", 3, {}, sums((9, 6), (9, 6), (9, 5)), "LI-2", ""),
    ("limits", 3, {}, sums((9, 9), (9, 9)), "LI-2", ""),
    ("limits", 2, {}, sums((18, 10), (0, 0)), "LI-24", "seats.0.limit_cards"),
    ("limits", 2, {}, sums((1, 0), (9, 10)), "LI-24", "seats.1.limit_cards"),
    ("limits", 2, {}, sums((12, 9), (8, 1)), "LI-24", "seats.0.limit_cards"),
    ("down-under", 2, {}, routes((9,), (9,), (9,)), "DU-1", "routes"),
    ("down-under", 2, {}, routes((9,), (9, 1)), "DU-43", "routes.1"),
    ("down-under", 2, ANIMALS, routes((9,), (9,)), "DU-43", "routes.0.sets"),
    ("down-under", 2, ANIMALS, routes((3, 1, 0, True), (9, 0, 0)), "DU-3", "routes.0"),
    ("down-under", 2, ANIMALS, routes((30, 4, 0), (30, 3, 0)), "DU-3", "routes"),
    ("down-under", 2, ANIMALS, routes((30, 0, 5), (30, 0, 4)), "DU-3", "routes"),
    ("down-under", 2, {}, routes((900,), (9,)), "DU-41", "routes.0.length"),
    ("nile", 2, {}, pawns(25, (5, 3), (9, 4)), "NI-35", "obelisk"),
    ("nile", 2, {}, pawns(30, (53, 0), (9, 0)), "", "seats.0.points"),
)
"""A game, its players and house rules, a sheet that no game brings, the clause, and the place where it shows."""


@pytest.mark.parametrize(("slug", "players", "options", "sheet", "clause", "path"), REFUSED)
def test_a_sheet_that_no_game_can_bring_is_refused_by_a_clause_at_its_place(
    slug: str, players: int, options: dict[str, Any], sheet: dict[str, Any], clause: str, path: str
) -> None:
    problem = refused(slug, players, options, sheet)
    assert not clause or clause in problem.clauses
    assert not path or problem.path == path


TAKEN: tuple[tuple[str, dict[str, Any], dict[str, Any], tuple[int, ...], tuple[int, ...]], ...] = (
    ("limits", {}, sums((7, 10), (10, 0)), (-13, 10), (1,)),
    ("down-under", ANIMALS, routes((12, 1, 0, False), (7, 1, 2, True)), (17, 8), (1,)),
    ("down-under", {**ANIMALS, "variant": "fixed_area"}, routes((30, 4, 0), (30, 3, 0)), (50, 45), (0,)),
    ("down-under", {"variant": "two_routes"}, routes((3,), (5,), (4,), (1,)), (7, 6), (0,)),
    ("nile", {}, pawns(30, (52, 0), (9, 0)), (52, 9), (0,)),
)
"""A game of two, its house rules, a sheet at a bound; the scores, and who has won."""


@pytest.mark.parametrize(("slug", "options", "sheet", "scores", "winners"), TAKEN)
def test_a_sheet_at_a_bound_is_taken(
    slug: str, options: dict[str, Any], sheet: dict[str, Any], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    status = games()[slug].status(typed_in(slug, 2, options, sheet).state)
    assert (status.scores, status.winners) == (scores, winners)


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


@pytest.mark.parametrize(("obelisk", "is_doubtful"), [(28, False), (23, False), (22, True), (29, True)])
def test_an_obelisk_that_cannot_have_gone_so_far_is_doubtful(obelisk: int, is_doubtful: bool) -> None:
    sheet = {"seats": [{"points": 30, "lost": 3}, {"points": 9, "lost": 4}], "obelisk": obelisk}
    outcome = typed_in("nile", 2, {}, sheet)
    assert bool(outcome.flags) is is_doubtful
    assert games()["nile"].status(outcome.state).winners == (0,)
