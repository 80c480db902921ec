"""Limits on phones: an accusation, its verdict, and what a small phone shows."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import REFUSED
from tests.e2e.evening import ALL_ONES, STARTS, beginning, match_of
from tests.e2e.stage import OpenPhone, Server
from tests.e2e.test_calm import must_be_a_bar
from tests.there import there


def tap(page: Page, name: str, value: object) -> None:
    """Tap a number, a colour or a player; what comes next may lie elsewhere once the board is drawn anew."""
    page.locator(f"input[name='{name}'][value='{value}'] + .face").click()


@pytest.mark.ring("test")
def test_what_is_tapped_in_an_accusation_stays_under_the_finger(phone: OpenPhone, server: Server) -> None:
    cards = ({"kind": "card", "seat": seat} for seat in (2, 0))
    evening = match_of(server.port, "limits", 3).after(ALL_ONES, *cards)
    page = evening.sit(phone(size=(360, 640), expects=REFUSED), 0)
    page.get_by_role("button", name="I accuse").click()
    expect(page.locator("#entry .notice")).to_contain_text("It’s Ben’s turn.")
    tap(page, "accused", 1)
    page.get_by_role("button", name="Accuse Ben").click()
    expect(page.locator("#problem p").first).to_be_visible()
    must_be_a_bar(page, "#problem")
    tap(page, "accused", 2)
    page.get_by_role("button", name="Accuse anyway").click()
    page.locator("input[name=counted]").first.wait_for(state="attached")
    form = page.locator("#entry").element_handle()
    expect(page.locator(".no-one .wait")).to_be_visible()
    for hides, no_one in ((True, 0), (False, 1), (True, 0)):
        page.locator(".hid .who").nth(2).locator(".whole").locator("visible=true").click() if hides else tap(
            page, "hidden", "00"
        )
        expect(page.locator(".hid .who :checked")).to_have_count(1 - no_one)
        expect(page.locator(".no-one :checked")).to_have_count(no_one)
    tap(page, "counted", 3)
    expect(page.locator(".counts")).to_be_in_viewport(ratio=1)
    expect(page.locator("#record")).to_contain_text("Which colour?")
    assert form.evaluate("form => form.isConnected")


@pytest.mark.ring("test")
def test_what_replaces_the_last_number_tapped_takes_no_tap_at_first(phone: OpenPhone, server: Server) -> None:
    evening = match_of(server.port, "limits", 3).after(STARTS)
    page = evening.sit(phone(), 0)
    page.get_by_role("button", name="Turn up the limit card").click()
    expect(page.locator("#record")).to_be_hidden()
    for colour in ALL_ONES["numbers"]:
        tap(page, f"numbers.{colour}", "X")
    for name in ("Undo", "Card played"):
        expect(page.locator(".foot").get_by_role("button", name=name).and_(page.locator("[data-new]"))).to_be_visible()


def test_a_small_phone_out_of_turn_keeps_the_pile_and_one_large_way_to_accuse(phone: OpenPhone, server: Server) -> None:
    hides = ({"kind": "hide", "seat": seat, "colours": ["red"]} for seat in range(3))
    evening = match_of(server.port, "limits", 3, pile="logged").after(STARTS, ALL_ONES, *hides)
    evening.move("lay", seat=0, colour="blue")
    evening.sit(phone(), 1)
    page = evening.sit(phone(size=(360, 640)), 2)
    expect(page.locator(".wood")).to_contain_text("1 card in the pile")
    expect(page.locator(".wood")).to_be_in_viewport(ratio=1)
    accuse, rest = (there(page.locator(one).bounding_box()) for one in ("#open-accuse-own button", ".for summary"))
    assert accuse["width"] == rest["width"]
    assert accuse["y"] + accuse["height"] < rest["y"]


@pytest.mark.ring("test")
def test_in_the_largest_text_of_a_small_phone_that_a_card_was_played_is_the_larger_key_of_the_foot(
    phone: OpenPhone, server: Server
) -> None:
    match_of(server.port, "limits", 2).after(ALL_ONES)  # Of a card that is known by now a strip stands above the keys.
    evening, rest = beginning(server, "limits", 1, ("Ana", "Íñigo", "Jean-Baptiste"))
    page = evening.sit(phone(size=(360, 640), locale="de-DE", text="larger"), 0)
    page.get_by_text("Deckt die Limitkarte auf").click()
    for part in (".known .s", ".limit fieldset:last-child label:last-child"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    for move in rest[:3]:
        evening.move(**move)
    expect(page.locator(".foot #card")).to_be_in_viewport(ratio=1)
    played, accuse = (there(page.locator(one).bounding_box()) for one in (".foot #card button", "#open-accuse button"))
    assert played["width"] > accuse["width"]
