"""An den Ufern des Nils in real browsers: its sales, its tide, and a table that tracks the fields."""

from itertools import count, product
from random import Random

import pytest
from playwright.sync_api import expect

from tests.e2e.boards import REFUSED, below
from tests.e2e.evening import BEGINS, beginning, match_of, nile_in_play
from tests.e2e.stage import SMALL_FIRST, SMALLEST_TARGET, TOO_SMALL, OpenPhone, Server
from tests.games.english import NAMES
from tests.games.nile.playthroughs import on_fields, random_game
from tests.stranger.looks import faults_of
from tests.there import there


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", SMALL_FIRST)
def test_a_sale_stands_on_a_phone_without_scrolling_and_is_doubted_in_words(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = nile_in_play(server.port, 4)
    evening.move("tide", moved=2, arrows=0)
    evening.move("harvest", seat=0, plant="grapes", quality=3, column=3, shared=False)
    page = evening.sit(phone(size=size), 0)
    said = "You sold grapes in column 3 Its field has at least 3 palms."
    expect(page.locator(".undo [data-to]")).to_have_text(said)
    expect(page.locator(".crops .words span").last).to_be_visible()
    assert below(page, ".panel button", ".table .stall") == []
    assert there(page.locator(".stall .plant svg").first.bounding_box())["width"] >= 20
    assert page.evaluate("document.querySelector('.foot').offsetHeight / innerHeight") <= 0.15
    market, keys = (there(page.locator(one).bounding_box()) for one in (".market", ".crops"))
    assert market["y"] + market["height"] == pytest.approx(keys["y"], abs=1), "each column goes on in its keys"
    for plant in ("flax", "wheat"):
        evening.move("harvest", seat=0, plant=plant, quality=1, column=1, shared=False)
    expect(page.locator(".strip .s")).to_have_text("0 action points left")
    expect(page.locator(".crops, .panel .ask")).to_have_count(0)
    page.locator("#do-more").click()
    expect(page.locator("#buy-joker")).to_be_visible()
    expect(page.locator(".tilebtn"), "it costs a point").to_have_count(0)


@pytest.mark.ring("test")
def test_what_is_done_on_the_fields_is_said_once_on_a_small_phone_to_whoever_did_it_and_to_the_rest(
    phone: OpenPhone, server: Server
) -> None:
    options, moves = on_fields(Random(8), 4, 2)
    for kind, act in (("sow", "sowed"), ("grow", "let"), ("harvest", "sold")):
        at = next(at for at, move in enumerate(moves) if move["kind"] == kind)
        evening = match_of(server.port, "nile", 4, **options).after(*moves[: at + 1])
        mover = moves[at]["seat"]
        for seat, begins in ((mover, f"You {act}"), ((mover + 1) % 4, f"{NAMES[mover]} {act}")):
            page = evening.sit(phone(size=(360, 640)), seat)
            said = page.locator(".undo [data-announce]:visible")
            expect(said).to_have_count(1)
            expect(said).to_contain_text(begins)


UPRIGHT, ACROSS = (820, 1180), (1024, 768)


@pytest.mark.parametrize(
    ("size", "keys"),
    [*product((UPRIGHT, ACROSS), (".crops", ".banks")), ((1280, 720), ".crops"), ((1920, 1080), ".washed")],
)
def test_market_keys_boat_and_track_stand_above_the_foot_of_a_tablet_and_a_laptop_in_each_step(
    phone: OpenPhone, server: Server, size: tuple[int, int], keys: str
) -> None:
    evening = nile_in_play(server.port, depth="board" if keys == ".banks" else "market")
    if keys == ".crops":
        evening.move("tide", moved=2, arrows=0)
    page = evening.sit(phone(size=size), 0)
    assert below(page, ".stall", keys, "svg.boat", ".rest svg.board:not(.boat)") == []
    if keys == ".banks":
        banks = there(page.locator(keys).bounding_box())
        assert banks["width"] * banks["height"] > 0.25 * size[0] * size[1]
        assert there(page.locator("svg.boat").bounding_box())["x"] > banks["x"] + banks["width"], "beside them"
    # Beside the market each column of keys has its palms; below it they are the market's.
    assert bool(page.locator(".crops .palms:visible").count()) == (keys == ".crops" and size[0] > size[1])


def test_at_the_start_the_boat_stands_above_the_foot(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "nile", 3).after(BEGINS)
    for size in (UPRIGHT, (360, 640)):
        page = evening.sit(phone(size=size), 0)
        expect(page.locator("svg.boat")).to_be_visible()
        assert below(page, "svg.boat", ".hand .face") == []
    small = match_of(server.port, "nile", 3, depth="board").sit(phone(size=(360, 640)), 0)
    banks = there(small.locator(".banks").bounding_box())
    small.locator(".cell.ask").first.click()
    expect(small.locator(".undo")).to_be_visible()
    assert small.locator(".banks").bounding_box() == banks
    expect(small.locator(".strip")).to_contain_text("2 of 13")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR", "es-ES"])
def test_a_refusal_is_said_whole_over_nothing_that_peeks_out_and_is_closed(
    phone: OpenPhone, server: Server, locale: str
) -> None:
    evening = nile_in_play(server.port)
    evening.move("tide", moved=2, arrows=0)
    evening.move("harvest", seat=0, plant="grapes", quality=3, column=3, shared=False)
    page = evening.sit(phone(size=(360, 640), locale=locale, expects=REFUSED), 0)
    page.locator(".crops [value=grapes]").nth(1).click()
    problem = page.locator("#problem")
    expect(problem.locator(".btn")).to_be_visible()
    assert problem.evaluate("one => one.scrollHeight <= one.clientHeight")
    expect(page.locator(".undo")).not_to_be_visible()
    problem.locator("[data-close]").click()
    expect(problem).to_have_count(0)
    expect(page.locator(".undo")).to_be_visible()


@pytest.mark.ring("test")
def test_undo_gives_back_the_two_plants_tapped_and_no_other_of_their_kind(phone: OpenPhone, server: Server) -> None:
    page = nile_in_play(server.port).sit(phone(), 0)
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator("#record")).to_contain_text("flax and wheat in the boat")
    expect(page.locator("input[name=plants]:checked")).to_have_count(2)
    expect(page.locator("svg.boat [data-moves]"), "what is tapped lies in the boat already").to_have_count(6)
    page.locator("#record").click()
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()


LIES_BELOW = """button => {
  document.getElementById("view").classList.add("ended")
  const box = button.getBoundingClientRect()
  return Boolean(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest("a, button"))
}"""
"""Whether something else takes a tap on a button in the first moment after another phone ended what was entered here."""


def test_a_tap_on_undo_that_comes_too_soon_opens_nothing_that_lies_below(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port, 4)
    evening.move("tide", moved=2, arrows=0)
    evening.after(*({"kind": "pass", "seat": seat} for seat in range(4)))
    undo = evening.sit(phone(), 0).locator(".news").get_by_role("button", name="Undo")
    assert not undo.evaluate(LIES_BELOW)


LONG = ("Jean-Baptiste", "Bo", "Maximiliane-Sophie", "Íñigo")
CHOSEN = "#banks, #washed > summary, .laid .few button, .laid > .shows > summary, #do-more"


@pytest.mark.ring("test")
def test_who_bids_on_this_phone_is_asked_beside_the_track(phone: OpenPhone, server: Server) -> None:
    table = match_of(server.port, "nile", 5, depth="board", start_bid=True).after(
        {"kind": "bid", "seat": 4, "plants": ["flax"]}
    )
    assert faults_of(table.host_on(phone(size=(1366, 768), locale="es-ES"))) == []


@pytest.mark.ring("test")
def test_on_tracked_fields_a_choice_stands_above_the_foot_of_a_small_phone(phone: OpenPhone, server: Server) -> None:
    evening = nile_in_play(server.port, LONG, depth="board")
    page = evening.sit(phone(size=(1366, 768)), 0)
    beside, sheet = (there(page.locator(one).bounding_box()) for one in (".banks", ".sheet-foot"))
    assert beside["x"] + beside["width"] <= sheet["x"]  # On a wide screen nothing lies over the table.
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator("#record")).to_be_visible()
    assert below(page, CHOSEN) == []
    taken = [{"bank": "left", "row": row, "square": 0} for row in (4, 5)]
    grapes = {"ripe": {"plant": "grapes", "field": {"bank": "right", "row": 5, "square": 0}}}
    grapes["seed"] = {"plant": "wheat", "field": {"bank": "right", "row": 4, "square": 1}}
    both = {"ripe": {"plant": "flax", "field": taken[0]}, "seed": {"plant": "wheat", "field": taken[1]}}
    for seat, first in enumerate((grapes, both, None, both)):
        evening.after(*({"kind": "lay_first", "seat": seat, **one} for one in (first, {}) if one is not None))
    page = evening.sit(phone(size=(360, 640)), 0)
    expect(page.locator("#record")).to_contain_text("Tap the fields of the cards")
    assert below(page, CHOSEN) == []
    page.locator("[id='left.4.0']").click()
    page.locator(".card-way:visible").first.click()
    expect(page.locator("#record")).to_contain_text("From the fields to the boat")
    assert below(page, CHOSEN) == []
    evening.move("tide", moved=2, arrows=0, laid=[{"field": one, "card": ["double", "none"]} for one in taken])
    expect(page.locator("#record")).to_contain_text("Pass on to Bo")
    assert below(page, CHOSEN) == []
    banks = page.locator(".banks").bounding_box()
    page.locator("[id='right.4.1']").click()
    expect(page.get_by_role("button", name="Let ripen")).to_be_visible()
    page.locator("#close-field").click()
    page.locator("[id='right.5.0']").click()
    page.get_by_role("button", name="3 palms").click()
    expect(page.locator("#why-not > summary")).to_be_in_viewport(ratio=1)
    assert page.locator(".banks").bounding_box() == banks, "a tap moves nothing"
    page.set_viewport_size({"width": 640, "height": 360})
    page.locator("#close-field").click()
    evening.move("harvest", seat=0, plant="grapes", quality=4, column=4, shared=False)
    evening.move("pass", seat=0, through=3)
    page = evening.sit(phone(size=(360, 640)), 1)
    page.locator("#tide-shows > summary").click()
    expect(page.get_by_role("button", name="4 palms")).to_be_visible()
    assert below(page, CHOSEN) == []


@pytest.mark.ring("test")
@pytest.mark.parametrize("size", SMALL_FIRST)
def test_during_a_tide_the_table_is_seen_by_those_who_wait_and_never_lies_over_an_entry_nor_the_points(
    phone: OpenPhone, server: Server, size: tuple[int, int]
) -> None:
    evening = nile_in_play(server.port, LONG)
    evening.sit(phone(), 0)
    waits = evening.sit(phone(size=size), 1)
    expect(waits.locator(".market .stall:visible")).to_have_count(4)
    waits.locator(".for > summary").click()
    expect(waits.locator("#tide")).to_be_visible()
    assert not waits.locator(".market").is_visible()
    assert faults_of(waits) == []
    waits.locator("#washed > summary").click()
    expect(waits.locator(".washed-row .face").last).to_be_visible()
    assert below(waits, "#washed .face") == []
    assert waits.locator("#washed .boat").is_visible() == (size[1] > 760)


def test_plants_are_large_enough_for_a_finger_where_their_rot_is_corrected_and_where_a_tide_washes_them_off_the_fields(
    phone: OpenPhone, server: Server
) -> None:
    games = (random_game(Random(seed)) for seed in count())
    number, options, moves, rots = next(
        (*game, at)
        for game in games
        for at, move in enumerate(game[2])
        if move["kind"] == "rot" and max(move["plants"], default=0) > 2
    )
    evening = match_of(server.port, "nile", number, **options).after(*moves[: rots + 1])
    page = evening.sit(phone(size=(360, 640), text="larger"), 0)
    page.goto(f"{evening.board}/correct/{rots}")
    expect(page.locator(".stall .face").first).to_be_attached()
    assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == []
    options, moves = on_fields(Random(8), 4, 2)
    tide = max(at for at, move in enumerate(moves) if move["kind"] == "tide")
    for size in (UPRIGHT, ACROSS, (744, 1133)):
        page = match_of(server.port, "nile", 4, **options).after(*moves[:tide]).host_on(phone(size=size))
        page.locator("#washed > summary").click()
        expect(page.locator(".washed-row .face").last).to_be_visible()
        assert page.evaluate(TOO_SMALL, SMALLEST_TARGET) == [], "what the tide washed off the fields of a tablet"


@pytest.mark.ring("test")
def test_in_the_largest_text_of_a_small_phone_the_flood_asks_all_five_players_above_its_button(
    phone: OpenPhone, server: Server
) -> None:
    evening, _ = beginning(server, "nile", 29)  # Three have just gained points.
    page = evening.sit(phone(size=(360, 640), locale="de-DE", text="larger"), 0)
    assert page.locator("main").evaluate("main => main.scrollHeight - main.clientHeight") <= 0
