"""A photo of the table under the drawing: its corners dragged, straightened, laid under the grid, and sent nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.laying import EXPECTED, match
from tests.e2e.stage import OpenPhone, Server

TABLE = """
<style>
  body {margin: 0; height: 800px; background: #654; perspective: 700px}
  div {position: absolute; left: 400px; top: 120px; width: 300px; height: 420px; transform: rotateX(35deg) rotateZ(8deg)}
  b, u {position: absolute; width: 60px; height: 60px}
  u {width: 0; height: 0}
</style>
<div>CELLS<u style="left:0;top:0"></u><u style="left:300px;top:0"></u><u style="left:300px;top:420px"></u>
<u style="left:0;top:420px"></u></div>
"""
"""Five by seven cells, seen from the edge of a table; the empty elements stand at its corners."""

UNDERNEATH = """
async ([columns, rows]) => {
  const image = new Image();
  image.src = getComputedStyle(document.querySelector("#desk .photo")).backgroundImage.slice(5, -2);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = columns;
  canvas.height = rows;
  const context = canvas.getContext("2d");
  const [width, height] = [image.width / columns, image.height / rows];
  for (let x = 0; x < columns; x += 1) for (let y = 0; y < rows; y += 1)
    context.drawImage(image, (x + 0.5) * width, (y + 0.5) * height, 1, 1, x, y, 1, 1);
  const dots = context.getImageData(0, 0, columns, rows).data;
  return [...Array(columns * rows).keys()].map(at => [...dots.slice(4 * at, 4 * at + 3)]);
}
"""
"""The colour in the middle of each cell of what lies under the drawing, row by row."""


def colour_of(x: int, y: int) -> tuple[int, int, int]:
    """The colour of a cell on the photographed table: no two are alike."""
    return (40 + 45 * x, 30 + 30 * y, 200 - 20 * x)


def photographed(page: Page, target: Path) -> list[tuple[float, float]]:
    """A photo of that table in `target`; the places of its corners, as parts of width and height."""
    cells = "".join(
        f'<b style="left:{60 * x}px;top:{60 * y}px;background:rgb{colour_of(x, y)}"></b>'
        for x in range(5)
        for y in range(7)
    )
    page.set_content(TABLE.replace("CELLS", cells))
    size = page.viewport_size
    assert size
    page.screenshot(path=target)
    found = page.locator("u").evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(at => [at.x, at.y])")
    return [(x / size["width"], y / size["height"]) for x, y in found]


def drag_corners(page: Page, corners: list[tuple[float, float]]) -> None:
    """Each handle onto its corner."""
    photo = page.locator("dialog .second canvas").first.bounding_box()
    assert photo
    for number, (x, y) in enumerate(corners):
        handle = page.locator("dialog .corner").nth(number).bounding_box()
        assert handle
        page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
        page.mouse.down()
        page.mouse.move(photo["x"] + x * photo["width"], photo["y"] + y * photo["height"], steps=3)
        page.mouse.up()


@pytest.mark.parametrize("where", ["judge", "match"])
def test_a_slanting_photo_is_straightened_by_its_corners(
    phone: OpenPhone, server: Server, tmp_path: Path, where: str
) -> None:
    corners = photographed(phone(size=(1280, 800)), tmp_path / "table.png")
    page = phone(expects=EXPECTED)
    if where == "judge":
        page.goto("/judge/down-under/route")
    else:
        match(server.port, 2).sit(page, 0)
        page.locator("details.why.more summary").click()
    assert not page.evaluate("isSecureContext")
    page.locator("[data-photo]:visible").click()
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "table.png")
    expect(page.locator("dialog .second")).to_be_visible()

    drag_corners(page, corners)
    page.locator("dialog .columns").select_option("5")
    page.locator("dialog .rows").select_option("7")
    page.get_by_text("Only show it under the drawing").click()
    page.get_by_role("button", name="Put the photo underneath").click()
    expect(page.locator("#desk .drawn foreignObject")).to_have_attribute("height", "700")

    seen = page.evaluate(UNDERNEATH, [5, 7])
    wanted = [colour_of(x, y) for y in range(7) for x in range(5)]
    for one, other in zip(seen, wanted, strict=True):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 25


def test_a_corner_is_seen_large_while_it_is_dragged_and_jumps_to_the_nearest_strong_one(
    phone: OpenPhone, tmp_path: Path
) -> None:
    x, y = photographed(phone(size=(1280, 800)), tmp_path / "table.png")[2]
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    page.locator("[data-photo]").click()
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "table.png")
    photo = page.locator("dialog .second canvas").first.bounding_box()
    handle = page.locator("dialog .corner").nth(2)
    lens = page.locator("dialog .lens")
    assert photo

    handle.hover()
    page.mouse.down()
    page.mouse.move(photo["x"] + (x - 0.006) * photo["width"], photo["y"] + (y - 0.008) * photo["height"], steps=3)
    expect(lens).to_be_visible()
    page.mouse.up()
    expect(lens).to_be_hidden()

    left, top = handle.evaluate("handle => [handle.style.left, handle.style.top].map(part => parseFloat(part) / 100)")
    assert abs(left - x) < 0.003
    assert abs(top - y) < 0.005


def test_the_strength_of_the_photo_is_adjusted(phone: OpenPhone, tmp_path: Path) -> None:
    photographed(phone(size=(1280, 800)), tmp_path / "table.png")
    page = phone(expects=EXPECTED)
    page.goto("/judge/down-under/route")
    page.locator("[data-photo]").click()
    page.locator("dialog input[type=file]").set_input_files(tmp_path / "table.png")
    page.get_by_text("Only show it under the drawing").click()
    page.get_by_role("button", name="Put the photo underneath").click()
    under = page.locator("#desk .drawn .photo")
    expect(under).to_have_css("opacity", "0.6")

    page.locator("[data-photo]").click()
    page.locator("dialog .strength").fill("100")
    expect(under).to_have_css("opacity", "1")
    page.get_by_role("button", name="Remove the photo").click()
    expect(page.locator("#desk .drawn foreignObject")).to_have_count(0)
