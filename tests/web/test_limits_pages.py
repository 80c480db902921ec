"""The pages of a match of Limits: entering by forms, what is refused, and who is told nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.flat import pairs
from tests.games.limits.playthroughs import golden, secret_twins
from tests.web.forms import page_of
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.test_stream import html_of, stream

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn")
CARD = {"red": "1", "yellow": "2", "green": "3", "blue": "X", "violet": "0"}


class Game:
    """A match of Limits as the browsers at its table see it; the host has no seat of its own."""

    def __init__(self, app: Flask, players: int = 3, **options: str) -> None:
        self.app = app
        self.host = Browser(app)
        self.code = open_table(self.host, *NAMES[:players])
        self.match = start_match(self.host, self.code, "limits", **options)
        self.phones = {0: self.host}

    def phone(self, seat: int) -> Browser:
        """The phone of that seat."""
        if seat not in self.phones:
            self.phones[seat] = sit(Browser(self.app), self.code, seat)
        return self.phones[seat]

    def page(self, browser: Browser | None = None) -> str:
        """The page as it stands now."""
        return (browser or self.host).get(f"/m/{self.match}").get_data(as_text=True)

    @property
    def version(self) -> int:
        """The number of entries."""
        found = re.search(r'data-version="(\d+)"', self.page())
        assert found
        return int(found[1])

    def enter(self, by: Browser | None = None, *, version: int | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry, given as a move's JSON."""
        form: dict[str, Any] = {} if version is None else {"version": version}
        for name, value in pairs(fields):
            form.setdefault(name, []).append(value)
        return (by or self.host).post(f"/m/{self.match}/moves", form)

    def entered(self, **fields: Any) -> Game:
        """The game after an entry that is taken."""
        answer = self.enter(**fields)
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return self

    def tap(self, kind: str, by: Browser | None = None, **fields: str) -> str:
        """The board after something was tapped, as the page's script asks for it."""
        data = {"kind": kind, "version": self.version, **{name.replace("_", ".", 1): fields[name] for name in fields}}
        answer = (by or self.host).post(f"/m/{self.match}/draft", data, headers={"HX-Request": "true"})
        return answer.get_data(as_text=True)

    def begun(self, *hidden: str) -> Game:
        """The game with its first limit card open, and these cards hidden by seat."""
        self.entered(kind="start", seat=0).entered(kind="limit", numbers=CARD)
        for seat, colours in enumerate(hidden):
            self.entered(kind="hide", seat=seat, colours=[*colours.split()])
        return self


def words(html: str) -> str:
    """What people read of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def problem(answer: TestResponse) -> str:
    """What the page says is wrong."""
    found = re.search(r'id="problem".*?</div>\s*</div>', answer.get_data(as_text=True), re.S)
    assert found, answer.get_data(as_text=True)
    return words(found[0])


# The set-up


@pytest.mark.parametrize(
    ("players", "out", "left", "hand"), [(2, 14, 10, 6), (3, 6, 18, 5), (4, 6, 18, 5), (6, 10, 14, 5)]
)
def test_the_set_up_sheet_says_what_comes_out_what_stays_and_what_is_drawn(
    app: Flask, players: int, out: int, left: int, hand: int
) -> None:
    game = Game(app, players)
    sheet = words(game.host.get(f"/m/{game.match}/setup").get_data(as_text=True))
    assert f"put {out} of them back" in sheet
    assert f"the other {left} in the middle" in sheet
    assert f"Everybody draws {hand}" in sheet
    assert ("hides 2 cards" if players == 2 else "hides 1 card") in sheet
    assert "24 ones and 4 fives" in sheet
    assert "The youngest starts" in sheet


# Starting, and the limit card


def test_the_board_asks_for_the_youngest_and_waits_for_a_tap(app: Flask) -> None:
    page = Game(app).page()
    assert "Who is the youngest?" in page
    assert 'class="btn main wait"' in page


def test_every_colour_of_the_limit_card_has_to_be_tapped_before_the_button_is_whole(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1)
    assert game.page().count('name="numbers.') == 5 * 11
    assert len(re.findall(r'name="numbers\.[^>]* required', game.page())) == 5 * 11
    half = game.tap("limit", numbers_red="0", numbers_yellow="4")
    assert "Still to tap: green, blue, and violet" in half
    assert "btn main wait" in half
    full = game.tap("limit", None, **{f"numbers_{colour}": number for colour, number in CARD.items()})
    assert "btn main wait" not in full


def test_a_card_may_be_left_on_the_table_where_the_table_counts(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit")
    assert "was not entered" in game.page()
    assert 'name="printed"' in game.tap("verdict")


def test_a_card_entered_once_is_offered_at_the_next_match_and_one_tap_plays_it(app: Flask) -> None:
    game = Game(app).entered(kind="start", seat=1).entered(kind="limit", numbers=CARD)
    game.entered(kind="verdict", seat=0, accused=1, colour="red", hidden=0, counted=2)
    assert "was in round 1" in game.tap("limit")
    other = Game(app)
    other.entered(kind="start", seat=0)
    offered = other.tap("limit", numbers_red="1")
    assert 'id="known-0"' in offered
    assert "was in round" not in offered
    hidden = dict(re.findall(r'type="hidden" name="(numbers\.[a-z]+)" value="([0-9X])"', offered))
    assert hidden == {f"numbers.{colour}": number for colour, number in CARD.items()}
    other.entered(kind="limit", numbers={name.split(".")[1]: number for name, number in hidden.items()})
    assert "I accuse" in other.page()


def test_a_card_used_before_is_marked_and_never_refused(app: Flask) -> None:
    game = Game(app).begun()
    game.entered(kind="verdict", seat=0, accused=1, colour="red", hidden=0, counted=2)
    game.entered(kind="limit", numbers=CARD)
    assert "I accuse" in game.page()


def test_a_card_taken_back_is_not_remembered(app: Flask) -> None:
    game = Game(app).begun()
    assert "Mend" in game.host.get("/box/limits").get_data(as_text=True)
    assert game.host.post(f"/m/{game.match}/undo", {"version": game.version}).status_code == 303
    assert "Nothing is known yet" in game.host.get("/box/limits").get_data(as_text=True)


# Counted


def test_a_counted_verdict_shows_the_comparison_the_sentence_and_the_clauses(app: Flask) -> None:
    game = Game(app, 4).begun()
    form = game.tap("verdict", seat="2", accused="1", colour="yellow", hidden_0="1", hidden_1="0", hidden_2="0")
    assert "printed 2" in form
    assert "Still to tap: what Dora hid and the count" in form
    game.entered(kind="verdict", seat=2, accused=1, colour="yellow", hidden={"0": 1, "1": 0, "2": 0, "3": 1}, counted=5)
    page = game.page()
    assert "Ben is guilty." in words(page)
    assert "5 yellow, 4 allowed." in words(page)
    assert 'class="fan"' in page
    assert "#LI-23" in page
    assert "Go on to round 2" in words(page)
    assert "Ben took the limit card and starts" in words(page)


def test_a_verdict_of_not_guilty_makes_the_accuser_pay(app: Flask) -> None:
    game = Game(app).begun().entered(kind="verdict", seat=2, accused=1, colour="yellow", hidden=0, counted=2)
    page = words(game.page())
    assert "Ben is not guilty." in page
    assert "Cleo took the limit card and starts" in page


def test_an_exchange_brings_a_point_and_says_what_to_hand_over(app: Flask) -> None:
    game = Game(app).begun()
    assert "Show the four, draw four new ones" in game.tap("exchange")
    assert "Hand Ben a one-point card." in game.entered(kind="exchange", seat=1, colour="red").page()


def test_a_form_opened_here_is_closed_again_by_a_tap(app: Flask) -> None:
    game = Game(app).begun()
    assert "Who accuses?" in game.tap("verdict")
    assert "Who accuses?" in game.page()
    assert "Who accuses?" not in game.tap("")


# Logged


def test_a_logged_game_on_one_phone_passes_it_on_and_shows_nothing_meanwhile(app: Flask) -> None:
    game = Game(app, pile="logged").begun()
    for seat in (1, 2):
        game.host.post(f"/m/{game.match}/as/{seat}")
    for seat, colour in ((0, "red"), (1, "blue"), (2, "green")):
        assert game.host.post(f"/m/{game.match}/as/{seat}").status_code == 303
        assert 'name="colours.0"' in game.page()
        game.entered(kind="hide", seat=seat, colours=[colour])
        assert 'name="colours.0"' not in game.page()
        assert "What I have hidden" not in game.page()
    assert "Pass the phone to Ana" in words(game.page())
    game.host.post(f"/m/{game.match}/as/0")
    assert 'id="lay"' in game.page()
    game.entered(kind="lay", seat=0, colour="red")
    assert "Pass the phone to Ben" in words(game.page())


def test_a_third_person_without_a_phone_is_served_by_the_one_that_serves_two_already(app: Flask) -> None:
    game = Game(app, pile="logged").begun()
    way = f'href="/m/{game.match}/as/2"'
    game.entered(kind="hide", seat=0, colours=["red"])
    game.host.post(f"/m/{game.match}/as/1")
    game.entered(kind="hide", seat=1, colours=["blue"])
    assert way in game.page()
    game.host.post(f"/m/{game.match}/as/2")
    assert "Somebody has no phone" not in game.page()


def test_what_ana_tapped_is_not_on_the_phone_when_it_is_passed_to_ben(app: Flask) -> None:
    game = Game(app, pile="logged").begun()
    for seat in (1, 0):
        game.host.post(f"/m/{game.match}/as/{seat}")
    game.tap("hide", seat="0", colours_0="violet")
    assert 'value="violet" id="r0hide0-colours.0-v" required checked' in game.page()
    game.host.post(f"/m/{game.match}/as/1")
    assert "checked" not in game.page()


def test_ones_own_hidden_card_is_behind_a_fold(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "blue", "blue")
    page = game.page(game.phone(0))
    fold = re.search(r"<details class=\"why line peek\">.*?</details>", page, re.S)
    assert fold
    assert "red" in fold[0]
    assert "open" not in fold[0].split(">")[0]


def test_an_accusation_turns_everything_up_and_walks_the_pile(app: Flask) -> None:
    game = Game(app, pile="logged").begun("yellow", "red", "blue")
    for seat, colour in ((0, "violet"), (1, "violet"), (2, "red")):
        game.entered(kind="lay", seat=seat, colour=colour)
    assert "Accuse Ben" in words(game.tap("accuse", accused="1"))
    game.entered(kind="accuse", seat=0, accused=1)
    for browser in (game.host, game.phone(1), Browser(app)):
        page = game.page(browser)
        assert "Ben is guilty." in words(page)
        assert "Hidden cards, turned up" in page
        assert "the last card of the accused" in page
        assert "laid later, does not count" in page


def test_whoever_forgot_to_draw_has_one_card_fewer(app: Flask) -> None:
    game = Game(app, pile="logged").begun("yellow", "red", "blue").entered(kind="lay", seat=0, colour="red")
    assert "Somebody forgot to draw" in game.page()
    game.entered(kind="forgot", seat=0)
    assert "Somebody forgot to draw" not in game.page()
    assert re.search(r"Ana.*?</th>\s*<td>3</td>", game.page(), re.S)


# What is refused, and what stands then


REFUSED: list[tuple[dict[str, str], dict[str, Any], int, str]] = [
    ({}, {"kind": "verdict", "seat": 1, "accused": 1, "colour": "red", "hidden": 0, "counted": 1}, 422, "in one"),
    ({}, {"kind": "verdict", "seat": 1, "accused": 0, "colour": "pink", "hidden": 0, "counted": 1}, 400, "one of"),
    ({}, {"kind": "verdict", "seat": 1, "accused": 7, "colour": "red", "hidden": 0, "counted": 1}, 422, "no seat 7"),
    ({}, {"kind": "limit", "numbers": {**CARD, "red": 10}}, 422, "from 0 to 9"),
    ({}, {"kind": "limit", "numbers": CARD}, 422, "has been entered"),
    ({"pile": "logged"}, {"kind": "accuse", "seat": 1, "accused": 1}, 422, "in one"),
    ({"pile": "logged"}, {"kind": "accuse", "seat": 1, "accused": 2}, 422, "laid no card"),
    ({"pile": "logged"}, {"kind": "hide", "seat": 0, "colours": ["red"]}, 422, "has been entered"),
    ({"pile": "logged"}, {"kind": "lay", "seat": 0, "colour": "brown"}, 400, "one of"),
    ({"pile": "logged"}, {"kind": "hide", "seat": 1, "colours": ["red", "red"]}, 422, "everybody hides 1 card"),
]


@pytest.mark.parametrize(("options", "fields", "status", "said"), REFUSED)
def test_what_has_no_meaning_is_refused_in_words(
    app: Flask, options: dict[str, str], fields: dict[str, Any], status: int, said: str
) -> None:
    game = Game(app, 3, **options).begun(*(("red",) if options else ()))
    before = game.version
    answer = game.enter(**fields)
    assert answer.status_code == status
    assert said in problem(answer)
    assert game.version == before


def test_two_players_hide_two_cards_and_are_told_so(app: Flask) -> None:
    game = Game(app, 2, pile="logged").begun()
    answer = game.enter(kind="hide", seat=0, colours={"0": "red"})
    assert answer.status_code == 422
    assert "everybody hides 2 cards" in problem(answer)
    assert 'value="red" id="r0hide0-colours.0-r" required checked' in answer.get_data(as_text=True)


DOUBTED: list[tuple[str, dict[str, Any], str]] = [
    ("red blue blue", {"kind": "lay", "seat": 1, "colour": "green"}, "It is the turn of Ana, not of Ben."),
    ("red", {"kind": "lay", "seat": 0, "colour": "green"}, "Not entered yet: what Ben and Cleo hid."),
    ("red blue blue", {"kind": "exchange", "seat": 2, "colour": "green"}, "It is the turn of Ana, not of Cleo."),
]


@pytest.mark.parametrize(("hidden", "fields", "said"), DOUBTED)
def test_what_the_box_doubts_is_recorded_if_the_table_insists_and_nothing_is_lost(
    app: Flask, hidden: str, fields: dict[str, Any], said: str
) -> None:
    game = Game(app, pile="logged").begun(*hidden.split())
    answer = game.enter(**fields)
    assert answer.status_code == 422
    assert said in problem(answer)
    again = re.search(r'<form id="again".*?</form>', answer.get_data(as_text=True), re.S)
    assert again
    form = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', again[0]))
    assert form["anyway"] == "true"
    before = game.version
    assert game.host.post(f"/m/{game.match}/moves", form).status_code == 303
    assert game.version == before + 1


def test_a_doubtful_count_stands_in_its_form_until_it_is_put_right_or_insisted_on(app: Flask) -> None:
    game = Game(app).begun()
    entry: dict[str, Any] = {
        "kind": "verdict",
        "seat": 2,
        "accused": 1,
        "colour": "red",
        "hidden": {"0": 1, "1": 1, "2": 1},
    }
    answer = game.enter(**entry, counted=11)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "cannot be: the box holds 12 of each" in problem(answer)
    assert re.search(r'name="counted" value="11"[^>]* checked', page)
    assert "Record it anyway" in page
    game.entered(**entry, counted=11, anyway="true")


def test_undo_past_a_reveal_asks_the_host(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red").entered(kind="lay", seat=0, colour="red")
    game.entered(kind="accuse", seat=1, accused=0)
    guest = game.phone(1).post(f"/m/{game.match}/undo", {"version": game.version})
    assert guest.status_code == 409
    assert "Take it back all the same" not in guest.get_data(as_text=True)
    asked = game.host.post(f"/m/{game.match}/undo", {"version": game.version})
    assert (asked.status_code, "Take it back all the same" in asked.get_data(as_text=True)) == (409, True)
    confirmed = game.host.post(f"/m/{game.match}/undo", {"version": game.version, "confirm": "true"})
    assert confirmed.status_code == 303
    assert "Your turn" not in game.page(game.phone(2))


def test_what_the_box_cannot_hold_is_said_with_the_verdict_and_not_before(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    for at in range(11):
        game.entered(kind="lay", seat=at % 3, colour="red", anyway="true")
    assert "the box holds 12 of each" not in game.page()
    game.entered(kind="accuse", seat=2, accused=1)
    assert "14 cards of one colour (red), in the pile and hidden, cannot be" in words(game.page())


# Corrections, and the judge


CORRECTED: list[tuple[dict[str, str], dict[str, Any], dict[str, str]]] = [
    ({}, {"kind": "limit", "numbers": CARD}, {"numbers.red": "1", "numbers.blue": "X"}),
    ({}, {"kind": "exchange", "seat": 0, "colour": "green"}, {"seat": "0", "colour": "green"}),
    (
        {},
        {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "hidden": 1, "counted": 4},
        {"seat": "0", "accused": "1", "colour": "red", "hidden": "1", "counted": "4"},
    ),
    (
        {},
        {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "hidden": {"0": 1, "1": 0, "2": 0}, "counted": 4},
        {"hidden.0": "1", "hidden.1": "0", "counted": "4"},
    ),
    ({"pile": "logged"}, {"kind": "hide", "seat": 0, "colours": ["violet"]}, {"seat": "0", "colours.0": "violet"}),
]


@pytest.mark.parametrize(("options", "entry", "expected"), CORRECTED)
def test_an_entry_is_corrected_in_the_form_that_made_it_filled_in_as_it_was(
    app: Flask, options: dict[str, str], entry: dict[str, Any], expected: dict[str, str]
) -> None:
    game = Game(app, 3, **options).entered(kind="start", seat=0)
    if entry["kind"] != "limit":
        game.entered(kind="limit", numbers=CARD)
    index = game.version
    game.entered(**entry)
    page = page_of(game.host.get(f"/m/{game.match}/correct/{index}").get_data(as_text=True))
    assert expected.items() <= dict(page.sent()).items()


def test_a_card_laid_by_another_is_corrected_without_its_colour_being_told(app: Flask) -> None:
    game = Game(app, pile="logged").begun("red", "red", "red")
    index = game.version
    game.entered(by=game.phone(1), kind="lay", seat=1, colour="violet", anyway="true")
    html = game.host.get(f"/m/{game.match}/correct/{index}").get_data(as_text=True)
    assert ("seat", "1") in page_of(html).sent()
    assert not [one for one in page_of(html).inputs if "checked" in one]


@pytest.mark.parametrize(
    "query",
    [
        "printed=2&hidden=1&counted=4",
        "limit.red=1&hidden.0.0=red&pile.0.seat=0&pile.0.colour=red&pile.1.seat=1&pile.1.colour=red"
        "&pile.2.seat=0&pile.2.colour=red&accuser=1&accused=0",
    ],
)
def test_the_judge_asks_with_grids_and_colours_and_shows_the_comparison(app: Flask, query: str) -> None:
    browser = Browser(app)
    empty = browser.get("/judge/limits/accusation").get_data(as_text=True)
    assert 'name="counted"' in empty
    assert 'maxlength="20"' not in empty
    verdict = browser.get(f"/judge/limits/accusation?{query}")
    assert verdict.status_code == 200
    text = words(verdict.get_data(as_text=True))
    assert re.search(r"[Gg]uilty\. \d", text) or "is guilty" in text
    assert re.search(r"Allowed \d", text)


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
    assert "Play it again" in page


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


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({**CARD, "red": "10"}, 422),
        ({"red": "1"}, 400),
        ({**CARD, "pink": "1"}, 400),
        ({**CARD, "old": "nonsense"}, 400),
        ({**CARD, "old": "[" * 5000}, 400),
        ({**CARD, "old": "[]"}, 400),
    ],
)
def test_what_is_no_limit_card_is_not_kept(app: Flask, form: dict[str, str], status: int) -> None:
    game = Game(app)
    assert game.host.post("/box/limits", form).status_code == status
    assert game.host.get("/box/limits/export.json").get_json()["cards"] == []


def test_a_game_without_anything_to_note_has_no_page_of_its_box(app: Flask) -> None:
    assert Game(app).host.get("/box/land-unter").status_code == 404


# Secrets


def without_time_and_names(text: str, match: str, code: str) -> str:
    """The text without what two matches never share: their ids, the time of each entry, what is derived from them."""
    text = text.replace(match, "MATCH").replace(code, "CODE")
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\"<]*|\d\d:\d\d", "TIME", text)
    return re.sub(r'"(hash|idem|table|seal)": ?"[^"]*"', "", text)


@pytest.mark.parametrize("twins", secret_twins())
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
                without_time_and_names(html_of(stream(app, game.match, game.phone(seat))), game.match, game.code)
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
        assert "violet" not in re.sub(r"limit card: [^.]*violet 0", "", said)


def test_what_was_taken_back_is_said_in_the_same_few_words_as_in_every_game(app: Flask) -> None:
    game = Game(app).begun()
    game.host.post(f"/m/{game.match}/undo", {"version": game.version})
    assert "Ana took an entry back" in words(game.page())
    game.host.post(f"/m/{game.match}/redo", {"version": game.version})
    assert "Ana brought an entry back" in words(game.page())
