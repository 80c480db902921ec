"""The colours of a box: a photo of its tiles is tapped colour by colour, kept on this device, and read by from then on."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.boards import below
from tests.e2e.stage import ROOT, OpenPhone, accessibility_faults
from tests.e2e.test_down_under_reading import photographed
from tests.there import there

COLOURS: Final = ("red", "yellow", "green", "blue")
STEP: Final = 0.02
"""How far an arrow key moves the cross, as a part of the photo."""
ADDRESS: Final = "/box/down-under/colours"
BESIDE: Final[dict[str, Any]] = {
    "rows": 1, "light": "day", "table": "white cloth", "moved": 0, "turned": 0,
    "tiles": [{"kind": "straight", "colour": colour, "turn": 0, "x": x, "y": 0} for x, colour in enumerate(COLOURS)],
}  # fmt: skip
"""A tile of each colour, side by side."""
READER: Final = (ROOT / "static/js/reader.js").read_text("utf-8")
FOUR: Final = """wide => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1600, 1000];
  const pen = canvas.getContext("2d");
  const fill = (colour, ...box) => { pen.fillStyle = colour; pen.fillRect(...box); };
  fill("#f2ead8", 0, 0, 1600, 1000);
  const path = 10 * wide, tile = 4 * path;
  const answers = ["#b02838", "#dca428", "#3c8a50", "#2c589c"].map((ink, at) => {
    const x = 800 + (at % 2 ? 0.02 : -1.02) * tile, y = 500 + (at > 1 ? 0.02 : -1.02) * tile;
    fill("#e6dcc4", x, y, tile, tile);
    fill("#8c8a86", x, y + 1.6 * path, tile, 0.8 * path);
    fill(ink, x + 1.5 * path, y, path, tile);
    return [x + 2 * path, y + tile / 4];
  });
  const picture = pen.getImageData(0, 0, 1600, 1000);
  return answers.map(([x, y]) => [-0.45, 0, 0.45].map((off) => tableReader.strongestAt(picture, x + off * path, y, 80)));
}"""
"""Four tiles on paper with paths so wide, in percent of the shorter side: what taps on their edges and in their middle give."""
USUAL: Final = (354, 44, 140, 214)


def places(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The middles of four tiles side by side, as parts of width and height."""
    (a, b), (c, d), (e, f), (g, h) = corners
    across = [(2 * at + 1) / 8 for at in range(4)]
    return [((a + (c - a) * u + g + (e - g) * u) / 2, (b + (d - b) * u + h + (f - h) * u) / 2) for u in across]


def tap(page: Page, x: float, y: float) -> None:
    """A finger on the photo, at a part of its width and height."""
    aim = page.locator(".aim")
    expect(aim).to_be_visible()
    box = there(aim.bounding_box())
    aim.click(position={"x": x * box["width"], "y": y * box["height"]})


def kept(page: Page) -> list[int] | None:
    return page.evaluate("JSON.parse(localStorage.getItem('tableside.down-under.hues'))")


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
    expect(told).to_be_visible()
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
    assert below(page, ".aim") == []
    assert accessibility_faults(page) == []


@pytest.mark.ring("test")
def test_a_path_gives_its_colour_however_wide_it_is_and_wherever_it_is_tapped(phone: OpenPhone) -> None:
    page = phone()
    page.evaluate(f"{READER}; undefined")
    faults = [
        (wide, colour, found)
        for wide in range(3, 13)
        for colour, usual, taps in zip(COLOURS, USUAL, page.evaluate(FOUR, wide), strict=True)
        for found in taps
        if found["strength"] < 0.3 or abs((found["hue"] - usual + 540) % 360 - 180) > 25
    ]
    assert not faults


def test_what_does_not_look_like_a_colour_is_asked_about_before_it_is_kept(phone: OpenPhone, tmp_path: Path) -> None:
    _, yellow, _, blue = places(photographed(phone(), tmp_path / "tiles.jpg", **BESIDE))
    page = phone()
    page.goto(ADDRESS)
    page.locator(".foot input").set_input_files(tmp_path / "tiles.jpg")
    told = page.locator("#colours [role=status]")
    page.get_by_role("button", name="Yellow").click()
    tap(page, *blue)
    expect(told).to_contain_text("Is that Yellow?")
    tap(page, *yellow)
    expect(page.locator(".known")).to_have_count(1)
    hues = kept(page)
    assert hues
    assert hues[1] < 90

    page.get_by_role("button", name="Yellow").click()
    tap(page, *blue)
    tap(page, *blue)
    expect(told).not_to_contain_text("Is that")
    assert (kept(page) or [0, 0])[1] > 150
