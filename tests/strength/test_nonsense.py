"""Whatever is sent, by whomever, to every address, on both kinds of store: no failure of ours, no hang, no memory jump."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from companion.engine.errors import NotAMove
from companion.games import games
from companion.live import InProcessLive
from companion.service.bodies import read_move
from companion.store import Store
from companion.web.app import create_app
from companion.web.problems import problem_of
from companion.web.services import Settings
from tests.servers import Postgres
from tests.strength.nonsense import NASTY, OWNER, Playground, Watch, address, depth, encoded, examples, spoiled, value
from tests.web.api.asking import count_rings

BEAR = [
    HealthCheck.too_slow,
    HealthCheck.function_scoped_fixture,
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
]
SLUGS = ["land-unter", "limits", "down-under", "nile"]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app over one kind of store."""
    if request.param == "sqlite":
        with Store.open(tmp_path_factory.mktemp("nonsense") / "t.sqlite") as store:
            yield create_app(store, InProcessLive(), Settings(("localhost",)))
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.database() as url, Store.open(url) as store:
        yield create_app(store, InProcessLive(), Settings(("localhost",)))


@pytest.fixture(scope="module")
def ground(app: Flask) -> Playground:
    """A table and its matches."""
    return Playground.of(app, SLUGS)


def looked_at(count: int) -> settings:
    """The settings of a property that looks at so many examples."""
    return settings(max_examples=count, deadline=None, database=None, suppress_health_check=BEAR)


@looked_at(examples(60, 14_000))
@given(data=st.data())
def test_no_form_breaks_anything(ground: Playground, data: st.DataObject) -> None:
    assert fault_of_a_form(ground, data.draw, Watch()) == ""
    if not ground.is_whole:
        ground.table, ground.matches = (made := Playground.of(ground.app, SLUGS)).table, made.matches


def fault_of_a_form(ground: Playground, draw: Any, watch: Watch) -> str:
    """What was wrong with the answer to a form, or to an address, of nonsense."""
    rule = draw(st.sampled_from(ground.rules))
    methods = rule.methods or {"GET"}
    method = "POST" if "POST" in methods else "GET"
    names = ground.__dict__.setdefault("_names", ground.names())
    fields = [(draw(st.sampled_from(names)) + draw(depth), draw(value)) for _ in range(draw(st.integers(0, 6)))]
    path, sent, token = address(rule, draw, ground), encoded(fields), draw(st.sampled_from(ground.tokens()))
    form = "application/x-www-form-urlencoded"
    if method == "GET":
        return watch.sees(lambda: ground.ask("GET", f"{path}?{sent}", token))
    return watch.sees(lambda: ground.ask("POST", path, token, data=sent.encode(), content_type=form))


@looked_at(examples(20, 3000))
@given(data=st.data())
def test_no_file_that_is_taken_in_breaks_anything(ground: Playground, data: st.DataObject) -> None:
    match = ground.matches[0]
    if match.version == 0:
        match.play(*count_rings(4, 5, 6))
    file = ground.ask("GET", f"/api/v1/matches/{match.id}/export.json", OWNER).get_json()
    body = json.dumps(spoiled(file, data.draw)).encode()
    body = data.draw(
        st.sampled_from([body, body[: len(body) // 2], body.replace(b'"', data.draw(st.sampled_from(NASTY)))])
    )
    assert Watch().sees(lambda: ground.ask("POST", "/api/v1/import", OWNER, data=body)) == ""


@looked_at(examples(100, 12_000))
@given(data=st.data())
def test_no_move_but_a_move_is_read(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([*games().values()]))
    kind = data.draw(st.sampled_from(sorted(game.moves)))
    given_ = {"kind": kind, "seat": "0", "levels": ["1", "2"], "cards": {"0": "1"}, "tile": "3", "rings": "5"}
    tree = spoiled(spoiled(given_, data.draw), data.draw)
    for as_text in (True, False):
        try:
            move = read_move(game, tree, 3, as_text=as_text)
        except NotAMove:
            continue
        assert type(move) in game.moves.values()


@looked_at(examples(15, 5000))
@given(data=st.data())
def test_nothing_that_fits_the_interface_s_document_or_nearly_breaks_anything(
    ground: Playground, data: st.DataObject
) -> None:
    operations = ground.__dict__.setdefault("_operations", operations_of(ground.app))
    operation = data.draw(st.sampled_from(operations))
    mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
    known = {name: data.draw(st.sampled_from(ground.known(name))) for name in ("table", "match", "game")}
    case = data.draw(operation.as_strategy(generation_mode=mode))
    case.path_parameters = {
        **(case.path_parameters or {}),
        **{k: v for k, v in known.items() if f"{{{k}}}" in case.path},
    }
    token = data.draw(st.sampled_from([one for one in ground.tokens() if one is not None]))
    answer = case.call(headers={"Host": "localhost", "Authorization": f"Bearer {token}"})
    assert answer.status_code < 500, (case.method, case.path, answer.content[:300])
    if not ground.is_whole:
        ground.table, ground.matches = (made := Playground.of(ground.app, SLUGS)).table, made.matches


def operations_of(app: Flask) -> list[Any]:
    """What the interface's document describes, but for the stream, which does not end."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, headers={"Host": "localhost"})
    found = [operation.ok() for operation in schema.get_all_operations() if isinstance(operation, Ok)]
    return [one for one in found if not one.label.endswith("/stream")]


def test_an_app_that_answers_nonsense_with_a_failure_is_found_out(
    ground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "companion.web.errors.problem_of", lambda error: None if isinstance(error, NotAMove) else problem_of(error)
    )
    found: set[str] = set()

    @looked_at(40)
    @given(data=st.data())
    def look(data: st.DataObject) -> None:
        found.add(fault_of_a_form(ground, data.draw, Watch()))

    look()
    assert "status 500" in found


def test_a_request_that_hangs_or_eats_memory_is_found_out(ground: Playground) -> None:
    def slowly() -> Any:
        time.sleep(0.05)
        return ground.ask("GET", "/", None)

    def greedily() -> Any:
        assert len(bytearray(b"x") * 700_000_000) > 1
        return ground.ask("GET", "/", None)

    assert Watch(0.04).sees(slowly) == "hung"
    assert Watch().sees(greedily) == "grew"
