"""What nobody but its owner may see before the verdict (LI-16)."""

import json
import random
from typing import Any

import pytest

from companion.engine.game import Viewer
from companion.engine.journal import Played, Undone
from companion.games.limits.game import GAME
from tests.games.limits.asking import CARD, Table, logged, read
from tests.games.limits.second_model import COLOURS, logged_game
from tests.there import there

NOBODY = Viewer()


def all_that_is_told(table: Table, viewer: Viewer) -> str:
    told = [GAME.view(table.state, viewer)]
    for index, event in enumerate(table.timeline.events):
        if isinstance(event, Played):
            is_open = index in table.timeline.revealed
            told.append(GAME.redact(event.move, table.timeline.setup.options, viewer, is_open))
    return json.dumps(told)


def recoloured(moves: list[dict[str, Any]], end: int) -> list[dict[str, Any]]:
    begin = max((index for index, move in enumerate(moves[:end]) if move["kind"] == "accuse"), default=0)
    turned = dict(zip(COLOURS, [*COLOURS[1:], COLOURS[0]], strict=True))
    changed = []
    for index, move in enumerate(moves[:end]):
        new = dict(move)
        if index > begin and "colour" in move:
            new["colour"] = turned[move["colour"]]
        if index > begin and "colours" in move:
            new["colours"] = [turned[colour] for colour in move["colours"]]
        changed.append(new)
    return changed


def test_in_any_game_other_colours_since_the_last_verdict_would_look_the_same(subtests: pytest.Subtests) -> None:
    for seed in range(12):
        with subtests.test(seed=seed):
            rng = random.Random(seed)
            players, options, moves, _ = logged_game(rng)
            end = rng.randrange(3, len(moves))
            while moves[end - 1]["kind"] == "accuse":
                end -= 1
            tables = Table(players, **options), Table(players, **options)
            for one, other in zip(moves[:end], recoloured(moves, end), strict=True):
                tables[0].play(**one)
                tables[1].play(**other)
            assert all_that_is_told(tables[0], NOBODY) == all_that_is_told(tables[1], NOBODY)


def test_taking_a_card_back_names_no_colour_laid_before_it() -> None:
    table = logged(3).begin("red", "red", "red", limit={"red": 1}).lay("yellow", "green", "violet", "blue")
    table.timeline.add(Undone(table.timeline.version - 1))
    for seat in range(3):
        state = json.dumps(table.view(seat))
        assert not [colour for colour in ("yellow", "green", "violet", "blue") if colour in state]
    assert (table.view()["laid_last"], table.view()["pile"]) == (2, 3)


def test_no_doubt_and_no_refusal_hangs_on_another_players_colours() -> None:
    def doubts(hidden: str, laid: str, move: dict[str, Any]) -> tuple[Any, ...]:
        table = logged(2).begin(f"{hidden} {hidden}", "red red").lay(*[laid, "blue"] * 7)
        return GAME.play(table.state, read(move)).flags

    for move in (
        {"kind": "lay", "seat": 1, "colour": "yellow"},
        {"kind": "exchange", "seat": 1, "colour": "yellow"},
        {"kind": "accuse", "seat": 1, "accused": 0},
        {"kind": "verdict", "seat": 1, "accused": 0, "colour": "yellow", "hidden": 0, "counted": 3},
    ):
        assert doubts("red", "green", move) == doubts("yellow", "yellow", move)


def test_the_judge_is_filled_in_only_once_the_cards_lie_open() -> None:
    known = there(GAME.ruling("accusation").known)
    table = logged(3).begin("yellow", "green", "violet").lay("blue", "violet")
    assert known(table.state, Viewer(frozenset({0}))) is None
    table.play("accuse", seat=2, accused=1)
    facts = known(table.state, NOBODY)
    assert isinstance(facts, dict)
    assert (facts["accuser"], facts["accused"], facts["limit"]) == (2, 1, CARD)
    table.play("limit", numbers=CARD)
    assert known(table.state, NOBODY) is None
