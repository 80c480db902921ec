"""What templates ask of a board, a page, a match or a game is there: a misspelt name would show nothing, and nobody would know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest
from flask import Flask
from jinja2 import nodes

from companion.engine.game import Game
from companion.match.snapshot import Snapshot
from companion.web.boards import BoardPage
from companion.web.templating import PARTS
from tests.conformance.playing import PACKAGES

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
OF_ANY_GAME: dict[str, type[Any]] = {"page": BoardPage, "seen": Snapshot, "game": Game}


def asked(app: Flask, folder: Path, names: set[str]) -> Iterator[tuple[Path, str, str]]:
    """Every `name.attribute` in the templates of a folder, for these names where a template does not set them itself."""
    for path in sorted(folder.rglob("*.html")):
        tree = app.jinja_env.parse(path.read_text())
        own = {found.name for found in tree.find_all(nodes.Name) if found.ctx != "load"}
        for found in tree.find_all(nodes.Getattr):
            if isinstance(found.node, nodes.Name) and found.node.name in names - own:
                yield path.relative_to(TEMPLATES), found.node.name, found.attr


def chains(app: Flask, folder: Path, names: set[str]) -> Iterator[tuple[str, ...]]:
    """Every `name.attribute.attribute` and longer, each of which is a record's as long as no map comes in between."""
    for path in sorted(folder.rglob("*.html")):
        tree = app.jinja_env.parse(path.read_text())
        own = {found.name for found in tree.find_all(nodes.Name) if found.ctx != "load"}
        for found in tree.find_all(nodes.Getattr):
            chain = tuple(_chain(found))
            if len(chain) > 2 and chain[0] in names - own:
                yield chain


def _chain(node: nodes.Node) -> list[str]:
    if isinstance(node, nodes.Getattr):
        before = _chain(node.node)
        return [*before, node.attr] if before else []
    return [node.name] if isinstance(node, nodes.Name) else []


def holders(chain: tuple[str, ...], kinds: dict[str, type[Any]]) -> list[Any]:
    """What the last name of a chain is asked of, as declared: of a choice of several, each but None."""
    holding: list[Any] = [kinds[chain[0]]]
    for attribute in chain[1:-1]:
        holding = [kind for one in holding for kind in declared(one, attribute)]
    return [Any if isinstance(kind, TypeVar) else kind for kind in holding]


def declared(kind: Any, attribute: str) -> list[Any]:
    """What a record's field or property is declared to be. A type that is anything stays anything."""
    if kind is Any or isinstance(kind, TypeVar):
        return [Any]
    found = getattr(kind, attribute, None)
    of = found.fget if isinstance(found, property) else found.func if isinstance(found, cached_property) else None
    try:
        wanted = get_type_hints(kind)[attribute] if of is None else get_type_hints(of)["return"]
    except NameError:  # named for the type checker alone
        return [Any]
    choices = get_args(wanted) if get_origin(wanted) in (Union, UnionType) else (wanted,)
    return [get_origin(one) or one for one in choices if one is not NoneType]


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


@pytest.mark.parametrize("package", PACKAGES)
def test_what_is_asked_of_a_part_of_a_board_is_there_and_none_of_them_is_a_map(app: Flask, package: str) -> None:
    kinds = {**OF_ANY_GAME, "board": get_type_hints(PACKAGES[package].board)["return"]}
    folders = [TEMPLATES / "games" / package, TEMPLATES / "play"]
    found = {chain for folder in folders for chain in chains(app, folder, set(kinds))}
    assert len(found) > 8
    wrong = [(chain, holder) for chain in found for holder in holders(chain, kinds) if not holds(holder, chain[-1])]
    assert wrong == []
    unknown = {chain for chain in found if Any in holders(chain, kinds)}
    assert {chain[:3] for chain in unknown} <= {("seen", "replay", "state"), ("game", "box", "show")}


def holds(kind: Any, attribute: str) -> bool:
    """Whether this is what a record of this kind has, or a map can do."""
    if kind is Any:
        return True
    return hasattr(kind, attribute) and (
        not issubclass(kind, Mapping) or attribute in ("get", "items", "keys", "values")
    )


def test_a_map_in_a_chain_is_found() -> None:
    [more] = holders(("page", "problem", "more", "needs_host"), OF_ANY_GAME)
    assert issubclass(more, Mapping)
    assert not holds(more, "needs_host")
    assert holds(more, "get")


def test_what_boards_import_parts_as_is_the_name_of_nothing_else(app: Flask) -> None:
    for path in [*TEMPLATES.glob("games/**/*.html"), *TEMPLATES.glob("play/*.html")]:
        tree = app.jinja_env.parse(path.read_text())
        named = {found.name for found in tree.find_all(nodes.Name) if found.ctx != "load"}
        assert not named & PARTS, path


def test_a_button_that_brings_on_a_half_made_entry_has_an_id() -> None:
    kept = [
        (path.name, tag)
        for path in TEMPLATES.rglob("*.html")
        for tag in re.findall(r"<button (?:(?!<button|</).)*?\bkeeps\(", path.read_text(), re.DOTALL)
    ]
    assert len(kept) > 8
    assert [name for name, tag in kept if ' id="' not in tag] == []
