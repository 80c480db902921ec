"""Whoever has played a match in memory and whoever reads it from the records answer with the same bytes."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.conformance.playing import PACKAGES, golden, playthroughs
from tests.games.playthrough import Moves
from tests.rings import few_first, some_of
from tests.web.api.asking import Match, open_table
from tests.web.conftest import HOSTS

RESOURCES = ("", "/journal", "/export.json", "/export.csv", "/export.bgsplay")
PAGES = ("", "/board", "/journal", "/result", "/setup", "/sheet", "/judge", "/correct/0", "/match.json", "/scores.csv")
ASKERS = ["nobody", "a seat", "the host"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """New records in a file: what is compared does not depend on where they lie."""
    with Store.open(tmp_path / "t.sqlite") as opened:
        yield opened


def turned_round(value: Any) -> Any:
    """The same JSON, every object from its last name to its first."""
    if isinstance(value, dict):
        return {name: turned_round(value[name]) for name in reversed(value)}
    return [turned_round(one) for one in value] if isinstance(value, list) else value


def enter(match: Match, moves: Moves, *, anyway: bool) -> None:
    """The moves, each entered with its names in an order of its own."""
    for number, move in enumerate(moves):
        body = {"move": turned_round(move) if number % 2 else move, "anyway": anyway}
        answer = match.table.host.raw(f"{match.path}/moves", json.dumps(body).encode(), content_type="application/json")
        assert answer.status == 201, (move, answer.json)


def answers(app: Flask, match: Match, askers: list[str]) -> dict[tuple[str, str], tuple[int, bytes]]:
    """Every resource and page of a match, as these of who looks on, a seat and the host are answered."""
    opened = match.table.opened
    tokens = dict(zip(ASKERS, ("", opened["seats"][1]["token"], opened["host_token"]), strict=True))
    found = {}
    for who in askers:
        token = tokens[who]
        client = app.test_client()
        if token:
            client.set_cookie("device", token, domain="localhost")
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        asked = [(f"/api/v1{match.path}{end}", bearer) for end in RESOURCES]
        asked += [(f"/m/{match.id}{end}", {}) for end in PAGES]
        for path, headers in asked:
            with client.get(path, headers=headers) as answer:
                found[who, path] = answer.status_code, answer.get_data()
    return found


@pytest.mark.ring("test")
@pytest.mark.parametrize("is_random", few_first([False, True], 1))
@pytest.mark.parametrize("package", PACKAGES)
def test_in_memory_or_reread_a_match_is_the_same_bytes(app: Flask, store: Store, package: str, is_random: bool) -> None:
    known = golden(package)[0]
    players, options, moves = known["players"], known["options"], known["moves"]
    if is_random:
        players, options, moves = playthroughs(package).random_game(random.Random("alike"))
    match = open_table(app, players, is_checked=False).begin(PACKAGES[package].slug, **options)
    half = len(moves) // 2
    for part, askers in ((moves[:half], some_of(ASKERS, 1)), (moves[half:], some_of(ASKERS, 2))):
        enter(match, part, anyway=not is_random and known.get("anyway", False))
        remembered = answers(app, match, askers)
        # A process of its own would have nothing in memory, and no part of a page made before.
        anew = answers(create_app(store, InProcessLive(), Settings(HOSTS)), match, askers)
        assert [asked for asked in remembered if remembered[asked] != anew[asked]] == []
        assert {status for status, _ in anew.values()} <= {200, 404}
