"""Who is entering, as it is told to those who follow a match; what becomes of an entry that came too late, said beside what
another phone saved first: once, in the words of its game; and a match broken off, in which nothing more is entered.
"""

import html
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.web.app.services import Services
from tests.games.playthrough import Moves
from tests.web.api.asking import Program
from tests.web.evenings import Evening
from tests.web.following import opened
from tests.web.people import Browser, corrected, on_one_line, open_table, sit, start_match
from tests.web.reading import words_of
from tests.web.tapping import SCRIPT, Form

TAPPED = SCRIPT | {"X-Tapped": "true"}
TRICK: Form = {"kind": "trick", "levels": ["2", "9"], "highest": "0", "second": "1"}
NUMBERS = tuple(f"numbers.{colour}" for colour in ("red", "yellow", "green", "blue", "violet"))
LATE = TRICK | {"levels": ["2", "8"], "second": "2"}


class Entering(Evening):
    def save(self, by: Browser, version: int, move: Form) -> int:
        return by.post(f"{self.path}/moves", {**move, "version": version}, headers=SCRIPT).status_code

    def taps(self, by: Browser, headers: dict[str, str], move: Form) -> str:
        """What the answer to taps on the first trick shows, whatever part of the board it is in."""
        answer = by.post(f"{self.path}/preview", {**move, "version": 3}, headers=headers)
        assert answer.status_code == 200
        told = answer.get_json()
        return on_one_line(told.get("board") or " ".join(told["parts"].values()))


@pytest.fixture
def evening(app: Flask) -> Entering:
    return Entering(app)


@pytest.fixture
def told(live: InProcessLive, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    publish = live.publish

    def note(topic: str, level: int) -> None:
        found.append(topic)
        publish(topic, level)

    monkeypatch.setattr(live, "publish", note)
    return found


def test_a_tap_tells_who_enters_and_asking_again_tells_nobody(evening: Entering, told: list[str]) -> None:
    evening.taps(evening.ben, SCRIPT, TRICK)
    assert told == []
    evening.taps(evening.ben, TAPPED, TRICK)
    evening.taps(evening.host, TAPPED, TRICK)
    assert told == [f"{evening.match_id}/entering/1", f"{evening.match_id}/entering/0"]
    evening.save(evening.host, 3, TRICK)
    told.clear()
    assert evening.ben.post(f"{evening.path}/correct/3/preview", TRICK, headers=TAPPED).status_code == 200
    assert told == [], "what is past is no news before it is saved"
    assert evening.save(evening.ben, 3, LATE) == 409
    assert told == [f"{evening.match_id}/asked/1"], "which of the two counts"


def test_a_stream_passes_on_who_enters_that_the_set_up_goes_on_and_nothing_else(app: Flask, evening: Entering) -> None:
    stream = opened(app, f"{evening.path}/stream")
    assert stream.side_events[f"{evening.match_id}/entering/1"] == b"event: entering\ndata: 1\n\n"
    assert stream.side_events[f"{evening.match_id}/steps"] == b"event: steps\ndata:\n\n"
    assert stream.side_events[f"{evening.match_id}/asked/1"] == b"event: entering\ndata: 1?{level}\n\n"
    assert len(stream.side_events) == 9


def test_who_only_looks_on_enters_nothing_and_is_not_told_of(app: Flask, evening: Entering, told: list[str]) -> None:
    evening.taps(Browser(app), TAPPED, TRICK)
    assert told == []


def test_undo_gives_the_entry_back_to_whoever_may_see_it_until_something_is_entered(evening: Entering) -> None:
    assert evening.save(evening.ben, 3, TRICK) == 204
    assert given_back(evening.host, evening.match_id) is None
    assert evening.host.post(f"{evening.path}/undo", {"version": "4"}, headers=SCRIPT).status_code == 204
    for browser in (evening.host, evening.ben):
        assert given_back(browser, evening.match_id) == {
            "kind": ["trick"], "levels": ["2", "9"], "highest": ["0"], "second": ["1"],
        }  # fmt: skip
    assert evening.save(evening.ben, 5, LATE) == 204
    assert given_back(evening.host, evening.match_id) is None


def test_what_was_hidden_and_undone_is_given_back_to_nobody_else(host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, "limits", pile="logged")
    first = [{"kind": "start", "seat": "0"}, {"kind": "limit", **dict.fromkeys(NUMBERS, "1")}]
    for version, move in enumerate([*first, {"kind": "hide", "seat": "1", "colours": "green"}]):
        ben.send(f"/m/{match_id}/moves", {**move, "version": version, "anyway": "true"}, headers=SCRIPT, status=204)
    assert host.post(f"/m/{match_id}/undo", {"version": "3"}, headers=SCRIPT).status_code == 204
    assert given_back(host, match_id) is None
    assert (given_back(ben, match_id) or {})["colours"] == ["green"]


def given_back(browser: Browser, match_id: str) -> dict[str, list[str]] | None:
    """The entry that was just undone, as a script is told of it."""
    answer = browser.post(f"/m/{match_id}/preview", {"_back": "true"}, headers=SCRIPT)
    assert answer.status_code == 200
    return answer.get_json()["taps"]


def test_where_everybody_enters_for_themselves_only_the_host_may_save_another_entry_instead(evening: Entering) -> None:
    evening.host.post(f"/t/{evening.code}/closed", {"closed": "true"})
    assert evening.save(evening.host, 3, TRICK) == 204
    shown = evening.taps(evening.ben, SCRIPT, LATE)
    assert "A Ana : B Ben You: C Cleo" in words_of(shown)
    assert f'action="/m/{evening.match_id}/correction"' not in shown


KEPT = "Ana keeps score for everyone."


def test_where_the_host_alone_enters_for_others_guests_are_offered_what_is_their_own(app: Flask) -> None:
    host, ben = Browser(app), Browser(app)
    code = open_table(host, "Ana", "Ben", "Cleo")
    sit(ben, code, 1)
    host.post(f"/t/{code}/closed", {"closed": "true"})
    starts = {"kind": "start", "seat": 0}
    guilty = {"kind": "verdict", "seat": 2, "accused": 1, "colour": "red", "printed": 1, "hidden": 0, "counted": 2}
    rings = [{"kind": "count_rings", "seat": seat, "rings": 5} for seat in range(3)]
    keys = {
        'id="record',
        "Card played",
        'value="limit"',
        'btn">Undo<',
        'quiet">Undo<',
        "I accuse",
        "Your card",
        "Whose rings",
        '"off" class="blank"',
    }
    lines: list[tuple[str, dict[str, Any], list[dict[str, Any]], set[str], bool]] = [
        ("land-unter", {}, rings[:1], {'id="record'}, False),
        ("land-unter", {}, rings, set(), True),
        ("land-unter", {"tricks": "rings"}, rings, set(), True),
        ("limits", {}, [starts], set(), True),
        ("limits", {}, [starts, {"kind": "card", "seat": 0}], {"Card played", "I accuse"}, True),
        ("limits", {}, [starts, guilty], set(), True),
        ("down-under", {}, [], set(), True),
        ("nile", {}, [], set(), True),
        ("own-game", {}, [], set(), True),
    ]
    faults = []
    for game, options, moves, offered, is_kept in lines:
        match_id = start_match(host, code, game, **options)
        host.enter(match_id, *moves)
        page = ben.page(f"/m/{match_id}")
        seen = {key for key in keys if key in page}
        if (seen, KEPT in words_of(page)) != (offered, is_kept):
            faults.append((game, len(moves), seen, KEPT in words_of(page)))
        host.post(f"/m/{match_id}/abandon")
    assert faults == []


def test_where_the_host_alone_enters_for_others_guests_object_to_what_they_may_not_edit(evening: Entering) -> None:
    evening.host.post(f"/t/{evening.code}/closed", {"closed": "true"})
    assert evening.save(evening.host, 3, TRICK) == 204
    pages = [one.page(f"{evening.path}/verdict/3") for one in (evening.host, evening.ben)]
    assert [[f">{key}<" in page for key in ("I disagree", "Edit", "Undo")] for page in pages] == [
        [True] * 3,
        [True, False, False],
    ]
    assert [f"{evening.path}/correct/3" in one.page(f"{evening.path}/journal") for one in (evening.host, evening.ben)] == [
        True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("is_played_on", [False, True])
def test_another_entry_instead_is_shown_before_it_is_saved_where_the_next_trick_is_played(
    evening: Entering, is_played_on: bool
) -> None:
    assert evening.save(evening.host, 3, TRICK) == 204
    shown = evening.taps(evening.ben, SCRIPT, LATE)
    found = re.search(r'<form method="post" action="(/m/[^"]+)">(.+?)</form>', shown, re.DOTALL)
    assert found
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', found[2]))
    if is_played_on:
        assert evening.save(evening.host, 4, {**TRICK, "levels": ["3", "7"]}) == 204
    answer = evening.ben.post(found[1], {name: html.unescape(value) for name, value in sent.items()})
    assert (answer.status_code, "Save for everyone" in answer.text) == ((200, True) if is_played_on else (303, False))


COUNTED = {"kind": "count_rings", "seat": "0", "rings": "5"}


@pytest.fixture
def going(app: Flask) -> Evening:
    """A match of three, whose rings are counted."""
    return Evening(app)


@pytest.fixture
def broken(going: Evening) -> Evening:
    going.ben.send(f"{going.path}/moves", {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1})
    going.host.send(f"{going.path}/end")
    return going


def test_every_board_says_that_the_match_was_broken_off_and_only_the_host_can_go_on(broken: Evening) -> None:
    pages = [broken.page(browser) for browser in (broken.host, broken.ben, broken.stranger)]
    for page in pages:
        foot = page.split('<header class="strip', 1)[1].split("tools", 1)[1]
        assert f"<b>{'You can resume it later' if page is pages[0] else 'Ana stopped the game'}.</b>" in foot
    assert ['<button class="btn main">Resume' in page for page in pages] == [True, False, False]
    assert ("Ask the host to resume it. Nothing is lost." in pages[1], "You’re watching" in pages[1]) == (True, False)
    assert "Ana stopped the game." in broken.stranger.page(f"/tv/{broken.code}")
    broken.host.send(f"{broken.path}/on")
    told = [broken.path, broken.path, f"/tv/{broken.code}"]
    pages = [one.page(path) for one, path in zip((broken.host, broken.ben, broken.stranger), told, strict=True)]
    assert ["Ana resumed the game." in page for page in pages] == [False, True, True]


@pytest.mark.parametrize("game", ["nile", "down-under", "limits", "land-unter"])
def test_a_match_that_was_broken_off_is_no_ones_turn(host: Browser, code: str, game: str) -> None:
    match_id = start_match(host, code, game, depth="tiles")
    host.enter(match_id, *[{**RULING, "counted": 2}] * (game == "limits"))
    host.send(f"/m/{match_id}/end")
    page = host.page(f"/m/{match_id}")
    assert "slip verdict" not in page, "it would hide that the game was stopped"
    assert ('<h2 id="stood">The score so far' in page) is (game == "limits"), "said where one is ahead"
    head = page.split('<header class="strip', 1)[1].split("tools", 1)[0]
    assert ("This game was stopped" in head, "turn" in head, 'data-turn=""' in page) == (True, False, True)
    host.send(f"/m/{match_id}/on")
    assert not [at for at in (f"/m/{match_id}", f"/tv/{code}") if "data-arrives" in host.page(at)], "seen before"


def test_nothing_is_entered_in_a_match_broken_off_and_a_program_told_why(broken: Evening, services: Services) -> None:
    for path, form in (("moves", {**COUNTED, "seat": "1"}), ("undo", {}), ("correct/0", {**COUNTED, "rings": "3"})):
        assert broken.ben.post(f"{broken.path}/{path}", form).status_code in (200, 303, 409), path
    assert corrected(broken.ben, broken.match_id, 0, {**COUNTED, "rings": "3"}).status_code == 409
    token = services.seating.token(services.tables.find(broken.code).id, 0)
    refused = Program(broken.app, token).post(f"/matches/{broken.match_id}/moves", {"move": {**COUNTED, "seat": 0}})
    assert (refused.problem["status"], refused.problem["version"]) == (409, 5)
    assert "Ask the host to resume it" in refused.problem["detail"]
    assert [one["move"]["kind"] for one in broken.read("/journal")] == [*["count_rings"] * 3, "trick", "abandon"]
    columns = re.split('<span class="p[a-h]', broken.host.page(f"{broken.path}/journal").split('"abreast"')[1])[1:]
    read = [(" lost" in one.partition(">")[0], *re.findall(r">(\d+)</text>", one)) for one in columns]
    assert read == [(False, "4"), (True, "9"), (False,)], "card, water taken, and who lost a ring"


def test_after_a_match_the_shelf_is_led_to_also_from_the_table_where_the_same_is_proposed(going: Evening) -> None:
    going.host.get(f"/t/{going.code}/new/land-unter")
    going.host.send(f"{going.path}/end")
    for path in (going.path, f"/t/{going.code}"):
        before = going.host.page(path).partition("Choose the game")[0]
        assert before.rpartition('<a class="btn quiet" href="')[2].partition('"')[0] == f"/t/{going.code}/new"
    assert "Which game?" in going.host.page(f"/t/{going.code}/new")


def test_who_picks_another_game_while_one_goes_on_can_return_or_stop_it_and_sees_how_it_stands(going: Evening) -> None:
    page = going.host.page(f"/t/{going.code}/new/limits")
    for way in (f'{going.path}">Back to the game</a>', f'{going.path}/end">Stop without a result</a>'):
        assert f'href="{way}' in page
    assert "resume it later. The score so far 1. A Ana 0 1. B Ben 0" in going.host.words(f"{going.path}/end")


class Beside(NamedTuple):
    """A match of Ana, Ben and Cleo up to there, the entry that Ana saves next, or Ben, and what the other one had tapped."""

    game: str
    before: Moves
    theirs: dict[str, Any]
    mine: Form
    said: str = ""
    unsaid: tuple[str, ...] = ()
    saves: int = 0
    options: Mapping[str, str] = MappingProxyType({})
    way: str = "preview"

    def told(self, app: Flask) -> str:
        phones = [host := Browser(app)]
        code = open_table(host, "Ana", "Ben", *("Cleo",) * (self.game != "down-under"))
        phones.append(sit(Browser(app), code, 1))
        match_id = start_match(host, code, self.game, **self.options)
        host.enter(match_id, *self.before)
        phones[self.saves].enter(match_id, self.theirs)
        sent = {**self.mine, "version": len(self.before)}
        return words_of(html.unescape(phones[1 - self.saves].post(f"/m/{match_id}/{self.way}", sent).text))


RINGS: Moves = [{"kind": "count_rings", "seat": seat, "rings": 5} for seat in range(3)]
TAKEN: dict[str, Any] = {"kind": "trick", "levels": [2, 9], "highest": 0, "second": 1}
COUNT: dict[str, Any] = {"kind": "count_rings", "seat": 2, "half": 0}
RULING: dict[str, Any] = {"kind": "verdict", "seat": 0, "accused": 1, "colour": "red", "printed": 1, "hidden": 0}
HIDING: Moves = [{"kind": "hide", "seat": seat, "colours": ["red"]} for seat in range(3)]
LAYING: Moves = [{"kind": "lay", "seat": seat, "colour": "red"} for seat in range(3)]
LAID: Moves = [{"kind": "start", "seat": 0}, {"kind": "limit", "numbers": {"red": 1}}, *HIDING, *LAYING]
BY_HAND: dict[str, Any] = {"kind": "verdict", "seat": 0, "accused": 2, "colour": "red", "counted": 3}
BOATS: Moves = [{"kind": "boat", "seat": seat, "plants": ["flax", "wheat"]} for seat in range(3)]
ASHORE: Moves = [{"kind": "starter", "seat": 0}, *BOATS]
TIDE: dict[str, Any] = {"kind": "tide", "moved": 2, "arrows": 0}
SALE: dict[str, Any] = {"kind": "harvest", "seat": 0, "column": 3, "quality": 3, "shared": False}
DESERT = {"bank": "left", "row": 5, "square": 4}
ROUTE: dict[str, Any] = {"kind": "walk", "seat": 1, "cells": [[1, 1], [1, 2], [1, 3]]}
WALK: Moves = [{"kind": "walk", "seat": 0, "cells": [[0, 0], [1, 0], [2, 0]]}]
RESULT: dict[str, Any] = {"kind": "from_paper", "routes": [{"length": 11}, {"length": 14}]}
DRAWN: Form = {"kind": "walk", "seat": "1", "colour": "yellow", "cells.0": ["1", "2"], "cells.1": ["1", "1"]}
TYPED: Form = {"kind": "from_paper", "routes.0.length": "12", "routes.1.length": "14"}
SCORE: dict[str, Any] = {"kind": "score"}
FILLED: Form = {"kind": "boat", "seat": "1", "plants": ["flax", "wheat"]}

CASES = (
    *(Beside("land-unter", RINGS, TAKEN, {**TAKEN, "levels": [2, 8], "highest": highest, "second": second},
        f"Ben is right B Ben : B Ben Use mine You: {loses[0]} {loses}", saves=1)
        for highest, second, loses in ((0, 2, "Cleo"), (1, 0, "Ana"))),
    Beside("land-unter", RINGS, TAKEN, {**TAKEN, "levels": [2, 8]},
        "Trick 1, Water turned up? Ben is right B Ben : 2 and 9 A 2 B 9 Use mine You: 2 and 8", saves=1),
    Beside("land-unter", RINGS, TAKEN, TAKEN, "Ben saved the same", ("Use mine",), saves=1),
    Beside("land-unter", RINGS, TAKEN, {"kind": "trick", "_trick_way": "highest"}, unsaid=("saved the same", "Ben saved:"),
        saves=1),
    *(Beside("land-unter", RINGS, TAKEN, {"kind": "trick", "levels": levels}, "Ben saved: Trick 1", ("mine",), saves=1)
        for levels in (["3"], ["9"], ["2", "9"])),
    Beside("land-unter", RINGS, TAKEN, {"kind": "trick", "levels": [3, 9]},
        "Trick 1, Water turned up? Ben is right B Ben : 2 and 9 A 2 B 9 Use mine You: 3 and 9", saves=1),
    Beside("land-unter", RINGS, TAKEN, {"kind": "trick", "levels": [3, 9], "highest": 1}, "Finish mine:", ("You:",), saves=1),
    Beside("land-unter", [], {**COUNT, "whole": 3}, {**COUNT, "whole": 4},
        "Ana is right Ana: 3 rings for Cleo Use mine You: 4", ("rings Ana:",), way="moves"),
    Beside("land-unter", [], {**COUNT, "whole": 3}, COUNT, "Ana saved: 3 rings for Cleo"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "counted": 1},
        "Was the limit broken? Ana is right Ana: Ben is guilty. Use mine You: Ben is not guilty.", way="moves"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "colour": "blue", "counted": 1},
        "Ana: Ben is guilty. Use mine You: Ben is not guilty.", way="moves"),
    Beside("limits", [], {**RULING, "counted": 2}, {**RULING, "colour": "blue", "printed": 3, "hidden": 1, "counted": 6},
        "Ana is right Ana: red · 0 (Hidden cards of this colour) Use mine You: blue · 1 · 2 more", way="moves"),
    Beside("limits", LAID, {"kind": "accuse", "seat": 0, "accused": 2}, {"kind": "accuse", "seat": "0", "accused": "1"},
        "Playing and accusing · Which is right? Ana is right Ana: Ana accused Cleo I disagree You: Ana accused Ben", ("Use mine",),
        options={"pile": "logged"}, way="moves"),
    Beside("limits", LAID, {**BY_HAND, "hidden": {"0": 1, "1": 1}}, {**BY_HAND, "hidden.0": "0", "hidden.1": "1"},
        "I disagree You: Cleo is guilty.", ("Playing",), options={"pile": "logged"}, way="moves"),
    Beside("limits", [], {"kind": "accuse", "seat": 2, "accused": 0}, {"kind": "accuse", "own": "yes"}, unsaid=("saved:",)),
    Beside("limits", LAID[:1], LAID[1], {"kind": "limit", "numbers.red": ""}, unsaid=("Use mine",)),
    Beside("nile", [*ASHORE, TIDE], {**SALE, "plant": "grapes"}, {**SALE, "plant": "wheat", "shared": "false"},
        "Quicker than you: Ana sold grapes in column 3", ("Ana: Ana",), way="moves"),
    Beside("nile", ASHORE, TIDE, {"kind": "tide", "moved": 1, "arrows": 1, "jokers": 1},
        "Ben is right Ben: 2 water cards moved Use mine You: 1 water card moved, 1 arrow and 1 joker", saves=1),
    *(Beside("nile", ASHORE[:1], {**BOATS[1], "plants": ["onions", "grapes"]}, FILLED,
        "Ana is right Ana: Ben put onions and grapes in the boat Use mine You: Ben put flax and wheat in the boat", way=way)
        for way in ("preview", "moves")),
    Beside("nile", [], {"kind": "first_desert", "field": DESERT},
        {"kind": "first_desert", **{f"field.{name}": one for name, one in DESERT.items()}},
        "Ana saved the same", ("try again", "already"), options={"depth": "board"}, way="moves"),
    Beside("nile", [*ASHORE, *({"kind": "lay_first", "seat": seat} for seat in range(3))], TIDE, {"_field": "r0t0|left.5.0"},
        unsaid=("saved the same", "Ana saved:"), options={"depth": "board"}),
    Beside("points", [], {**SCORE, "points": [5, 16, 1]}, {**SCORE, "points.0": "5", "points.1": "61", "points.2": "1"},
        "Round 1 · Which is right? Ana is right A Ana : B Ben 16 Use mine You: B Ben 61"),
    Beside("down-under", [], RESULT, TYPED, "Ana is right A Ana : A Ana 11 Use mine You: A Ana 12", options={"depth": "result"}),
    Beside("down-under", [], RESULT, {**TYPED, "routes.1.length": ""}, "saved: Paths in the longest route: 11 and 14",
        ("mine",), options={"depth": "result"}),
    Beside("down-under", WALK, ROUTE, DRAWN, "Ana: Ben’s route has 3 paths Use mine You: 2", options={"depth": "routes"}),
    Beside("down-under", WALK, ROUTE, {**DRAWN, "cells.2": ["1", "0"], "cells.3": ["0", "0"]}, "Ben’s route has 3 paths",
        ("Use mine",), options={"depth": "routes"}),
)  # fmt: skip


def test_what_another_saved_first_is_said_beside_what_was_tapped(subtests: pytest.Subtests, app: Flask) -> None:
    for case in CASES:
        with subtests.test(game=case.game, theirs=case.theirs, mine=case.mine):
            told = case.told(app)
            assert case.said in told
            assert not [one for one in case.unsaid if one in told]
