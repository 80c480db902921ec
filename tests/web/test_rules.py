"""The rules, what they leave open, and the guide to a first round: with and without a table."""

import re
from html import unescape
from typing import Any

import pytest

from companion.engine.game import Game
from companion.games import games
from tests.conformance.words import texts
from tests.there import there
from tests.web.people import Browser, open_table, start_match
from tests.web.reading import page_of

EVERY = list(games().values())


def ids_of(html: str) -> list[str]:
    return re.findall(r'<li id="([A-Z]+-\d+)"', html)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_every_clause_a_dispute_rests_on_leads_to_that_dispute(browser: Browser, game: Game[Any]) -> None:
    links = page_of(browser.page(f"/rules/{game.slug}")).links
    assert {f"/judge/{game.slug}/{kind.name}" for kind in game.rulings} <= set(links)


def test_a_rule_opened_from_a_match_leads_back_to_it(browser: Browser) -> None:
    opened = browser.get("/rules/limits", headers={"Referer": "http://localhost/m/abc-1/verdict/3"})
    assert '<a class="btn main" href="/m/abc-1">Back to the game</a>' in opened.text
    assert "Back to the game" not in browser.page("/rules/limits")


def test_a_clause_says_where_it_comes_from_and_what_is_left_open(browser: Browser) -> None:
    page = browser.page("/rules/land-unter")
    for clause, said in (("LU-6", "derived"), ("LU-12", "If both water cards are the same")):
        assert said in there(re.search(f'<li id="{clause}".*?</li>', page, re.DOTALL))[0]


@pytest.mark.parametrize(
    ("query", "found"),
    [("LU-17", "LU-17"), ("HALVES printed", "LU-5"), ("Wasserstandskarte", "LU-2"), ("rulebooks literally", "LU-17")],
)
def test_a_clause_is_found_by_its_number_by_words_in_any_order_and_by_the_words_of_the_box(
    browser: Browser, query: str, found: str
) -> None:
    page = browser.page("/rules/land-unter", query_string={"q": query})
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
            page = browser.page(f"/rules/{slug}", query_string={"q": query})
            assert found in unescape(page)
            assert len(ids_of(page)) < len(games()[slug].clauses) / 3


def test_what_is_looked_for_is_written_back_harmlessly(browser: Browser) -> None:
    assert "&#34;&gt;&lt;script&gt;" in browser.page("/rules/land-unter", query_string={"q": '"><script>'})


@pytest.mark.parametrize("game", [game for game in EVERY if game.open_questions], ids=lambda game: game.slug)
def test_the_judge_answers_what_the_rulebook_leaves_open(browser: Browser, game: Game[Any]) -> None:
    told = browser.words(f"/judge/{game.slug}")
    for one in game.open_questions:
        assert {text.message for text in texts(one) if text.message not in told} == set(), one.name
        assert one.option is None or game.option(one.option).choices


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_every_card_has_a_drawing_of_what_its_sentences_say(browser: Browser, game: Game[Any]) -> None:
    html = browser.page(f"/teach/{game.slug}")
    drawn = re.findall(r'<svg class="drawing".*?</svg>(?=\s*<div class="words">)', html, re.DOTALL)
    assert len(drawn) == len(there(game.lesson)(None))
    assert all('aria-hidden="true"' in one and len(one) > 300 for one in drawn)
    assert 'class="clause"' not in re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL), "behind what asks why"


def test_at_a_match_the_cards_have_its_numbers_and_its_house_rules(host: Browser) -> None:
    match_id = start_match(host, open_table(host, "Ana", "Ben"), "limits", accuse="previous")
    page = host.page(f"/m/{match_id}/teach")
    told = ("draws 6 colour cards.", "10 limit cards stay", "hides 2 colour cards face down.", "the player before you")
    for said in told:
        assert said in page
    rule = "On your turn, you may accuse any other player of breaking a limit with their last card."
    assert rule not in page, "which a house rule changes"
    assert rule in host.page("/teach/limits"), "as the reason of a card"


def test_the_guide_closes_to_where_it_was_opened(host: Browser) -> None:
    for before, leads in (("/teach", "/teach"), ("/rules/limits", "/rules/limits")):
        opened = host.get("/teach/limits", headers={"Referer": f"http://localhost{before}"})
        assert re.findall(r'href="([^"]*)">Close<', opened.get_data(as_text=True)) == [leads] * 2


def test_who_learns_at_the_table_comes_back_to_it_and_is_taken_along_when_the_game_begins(
    host: Browser, ben: Browser, code: str
) -> None:
    assert "Which game?" in ben.page(f"/t/{code}/teach")
    host.get(f"/t/{code}/new/limits")
    assert f'href="/t/{code}/teach"' in ben.page(f"/t/{code}").split('class="foot"')[1]
    lesson = ben.page(f"/t/{code}/teach")
    assert re.findall(r'href="(/t/[^"]*)"', lesson) == [f"/t/{code}"] * 2
    asked = there(re.search(r'hx-get="([^"]*)"', lesson))
    told = {"HX-Request": "true"}
    assert "HX-Redirect" not in ben.get(unescape(asked[1]), headers=told).headers
    match_id = start_match(host, code, "limits")
    assert ben.get(unescape(asked[1]), headers=told).headers["HX-Redirect"] == f"/m/{match_id}"
    assert "Limits" not in ben.page(f"/t/{code}/teach").split("<h1")[0]
