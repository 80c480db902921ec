"""How well tables are read that a second camera draws, which shares nothing with the reader or with the first one.

`bench/tabletop.js` draws thick tiles of three prints under lamps and glare, on checked cloth, with a hand on a corner; the
corners of the board are set as by a finger, up to 1.5 % of the picture beside where they are. `python -m bench.photos --prints`
runs it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

from bench.tables import played, scene_tiles, shape, shapes

LEVELS: Final = {
    "easy": ("plain", "wood"),
    "normal": ("plain", "wood", "checked", "flowered"),
    "hard": ("wood", "checked", "flowered"),
}
"""How hard a photo is to read, and what may cover the table then."""
PRINTS: Final = ("cream", "sand", "ochre")
FINGER: Final = 0.015

READ: Final = """
async ([scene, off]) => {
  const {canvas, corners, covered} = tabletop.photograph(scene);
  const jpeg = await canvas.convertToBlob({type: "image/jpeg", quality: 0.8});
  const context = canvas.getContext("2d");
  context.filter = "none";
  context.drawImage(await createImageBitmap(jpeg), 0, 0);
  const photo = context.getImageData(0, 0, scene.width, scene.height);
  const set = corners.map((one, at) => [one[0] + off[at][0], one[1] + off[at][1]]);
  return {covered, ...tableReader.readTable(photo, set, scene.columns, scene.rows), grid: tableReader.gridOf(photo, set)};
}
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a board was read. Cells mostly covered by a hand count in none of these but `cells`.

    `tiles`: cells where something lies, and those of them that are `right`; `silent`: wrong cells that nobody is asked about;
    `asked`: those that are; `in_vain`: right cells asked about.
    """

    level: str
    print: str
    seed: int
    cells: int
    tiles: int
    right: int
    silent: int
    asked: int
    in_vain: int
    is_grid_right: bool


def scenes(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Boards of random games, each as hard and in each print in turn."""
    rng = random.Random(seed)
    for number in range(count):
        level = tuple(LEVELS)[number % 3]
        columns, rows, tiles = scene_tiles(played(rng)[: rng.randint(5, 30)])
        yield {
            "seed": rng.randrange(2**31), "tiles": tiles, "columns": columns, "rows": rows, "width": 960, "height": 1280,
            "level": level, "print": PRINTS[number // 3 % 3], "cloth": rng.choice(LEVELS[level]),
        }  # fmt: skip


def corners_off(scene: dict[str, Any]) -> list[list[float]]:
    """How far a finger sets each corner beside where it is, in dots."""
    rng = random.Random(scene["seed"])
    return [[rng.uniform(-FINGER, FINGER) * scene["width"] for _ in range(2)] for _ in range(4)]


def read(page: Page, scene: dict[str, Any]) -> Reading:
    """The scene, drawn and read."""
    return counted(scene, page.evaluate(READ, [scene, corners_off(scene)]))


def counted(scene: dict[str, Any], answer: dict[str, Any]) -> Reading:
    """What of a board was read right."""
    wanted = shapes(scene["tiles"])
    found = {"tiles": 0, "right": 0, "silent": 0, "asked": 0, "in_vain": 0}
    for at, cell in enumerate(answer["cells"]):
        if at in answer["covered"]:
            continue
        true = wanted.get((at % scene["columns"], at // scene["columns"]), [])
        is_right = sorted(map(shape, cell["tiles"])) == true
        found["tiles"] += bool(true)
        found["right"] += is_right and bool(true)
        found["silent"] += not is_right and not cell["isDoubtful"]
        found["asked"] += not is_right and cell["isDoubtful"]
        found["in_vain"] += is_right and cell["isDoubtful"]
    return Reading(
        level=scene["level"], print=scene["print"], seed=scene["seed"], cells=len(answer["cells"]), **found,
        is_grid_right=answer["grid"] == [scene["columns"], scene["rows"]],
    )  # fmt: skip


HEAD: Final = ("second camera", "boards", "tiles right", "wrong, not asked: cells / boards", "wrong, asked", "right, asked",
               "all right", "grid right")  # fmt: skip


def measure(page: Page, count: int, seed: int) -> None:
    """Print how so many boards are read, by how hard they are and in which print."""
    found = [read(page, scene) for scene in scenes(count, seed)]
    print(f"Seed {seed}; boards with an error that nobody is asked about: {[one.seed for one in found if one.silent]}")
    print(f"| {' | '.join(HEAD)} |\n{'| --- ' * len(HEAD)}|")
    for level in LEVELS:
        some = [one for one in found if one.level == level]
        row(level, some)
        for name in PRINTS:
            row(f"{level}, {name}", [one for one in some if one.print == name])
    row("all", found)


def row(name: str, readings: list[Reading]) -> None:
    """One line of the table."""
    tiles, right, silent, asked, in_vain = (
        sum(getattr(one, part) for one in readings) for part in ("tiles", "right", "silent", "asked", "in_vain")
    )
    boards = sum(one.silent > 0 for one in readings)
    whole = sum(one.right == one.tiles and not one.silent + one.asked for one in readings)
    grids = sum(one.is_grid_right for one in readings)
    told = (
        f"{right}/{tiles} = {100 * right / max(1, tiles):.1f} %",
        f"{silent} / {boards}",
        asked,
        in_vain,
        whole,
        grids,
    )
    print(f"| {name} | {len(readings)} | {' | '.join(map(str, told))} |")
