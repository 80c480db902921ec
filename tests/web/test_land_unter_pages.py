"""The pages of a match of Land Unter: entering by forms, what is shown to whom, what is refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.there import there
from tests.web.people import Browser, change, corrected, sit
from tests.web.playing import Playing
from tests.web.reading import main_button
from tests.web.reading import words_of as words
from tests.web.tapping import Form, preview


class Game(Playing):
    slug = "land-unter"
    usual = 5

    def enter(self, kind: str, *, version: int | None = None, by: Browser | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry; `cards_0` stands for the field cards.0."""
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        form["version"] = self.version if version is None else version
        return (by or self.host).post(f"/m/{self.match_id}/moves", {"kind": kind, **form})

    def count(self, *rings: int) -> Game:
        for seat, number in enumerate(rings):
            assert self.enter("count_rings", seat=seat, rings=number, anyway="true").status_code == 303
        return self

    def trick(self, levels: tuple[int, int], highest: int, second: int, **more: Any) -> TestResponse:
        return self.enter("trick", levels=[*levels], highest=highest, second=second, **more)

    def tap(self, kind: str, *, by: Browser | None = None, **fields: Any) -> str:
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        return preview(by or self.host, f"/m/{self.match_id}", {"kind": kind, "version": self.version, **form})


def is_tapped(page: str, name: str, value: object) -> bool:
    """Whether a tap stands in the form of a page."""
    found = re.findall(rf'<input type="(?:radio|checkbox)" name="{re.escape(name)}" value="{value}"[^>]*>', page)
    assert found, f"{name}={value} cannot be tapped"
    return any(" checked" in tag for tag in found)


@pytest.fixture
def five(app: Flask) -> Game:
    return Game(app).count(1, 2, 5, 6, 8)


# ---- counting rings ----


def test_the_way_of_counting_is_kept_for_the_next_hand_by_the_phone_which_sends_it_again(app: Flask) -> None:
    game = Game(app)
    game.tap("count_rings", seat=0, _rings_way="cards")
    game.enter("count_rings", seat=0, rings=3)
    assert is_tapped(game.tap("count_rings", _rings_way="cards"), "cards", 1) is False
    assert is_tapped(game.tap("count_rings", _rings_way="cards"), "seat", 1)


def test_a_count_that_somebody_else_saved_is_changed_knowingly_and_everybody_is_told(app: Flask) -> None:
    game = Game(app, 3)
    ben = sit(Browser(app), game.code, 1)
    game.enter("count_rings", by=ben, seat=1, rings=3)
    button = main_button(game.tap("count_rings", seat=1, rings=4))
    assert ("Edit Ben’s rings" in button, "3 → 4" in button) == (True, True)
    game.enter("count_rings", seat=1, rings=4)
    told = game.page(ben)
    assert ("Ana changed Ben’s rings to 4" in told, ">Undo</button>" in told) == (True, True)


# ---- a trick ----


def test_a_trick_of_the_round_leads_to_its_correction_for_whoever_may_enter(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    trace = there(re.search(r'<ol class="trace".*?</ol>', five.page(), re.DOTALL))[0]
    for said in (f'href="/m/{five.match_id}/correct/5"', "Trick 1 Cleo "):
        assert said in trace
    assert "/correct/" not in five.page(Browser(five.app))


def test_a_correction_says_who_made_it_who_takes_which_water_now_and_whose_rings_become_which(five: Game) -> None:
    five.trick((4, 9), 0, 1)
    edit = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "2"}
    corrected(five.host, five.match_id, 5, edit)
    [bar] = re.findall(r'<aside class="notice put-right">.*?</aside>', five.page(Browser(five.app)), re.DOTALL)
    assert "put-right" in five.page(), "who made it moves rings too"
    assert five.page().count('<li class="to" aria-hidden="true">') == 10, "nothing is read of tricks to come"
    said = "Ana takes the 4, Cleo takes the 9. Rings: {} 1 → 2 and {} 5 → 4"
    by, told, every = "Trick 1 corrected by Ana: ", words(bar).replace("\xa0", " "), said.format("Ben", "Cleo")
    assert f"{by}{every} Trick 1: {every} {by}{said.format('you', 'Cleo')} {by}{said.format('Ben', 'you')}" in told
    assert told.endswith("B 1→2 C 5→4 A 4 C 9")
    assert re.findall(r'data-to="(\d)"', bar) == ["0", "1", "2"]
    assert "three" not in bar
    five.trick((5, 8), 2, 1)
    corrected(five.host, five.match_id, 5, {**edit, "second": "3"})
    assert 'class="three"' in five.page(Browser(five.app)), "more than two who move a ring need a line more"


def test_a_correction_of_a_round_that_is_over_compares_the_same_trick_and_says_where_it_goes_on(app: Flask) -> None:
    game = Game(app, 4).count(5, 3, 0, 2)
    for levels, highest, second in (((3, 9), 0, 2), ((2, 10), 0, 3), ((4, 5), 0, 1), ((2, 3), 1, 0)):
        game.trick(levels, highest, second)
    edit = {"kind": "trick", "levels": [3, 9], "highest": 0, "second": 3}
    page = change(game.host, f"/m/{game.match_id}/correct/4", edit)
    for wanted in ("before: Only 2 players are left", "after: 3 players are left", "A Ana 3 4 4 →0 points"):
        assert wanted in words(page)
    edit = {"kind": "trick", "levels": [2, 3], "highest": 0, "second": 1}
    between_rounds = words(change(game.host, f"/m/{game.match_id}/correct/7", edit))
    assert "A Ana 3 →2 4 4 →5 points before after B Ben 2 →3 3 4 →3 points" in between_rounds
    corrected(game.host, game.match_id, 7, edit)
    for page in (game.page(Browser(app)), game.host.page(f"/tv/{game.code}")):
        assert "Round 1 corrected by Ana: Ana 4 → 5 and Ben 4 → 3" in words(page)
    assert "Round 1 corrected by Ana: Ana 4 → 5 and you 4 → 3" in words(game.page(Browser(app)))
    game.host.send(f"/m/{game.match_id}/end")
    assert "verdict ends" not in game.page(), "who took the round is no news beside that the game was stopped"


def test_an_undone_trick_is_named_by_its_number_and_only_brought_back_from_there(five: Game) -> None:
    five.trick((4, 9), 1, 2)
    five.trick((3, 7), 0, 2)
    five.host.post(f"/m/{five.match_id}/undo", {"version": five.version})
    line = there(re.search(r'<form class="undo".*?</form>', five.page(), re.DOTALL))[0]
    assert words(line).strip() == "Ana undid: Trick 2 Redo"


# ---- who sees what ----


def test_a_phone_that_holds_several_seats_says_whose_card_is_laid_on_it(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    phone = sit(sit(Browser(app), game.code, 1), game.code, 2)
    phone.post(f"/m/{game.match_id}/as/2")
    page = game.tap("trick", by=phone, _trick_way="own", levels=["4", "9"])
    told = [one in page for one in ("Cleo’s weather card", 'Water 9, 2 left" checked', "Your card", "Missing:")]
    assert told == [True, True, False, False], "the water stays tapped, and nobody is named before anyone has played"


def test_once_every_card_came_in_by_itself_each_phone_is_asked_for_the_water_alone(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    for seat, card in enumerate((9, 30, 41)):
        game.enter("lay", seat=seat, card=card)
    page = game.tap("trick", by=sit(Browser(app), game.code, 1), _trick_way="highest", levels=["4", "9"])
    for one in (page, game.page()):
        asked = [text in one for text in ('value="levels"', "Save the water cards", "Highest card, then second")]
        assert asked == [True, True, False]
    assert is_tapped(page, "levels", 9)
    game.enter("levels", levels=[4, 9])
    page = game.page()
    assert ("Trick 2 of 12" in page, re.findall(r"</span> (\d+)</span>", page)) == (True, ["41", "30", "9"])


def test_a_card_that_lies_hidden_is_edited_in_one_and_whoever_drops_it_is_asked_and_named(app: Flask) -> None:
    game = Game(app, 3).count(2, 3, 4)
    ben = sit(Browser(app), game.code, 1)
    game.enter("lay", seat=1, card=30, by=ben)
    assert ["Your card: 30" in page for page in (game.page(ben), game.page())] == [True, False]
    assert ben.post(f"/m/{game.match_id}/correct/3", {"kind": "lay", "seat": 1, "card": 41}).status_code == 303
    told = [
        [text in page for text in ("Your card: 41", "You played the 41.", 'hide">Your card')]
        for page in (game.page(ben), game.page())
    ]
    assert told == [[True, True, False], [False, False, True]], (
        "one's own card is the entry, on every phone, opened anew too"
    )
    assert "The card of Ben is dropped." in game.trick((4, 9), 0, 2).text
    game.trick((4, 9), 0, 2, anyway="true")
    assert re.search(r'data-to="1">Ana dropped your card\.', game.page(ben))
    assert re.findall(r'id="entry-(\d)" class="struck"', ben.page(f"/m/{game.match_id}/journal")) == ["5", "4"]


# ---- what is refused ----

REFUSED: list[tuple[Form, int, str]] = [
    ({"levels": [7, 3], "highest": 1, "second": 2}, 422, "Save it anyway"),
    ({"levels": [4, 5], "highest": 1, "second": 1}, 422, "Choose 2 different players"),
    ({"levels": [4], "highest": 1, "second": 2}, 400, "Which two water cards?"),
    ({"levels": [4, 5, 6], "highest": 1, "second": 2}, 400, "Only 2 water cards are turned up"),
    ({"levels": [4, 5], "highest": 1}, 400, "Who played the two highest cards?"),
    ({"levels": [4, 5]}, 400, "Who played the two highest cards?"),
    ({}, 400, "Which two water cards?"),
    ({"levels": ["four", "5"], "highest": 1, "second": 2}, 400, "Which two water cards?"),
    ({"levels": [4, 5], "cards_1": 9, "cards_2": 3}, 422, "Enter a weather card for Dora and Emil."),
]


def test_a_wrong_entry_is_explained_and_not_recorded(subtests: pytest.Subtests, app: Flask) -> None:
    game = Game(app).count(0, 4, 4, 6, 8)
    game.trick((7, 7), 1, 0)
    before = game.version
    for fields, status, sentence in REFUSED:
        with subtests.test(fields=fields, status=status, sentence=sentence):
            answer = game.enter("trick", **fields)
            page = answer.text
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


# ---- the end of a round ----


@pytest.fixture
def round_over(app: Flask) -> Game:
    game = Game(app, 3).count(0, 0, 1)
    while "Start round 2" not in game.page():
        assert game.trick((4, 9), 0, 1, anyway="true").status_code == 303, game.version
    return game


def start_round(game: Game, by: Browser | None = None) -> TestResponse:
    return (by or game.host).post(there(re.search(r'action="([^"]+/on-to/[^"]+)"', game.page()))[1], {})


def test_a_rounds_last_trick_is_undone_beside_the_button_and_in_the_first_step_of_the_next(round_over: Game) -> None:
    foot = round_over.page().partition("<footer")[2]
    assert foot.index(">Undo<") < foot.index("Start round 2")
    assert start_round(round_over).status_code == 303
    begun = round_over.page()
    assert ("Trick 1 of 12" in begun, ">Undo</button>" in begun) == (True, True)


def test_who_starts_the_next_round_does_it_for_all_and_each_can_look_back_at_the_one_before(round_over: Game) -> None:
    ben, onlooker = (Browser(round_over.app) for _ in range(2))
    sit(ben, round_over.code, 1)
    assert start_round(round_over, onlooker).status_code == 401
    assert "Start round 2" in round_over.page()
    assert start_round(round_over, ben).status_code == 303
    television = onlooker.page(f"/tv/{round_over.code}")
    for page in (round_over.page(), round_over.page(ben), round_over.page(onlooker), television):
        assert "Trick 1 of 12" in page
        assert "passes their hand" not in page
    back = there(re.search(r'<a class="opens" data-sheet href="([^"]+)">([^<]+)', round_over.page(ben)))
    assert "takes round 1" in back[2] or "take round 1" in back[2]
    assert '<table class="scores parts">' in ben.page(back[1])


def test_once_a_piece_of_the_first_trick_is_in_nobody_is_kept_at_the_end_of_the_round_before(round_over: Game) -> None:
    round_over.enter("lay", seat=0, card=9)
    for page in (round_over.page(), round_over.host.page(f"/tv/{round_over.code}")):
        assert "passes their hand" not in page


# ---- joining during a match ----


def test_where_only_the_lowest_water_is_asked_still_the_head_says_that_it_is_the_end_of_the_round(app: Flask) -> None:
    game = Game(app, 3, **{"option.tricks": "rings", "tricks": "rings"}).count(0, 5, 5)
    assert game.enter("loses", seats=[0], _several="seats").status_code == 400, "one name is no tie"
    game.enter("loses", seats=[0])
    assert "End of the round Round 1 of 3" in words(game.page())


def test_whoever_joins_during_a_match_is_greeted_and_told_that_they_watch(app: Flask) -> None:
    game, zoe = Game(app, 3), Browser(app)
    zoe.send(f"/t/{game.code}/join", {"name": "Zoë"})
    own = there(re.search(r'<aside class="outside .*?</aside>', game.page(zoe)))[0]
    assert ("Zoë" in own, "You’re watching. You can play" in own, "You’re watching." in game.page()) == (
        True,
        True,
        False,
    )
