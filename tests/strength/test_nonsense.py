"""Whatever is sent, by whomever, to every address, on both kinds of store: no failure of ours, no hang, no memory jump."""

from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from tests.records import early_on_postgresql
from tests.strength.nonsense import Playground, address, depth, encoded, fault_of, looked_at, value, written

pytestmark = [pytest.mark.ring("test"), early_on_postgresql]
HEADERS = ("Authorization", "Accept-Language", "Content-Type", "Accept", "Origin", "Cookie", "If-None-Match")


@looked_at(40, 14_000)
@given(data=st.data())
def test_no_form_breaks_anything(ground: Playground, data: st.DataObject) -> None:
    assert fault_of_a_form(ground, data.draw) == ""
    ground.mend()


def fault_of_a_form(ground: Playground, draw: Any) -> str:
    """What was wrong with the answer to a form, or to an address, of nonsense."""
    rule = draw(st.sampled_from(ground.rules))
    methods = rule.methods or {"GET"}
    method = "POST" if "POST" in methods else "GET"
    fields = [(draw(st.sampled_from(ground.names)) + draw(depth), draw(value)) for _ in range(draw(st.integers(0, 6)))]
    path, sent, token = address(rule, draw, ground), encoded(fields), draw(st.sampled_from(ground.tokens()))
    form = "application/x-www-form-urlencoded"
    if method == "GET":
        return fault_of(lambda: ground.status("GET", f"{path}?{sent}", token))
    return fault_of(lambda: ground.status("POST", path, token, data=sent.encode(), content_type=form))


BODIES: list[dict[str, Any]] = [
    {"move": {"kind": "count_rings", "seat": 1, "rings": 5}, "anyway": True, "version": 3, "key": "a"},
    {
        "move": {"kind": "play_trick", "seat": 0, "levels": [1, 2, 3], "cards": {"0": 7, "1": 20, "2": 50}},
        "anyway": True,
    },
    {"index": 1, "move": {"kind": "count_rings", "seat": 1, "rings": 5}, "anyway": True},
    {"index": 1, "reason": "other", "remark": "not so"},
    {"players": ["Ana", "Ben", "Cleo"]},
    {"game": "land-unter", "options": {"chain": False}},
    {"levels": [3, 9], "cards": [12, 31, 58], "lives": [4, 5, 6], "seats": 3},
]


@looked_at(20, 4000)
@given(data=st.data())
def test_no_body_of_json_or_nearly_breaks_anything(ground: Playground, data: st.DataObject) -> None:
    rules = [rule for rule in ground.rules if rule.rule.startswith("/api/") and "POST" in (rule.methods or ())]
    path = address(data.draw(st.sampled_from(rules)), data.draw, ground)
    body, token = written(data.draw(st.sampled_from(BODIES)), data.draw), data.draw(st.sampled_from(ground.tokens()))
    more = {"data": body, "content_type": "application/json"}
    assert fault_of(lambda: ground.status("POST", path, token, **more)) == ""
    ground.mend()


@looked_at(12, 5000)
@given(data=st.data())
def test_nothing_that_fits_the_interface_s_document_or_nearly_breaks_anything(
    ground: Playground, cases: list[st.SearchStrategy[Any]], data: st.DataObject
) -> None:
    known = {name: data.draw(st.sampled_from(ground.known(name))) for name in ("table", "match", "game")}
    case = data.draw(data.draw(st.sampled_from(cases)))
    case.path_parameters = {
        **(case.path_parameters or {}),
        **{k: v for k, v in known.items() if f"{{{k}}}" in case.path},
    }
    token = data.draw(st.sampled_from([one for one in ground.tokens() if one is not None]))
    headers = {"Host": "localhost", "Authorization": f"Bearer {token}"}
    assert fault_of(lambda: int(case.call(headers=headers).status_code)) == ""
    ground.mend()


@pytest.fixture(scope="module")
def cases(app: Flask) -> list[st.SearchStrategy[Any]]:
    """What the interface's document describes, and nearly describes, but for the stream, which does not end.

    Made once: each strategy keeps much in memory, and made anew for each example they would fill it.
    """
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app, headers={"Host": "localhost"})
    found = [operation.ok() for operation in schema.get_all_operations() if isinstance(operation, Ok)]
    operations = [one for one in found if not one.label.endswith("/stream")]
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return [operation.as_strategy(generation_mode=mode) for operation in operations for mode in modes]


@looked_at(30, 1000)
@given(headers=st.dictionaries(st.sampled_from(HEADERS), st.text(st.characters(min_codepoint=32, max_codepoint=255))))
def test_no_header_breaks_anything(ground: Playground, headers: dict[str, str]) -> None:
    client = ground.app.test_client(use_cookies=False)
    for path in ("/", "/api/v1/games", f"/m/{ground.matches[0].id}"):
        assert client.get(path, headers={"Host": "localhost", **headers}).status_code < 500
