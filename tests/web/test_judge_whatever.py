"""The judge asked in every way there is: it rules as the rules do, and nothing in an address upsets it."""

import html
import random
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game, RulingKind
from companion.engine.options import read_options
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.formdata import pairs
from companion.games import games
from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.i18n import sentence
from companion.web.create_app import create_app
from tests.records import Records
from tests.rings import examples
from tests.shapes import json_of
from tests.web.reading import page_of, words_of

pytestmark = pytest.mark.ring("test")
EVERY = [(game, kind) for game in games().values() for kind in game.rulings]


@pytest.mark.parametrize(("game", "kind"), EVERY)
@settings(max_examples=examples(12), suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_a_page_rules_as_rules_do(app_once: Flask, game: Game[Any], kind: RulingKind[Any], data: st.DataObject) -> None:
    facts = data.draw(json_of(kind.facts, game.players[-1]))
    answer = app_once.test_client().get(f"/judge/{game.slug}/{kind.name}?{urlencode(pairs(facts))}")
    try:
        read = decode(kind.facts, facts, Reading(game.players[-1], game.box_clause), "facts")
        expected = kind.judge(read, read_options(game, {}))
    except (IllegalMove, NotAMove):
        assert answer.status_code in (400, 422) or not pairs(facts)
        return
    if not pairs(facts):
        assert answer.status_code == 200  # nothing asked yet: the blank form
    elif answer.status_code == 200:
        with app_once.test_request_context("/"):
            assert sentence(expected.headline) in html.unescape(answer.text)
    else:
        # The page insists on an answer where the rules take a blank for "none", and its figures end sooner.
        assert re.search(r"is missing|Enter \d+ to \d+, not", words_of(answer.text))


@pytest.fixture(scope="module")
def app_once(records: Records) -> Iterator[Flask]:
    """One app for many addresses: asking the judge changes nothing."""
    with records.lent() as place, Store.open(place) as store:
        yield create_app(store, InProcessLive())


STEPS = ("0", "1", "2", "00", "-1", "119", "120", "x", "", "é", "null", "seat", "red", "4")
VALUES = (
    "", "0", "1", "2", "3", "12", "60", "61", "-1", "true", "false", "null", "X", "x", "red", "flax", "1e3", "9" * 19,
    "\x00", "é",
)  # fmt: skip
SETTINGS = (
    "_players", "_way", "_set", "_rows.x", "_rows.tiles", "_", "option.chain", "option.", "match", "option.animals",
)  # fmt: skip
SET = (
    "players=4", "way=1", "way=99", "rows.tiles=3", "rows.=2", "=", "players=", "rows.columns.0=9", "rows.columns=999",
)  # fmt: skip


def noise(kind: RulingKind[Any], names: list[str], rng: random.Random) -> list[tuple[str, str]]:
    """Pairs of an address that nobody in their right mind would send, and some that anybody might."""
    found = []
    for _ in range(rng.randrange(1, 9)):
        name = rng.choice(names)
        if rng.random() < 0.4:
            name = ".".join([name, *rng.choices(STEPS, k=rng.randrange(3))])
        elif rng.random() < 0.2:
            name = ".".join(rng.choices(STEPS, k=rng.randrange(1, 8)))
        found.append((name, rng.choice(VALUES)))
    if rng.random() < 0.4:
        found.append(
            (rng.choice(SETTINGS[:-2]) if rng.random() < 0.9 else rng.choice(SETTINGS), rng.choice((*SET, *VALUES)))
        )
    return [(name, value) for name, value in found if name != "match"]


def test_no_address_whatever_upsets_the_judge(subtests: pytest.Subtests, app_once: Flask) -> None:
    for game, kind in EVERY:
        with subtests.test(f"{game.slug}/{kind.name}"):
            client = app_once.test_client()
            path = f"/judge/{game.slug}/{kind.name}"
            blank = page_of(client.get(path).text)
            names = sorted({one["name"] for one in blank.inputs if one.get("name")})
            rng = random.Random(f"{game.slug}/{kind.name}")
            for _ in range(examples(25)):
                query = urlencode(noise(kind, names, rng))
                assert client.get(f"{path}?{query}").status_code in (200, 400, 422), query
