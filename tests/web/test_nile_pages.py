"""The pages of a match of An den Ufern des Nils: entering by forms, who sees a bid, the set-up and the box."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from tests.web.judging import ask
from tests.web.people import Browser, sit
from tests.web.playing_nile import Forms, Game, head, main_button, problem, sent
from tests.web.tapping import Form


@pytest.fixture
def three(app: Flask) -> Game:
    """Three players, Ana on turn with three points."""
    return Game(app).acting()


# ---- the start ----


def test_where_a_lot_gave_somebody_the_pillar_the_form_no_longer_says_that_the_oldest_takes_it(app: Flask) -> None:
    game = Game(app)
    assert "The oldest takes the pillar" in game.page()
    assert game.enter("starter", seat=2).status_code == 303
    page = game.page()
    assert "The oldest takes the pillar" not in page
    assert "Who is the start player?" in page


def test_everybody_lays_first_water_before_anybody_lays_a_plant_and_a_correction_opens_that_form(app: Flask) -> None:
    game = Game(app, start_bid="true", depth="board")
    for seat, plants in enumerate((["flax"], ["wheat", "onions"], [])):
        assert game.enter("bid", seat=seat, plants=plants).status_code == 303
    assert head(game.page()).startswith("The start")
    assert main_button(game.page()) == "Save Ana’s first water Missing: Ben, Cleo, and Ana"
    for square in range(3):
        game.press("_field", f"left.4.{square}")
        assert "Place a ripe plant here" not in game.page()
        game.press("_mark", f"lay:left.4.{square}=single.single")
        assert game.main().status_code == 303
    assert "Cleo placed the first water card" in game.page()

    assert main_button(game.page()) == "Save Ana’s plants Missing: Ben, Cleo, and Ana"
    game.press("_field", "left.5.0")
    assert "Place water here:" not in game.page()
    game.press("_mark", "ripe:left.5.0=grapes")
    assert game.main().status_code == 303
    assert "Ana placed the first plants" in game.page()
    assert main_button(game.page()) == "Save Ben’s plants Missing: Ben and Cleo"

    for entry, fields in ((3, {"water.card": "single"}), (6, {"ripe.plant": "grapes"})):
        correction = unescape(game.host.get(f"/m/{game.match}/correct/{entry}").get_data(as_text=True))
        assert 'name="kind" value="lay_first"' in correction
        for name, value in fields.items():
            assert f'name="{name}" value="{value}"' in correction
    for seat in (1, 2):
        game.press("seat", str(seat))
    page = game.page()
    assert "Ben places two water cards" in page, main_button(page)
    assert "Cleo’s first cards and plants aren’t entered" in page


def test_whoever_tracks_the_fields_is_led_from_the_boat_to_water_and_then_to_plants(app: Flask) -> None:
    game = Game(app, depth="board")
    game.enter("starter", seat=0)
    assert "First water" not in game.page()
    for seat in range(3):
        game.enter("boat", seat=seat, plants=["flax", "wheat"])
    assert "Tap a free field." in game.page()
    for seat in range(3):
        square = {"bank": "left", "row": "4", "square": str(seat)}
        water: Form = {f"water.field.{name}": value for name, value in square.items()}
        card: Form = {"water.card": ["single", "single"]}
        assert game.enter("lay_first", seat=seat, **water, **card).status_code == 303
        assert game.enter("lay_first", seat=seat, **water, **card).status_code == 422
    assert main_button(game.page()) == "Save Ana’s plants Missing: Ana, Ben, and Cleo"
    assert "Tap the fields of the ripe plant and the seed." in game.page()


def test_of_what_one_player_laid_for_the_start_the_form_of_the_next_keeps_what_is_the_tables_alone(app: Flask) -> None:
    game = Game(app, depth="board")
    game.enter("starter", seat=0)
    for seat in range(3):
        game.enter("boat", seat=seat, plants=["flax", "wheat"])
    for mark in ("lay:left.4.0=single.double", "desert:left.4.3=x"):
        game.press("_field", mark.partition(":")[2].partition("=")[0])
        game.press("_mark", mark)
    pairs = Forms(game.page()).fields["entry"]
    assert {"water.card", "deserts.0.bank"} <= {name for name, _ in pairs}
    without = [(name, value) for name, value in pairs if not name.startswith("deserts")]
    assert game.post(f"/m/{game.match}/moves", sent(without)).status_code == 303

    page = unescape(game.tapping.tap(game.host, {"_pencil": dict(pairs)["_pencil"], "version": game.version}))
    assert dict(Forms(page).fields["entry"])["seat"] == "1"
    assert not {name.partition(".")[0] for name, _ in Forms(page).fields["entry"]} & {"water", "ripe", "seed"}
    assert "desert:left.4.3=x" in page
    assert 'class="slip' not in page


CORRECTED: list[tuple[str, Form, str]] = [
    ("boat", {"water_field": "left.4.0", "water_card": ["single", "double"]}, "lay:left.4.0=single.double"),
    ("boat", {"ripe_field": "left.4.1", "ripe_plant": "grapes"}, "ripe:left.4.1=grapes"),
    ("boat", {"seed_field": "right.4.1", "seed_plant": "flax"}, "seed:right.4.1=flax"),
    ("tide", {"laid_0_field": "left.4.0", "laid_0_card": ["single", "none"]}, "lay:left.4.0=single.none"),
    ("tide", {"advanced_0": "left.4.3"}, "desert:left.4.3=x"),
    ("starter", {"deserts_0": "left.4.3"}, "desert:left.4.3=x"),
    ("palms", {"fields_0_field": "left.4.3", "fields_0_palms": "2"}, "palms:left.4.3=2"),
]


def test_a_correction_begins_with_what_the_entry_says_of_the_fields(subtests: pytest.Subtests, app: Flask) -> None:
    for kind, laid, shown in CORRECTED:
        with subtests.test(kind=kind, laid=laid, shown=shown):
            game = Game(app, depth="board")
            fields: Form = {}
            for name, value in laid.items():
                path = name.replace("_", ".")
                parts = value.split(".") if isinstance(value, str) else ()
                fields |= (
                    {path: value}
                    if len(parts) != 3
                    else dict(zip((f"{path}.bank", f"{path}.row", f"{path}.square"), parts, strict=True))
                )
            if kind == "tide":
                game.begun()
                fields |= {"moved": "1", "arrows": "0"}
            elif kind == "boat":
                fields["plants"] = ["flax", "wheat"]
            before = game.version
            if kind in ("boat", "starter"):
                fields["seat"] = "0"
            entry = {"kind": kind, "version": before, "anyway": "true", **fields}
            assert game.host.post(f"/m/{game.match}/moves", entry).status_code == 303
            form = unescape(game.host.get(f"/m/{game.match}/correct/{before}").get_data(as_text=True))
            assert re.search(rf'name="_pencil" value="[^"]*{re.escape(shown)}', form)


# ---- a turn ----


def test_a_turn_with_a_sale_takes_three_taps_without_a_script(three: Game) -> None:
    three.press("_crop", "grapes.3")
    assert "Grapes may go to columns 3, 2, and 1." in three.page()
    three.press("column", "2")
    page = three.page()
    assert "Column 2: Ana grapes, 3 free" in page
    assert "action point" not in page
    three.press("through", "0")
    assert "Ben acts" in three.page()


def test_three_sales_take_six_taps_and_the_scoring_ends_every_turn(three: Game) -> None:
    three.tapping.has_script = True
    for kind, column in (("grapes", "4"), ("onions", "3"), ("aubergine", "2")):
        three.press("_crop", f"{kind}.4")
        three.press("column", column)
    assert main_button(three.page()) == "Start the scoring Ben and Cleo sell nothing"
    assert three.main().status_code == 303
    page = three.page()
    assert "6 plants lost, obelisk to 27" in page
    assert "Column 2: Ana aubergine, 3 free" in page


def test_one_undo_takes_back_the_tap_that_ended_several_turns(three: Game) -> None:
    three.press("through", "1")
    assert "Cleo acts" in three.page()
    assert three.host.post(f"/m/{three.match}/undo", {"version": three.version}).status_code == 303
    three.tapping.go_on()
    assert "Ana acts" in three.page()


def test_columns_a_plant_may_not_go_to_say_why(three: Game) -> None:
    three.sold(3, "grapes")
    three.press("_crop", "grapes.3")
    page = three.page()
    assert "3 palms: the 3 columns on the right." in page
    assert "Column 3 ends with grapes: no grapes there." in page
    assert "Grapes may go to columns 2 and 1." in page


def test_water_arrows_and_jokers_are_tapped_as_the_cards_show_them(app: Flask) -> None:
    game = Game(app).begun()
    game.press("_arrows", "1")
    game.press("_jokers", "1")
    assert "Ebb 1<small>next turn" in re.sub(r"\s+<small>", "<small>", game.page())
    assert game.main().status_code == 303
    page = game.page()
    assert "Ana acts" in page
    game.press("_do", "more")
    assert "Spend a joker <b>3</b>" in game.page()


def test_plants_rot_by_palms_column_and_plants(three: Game) -> None:
    three.sold(2, "grapes", "onions", "wheat")
    three.press("_do", "more")
    three.press("_event", "palms.2")
    three.press("_pick", "2.2")
    assert "Tap 2 more plants" in main_button(three.page())
    answer = three.enter("rot", palms=2, column=2, plants=["0", "2"])
    assert answer.status_code == 303
    assert "Column 2: Ana grapes spoiled, Ana onions, and Ana wheat spoiled, 1 free" in three.page()


def test_the_last_player_sees_the_scoring_and_everybody_its_verdict(three: Game) -> None:
    three.sold(4, "grapes", "onions", "aubergine")
    three.enter("pass", seat=0)
    three.enter("pass", seat=1)
    page = three.page()
    assert main_button(page) == "Start the scoring Ana +6 and 6 plants lost, obelisk to 27"
    three.main()
    page = three.page()
    assert re.search(r'class="news[^>]*><b data-told>Ana \+6 and 6 plants lost, obelisk to 27', page)
    assert "6 points" in page
    assert main_button(page).startswith("Ben has placed two cards")
    assert "Ben places two water cards" in page


def test_in_the_tide_a_tap_on_a_column_lets_its_plants_rot_at_once_where_there_is_no_choice(three: Game) -> None:
    three.sold(2, "grapes", "onions")
    three.enter("pass", seat=0, through=2)
    three.press("column", "2")
    assert "Column 2: Ana grapes spoiled and Ana onions spoiled, 2 free" in three.page()


def test_in_the_tide_a_tap_on_a_column_asks_for_its_plants_where_there_is_a_choice(three: Game) -> None:
    three.sold(2, "grapes", "onions", "wheat")
    three.enter("pass", seat=0, through=2)
    three.press("_pick", "2")
    page = three.page()
    assert "Column 2: tap the two plants that get worse." in page
    assert 'data-most="2"' in page
    assert "data-by-itself" in page


# ---- bids ----


@pytest.mark.usefixtures("codes_of_their_own")
def test_nobody_sees_a_bid_before_all_have_bid(app: Flask) -> None:
    pages = []
    for plants in (["grapes"], ["wheat", "onions", "aubergine"]):
        game = Game(app, hippo="true").begun()
        ben, watcher = sit(Browser(app), game.code, 1), Browser(app)
        assert game.enter("bid", seat=1, plants=plants, by=ben).status_code == 303
        assert f"You bid {len(plants)} plant" in game.page(ben)
        shown = [game.page(game.host), game.page(watcher)]
        shown += [game.host.get(f"/m/{game.match}/journal").get_data(as_text=True)]
        assert "Missing: Ana and Cleo" in shown[0]
        pages.append([one.replace(game.match, "M").replace(game.code, "C") for one in shown])
    marks = re.compile(r'<time.*?</time>|\d\d:\d\d| data-(hash|layout)="[^"]*"')
    assert [marks.sub("", one) for one in pages[0]] == [marks.sub("", one) for one in pages[1]]


def test_beside_an_auction_the_judge_knows_the_boat_and_of_the_hands_only_ones_own(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    ben, cleo = (sit(Browser(app), game.code, seat) for seat in (1, 2))
    assert game.enter("bid", seat=1, plants=["grapes", "onions"], by=ben).status_code == 303
    told = {browser: ask(browser, "/judge/nile/auction", {"match": game.match}) for browser in (ben, cleo, game.host)}
    for browser, (words, page) in told.items():
        assert "From your table" in words
        assert "wins the extra phase" not in words
        facts = {name: values for name, values in page.facts().items() if values != [""]}
        own = {"hands.1": ["2"]} if browser is ben else {}
        assert facts == {"boat.0": ["2"], "boat.1": ["2"], "boat.2": ["2"], **own}


def test_while_people_bid_the_head_of_every_board_says_so(app: Flask) -> None:
    game = Game(app, hippo="true").acting()
    watcher = Browser(app)
    assert "Ana acts" in head(game.page(watcher))
    assert game.enter("bid", seat=1, plants=["grapes"]).status_code == 303
    for browser in (game.host, watcher):
        assert "The hippo’s auction" in head(game.page(browser))
        assert "Ana acts" not in head(game.page(browser))


def test_more_than_is_held_cannot_be_bid_and_nothing_is_lost(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    answer = game.enter("bid", seat=0, plants=["aubergine", "aubergine"])
    assert answer.status_code == 422
    assert "Ana can’t have 2 aubergine in hand, only 1." in problem(answer)
    assert 'value="aubergine" id="hand-r0t0-0-aubergine-0" checked' in answer.get_data(as_text=True)


def test_one_phone_for_all_is_passed_on_before_each_bid(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    game.press("_event", "hippo")
    assert game.enter("bid", seat=0, plants=["grapes", "grapes"]).status_code == 303
    page = game.page()
    assert "Ben bids on this phone" in page
    assert f"/m/{game.match}/as/1" in page
    game.host.post(f"/m/{game.match}/as/1")
    page = game.page()
    assert "In the hand of Ben" in page
    assert "You bid 2 plants" not in page


def test_a_phone_of_ones_own_asks_for_your_bid(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    ben = sit(Browser(app), game.code, 1)
    game.press("_event", "hippo")
    assert game.enter("bid", seat=0, plants=["grapes"]).status_code == 303
    page = game.page(ben)
    assert "In your hand" in page
    assert "In the hand of Ben" not in page


def test_when_all_have_bid_everybody_sees_who_has_won(app: Flask) -> None:
    game = Game(app, hippo="true").begun()
    for seat, plants in enumerate((["grapes"], ["grapes", "onions"], [])):
        game.host.post(f"/m/{game.match}/as/{seat}")
        assert game.enter("bid", seat=seat, plants=plants).status_code == 303
    page = game.page(Browser(app))
    assert "Ben wins the extra phase and plays it at once." in page
    assert "Won from the hippo: 3 action points, no jokers." in page


# ---- who sees what ----


def test_a_spectator_sees_the_table_and_no_form(three: Game, app: Flask) -> None:
    page = three.page(Browser(app))
    assert "Ana acts" in page
    assert "You’re watching." in page
    assert 'aria-label="Column 4: empty, 3 squares"' in page
    assert "/moves" not in page
    assert "/preview" not in page.partition("<main")[2]


def test_nothing_laid_yet_is_not_nought(app: Flask) -> None:
    page = Game(app).page()
    assert 'class="none"' in page
    assert "Missing: Ana, Ben, and Cleo" in page


COVERED: list[tuple[int, dict[str, str], str, int]] = [
    (2, {}, "both rows of 2, the row of 3 on the left bank", 21),
    (2, {"two_player_cover": "german"}, "the row of 2 on the left bank, the row of 3 on the left bank", 23),
    (3, {}, "both rows of 2", 24),
    (4, {}, "the row of 2 on the left bank", 26),
    (5, {}, "no row", 28),
]


def test_the_set_up_draws_which_rows_are_covered(subtests: pytest.Subtests, app: Flask) -> None:
    for players, options, covered, left in COVERED:
        with subtests.test(players=players, options=options, covered=covered, left=left):
            game = Game(app, players, **options)
            page = unescape(game.host.get(f"/m/{game.match}/setup").get_data(as_text=True))
            assert f'aria-label="Both banks of the Nile. Covered: {covered}. {left} fields in play."' in page
            assert "NI-3" in page


# ---- the fields ----


def test_water_is_laid_on_the_board_without_a_script(app: Flask) -> None:
    game = Game(app, depth="board").begun()
    game.press("_field", "left.4.0")
    game.press("_mark", "lay:left.4.0=single.double")
    game.press("_field", "left.4.1")
    game.press("_mark", "lay:left.4.1=double.none")
    assert "Ana has placed two cards" in main_button(game.page())
    assert game.main().status_code == 303
    page = game.page()
    assert "left bank, row of 4, field 2: water" in page
    game.press("_field", "right.5.0")
    game.press("plant", "grapes")
    assert "right bank, row of 5, field 1: Ana grapes" in game.page()


def test_palms_are_painted_recorded_and_offered_at_the_next_match(app: Flask) -> None:
    game = Game(app, depth="board").begun()
    game.press("_brush", "3")
    game.press("_mark", "palms:left.5.0=3")
    game.press("_mark", "palms:left.5.1=3")
    forms = Forms(game.page())
    form = next(name for name, pairs in forms.fields.items() if ("kind", "palms") in pairs)
    assert game.post(f"/m/{game.match}/moves", sent(forms.fields[form])).status_code == 303
    second = Game(app, depth="board")
    assert "Use 2 fields from last time" in second.page()


def test_the_palms_known_of_a_box_can_be_looked_at_and_mended(app: Flask) -> None:
    game = Game(app, depth="board")
    fields: Form = {
        "fields.0.field.bank": "left",
        "fields.0.field.row": "5",
        "fields.0.field.square": "0",
        "fields.0.palms": "3",
    }
    assert game.enter("palms", **fields).status_code == 303
    page = unescape(game.host.get("/box/nile").get_data(as_text=True))
    assert "left bank, row of 5, field 1" in page
    mended = {"field.bank": "left", "field.row": "5", "field.square": "0", "palms": "4"}
    assert game.host.post("/box/nile", mended).status_code == 303


# ---- for ears ----


def groups(page: str) -> dict[str, str]:
    """What stands in each group of the page, by the group's name."""
    found = re.findall(r'<div class="[^"]*" role="group" aria-label="([^"]*)">(.*?)</div>', page, re.DOTALL)
    return dict(found)


def test_buttons_that_say_the_same_stand_in_groups_that_say_what_they_do(three: Game, app: Flask) -> None:
    acting = three.page()
    assert len(re.findall(r'aria-label="flax, \d palms?"', acting)) == 4
    opening = groups(Game(app).page())["The oldest takes the pillar"]
    assert all(name in opening for name in ("Ana", "Ben", "Cleo"))
    tide = groups(Game(app).begun().page())
    assert re.findall(r">(\d)</button>", tide["Cards placed"]) == ["0", "1", "2"]
    assert "Arrow" in tide["The cards show"]


def test_the_palms_of_a_field_are_asked_for_in_words_too(app: Flask) -> None:
    game = Game(app, depth="board").begun()
    game.press("_field", "left.5.0")
    game.press("_mark", "lay:left.5.0=single.double")
    assert game.main().status_code == 303
    field: Form = {"field.bank": "left", "field.row": "5", "field.square": "1"}
    for kind in ("sow", "grow"):
        assert game.enter(kind, seat=0, plant="grapes", anyway="true", **field).status_code == 303
    game.press("_field", "left.5.1")

    asked = re.findall(r'<button class="face" name="fields.0.palms" value="(\d)" aria-label="([^"]*)">', game.page())
    assert asked == [("1", "1 palm"), ("2", "2 palms"), ("3", "3 palms"), ("4", "4 palms")]
