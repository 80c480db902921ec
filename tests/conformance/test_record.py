"""Every game's record: its clauses, options, set-ups, shapes and words, and which move says who starts."""

import ast
import dataclasses
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

import companion.games
from companion.engine.game import Game, Setup
from companion.engine.options import read_options, recorded_options
from companion.engine.present import How, Starting
from companion.engine.schema.declared import hints
from companion.engine.schema.marks import Prompt
from companion.engine.timeline import attempt
from tests.conformance.playing import PACKAGES, read, setups
from tests.conformance.words import cited_clauses, inside, texts, unfilled

pytestmark = pytest.mark.parametrize("package", PACKAGES)
FIRST_OPTIONS = {
    "land_unter": {"chain", "tie_survivor_pays_again", "pay_before_early_end", "open_play"},
    "limits": {"pile", "accuse"},
    "down_under": {"difficulty", "area", "animals", "terminus_in_span", "billabong_ends_count", "variant"},
    "nile": {
        *("depth", "two_player_cover", "ebb_outermost_only", "purge_every_turn", "rot_balance"),
        *("hippo", "start_bid", "buy_others", "joker_heals"),
    },
    "own_game": {"sheet"},
    "points": {"rounds"},
}
"""The options that every match of a game has, however old: never add to these. A game without options needs no row."""


def test_an_option_that_came_later_says_by_which_value_older_matches_were_played(package: str, game: Game[Any]) -> None:
    first = FIRST_OPTIONS.get(package, set())
    older = {option.name: option.default for option in game.options if option.name in first}
    assert set(older) == first
    recorded = recorded_options(game, older)
    assert set(recorded) == {option.name for option in game.options} == set(read_options(game, recorded))


def test_clause_ids_are_unique_and_carry_the_code_of_the_game(game: Game[Any]) -> None:
    ids = [clause.id for clause in game.clauses]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(rf"{game.code.upper()}-[0-9]+", clause) for clause in ids)
    assert all(game.clause(clause.id) is clause for clause in game.clauses)


def test_every_clause_cited_by_the_record_exists(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    cited = [clause for option in game.options for clause in option.clauses]
    cited += [clause for kind in game.rulings for clause in kind.clauses]
    cited += [
        clause for shape in shapes(package) for mark in marks(*hints(shape).values()) for clause in cited_clauses(mark)
    ]
    assert set(cited) <= ids
    assert all(option.clauses for option in game.options)
    assert all(kind.clauses for kind in game.rulings)


def test_every_clause_is_at_home_in_one_function_of_the_rules(package: str, subtests: pytest.Subtests) -> None:
    """Whoever looks for a clause finds one function that names it in its docstring, and nothing else that does."""
    folder = Path(companion.games.__path__[0], package)
    named: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        for one in ast.walk(ast.parse(file.read_text())):
            if isinstance(one, (ast.FunctionDef, ast.ClassDef)):
                where = f"{file.relative_to(folder)}:{one.name}"
                for clause in re.findall(r"[A-Z]{2}-[0-9]+", ast.get_docstring(one) or ""):
                    named.setdefault(clause, []).append(where)
    # Games that are declared, without rules of their own to read, have no such folder.
    for clause in PACKAGES[package].clauses if (folder / "rules").is_dir() else ():
        with subtests.test(clause=clause.id):
            homes = named.get(clause.id, [])
            assert len(homes) == 1
            assert homes[0].startswith("rules/")


def shapes(package: str) -> list[type]:
    game = PACKAGES[package]
    found: list[type] = []
    waiting: list[Any] = [*game.moves.values(), *(kind.facts for kind in game.rulings)]
    while waiting:
        one = waiting.pop()
        if dataclasses.is_dataclass(one) and isinstance(one, type) and one not in found:
            found.append(one)
            waiting += hints(one).values()
        waiting += [part for part in get_args(one) if not isinstance(part, str)]
    return found


def marks(*types: Any) -> list[Any]:
    found: list[Any] = []
    waiting = [*types]
    while waiting:
        one = waiting.pop()
        found += getattr(one, "__metadata__", ())
        waiting += get_args(one)
    return found


def test_every_way_to_set_up_the_game_has_a_sheet(game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    for setup in setups(game):
        sheet = game.lay_out(setup)
        assert sheet.steps
        assert set(cited_clauses(sheet)) <= ids
        assert json.loads(json.dumps(sheet.facts)) == sheet.facts
        assert [text for text in texts(sheet) if unfilled(text)] == []
        status = game.status(game.start(setup))
        assert (len(status.scores), status.winners) == (setup.seats, None)


def test_every_text_of_the_record_has_its_arguments(package: str, game: Game[Any]) -> None:
    record = [getattr(game, item.name) for item in dataclasses.fields(game)]
    record += [mark for shape in shapes(package) for mark in marks(*hints(shape).values())]
    asks = {mark.asks for mark in record if isinstance(mark, Prompt)}  # which are of whoever has not answered yet
    assert [text for part in record for text in texts(part) if unfilled(text) and text not in asks] == []


def test_every_fact_is_asked_for_in_words(game: Game[Any]) -> None:
    facts = {kind.facts for kind in game.rulings}
    unasked = [
        f"{shape.__name__}.{name}"
        for shape in facts
        for name, wanted in hints(shape).items()
        if not any(isinstance(mark, Prompt) for mark in marks(wanted))
    ]
    assert unasked == []


def test_every_clause_and_option_is_worded(game: Game[Any]) -> None:
    words = [part for part in inside((game.clauses, game.options)) if hasattr(part, "message")]
    assert words
    assert all(word.message.strip() == word.message != "" for word in words)


def said(package: str) -> list[tuple[Setup, Starting]]:
    """What the game says of the start player, for every setup in which it says something."""
    starting = PACKAGES[package].starting
    if starting is None:
        return []
    found = [(setup, starting(setup)) for setup in setups(PACKAGES[package])]
    return [(setup, one) for setup, one in found if one is not None]


def test_it_cites_clauses_of_its_own_and_names_a_move_of_its_own(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    assert (game.starting is None) == (not said(package))
    for _, one in said(package):
        assert one.clauses
        assert set(one.clauses) <= ids
        assert one.kind is None or one.kind in game.moves


def test_the_move_that_says_who_starts_is_taken_at_the_start(package: str, game: Game[Any]) -> None:
    for setup, one in said(package):
        for how in get_args(How):
            if one.move is None:
                continue
            given = dict(one.move(setup.seats - 1, how))
            assert given["kind"] == one.kind
            move = read(game, given, setup.seats)
            assert move.seat == setup.seats - 1
            assert not attempt(game, game.start(setup), move, anyway=False, seats=frozenset()).flags


def test_where_no_move_says_who_starts_it_is_the_first_seat(package: str, game: Game[Any]) -> None:
    for setup, one in said(package):
        assert one.kind is not None or game.status(game.start(setup)).turn in (0, None)
