"""The colours of a box: a photo of its tiles is tapped colour by colour, kept on this device, and read by from then on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED
from tests.e2e.stage import OpenPhone, accessibility_faults
from tests.e2e.test_down_under_reading import SCENE, TILES, named, photographed, read

COLOURS: Final = ("red", "yellow", "green", "blue")
STEP: Final = 0.02
"""How far an arrow key moves the cross, as a part of the photo."""
ADDRESS: Final = "/box/down-under/colours"
BESIDE: Final[dict[str, Any]] = {
    "rows": 1, "light": "day", "table": "white cloth", "moved": 0, "turned": 0,
    "tiles": [{"kind": "straight", "colour": colour, "turn": 0, "x": x, "y": 0} for x, colour in enumerate(COLOURS)],
}  # fmt: skip
"""A tile of each colour, side by side."""
OTHER: Final = "hue-rotate(24deg)"
"""What makes all colours of a photo those of another box."""


def places(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The middles of four tiles side by side, as parts of width and height."""
    (a, b), (c, d), (e, f), (g, h) = corners
    across = [(2 * at + 1) / 8 for at in range(4)]
    return [((a + (c - a) * u + g + (e - g) * u) / 2, (b + (d - b) * u + h + (f - h) * u) / 2) for u in across]


def tap(page: Page, x: float, y: float) -> None:
    """A finger on the photo, at a part of its width and height."""
    aim = page.locator(".aim")
    box = aim.bounding_box()
    assert box
    aim.click(position={"x": x * box["width"], "y": y * box["height"]})


def kept(page: Page) -> list[int] | None:
    """The hues that this device remembers."""
    found: list[int] | None = page.evaluate("JSON.parse(localStorage.getItem('tableside.down-under.hues'))")
    return found


@pytest.mark.parametrize(("language", "last"), [("en", "Blue"), ("fr", "Bleu"), ("es", "Azul"), ("de", "Blau")])
def test_a_box_is_calibrated_by_keyboard_without_a_network_in_every_language(
    phone: OpenPhone, tmp_path: Path, language: str, last: str
) -> None:
    corners = photographed(phone(), tmp_path / "tiles.jpg", **BESIDE)
    page = phone(locale=language, size=(360, 640))
    page.goto(ADDRESS, wait_until="networkidle")
    assert not page.evaluate("isSecureContext")
    assert accessibility_faults(page) == []
    page.context.set_offline(True)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    file = page.locator(".foot input")
    expect(file).to_be_focused()
    file.set_input_files(tmp_path / "tiles.jpg")

    aim, told = page.locator(".aim"), page.locator("#colours [role=status]")
    expect(aim).to_be_focused()
    cross = [0.5, 0.5]
    for number, place in enumerate(places(corners)):
        expect(page.locator("[data-colour]").nth(number)).to_have_attribute("aria-pressed", "true")
        if number == len(COLOURS) - 1:
            expect(told).to_contain_text(last)
        for at, ways in enumerate((("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))):
            steps = round((place[at] - cross[at]) / STEP)
            cross[at] += steps * STEP
            for _ in range(abs(steps)):
                page.keyboard.press(ways[steps > 0])
        page.keyboard.press("Enter")
    expect(page.locator(".known")).to_have_count(4)
    hues = kept(page)
    assert hues
    assert sorted(hues[1:]) == hues[1:]
    photo, foot = aim.bounding_box(), page.locator(".foot").bounding_box()
    assert photo
    assert foot
    assert photo["y"] + photo["height"] <= foot["y"]
    assert accessibility_faults(page) == []


def test_a_box_of_other_colours_is_read_once_it_is_calibrated(phone: OpenPhone, tmp_path: Path) -> None:
    target = tmp_path / "table.jpg"
    corners = photographed(phone(), target, OTHER)
    beside = places(photographed(phone(), tmp_path / "tiles.jpg", OTHER, **BESIDE))
    page = phone(expects=EXPECTED)
    sent: list[str] = []
    page.context.on("request", lambda request: sent.append(request.method))
    page.goto("/judge/down-under/route")
    read(page, target, corners)
    usual = [named(page, x, y) for _, _, _, x, y in TILES]

    with page.context.expect_page() as opened:
        page.get_by_role("link", name="The colours of your box").click()
    box = opened.value
    box.locator(".foot input").set_input_files(tmp_path / "tiles.jpg")
    for place in beside:
        tap(box, *place)
    expect(box.locator("#colours [role=status]")).to_contain_text("Saved.")
    with box.expect_event("close"):
        box.get_by_role("link", name="Done").click()

    for kind, colour, _, x, y in TILES:
        cell = page.locator("dialog .cells button").nth(SCENE["columns"] * y + x)
        words = f"{colour.title()}, {'end tile' if kind == 'terminus' else kind}"
        expect(cell).to_have_attribute("aria-label", re.compile(words))
    assert usual != [named(page, x, y) for _, _, _, x, y in TILES]
    assert set(sent) == {"GET"}


def test_what_cannot_be_a_colour_is_not_taken_and_the_usual_ones_come_back(phone: OpenPhone, tmp_path: Path) -> None:
    corners = photographed(phone(), tmp_path / "tiles.jpg", **BESIDE)
    photographed(phone(), tmp_path / "dark.jpg", "brightness(5%)", **BESIDE)
    (tmp_path / "rules.pdf").write_bytes(b"%PDF-1.4")
    page = phone()
    page.goto("/settings")
    page.get_by_role("link", name="The colours of your box").click()
    told, another = page.locator("#colours [role=status]"), page.locator("#colours input[type=file]")
    page.locator(".foot input").set_input_files(tmp_path / "tiles.jpg")
    red, yellow, *_ = places(corners)
    tap(page, 0.03, 0.03)
    expect(told).to_contain_text("There’s no colour there.")
    assert kept(page) is None

    tap(page, *red)
    tap(page, *red)
    expect(told).to_contain_text("That looks like Red.")
    tap(page, *yellow)
    expect(page.locator(".known")).to_have_count(2)
    for file, words in (("dark.jpg", "too dark"), ("rules.pdf", "can’t show that file")):
        another.set_input_files(tmp_path / file)
        expect(told).to_contain_text(words)
        expect(page.locator(".known")).to_have_count(2)

    page.get_by_role("button", name="Use the usual colours").click()
    expect(page.locator(".known")).to_have_count(0)
    assert kept(page) is None
    page.get_by_role("link", name="Done").click()
    expect(page).to_have_url(re.compile("/settings"))
