"""The tutorial builds the game it speaks of: its code runs as it stands there, and is that of the game."""

import ast
import re
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TUTORIAL, re.DOTALL | re.MULTILINE)
FILES = ("companion/games/points/__init__.py", "companion/games/points/game.py")


def test_the_code_of_the_tutorial_runs_from_the_first_block_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("tutorial")
    monkeypatch.setitem(sys.modules, "tutorial", module)
    for block in BLOCKS:
        exec(compile(block, "docs/adding-a-game.md", "exec"), module.__dict__)
    assert module.__dict__["GAME"].slug == "points"


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
