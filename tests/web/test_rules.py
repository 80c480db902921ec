"""The rule pages."""

import re
from html import unescape
from typing import Any

import pytest

from companion.engine.game import Game
from companion.games import games
from tests.web.forms import page_of
from tests.web.people import Browser

EVERY = list(games().values())


def ids_of(html: str) -> list[str]:
    """The clauses on a page."""
    return re.findall(r'<li id="([A-Z]+-\d+)"', html)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_every_clause_a_dispute_rests_on_leads_to_that_dispute(browser: Browser, game: Game[Any]) -> None:
    links = page_of(browser.get(f"/rules/{game.slug}").get_data(as_text=True)).links

    assert {f"/judge/{game.slug}/{kind.name}" for kind in game.rulings} <= set(links)


def test_a_rule_opened_from_a_match_leads_back_to_it(browser: Browser) -> None:
    opened = browser.get("/rules/limits", headers={"Referer": "http://localhost/m/abc-1/verdict/3"})
    assert '<a class="btn main" href="/m/abc-1">Back to the game</a>' in opened.get_data(as_text=True)
    assert "Back to the game" not in browser.get("/rules/limits").get_data(as_text=True)


def test_a_clause_says_where_it_comes_from_and_what_is_left_open(browser: Browser) -> None:
    page = browser.get("/rules/land-unter").get_data(as_text=True)
    derived = re.search(r'<li id="LU-6".*?</li>', page, re.DOTALL)
    silent = re.search(r'<li id="LU-12".*?</li>', page, re.DOTALL)

    assert derived is not None
    assert "derived" in derived[0]
    assert silent is not None
    assert "If both water cards are the same" in silent[0]


@pytest.mark.parametrize(
    ("query", "found"),
    [("LU-17", "LU-17"), ("HALVES printed", "LU-5"), ("Wasserstandskarte", "LU-2"), ("rulebooks literally", "LU-17")],
)
def test_a_clause_is_found_by_its_number_by_words_in_any_order_and_by_the_words_of_the_box(
    browser: Browser, query: str, found: str
) -> None:
    page = browser.get("/rules/land-unter", query_string={"q": query}).get_data(as_text=True)

    assert found in ids_of(page)
    assert len(ids_of(page)) < len(games()["land-unter"].clauses)


ASKED = (
    ("land-unter", "which half of the card", "Which half of a card counts?"),
    ("limits", "may I exchange first", "Can I exchange first?"),
    ("down-under", "my dingo in hand", "My dingo is still in my hand"),
    ("down-under", "dingo rabbits", "Another player’s dingo is on my route."),
    ("down-under", "someone else's dingo", "Another player’s dingo is on my route."),
    ("down-under", "who starts", "Who goes first?"),
    ("nile", "sow ripen same phase", "May I sow a plant and let it ripen in the same phase?"),
    ("nile", "joker event", "I spend a joker. Does its event happen?"),
    ("nile", "buy back my sold plants", "May I buy my sold plants back at once?"),
    ("down-under", "my loop", "If your route is a loop"),
)


def test_what_players_ask_is_found_by_the_words_they_type(subtests: pytest.Subtests, browser: Browser) -> None:
    for slug, query, found in ASKED:
        with subtests.test(query):
            page = browser.get(f"/rules/{slug}", query_string={"q": query}).get_data(as_text=True)
            assert found in unescape(page)
            assert len(ids_of(page)) < len(games()[slug].clauses) / 3


def test_what_is_looked_for_is_written_back_harmlessly(browser: Browser) -> None:
    page = browser.get("/rules/land-unter", query_string={"q": '"><script>'}).get_data(as_text=True)

    assert "&#34;&gt;&lt;script&gt;" in page
