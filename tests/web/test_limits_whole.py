"""The pages of a match of Limits: the judge, whole games, the box, and who is told nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from tests.games.limits.playthroughs import golden, secret_twins
from tests.web.people import Browser
from tests.web.playing_limits import CARD, NAMES, Game, words
from tests.web.test_stream import html_of, stream

# Whole games, and the page of the box


@pytest.mark.parametrize("playthrough", golden())
def test_a_whole_game_by_forms_ends_with_its_ranking_table_and_chart(app: Flask, playthrough: Any) -> None:
    game = Game(app, playthrough["players"], **{name: str(value) for name, value in playthrough["options"].items()})
    for move in playthrough["moves"]:
        if move["kind"] in ("hide", "lay"):
            game.entered(by=game.phone(move["seat"]), **move)
        else:
            game.entered(**move)
    page = game.page()
    winner = NAMES[playthrough["winners"][0]]
    assert f"{winner} wins with" in words(page)
    totals = re.findall(r'<td class="tot">(\u2212?)(\d+)</td>', page)
    assert [int(number) * (-1 if minus else 1) for minus, number in totals] == playthrough["scores"]
    assert 'class="board chart"' in page
    assert "Play again" in page


def test_the_box_is_mended_added_to_and_taken_along(app: Flask) -> None:
    game = Game(app).begun()
    host = game.host
    other = {**CARD, "red": "9"}
    mend = host.get("/box/limits?at=0").get_data(as_text=True)
    found = re.search(r'name="old" value="([^"]+)">\s*<div class="limit">', mend)
    assert found
    old = found[1].replace("&#34;", '"')
    assert host.post("/box/limits", {"old": old, **other}).status_code == 303
    assert host.post("/box/limits", {**CARD, "violet": "7"}).status_code == 303
    kept = host.get("/box/limits/export.json").get_json()
    assert kept["cards"] == [
        {"red": 9, "yellow": 2, "green": 3, "blue": "X", "violet": 0},
        {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 7},
    ]
    assert host.post("/box/limits/forget", {"old": old.replace('"red": 1', '"red": 9')}).status_code == 303
    assert len(host.get("/box/limits/export.json").get_json()["cards"]) == 1


# Secrets


def without_time_and_names(text: str, match: str, code: str) -> str:
    """The text without what two matches never share: their ids, the time of each entry, what is derived from them."""
    text = text.replace(match, "MATCH").replace(code, "CODE")
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\"<]*|\d?\d:\d\d", "TIME", text)
    text = re.sub(r' data-(hash|layout)="[^"]*"', "", text)
    return re.sub(r'"(idem|table)": ?"[^"]*"', "", text)


@pytest.mark.ring("test")
@pytest.mark.parametrize("twins", secret_twins())
@pytest.mark.usefixtures("codes_of_their_own")
def test_pages_fragments_journals_and_exports_tell_others_nothing_of_a_secret(app: Flask, twins: Any) -> None:
    options = {name: str(value) for name, value in twins["options"].items()}
    pair = [Game(app, twins["players"], **options) for _ in range(2)]
    paths = ["/m/{}", "/m/{}/board", "/m/{}/journal", "/api/v1/matches/{}/export.json", "/api/v1/matches/{}/journal"]
    for moves in zip(twins["one"], twins["other"], strict=True):
        for game, move in zip(pair, moves, strict=True):
            game.entered(by=game.phone(move.get("seat", 0)), **move)
        for seat in range(1, twins["players"]):
            told = [
                [
                    without_time_and_names(
                        game.phone(seat).get(path.format(game.match)).get_data(as_text=True), game.match, game.code
                    )
                    for path in paths
                ]
                for game in pair
            ]
            assert told[0] == told[1]
            streamed = [
                without_time_and_names(html_of(app, stream(app, game.match, game.phone(seat))), game.match, game.code)
                for game in pair
            ]
            assert streamed[0] == streamed[1]
        watching = [without_time_and_names(game.page(Browser(app)), game.match, game.code) for game in pair]
        assert watching[0] == watching[1]


def test_before_a_verdict_no_page_of_another_names_a_colour_that_was_laid_or_hidden(app: Flask) -> None:
    game = Game(app, pile="logged").entered(kind="start", seat=0)
    game.entered(kind="limit", numbers=CARD)
    for seat in range(3):
        game.entered(by=game.phone(seat), kind="hide", seat=seat, colours=["violet"])
    game.entered(by=game.phone(0), kind="lay", seat=0, colour="violet")
    for path in ("", "/board", "/journal"):
        page = Browser(app).get(f"/m/{game.match}{path}").get_data(as_text=True)
        said = words(re.sub(r'<svg class="limit-card".*?</svg>', "", page, flags=re.S))
        assert "violet" not in re.sub(r"Limit card: [^.]*violet 0", "", said)
