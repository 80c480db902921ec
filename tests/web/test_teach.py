"""Teach me: the first-round guide, with and without a table, every card with a drawing that needs no language."""

import re
from html import unescape

import pytest
from flask import Flask

from companion.games import games
from tests.there import there
from tests.web.people import Browser, open_table, sit, start_match

SLUGS = list(games())


def guide(app: Flask, path: str) -> str:
    answer = Browser(app).get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def drawings(html: str) -> list[str]:
    """What is drawn on each card."""
    return re.findall(r'<svg class="drawing".*?</svg>(?=\s*<div class="words">)', html, re.DOTALL)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_has_a_drawing_of_what_its_sentences_say(app: Flask, slug: str) -> None:
    html = guide(app, f"/teach/{slug}")
    lesson = there(games()[slug].lesson)

    drawn = drawings(html)

    assert len(drawn) == len(lesson(None))
    for one in drawn:
        assert 'aria-hidden="true"' in one
        assert len(one) > 300
    assert 'class="clause"' not in re.sub(r"<details.*?</details>", "", html, flags=re.DOTALL), "behind what asks why"


def test_at_a_match_the_cards_have_its_numbers_and_its_house_rules(app: Flask, host: Browser) -> None:
    match_id = start_match(host, open_table(host, "Ana", "Ben"), "limits", accuse="previous")

    page = guide(app, f"/m/{match_id}/teach")

    assert "Everyone draws 6 colour cards." in page
    assert "10 limit cards stay in the game" in page
    assert "Everyone hides 2 colour cards face down." in page
    assert "the player before you" in page
    assert "accuse any other player" in guide(app, "/teach/limits")


def test_who_learns_at_the_table_comes_back_to_it_and_is_taken_along_when_the_game_begins(
    app: Flask, host: Browser, code: str
) -> None:
    ben = sit(Browser(app), code, 1)
    assert "Which game?" in ben.get(f"/t/{code}/teach").get_data(as_text=True)
    host.get(f"/t/{code}/new/limits")
    assert f'href="/t/{code}/teach"' in ben.get(f"/t/{code}").get_data(as_text=True).split('class="foot"')[1]

    lesson = ben.get(f"/t/{code}/teach").get_data(as_text=True)

    assert re.findall(r'href="(/t/[^"]*)"', lesson) == [f"/t/{code}"] * 2
    asked = there(re.search(r'hx-get="([^"]*)"', lesson))
    told = {"HX-Request": "true"}
    assert "HX-Redirect" not in ben.get(unescape(asked[1]), headers=told).headers
    match_id = start_match(host, code, "limits")
    assert ben.get(unescape(asked[1]), headers=told).headers["HX-Redirect"] == f"/m/{match_id}"
    assert "Limits" not in ben.get(f"/t/{code}/teach").get_data(as_text=True).split("<h1")[0]
