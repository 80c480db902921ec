"""The pages of a match of Land Unter: what is refused and what then stands in the form, pages that are old."""

import pytest
from flask import Flask

from tests.web.playing_land_unter import Game, is_tapped
from tests.web.tapping import Form


@pytest.fixture
def five(app: Flask) -> Game:
    """Five players, rings counted, before the first trick."""
    return Game(app).count(1, 2, 5, 6, 8)


# ---- what is refused ----

REFUSED: list[tuple[Form, int, str]] = [
    ({"levels": [0, 4], "highest": 1, "second": 2}, 422, "Enter 1 to 12, not 0."),
    ({"levels": [4, 13], "highest": 1, "second": 2}, 422, "Enter 1 to 12, not 13."),
    ({"levels": [7, 3], "highest": 1, "second": 2}, 422, "Water level 7: 3. At most 2"),
    ({"levels": [4, 5], "highest": 1, "second": 1}, 422, "Choose 2 different players"),
    ({"levels": [4, 5], "highest": 0, "second": 1}, 422, "Ana is out of this round"),
    ({"levels": [4, 5], "highest": 1, "second": 7}, 422, "There is no seat 7"),
    ({"levels": [4], "highest": 1, "second": 2}, 400, "Missing: the second water level"),
    ({"levels": [4, 5, 6], "highest": 1, "second": 2}, 400, "Only 2 water cards are turned up"),
    ({"levels": [4, 5], "highest": 1}, 400, "Missing: second highest"),
    ({"levels": [4, 5]}, 400, "Missing: highest and second highest"),
    ({}, 400, "Missing: the water, highest and second highest"),
    ({"levels": ["four", "5"], "highest": 1, "second": 2}, 400, "Missing: the second water level"),
    ({"levels": [4, 5], "cards_1": 61, "cards_2": 3, "cards_3": 4, "cards_4": 5}, 422, "Enter 1 to 60, not 61."),
    ({"levels": [4, 5], "cards_1": 9, "cards_2": 9, "cards_3": 4, "cards_4": 5}, 422, "There is only one"),
    ({"levels": [4, 5], "cards_1": 9, "cards_2": 3}, 422, "Enter a weather card for Dora and Emil."),
    ({"levels": [4, 5], "cards_0": 1, "cards_1": 9, "cards_2": 3, "cards_3": 4, "cards_4": 5}, 422, "Ana is out"),
]


def test_a_wrong_entry_is_explained_and_not_recorded(subtests: pytest.Subtests, app: Flask) -> None:
    for fields, status, sentence in REFUSED:
        with subtests.test(fields=fields, status=status, sentence=sentence):
            game = Game(app).count(0, 4, 4, 6, 8)
            game.trick((7, 7), 1, 0)
            before = game.version
            answer = game.enter("trick", **fields)
            page = answer.get_data(as_text=True)
            assert answer.status_code == status
            assert sentence in page
            assert game.version == before
            for level in fields.get("levels", []):
                if isinstance(level, int) and 1 <= level <= 12:
                    assert is_tapped(page, "levels", level)


def test_a_tap_that_comes_late_does_not_fall_into_the_next_trick(five: Game) -> None:
    version = five.version
    five.trick((4, 9), 1, 2)
    assert not is_tapped(five.tap("trick", version=version, levels=["8"]), "levels", 8)
