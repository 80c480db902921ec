"""The pages of a match of Down Under: laying by forms, what is refused, and what then stands in the form."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.engine.schema.formdata import pairs
from tests.games.down_under.asking import tile
from tests.games.down_under.playthroughs import golden
from tests.web.people import Browser, change, confirm, pending_in, sit, start_match
from tests.web.playing import Tapped
from tests.web.reading import Page, by_name, main_button, page_of, words_of


class Game(Tapped):
    """A match of Down Under as one browser sees it, which taps for everybody."""

    slug = "down-under"
    usual = 2

    @property
    def form(self) -> Page:
        return entry_form(self.page())

    def tap(self, name: str, value: object, **changed: str) -> None:
        """Press a button of the form without a script: the whole form goes along."""
        self.tapping.tap(self.host, {**self.filled(**changed), name: value})

    def filled(self, **changed: str) -> dict[str, list[str]]:
        """What the form would send; `tile_kind` stands for the field tile.kind."""
        sent = by_name(one for one in self.form.sent() if not one[0].startswith("routes."))  # they are another form's
        return {**sent, **{name.replace("_", ".", 1): [value] for name, value in changed.items()}}

    def entry(self, index: int) -> str:
        return f"/m/{self.match_id}/correct/{index}"

    def lay(self, anyway: bool = False, **changed: str) -> TestResponse:
        return self.post({**self.filled(**changed), **({"anyway": "true"} if anyway else {})})

    def enter(self, move: dict[str, Any], *, anyway: bool = False) -> TestResponse:
        return self.post({**by_name(pairs(move)), **({"anyway": "true"} if anyway else {})})

    def post(self, form: dict[str, Any]) -> TestResponse:
        answer = self.host.post(f"/m/{self.match_id}/moves", form)
        if answer.status_code == 303:
            self.tapping.go_on()
        return answer

    def laid(self, seat: int, *placed: Any) -> Game:
        """The game after some tiles were laid, whatever the box says."""
        for one in placed:
            assert self.enter({"kind": "lay", "seat": seat, "tile": tile(*one)}, anyway=True).status_code == 303
        return self


@pytest.fixture
def duel(app: Flask) -> Game:
    return Game(app)


def entry_form(page: str) -> Page:
    return page_of(page.partition('<form id="entry"')[2].partition("</form>")[0])


def drawn(page: str) -> int:
    """How many tiles are drawn, without those that are only likely."""
    table = page.partition("</defs>")[2].partition("</svg>")[0]
    return len(re.findall(r'<g class="piece[^>]*>\s*<use href="#du-(?:straight|curve|terminus)-[abcd]"', table))


@pytest.mark.parametrize("depth", ["routes", "result"])
def test_a_figure_typed_beside_a_name_is_that_players_in_whatever_colour(host: Browser, code: str, depth: str) -> None:
    assert host.post(f"/t/{code}/new/down-under", {"colour": "1"}).status_code == 200
    match = f"/m/{start_match(host, code, 'down-under', depth=depth)}"
    fields = re.findall(r'form="noted" name="(routes\.\d\.length)"', host.page(match))
    typed = dict(zip(fields, ("21", "33", "7"), strict=True))
    assert host.post(f"{match}/moves", {"kind": "from_paper", **typed}).status_code == 303
    seats = host.get(f"/api/v1{match.replace('/m/', '/matches/')}").get_json()["state"]["seats"]
    assert [(one["colour"], one["score"]) for one in seats] == [("red", 21), ("green", 33), ("yellow", 7)]
    assert "You enter" not in host.page(f"{match}/result"), "it was entered once, whatever was meant to be"


def test_a_game_is_ended_before_its_tiles_run_out_and_nothing_of_it_is_refused(duel: Game) -> None:
    assert "End the game now" not in duel.page()
    duel.laid(0, ("rs0", 0, 0), ("rs0", 0, 1)).laid(1, ("ys0", 1, 0))
    assert "End the game now" in duel.page()
    ruled = duel.host.words(f"/judge/down-under/route?match={duel.match_id}")
    assert "The longest route is Ana (Red), with 2 paths." in ruled
    assert "Ben placed a straight +1" in duel.host.words(f"/tv/{duel.code}")
    duel.tap("kind", "stand_now")
    assert "End the game now? These paths count: A Ana 2 B Ben 1" in words_of(duel.page())
    assert "Tap a tile to place it." not in duel.page()
    asked = page_of(duel.page().partition('<section class="ask-to-end')[2].partition("</section>")[0])
    assert duel.enter(dict(asked.sent())).status_code == 303
    assert "Ana wins with 2 paths." in words_of(duel.page())
    assert 'id="drawer-over"' in duel.page(), "what was opened before does not stay in front of the end"
    log = duel.host.page(f"/m/{duel.match_id}/journal")
    assert "The game is over" in words_of(log)
    assert "as-it-lay" in log


def test_a_tap_on_an_open_end_lays_its_likeliest_tile_and_taps_go_on_through_what_may_lie_there(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    seen = []
    for _ in range(5):
        seen += [one["value"] for one in duel.form.buttons if (one.get("id"), one.get("name")) == ("cell-0-1", "cell")]
        duel.tap("cell", seen[-1])
    assert (seen[0], seen[4], len(set(seen))) == ("0,1:curve:0", seen[0], 4)
    assert {value.split(":")[1] for value in seen} == {"curve", "straight", "terminus"}


def test_while_a_tile_is_entered_the_next_players_open_ends_record_it(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    duel.tap("cell", "0,1:curve:0")
    following = next(one for one in duel.form.buttons if one.get("name") == "_next")
    assert following["formaction"].endswith("/moves")
    assert duel.post({**duel.filled(), "_next": [following["value"]]}).status_code == 303
    assert drawn(duel.page()) == 3
    assert "Ben’s turn" in duel.page()


# ---- what the rules and the box say ----


def test_a_forbidden_tile_keeps_its_way_back_and_its_overruling_far_from_where_tiles_are_placed(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 1))
    duel.tap("cell", "0,1", tile_kind="straight")
    duel.tap("tile.turn", "90")
    page = duel.page()
    reasons, keys = page.partition('class="notice wrong" role="status"')[2].split('class="row back"')
    assert '<a href="/rules/down-under#DU-16"><span>Red: only the grey path meets the route.' in reasons
    assert page.count('class="fault"') == 3, "the side, and a cross in its middle"
    assert "Save it anyway" in reasons
    assert "Save it anyway" not in keys
    assert "Cancel" in keys
    assert main_button(page) == "Rotate it or tap another cell"


# ---- putting right ----


def test_an_undo_of_ones_own_tile_names_its_player_once_and_of_several_says_how_many(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rs0", 0, -1))
    duel.host.post(f"/m/{duel.match_id}/undo", {"index": 2})
    assert "Undone: Ana placed a straight" in words_of(duel.page())
    duel.host.post(f"/m/{duel.match_id}/undo", {"index": 0})
    shown = words_of(duel.page())
    assert ("Ana undid: 2 steps" in shown, "Ana placed a straight" in shown) == (True, False)


def test_a_tap_on_a_laid_tile_opens_its_entry_and_a_second_edit_stands_on_the_corrected_table(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rs0", 0, 1))
    edit = re.findall(r'href="([^"]*/correct/0)"', duel.host.page(sheet_at(duel, "0-0")))[0]
    first = change(duel.host, edit, dict(pairs({"kind": "lay", "seat": 0, "tile": tile("rc0", 0, 0)})))
    second = duel.host.post(f"/m/{duel.match_id}/correct/1/also", {"pending": pending_in(first)}).text
    assert "Column 0, row 0: Red, curve" in second
    assert "Column 0, row 0: Red, straight" not in second
    confirm(duel.host, duel.match_id, first)
    for page in (duel.page(), duel.host.page(f"/tv/{duel.code}")):
        assert "Turn 1 corrected by Ana: straight → curve" in words_of(page)
        assert re.search(r'class="laid"[^>]*>\s*<path[^>]* d="M102 120v', page), "and where it lies"


def instead(game: Game, sheet: str, button: str) -> tuple[str, str]:
    """What saving the correction by one button of an entry's sheet would bring: the page, and its address."""
    forms = re.findall(r'<form [^>]*action="([^"]*/correct/\d+)">(.*?)</form>', game.host.page(sheet), re.DOTALL)
    address, inside = next(one for one in forms if button in one[1])
    return change(game.host, address, by_name(re.findall(r'name="([^"]*)" value="([^"]*)"', inside))), address


def sheet_at(duel: Game, cell: str) -> str:
    return re.findall(rf'<a id="cell-{cell}"[^>]*href="([^"]*)"', duel.page())[0]


def test_a_laid_tile_is_turned_by_two_taps_on_it_with_the_table_before_and_after(duel: Game) -> None:
    duel.laid(0, ("rc0", 0, 0, "emu")).laid(1, ("ys0", 1, 1))
    page, _ = instead(duel, sheet_at(duel, "0-0"), "Rotate")
    assert ("tile.animal", "emu") in entry_form(duel.host.page(duel.entry(0))).sent(), "it is kept"
    assert duel.host.page(sheet_at(duel, "1-1")).count('class="piece') == 2, "with what lies round it"
    assert (page.count('class="drawn"'), page.count('<g class="laid"')) == (2, 2)
    assert "The tile has been rotated." in words_of(page)
    assert confirm(duel.host, duel.match_id, page).status_code == 303
    assert "Turn 1 corrected by Ana: The tile has been rotated." in words_of(duel.page())


def test_a_tile_that_was_moved_before_is_turned_where_it_lies_now(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rc0", 0, 1))
    moved = dict(pairs({"kind": "lay", "seat": 0, "tile": tile("rc180", 0, -1)}))
    assert confirm(duel.host, duel.match_id, change(duel.host, duel.entry(2), moved)).status_code == 303
    page, _ = instead(duel, sheet_at(duel, "0--1"), "Rotate")
    assert "The tile has been rotated." in words_of(page)
    now, then = re.findall(r'<g class="laid"[^>]*>\s*<path[^>]* d="M(-?\d+) (-?\d+)', page)
    assert now == then


def test_an_edit_that_leaves_an_entry_without_a_tile_as_it_is_has_its_page(duel: Game) -> None:
    done: dict[str, Any] = {"kind": "done", "seat": 1}
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    assert duel.enter(done, anyway=True).status_code == 303
    assert "The tile has been" not in change(duel.host, duel.entry(2), {**dict(pairs(done)), "anyway": "true"})


def test_a_tile_laid_long_ago_is_taken_away_alone_and_comes_back_by_an_edit(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rs0", 0, -1)).laid(1, ("ys0", 1, -1))
    duel.laid(0, ("rs0", 0, -2))
    page, address = instead(duel, sheet_at(duel, "1--1"), "Remove")
    assert page.count('class="drawn"') == 2
    # Both over the same cells; what would lie there no more is pale.
    assert {*re.findall(r'class="drawn" viewBox="\S+ \S+ (\d+ \d+)"', page)} == {"200 300"}, "as many as the tiles need"
    assert ' opacity=".25"' in page
    assert confirm(duel.host, duel.match_id, page).status_code == 303
    assert drawn(duel.page()) == 4
    assert "Ben’s turn" in words_of(duel.page())
    assert "Ben placed a straight (undone)" in duel.host.words(f"/m/{duel.match_id}/journal")
    back = entry_form(duel.host.page(address)).sent()
    shown = change(duel.host, address, {name: value for name, value in back if name[:1] != "_"})
    assert confirm(duel.host, duel.match_id, shown).status_code == 303
    assert drawn(duel.page()) == 5


def test_whose_tile_is_taken_away_with_all_after_it_is_on_turn_again(app: Flask) -> None:
    duel = Game(app, 3)
    for seat, lies in enumerate((("rs0", 0, 0), ("ys0", 1, 0), ("gs0", 2, 0), ("rs0", 0, -1))):
        assert duel.enter({"kind": "lay", "seat": seat % 3, "tile": tile(*lies)}).status_code == 303
    page, _ = instead(duel, sheet_at(duel, "1-0"), "Remove")
    assert "3 steps" in words_of(page)
    assert confirm(duel.host, duel.match_id, page).status_code == 303
    assert drawn(duel.page()) == 1
    assert "Ben’s turn" in words_of(duel.page())
    assert "undid entry 2" in duel.host.words(f"/m/{duel.match_id}/journal")


@pytest.mark.parametrize(("number", "kind", "button"), [(1, "billabong", "Remove"), (2, "turn", "Rotate it back")])
def test_a_billabong_and_a_turn_are_undone_alone_from_a_sheet(app: Flask, number: int, kind: str, button: str) -> None:
    one = golden()[number]
    options = {name: str(value).lower() for name, value in one["options"].items()}
    game = Game(app, len({move["seat"] for move in one["moves"]}), **options)
    index = next(at for at, move in enumerate(one["moves"]) if move["kind"] == kind)
    for move in one["moves"][: index + 1]:
        assert game.enter(move, anyway=True).status_code == 303
    sheet = f"/m/{game.match_id}/verdict/{index}"
    assert ('href="#du-pond"' in game.host.page(sheet).partition("</defs>")[2]) is (kind == "billabong")
    lying = re.findall(r'<a id="cell[^>]* aria-label="([^"]*)"', game.page())
    page, _ = instead(game, sheet, button)
    assert page.count('class="drawn"') == 2
    assert confirm(game.host, game.match_id, page).status_code == 303
    assert re.findall(r'<a id="cell[^>]* aria-label="([^"]*)"', game.page()) != lying
    assert "(undone)" in game.host.words(f"/m/{game.match_id}/journal")


# ---- looking ----


def test_nothing_lies_over_the_winner_for_who_counted_a_route_and_the_log_numbers_what_it_names(app: Flask) -> None:
    game = Game(app).laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    begun = {"version": str(game.version), "walk": "1"}
    assert game.enter({"kind": "stand_now", "turn": 0, "ends": "true"}, anyway=True).status_code == 303
    assert "saved: The" not in game.host.post(f"/m/{game.match_id}/preview", begun).text
    log = game.host.page(f"/m/{game.match_id}/journal")
    assert re.findall(r'class="number">(\d+)<', log) == ["3", "2", "1"]
    assert "From turn 1<" in log


def test_who_waits_counts_a_route_along_and_no_one_was_quicker_than_that(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0))
    ben = sit(Browser(duel.app), duel.code, 1)
    entered = {"version": str(duel.version), "kind": "lay", "seat": "0", "tile.colour": "red"}
    counts = {**entered, "walk": "1"}
    page = ben.post(f"/m/{duel.match_id}/preview", counts).text
    assert page.index('id="all-numbers"') < page.index('class="for"')
    duel.laid(0, ("rs0", 0, -1))
    assert "Quicker than you" not in ben.post(f"/m/{duel.match_id}/preview", counts).text


def test_a_billabong_is_called_for_walked_through_and_left_again(app: Flask) -> None:
    game = Game(app, players=3)
    moves = golden()[1]["moves"]
    for move in moves[:3]:
        assert game.enter(move).status_code == 303
    page = game.page()
    assert "Place a billabong here. Cleo goes on and the others end." in page
    assert "row 1: Green, straight (east and west) . Cleo’s turn" in words_of(page)
    assert [one["value"] for one in game.form.buttons if one.get("name") == "pass"][:1] == ["ES"]
    game.tap("pass", "ES")
    assert "Cleo then places one more tile that leads out of it" in game.page()
    assert game.lay().status_code == 303
    assert "Cleo places one more tile that leads out of the billabong." in game.page()


def test_a_correction_that_breaks_a_rule_says_why_once_and_its_button_is_not_bright(app: Flask) -> None:
    game = Game(app, depth="tiles")
    game.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rt0", 0, 1)).laid(1, ("yt0", 1, 1))
    address, entered = game.entry(3), dict(pairs({"kind": "lay", "seat": 1, "tile": tile("yt90", 1, 1)}))
    for path in (f"{address}/preview", address):
        page = game.host.post(path, entered).text
        assert len(re.findall(r'class="notice wrong"(?! role="alert" tabindex="-1" hidden)', page)) == 1, path
        assert main_button(page) == "Rotate it or tap another cell", path
        assert page.count("Save it anyway") == 1, path
    assert main_button(change(game.host, address, {**entered, "anyway": "true"})) == "Save it anyway", (
        "it is said till it counts"
    )


CHANGED = re.compile(r'<th scope="row">(.*?)</th><td>(.*?)</td><td class="tot">(.*?)</td>', re.DOTALL)


def changed(game: Game, index: int, seat: int, placed: dict[str, Any]) -> list[list[str]]:
    """What a page says a tile in the place of another would change: what, before, after."""
    page = change(
        game.host, game.entry(index), dict(pairs({"kind": "lay", "seat": seat, "tile": placed, "anyway": True}))
    )
    return [[words_of(one) for one in row] for row in CHANGED.findall(page)]


def test_a_correction_says_each_change_once(duel: Game) -> None:
    duel.laid(0, ("rs0", 0, 0)).laid(1, ("ys0", 1, 0)).laid(0, ("rs0", 0, 1)).laid(1, ("ys0", 1, 1))
    assert changed(duel, 3, 1, tile("ys0", 2, 1)) == [["B Ben: paths", "2", "1"], ["Columns still free", "5", "4"]]
    assert changed(duel, 3, 1, tile("ys0", 1, -1)) == [["Rows still free", "5", "4"]]
    moved = pairs({"kind": "lay", "seat": 1, "tile": tile("ys0", 2, 1), "anyway": True})
    confirm(duel.host, duel.match_id, change(duel.host, duel.entry(3), dict(moved)), anyway="true")
    assert "Turn 4 corrected by Ana: The tile has been moved. (Ben 2 → 1)" in words_of(duel.page()).replace("\xa0", " ")


def test_a_phones_figures_say_points_where_animals_count_the_paths_too_and_whose_route_is_finished(app: Flask) -> None:
    game = Game(app, 2, animals="true")

    def figures() -> list[str]:
        shown = game.page().partition('<div class="chips"')[2].partition("</div>")[0]
        return [words_of(one) for one in shown.split("</button>")[:-1]]

    game.tap("cell", "0,0")
    assert '<span id="record">Which animal is on it?' in game.page(), "a tap on it places both"
    # The rabbit is on red's route: 2 paths, and 2 points less.
    game.laid(0, ("rs0", 0, 0)).enter({"kind": "lay", "seat": 1, "tile": tile("ys90", 0, 1, "rabbit")}, anyway=True)
    assert figures()[0].endswith("A 0 Ana 2 paths")
    television = game.host.page(f"/tv/{game.code}")
    assert 'href="#du-rabbit"/></svg><b>1</b>' in television
    assert "Curves left" not in television, "there is no room for it beside four"
    game.laid(0, ("rt0", 0, 2)).laid(1, ("yt90", -1, 1)).laid(0, ("rt180", 0, -1))
    ana, ben = figures()
    assert ana.endswith("A 2 It’s closed at both ends. Ana 4 paths")
    assert ben == "B 2 Ben 2 paths"
    assert game.enter({"kind": "stand_now", "turn": 0, "done": [], "ends": True}).status_code == 303
    assert "own dingo" not in game.page(), "where everyone has lost by it, points decide"


@pytest.mark.parametrize("kind", ["curve", "straight"])
def test_who_only_looked_at_the_table_hears_of_no_tile_that_another_saved(app: Flask, kind: str) -> None:
    game = Game(app)
    version, seen = game.version, {**game.filled(tile_kind=kind), "_zoom": "fingers"}
    game.laid(0, ("rc0", 0, 0))
    ben = sit(Browser(app), game.code, 1)
    answer = ben.post(f"/m/{game.match_id}/preview", {**seen, "version": version}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert not re.search("saved|Quicker", words_of(" ".join(answer.get_json()["parts"].values())))
