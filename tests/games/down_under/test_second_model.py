"""The tracer and the rulings against a second statement of the rules, on thousands of random boards."""

import os
import random
from collections import Counter
from functools import cache
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.down_under.game import GAME
from companion.games.down_under.rules.catching_up import CatchUp
from companion.games.down_under.rules.state import Done
from companion.games.down_under.rules.tiles import tile_json
from tests.conformance.playing import EVERY_SO_MANY, combinations, played
from tests.games.down_under import second_model
from tests.games.down_under.asking import COLOURS, Json, judge, not_judged, steps, verdict
from tests.games.down_under.playthroughs import random_game
from tests.rings import examples, few_first

pytestmark = pytest.mark.ring("test")

FEW = 150
"""How many boards there are in a part."""
PARTS = 10
each_part = pytest.mark.parametrize("part", few_first(range(PARTS), 1))
"""One part of the boards in the first ring, all of them in the last."""


def dice(part: int) -> random.Random:
    return random.Random(f"{os.environ['SEED']} boards {part}")


@cache
def all_boards(part: int) -> list[list[Json]]:
    rng = dice(part)
    return [second_model.random_board(rng, tries=rng.choice((2, 8, 15, 30))) for _ in range(FEW)]


def boards(part: int, most: int = FEW) -> list[list[Json]]:
    return all_boards(part)[:most]


def as_sets(route: Json) -> tuple[Any, ...]:
    paths = frozenset((path["x"], path["y"], frozenset(path["sides"])) for path in route["paths"])
    return (route["colour"], route["length"], route["state"], paths, tuple(sorted(route["animals"].items())))


def expected(tiles: list[Json], options: Json) -> list[tuple[Any, ...]]:
    return [
        (
            min(group.colours),
            len(group.counted(options)),
            group.state,
            frozenset((piece.x, piece.y, piece.sides) for piece in group.counted(options)),
            tuple(sorted(group.animals.items())),
        )
        for group in second_model.groups(tiles)
        if group.colours
    ]


def by_house(rng: random.Random) -> Json:
    """House rules that a ruling asks for."""
    return {name: rng.random() < 0.5 for name in ("animals", "billabong_ends_count", "terminus_in_span")}


@settings(max_examples=examples(200))
@given(st.randoms(use_true_random=False))
def test_any_board_is_traced_as_the_second_statement_has_it(rng: random.Random) -> None:
    """Hypothesis throws the tiles: where the two differ, it finds the smallest board on which they do."""
    tiles = second_model.random_board(rng, tries=rng.choice((2, 6, 15)))
    options = by_house(rng)
    routes = verdict("route", options, tiles=tiles)["routes"]
    assert Counter(map(as_sets, routes)) == Counter(expected(tiles, options)), (tiles, options)
    assert [route["length"] for route in routes] == sorted((r["length"] for r in routes), reverse=True)


@each_part
def test_the_paths_of_a_route_come_in_walking_order(part: int) -> None:
    for tiles in boards(part):
        for route in verdict("route", tiles=tiles)["routes"]:
            paths = route["paths"]
            assert len(paths) == route["length"]
            for one, other in pairwise(paths):
                assert _out(one) == _into(other), tiles
            if route["state"] == "loop":
                assert _out(paths[-1]) == _into(paths[0])


def _out(path: Json) -> tuple[int, int]:
    return second_model.point(path["x"], path["y"], path["sides"][-1])


def _into(path: Json) -> tuple[int, int]:
    return second_model.point(path["x"], path["y"], path["sides"][0])


@each_part
def test_a_board_is_refused_just_when_two_colours_hang_together(part: int) -> None:
    rng = dice(part)
    seen = set()
    for _ in range(60):
        tiles = second_model.random_board(rng, tries=rng.choice((3, 6, 12)), clean=False)
        is_mixed = second_model.joins_two_colours(tiles)
        seen.add(is_mixed)
        if is_mixed:
            assert not_judged("route", tiles=tiles) == ("DU-17",)
        else:
            assert "routes" in verdict("route", tiles=tiles)
    assert seen == {True, False}


@each_part
def test_a_placement_breaks_what_the_second_statement_says(part: int) -> None:
    rng = dice(part)
    seen: Counter[str] = Counter()
    for tiles in boards(part, 100):
        for _ in range(6):
            tile = second_model.random_tile(rng, [*COLOURS.values()], (rng.randint(-2, 7), rng.randint(-2, 7)))
            tile["animal"] = None
            if not second_model.finds_room(tiles, tile) or not second_model.is_in_stock(tiles, tile):
                continue
            area, first = (rng.randint(2, 8), rng.randint(2, 8)), rng.random() < 0.3
            house = by_house(rng)
            found = verdict("placement", house, tiles=tiles, tile=tile, area=[*area], turn=1 if first else 2)
            wanted = second_model.broken(tiles, tile, area, first=first, ends_inside=house["terminus_in_span"])
            assert set(found["broken"]) == wanted, (tiles, tile)
            assert found["legal"] == (not wanted)
            seen.update(wanted or {"legal"})
    assert set(seen) == {"DU-15", "DU-16", "DU-17", "DU-20", "legal"}


@each_part
def test_the_tiles_that_may_be_turned_are_those_that_trying_finds(part: int) -> None:
    rng, tried = dice(part), 0
    for tiles in boards(part):
        for colour in COLOURS.values():
            options = by_house(rng)
            wanted = second_model.turnings(tiles, colour, options)
            turns = verdict("turnable", options, tiles=tiles, colour=colour)["turns"]
            assert {(one["x"], one["y"], one["turn"], one["length"]) for one in turns} == wanted, tiles
            tried += bool(wanted)
    assert tried


@each_part
def test_who_meets_at_a_cell_is_who_comes_to_its_sides(part: int) -> None:
    rng = dice(part)
    for tiles in boards(part, 60):
        x, y = rng.randint(-1, 6), rng.randint(-1, 6)
        coming = second_model.leading_to(tiles, x, y)
        players = set().union(*coming.values())
        mover = rng.choice([*COLOURS.values()])
        curves = {colour: rng.choice((0, 3)) for colour in COLOURS.values()}
        outsider = rng.choice(("go_on", "end"))
        options: dict[str, bool | str] = {"outsider_billabong": outsider}
        found = verdict("billabong", options, tiles=tiles, cell=[x, y], mover=mover, curves_left=curves)
        is_taken = any((tile["x"], tile["y"]) == (x, y) for tile in tiles)
        ponds_left = sum(tile["kind"] == "billabong" for tile in tiles) < 4
        if (
            is_taken
            or len(players) < 2
            or (len(players) == 2 and (all(curves[one] for one in players) or not ponds_left))
        ):
            assert found == {"case": "none", "ends": [], "goes_on": []}
            continue
        assert found["case"] == {2: "two", 3: "three", 4: "four"}[len(players)]
        assert {*found["ends"], *found["goes_on"]} == players
        is_concerned = mover in players or (len(players) == 2 and outsider == "go_on")
        goes = is_concerned and all(coming.values()) is False and ponds_left and len(players) < 4
        wanted = (players if len(players) == 2 else {mover}) if goes else set()
        assert set(found["goes_on"]) == wanted, (tiles, x, y)


@each_part
def test_so_many_lines_may_be_added_as_adding_them_one_by_one_allows(part: int) -> None:
    rng = dice(part)
    for tiles in boards(part, 40):
        area = (rng.randint(1, 8), rng.randint(1, 8))
        options = by_house(rng)
        full = [tile for tile in tiles if options["terminus_in_span"] or tile["kind"] != "terminus"]
        columns, rows = _grown(full, area, (1, 0)), _grown(full, area, (0, 1))
        found = verdict("area", options, tiles=tiles, area=[*area])["may_add"]
        assert found == {"west": columns, "east": columns, "north": rows, "south": rows}, (full, area)


def _grown(tiles: list[Json], area: tuple[int, int], way: tuple[int, int]) -> int:
    width, height = second_model.size(tiles)
    spans = ((width + way[0] * more, height + way[1] * more) for more in count(1))
    return next(more for more, span in enumerate(spans) if not second_model.lies_within(span, area))


@each_part
def test_a_colour_goes_on_just_where_trying_every_tile_everywhere_finds_a_place(part: int) -> None:
    rng = dice(part)
    seen: Counter[bool] = Counter()
    for _ in range(120):
        thrown = second_model.random_board(rng, tries=rng.choice((1, 2, 4)))
        tiles = [{**one, "animal": None} for one in thrown if one["kind"] != "billabong"]
        colour, area = rng.choice([*COLOURS.values()]), (rng.randint(1, 4), rng.randint(1, 4))
        if not tiles or any(group.is_loop for group in second_model.groups(tiles)):
            continue
        options = by_house(rng)
        wanted = second_model.places(tiles, colour, area, options)
        ruling = judge("going-on", options, tiles=tiles, colour=colour, area=[*area])
        assert ruling.verdict["can_go_on"] == bool(wanted), (tiles, colour, area)
        assert not wanted or any(step.startswith(f"{len(wanted)} place") for step in steps(ruling))
        seen[bool(wanted)] += 1
    assert seen[True]
    assert seen[False]


@each_part
def test_each_colour_scores_the_best_of_its_longest_routes(part: int) -> None:
    rng = dice(part)
    for tiles in boards(part, 30):
        colours = rng.sample([*COLOURS.values()], rng.randint(1, 4))
        options = by_house(rng)
        found = verdict("final-score", options, tiles=tiles, colours=colours)
        points, won = second_model.standing(tiles, [[one] for one in colours], options)
        assert found["points"] == dict(zip(colours, points, strict=True)), (tiles, options)
        assert found["winners"] == [colours[one] for one in won], (tiles, options)


def test_a_game_under_every_two_house_rules_stands_and_ends_as_the_second_statement_has_it_undoubted() -> None:
    for number, options in enumerate(combinations(GAME)):
        rng, chosen = random.Random(f"{os.environ['SEED']} pair {number}"), {**options, "depth": "tiles"}
        players, _, moves = random_game(rng, chosen, GAME.players[number % len(GAME.players)])
        timeline = played(GAME, players, chosen, moves)
        assert GAME.status(timeline.at().state).phase == "over", chosen
        fresh = timeline.at(0).state
        for version in (timeline.version // 2, timeline.version - 1):
            state = timeline.at(version).state
            flags = GAME.play(fresh, CatchUp(state.turn or 0, tuple(state.done), state.tiles)).flags
            assert [flag for flag in flags if "DU-25" not in flag.clauses] == [], (chosen, version)
        for version in range(timeline.version, 0, -EVERY_SO_MANY):
            before, state = timeline.at(version - 1).state, timeline.at(version).state
            tiles, status = [tile_json(one) for one in state.tiles], GAME.status(state)
            points, won = second_model.standing(tiles, second_model.sides(players, chosen), chosen)
            assert [*status.scores] == points, (chosen, version)
            assert status.winners is None or [*status.winners] == won, (chosen, version)
            if state.meetings or state.ways_out or state.dead or not all(map(state.has_opened, state.colours)):
                continue
            move, own = moves[version - 1], second_model.sides(players, chosen)[before.turn]
            if move["kind"] in (("lay", "turn") if len(own) == 1 else ("lay",) if before.turns >= players else ()):
                has_another = chosen["variant"] == "two_routes" and before.turns > players and not before.served
                more = {*own} - {move["tile"]["colour"]} - before.done if has_another and len(own) > 1 else set()
                wanted = second_model.turn_after(tiles, {*before.done}, before.turn, players, chosen, more)
                assert (state.turn, {*state.done}) == wanted, (chosen, version)
            for one in () if state.turn is None else state.waiting(state.turn):
                must = second_model.goes_on(tiles, one, players, chosen, chosen["stopping"])
                assert bool(GAME.play(state, Done(state.turn, one)).flags) == must, (chosen, version)
