"""What each device chooses for itself, kept in that browser and nowhere else."""

from __future__ import annotations

import pytest
from flask import Flask

from companion import __version__
from tests.web.people import Browser, open_table, start_match


def test_theme_and_size_of_text_stand_on_the_page_once_chosen(app: Flask) -> None:
    browser = Browser(app)
    assert "data-theme" not in browser.get("/").get_data(as_text=True)

    browser.post("/settings", {"theme": "dark", "size": "larger"})

    page = browser.get("/").get_data(as_text=True)
    assert 'data-theme="dark"' in page
    assert 'data-size="larger"' in page
    assert "data-theme" not in Browser(app).get("/").get_data(as_text=True)


def test_the_screen_is_kept_on_only_where_somebody_asked_for_it(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    assert "awake.js" not in host.get(f"/m/{match}").get_data(as_text=True)

    host.post("/settings", {"awake": "on"})

    assert "awake.js" in host.get(f"/m/{match}").get_data(as_text=True)


def test_a_board_sounds_and_vibrates_only_where_somebody_asked_for_it(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "land-unter")
    assert "data-sound" not in host.get(f"/m/{match}").get_data(as_text=True)

    host.post("/settings", {"buzz": "on"})
    buzzes = host.get(f"/m/{match}").get_data(as_text=True)
    assert "data-buzzes" in buzzes
    assert "data-sounds" not in buzzes

    host.post("/settings", {"sound": "on", "buzz": "off"})
    sounds = host.get(f"/m/{match}").get_data(as_text=True)
    assert "data-sounds" in sounds
    assert "data-buzzes" not in sounds


@pytest.mark.parametrize(
    ("host", "says"), [("table.test", "a tiny video instead"), ("localhost", "This connection is secure")]
)
def test_what_keeping_the_screen_on_can_do_is_said_honestly(app: Flask, host: str, says: str) -> None:
    assert says in app.test_client().get("/settings", headers={"Host": host}).get_data(as_text=True)


def test_nonsense_is_not_kept(app: Flask) -> None:
    browser = Browser(app)

    answer = browser.post("/settings", {"theme": "purple", "size": "9", "language": "xx"})

    assert answer.status_code == 303
    assert answer.headers.getlist("Set-Cookie") == []


@pytest.mark.parametrize(
    ("asked", "leads"), [("/judge", "/judge"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil", "/")]
)
def test_the_way_back_never_leaves_tableside(app: Flask, asked: str, leads: str) -> None:
    assert Browser(app).post("/settings", {"back": asked}).headers["Location"] == leads


def test_the_settings_say_which_version_this_is(app: Flask) -> None:
    assert f"Tableside {__version__}" in Browser(app).get("/settings").get_data(as_text=True)
