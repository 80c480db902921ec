"""Templates compiled together with those they include come to the same."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import DictLoader, Environment

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app import create_app
from companion.web.services import Settings
from companion.web.templating import LeanEnvironment
from tests.conformance.playing import PACKAGES, golden

TEMPLATES = {
    "names.html": "{{ one }}-{{ it }}-{{ missing }}",
    "sets.html": "{% set one = 5 %}{% set it = 6 %}{{ one }}{{ it }}",
    "macro.html": "{% macro say(x) %}<{{ x }}{{ one }}>{% endmacro %}{{ say(it) }}",
    "deep.html": "[{% include 'names.html' %}{% include 'sets.html' %}{% include 'names.html' %}]",
    "again.html": "{{ it }}{% if it > 0 %}{% set it = it - 1 %}{% include 'again.html' %}{% endif %}",
    "whole.html": "{% block a %}a{% endblock %}",
    "child.html": "{% extends 'whole.html' %}{% block a %}{{ one }}{% endblock %}",
    "parts.html": "{% macro say(x) %}<{{ x }}{{ one }}>{% endmacro %}{% set three = 3 %}",
    "imports.html": "{% import 'parts.html' as parts %}{{ parts.say(7) }}",
    "calls.html": "{% call(y) frame() %}{{ y }}{% include 'names.html' %}{% endcall %}",
}
PAGES = (
    "{% set one = 1 %}{% include 'names.html' %}",
    "{% include 'sets.html' %}{{ one }}{{ it }}",
    "{% for one in [1, 2] %}{% include 'names.html' %}{% include 'sets.html' %}{{ one }}{{ loop.index }}{% endfor %}",
    "{% macro frame() %}({{ caller(7) }}){% endmacro %}{% include 'calls.html' %}",
    "{% set one = 3 %}{% include 'macro.html' %}{% include 'deep.html' %}",
    "{% include 'again.html' %}{{ it }}",
    "{% include 'whole.html' %}{% include 'child.html' %}",
    "{% set name = 'names.html' %}{% include name %}{% include 'nowhere.html' ignore missing %}",
    "{% with one = 9 %}{% include 'names.html' %}{% endwith %}{% include 'names.html' without context %}",
    "{% if it %}{% set one = 4 %}{% include 'names.html' %}{% endif %}{{ one }}",
    "{% import 'parts.html' as parts %}{{ parts.say(it) }}{{ parts.three }}{% include 'imports.html' %}{{ parts.say(one) }}",
    "{% from 'parts.html' import say as told, three %}{{ told(three) }}{{ told(it) }}{{ say }}",
    "{% import 'parts.html' as parts with context %}{{ parts.say(it) }}{{ parts.nothing }}",
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_parts_included_comes_to_the_same(app: Flask, page: str) -> None:
    lean, usual = LeanEnvironment(app, autoescape=True), Environment(autoescape=True)
    for environment in (lean, usual):
        environment.loader = DictLoader({**TEMPLATES, "page.html": page})
    lean.auto_reload = False
    for given in ({"it": 2}, {"it": 1, "one": "<"}):
        assert lean.get_template("page.html").render(given) == usual.get_template("page.html").render(given)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_board_and_result_of_a_match_is_the_same(app: Flask, store: Store, package: str) -> None:
    usual = create_app(store, InProcessLive(), Settings(("localhost",)))
    usual.jinja_env.auto_reload = True
    course = golden(package)[0]
    phone, other = app.test_client(), usual.test_client()
    opened: Any = phone.post("/api/v1/tables", json={"players": list("ABCDEFGH")[: course["players"]]}).json
    host = {"Authorization": f"Bearer {opened['host_token']}"}
    body = {"game": PACKAGES[package].slug, "options": course["options"]}
    match: Any = phone.post(f"/api/v1/tables/{opened['table']}/matches", json=body, headers=host).json
    sit(phone, opened["seats"][0]["token"])
    other.set_cookie("device", str(cookie_of(phone)))
    for step, move in enumerate(course["moves"]):
        if step % max(1, len(course["moves"]) // 12) == 0:
            shows_the_same(phone, other, match["match"])
        sent = phone.post(f"/api/v1/matches/{match['match']}/moves", json={"move": move, "anyway": True}, headers=host)
        assert sent.status_code == 201, sent.get_data(as_text=True)
    shows_the_same(phone, other, match["match"])


def sit(phone: FlaskClient, token: str) -> None:
    """Sit down with this phone."""
    assert phone.post(f"/join/seat/{token}", headers={"Origin": "http://localhost"}).status_code == 303


def cookie_of(phone: FlaskClient) -> str:
    """What the phone is known by."""
    cookie = phone.get_cookie("device")
    assert cookie is not None
    return cookie.value


def shows_the_same(phone: FlaskClient, other: FlaskClient, match: str) -> None:
    """Both show the same pages of the match, byte by byte."""
    for path in ("", "/board", "/result", "/journal"):
        one, same = (client.get(f"/m/{match}{path}") for client in (phone, other))
        assert one.status_code == same.status_code == 200
        assert one.get_data() == same.get_data(), path
