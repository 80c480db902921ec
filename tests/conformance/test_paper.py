"""A paper sheet typed in afterwards leads to the very scores that were reached; one that no table can have filled does not."""

import os
import random
from typing import Any

import pytest

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game
from companion.engine.options import make_setup, usual
from companion.engine.schema.codec import Reading, decode
from companion.match.journal_codec import read_move, write_move
from tests.conformance.playing import PACKAGES, combinations, golden, played, random_games
from tests.games.sheets import sheet_of

pytestmark = pytest.mark.parametrize("package", PACKAGES)


def test_what_a_whole_match_came_to_can_be_typed_in(package: str, game: Game[Any]) -> None:
    courses = [(one["players"], one["options"], one["moves"], one.get("anyway", False)) for one in golden(package)]
    courses += [(*one, False) for one in random_games(package, run=os.environ["SEED"])]
    for players, options, moves, anyway in courses:
        timeline = played(game, players, options, moves, anyway=anyway)
        before = game.status(timeline.at().state)
        assert before.winners is not None
        setup = timeline.setup
        move = read_move(game, sheet_of(package, timeline.at().state), players)

        outcome = game.play(game.start(setup), move)

        after = game.status(outcome.state)
        wanted = ("over", before.scores, before.winners, before.places)
        assert (after.phase, after.scores, after.winners, after.places) == wanted
        assert not outcome.flags or anyway
        assert read_move(game, write_move(game, move), players) == move


def test_every_cell_of_every_form_is_a_field_of_the_move(game: Game[Any]) -> None:
    paper = game.paper
    assert game.moves[paper.kind] is paper.shape
    for players in game.players:
        for options in combinations(game)[:24]:
            try:
                setup = make_setup(game, players, options)
            except IllegalMove:
                continue
            typed: dict[str, Any] = {"kind": [paper.kind]}
            for row in paper.rows(setup):
                assert len(row.cells) in (1, players)
                for cell in (cell for own in row.cells for cell in own):
                    if row.how == "number":
                        _put(typed, cell.field, [str(row.low)])
            assert type(_read(game, typed, players)) is paper.shape
            for row in paper.rows(setup):
                if row.how == "number":
                    beyond = {**typed}
                    _put(beyond, row.cells[0][0].field, [str(row.high + 1)])
                    assert isinstance(_tried(game, setup, beyond), (IllegalMove, NotAMove))
                    _put(beyond, row.cells[0][0].field, [str(row.low)])


def test_a_sheet_is_typed_into_a_new_match_alone_and_ends_it(package: str, game: Game[Any]) -> None:
    course = golden(package)[0]
    timeline = played(game, course["players"], course["options"], course["moves"], anyway=course.get("anyway", False))
    move = read_move(game, sheet_of(package, timeline.at().state), course["players"])
    begun = timeline.at(2).state
    over = game.play(game.start(timeline.setup), move).state
    assert game.status(begun).winners is None
    assert game.status(over).winners is not None
    for state in (begun, over):
        with pytest.raises(IllegalMove):
            game.play(state, move)


def test_no_numbers_whatever_break_it(package: str) -> None:
    game, rng = PACKAGES[package], random.Random(3)
    paper = game.paper
    for _ in range(200):
        setup = make_setup(game, rng.choice(game.by(usual(game.options)).players), {})
        typed: dict[str, Any] = {"kind": [paper.kind]}
        for row in paper.rows(setup):
            for cell in (cell for own in row.cells for cell in own):
                _put(typed, cell.field, [str(rng.randint(row.low, min(row.high, row.low + 6)))])
        problem = _tried(game, setup, typed)
        assert problem is None or problem.args


def _put(tree: dict[str, Any], path: str, value: Any) -> None:
    *outer, last = path.split(".")
    for name in outer:
        tree = tree.setdefault(name, {})
    tree[last] = value


def _read(game: Any, typed: dict[str, Any], players: int) -> Any:
    fields = {name: value for name, value in typed.items() if name != "kind"}
    return decode(game.paper.shape, fields, Reading(players, game.box_clause, as_text=True))


def _tried(game: Any, setup: Any, typed: dict[str, Any]) -> Exception | None:
    try:
        game.play(game.start(setup), _read(game, typed, setup.seats))
    except (IllegalMove, NotAMove) as error:
        return error
    return None
