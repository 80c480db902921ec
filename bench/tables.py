"""Random tables of Down Under to be drawn and read, what has to be read of them, and the browser that does both."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Playwright

from companion.engine.options import make_setup
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.meeting import ways_in
from companion.games.down_under.rules.network import trace
from companion.games.down_under.rules.span import round_cells
from companion.games.down_under.rules.tiles import Tile, tile_json
from tests.e2e.stage import BROWSER_ARGUMENTS
from tests.games.down_under.playthroughs import random_move
from tests.servers import tool

ROOT: Final = Path(__file__).parent.parent
READER: Final = ROOT / "static/js/reader.js"


def opened(playwright: Playwright, reader: Path = READER) -> Page:
    """A page of a new browser, with both cameras and a reader."""
    executable = tool("chromium-headless-shell chromium chromium-browser", "chromium")
    page = playwright.chromium.launch(executable_path=executable, args=list(BROWSER_ARGUMENTS)).new_page()
    for script in (ROOT / "bench/camera.js", ROOT / "bench/tabletop.js", reader):
        page.add_script_tag(path=script)
    return page


def close(page: Page) -> None:
    """End its browser."""
    browser = page.context.browser
    assert browser
    browser.close()


def played(rng: random.Random) -> tuple[Tile, ...]:
    """The tiles of a random game for two to four, in the order in which they were laid."""
    setup = make_setup(GAME, rng.choice((2, 3, 4)), {"difficulty": "recommended"})
    state = GAME.start(setup)
    while not state.is_over:
        state = GAME.play(state, random_move(rng, state)).state
    return state.tiles


def scene_tiles(tiles: Sequence[Tile]) -> tuple[int, int, list[dict[str, Any]]]:
    """Columns, rows, and the tiles counted from their north-western corner."""
    span = round_cells([tile.cell for tile in tiles])
    assert span
    return (
        span.width,
        span.height,
        [{**tile_json(tile), "x": tile.x - span.west, "y": tile.y - span.north} for tile in tiles],
    )


def shapes(tiles: Sequence[Any]) -> dict[tuple[int, int], list[Any]]:
    """What has to be read in each cell. Of a billabong: the pairs of sides a route comes in by, for no picture shows more."""
    network = trace([Tile(**one) for one in tiles if one["kind"] != "billabong"])
    found: dict[tuple[int, int], list[Any]] = {}
    for tile in tiles:
        cell = (tile["x"], tile["y"])
        leading = ways_in(network, cell)
        through = [pair for pair in tile.get("through", []) if all(leading[side] for side in pair)]
        found[cell] = sorted([*found.get(cell, []), shape({**tile, "through": through})])
    return found


def shape(tile: Any) -> tuple[str, str, int]:
    """What has to be read of a tile: its kind, its colour or what passes it, and how it lies."""
    turn = tile.get("turn", 0)
    through = " ".join(sorted("".join(sorted(pair)) for pair in tile.get("through", [])))
    return (tile["kind"], tile.get("colour", through), turn % 180 if tile["kind"] == "straight" else turn)
