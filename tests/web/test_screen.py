"""The table screen: for everybody's eyes, without a control, from match to match."""

import re

from flask import Flask

from companion.server import Refusal, StreamSpec
from companion.web.app.services import Services
from tests.web.boxes import left_over
from tests.web.people import Browser, open_table, start_match
from tests.web.test_stream import ask, html_of

CONTROLS = re.compile(r"<(a|button|form|input|select|summary|textarea)\b", re.IGNORECASE)


def screen(app: Flask, code: str, query: str = "", browser: Browser | None = None) -> str:
    """What a television at this table is shown."""
    answer = (browser or Browser(app)).get(f"/tv/{code}{query}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def followed(app: Flask, code: str) -> StreamSpec:
    opened = ask(app, f"/tv/{code}/stream")
    assert not isinstance(opened, Refusal)
    return opened


def test_before_the_first_match_it_shows_how_to_join_and_who_is_here(app: Flask, made_up: None) -> None:
    code = open_table(Browser(app), "Ana", "Ben")

    page = screen(app, code)

    assert CONTROLS.search(page) is None
    assert left_over(page) == []
    assert "Ana" in page
    assert "Ben" in page
    assert f'aria-label="{" ".join(code)}"' in page
    assert 'class="qr"' in page
    assert page.count('class="face-p') == 2


def test_the_screen_on_the_hosts_own_device_shows_no_more_than_any_other(app: Flask, host: Browser, code: str) -> None:
    match_id = start_match(host, code, "limits", pile="logged")
    host.enter(match_id, {"kind": "start", "seat": 0})
    numbers = {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 0}
    host.enter(match_id, {"kind": "limit", "numbers": numbers})
    host.enter(match_id, {"kind": "hide", "seat": 0, "colours": ["red"]})

    assert screen(app, code, browser=host) == screen(app, code)


def test_the_headline_does_not_break_at_the_hyphen_of_a_name(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "Jean-Baptiste", "Maria-Magdalena-Eva", "Ben")
    match_id = start_match(host, code, "limits")
    host.enter(match_id, {"kind": "start", "seat": 0})
    assert '<span class="unbroken">Jean-Baptiste</span> starts.' in screen(app, code)
    host.enter(match_id, {"kind": "card", "seat": 0})
    assert "Maria-Magdalena-Eva to play" in screen(app, code)


def test_its_stream_follows_the_table_and_the_match(app: Flask, host: Browser, code: str, services: Services) -> None:
    table = services.tables.find(code).id
    assert followed(app, code).topics == (table,)
    match_id = start_match(host, code, "land-unter")
    opened = followed(app, code)

    assert opened.topics == (table, match_id)
    assert followed(app, code).viewer == opened.viewer
    before = html_of(app, opened)
    host.enter(match_id, {"kind": "count_rings", "seat": 0, "rings": 5})
    assert html_of(app, opened) != before
