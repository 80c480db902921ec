"""The pages of a match of An den Ufern des Nils: entering by forms, who sees a bid, the set-up and the box."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.there import there
from tests.web.people import Browser, ask, change, confirm, corrected, sit
from tests.web.playing import Tapped
from tests.web.reading import all_text, by_name, elements_of, main_button
from tests.web.tapping import Form

Pairs = list[tuple[str, str]]


class Forms:
    """The forms of a page, each as its hidden fields, ticked boxes and buttons, as a browser without a script sees them."""

    def __init__(self, page: str) -> None:
        elements = elements_of(page)
        names = {id(one): one.given.get("id", f"form{at}") for at, one in enumerate(elements) if one.tag == "form"}
        self.actions = {names[id(one)]: one.given.get("action", "") for one in elements if one.tag == "form"}
        self.fields: dict[str, Pairs] = {name: [] for name in self.actions}
        self.buttons: list[tuple[str, str, str, str | None]] = []
        for one in elements:
            form = one.given.get("form") or next((names[id(outer)] for outer in one.around if outer.tag == "form"), "")
            kind, name = one.given.get("type"), one.given.get("name", "")
            is_sent = kind == "hidden" or (kind in ("radio", "checkbox") and "checked" in one.given)
            if one.tag == "input" and is_sent:
                self.fields.setdefault(form, []).append((name, one.given.get("value", "on")))
            if one.tag == "button":
                self.buttons.append((form, name, one.given.get("value", ""), one.given.get("formaction")))


class Game(Tapped):
    slug = "nile"

    def enter(self, kind: str, *, by: Browser | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry; `plants_0_seat` stands for the field plants.0.seat."""
        form = {re.sub(r"_(\d)_", r".\1.", name): value for name, value in fields.items()}
        self.tapping.go_on()
        return (by or self.host).post(f"/m/{self.match_id}/moves", {"kind": kind, "version": self.version, **form})

    def press(self, name: str, value: str, *, by: Browser | None = None) -> None:
        """Press the button of this name, whose value ends so, on the page."""
        forms = Forms(self.page(by))
        form, full, action = next(
            (form, full, action)
            for form, given, full, action in forms.buttons
            if given == name and (full == value or full.endswith("|" + value))
        )
        address, data = action or forms.actions[form], by_name([*forms.fields[form], (name, full)])
        if address.endswith("/preview"):
            self.tapping.tap(by or self.host, data)
        else:
            self.post(address, data, by).close()

    def main(self, by: Browser | None = None) -> TestResponse:
        page = self.page(by)
        tag = there(re.search(r'<button [^>]*class="btn main[^>]*>', page))
        forms = Forms(page)
        form = at[1] if (at := re.search(r'form="([^"]+)"', tag[0])) else [form for form, *_ in forms.buttons][-1]
        return self.post(forms.actions[form], by_name(forms.fields[form]), by)

    def post(self, address: str, data: Form, by: Browser | None = None) -> TestResponse:
        self.tapping.go_on()
        return (by or self.host).post(address, data)

    def loaded(self, players: int = 3) -> Game:
        """Everybody has put flax and wheat in the boat; Ana has the pillar."""
        assert self.enter("starter", seat=0).status_code == 303
        for seat in range(players):
            assert self.enter("boat", seat=seat, plants=["flax", "wheat"]).status_code == 303
        return self

    def begun(self) -> Game:
        """Everybody has put flax and wheat in the boat, and no more is said of the fields; Ana has the pillar."""
        self.loaded()
        for seat in range(3 if self.options.get("depth") == "board" else 0):
            assert self.enter("lay_first", seat=seat).status_code == 303
        return self

    def acting(self) -> Game:
        """The first tide is played; Ana acts."""
        self.begun()
        assert self.enter("tide", moved=2, arrows=0).status_code == 303
        return self

    def sold(self, column: int, *kinds: str) -> Game:
        for kind in kinds:
            assert self.enter("harvest", seat=0, plant=kind, quality=4, column=column, anyway="true").status_code == 303
        return self


@pytest.fixture
def three(app: Flask) -> Game:
    return Game(app).acting()


# ---- the judge ----


def test_the_edges_of_a_water_card_are_tapped_as_they_are_drawn(browser: Browser) -> None:
    edges = {"edge": "double", "card.0": "none", "card.1": "double"}
    for facts, verdict in (({}, "Get the ruling"), (edges, "one way")):
        answer = browser.page("/judge/nile/water", query_string=facts)
        assert answer.count('class="edge"') == 9
        assert verdict in all_text(answer)


def test_the_judge_of_a_match_asks_each_question_once_and_first_what_the_last_entry_was_about(three: Game) -> None:
    asked, beside = (
        re.findall(rf"/judge/nile/([\w-]+)\?match={three.match_id}", three.host.page(path))
        for path in (f"/m/{three.match_id}/judge", "/judge/nile")
    )
    assert (len(set(asked)), len(asked), beside) == (12, 12, asked)


def test_of_a_sale_and_of_rot_the_judge_takes_the_market_from_the_table_and_asks_the_rest(three: Game) -> None:
    three.sold(2, "grapes", "onions")
    for ruling, rest in (("sale", {"plant", "quality"}), ("rot", {"palms"})):
        words, page = ask(three.host, f"/judge/nile/{ruling}", {"match": three.match_id})
        assert ("From your table" in words, "Why?" in words) == (True, False)
        told = {name for name, values in page.facts().items() if values != [""]}
        assert any(name.startswith("columns.2") for name in told)
        assert rest.isdisjoint(told)


# ---- bids ----


def test_beside_an_auction_the_judge_knows_the_boat_and_of_the_hands_only_ones_own(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    ben, cleo = (sit(Browser(app), game.code, seat) for seat in (1, 2))
    assert game.enter("bid", seat=1, plants=["grapes", "onions"], by=ben).status_code == 303
    for browser, own in ((ben, {"hands.1": ["2"]}), (cleo, {}), (game.host, {})):
        words, page = ask(browser, "/judge/nile/auction", {"match": game.match_id})
        assert ("From your table" in words, "wins the extra phase" in words) == (True, False)
        facts = {name: values for name, values in page.facts().items() if values != [""]}
        assert facts == {"boat.0": ["2"], "boat.1": ["2"], "boat.2": ["2"], **own}


def test_a_phone_of_ones_own_asks_for_your_bid(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    ben = sit(Browser(app), game.code, 1)
    game.press("_event", "hippo")
    assert game.enter("bid", seat=0, plants=["grapes"]).status_code == 303
    asked = re.findall("In (your|Ben’s) hand|btn main (wait|early)", game.page(ben))
    assert asked == [("your", ""), ("", "early")], "dashed is what a tap doesn’t save yet"


# ---- the fields ----


def on_field(bank: str, row: int, square: int, start: str = "") -> dict[str, Any]:
    return {f"{start}field.bank": bank, f"{start}field.row": str(row), f"{start}field.square": str(square)}


def test_water_is_laid_on_the_board_without_a_script_and_says_which_plants_it_takes(app: Flask) -> None:
    game = Game(app, depth="board").loaded()
    laid: dict[str, Any] = {**on_field("right", 4, 0, "water."), "water.card": ["single", "none"]}
    laid |= {**on_field("left", 4, 1, "seed."), "seed.plant": "onions"}
    for seat in range(3):
        assert game.enter("lay_first", seat=seat, **(laid if seat == 1 else {})).status_code == 303
    for field, edges in (("left.4.0", "single.double"), ("left.4.1", "double.none")):
        game.press("_field", field)
        game.press("_mark", f"lay:{field}={edges}")
    taken = "From the fields to the boat: Ben’s onions"
    assert main_button(game.page()).startswith(f"2 water cards placed {taken}")
    assert game.main().status_code == 303
    assert "field 2 from the Nile (left bank, row of 4): water" in game.page()
    assert f"Ana : 2 water cards moved. {taken}" in all_text(game.page())
    assert f"2 water cards moved. {taken}" in all_text(game.host.page(f"/tv/{game.code}"))
    log = game.host.page(f"/m/{game.match_id}/journal")
    assert taken.lower() in log.lower()
    assert len(re.findall(r'<rect class="f-acc"', log)) == 2, "both fields are shown on a small map"
    for part in log.split('class="part"')[1:]:
        assert 0 < part.count('<time datetime="') == part.count("<li "), "each row says when"
    game.press("_field", "right.5.0")
    game.press("plant", "grapes")
    assert "the field by the Nile (right bank, row of 5): Ana’s grapes" in game.page()
    grown = game.enter("grow", seat=0, plant="grapes", anyway="true", **on_field("right", 5, 0))
    assert grown.status_code == 303
    game.press("_field", "right.5.0")
    told = game.page().partition("has already been used this phase")[2]
    assert re.search(r"Save it anyway.*how many palms", told, re.DOTALL), "the reason before what it asks"


def test_the_first_plants_are_not_offered_on_water_and_move_where_another_field_is_tapped(app: Flask) -> None:
    game = Game(app, 4, depth="board").loaded(4)
    for row in ("left.5", "left.4", "right.5", "right.4"):
        game.press("_field", f"{row}.0")
        game.press("_mark", f"lay:{row}.0=single.double")
        assert game.main().status_code == 303

    for what, count in (('class="cell plot"', 22), ('class="i here"', 22), ('class="sand"', 2 * 4 * 5 - 28)):
        assert game.page().count(what) == count, "all but the four with water are framed; beyond is sand"
    game.press("_field", "left.5.0")
    assert "There’s already water on the field by the Nile (left bank, row of 5)." in game.page()
    assert "Place a seed here" not in game.page()
    for state, field, plant in (
        ("ripe", "left.5.1", "flax"),
        ("ripe", "left.4.1", "wheat"),
        ("seed", "right.5.1", "onions"),
    ):
        game.press("_field", field)
        game.press("_mark", f"{state}:{field}={plant}")
    assert game.main().status_code == 303
    assert "field 2 from the Nile (left bank, row of 4): Ana’s wheat" in game.page()
    assert "field 2 from the Nile (left bank, row of 5): Ana’s" not in game.page()


def test_a_desert_card_that_lies_there_is_called_one(app: Flask) -> None:
    game = Game(app, depth="board")
    for lies in (("left", 5, 4), ("right", 5, 4), ("left", 4, 3)):
        game.enter("first_desert", **on_field(*lies)).close()
    game.loaded().press("_field", "left.5.4")
    assert "There’s already a desert card on field 5 from the Nile (left bank, row of 5)." in game.page()


def test_two_deserts_tapped_at_once_both_lie_there(app: Flask) -> None:
    game = Game(app, depth="board")
    for browser, bank in ((game.host, "left"), (sit(Browser(app), game.code, 1), "right")):
        browser.send(f"/m/{game.match_id}/moves", {"version": 0, "kind": "first_desert", **on_field(bank, 5, 4)})
    page = game.page()
    assert all(f"field 5 from the Nile ({bank} bank, row of 5): Desert" in page for bank in ("left", "right"))


def test_a_first_water_card_that_was_refused_gives_way_to_the_one_that_lies_there(app: Flask) -> None:
    game = Game(app, depth="board").loaded()
    ben, field = sit(Browser(app), game.code, 1), on_field("left", 5, 0, "water.")
    drawn = {"_pencil": "water.1|lay:left.5.0=single.double", "version": game.version}
    mine = {"kind": "lay_first", "seat": "1", **field, "water.card": ["single", "double"], **drawn}
    theirs: dict[str, Any] = {**field, "water.card": ["single", "single"]}
    assert game.enter("lay_first", seat=0, **theirs).status_code == 303
    page = html.unescape(ben.post(f"/m/{game.match_id}/moves", mine).text)
    assert "There’s already water on the field by the Nile (left bank, row of 5)." in page
    asked = {**mine, "_field": "water.1|left.5.1", "kind": ""}
    assert "Next to a single wave" in html.unescape(ben.post(f"/m/{game.match_id}/preview", asked).text)


def test_who_passes_on_as_another_edits_a_sale_reads_what_the_sale_is_now(three: Game, app: Flask) -> None:
    ben = sit(Browser(app), three.code, 1)
    sale: dict[str, Any] = {"kind": "harvest", "seat": 0, "column": 3, "quality": 3, "shared": "false"}
    assert three.enter(**sale, plant="grapes").status_code == 303
    version = three.version
    assert corrected(three.host, three.match_id, version - 1, {**sale, "plant": "wheat"}).status_code == 303
    said = all_text(ben.post(f"/m/{three.match_id}/moves", {"version": version, "kind": "pass", "seat": "0"}).text)
    assert ("Quicker than you: Ana sold wheat in column 3" in said, "try again" in said) == (True, False)


def test_all_that_was_tapped_is_saved_in_place_of_what_another_saved_first(app: Flask) -> None:
    game = Game(app).begun()
    ben = sit(Browser(app), game.code, 1)
    drawn = {"kind": "tide", "moved": "2", "arrows": "0", "deserts": "1", "jokers": "0"}
    mine = {"version": game.version, **drawn, "_jokers": "r0t0|1"}
    assert game.enter("tide", moved=2, arrows=0).status_code == 303
    page = html.unescape(ben.post(f"/m/{game.match_id}/preview", mine).text)
    [entered] = json.loads(page.partition('name="pending" value="')[2].partition('">')[0])["moves"].values()
    assert (entered["deserts"], entered["jokers"]) == (["1"], ["1"])


def test_a_scoring_is_one_scene_until_the_next_whatever_the_next_tide_brings(three: Game) -> None:
    def scene() -> list[str]:
        return re.findall(r'data-moves="scene (\w+)"', three.host.page(f"/tv/{three.code}"))

    for kind in ("grapes", "onions", "flax"):
        three.enter("harvest", seat=0, plant=kind, quality=1, column=4, anyway="true")
    three.enter("pass", seat=0, through=2)
    assert (first := scene())
    assert three.host.page(f"/tv/{three.code}").count('"free gone"') == 3, "what was scored is seen where it lay"
    assert three.enter("flooded", plants_0_seat=1, plants_0_plant="wheat").status_code == 303
    assert scene() == first
    assert re.search(r'"wheat, Ben">(?:(?!</button>).)*<small>1<', three.page())


def test_the_scene_of_a_scoring_says_how_a_tie_was_decided(app: Flask) -> None:
    game = Game(app).begun()
    game.enter("tide", moved=2, arrows=1).close()
    television = all_text(game.host.page(f"/tv/{game.code}"))
    assert "Ebb 1 next round" in television, "as the phone says where the marker goes"
    for seat, kind in enumerate(("grapes", "onions", "flax")):
        game.enter("harvest", seat=seat, plant=kind, quality=4, column=4, anyway="true").close()
        rows = game.host.page(f"/tv/{game.code}").partition('<table class="scores">')[2].split("<tr")[2:]
        seen = [("✓" in row, "aria-current" in row.partition(">")[0]) for row in rows]
        assert seen == [(one < seat, one == seat) for one in range(3)], "who has acted, and who acts"
        game.enter("pass", seat=seat).close()
        line = game.host.page(f"/m/{game.match_id}").partition("data-announce")[2].partition("</form>")[0]
        assert re.findall(r"(?:mark|onward) p(\w)", line) == [*("ab", "bc", "cba")[seat]], "from whom to whom"
    told = game.host.page(f"/tv/{game.code}")
    assert "a tie, decided by the last plant" in told
    comes = sorted(float(off) for off in re.findall(r'class="comes[^>]*translate\((\S+) ', told))
    assert comes == [-115.0, -103.3, -102.0, -100.7], "the obelisk goes back by 3 squares"
    sales = told.partition('class="sales"')[2].partition("</p>")[0]
    rows = re.findall(r"<text[^>]*>(\w)</text>|<b>(\+\d)", sales)
    assert ["".join(one) for one in rows] == ["C", "+3", "B", "+2", "A", "+1"]
    assert sales.count("decides") == 2, "those ahead by the last plant"


def test_a_correction_after_a_scoring_says_whose_points_become_which(three: Game) -> None:
    def said(path: str) -> str:
        return all_text(three.host.page(path))

    three.sold(4, "grapes", "onions", "flax")
    sale = {"kind": "harvest", "seat": 0, "plant": "flax", "quality": 4, "column": 4}
    edits = f"/m/{three.match_id}/correct"
    assert "You’re editing: Ana sold flax in column 4" in said(f"{edits}/{three.version - 1}")
    foreseen = change(three.host, f"{edits}/{three.version - 1}", {**sale, "plant": "wheat"})
    assert confirm(three.host, three.match_id, foreseen, anyway="true").status_code == 303
    assert "Ana edited: Ana sold wheat in column 4" in said(f"/tv/{three.code}")
    three.enter("pass", seat=0).close()
    three.enter("pass", seat=1, through=2).close()
    assert three.host.page(f"{edits}/{three.version - 1}").count('name="through" value="2"') == 4
    [opens] = re.findall(r'name="_do"\s+value="(\S+more)"', three.host.page(f"{edits}/{three.version - 1}"))
    more = three.host.send(f"{edits}/{three.version - 1}/preview", {"_do": opens}, 200)
    taken = [one for one in Forms(more).fields.values() if ("seat", "1") in one]
    assert len(taken) > 2
    assert all(("through", "2") in one for one in taken), (
        "who is done by what is edited is done by all that may stand in its place"
    )
    assert 'id="record"' not in more, "being done instead of being done changes nothing"
    foreseen = change(three.host, f"{edits}/{three.version - 1}", {**sale, "seat": 1, "column": 3, "through": 2})
    assert "Ben sold flax in column 3 Everyone is done, including Cleo" in all_text(foreseen)
    foreseen = change(three.host, f"{edits}/{three.version - 4}", {**sale, "column": 3})
    assert confirm(three.host, three.match_id, foreseen, anyway="true").status_code == 303
    assert "Round 1 corrected by Ana: Ana 6 → 0" in said(f"/m/{three.match_id}")
    assert "+6" not in said(f"/m/{three.match_id}/journal"), "beside what now sells nothing"


# ---- for ears ----


def test_in_the_tide_a_tap_on_a_column_lets_its_plants_rot_at_once_where_there_is_no_choice(three: Game) -> None:
    three.sold(2, "grapes", "onions")
    three.enter("pass", seat=0, through=2)
    three.press("column", "2")
    page, spoiled = three.page(), "Column 2: Ana’s spoiled grapes and Ana’s spoiled onions"
    assert f"{spoiled}, 2 free" in page
    rotted = page.partition('<span class="rotted">')[2].partition("</span>")[0]
    assert rotted.count("rotate(14") == 2, "seeds lie upright"
    assert ">Undo<" in page.partition(spoiled)[2].partition("</form>")[0]
    three.press("column", "2")
    assert three.host.page(f"/m/{three.match_id}/journal").count('<li class="turn">') == 1, "in one line"
    for address in (f"/tv/{three.code}", f"/m/{three.match_id}/journal"):
        assert "Column 2: Ana’s rotten grapes and Ana’s rotten onions" in all_text(three.host.page(address))
