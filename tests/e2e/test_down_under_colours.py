"""The colours of a box: a photo of its tiles is tapped colour by colour, kept on this device, and read by from then on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.stage import OpenPhone, accessibility_faults
from tests.e2e.test_down_under_reading import photographed

COLOURS: Final = ("red", "yellow", "green", "blue")
STEP: Final = 0.02
"""How far an arrow key moves the cross, as a part of the photo."""
ADDRESS: Final = "/box/down-under/colours"
BESIDE: Final[dict[str, Any]] = {
    "rows": 1, "light": "day", "table": "white cloth", "moved": 0, "turned": 0,
    "tiles": [{"kind": "straight", "colour": colour, "turn": 0, "x": x, "y": 0} for x, colour in enumerate(COLOURS)],
}  # fmt: skip
"""A tile of each colour, side by side."""


def places(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The middles of four tiles side by side, as parts of width and height."""
    (a, b), (c, d), (e, f), (g, h) = corners
    across = [(2 * at + 1) / 8 for at in range(4)]
    return [((a + (c - a) * u + g + (e - g) * u) / 2, (b + (d - b) * u + h + (f - h) * u) / 2) for u in across]


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
