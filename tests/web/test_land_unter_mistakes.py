"""The pages of a match of Land Unter: what is refused and what then stands in the form, pages that are old."""

from __future__ import annotations

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


WRONG_COUNTS: list[tuple[Form, int, str]] = [
    ({"seat": 0, "cards": [61, *range(1, 12)]}, 422, "Enter 1 to 60, not 61."),
    ({"seat": 0, "cards": [1, *range(1, 12)]}, 422, "Entered twice: 1"),
    ({"seat": 0, "cards": [1, 2, 3]}, 400, "Tap 9 more cards"),
    ({"seat": 0, "whole": 3}, 400, "Enter the half rings"),
    ({"seat": 0, "rings": 13}, 422, "Enter 0 to 12, not 13."),
    ({"seat": 9, "rings": 3}, 422, "There is no seat 9"),
    ({"rings": 3}, 400, "This is missing"),
    ({"seat": 0, "whole": 12, "half": 12}, 422, "A hand has at most 12"),
]


NONSENSE: list[Form] = [
    {},
    {"kind": "nonsense"},
    {"kind": "trick", "levels.0.0.0.0.0.0.0.0": "1"},
    {"kind": ["trick", "lay"], "seat": "0", "card": "1"},
    {"kind": "trick", "version": "x", "levels": ["4", "5"]},
    {"kind": "trick", "version": "99999999999999999999999", "highest": "9" * 400},
    {"kind": "lay", "seat": "0", "card": "\x00"},
    {"kind": "lay", "seat": "-1", "card": "1.5"},
    {"kind": "trick", "cards.": "1", "..": "2"},
    {"kind": "trick", "cards.x": "1", "cards.99": "2"},
    {"_trick_way": ["nowhere"], "who": "77"},
    {"kind": "trick", "levels": [str(level) for level in range(400)]},
]


def test_a_double_tap_counts_once(five: Game) -> None:
    version = five.version
    answers = [five.trick((4, 9), 1, 2, version=version) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert five.version == version + 1


def test_the_journal_says_each_doubt_that_was_overruled_as_a_sentence_of_its_own(five: Game) -> None:
    five.trick((7, 7), 1, 2)
    five.trick((3, 3), 1, 2)
    assert five.trick((7, 3), 1, 2, anyway="true").status_code == 303
    page = " ".join(five.host.get(f"/m/{five.match}/journal").get_data(as_text=True).split())
    assert "Saved anyway: Water level 3" in page
    assert ".:" not in page


def test_a_wrong_count_is_explained_and_not_recorded(subtests: pytest.Subtests, app: Flask) -> None:
    for fields, status, sentence in WRONG_COUNTS:
        with subtests.test(fields=fields, status=status, sentence=sentence):
            game = Game(app)
            answer = game.enter("count_rings", **fields)
            assert answer.status_code == status
            assert sentence in answer.get_data(as_text=True)
            assert game.version == 0


def test_a_tap_that_comes_late_does_not_fall_into_the_next_trick(five: Game) -> None:
    version = five.version
    five.trick((4, 9), 1, 2)
    assert not is_tapped(five.tap("trick", version=version, levels=["8"]), "levels", 8)
