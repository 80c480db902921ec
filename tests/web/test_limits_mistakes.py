"""The pages of a match of Limits: what is refused, what is doubted, what is corrected."""

from flask import Flask

from tests.web.forms import page_of
from tests.web.playing_limits import Game, words

# What is refused, and what stands then


def test_what_the_box_cannot_hold_is_said_with_the_verdict_and_not_before(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    for at in range(11):
        game.entered(kind="lay", seat=at % 3, colour="red", anyway="true")
    assert "At most 12" not in game.page()
    game.entered(kind="accuse", seat=2, accused=1)
    assert "Red: 14" in words(game.page())


# Corrections, and the judge


def test_a_card_laid_by_another_is_corrected_without_its_colour_being_told(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    index = game.version
    game.entered(by=game.phone(1), kind="lay", seat=1, colour="violet", anyway="true")
    html = game.host.get(f"/m/{game.match_id}/correct/{index}").get_data(as_text=True)
    assert ("seat", "1") in page_of(html).sent()
    assert not [one for one in page_of(html).inputs if "checked" in one]
