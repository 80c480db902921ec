"""The document describes the interface, whole and exactly."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from openapi_spec_validator import validate

from companion.engine.schema.codec import Reading, decode
from companion.games import games
from companion.web.api.document import camel, document, prefix, ruling_name
from companion.web.api.operations import ROOT
from companion.web.board.stream import BoardStreams
from tests.conformance.playing import PACKAGES, outcomes, whole_games
from tests.rings import examples
from tests.shapes import Json, json_of_shape
from tests.there import there
from tests.web.api.asking import Program, count_rings
from tests.web.api.document import named, problems
from tests.web.following import frame_of, opened

RULINGS = [(game, kind) for game in games().values() for kind in game.rulings]
MOVES = [(game, kind) for game in games().values() for kind in game.moves]


@pytest.mark.ring("test")
def test_the_document_is_valid_openapi_3_1(anybody: Program) -> None:
    answer = anybody.get("/openapi.json")
    assert (answer.status, answer.json["openapi"], answer.json["servers"]) == (200, "3.1.0", [{"url": "/api/v1"}])
    validate(answer.json)


def test_everything_in_the_document_is_a_route_of_the_interface(app: Flask) -> None:
    routes = app.url_map.bind("localhost")
    for path, entry in document()["paths"].items():
        real = ROOT + re.sub(r"\{\w+\}", "x", path)
        for method in entry.keys() & {"get", "post", "put", "patch", "delete"}:
            assert routes.match(real, method=method.upper())
        assert BoardStreams(app).matches(real) is path.endswith("/stream")


def test_a_server_that_keeps_no_stream_open_gives_the_version_and_lets_the_reader_come_back(match: Any) -> None:
    match.play(*count_rings(3))
    answer = match.table.spectator.get(f"{match.path}/stream")
    assert answer.status == 200
    assert answer.response.get_data() == b"retry: 1000\n\nid: 1\nevent: version\ndata: 1\n\n"


def test_every_kind_of_move_has_a_schema_of_its_own(subtests: pytest.Subtests) -> None:
    schemas = document()["components"]["schemas"]
    for game, kind in MOVES:
        with subtests.test(f"{game.slug} {kind}"):
            name = f"{prefix(game)}Move{camel(kind)}"
            ways = schemas[name].get("oneOf", [schemas[name]])
            assert all(way["properties"]["kind"] == {"const": kind} for way in ways)
            assert all("kind" in way["required"] for way in ways)
            any_move = schemas[f"{prefix(game)}Move"]
            assert any_move["discriminator"]["mapping"][kind] == f"#/components/schemas/{name}"
            assert named(name) in any_move["oneOf"]


def all_read() -> Iterator[tuple[str, Json]]:
    """By the name of its schema, all that the codec reads: the facts of every ruling, and every move."""
    for game, kind in RULINGS:
        yield f"{ruling_name(game, kind)}Facts", json_of_shape(kind.facts, game.players[-1])
    for game, move in MOVES:
        moves = json_of_shape(game.moves[move], game.players[-1])
        yield f"{prefix(game)}Move", moves.map(lambda fields, move=move: {"kind": move, **fields})  # type: ignore[misc]


def test_what_the_codec_reads_the_document_allows(subtests: pytest.Subtests) -> None:
    for name, values in all_read():

        @settings(max_examples=examples(8))
        @given(value=values)
        def hold(name: str, value: Any) -> None:
            assert problems(named(name), value) == ""

        with subtests.test(name):
            hold(name)


WRONG_MOVES: list[tuple[str, dict[str, Any]]] = [
    ("a card of 61", {"kind": "lay", "seat": 0, "card": 61}),
    ("true for 1", {"kind": "lay", "seat": 0, "card": True}),
    ("a text for a number", {"kind": "lay", "seat": 0, "card": "5"}),
    ("nothing at all", {"kind": "lay"}),
    ("a name too many", {"kind": "lay", "seat": 0, "card": 5, "colour": "red"}),
    ("two ways at once", {"kind": "count_rings", "seat": 0, "rings": 3, "whole": 2, "half": 2}),
    ("none of the ways", {"kind": "count_rings", "seat": 0}),
    ("a kind of another game", {"kind": "verdict", "seat": 0}),
]  # fmt: skip


def test_the_document_refuses(subtests: pytest.Subtests) -> None:
    for wrong, move in WRONG_MOVES:
        with subtests.test(wrong=wrong, move=move):
            assert problems(named("LandUnterMove"), move) != "", wrong


@pytest.mark.parametrize("package", PACKAGES)
def test_every_verdict_of_whole_games_has_the_shape_its_game_declares(package: str) -> None:
    game = PACKAGES[package]
    shapes = {kind.name: kind.answer for kind in game.rulings}
    given: set[str] = set()
    for timeline in whole_games(package):
        for outcome in outcomes(timeline):
            for ruling in outcome.rulings:
                if ruling.name in shapes:
                    given.add(ruling.name)
                    shape = there(shapes[ruling.name])
                    decode(shape, dict(ruling.verdict), Reading(timeline.setup.seats, game.box_clause), ruling.name)
    assert bool(given) == bool(shapes)


def test_a_stream_of_versions_is_where_the_document_says(app: Flask, match: Any) -> None:
    stream = opened(app, f"{ROOT}{match.path}/stream")
    assert frame_of(app, stream).payload == b"id: 0\nevent: version\ndata: 0\n\n"
    assert stream.is_small
