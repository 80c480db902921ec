"""A game that a table defined, on its pages: kept with its version, refused where it is wrong, passed on as a file."""

import base64
import html
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.definition import Definition
from companion.engine.definition_texts import write_link, write_text
from companion.lan import qr_svg
from companion.store import token_hash
from companion.table.definitions import MOST_KEPT
from companion.table.library import pads
from tests.rings import few_first
from tests.there import there
from tests.web.people import Browser, change, confirm, corrected, open_table, sit, start_match
from tests.web.reading import page_of
from tests.web.tapping import SCRIPT

UNO = {"name": "Uno", "writes": "points", "wins": "fewest", "ends": "target", "at_target": "500"}
PAD = {
    "name": "Picnic", "writes": "pad", "rows.0.name": "Cakes", "rows.1.name": "Ants", "rows.1.kind": "count",
    "rows.1.times": "2", "rows.1.minus": "on", "rows.2.name": "Both", "rows.2.kind": "sum", "rows.2.of": "1-2",
}  # fmt: skip

BELOTE = {
    "name": "Belote", "writes": "rows", "ends": "target", "at_target": "1000", "sides": "team_size 2",
    "rows.0.name": "Cards", "rows.0.total": "162", "rows.1.name": "Bonus", "rows.1.optional": "on",
}  # fmt: skip


class Table:
    """Ana hosts; Ben and Cleo sit there too, and further players."""

    def __init__(self, app: Flask, *more: str) -> None:
        self.app, self.host = app, Browser(app)
        self.code = open_table(self.host, "Ana", "Ben", "Cleo", *more)
        self.path = f"/t/{self.code}/another"

    def define(self, **given: str) -> str:
        if "/new/" in (asked := self.host.send(self.path, given)):  # who plays alone? Ana.
            return self.host.send(
                f"/t/{self.code}/matches", {"game": "own-game", "sheet": self.sheet(asked), "start": "seat-0"}
            )
        return asked

    def sheet(self, asked: str) -> str:
        return html.unescape(there(re.search(r'name="sheet" value="([^"]+)"', self.page(asked)))[1])

    def play(self, pad: str, **more: str) -> str:
        """Where a ready pad leads: to the board of its match, or to what is asked before."""
        return self.host.send(f"{self.path}/play", {"from": pad, **more})

    def enter(self, board: str, *moves: dict[str, str]) -> TestResponse:
        return [self.host.post(f"{board}/moves", move) for move in moves][-1]

    def scores(self, board: str) -> list[int]:
        return [seat["score"] for seat in self.state(board)["seats"]]

    def sit_down(self, name: str) -> str:
        """Who takes a seat in the middle of the evening: the number of that seat."""
        services = self.app.extensions["tableside"]
        return str(services.tables.come(services.tables.find(self.code), name).seat)

    def people(self, board: str) -> str:
        return f"{self.path}/people/{board.removeprefix('/m/')}"

    def page(self, path: str = "") -> str:
        return self.host.page(path or self.path)

    def state(self, board: str) -> Any:
        return self.host.get(f"/api/v1{board.replace('/m/', '/matches/')}").get_json()["state"]

    def kept(self) -> list[str]:
        return re.findall(r'form="play" name="of" value="([^"]+)"', self.page())


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def four(app: Flask) -> Table:
    return Table(app, "Dora")


@pytest.fixture
def ben(table: Table) -> Browser:
    return sit(Browser(table.app), table.code, 1)


def test_phones_enter_the_same_round_at_once_and_only_other_points_are_doubted(table: Table, ben: Browser) -> None:
    board = table.define(**UNO)
    ben.send(f"{board}/moves", {**points("", "30"), "version": "0"})
    assert "This round already has points for Ben." in table.enter(board, points("", "31")).text
    assert table.enter(board, {**points("", "", "9"), "version": "0"}).status_code == 303
    table.enter(board, points("7", "30"))
    assert [seat["rounds"] for seat in table.state(board)["seats"]] == [[7], [30], [9]]
    assert table.enter(board, {**points("", "8"), "version": "0"}).status_code == 409


def test_what_came_too_late_is_saved_beside_what_another_phone_saved_for_others(table: Table, ben: Browser) -> None:
    board = table.define(name="Dominoes", writes="points", empty="zero", ends="target", at_target="100")
    assert "Enter 0 if no one scores." in table.enter(board, points()).text
    table.enter(board, points("4", ""))
    late = ben.post(f"{board}/moves", {**points("", "6"), "version": "0"}).text
    assert "Ana is right Ana: Ana 4 Use mine You: Ben 6" in read(late), "no claim of what was not typed"
    confirm(ben, board.removeprefix("/m/"), late, version="1")
    assert [seat["rounds"] for seat in table.state(board)["seats"]] == [[4], [6], [0]]
    another = ben.post(f"{board}/moves", {**points("3"), "version": "0"}).text
    assert "Ana is right Ana: Ana 4 Use mine You: Ana 3" in read(another)
    table.enter(board, points("", "0"))
    assert "no one scores" in read(table.page(board)), "and not that Ben has 0"


def told(browser: Browser, board: str, *figures: str, version: str) -> str:
    typed = {**points(*figures), "version": version}
    return "".join(browser.post(f"{board}/preview", typed, headers=SCRIPT).get_json()["parts"].values())


def test_a_figure_typed_before_another_phone_saved_its_own_is_set_beside_that_one_and_may_be_saved_instead(
    table: Table, ben: Browser
) -> None:
    board = table.define(**UNO)
    table.enter(board, {**points("5", "9"), "version": "0"})
    assert "Ana is right Ana: Ben 9 Use mine You: Ben 7" in read(told(ben, board, "", "7", version="0"))
    assert "Ben 9 points" in read(ben.page(board)), "as in the column of totals"
    assert "Missing: Cleo" in read(ben.post(f"{board}/moves", {**points(), "version": "1"}).text)
    table.enter(board, {**points("", "", "3"), "version": "1"})
    page = told(ben, board, "", "7", version="1")
    assert "Ana is right Ana: Ben 9 Use mine You: Ben 7" in read(page)
    confirm(ben, board.removeprefix("/m/"), page)
    assert [seat["rounds"] for seat in table.state(board)["seats"]] == [[5], [7], [3]]


def test_points_of_others_are_kept_beside_where_they_are_written_as_they_fall_and_no_round_is_named(
    table: Table, ben: Browser
) -> None:
    board = table.define(name="Free", writes="points", empty="zero")
    table.enter(board, {**points("8"), "version": "0"})
    ben.send(f"{board}/moves", {**points("", "6"), "version": "0", "_since": "points.1 0"})
    assert table.scores(board) == [8, 6, 0]
    for figure, said in (("9", "Ana is right Ana: Ana 8 Use mine You: Ana 9"), ("8", "Ana saved the same")):
        late = {**points(figure), "version": "2", "_since": "points.0 0"}
        assert said in read(ben.send(f"{board}/moves", late, 409))
    menu = read(table.page(board))
    assert "End the game Save" in menu, "what ends it stands beside what is saved"
    before = [table.page(path) for path in (f"/tv/{table.code}", f"{board}/journal")]
    table.enter(board, END)
    for page in (menu, *before, table.page(board), table.page(f"{board}/result")):
        assert not re.search("Round|this round", read(page))


def test_a_cell_another_phone_has_written_since_is_not_overwritten_without_a_word(table: Table, ben: Browser) -> None:
    board = table.define(**PAD)
    table.enter(board, {"kind": "pad", "cells.1.0": "5", "cells.2.0": "2"})
    mine = {"kind": "pad", "cells.1.0": "9", "version": "1"}
    assert ben.post(f"{board}/moves", {**mine, "version": "9"}).status_code == 409, "a page of records that were lost"
    late = ben.send(f"{board}/moves", {**mine, "_since": "cells.1.0 0"}, 409)
    ben.send(f"{board}/moves", {**mine, "_since": "cells.1.0 0", "anyway": "true"}, 409)
    assert "The pad · Which is right? Ana is right Ana: Ben: Cakes 5 Use mine You: Ben: Cakes 9" in read(late)
    confirm(ben, board.removeprefix("/m/"), late, version="1")
    assert [seat["cells"] for seat in table.state(board)["seats"]] == [{}, {"0": 9}, {"0": 2}]
    assert ben.post(f"{board}/moves", {**mine, "cells.1.0": "7", "version": "2"}).status_code == 303


SEVEN = {"name": "Seven", "writes": "pad", "rows.0.name": "Military", "rows.1.name": "Coins", "rows.2.name": "Wonder"}


@pytest.mark.parametrize(
    ("given", "theirs", "said"),
    [
        (SEVEN, {"cells.0.0": "−3", "cells.1.1": "4"}, "Ana is right Ana: Ana: Military −3 Use mine You: Ana: Military −2"),
        (SEVEN | {"writes": "rows"}, {"cells.0.0": "-3", "cells.1.1": "4"},
            "Ana is right Ana: Ana: Military −3 Use mine You: Ana: Military −2"),
        ({"name": "Free", "writes": "points"}, {"points.0": "-3"}, "Ana is right Ana: Ana −3 Use mine You: Ana −2"),
    ],
)  # fmt: skip
def test_of_two_entries_at_once_only_what_clashes_is_said_and_the_rest_is_saved_next(
    table: Table, ben: Browser, given: dict[str, str], theirs: dict[str, str], said: str
) -> None:
    board = table.define(negative="on", **given)
    first, *_ = theirs
    others = (
        ["points.1"] if first == "points.0" else [f"cells.{at}" for at in ("0.1", "1.0", "1.1", "1.2", "2.0", "2.1")]
    )
    kind = "points" if first == "points.0" else "pad"
    mine = {"kind": kind, **dict.fromkeys(others, "4"), "version": "0"}
    table.enter(board, {"kind": kind, **theirs})
    late = ben.post(f"{board}/moves", {**mine, first: "-2"}, headers=SCRIPT)
    page = "".join(late.get_json()["parts"].values())
    assert (late.status_code, said in read(page), f'data-clashing="{first}"' in page) == (409, True, True)
    # The page has not heard of the other's entry yet, and knows what was typed beside it.
    ben.send(f"{board}/moves", mine)
    assert "−3" in table.page(board)
    assert confirm(ben, board.removeprefix("/m/"), page).status_code == 303, "nothing else changes by it"
    shown = read(table.page(board))
    assert ("(was −3)" in shown, " −2 4 " in shown) == (True, True)
    assert kind == "points" or table.state(board)["seats"][1]["cells"] == {"0": 4, "1": 4, "2": 4}


WRONG: tuple[tuple[dict[str, str], str], ...] = (
    ({"name": "  "}, "A name is missing here."),
    ({"at_target": "many"}, "This must be a whole number."),
    ({"at_target": "0"}, "This is missing."),
    ({"writes": "dice"}, "This must be one of"),
    ({**PAD, "rows.2.of": "1-3"}, "It can only use rows above it."),
    ({**PAD, "rows.2.of": "all"}, "Rows it adds up, such as 1-6"),
    ({**PAD, "rows.1.name": "Cakes"}, "Another row has this name."),
    ({**PAD, "rows.1.times": ""}, "This must be a whole number."),
)


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(subtests: pytest.Subtests, table: Table) -> None:
    for wrong, told in WRONG:
        with subtests.test(wrong=wrong):
            given = {**UNO, **wrong}
            page = table.host.send(table.path, given, 400)
            assert told in page
            for name, value in given.items():
                if value.strip() and name not in ("writes", "wins", "ends") and not name.endswith("kind"):
                    assert f'name="{name}" value="{value}"' in re.sub(
                        r" (id|inputmode|maxlength)=\"[^\"]*\"", "", page
                    ), name
    assert not table.kept()


def test_a_file_takes_a_game_to_another_device(app: Flask) -> None:
    table, other = Table(app), Table(app)
    table.define(**PAD)
    [kept] = table.kept()
    file = table.host.get(f"{table.path}/{kept}.json").get_data()
    assert re.findall(r'rows.(.).minus"[^>]* checked', table.page(f"{table.path}?of={kept}")) == ["1"], "its sign"
    saved = other.host.send(f"{other.path}/file", {"file": (io.BytesIO(file), "game.json")})
    assert "Picnic Saved." in read(other.page(saved))
    assert len(other.kept()) == 1


def test_what_is_removed_is_gone_though_it_was_played_here_until_that_is_undone(table: Table) -> None:
    table.define(**PAD)
    [kept] = table.kept()
    page = table.page(table.host.send(f"{table.path}/remove", {"of": kept}))
    assert "Picnic Removed. Games already played stay. Undo" in read(page)
    assert (table.kept(), "Picnic" in table.page(f"/t/{table.code}")) == ([], True)
    assert "Picnic (removed) Bring back" in read(table.page()), "also after leaving the list"
    assert "Picnic (removed) Bring back" in read(table.page(f"{table.path}?find=pic").partition('id="found"')[2])
    table.host.post(f"{table.path}/restore", {"of": kept})
    assert (table.kept(), "removed)" in table.page()) == ([kept], False)


def test_where_no_more_games_are_saved_any_is_played_all_the_same(table: Table) -> None:
    table.define(**PAD)
    whose = token_hash(table.host.token)
    for at in range(MOST_KEPT - 1):
        table.app.extensions["tableside"].definitions.keep(whose, Definition(f"Game {at}"))
    table.play("skyjo")
    refused = table.host.send(table.path, UNO, 400)
    assert "That didn’t work This device can hold 100 games. Remove one first." in read(refused)
    assert 'value="Uno"' in refused
    board = table.define(**UNO, unkept="yes")
    assert (table.state(board)["sheet"]["name"], len(table.kept())) == ("Uno", MOST_KEPT + 2)


def test_of_several_files_the_good_ones_are_taken_in_and_each_damaged_one_is_named_with_its_place(table: Table) -> None:
    def file(called: str, **game: Any) -> tuple[io.BytesIO, str]:
        whole = {"kind": "tableside game", "format": 1, "game": {"name": "Skat", **game}}
        return io.BytesIO(json.dumps(whole).encode()), called

    rows = [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "a + zz"}]
    odd = file("odd.json", writes="pad", rows=rows)
    sent = [file("skat.json"), odd, file("uno.json", name="Uno"), file("t.json", at=-1)]
    page = table.host.post(f"{table.path}/file", {"file": sent}).text
    assert len(table.kept()) == 2
    refused = re.sub(r"<[^>]*>", "", page.partition('id="problem"')[2].partition("</div>")[0])
    assert "odd.json: game.rows.1.formula: “a + ^zz”: no row above has this name." in refused
    assert ("t.json: game.at: " in refused, "skat.json" in refused, "missing" in refused) == (True, False, False)
    page = read(table.page())
    assert "From others" in page.partition("Ready-made")[0], "neither mine nor ready"
    assert page.count("All games") == 1, "no choice is called as a button"
    two = {"file": [file("u.json", name="Uno"), file("t.json", at=-1)]}
    settings = read(Browser(table.app).send("/settings/pads", two, 400))
    assert "t.json: game.at: " in settings
    assert "Uno" in settings, "what can be kept is, beside what is refused"
    table.host.send(f"{table.path}/file", {"file": [file("a.json"), file("b.json")]})
    sent = [file("mission.json", name="Mission", together=True, ends="target", at=25)]
    of = table.host.send(f"{table.path}/file", {"file": sent}).partition("taken=")[2]
    board = table.host.send(f"{table.path}/play", {"of": of})
    assert table.state(board)["sheet"]["must_reach"], "a new game of it can be lost, though an older Tableside made it"
    assert "Something is missing" not in table.host.post(table.path, {**EVERY_KIND, "rows.4.formula": "zz"}).text


def test_a_link_carries_a_game_behind_the_sign_that_no_browser_sends(app: Flask) -> None:
    table, other = Table(app), Table(app)
    table.define(**PAD)
    table.play("skat")
    mine, _, ready = table.page().partition('id="files"')[2].partition("Ready-made games")
    assert ("Picnic" in mine, "Skat" in mine, "Skat" in ready) == (True, False, True)
    saved = table.host.get(f"{table.path}/{table.kept()[0]}.json").headers["Content-Disposition"]
    assert saved == 'attachment; filename="picnic.json"'
    link, _ = re.findall(r'readonly value="([^"]+)"', table.page())
    address, _, carried = link.partition("#")
    assert address.endswith("/pad")
    assert re.fullmatch(r"[\w-]+", carried)

    for text in (link, carried, f" {link}\n"):
        assert 'value="Picnic"' in other.host.send(f"{other.path}/link", {"link": text}, 200)
    assert not other.kept(), "it is kept only once it is begun"
    assert f"/t/{other.code}/another/link" in other.page("/pad")
    guest, seated = Browser(app), sit(Browser(app), table.code, 1)
    for browser, told, other_told in (
        (guest, "Play it here", "The host scans this code"),
        (seated, "The host scans this code", "Play it here"),
    ):
        page = read(browser.post("/pad", {"link": link}).text)
        assert ("Ants × −2" in page, told in page, other_told in page) == (True, True, False)
    for browser, told in (
        (guest, "Picnic Saved here, for tables you open. Play it here"),
        (seated, "open. The host scans this code to play it. Back to the table"),
    ):
        assert told in read(browser.page(browser.send("/pad/saved", {"link": carried})))
    to_a_table = guest.send("/pad/saved", {"link": carried, "play": "yes"})
    own = open_table(guest, "Gus", **dict(page_of(guest.page(to_a_table)).sent()))
    page = guest.page(f"/t/{own}")
    assert "Set up Picnic" in read(page)
    begin = there(re.search(r'id="next"[^>]+href="([^"]+)"', page))[1]
    assert '"name":"Picnic"' in dict(page_of(guest.page(html.unescape(begin))).sent())["sheet"]
    assert "From others Picnic" in read(guest.page(f"/t/{own}/another"))
    assert "This isn’t a Tableside game." in guest.post("/pad", {"link": "x"}).text
    skat = read(guest.post("/pad", {"link": write_link(pads()["skat"].definition)}).text)
    assert "both 59. What the cards count Points A 11" in skat, "with its lesson"


def carrying(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


HOSTILE = {"kind": "tableside game", "format": 1, "game": {"name": "x", "at": "import os"}}
DAMAGED: tuple[tuple[str | bytes, str], ...] = (
    *((text, "This isn’t a Tableside game.") for text in ("", "Ä", "_" * 70_000, b"\xff\xfe", b"PK\x03\x04")),
    *((text, "This is too large.") for text in (carrying("x" * 20_000), b"x" * 60_000)),
    *(
        (text, "This must be a whole number.")
        for text in (carrying(json.dumps(HOSTILE["game"])), json.dumps(HOSTILE).encode())
    ),
)
"""What a link carries, or a file holds; and what is said of it."""


def test_a_damaged_or_hostile_link_or_file_is_refused_with_its_place_and_keeps_nothing(
    subtests: pytest.Subtests, table: Table
) -> None:
    for given, told in DAMAGED:
        with subtests.test(given=given[:20]):
            sent: dict[str, Any] = {"link": f"http://elsewhere/pad#{given!s}"}
            if isinstance(given, bytes):
                sent = {"file": (io.BytesIO(given), "game.json")}
            page = table.host.send(f"{table.path}/{next(iter(sent))}", sent, 400)
            assert ('id="problem"' in page, told in page) == (True, True)
    assert not table.kept()


def test_one_plays_against_all_and_the_table_says_who(table: Table) -> None:
    table.define(**UNO)
    asked = table.play("scotland-yard")
    page = table.page(asked)
    assert re.search(r'<h1 id="asks">\s*Who plays alone\?\s*</h1>', page)
    assert "Ben plays alone." in re.sub(r"</?bdi>", "", page)
    chosen = {"game": "own-game", "sheet": table.sheet(asked), "who": "asked", "seat": [*"012"], "start": "seat-1"}
    board = table.host.send(f"/t/{table.code}/matches", chosen)
    assert (table.state(board)["seats"][0]["name"], table.state(board)["sides"]) == ("Ben", [[0], [1, 2]])
    table.enter(board, points("", "1"))
    assert table.state(board)["winners"] == [1, 2]
    assert "Cleo and Ana win" in table.page(f"{board}/result")


def test_the_interface_takes_a_definition_and_refuses_others_with_the_field(app: Flask, table: Table) -> None:
    match_id = start_match(table.host, table.code, "own-game", sheet='{"name":"Uno","writes":"points"}')
    exported = table.host.get(f"/m/{match_id}/match.json").get_json()
    assert json.loads(exported["options"]["sheet"]) == {"name": "Uno", "writes": "points"}
    for sheet, field in (({"name": "x", "at": 1.5}, "options.sheet.at"), (7, "options.sheet"), ("x", "options.sheet")):
        body = {"players": 2, "options": {"sheet": sheet}}
        answer = app.test_client().post("/api/v1/games/own-game/setup", json=body)
        assert (answer.status_code, answer.get_json()["field"]) == (400, field)


EVERY_KIND = {
    "name": "Bazaar", "writes": "pad", "rows.0.name": "Sets", "rows.0.kind": "steps", "rows.0.values": "1 3 6 +4",
    "rows.1.name": "Stall", "rows.1.kind": "choose", "rows.1.choices": "hut 8, long route 10", "rows.2.name": "Rolls",
    "rows.2.kind": "ranking", "rows.2.values": "6 3", "rows.3.name": "Least", "rows.3.kind": "least", "rows.3.of": "1-3",
    "rows.4.name": "Trade", "rows.4.kind": "formula", "rows.4.formula": "rolls * 2 if stall == 10 else 100 // (sets - 1)",
    "rows.5.name": "Armies", "rows.5.kind": "ranking", "rows.5.values": "3 -1", "rows.5.ties": "none",
    "rows.5.neighbours": "on", **{f"rows.{at}.counts": "on" for at in range(6)},
}  # fmt: skip


def test_a_pad_of_every_kind_of_row_goes_from_its_form_to_the_log_the_sheet_and_the_result(table: Table) -> None:
    board = table.define(**EVERY_KIND)
    cells = {0: (5, 2, 4, 4), 1: (2, 1, 4, 4), 2: (0, 0, 1, 0)}
    rows = (0, 1, 2, 5)
    given = {
        f"cells.{seat}.{row}": str(one) for seat, column in cells.items() for row, one in zip(rows, column, strict=True)
    }

    refused = table.enter(board, {"kind": "pad", **given, "cells.1.0": "1"})
    assert "“Trade = …10 else 100 // (^sets - 1)” can’t be worked out with these numbers." in refused.text
    table.enter(board, {"kind": "pad", **given})

    # Ana: 14 + 10 + half of 6 + 3 + 6; Ben: 3 + 8 + 3 + 3 + 50; Cleo: nothing, and 100 // -1. Ana and Ben beat Cleo’s army alone.
    assert [seat["rows"] for seat in table.state(board)["seats"]] == [
        [14, 10, 3, 3, 6, 3],
        [3, 8, 3, 3, 50, 3],
        [0, 0, 0, 0, -100, -2],
    ]
    assert table.scores(board) == [39, 70, -102]
    shown = {board: "Stall: long route", f"{board}/journal": "Stall: long route", f"{board}/correct/0": 'value="5"'}
    for path, said in (*shown.items(), (f"{board}/result", "−102"), (f"{board}/sheet", "−102")):
        assert said in table.page(path), path
    [kept] = table.kept()
    again = table.define(**{**EVERY_KIND, "of": kept, "rows.0.values": "1 3 6"})
    assert "1 3 6" in table.page(again)
    versions = [table.state(one)["sheet"].get("version", 1) for one in (board, again)]
    assert (versions, table.kept()) == ([1, 2], [kept]), "a change is the next version, and the match keeps its own"


def test_a_formula_that_cannot_be_read_is_marked_where_it_goes_wrong_until_it_is_right(table: Table) -> None:
    def fault(page: str) -> str:
        return read(page.partition('id="fault-4"')[2].partition(">")[2].partition("</div>")[0])

    given, told = {**EVERY_KIND, "rows.4.formula": "sets + trade"}, "“sets + ^trade”: no row above has this name."
    assert told in fault(table.host.send(table.path, given, 400))
    assert told in fault(table.host.post(f"{table.path}/example", given).text)
    right = table.host.post(f"{table.path}/example", EVERY_KIND).text
    assert ("fault-4" in right, fault(right)) == (True, "")


def test_rows_that_a_row_works_out_are_counted_once_unless_the_form_says_so(table: Table) -> None:
    farm = {"name": "Farm", "writes": "pad", "rows.0.name": "Sheep", "rows.1.name": "Cows", "rows.2.name": "Points"}
    farm |= {"rows.2.kind": "formula", "rows.2.formula": "3*sheep + 5*cows"}
    one_line = {"name": "Farm", "writes": "pad", "rows.0.name": "Sheep, Cows, Points = 3*sheep + 5*cows"}
    for given, total in (
        (farm, "8 9 18"),
        (one_line, "8 9 18"),
        (farm | {"rows.0.name": "Not", "rows.1.name": "7 É", "rows.2.formula": '3*“not” + 5 *"7 é"'}, "8 9 18"),
        ({**farm, "rows.0.counts": "on"}, "9 12 19"),
        ({"name": "Farm", "writes": "pad", "rows.0.name": "Wolves", "rows.0.minus": "on"}, "−1 −3 −1"),
    ):
        example = table.host.post(f"{table.path}/example", given).text
        assert f"Total {total}" in read(example).replace(" won", "")


def test_the_form_plays_the_end_that_it_shows(table: Table) -> None:
    assert re.search(r'value="open" id="ends_few-open"\s+checked', table.page(f"{table.path}?own=yes"))
    shown = {"ends": "target", "at_target": "500", "ends_few": "open", "at_target_few": "5", "at_rounds": "10"}
    for writes, told in (("points", "It ends at 500 points."), ("winner", "It ends when you say so.")):
        assert told in table.page(table.define(name="Dash", writes=writes, **shown))
    board = table.define(name="Dash", writes="winner", **{**shown, "ends_few": "target"})
    assert "It ends at 5 wins." in table.page(board)
    assert re.search(r'value="target" id="ends_few-target"\s+checked', table.page(f"{table.path}?of={table.kept()[0]}"))


def test_every_ready_game_is_listed_below_those_played_here_which_are_found_by_letters_too(table: Table) -> None:
    table.define(**UNO)
    table.play("skyjo")
    page, found = table.page(), table.page(f"{table.path}?find=uno")
    listed = re.findall(r'<button class="btn" form="play" name="(?:of|from)" value="([^"]+)"', page)
    # A ready one that was played stays among the ready ones, before all others.
    assert listed[:2] == table.kept()
    assert re.findall('<h2 id="(played|ready)"|<bdi>(Uno|Skyjo)<', page)[:4] == [
        ("played", ""), ("", "Uno"), ("ready", ""), ("", "Skyjo"),
    ]  # fmt: skip
    assert ({*pads()} - {*listed}, len(listed) - len({*listed})) == ({"skyjo"}, 0)
    assert re.findall(r"<bdi>(\w+)", found)[:2] == ["Uno", "Uno"]
    slip = table.page(f"{table.path}?find=skjo")
    assert re.findall(r"<bdi>(\w+)", slip)[:4] == ["Skyjo", *["skjo"] * 3], "or it is another game, called so"
    assert re.search('id="own" href="[^"]*find=skjo', slip)
    # A handful that so many can play comes first, the others behind a tap.
    assert page.partition('<details class="more">')[0].count('name="from"') == 5


def test_a_game_that_the_table_played_is_offered_to_its_next_host_too(table: Table, ben: Browser) -> None:
    table.define(**UNO)
    table.host.post(f"/t/{table.code}/seats/1/host")
    known = there(re.search(r'form="play" name="of" value="([^"]+)"', ben.page(table.path)))[1]
    assert ben.page(f"{table.path}?of={known}").count('value="Uno"') == 1
    assert "/m/" in ben.send(f"{table.path}/play", {"of": known})


def test_a_ready_pad_for_other_numbers_leads_to_who_plays_it_or_to_one_more_player(table: Table) -> None:
    few = table.host.send(f"{table.path}/play", {"from": "belote"}, 409)
    assert f'href="/t/{table.code}/seats/new?pad=belote"' in few
    table.sit_down("Dora"), table.sit_down("Emil")
    page, skat = (table.host.post(f"{table.path}/play", {"from": pad}).text for pad in ("belote", "skat"))
    assert ["Start the game" in one for one in (page, skat)] == [False, True], "in teams it asks anyhow who plays"
    way = there(re.search(r'name="from" value="belote"\s+formaction="([^"]+)"', page))[1]
    asked = table.page(table.host.send(way, {"from": "belote", "unfit": "belote"}))
    found = re.findall(r'type="checkbox" name="seat" value="(\d)"( checked)?', asked)
    assert found == [*((seat, " checked") for seat in "0123"), ("4", "")]
    assert ("Who plays together" in asked, "Ana deals first" in asked) == (True, True)
    teams = table.host.send(table.path, {**UNO, "sides": "team_size 2"})
    told, asked = "Not with 5 players. Everyone plays alone, or untick who sits out.", table.page(teams)
    assert (told in read(asked), asked.count('type="checkbox" name="seat"')) == (True, 5)
    assert "The side with" not in read(asked)
    page = table.page(f"{teams}&who=asked&seat=0&seat=1&seat=2&seat=3")
    assert (told in read(page), page.count('<p class="team">')) == (False, 2)
    skat = table.host.send(way, {"from": "skat", "unfit": "skat"})
    assert ["Not with 5 players." in read(table.page(f"{skat}{more}")) for more in ("", "&seat=4")] == [False, True]


def test_a_ready_pad_is_found_by_letters_in_the_reader_s_language_and_begun_with_one_tap(table: Table) -> None:
    for asked, offered, is_there in (
        ("zug", 'name="from" value="ticket-to-ride"', True),
        ("gin&for=3", 'name="from" value="gin-rummy"', False),
        ("gin&for=2", 'name="from" value="gin-rummy"', True),
        ("connect&for=2", "known unfit", False),
        ("connect", "known unfit", True),
        ("flip&for=12", 'value="flip-7"', True),
        ("flip&for=14", 'value="flip-7"', False),  # no round holds so many
    ):
        assert (offered in table.page(f"{table.path}?find={asked}")) == is_there, asked
    few = table.host.send(f"{table.path}/play", {"from": "belote"}, 409)
    assert "Belote · 4 players Not with 3 players." in read(few)
    assert "who=asked" not in few, "too few sit here"
    adding = there(re.search(r'href="([^"]+pad=belote)"', few))[1]
    on = there(re.search(r'action="([^"]+pad=belote)"', table.page(adding)))[1]
    assert "find=Belote" in table.host.send(on, {"name": "", "on": "true"})
    table.play("belote", unfit="belote")
    own, found = table.page(f"{table.path}?own=yes&find=Xyzzy"), table.page(f"{table.path}?find=Xyzzy")
    assert ('id="name" name="name" value="Xyzzy"' in own, f'href="{table.path}?find=Xyzzy"' in own) == (True, True)
    assert "Xyzzy · Fewest points wins" in read(found)
    way = there(re.search(r'value="fewest" formaction="([^"]+)"', found))[1]
    assert "Xyzzy" in table.page(table.host.send(way, {"from": "fewest"}))

    board = table.play("qwixx")
    table.enter(board, {"kind": "pad", "cells.0.0": "5", "cells.1.4": "2"})
    assert (table.scores(board), "Qwixx" in table.page()) == ([15, -10, 0], True)
    assert 'class="hue cr">Red <span class="s">1 3 6 … 78<' in table.page(board)
    assert "It ends after 20 rounds." in table.page(f"{table.play('wizard', confirm='true')}/setup")
    table.sit_down("Dora")
    again = table.host.send(f"{table.path}/play", {"of": table.kept()[1]}, headers={"Accept-Language": "de"})
    assert "It ends after 15 rounds." in table.page(f"{again}/setup")


def test_a_pad_in_the_devices_folder_is_offered_and_one_with_a_fault_is_named(app: Flask, own_folder: Path) -> None:
    folder = own_folder / "pads"
    folder.mkdir(parents=True)
    pad = {"kind": "tableside game", "format": 1, "game": {"name": "Cheese", "wins": "fewest"}, "names": {"de": "Käse"}}
    (folder / "cheese.json").write_text(json.dumps(pad), "utf-8")
    (folder / "mice.json").write_text(json.dumps({**pad, "game": {"name": "Mice", "at": "x"}}), "utf-8")
    (folder / "adds.json").write_text(
        json.dumps({**pad, "example": {"rounds": [[1, 2]], "totals": [1, 3], "winners": [0]}}), "utf-8"
    )
    (folder / "<b>.json").write_bytes(b"\xff")
    (folder / "notes.txt").write_text("not looked at", "utf-8")
    table = Table(app)

    page = re.sub(r"</?bdi>", "", table.page())
    for told in (
        "mice.json: game.at: This must be a whole number.",
        "adds.json: example.totals: This comes to 1 and 2, not 1 and 3.",
        "&lt;b&gt;.json: This isn’t a Tableside game.",
    ):
        assert told in page
    assert re.findall('form="play" name="from" value="(pads/[^"]*)', page) == ["pads/cheese.json"]
    assert "notes.txt" not in page
    sheet = {"name": "Cheese", "said": {"de": "Käse"}, "writes": "points", "wins": "fewest"}
    assert table.state(table.play("pads/cheese.json"))["sheet"] == sheet
    assert "Käse" in table.host.page(f"{table.path}?find=kas", headers={"Accept-Language": "de"})

    (folder / "mice.json").write_text(json.dumps({**pad, "game": {"name": "Mice"}}), "utf-8")
    (folder / "cheese.json").unlink()
    assert re.findall('name="from" value="(pads/[^"]*)', table.page()) == ["pads/mice.json"]


def points(*figures: str) -> dict[str, str]:
    return {"kind": "points", **{f"points.{seat}": one for seat, one in enumerate(figures) if one}}


def column(row: int, figures: str) -> dict[str, str]:
    return {"kind": "pad", **{f"cells.{seat}.{row}": one for seat, one in enumerate(figures) if one != " "}}


END = {"kind": "finish"}
WINS = {"writes": "winner", "ends": "rounds", "at_rounds": "1"}
SHEEP = {
    "writes": "rows", "ends": "rounds", "at_rounds": "2", "rows.0.name": "Sheep", "rows.0.counts": "off",
    "rows.1.name": "Points", "rows.1.kind": "formula", "rows.1.formula": "sheep * (5 if round == 2 else 1)",
}  # fmt: skip
KINDS: dict[str, tuple[dict[str, str], tuple[dict[str, str], ...], str, str, tuple[int, ...], str]] = {
    "most points": ({}, (points("20", "0", "7"), END), "Ana 20", "Ana wins with 20 points.", (0,),
        "1. Ana 20 2. Cleo 7 3. Ben 0"),
    "won together": ({**WINS, "together": "on"}, (points("1"),), "You did it together!", "You did it together!",
        (0, 1, 2), "Ana Ben Cleo"),
    "lost together": ({**WINS, "together": "on"}, ({"kind": "points"},), "You lost together.", "You lost together.", (),
        "Ana Ben Cleo"),
    "together to a score": ({"together": "on", "ends": "target", "at_target": "25"}, (points("10"), points("17")),
        "Ana, Ben and Cleo 17", "You did it together!", (0, 1, 2), "Ana Ben Cleo 27 points"),
    "one against all": ({"sides": "alone"}, (points("4", "9"), END), "Ben and Cleo 9",
        "Ben and Cleo win with 9 points.", (1, 2), "1. Ben Cleo 9 2. Ana 4"),
    "teams": ({"sides": "team_count 2"}, (points("7", "4"), END), "Ana and Cleo 7 and Ben 4",
        "Ana and Cleo win with 7 points.", (0, 2), "1. Ana Cleo 7 2. Ben 4"),
    "places of teams": ({"sides": "team_count 2", "writes": "places"}, (points("1", "2"), END),
        "Ana and Cleo 1 and Ben 2", "Ana and Cleo win.", (0, 2), "1. Ana Cleo 1 2. Ben 2"),
    "a row for everyone": ({"writes": "pad", "rows.0.name": "Pot", "rows.0.shared": "on", "rows.1.name": "Maki"},
        ({"kind": "pad", "cells.0.0": "4", **{f"cells.{seat}.1": str(seat) for seat in range(3)}},),
        "Pot 4 · Maki: Ana 0, Ben 1 and Cleo 2", "Cleo wins with 6 points.", (2,), "1. Cleo 6"),
    "who won": ({**WINS, "ends": "open"}, (points("", "1"), END), "Ben won", "Ben wins with 1 win.", (1,),
        "1. Ben 1 2. Ana 0 2. Cleo 0"),
    "places": ({"writes": "places"}, (points("2", "1", "3"), END), "Ana 2, Ben 1", "Ben wins.", (1,),
        "1. Ben 1 2. Ana 2 3. Cleo 3"),
    "zero-sum": ({"empty": "rest", "negative": "on"}, (points("", "10"), END), "Ben 10 · the rest: −10", "Ben wins with 10 points.",
        (1,), "1. Ben 10 2. Ana −5 2. Cleo −5"),
    "a pad": ({"writes": "pad", "rows.0.name": "Sheep"},
        (column(0, "012"),), "Sheep: Ana 0, Ben 1 and Cleo 2", "Cleo wins with 2 points.", (2,), "1. Cleo 2"),
    "rows each round": (SHEEP, (column(0, "012"),) * 2, "Sheep: Ana 0, Ben 1 and Cleo 2", "Cleo wins with 12 points.", (2,),
        "1. Cleo 12"),
}  # fmt: skip
"""Of each kind of result what the form says of it, what is entered, how the log tells it, how it ends, who wins, the ranking."""


def read(page: str) -> str:
    return " ".join(
        re.sub(
            r"<svg.*?</svg>|<span class=\"mark.*?</span>|<[^>]+>", " ", re.sub(r"</?bdi>(</span>(?=:))?", "", page)
        ).split()
    )


@pytest.mark.parametrize("kind", few_first([*KINDS], 5, "test"))
def test_every_kind_of_result_goes_all_the_way(table: Table, kind: str) -> None:
    form, entered, logged, ends, winners, ranked = KINDS[kind]
    board = table.define(**{**UNO, "name": "Ludo", "wins": "most", "ends": "open", **form})
    for move in entered:
        table.host.send(f"{board}/moves", {**move, "anyway": "true"})
    assert table.state(board)["winners"] == [*winners]
    result, screen, night = f"{board}/result", f"/tv/{table.code}", f"/t/{table.code}/evening"
    said = {**dict.fromkeys((board, screen, result, f"{board}/sheet"), ends), f"{board}/journal": logged}
    assert [path for path, one in said.items() if one not in read(table.page(path))] == []
    page = table.page(result)
    assert read(page.partition('<ol class="sum">')[2].partition("</ol>")[0]).startswith(ranked)
    assert table.page(f"{board}/sheet").count('class="won"') == len(winners), "a crown at the name of each who won"
    assert ("How it went" in page) != (kind.endswith("together") or ">The pad<" in page)
    assert page.find("How it went") <= page.find("by-stretch"), "drawn before it stands in figures"
    assert (" rank " in read(table.page(night))) == (winners != ())
    places = re.findall(r'font-size="56">', table.page(f"{board}/picture.svg"))
    assert len(places) == {"together": 0, "sides": 2}.get(next(iter({"together", "sides"} & {*form}), ""), 3)
    api = board.replace("/m/", "/api/v1/matches/")
    files = [f"{board}/match.json", *(f"{api}/export.{one}" for one in ("csv", "json", "bgsplay"))]
    for path in (f"/t/{table.code}", "/", "/history", f"{board}/sheet?size=large", f"{board}/correct/0", *files):
        assert table.page(path)
    [game] = json.loads(table.page(files[-1]))["games"]
    assert (game["cooperative"], game["usesTeams"]) == ("together" in form, "sides" in form)
    for language in ("fr", "es", "de"):
        for path in (board, result, f"{screen}?lang={language}"):
            assert table.host.page(path, headers={"Accept-Language": language})
    table.host.post(f"{board}/undo")
    assert (table.state(board)["winners"], "Redo" in read(table.page(board))) == (None, True)
    table.host.post(f"{board}/redo")
    assert table.state(board)["winners"] == [*winners]


TEAMS = {**UNO, "ends": "open", "sides": "team_count 2", "wins": "most"}
HIDDEN = {**UNO, "ends": "open", "hidden": "on"}
SHOWN: dict[str, tuple[dict[str, str], tuple[dict[str, str], ...], dict[str, str], list[int]]] = {
    "its name stands beside the round and what ends it": (UNO, (), {"": "Round 1 · Uno It ends at 500 points."}, [0, 0, 0]),
    "a single race has no total": (
        {**WINS, "name": "Dash", "writes": "places"}, (), {"": "result Finishing order rank 1 2 3 Ana Ben Cleo 0 0 0 Save Who",
            "/sheet": "# Ana Ben Cleo 1 Finishing order"}, [0, 0, 0]),
    "its name stands alone where nothing does": ({**UNO, "ends": "open"}, (), {"": "Round 1 Uno"}, [0, 0, 0]),
    "hidden figures are told to no one before the end": (
        HIDDEN, (points("20", "987", "7"),), {"/journal": "points, hidden until the end"}, [0, 0, 0]),
    "hidden figures are told at the end": (HIDDEN, (points("20", "987", "7"), END), {"/journal": "Ben 987"}, [20, 987, 7]),
    "a pad of which only who left has open rows is full": (
        PAD, ({"kind": "pad", **dict(zip(("cells.0.0", "cells.0.1", "cells.1.0", "cells.1.1", "cells.2.0"),
            ("9", "1", "5", "0", "99"), strict=True))}, {"kind": "leave", "seat": "2"}),
        {"/result": "Ana wins with 7 points."}, [7, 5, 99]),
    "partners share a column": (
        TEAMS, (points("7", "4"), points("1", "2"), END),
        {"/result": "Ana Cleo Ben 1 7 4 2 8 6", "table": "Ana and Cleo win.", "/sheet": "1 7 7 4 4 2 1 8 2 6 "}, [8, 6, 8]),
    "a sum stays as it was typed": (
        UNO, (points("3+6+2", "12x3", "7"),),
        {"/journal": "Ana 3+6+2 = 11, Ben 12×3 = 36", "/sheet": "1 3+6+2 11 11 12×3 36 36 7 7 2"}, [11, 36, 7]),
    "a sum too long for its field is in the log alone": (
        UNO, (points("11", "100+100+100", "7"),), {"/sheet": "1 11 11 300 300 7 7 2"}, [11, 300, 7]),
    "each row that is worked out stands on the sheet": (
        {"name": "Two", "writes": "rows", "rows.0.name": "Eggs",
         "rows.1.name": "Cost = -eggs", "rows.2.name": "Sale = 3 * eggs"},
        (column(0, "123"),), {"/sheet": "1 1 −1 +3 2 2 −2 +6 4 3 −3 +9 6"}, [2, 4, 6]),
    "all agree who leads while a round is half entered": (
        {**UNO, "wins": "most", "ends": "open"}, (points("5", "9", "2"), points("30")),
        {"": "Ana leads by 26", "television": "Ana in the lead +30 35 Ben 9 Cleo 2"}, [5, 9, 2]),
    "no one leads by having entered nothing of it": (
        {**UNO, "ends": "open"}, (points("5", "9", "2"), points("30")),
        {"": "Undo Total this round", "television": "Cleo 2 Ben 9 Ana +30 35"}, [5, 9, 2]),
}  # fmt: skip
"""A game, what is entered, what its pages say then, and the points."""


def test_what_is_entered_is_shown_as_the_game_has_it(subtests: pytest.Subtests, app: Flask) -> None:
    for case, (form, entered, pages, scores) in SHOWN.items():
        with subtests.test(case):
            table = Table(app)
            board = table.define(**form)
            for move in entered:
                table.enter(board, move)
            where = {"table": f"/t/{table.code}", "television": f"/tv/{table.code}"}
            told = {page: read(table.page(where.get(page, board + page))) for page in pages}
            assert {page: said for page, said in told.items() if pages[page] not in said} == {}
            assert not [
                page for page in told if page == "/sheet" and ("OW-" in told[page] or "House rules" in told[page])
            ]
            assert table.scores(board) == scores


def test_a_rank_that_nobody_can_have_is_marked_where_it_is_typed(table: Table) -> None:
    wrong = table.enter(table.define(name="Race", writes="places", ends="open"), points("1", "7", "2")).text
    assert re.findall(r'name="points.(\d)"[^>]*aria-invalid', wrong) == ["1"]


def test_what_is_typed_is_reckoned_before_it_is_saved_unless_nobody_is_to_know(table: Table) -> None:
    for hidden, told in (({}, True), ({"hidden": "on"}, False)):
        board = table.define(**UNO, **hidden)
        page = table.host.post(f"{board}/preview", points("3+6", "4", "0")).text
        for said in ('<data value="total.0">9</data>', '<data value="ahead">2</data>', "Cleo leads by 4"):
            assert (said in page) == told
        assert "9 points" not in read(page), "at the top stands what is saved"
    pad = table.define(**EVERY_KIND)
    typed = {"kind": "pad", "cells.0.0": "5", "cells.0.1": "2", "cells.0.2": "4", "cells.1.2": "1"}
    page = table.host.post(f"{pad}/preview", typed).text
    reckoned = {"row.0.0": 14, "row.0.3": 6, "row.0.4": 12, "total.0": 48, "total.1": 3, "ahead": 0}
    for place, figure in reckoned.items():
        assert f'<data value="{place}">{figure}</data>' in page, place


def test_bids_come_before_a_round_and_tricks_after_it_and_the_rule_makes_the_points(table: Table, ben: Browser) -> None:
    board = table.play("wizard")
    ben.post(f"{board}/moves", {**column(0, " 0 "), "seat": "1"})
    table.enter(board, column(0, "1 1"))
    assert [seat["cells"] for seat in table.state(board)["seats"]] == [{"0": 1}, {"0": 0}, {"0": 1}]
    assert "Round 1" in table.page(board)
    assert '<data value="total.2">−10</data>' in table.host.post(f"{board}/preview", column(1, "010")).text
    table.enter(board, column(1, "010"))

    page = table.page(board)
    assert "Round 2" in page
    assert "Points: Ana −10, Ben −10, Cleo −10" in read(table.page(f"{board}/journal"))
    assert re.findall(r"[+−]\d+", page.partition('class="of-round"')[2].partition("</span>")[0]) == ["−10"] * 3
    assert [seat["rounds"] for seat in table.state(board)["seats"]] == [[-10], [-10], [-10]]
    sheet = read(table.page(f"{board}/sheet"))
    assert "Bid / Tricks Total 1 1/0 −10 −10 0/1 −10 −10 1/0 −10 −10 2 3" in sheet
    assert "Points (Bid = Tricks: 20 + 10 × Tricks · Otherwise: −10 × difference of Bid and Tricks)" in sheet
    assert "Without points for" in table.enter(board, column(0, "1"), END).text
    table.enter(board, {**END, "anyway": "true"})
    for path in (board, f"{board}/result", f"{board}/sheet", f"{board}/journal", f"/tv/{table.code}"):
        assert "Wizard" in table.page(path), path


def test_the_television_says_what_is_awaited_and_keeps_a_round_in_sight_until_the_next_begins(table: Table) -> None:
    board = table.play("wizard")

    def seen(*moves: dict[str, str]) -> list[str]:
        """What is awaited, from whom, and the pad: of which round, and what stands in its first row."""
        for move in moves:
            table.enter(board, move)
        page = table.page(f"/tv/{table.code}")
        pad = read(page[page.index('class="sheetpad"') : page.index("</table>")])
        still = re.search(r"Still missing:(.*?)</p>", page, re.S)
        names = re.findall(r"<bdi>(\w+)", still[1]) if still else []
        return [re.findall(r"<h1>(.*?)</h1>", page)[0], *names, *re.findall(r"Round \d|Bid [\d ]*", pad)]

    assert seen() == ["Bid", "Round 1", "Bid "]
    assert seen(column(0, "1 0")) == ["Bid", "Ben", "Round 1", "Bid 1 0 "]
    assert seen(column(0, " 1"), column(1, "1")) == ["Tricks", "Ben", "Cleo", "Round 1", "Bid 1 1 0 "]
    assert seen(column(1, " 00")) == ["Bid", "Round 1", "Bid 1 1 0 "]
    assert seen(column(0, "2")) == ["Bid", "Ben", "Cleo", "Round 2", "Bid 2 "]
    assert 'class="board chart"' in table.page(f"/tv/{table.code}"), "and below it how the totals grew"


def test_the_television_has_a_card_for_each_who_plays_and_says_on_it_who_has_left(table: Table) -> None:
    table.define(name="Rescue", writes="winner", together="on")
    cards = re.compile(r"<li[^>]*>\s*<span class=\"side\">.*?</li>", re.S)
    assert [*map(read, cards.findall(table.page(f"/tv/{table.code}")))] == ["Ana", "Ben", "Cleo"]
    board = table.define(**UNO)
    table.enter(board, {"kind": "leave", "seat": "1"}, points("4"))
    assert [*map(read, cards.findall(table.page(f"/tv/{table.code}")))] == ["Ana 4", "Ben has left", "Cleo"]


def test_rows_of_a_ready_game_are_called_as_each_reader_calls_them_those_of_a_table_as_it_does(table: Table) -> None:
    board = table.play("wizard")
    table.enter(board, column(0, "1"))
    for path in (board, f"{board}/journal", f"/tv/{table.code}"):
        pages = [table.page(f"{path}{asked}") for asked in ("", "?language=fr&lang=fr")]
        assert [("Bid" in page, "Annonce" in page) for page in pages] == [(True, False), (False, True)], path

    dice = table.play("yahtzee")
    for language, name in (("de", "Kniffel"), ("en", "Yahtzee")):
        for path in (dice, f"{dice}/sheet", f"/tv/{table.code}"):
            page = table.page(f"{path}?language={language}&lang={language}")
            assert (name in page, page.count("Kniffel") > 0) == (True, language == "de"), (path, language)
    form = table.page(f"{table.path}?from=wizard")
    asked = re.findall(r'name="(rows\.[0-9]\.(?:name|said|was|formula))" value="([^"]+)"', form)
    typed = {name: html.unescape(value) for name, value in asked}
    typed |= {"rows.0.name": "Guess", "rows.2.kind": "formula"}
    changed = table.define(name="Wizard at ours", writes="rows", **typed)
    page = table.page(f"{changed}?language=fr&lang=fr")
    assert ("Guess" in page, "Plis" in page, "Annonce" in page) == (True, True, False)


def test_a_sum_stays_as_it_was_typed_counts_added_up_and_opens_again(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("3+6+2", "12x3", "7"))
    edit = table.page(f"{board}/correct/0")
    assert ('value="12x3"' in edit, '<span data-reckons="total.1">36</span>' in edit) == (True, True)
    pad = table.define(**PAD)
    table.enter(pad, {"kind": "pad", "cells.0.0": "5+5-1", "cells.0.1": "2"})
    assert table.state(pad)["seats"][0]["rows"] == [9, -4, 5]
    assert "Cakes 5+5−1 9 Ants × −2 −4" in read(table.page(f"{pad}/sheet"))
    assert "“3+” isn’t a whole sum." in table.enter(pad, {"kind": "pad", "cells.0.0": "3+"}).text
    for wrong in ("a", "1++1", "3+six", "999999x2", "1" * 41, "__import__"):
        table.host.send(f"{pad}/moves", {"kind": "pad", "cells.0.0": wrong}, 400)
    table.enter(pad, {"kind": "pad", **{f"cells.{seat}.{row}": "1" for seat in (1, 2) for row in (0, 1)}})
    assert "Ants × −2 2 −4 1 −2 1 −2" in read(table.page(pad)), "as it was written, with what it comes to"


def test_a_figure_that_is_refused_stays_typed_and_none_that_is_in_opens_again(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("12"))
    refused = table.host.send(f"{board}/moves", points("", "8x"), 400)
    assert ('value="8x"' in refused, 'name="points.0"' in refused) == (True, False)


def test_who_leaves_is_no_longer_waited_for_and_comes_back_and_every_page_says_so(table: Table) -> None:
    board = table.define(**{**UNO, "wins": "most", "at_target": "50", "dealer": "on"})
    table.enter(board, points("20", "40", "7"), points("5", "", "6"), {"kind": "leave", "seat": "1"})
    state = table.state(board)
    assert (state["round"], state["dealer"]) == (2, 2), "the round waited for Ben alone"
    assert [seat["rounds"] for seat in state["seats"]] == [[20, 5], [40, 0], [7, 6]]
    page = table.page(board)
    assert ("Ana leads by 12" in page, page.count("has left"), 'name="points.1"' in page) == (True, 1, False)
    assert table.enter(board, points("", "3")).status_code == 422
    last = table.enter(board, {"kind": "leave", "seat": "0", "counts": "true"}, {"kind": "leave", "seat": "2"})
    assert (last.status_code, "Cleo is the last one here." in last.text) == (422, True)
    comings = read(table.page(table.people(board)))
    assert ("Ben is back" in comings, "Cleo is leaving" in comings) == (True, False)
    assert table.people(board) in table.page(board)
    table.enter(board, {"kind": "come_back", "seat": "0"}, points("31", "", "2"))
    assert "Ben left in round 2 and is ranked last." in read(table.page(f"{board}/sheet"))
    assert all(one in read(table.page(f"{board}/journal")) for one in ("Ben leaves", "Ana plays again"))
    assert table.state(board)["winners"] == [0]
    assert "2. Cleo 15 3. Ben has left 40" in read(table.page(f"{board}/result").partition('<ol class="sum"')[2])


def test_an_edited_entry_says_what_it_changed_and_what_stood_there_before(app: Flask, table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("12", "5", "3"), points("1", "1", "1"))
    corrected(table.host, board.removeprefix("/m/"), 0, points("10", "5", "4"))
    for page in (table.page(board), Browser(app).page(board), table.page(f"/tv/{table.code}")):
        assert "Round 1: Ana 10 (was 12) and Cleo 4 (was 3)" in read(page)
    table.host.post(f"{board}/undo", {})
    assert "Undid: Ana 10 (was 12) and Cleo 4 (was 3)" in read(table.page(board)), "Ben keeps 5"
    assert "undid: Ana 10 (was 12) and Cleo 4 (was 3)" in read(table.page(f"{board}/journal"))
    match_id = start_match(table.host, table.code, "points", rounds="3")
    table.host.enter(match_id, {"kind": "score", "points": [5, 16, 1]})
    corrected(table.host, match_id, 0, {"kind": "score", "points": [5, 61, 1]})
    for page in (f"/m/{match_id}", f"/tv/{table.code}"):
        assert "Round 1 corrected by Ana: Ben 16 → 61" in read(table.page(page)).replace("\u00a0", " ")
    table.host.post(f"{board}/redo", {})
    ended = table.define(**{**UNO, "at_target": "20"})
    table.enter(ended, points("22", "5", "3"))
    corrected(table.host, ended.removeprefix("/m/"), 0, points("21", "5", "3"))
    preview = change(table.host, f"{ended}/correct/0", points("12", "5", "3"))
    assert "Save for everyone Round 1 corrected: the game goes on" in read(preview)
    corrected(table.host, ended.removeprefix("/m/"), 0, points("12", "5", "3"))
    log = read(table.page(f"{ended}/journal"))
    assert (log.count("edited in entry 3"), log.count("undone")) == (2, 0)
    television = table.page(f"/tv/{table.code}")
    assert "Round 1 corrected: the game goes on" in read(television)
    assert 'class="gain"' not in television, "it would read as what the correction brought"
    preview = change(table.host, f"{ended}/correct/0", points("20", "5", "3"))
    assert "Save for everyone The game is over: Cleo wins." in read(preview)
    corrected(table.host, ended.removeprefix("/m/"), 0, points("20", "5", "3"))
    log = read(table.page(f"{ended}/journal"))
    assert ("Round 2" in log, log.count("edited in entry")) == (False, 3), "it was never played"
    pad = table.define(**PAD)
    table.enter(pad, {"kind": "pad", "cells.0.0": "9", "cells.1.0": "2"})
    corrected(table.host, pad.removeprefix("/m/"), 0, {"kind": "pad", "cells.0.0": "8", "cells.1.0": "2"})
    assert "The pad: Ana: Cakes 8 (was 9)" in read(table.page(pad))
    corrected(table.host, pad.removeprefix("/m/"), 0, {"kind": "pad", "cells.0.0": "8", "cells.2.0": "2"})
    assert "Ben: Cakes – (was 2) and Cleo: Cakes 2 (was –)" in read(table.page(pad)), "what one lost is said too"
    assert ("Round" in read(table.page(f"{pad}/result")), "Cakes" in read(table.page(f"{pad}/result"))) == (False, True)


def test_an_edit_of_a_round_that_must_add_up_opens_what_another_entry_holds_of_it(four: Table) -> None:
    board, host = four.define(**BELOTE), four.host
    four.enter(board, {"kind": "pad", "cells.0.0": "90"}, {"kind": "pad", "cells.1.0": "72"})
    asked = f"{board}/correct/0"
    assert {"cells.0.0", "cells.1.0"} <= {*re.findall(r'name="(cells[^"]+)"', host.page(asked))}
    shown = change(host, asked, {"kind": "pad", "cells.0.0": "82", "cells.1.0": "80"})
    assert "This no longer fits" not in shown
    assert "Total before after Ana + Cleo 90 82 Ben + Dora 72 80" in read(shown), "once for each team"
    confirm(host, board.removeprefix("/m/"), shown)
    assert "Ana and Cleo: Cards 82 (was 90) · Ben and Dora: Cards 80 (was 72)" in read(host.page(board))
    alone = change(host, asked, {"kind": "pad", "cells.0.0": "90", "cells.1.0": "80"})
    assert ("This no longer fits" in alone, "OW-7" in alone) == (True, False)
    tied = four.define(**{**UNO, "ends": "rounds", "at_rounds": "1"})
    four.enter(tied, points("5", "5", "5", "5"))
    wins = change(host, f"{tied}/correct/0", points("4", "5", "5", "5")).partition("Who wins")[2].partition("</tr>")[0]
    assert (wins.count('class="mark'), "Ana" in read(wins)) == (4, True), "all four who won by their faces"


def test_the_end_of_a_game_is_asked_last_in_the_menu_and_says_what_follows(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("12", "5", "3"))
    table.enter(board, points("7"))
    assert "Uno isn’t finished. Back to the game Stop without a result" in read(table.page())
    menu = re.findall(r'<nav aria-label="More">(.*?)</nav>', table.page(board), re.DOTALL)[0]
    assert re.findall(r'action="([^"]+)"', menu) == [f"{board}/preview"]
    assert menu.rpartition("<a")[2].count('value="finish"') == 1
    asked = read(table.host.post(f"{board}/preview", {"kind": "finish"}).text)
    for said in ("End without this round Cleo wins", "End with this round Ben and Cleo: 0 Cleo wins with 3 points."):
        assert said in asked
    table.enter(board, {"kind": "finish", "counts": "true", "anyway": "true"})
    assert [seat["rounds"] for seat in table.state(board)["seats"]] == [[12, 7], [5, 0], [3, 0]]


def test_of_four_at_skat_the_dealer_sits_out_and_has_no_box(four: Table) -> None:
    board = four.play("skat")
    for number in range(4):
        page = four.page(board)
        assert ("Who deals?" in page) == (number == 0)
        boxes = [str(seat) for seat in range(4) if seat != four.state(board)["dealer"] == number]
        assert re.findall(r'name="points.(\d)"', page) == boxes
        four.enter(board, points(*("20" if seat == (number + 1) % 4 else "" for seat in range(4))))


def test_who_plays_with_whom_is_asked_before_a_game_in_teams_and_a_tap_swaps_neighbours(four: Table) -> None:
    def teams(page: str) -> list[str]:
        return re.findall(r"<bdi>(\w+)", page.partition('class="teams"')[2].partition("</fieldset>")[0])

    page = four.page(asked := four.play("belote"))
    assert ("Who plays together" in page, teams(page)) == (True, ["Ana", "Cleo", "Ben", "Dora"])
    sheet = {"sheet": four.sheet(asked)}
    swapped = four.host.post(f"/t/{four.code}/new/own-game", {"shift": "1:1", **sheet}).text
    assert teams(swapped) == ["Ana", "Ben", "Cleo", "Dora"]
    state = four.state(four.host.send(f"/t/{four.code}/matches", {"game": "own-game", **sheet}))
    assert state["sides"] == [[0, 2], [1, 3]]
    assert [seat["name"] for seat in state["seats"]] == ["Ana", "Cleo", "Ben", "Dora"]


def test_figures_beyond_what_a_round_can_bring_are_questioned(four: Table) -> None:
    belote = four.define(**BELOTE)
    asked = four.enter(belote, {"kind": "pad", "cells.0.0": "100", "cells.1.0": "61", "cells.0.1": "20"})
    assert "“Cards” adds up to 161, not 162." in asked.text
    assert re.findall(r'name="([^"]+)"[^>]*aria-invalid', asked.text) == ["cells.0.0", "cells.1.0"]
    four.enter(belote, {"kind": "pad", "cells.0.0": "100", "cells.1.0": "62", "cells.0.1": "20"})
    assert four.scores(belote) == [120, 62, 120, 62]
    added_up = {"rows.1.kind": "sum", "rows.1.of": "1", "rows.1.total": "162"}
    assert four.define(**{**BELOTE, **added_up}), "a row of another kind now, with what its page kept of the one before"
    throws = four.define(**{**UNO, "wins": "most", "at_target": "50", "exact": "on", "up_to": "12", "misses": "3"})
    ends = "It ends at exactly 50 points. A round that goes beyond counts 0. After 3 rounds of 0 in a row, you’re out."
    assert ends in read(four.page(throws))
    assert [four.enter(throws, points(one)).status_code for one in ("13", "12")] == [422, 303]


def test_who_joins_in_the_middle_begins_with_what_the_table_says_and_every_page_says_so(table: Table) -> None:
    board = table.define(**{**UNO, "wins": "most", "dealer": "on"})
    table.enter(board, points("20", "40", "8"), points("1", "2", "4"))
    dora, comings = table.sit_down("Dora"), table.people(board)
    assert "Dora is joining" in read(table.page(comings))
    table.host.send(comings, {"seat": "7", "start": "zero"}, 400)
    new = table.host.send(comings, {"seat": dora, "start": "average"})
    state = table.state(new)
    assert [(one["score"], one["since"]) for one in state["seats"]] == [(21, 1), (42, 1), (12, 1), (25, 3)]
    assert (state["seats"][3]["name"], state["round"], state["dealer"]) == ("Dora", 2, 2)
    for path in (f"{new}/journal", new, f"/tv/{table.code}"):
        assert "Dora joins in round 3, starting at 25" in read(table.page(path))
    assert "Dora joins in round 3" in read(table.page(f"{new}/sheet"))
    assert table.host.get(comings).status_code == 404, "the earlier match is broken off"
    assert table.host.get(board).headers["Location"] == new
    assert "topped" not in table.page(f"/t/{table.code}") + table.page(f"/t/{table.code}/evening")
    assert board not in (history := table.page("/history")), "one game, although two matches made it"
    assert ('class="s faces"' in history, 'class="played"' in history) == (True, False), "by their signs, in one line"
    log = table.page(f"{new}/journal")
    assert f'href="{board}/journal"' in log, "as they were entered"
    assert re.findall(r"entered by (\w+)", log) == ["Ana"], "who let Dora in, and not who wrote before"
    assert re.findall(r"/correct/(\d+)", log) == ["2", "1"], "the rounds before, but not who joined"
    table.host.post(f"{new}/undo")
    assert 'name="points.3"' not in table.page(new), "the round that is open again was not Dora’s"
    assert "Dora joins in round 3" in table.host.send(f"{new}/moves", points("", "", "", "1"), 422)
    table.enter(new, points("1", "2", "4"))
    form = table.page(f"{new}/correct/1")
    assert ('name="points.0"' in form, 'name="points.3"' in form) == (True, False)
    corrected(table.host, new.removeprefix("/m/"), 1, points("19", "40", "8"))
    assert table.scores(new) == [20, 42, 12, 25]
    table.enter(new, points("0", "0", "0", "18"), END)
    assert table.state(new)["winners"] == [3]
    alone = table.define(**UNO)
    table.enter(alone, {"kind": "carry_on", **{f"carried.{seat}": "1" for seat in range(4)}})
    assert (table.state(alone)["seats"][0]["score"], table.host.get(f"{alone}/journal").status_code) == (1, 200)


def test_someone_without_a_seat_joins_by_name_and_keeps_what_was_typed_where_that_is_refused(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("20", "40", "8"))
    table.host.post(f"/t/{table.code}/seats/1/left", {"left": "true"})
    sent = {"start": "number", "points": "12"}
    refused = table.host.send(table.people(board), {"name": "ben", **sent}, 400)
    for kept in ('value="ben"', 'value="12"', 'value="number" selected'):
        assert kept in refused
    new = table.host.send(table.people(board), {"name": "Jean-Baptiste", **sent})
    assert [(one["name"], one["score"]) for one in table.state(new)["seats"]][3:] == [("Jean-Baptiste", 12)]


def test_no_one_joins_teams_that_could_no_longer_be_told_apart(four: Table) -> None:
    board = four.define(name="Belote", writes="points", ends="open", sides="team_size 2")
    for who in ({"seat": four.sit_down("Emil")}, {"name": "Fay"}):
        assert "Teams stay as they are." in four.host.send(four.people(board), {**who, "start": "zero"}, 400)
    assert (four.state(board)["phase"], "Fay" in four.page(f"/t/{four.code}")) == ("play", False)


def test_a_ready_pad_that_is_chosen_shows_its_example_worked_out_beside_the_form(table: Table) -> None:
    example = read(table.page(f"{table.path}?from=wizard").partition('id="example"')[2].partition("</section>")[0])
    assert "1 Bid 0 1 0 Tricks 0 1 0 Points 20 30 20 2 Bid 1 0 2" in example
    assert "Total −10 20 80 won" in example
    assert 'id="example"' not in table.page()
    one_line = {
        "writes": "rows",
        "rows.0.name": "Bid, Tricks, Points = 20 + 10*tricks if tricks == bid else 0 - tricks",
    }
    reckoned = read(table.host.post(f"{table.path}/example", one_line).text)
    assert "Bid 1 3 1 Tricks 1 0 3 Points 30 0 −3 Total 30 won 0 −3" in reckoned
    for unread in ({"rows.0.name": "Points = cards"}, {"writes": "points", "rows.0.name": ""}):
        assert read(table.host.post(f"{table.path}/example", {**one_line, **unread}).text) == ""


def test_a_kept_game_is_a_code_that_a_phone_scans_unless_its_link_is_too_long(table: Table) -> None:
    table.define(**UNO)
    page = table.page()
    way = there(re.search(rf"{table.path}/[^/]+/code", page))
    link = there(re.search(r'readonly value="([^"]+)"', page))
    assert qr_svg(link[1], f"Code to scan with a phone: {link[1]}") in table.page(way[0])
    table.define(
        name="Long", writes="pad", **{f"rows.{at}.name": f"Row number {at} of a very long pad" for at in range(40)}
    )
    page = table.page()
    assert (page.count('readonly value="'), len(re.findall(rf"{table.path}/[^/]+/code", page))) == (2, 1)


def test_who_is_out_is_no_longer_asked(table: Table) -> None:
    last = table.define(**{**UNO, "wins": "last", "ends": "open", "at_target": "3", "dealer": "on"})
    table.enter(last, points("1", "3", "0"))
    page = table.page(last)
    assert ('name="points.1"' in page, "Cleo leads by 1" in read(page)) == (False, True)
    assert "Ben is out of the game." in read(table.enter(last, points("", "1")).text)
    leaving = read(table.page(table.people(last)))
    assert re.search("leave keep their points.* Ana is leaving", leaving), "the box stands above what acts at once"
    assert "Ben is leaving" not in leaving
    table.enter(last, points("1", "", "2"))
    state = table.state(last)
    assert (state["round"], state["dealer"], state["phase"]) == (2, 0, "play")
    assert "You’re out at 3 points." in read(table.page(f"{last}/sheet"))


def test_a_round_is_edited_whole_whoever_entered_it(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("12", "6"), {"kind": "points", "points.2": "3+6"})
    whole = ["points.0", "points.1", "points.2"]
    assert re.findall(r'class="figure[^"]*" name="([^"]+)"', table.page(f"{board}/correct/1")) == whole
    emptied = table.host.post(f"{board}/correct/1/preview", {"kind": "points", **dict.fromkeys(whole, "")}).text
    assert re.findall(r'class="figure[^"]*" name="([^"]+)"', emptied) == whole
    preview = change(table.host, f"{board}/correct/1", points("13", "6", "10"))
    assert ("Ana 13" in read(preview), "Cleo 10" in read(preview)) == (True, True)
    confirm(table.host, board.removeprefix("/m/"), preview)
    assert table.scores(board) == [13, 6, 10]
    log = read(table.page(f"{board}/journal"))
    assert "Ana 13 (was 12)" in log
    assert "edited entry 1: Ana 13, Ben" not in log
    rows = table.play("wizard")
    table.enter(rows, column(0, "10"), column(1, "1"))
    assert 'name="cells.1.0"' in table.page(f"{rows}/correct/1")
    hidden = table.define(name="Race", writes="places", ends="open", hidden="on")
    table.enter(hidden, points("3"))
    page = table.page(f"{hidden}/correct/0")
    assert ('name="points.0"' in page, " required" in page) == (True, False), "what others wrote is not to be seen"


def test_what_an_undo_gives_back_changes_no_rank_and_a_whole_column_is_named_by_whose_it_is(table: Table) -> None:
    board = table.define(name="Romme", writes="points", ends="open")
    table.enter(board, points("5", "9", "2"), points("30"), points("", "90"))
    table.host.post(f"{board}/undo")
    assert "rank" not in table.host.post(f"{board}/preview", {"_back": "true"}).text
    seven = table.play("7-wonders")
    table.enter(seven, {"kind": "pad", **{f"cells.1.{row}": "12" for row in (0, 1, 3, 4, 5, 6, 7, 8, 9)}})
    table.host.post(f"{seven}/undo")
    assert "Undid: Ben Redo" in read(table.page(seven))
    german = table.host.get(seven, headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert "Rückgängig gemacht: Ben Wiederholen" in read(german), "not who, which the line does not say"


def test_a_figure_that_cannot_be_is_marked_and_who_is_out_by_the_last_one_is_named(table: Table) -> None:
    board = table.play("molkky")
    assert re.findall(r'name="points.(\d)"[^>]*aria-invalid', table.enter(board, points("48", "3", "0")).text) == ["0"]
    table.enter(board, *([points("1", "3", "0")] * 3))
    assert "Ana 1, Ben 3 and Cleo 0 · Cleo out" in read(table.page(board))


def test_a_game_once_more_is_changed_in_its_own_form_and_its_guide_says_what_rows_come_to(table: Table) -> None:
    board = table.play("7-wonders")
    taught = read(table.page(f"{board}/teach"))
    # What rows come to, an example worked out, who says so; and no number of a rule that says nothing of this game.
    for said in ("Treasury = Coins ÷ 3", "The least of: Tablets, Compasses, Gears", "Total 49 won", "Repos Production"):
        assert said in taught
    assert "OW-" not in taught
    german = table.host.get(f"{board}/teach", headers={"Accept-Language": "de"}).get_data(as_text=True)
    assert ("Schatz" in german, "rulebook" in german) == (True, False)

    table.enter(board, column(0, "5"), {**END, "anyway": "true"})
    table.enter(table.play("skyjo"), points("1", "2", "3"), END)
    # The page of a match asks for that match, whatever was played since.
    more = html.unescape(there(re.search(r'id="again" href="([^"]+)"', table.page(board)))[1])
    assert "7 Wonders" in table.sheet(more)
    assert "Skyjo" in table.page(f"/t/{table.code}/new/own-game")
    assert 'value="7 Wonders"' in table.page(
        html.unescape(there(re.search(r'id="scored" href="([^"]+)"', table.page(more)))[1])
    )


DASH: dict[str, Any] = {"name": "Dash", "writes": "places"}
TO_100 = {"name": "Few", "wins": "fewest", "ends": "target", "at": 100}
HIT_OR_MISS = {"name": "Points", "kind": "formula", "formula": "5 if bid == won else -2*abs(bid - won)"}


def test_a_pad_is_taught_by_what_it_says_itself_and_a_rule_with_conditions_by_two_cases(
    table: Table, four: Table
) -> None:
    said = {
        "ludo": ("The first gets 1, the second 2, and so on.", "It ends after 1 round."),
        "wizard": ("Made your bid: 20 and 10 a trick.", "All together: the round’s number.", "Bid 2, Tricks 0 → −20"),
        "skat": (
            "Lost or overbid: twice the value",
            "an empty box is 0",
            "What the cards count Points A 11 10 10 K 4",
            "Ana Ben Cleo",
            "2 ♣ with 2, lost: 12 × 3 = 36, twice 0 −72 0",
        ),
        "yahtzee": ("Fill in each row once", "Twos 2 for each.", "35 extra if Ones + … + Sixes add up to 63 or more."),
    }
    for pad, texts in said.items():
        found = table.page(f"/t/{table.code}/teach?find={pad}")
        page = table.page(html.unescape(there(re.search(r'href="(/t/[^"]+/teach/own-game[?][^"]+)"', found))[1]))
        taught = read(page)
        assert [one for one in texts if one not in taught] == []
        assert ('<span class="bad">♥</span>' in page) == (pad == "skat"), "red suits are red"
        assert "alone writes" not in taught, "the lesson has said it"
        assert taught.count("Finishing order") == (pad == "ludo")
    own: dict[str, Any] = {"name": "Bazaar", "writes": "rows", "rows": [{"name": "Bid"}, {"name": "Won"}, HIT_OR_MISS]}
    board = f"/m/{start_match(table.host, table.code, 'own-game', sheet=json.dumps(own))}"
    assert "Points Bid = Won: 5 Otherwise: −2 × difference of Bid and Won" in read(table.page(f"{board}/teach"))
    once = {**DASH, "ends": "rounds", "at": 1}
    cases = ((TO_100, "Ana won 49 Ben 84 Cleo 112"), (DASH, "Ana 6 Ben won 4 Cleo 8"), (once, "Ana 2 Ben won 1 Cleo 3"))
    for own, example in cases:
        taught = read(four.page(f"/m/{start_match(four.host, four.code, 'own-game', sheet=json.dumps(own))}/teach"))
        assert [taught.count(one) for one in (example, "Who wins", "Back to the game")] == [1, 0, 1], "all on one card"


def test_the_sheet_of_a_ready_pad_has_all_its_rounds_on_one_page_and_its_players_by_name(table: Table) -> None:
    board = table.play("wizard")
    assert "18 19 20 Σ The player" in read(table.page(f"{board}/sheet")), "no total before the first entry"
    table.enter(board, {**column(0, "100"), **column(1, "100")}, END)
    sheet = read(table.page(f"{board}/sheet"))
    assert ("1 1/1 +30 30 0/0 +20 20 0/0 +20 20 Σ" in sheet, "your own rules" in sheet) == (True, False)

    def blank(pad: str, more: str, where: str = "/blank") -> str:
        sent = urlencode({"sheet": write_text(pads()[pad].named("en"))})
        return table.page(f"/print/own-game{where}?{sent}{more}")

    assert '<td class="fill of2">' in blank("wizard", "&players=3"), "a line between the two"
    assert "# Game" in read(blank("skat", "&players=3"))
    assert "# Ana Ben Cleo Bid" in read(blank("wizard", "&players=3&name=Ana&name=Ben&name=Cleo"))
    chosen = blank("wizard", "", where="")
    numbers = [("3", " checked"), ("4", ""), ("5", ""), ("6", "")]
    assert re.findall(r'name="players" value="(\d+)"( checked)?', chosen) == numbers
    assert re.findall(r'name="name" value="(\w+)"', chosen) == ["Ana", "Ben", "Cleo"]
    assert ("House rules" in chosen, 'type="hidden" name="sheet"' in chosen) == (False, True)
    for players, last in (("3", "19 20"), ("4", "14 15"), ("5", "11 12"), ("6", "10. Bid / Tricks 10. Total")):
        sheet = read(blank("wizard", f"&players={players}"))
        assert (f" {last} The player" in sheet, "page 1 of" in sheet) == (True, False), players


def test_a_result_of_all_is_said_once_in_the_words_of_its_game_with_how_often_it_was_won(table: Table) -> None:
    board = table.play("pandemic")
    before = [read(table.page(path)) for path in (board, f"{board}/teach", f"{board}/sheet", f"/tv/{table.code}")]
    assert [re.findall("1 round|Round 1", one) for one in before] == [[]] * 4, "its only result is no round"
    table.enter(board, points("0"))
    page, picture = table.page(board), table.page(f"{board}/picture.svg")
    assert len(re.findall("data-announce[^>]*>The diseases won.", page)) == 1
    assert ('class="sun"' in page, 'class="sun"' in picture, "of 1" in page) == (True, True, False)
    assert "What decided it" not in table.page(f"{board}/result")
    again = table.play("pandemic")
    table.enter(again, points("1"))
    assert "Won together: 1 of 2." in table.page(again)
    for path in (f"{board}/journal", f"/t/{table.code}", f"/t/{table.code}/evening", "/history"):
        assert "Les maladies ont gagné." in table.host.page(path, headers={"Accept-Language": "fr"}), path
    race = table.play("places")
    table.enter(race, points("2", "1", "3"))
    assert 'class="duo podium"' in table.page(race)


def test_the_log_is_read_from_the_newest_entry_down_open_and_what_was_undone_stands_in_its_round(table: Table) -> None:
    board = table.define(**UNO)
    table.enter(board, points("5", "6", "7"), points("20", "21", "22"))
    table.host.post(f"{board}/undo")
    table.host.post(f"{board}/redo")
    log = table.page(f"{board}/journal")
    assert [int(one) for one in re.findall(r'id="entry-(\d+)"', log)] == [4, 3, 2, 1]
    assert re.findall(r'<details class="part" id="part-(\d+)"( open)?', log) == [("2", " open"), ("1", " open")]
