"""The rule pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.engine.game import Game
from companion.games import games
from tests.games.english import told
from tests.web.forms import page_of
from tests.web.judging import text_of
from tests.web.people import Browser

EVERY = list(games().values())


def ids_of(html: str) -> list[str]:
    """The clauses on a page."""
    return re.findall(r'<li id="([A-Z]+-\d+)"', html)


@pytest.fixture
def browser(app: Flask) -> Browser:
    """Somebody without a table."""
    return Browser(app)


def headings(html: str) -> list[str]:
    """The headings over the clauses of a page."""
    return re.findall(r'<section class="stack chapter">\s*<h2>([^<]+)</h2>', html)


@pytest.mark.parametrize("game", [game for game in EVERY if len(game.clauses) > 12], ids=lambda game: game.slug)
def test_long_rules_stand_under_headings_of_which_a_search_keeps_those_it_needs(
    browser: Browser, game: Game[Any]
) -> None:
    chapters = list(dict.fromkeys(told(clause.chapter) for clause in game.clauses if clause.chapter))
    last = game.clauses[-1]

    assert len(chapters) >= 4
    assert headings(browser.get(f"/rules/{game.slug}").get_data(as_text=True)) == chapters
    assert headings(browser.get(f"/rules/{game.slug}?q={last.id}").get_data(as_text=True)) == chapters[-1:]


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_the_rules_tell_every_house_rule_and_every_word_of_the_box(browser: Browser, game: Game[Any]) -> None:
    words = text_of(browser.get(f"/rules/{game.slug}"))

    for option in game.house_rules:
        assert all(told(choice.label) in words for choice in option.choices)
    for edition in game.editions:
        assert edition.title in words
        assert all(word in words for word in edition.words)
        assert len(edition.words) in (0, len(game.terms))
        assert edition.unsure <= set(edition.words)
    assert {title for _, title in game.cover.titles} in (set(), {edition.title for edition in game.editions})


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_every_clause_a_dispute_rests_on_leads_to_that_dispute(browser: Browser, game: Game[Any]) -> None:
    links = page_of(browser.get(f"/rules/{game.slug}").get_data(as_text=True)).links

    assert {f"/judge/{game.slug}/{kind.name}" for kind in game.rulings} <= set(links)


def test_a_clause_says_where_it_comes_from_and_what_is_left_open(browser: Browser) -> None:
    page = browser.get("/rules/land-unter").get_data(as_text=True)
    derived = re.search(r'<li id="LU-6".*?</li>', page, re.DOTALL)
    silent = re.search(r'<li id="LU-12".*?</li>', page, re.DOTALL)

    assert derived is not None
    assert "derived" in derived[0]
    assert silent is not None
    assert "If both water cards are equal" in silent[0]


@pytest.mark.parametrize(
    ("query", "found"),
    [("LU-17", "LU-17"), ("HALF drop", "LU-5"), ("Wasserstandskarte", "LU-2"), ("gamewright edition", "LU-17")],
)
def test_a_clause_is_found_by_its_number_by_words_in_any_order_and_by_the_words_of_the_box(
    browser: Browser, query: str, found: str
) -> None:
    page = browser.get("/rules/land-unter", query_string={"q": query}).get_data(as_text=True)

    assert found in ids_of(page)
    assert len(ids_of(page)) < len(games()["land-unter"].clauses)


def test_what_is_looked_for_is_written_back_harmlessly(browser: Browser) -> None:
    page = browser.get("/rules/land-unter", query_string={"q": '"><script>'}).get_data(as_text=True)

    assert "&#34;&gt;&lt;script&gt;" in page
