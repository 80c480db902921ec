"""The pages of a game and of its matches, for the host in each language, for others in English."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from companion.engine.game import Game
from companion.engine.schema.formdata import pairs
from tests.conformance.playing import PACKAGES, golden
from tests.golden.asking import Pages
from tests.golden.disputes import DISPUTES
from tests.golden.files import File
from tests.golden.house import House, Json, Person, Table, open_table
from tests.golden.normal import Lines
from tests.web.correcting import pending_in

CORRECTED: Final[dict[str, tuple[int, Json]]] = {
    "land_unter": (1, {"kind": "count_rings", "seat": 1, "rings": 4}),
    "limits": (
        2,
        {"kind": "verdict", "seat": 2, "accused": 1, "colour": "yellow", "printed": 1, "hidden": 2, "counted": 3},
    ),
    "down_under": (
        1,
        {"kind": "lay", "seat": 1, "tile": {"x": 1, "y": 0, "kind": "curve", "colour": "yellow", "turn": 0}},
    ),
    "nile": (2, {"kind": "boat", "seat": 1, "plants": ["flax", "flax"]}),
    "own_game": (0, {"kind": "points", "points": {"0": 25, "1": 0, "2": 5}}),
    "points": (0, {"kind": "score", "points": [25, 0, 5]}),
}
"""An earlier entry of the first golden match, and what is entered instead."""
REFUSED: Final[dict[str, tuple[Json, ...]]] = {
    "land_unter": (
        {"kind": "count_rings"},
        {"kind": "count_rings", "seat": 0, "rings": 99},
        {"kind": "count_rings", "seat": 0, "whole": 9, "half": 9},
    ),
    "limits": ({"kind": "start"}, {"kind": "start", "seat": 9}, {"kind": "exchange", "seat": 0, "colour": "red"}),
    "down_under": (
        {"kind": "lay", "seat": 0},
        {"kind": "lay", "seat": 1, "tile": {"x": 0, "y": 0, "kind": "straight", "colour": "red", "turn": 0}},
        {"kind": "lay", "seat": 0, "tile": {"x": 0, "y": 0, "kind": "terminus", "colour": "red", "turn": 0}},
    ),
    "nile": ({"kind": "boat", "seat": 0}, {"kind": "starter", "seat": 9}, {"kind": "tide", "moved": 2, "arrows": 0}),
    "own_game": (
        {"kind": "points", "points": {}},
        {"kind": "points", "points": {"9": 1}},
        {"kind": "points", "points": {"0": -5}},
        {"kind": "pad", "cells": {"0": {"0": 1}}},
        {"kind": "finish"},
    ),
    "points": ({"kind": "score"}, {"kind": "score", "points": [1, 2]}, {"kind": "score", "points": [1, 2, 9999]}),
}
"""Entries that a match which has just begun does not take, or doubts."""


def files_of(house: House, package: str) -> list[File]:
    """Every page of a game."""
    game, pages = PACKAGES[package], Pages(package, {"somebody": house.somebody()})
    _of_the_game(pages, game)
    interface = _interface(house.somebody(), game, f"{package}/game/interface")
    whole = golden(package)[0]
    table = open_table(house, whole["players"], "pages")
    pages.people = {"host": table.host, "seat 1": table.seats[1], "onlooker": table.onlooker}
    pages.page("table/new", f"/t/{table.code}/new/{game.slug}")
    pages.page("table/paper", f"/t/{table.code}/paper/{game.slug}", like="game/paper", spoken=False)
    match = table.begin(game.slug, dict(whole["options"]), "pages")
    half = len(whole["moves"]) // 2
    _at_first(pages, match, REFUSED[package])
    _enter(table, match, whole["moves"][:half])
    _half_way(pages, table, match, whole["moves"][:half])
    _corrected(pages, match, *CORRECTED[package])
    _enter(table, match, whole["moves"][half:])
    _at_the_end(pages, table, match)
    return [*pages.files, interface]


def _of_the_game(pages: Pages, game: Game[Any]) -> None:
    """What nobody needs a table for: rules, judge, guide, box, and blank sheets for so many players."""
    for name in ("rules", "judge", "print", "teach", "box", "paper"):
        pages.page(f"game/{name}", f"/{name}/{game.slug}")
    for ruling, facts in DISPUTES[game.slug].items():
        asked = "&".join(f"{name}={value}" for name, value in pairs(facts))
        pages.page(f"judge/{ruling}-blank", f"/judge/{game.slug}/{ruling}", spoken=False)
        pages.page(f"judge/{ruling}", f"/judge/{game.slug}/{ruling}?{asked}", like=f"judge/{ruling}-blank")
    fewest = game.players[0]
    for players in game.players:
        blank, is_first = f"/print/{game.slug}/blank?players={players}", players == fewest
        pages.page(f"sheets/blank-{players}", blank, like=f"sheets/blank-{fewest}", spoken=is_first)
        pages.page(f"sheets/typed-{players}", f"/paper/{game.slug}?players={players}", like="game/paper", spoken=False)
    names = "&".join(f"name={name}" for name in ("Ana", "Ben", "Cleo"))
    to_tick = "&".join(f"{option.name}=open" for option in game.options)
    blank = f"/print/{game.slug}/blank?players={fewest}&size=large&{names}&{to_tick}"
    pages.page("sheets/blank-large", blank, like=f"sheets/blank-{fewest}", spoken=False)


def _interface(somebody: Person, game: Game[Any], name: str) -> File:
    """What programs are told of a game."""
    file = File(name)
    file.add("clauses", somebody.lines(f"/games/{game.slug}/clauses"))
    first: Lines | None = None
    for players in game.players:
        told = somebody.lines(f"/games/{game.slug}/setup", {"players": players})
        file.add(f"setup for {players}", told, first, f"setup for {game.players[0]}")
        first = first or told
    for ruling, facts in DISPUTES[game.slug].items():
        file.add(f"ruling {ruling}", somebody.lines(f"/games/{game.slug}/rulings/{ruling}", {"facts": facts}))
    return file


def _enter(table: Table, match: str, moves: Sequence[Json]) -> None:
    for move in moves:
        table.host.told(f"/matches/{match}/moves", {"move": move, "anyway": True})


def _at_first(pages: Pages, match: str, refused: Sequence[Json]) -> None:
    """Set up and begun, and what is then not taken."""
    pages.page("first/setup", f"/m/{match}/setup")
    pages.page("first/setup-steps", f"/m/{match}/setup/steps", like="first/setup", spoken=False)
    pages.page("first/stand", f"/m/{match}/stand")
    pages.page("first/board", f"/m/{match}", spoken=False)
    told = File(f"{pages.top}/first/refused-interface")
    for number, move in enumerate(refused):
        pages.page(f"first/refused-{number}", f"/m/{match}/moves", _form(move), like="first/board")
        told.add(json.dumps(move), pages.people["host"].lines(f"/matches/{match}/moves", {"move": move}))
    pages.files.append(told)


def _half_way(pages: Pages, table: Table, match: str, moves: Sequence[Json]) -> None:
    """Everything about a match that is going on."""
    for name in ("", "journal", "end", "as/1", f"contest/{len(moves) - 1}"):
        pages.page(f"half/{name.replace('/', '-') or 'board'}", f"/m/{match}/{name}".rstrip("/"))
    pages.page("half/judge", f"/m/{match}/judge", like="game/judge", spoken=False)
    pages.page("half/teach", f"/m/{match}/teach", like="game/teach", spoken=False)
    pages.page("half/result", f"/m/{match}/result", spoken=False)
    pages.page("half/sheet", f"/m/{match}/sheet", spoken=False)
    pages.page("half/table", f"/t/{table.code}", spoken=False)
    pages.page("half/home", "/", spoken=False)
    pages.page("half/television", f"/tv/{table.code}", spoken=False)
    for index in sorted({move["kind"]: index for index, move in reversed([*enumerate(moves)])}.values()):
        pages.page(f"half/correct-{index}", f"/m/{match}/correct/{index}", like="half/board", spoken=index == 0)


def _corrected(pages: Pages, match: str, index: int, move: Json) -> None:
    """An entry contested, then corrected; the correction taken back, then many entries."""
    host, seat = pages.people["host"], pages.people["seat 1"]
    seat.ask(f"/m/{match}/contest/{index}", {"reason": "rule", "remark": "It was another one."})
    pages.page("corrected/contested", f"/m/{match}", like="half/board")
    changed = f"/m/{match}/correct/{index}", _form(move)
    pages.page("corrected/preview", *changed)
    preview = host.open(*changed).get_data(as_text=True)
    confirmed = host.ask(f"/m/{match}/correction", {"pending": pending_in(preview)})
    if not confirmed[0].startswith("303"):
        raise ValueError(f"not corrected: {confirmed[0]}")
    pages.page("corrected/board", f"/m/{match}", like="half/board", spoken=False)
    pages.page("corrected/journal", f"/m/{match}/journal", like="half/journal", spoken=False)
    host.ask(f"/m/{match}/contest/{index}/settle", {})
    host.ask(f"/m/{match}/undo", {"confirm": "true"})
    pages.page("corrected/taken-back", f"/m/{match}", like="half/board", spoken=False)
    host.ask(f"/m/{match}/undo", {"index": str(index), "confirm": "true"})
    pages.page("corrected/taken-back-far", f"/m/{match}", like="first/board", spoken=False)
    host.ask(f"/m/{match}/redo", {})
    pages.page("corrected/journal-after", f"/m/{match}/journal", like="half/journal", spoken=False)


def _at_the_end(pages: Pages, table: Table, match: str) -> None:
    """Everything about a match that is over."""
    for name in ("board", "result"):
        pages.page(f"end/{name}", f"/m/{match}/{name}".removesuffix("/board"))
    pages.page("end/result.html", f"/m/{match}/result.html", like="end/result", spoken=False)
    pages.page("end/replay", f"/m/{match}/replay", like="end/board", spoken=False)
    pages.page("end/picture.svg", f"/m/{match}/picture.svg", spoken=False)
    pages.page("end/journal", f"/m/{match}/journal", like="half/journal", spoken=False)
    pages.page("end/sheet", f"/m/{match}/sheet")
    pages.page("end/sheet-large", f"/m/{match}/sheet?rulings=yes&size=large", like="end/sheet", spoken=False)
    for name in ("match.json", "play.bgsplay", "scores.csv"):
        pages.page(f"end/{name}", f"/m/{match}/{name}", spoken=False)
        pages.page(
            f"end/told-{name}",
            f"/api/v1/matches/{match}/export.{name.partition('.')[2]}",
            like=f"end/{name}",
            spoken=False,
        )
    pages.page("end/board-alone", f"/m/{match}/board", like="end/board", spoken=False)
    pages.page("end/table", f"/t/{table.code}", like="half/table", spoken=False)
    pages.page("end/evening", f"/t/{table.code}/evening", spoken=False)
    pages.page("end/television", f"/tv/{table.code}", spoken=False)


def _form(move: Json) -> dict[str, list[str]]:
    """A move as a form sends it."""
    found: dict[str, list[str]] = {}
    for name, value in pairs(move):
        found.setdefault(name, []).append(value)
    return found
