"""The tutorial builds the games it speaks of: its code runs as it stands there, and that of Points is the game's own."""

import ast
import re
import sys
import types
from pathlib import Path

import pytest

from companion.engine.game import Setup
from tests.games.table import read

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)
FILES = ("companion/games/points/__init__.py", "companion/games/points/game.py")


@pytest.fixture(scope="module")
def modules() -> dict[str, types.ModuleType]:
    """The files of the tutorial as modules; a block that names no file goes on with the one before it."""
    made: dict[str, types.ModuleType] = {}
    with pytest.MonkeyPatch.context() as patched:
        name = ""
        for block in BLOCKS:
            if file := re.match(r"# (\S+)\.py\n", block):
                name = file[1].removesuffix("/__init__").replace("/", ".")
            if name not in made:
                made[name] = types.ModuleType(name)
                patched.setitem(sys.modules, name, made[name])
            exec(compile(block, "docs/adding-a-game.md", "exec"), made[name].__dict__)
    return made


def test_the_tutorials_code_runs_and_its_second_game_ends_as_it_says(modules: dict[str, types.ModuleType]) -> None:
    game = modules["companion.games.century.game"].GAME
    [course] = modules["tests.games.century.playthroughs"].golden()
    state = game.start(Setup(course["players"], course["options"]))
    for move in course["moves"]:
        played = game.play(state, read(game, move, course["players"]))
        state = played.state
    assert [*game.status(state).scores] == course["scores"]
    assert played.rulings[0].verdict == {"over": True, "winners": course["winners"]}


@pytest.mark.parametrize("file", FILES)
def test_the_tutorial_builds_the_very_game(file: str) -> None:
    told = "\n".join(block for block in BLOCKS if block.startswith(f"# {file}\n"))
    assert ast.dump(ast.parse(told)) == ast.dump(ast.parse((ROOT / file).read_text("utf-8")))


def test_the_simplest_game_has_two_files_and_at_most_a_hundred_and_twenty_lines() -> None:
    written = sorted((ROOT / "companion/games/points").rglob("*.py"))
    assert [str(one.relative_to(ROOT)) for one in written] == list(FILES)
    assert sum(len(one.read_text("utf-8").splitlines()) for one in written) <= 120
    assert not (ROOT / "templates/games/points").exists()
    assert not (ROOT / "static/css/games/points.css").exists()
