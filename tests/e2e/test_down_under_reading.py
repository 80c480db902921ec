"""A table of Down Under read off a photo: a drawn table goes in, its corners are dragged, tiles are corrected, routes come out."""

import base64
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED, drag_corners, match
from tests.e2e.stage import ROOT, OpenPhone, Server

CAMERA = (ROOT / "bench/camera.js").read_text("utf-8")
TILES = [
    ("straight", "red", 90, 0, 1), ("straight", "red", 90, 1, 1), ("curve", "red", 180, 2, 1), ("straight", "red", 0, 2, 2),
    ("curve", "blue", 90, 0, 0), ("straight", "blue", 90, 1, 0), ("straight", "yellow", 90, 3, 0), ("curve", "green", 0, 3, 3),
    ("terminus", "red", 0, 2, 3),
]  # fmt: skip
POND = {"kind": "billabong", "x": 2, "y": 0}
"""Where the blue route and the yellow one meet."""
SCENE: dict[str, Any] = {
    "seed": 7, "columns": 4, "rows": 4, "width": 600, "height": 800, "light": "lamp", "angle": 24, "noise": 6,
    "table": "dark wood", "turned": 4, "moved": 0.06,
    "tiles": [POND, *(dict(zip(("kind", "colour", "turn", "x", "y"), one, strict=True)) for one in TILES)],
}  # fmt: skip
PHOTOGRAPH = """([scene, filter]) => {
  const seen = tableCamera.photograph(scene);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [scene.width, scene.height];
  canvas.getContext("2d").putImageData(new ImageData(seen.dots, scene.width, scene.height), 0, 0);
  const spoiled = canvas.cloneNode();
  spoiled.getContext("2d").filter = filter;
  spoiled.getContext("2d").drawImage(canvas, 0, 0);
  return [spoiled.toDataURL("image/jpeg", 0.85).split(",")[1], seen.corners];
}"""


def photographed(page: Page, target: Path, spoiled: str = "none", **scene: Any) -> list[tuple[float, float]]:
    """A photo of the table in `target`; the places of its corners, as parts of width and height."""
    page.evaluate(f"{CAMERA}; undefined")
    photo, corners = page.evaluate(PHOTOGRAPH, [{**SCENE, **scene}, spoiled])
    target.write_bytes(base64.b64decode(photo))
    return [(x / SCENE["width"], y / SCENE["height"]) for x, y in corners]


def give(page: Page, photo: Path) -> None:
    page.locator("dialog input[type=file]").set_input_files(photo)


def read(page: Page, photo: Path, corners: list[tuple[float, float]], rows: str = "4") -> None:
    page.locator("[data-photo]").first.click()
    give(page, photo)
    expect(page.locator("dialog .second")).to_be_visible()
    drag_corners(page, corners)
    page.locator("dialog .columns").select_option("4")
    page.locator("dialog .rows").select_option(rows)
    fits = "one => one.scrollHeight <= one.clientHeight"
    assert page.locator("dialog.photo").evaluate(fits)
    page.get_by_role("button", name="Read the tiles").click()
    expect(page.locator("dialog .third")).to_be_visible()
    assert page.locator("dialog.photo").evaluate(fits)


def named(page: Page, x: int, y: int) -> str:
    label = page.locator("dialog .cells button").nth(4 * y + x).get_attribute("aria-label") or ""
    return label.split(": ", 1)[1].removesuffix(": check it")


@pytest.fixture
def photo(phone: OpenPhone, tmp_path: Path) -> tuple[Path, list[tuple[float, float]]]:
    """A photo of the drawn table, and where its corners are."""
    target = tmp_path / "table.jpg"
    return target, photographed(phone(), target)


def test_a_photo_is_read_corrected_measured_and_ruled_on(
    phone: OpenPhone, photo: tuple[Path, list[tuple[float, float]]]
) -> None:
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    read(page, *photo)
    for kind, colour, _, x, y in TILES:
        assert named(page, x, y) == f"{colour.title()}, {'end tile' if kind == 'terminus' else kind}"
    assert named(page, 2, 0) == "billabong"
    expect(page.locator("dialog .to-check")).to_have_text("1 to check")
    assert (page.locator("dialog .second path").first.get_attribute("d") or "").count("M") == 5 + 5

    cell = page.locator("dialog .cells button").nth(4 * 1 + 3)
    picks = page.locator("dialog .picks")
    cell.click()
    picks.get_by_role("button", name="billabong").click()
    assert named(page, 3, 1) == "billabong, ↑↓, →←"
    page.locator("dialog .inks").get_by_role("button", name="Green").click()
    for turn in ("0", "180"):
        picks.get_by_role("button", name=f"Green, end tile {turn}°", exact=True).click()
    assert named(page, 3, 1) == "Green, end tile: Green, end tile"
    page.locator("dialog .inks").get_by_role("button", name="Empty").click()
    assert named(page, 3, 1) == "Empty"
    page.get_by_role("button", name="Measure the routes").click()
    expect(page.locator("#desk .drawn .piece")).to_have_count(len(TILES) + 1)

    page.goto("/judge/down-under/walk")
    read(page, *photo, "3")
    expect(page.locator("dialog .third .main")).to_have_text("Go back to the corners")
    page.reload()
    read(page, *photo)
    page.get_by_role("button", name="Measure the routes").click()
    expect(page.locator("#verdict")).to_contain_text("5 paths")


@pytest.mark.parametrize(("language", "blue"), [("en", "Blue"), ("fr", "Bleu"), ("es", "Azul"), ("de", "Blau")])
def test_a_photo_is_read_by_keyboard_without_a_network_in_every_language(
    phone: OpenPhone, photo: tuple[Path, list[tuple[float, float]]], language: str, blue: str
) -> None:
    page = phone(locale=language, expects=EXPECTED)
    page.goto("/judge/down-under/route")
    with page.expect_event("requestfinished", lambda request: "reader" in request.url):
        page.keyboard.press("Tab")
    page.context.set_offline(True)
    page.locator("[data-photo]").first.press("Enter")
    give(page, photo[0])
    for number, (x, y) in enumerate(photo[1]):
        corner = page.locator("dialog .corner").nth(number)
        assert not page.workers, "nothing is counted before all four are moved"
        for far, ways in ((x, ("ArrowLeft", "ArrowRight")), (y, ("ArrowUp", "ArrowDown"))):
            is_far_side = number in ((1, 2) if far == x else (2, 3))
            steps = round((far - (0.9 if is_far_side else 0.1)) / 0.005)
            for _ in range(abs(steps)):
                corner.press(ways[steps > 0])
    for name in ("columns", "rows"):  # as proposed between the corners, until they are counted
        expect(page.locator(f"dialog .{name}")).to_have_value("4")
    for name in ("columns", "rows"):
        page.locator(f".stepper:has(.{name}) button").first.press("Enter")
        page.locator(f".stepper:has(.{name}) button").last.press("Enter")
        expect(page.locator(f"dialog .{name}")).to_have_value("4")
    page.locator("dialog .read-it").press("Enter")
    cell = page.locator("dialog .cells button").nth(0)
    expect(cell).to_have_attribute("aria-label", re.compile(blue))
    curve = cell.get_attribute("aria-label") or ""
    cell.press("Enter")
    expect(cell).to_be_focused()
    page.locator("dialog .picks [aria-pressed=false]:enabled").nth(1).press("Enter")
    expect(cell).not_to_have_attribute("aria-label", curve)
    page.context.set_offline(False)
    page.locator("dialog .measure").press("Enter")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#sketch input[name$='.kind'][value=billabong]")).to_have_count(1)


@pytest.mark.parametrize(
    ("spoiled", "told"),
    [("brightness(8%)", "too dark"), ("blur(9px)", "too blurred"), ("grayscale(1)", "No colours")],
)
def test_a_photo_that_cannot_be_read_is_told_why_and_what_was_entered_stays(
    phone: OpenPhone, tmp_path: Path, spoiled: str, told: str
) -> None:
    photographed(phone(), tmp_path / "table.jpg", spoiled)
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    page.locator("[id='cell-1-1']").click()
    expect(page.locator("#desk .drawn .piece")).to_have_count(1)
    page.locator("[data-photo]").click()
    give(page, tmp_path / "table.jpg")
    expect(page.locator("dialog .wrong")).to_contain_text(told)
    expect(page.locator("dialog .corner").first, "none mends it").to_be_hidden()
    expect(page.locator("dialog > .main")).to_have_text("Choose another photo")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#desk .drawn .piece")).to_have_count(1)


def test_a_photo_that_cannot_be_read_is_laid_under_a_route_a_finger_traces(phone: OpenPhone, tmp_path: Path) -> None:
    corners = photographed(phone(), tmp_path / "table.jpg", "grayscale(1)")
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    page.locator("[data-photo]").click()
    give(page, tmp_path / "table.jpg")
    page.get_by_role("button", name="Go back to the corners").click()
    drag_corners(page, corners)
    page.get_by_role("button", name="Read the tiles").click()
    page.get_by_role("button", name="Trace it with your finger").click()
    expect(page).to_have_url(re.compile("/judge/down-under/walk"))
    expect(page.locator("#desk[data-follows]:has(.drawn foreignObject) [id^=cell-]")).to_have_count(9)
    assert "data:image/jpeg" in page.locator("#desk .photo").evaluate("one => getComputedStyle(one).backgroundImage")


@pytest.mark.ring("test")
def test_a_photo_ends_a_match_with_everybody_in_the_colour_they_say_and_is_kept_until_then(
    phone: OpenPhone, server: Server, photo: tuple[Path, list[tuple[float, float]]]
) -> None:
    page = match(server.port, 4, depth="result").sit(phone(expects=EXPECTED), 0)
    read(page, *photo)
    chips = page.locator("dialog .whose-colour")
    before = [re.compile(r"5\s*Ana"), re.compile(r"2\s*Ben"), re.compile(r"1\s*Cleo"), re.compile(r"4\s*Dora")]
    after = [re.compile(r"2\s*Ana"), re.compile(r"5\s*Ben"), *before[2:]]
    expect(chips).to_have_text(before)
    chips.nth(0).click()  # Ana has yellow, and Ben red.
    expect(chips).to_have_text(after)

    page.locator("dialog .cells button").nth(2).click()
    said = named(page, 2, 0)
    for _ in range(2):  # A tap on what lies there says that it does: the key beside it passes the routes another way.
        page.get_by_role("button", name="billabong", exact=True).click()
        assert named(page, 2, 0) == said
    page.locator("dialog .crossing").click()
    assert named(page, 2, 0) == "billabong, ↑↓, →←"
    while named(page, 2, 0) != said:
        page.locator("dialog .crossing").click()
    expect(chips).to_have_text(after)

    end = page.get_by_role("button", name="End the game with this result")
    inks = page.locator("dialog .inks")
    page.locator("dialog .cells button").nth(4 * 1 + 1).click()
    inks.get_by_role("button", name="Yellow").click()
    expect(end).to_have_class(re.compile("wait"))
    expect(page.locator("dialog .to-check")).to_have_text("3 to check")
    for width, height in ((360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for one in (end, page.get_by_role("button", name="Close")):
            expect(one).to_be_in_viewport(ratio=1)
    end.click()
    expect(page.locator("dialog .mid")).to_have_class(re.compile("told"))
    mend = page.locator("dialog .mends")
    expect(mend).to_be_focused()  # The button that is refused leads to it.
    expect(mend).to_have_accessible_name("Use this: Column 2, row 2: Red, straight")
    mend.click()
    expect(inks.get_by_role("button", name="Red")).to_have_attribute("aria-pressed", "true")  # The tray follows.

    page.reload()
    page.locator("[data-photo]").first.click()
    expect(chips).to_have_text(after)
    page.get_by_role("button", name="End the game with this result").click()
    expect(page.locator(".won h1")).to_have_text("Ben wins with 5 paths.", use_inner_text=True)
    expect(page.locator(".won")).to_have_class(re.compile(r"\bpa\b"))
    colours = page.locator(".won .rank .mark").evaluate_all("all => all.map(one => one.classList[1])")
    assert colours == ["pa", "pd", "pb", "pc"]


def test_a_photo_whose_tiles_are_all_taken_away_ends_no_match_and_says_what_to_do(
    phone: OpenPhone, server: Server, photo: tuple[Path, list[tuple[float, float]]]
) -> None:
    page = match(server.port, 4, depth="result").sit(phone(expects=EXPECTED), 0)
    read(page, *photo)
    laid = page.locator("dialog .cells button:not([aria-label*='Empty'])")
    while laid.count():
        laid.first.click()
        page.locator("dialog .inks").get_by_role("button", name="Empty").click()
    page.get_by_role("button", name="End the game with this result").click()
    expect(page.locator("dialog .mid")).to_have_text("No readable tiles. Check corners, columns and rows.")


def test_between_corners_that_cross_nothing_is_read(
    phone: OpenPhone, photo: tuple[Path, list[tuple[float, float]]]
) -> None:
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    page.locator("[data-photo]").first.click()
    give(page, photo[0])
    expect(page.locator("dialog .second")).to_be_visible()
    north_west, north_east, south_east, south_west = photo[1]
    drag_corners(page, [north_west, south_east, north_east, south_west])
    page.get_by_role("button", name="Read the tiles").click()
    expect(page.get_by_role("alert")).to_have_text("No readable tiles. Check corners, columns and rows.")
