"""The pages of a match of Land Unter: entering by forms, what is refused and what then stands in the form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.people import Browser, open_table, sit, start_match

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")
Form = dict[str, Any]


class Game:
    """A match of Land Unter as one browser sees it."""

    def __init__(self, app: Flask, players: int = 5, **options: str) -> None:
        self.host = Browser(app)
        self.code = open_table(self.host, *NAMES[:players])
        self.match = start_match(self.host, self.code, "land-unter", **options)

    def page(self, browser: Browser | None = None) -> str:
        """The page as it stands now."""
        return (browser or self.host).get(f"/m/{self.match}").get_data(as_text=True)

    @property
    def version(self) -> int:
        """The number of entries."""
        found = re.search(r'data-version="(\d+)"', self.page())
        assert found
        return int(found[1])

    def enter(self, kind: str, *, version: int | None = None, by: Browser | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry; `cards_0` stands for the field cards.0."""
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        form["version"] = self.version if version is None else version
        return (by or self.host).post(f"/m/{self.match}/moves", {"kind": kind, **form})

    def count(self, *rings: int) -> Game:
        """Enters the rings of every seat."""
        for seat, number in enumerate(rings):
            assert self.enter("count_rings", seat=seat, rings=number, anyway="true").status_code == 303
        return self

    def trick(self, levels: tuple[int, int], highest: int, second: int, **more: Any) -> TestResponse:
        """The answer to a trick by its two highest."""
        return self.enter("trick", levels=[*levels], highest=highest, second=second, **more)

    def tap(self, kind: str, **fields: Any) -> TestResponse:
        """The answer to a half-made entry, as the page's script sends it."""
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        data = {"kind": kind, "version": self.version, **form}
        return self.host.post(f"/m/{self.match}/draft", data, headers={"HX-Request": "true"})


@pytest.fixture
def five(app: Flask) -> Game:
    """Five players, rings counted, before the first trick."""
    return Game(app).count(1, 2, 5, 6, 8)


def is_tapped(page: str, name: str, value: object) -> bool:
    """Whether a tap stands in the form of a page."""
    found = re.findall(rf'<input type="(?:radio|checkbox)" name="{re.escape(name)}" value="{value}"[^>]*>', page)
    assert found, f"{name}={value} cannot be tapped"
    return any(" checked" in tag for tag in found)


def main_button(page: str) -> str:
    """The words on the largest button."""
    found = re.search(r'class="btn main[^"]*"[^>]*>(.*?)</(?:button|a)>', page, re.DOTALL)
    assert found
    return re.sub(r"<[^>]+>", " ", found[1]).strip()


# ---- counting rings ----


def test_the_first_page_asks_for_the_own_rings(app: Flask) -> None:
    page = Game(app).page()
    assert "Counting rings" in page
    assert "Still to count: Ana, Ben, Cleo, Dora, and Emil" in page
    assert is_tapped(page, "seat", 0)
    assert "Record your rings" in main_button(page)


def test_rings_tapped_as_symbols_are_recorded(app: Flask) -> None:
    game = Game(app)
    assert game.enter("count_rings", seat=0, whole=3, half=5, _rings_way="symbols").status_code == 303
    page = game.page()
    assert "Ana has counted" in page
    assert "Still to count: Ben, Cleo, Dora, and Emil" in page
    assert is_tapped(page, "seat", 1)


def test_twelve_cards_are_worth_what_is_printed_on_them(app: Flask) -> None:
    game = Game(app)
    cards = [3, 8, 14, 19, 22, 25, 29, 33, 40, 47, 52, 57]
    answer = game.tap("count_rings", seat=0, cards=cards, _rings_way="cards").get_data(as_text=True)
    assert "5½" in answer
    assert "12 of 12 cards" in answer
    assert "Take 5 rings" in main_button(answer)
    assert game.enter("count_rings", seat=0, cards=cards, _rings_way="cards").status_code == 303


def test_the_way_of_counting_is_kept_for_the_next_hand(app: Flask) -> None:
    game = Game(app)
    game.tap("count_rings", seat=0, _rings_way="cards")
    game.enter("count_rings", seat=0, rings=3)
    assert is_tapped(game.page(), "cards", 1) is False


def test_what_is_tapped_is_still_there_after_a_reload_on_this_device_alone(app: Flask) -> None:
    game = Game(app)
    other = sit(Browser(app), game.code, 1)
    game.tap("count_rings", seat=2, whole=3, _rings_way="symbols")
    page = game.page()
    assert is_tapped(page, "seat", 2)
    assert is_tapped(page, "whole", 3)
    assert not is_tapped(game.page(other), "whole", 3)


def test_a_number_held_twice_is_doubtful_and_can_be_recorded_anyway(app: Flask) -> None:
    game = Game(app)
    sit(game.host, game.code, 1)  # the doubt is for whoever holds both hands: to others it would tell one
    game.enter("count_rings", seat=0, cards=[*range(1, 13)])
    before = game.version
    answer = game.enter("count_rings", seat=1, cards=[*range(12, 24)], _rings_way="cards")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert "they share a number" in page
    assert "Record it anyway" in page
    assert is_tapped(page, "cards", 12)
    assert game.version == before
    assert game.enter("count_rings", seat=1, cards=[*range(12, 24)], anyway="true").status_code == 303
    assert game.version == before + 1


def test_five_hands_that_do_not_add_up_are_doubtful(app: Flask) -> None:
    game = Game(app).count(1, 1, 1, 1)
    answer = game.enter("count_rings", seat=4, rings=1)
    assert answer.status_code == 422
    assert "All hands together are worth 5 rings" in answer.get_data(as_text=True)


# ---- a trick ----


def test_four_taps_make_a_trick(five: Game) -> None:
    assert five.trick((4, 9), 1, 2).status_code == 303
    page = five.page()
    assert "Cleo loses a ring." in page
    assert "Ben takes the 4, Cleo takes the 9." in page
    assert "Ana entered trick 1" in page
    assert main_button(page) == "Go on to trick 2"


def test_hints_come_from_what_is_tapped_so_far(five: Game) -> None:
    page = five.tap("trick", levels=[4, 9], highest=1).get_data(as_text=True)
    assert "takes the 4" in page
    assert "Still to tap: second highest" in main_button(page)
    assert re.search(r'name="second" value="1"[^>]* disabled', page)
    page = five.tap("trick", levels=[4, 9], highest=1, second=2).get_data(as_text=True)
    assert "Cleo shows the most water, 9: Cleo loses a ring." in main_button(page)
    assert five.version == 5


def test_once_the_next_entry_has_begun_the_verdict_is_one_line(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    assert 'class="slip verdict"' in five.page()
    page = five.tap("trick", levels=[3]).get_data(as_text=True)
    assert 'class="slip verdict"' not in page
    assert "Trick 1: Cleo loses a ring." in page


def test_going_on_opens_the_next_entry(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    five.tap("trick", begun="true")
    assert "Record trick 2" in main_button(five.page())


def test_the_same_level_twice_can_be_entered(five: Game) -> None:
    page = five.tap("trick", levels=[7]).get_data(as_text=True)
    assert "7 twice" in page
    assert five.trick((7, 7), 1, 2).status_code == 303
    assert "Ben and Cleo lose a ring each." in five.page()


def test_cards_and_four_taps_may_take_turns(five: Game) -> None:
    cards: Form = {f"cards_{seat}": card for seat, card in enumerate((58, 31, 12, 1, 40))}
    assert five.enter("trick", levels=[4, 9], _trick_way="cards", **cards).status_code == 303
    assert "Ana takes the 4, Emil takes the 9." in five.page()
    assert five.trick((3, 5), 1, 2).status_code == 303


def test_the_card_grid_moves_on_to_the_next_player(five: Game) -> None:
    page = five.tap("trick", _trick_way="cards", cards_0=58).get_data(as_text=True)
    assert "The card of Ben" in page
    assert '<input type="hidden" name="cards.0" value="58">' in page
    page = five.tap("trick", _trick_way="cards", cards_0=58, who=0).get_data(as_text=True)
    assert "The card of Ana" in page
    assert is_tapped(page, "cards.0", 58)


def test_without_a_script_switching_the_way_leads_back_to_the_page_with_the_taps_kept(five: Game) -> None:
    form = {"kind": "trick", "version": five.version, "levels": [4, 9], "_trick_way": ["highest", "cards"]}
    answer = five.host.post(f"/m/{five.match}/draft", form)
    assert answer.status_code == 303
    page = five.page()
    assert "Who laid which card" in page
    assert is_tapped(page, "levels", 4)


def test_undo_takes_back_and_redo_brings_back(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    five.host.post(f"/m/{five.match}/undo", {"version": five.version})
    page = five.page()
    assert "Ana took an entry back" in page
    assert "Redo" in page
    assert "Undo" in page
    five.host.post(f"/m/{five.match}/redo", {"version": five.version})
    assert "Cleo loses a ring." in five.page()


def test_a_round_that_ends_early_is_scored_and_the_next_is_laid_out(app: Flask) -> None:
    game = Game(app, 3).count(0, 2, 3)
    game.trick((4, 9), 1, 0)
    page = game.page()
    assert "Round 1 is over." in page
    assert "Pass the hands to the left" in page
    assert main_button(page) == "Begin round 2"
    rings = re.findall(r'aria-label="(\w+): no water card, (\d) of', page)
    assert rings == [("Ana", "3"), ("Ben", "0"), ("Cleo", "2")]


def test_the_end_shows_places_charts_and_the_way_back(app: Flask) -> None:
    game = Game(app, 3).count(0, 0, 0)
    for _ in range(3):
        assert game.trick((4, 4), 0, 1).status_code == 303
    page = game.page()
    assert "Cleo wins with 3 points." in page
    assert "Round by round" in page
    assert 'aria-label="Ana: water up to 4; lost a ring in 0 tricks; out in 3 rounds"' in page
    assert f'href="/t/{game.code}/new/land-unter"' in page


# ---- what is refused ----

REFUSED: list[tuple[Form, int, str]] = [
    ({"levels": [0, 4], "highest": 1, "second": 2}, 422, "0 is not a possible water level"),
    ({"levels": [4, 13], "highest": 1, "second": 2}, 422, "13 is not a possible water level"),
    ({"levels": [7, 3], "highest": 1, "second": 2}, 422, "Level 7 would have come 3 times"),
    ({"levels": [4, 5], "highest": 1, "second": 1}, 422, "Ben cannot have laid the highest card and the second"),
    ({"levels": [4, 5], "highest": 0, "second": 1}, 422, "Ana is out of this round"),
    ({"levels": [4, 5], "highest": 1, "second": 7}, 422, "There is no seat 7 here"),
    ({"levels": [4], "highest": 1, "second": 2}, 400, "Still to tap: the second water level"),
    ({"levels": [4, 5, 6], "highest": 1, "second": 2}, 400, "Only two water cards lie there"),
    ({"levels": [4, 5], "highest": 1}, 400, "Still to tap: second highest"),
    ({"levels": [4, 5]}, 400, "Still to tap: highest and second highest"),
    ({}, 400, "Still to tap: the water, highest, and second highest"),
    ({"levels": ["four", "5"], "highest": 1, "second": 2}, 400, "Still to tap: the second water level"),
    ({"levels": [4, 5], "cards_1": 61, "cards_2": 3, "cards_3": 4, "cards_4": 5}, 422, "61 is not a possible"),
    ({"levels": [4, 5], "cards_1": 9, "cards_2": 9, "cards_3": 4, "cards_4": 5}, 422, "there is only one"),
    ({"levels": [4, 5], "cards_1": 9, "cards_2": 3}, 422, "The weather card of Dora and Emil is missing"),
    ({"levels": [4, 5], "cards_0": 1, "cards_1": 9, "cards_2": 3, "cards_3": 4, "cards_4": 5}, 422, "Ana is out"),
]


@pytest.mark.parametrize(("fields", "status", "sentence"), REFUSED)
def test_a_wrong_entry_is_explained_and_not_recorded(app: Flask, fields: Form, status: int, sentence: str) -> None:
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


def test_a_wrong_entry_is_still_in_the_form_after_a_reload(five: Game) -> None:
    five.trick((4, 9), 2, 2)
    assert is_tapped(five.page(), "levels", 9)
    assert is_tapped(five.page(), "highest", 2)


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"seat": 0, "cards": [61, *range(1, 12)]}, 422, "61 is not a possible weather card"),
        ({"seat": 0, "cards": [1, *range(1, 12)]}, 422, "Card 1 is named twice"),
        ({"seat": 0, "cards": [1, 2, 3]}, 400, "Still to tap: 9 cards"),
        ({"seat": 0, "whole": 3}, 400, "Still to tap: half rings"),
        ({"seat": 0, "rings": 13}, 422, "13 is not a possible number of rings"),
        ({"seat": 9, "rings": 3}, 422, "There is no seat 9 here"),
        ({"rings": 3}, 400, "This is missing"),
        ({"seat": 0, "whole": 12, "half": 12}, 422, "no hand is worth more than 12"),
    ],
)
def test_a_wrong_count_is_explained_and_not_recorded(app: Flask, fields: Form, status: int, sentence: str) -> None:
    game = Game(app)
    answer = game.enter("count_rings", **fields)
    assert answer.status_code == status
    assert sentence in answer.get_data(as_text=True)
    assert game.version == 0


@pytest.mark.parametrize(
    "data",
    [
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
    ],
)
def test_nonsense_is_answered_calmly(five: Game, data: Form) -> None:
    before = five.version
    for path in ("moves", "draft"):
        answer = five.host.post(f"/m/{five.match}/{path}", data)
        assert answer.status_code < 500
    assert five.host.get(f"/m/{five.match}").status_code == 200
    assert five.version == before


def test_an_entry_made_on_an_old_page_gets_the_fresh_board(five: Game) -> None:
    other = sit(Browser(five.host.client.application), five.code, 1)
    old = five.version
    five.trick((4, 9), 1, 2)
    answer = five.enter("trick", by=other, version=old, levels=[3, 5], highest=3, second=4)
    page = answer.get_data(as_text=True)
    assert answer.status_code == 409
    assert "Somebody else was faster" in page
    assert "Trick 2 of 12" in page
    assert not is_tapped(page, "levels", 3), "an entry for trick 1 must not fill in the form of trick 2"
    assert five.version == old + 1


def test_a_double_tap_counts_once(five: Game) -> None:
    version = five.version
    answers = [five.trick((4, 9), 1, 2, version=version) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert five.version == version + 1


def test_a_tap_that_comes_late_does_not_fall_into_the_next_trick(five: Game) -> None:
    version = five.version
    five.trick((4, 9), 1, 2)
    five.host.post(f"/m/{five.match}/draft", {"kind": "trick", "version": version, "levels": ["8"]})
    assert not is_tapped(five.page(), "levels", 8)


def test_a_match_that_is_not_there_is_not_found(app: Flask) -> None:
    browser = Browser(app)
    assert browser.get("/m/nowhere").status_code == 404
    for path in ("moves", "draft", "undo", "redo"):
        assert browser.post(f"/m/nowhere/{path}", {"kind": "trick"}).status_code == 404


def test_what_was_recorded_anyway_says_so(five: Game) -> None:
    five.trick((7, 7), 1, 2)
    assert five.trick((7, 3), 1, 2, anyway="true").status_code == 303
    page = five.page()
    assert "Recorded anyway:" in page
    assert "Level 7 would have come 3 times" in page


# ---- who sees what ----


def test_a_spectator_sees_the_board_without_forms(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    watcher = Browser(five.host.client.application)
    page = five.page(watcher)
    assert "Cleo loses a ring." in page
    assert "You are watching." in page
    assert 'name="levels"' not in page
    assert ">Undo<" not in page
    assert five.enter("trick", by=watcher, levels=[1, 2], highest=0, second=1).status_code == 401


def test_a_card_laid_on_ones_own_phone_stays_ones_own_until_all_have_laid(app: Flask) -> None:
    pages = []
    for card in (9, 58):
        game = Game(app, 3).count(2, 3, 4)
        ben = sit(Browser(app), game.code, 1)
        assert game.enter("lay", by=ben, seat=1, card=card).status_code == 303
        page = game.page()
        assert "Still to lay: Ana and Cleo" in page
        pages.append(re.sub(r"(/m/|/t/|code=)[A-Za-z0-9_-]+|[?]v=\w+", "", page))
        ben.post(f"/m/{game.match}/draft", {"kind": "lay", "version": game.version, "_trick_way": "own"})
        assert f"You laid the {card}." in game.page(ben)
    assert pages[0] == pages[1]


def test_a_trick_that_came_in_by_pieces_resolves_by_itself(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    game.enter("levels", levels=[4, 9])
    assert "Water turned up:" in game.page()
    for seat, card in enumerate((58, 31, 12)):
        game.enter("lay", seat=seat, card=card)
    page = game.page()
    assert "Ben loses a ring." in page
    assert "Ana takes the 4, Ben takes the 9." in page


def test_a_phone_of_ones_own_offers_ones_own_card(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    ben = sit(Browser(app), game.code, 1)
    assert "Only my card" in game.page(ben)
    ben.post(f"/m/{game.match}/draft", {"kind": "trick", "version": game.version, "_trick_way": "own"})
    page = game.page(ben)
    assert "The card of Ben" in page
    assert main_button(page) == "Lay a card for Ben"


def test_where_rings_are_equal_the_table_is_asked_who_leads(app: Flask) -> None:
    game = Game(app, 3, open_play="true").count(3, 2, 3)
    page = game.page()
    assert "Who leads?" in page
    assert 'name="seat" value="0"' in page
    assert 'name="seat" value="1"' not in page
    assert game.enter("lead", seat=2).status_code == 303
    page = game.page()
    assert "Who leads?" not in page
    assert re.search(r'Cleo</bdi>\s*<span class="lead">leads</span>', page)


def test_names_are_shown_as_they_are_written(app: Flask) -> None:
    host = Browser(app)
    code = open_table(host, "<b>Ana</b>", 'B"en', "Zoë")
    match = start_match(host, code, "land-unter")
    page = host.get(f"/m/{match}").get_data(as_text=True)
    assert "&lt;b&gt;Ana&lt;/b&gt;" in page
    assert "<b>Ana</b>" not in page
