"""The policy of what a page may load and run: whole games are played under it, and nothing is ever refused."""

from __future__ import annotations

import importlib
import inspect

import pytest
from playwright.sync_api import Browser

from companion.games import games
from tests.e2e import evening
from tests.e2e.stage import Server, Watch, phone_context
from tests.servers import wait_until

WHOLE_GAMES = {
    "land-unter": (
        "test_land_unter_game.test_five_play_a_whole_game_on_one_phone",
        "test_an_evening_of_phones.test_five_devices_play_a_whole_game_of_land_unter",
    ),
    "limits": (
        "test_limits.test_two_play_a_whole_counted_game_on_one_phone",
        "test_limits.test_four_phones_log_a_whole_game",
    ),
    "down-under": ("test_down_under_game.test_a_whole_game_for_two_is_refereed_on_two_phones",),
    "nile": ("test_nile.test_three_play_a_whole_game_and_every_figure_is_right",),
    "own-game": ("test_own_game.test_a_game_is_defined_on_one_phone_and_played_on_three",),
    "points": ("test_points.test_a_game_made_of_the_defaults_is_played_to_its_end",),
}
"""Tests that play a game to its end in the browser. Their phones are watched: one refusal of the policy fails them."""

WRONGS = {
    "script in the page": "const it = document.createElement('script'); it.textContent = '1'; document.body.append(it);",
    "handler in the page": "document.body.setAttribute('onclick', '1'); document.body.click();",
    "style in the page": "const it = document.createElement('style'); it.textContent = 'p{}'; document.body.append(it);",
    "script from elsewhere": """
        const it = document.createElement('script'); it.src = 'http://127.0.0.1:9/x.js'; document.body.append(it);""",
    "picture from elsewhere": "new Image().src = 'http://127.0.0.1:9/x.png';",
    "request to elsewhere": "fetch('http://127.0.0.1:9/').catch(() => 0);",
    "form to elsewhere": """
        const it = document.createElement('form'); it.action = 'http://127.0.0.1:9/'; document.body.append(it); it.submit();""",
    "frame": "const it = document.createElement('iframe'); it.src = 'http://127.0.0.1:9/'; document.body.append(it);",
    "other base": "const it = document.createElement('base'); it.href = 'http://127.0.0.1:9/'; document.head.append(it);",
    "code in a text": "setTimeout(() => { try { new Function('1')(); } catch (error) { 0; } }, 0);",
}


def test_a_whole_game_of_each_kind_is_played_under_the_policy() -> None:
    assert set(WHOLE_GAMES) == set(games())
    for names in WHOLE_GAMES.values():
        for name in names:
            module, _, test = name.partition(".")
            assert inspect.isfunction(getattr(importlib.import_module(f"tests.e2e.{module}"), test))


@pytest.mark.parametrize("wrong", WRONGS)
def test_a_refusal_of_the_policy_is_noticed(browser: Browser, server: Server, wrong: str) -> None:
    context = phone_context(browser, base_url=server.url)
    watch = Watch(context, ())
    try:
        page = context.new_page()
        page.goto(evening.land_unter(server.port).board)
        assert watch.problems() == []

        page.evaluate(f"() => {{ {WRONGS[wrong]} }}")

        wait_until(lambda: any("policy:" in problem for problem in watch.problems()), "the refusal is noticed")
        assert any("policy:" in problem for problem in watch.problems())
    finally:
        watch.close()
