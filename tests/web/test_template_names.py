"""What templates ask of a board, a page, a match or a game is there: a misspelt name would show nothing, and nobody would know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from flask import Flask
from jinja2 import nodes

from companion.engine.game import Game
from companion.service.matches import Seen
from companion.web.boards import BoardPage
from tests.conformance.playing import PACKAGES

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
OF_ANY_GAME: dict[str, type[Any]] = {"page": BoardPage, "seen": Seen, "game": Game}


def asked(app: Flask, folder: Path, names: set[str]) -> Iterator[tuple[Path, str, str]]:
    """Every `name.attribute` in the templates of a folder, for these names where a template does not set them itself."""
    for path in sorted(folder.rglob("*.html")):
        tree = app.jinja_env.parse(path.read_text())
        own = {found.name for found in tree.find_all(nodes.Name) if found.ctx != "load"}
        for found in tree.find_all(nodes.Getattr):
            if isinstance(found.node, nodes.Name) and found.node.name in names - own:
                yield path.relative_to(TEMPLATES), found.node.name, found.attr


def missing(asked_for: Iterator[tuple[Path, str, str]], kinds: dict[str, type[Any]]) -> list[tuple[Path, str, str]]:
    """Of what is asked for, that which is not there."""
    return [(path, name, attribute) for path, name, attribute in asked_for if not hasattr(kinds[name], attribute)]


def test_what_every_board_asks_of_its_page_is_there(app: Flask) -> None:
    found = list(asked(app, TEMPLATES / "play", set(OF_ANY_GAME)))
    assert len(found) > 50
    assert missing(iter(found), OF_ANY_GAME) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_game_asks_of_its_board_is_there(app: Flask, package: str) -> None:
    kinds = {**OF_ANY_GAME, "board": get_type_hints(PACKAGES[package].board)["return"]}
    found = list(asked(app, TEMPLATES / "games" / package, set(kinds)))
    assert len(found) > 50
    assert missing(iter(found), kinds) == []


def test_a_misspelt_name_is_found(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "TEMPLATES", tmp_path)
    (tmp_path / "one.html").write_text(
        "{{ page.acting }}{{ page.actin }}{% for seen in page.held %}{{ seen.x }}{% endfor %}"
    )
    assert missing(asked(app, tmp_path, set(OF_ANY_GAME)), OF_ANY_GAME) == [(Path("one.html"), "page", "actin")]
