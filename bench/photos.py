"""How well the tiles of Down Under are read off a picture: tables drawn as a camera sees them, not photographed.

    python -m bench.photos                     504 boards, and how many of their cells were read right
    python -m bench.photos --boards 40         fewer
    python -m bench.photos --kept FILE         counts kept a line a board: the next start goes on from there
    python -m bench.photos --picture FILE      one of them as a PNG, to be looked at
    python -m bench.photos --slowed 6          milliseconds to read 63 cells in a browser so much slower
    python -m bench.photos --slowed 6 --other FILE    in turn with another reader.js
    python -m bench.photos --grid 40           how often columns and rows are proposed right
    python -m bench.photos --prints 90         boards of a second camera that shares nothing with the first (bench/prints.py)

Everything runs in one Chromium: `bench/camera.js` draws, the browser makes a JPEG of it and reads it again,
`static/js/reader.js` reads the tiles. The corners of the board lie up to 0.6 % of the picture beside where they should.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, Playwright, sync_playwright

from bench import prints
from bench.tables import READER, close, opened, played, scene_tiles, shape, shapes
from companion.games.down_under.rules.tiles import Tile

TABLES: Final = ("dark wood", "light wood", "white cloth", "green cloth", "grey cloth")
LIGHTS: Final = ("day", "shadow", "lamp", "lamp and shadow", "dim")
ANGLES: Final = (0, 12, 24, 35)
NOISES: Final = (3, 8, 14)
TAPS: Final = 5

DRAWN: Final = """
async ([scene, off, quality]) => {
  const seen = tableCamera.photograph(scene);
  const canvas = new OffscreenCanvas(scene.width, scene.height);
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.putImageData(new ImageData(seen.dots, scene.width, scene.height), 0, 0);
  const jpeg = await canvas.convertToBlob({type: "image/jpeg", quality});
  context.drawImage(await createImageBitmap(jpeg), 0, 0);
  const photo = context.getImageData(0, 0, scene.width, scene.height);
  window.taken = {photo, corners: seen.corners.map((one, at) => [one[0] + off[at][0], one[1] + off[at][1]])};
}
"""
READ: Final = """
({columns, rows}) => {
  const began = performance.now();
  const {photo, corners} = window.taken;
  const found = tableReader.readTable(photo, corners, columns, rows).cells;
  return {found, took: performance.now() - began};
}
"""
GRID: Final = """
([scene, off]) => {
  const seen = tableCamera.photograph(scene);
  const photo = {data: seen.dots, width: scene.width, height: scene.height};
  return tableReader.gridOf(photo, seen.corners.map((one, at) => [one[0] + off[at][0], one[1] + off[at][1]]));
}
"""
PICTURE: Final = """
([scene]) => {
  const seen = tableCamera.photograph(scene);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [scene.width, scene.height];
  canvas.getContext("2d").putImageData(new ImageData(seen.dots, scene.width, scene.height), 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
}
"""


@dataclass(frozen=True, slots=True)
class Result:
    """How a board was read: its scene, its cells, how many of them were right before and after the vote, the taps it needs.

    `doubtful`: cells asked about; `unasked`: wrong ones that are not; `ponds`: its billabongs, and those `found` with the routes
    that pass them; `invented`: billabongs read where there are none.
    """

    scene: dict[str, Any]
    cells: int
    alone: int
    voted: int
    taps: int
    doubtful: int
    unasked: int
    ponds: int
    found: int
    invented: int
    took: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Read drawn boards of Down Under, and count what was read right.")
    parser.add_argument("--boards", type=int, default=504)
    parser.add_argument("--picture", type=Path, help="draw one board into this file instead")
    parser.add_argument(
        "--kept", type=Path, help="keep the counts of each board in this file, and go on from what it holds"
    )
    parser.add_argument("--other", type=Path, help="another reader.js to be timed in turn with --slowed")
    parser.add_argument("--slowed", type=int, help="how long 63 cells take in a browser so many times slower")
    parser.add_argument("--grid", type=int, help="propose columns and rows of so many boards")
    parser.add_argument("--prints", type=int, help="read so many boards that the second camera draws")
    parser.add_argument("--seed", type=int, default=2)
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        if asked.slowed:
            slowed(playwright, asked.slowed, asked.seed, asked.other)
            return
        page = opened(playwright)
        if asked.picture:
            scene = next(scenes(1, asked.seed))
            asked.picture.write_bytes(base64.b64decode(page.evaluate(PICTURE, [scene])))
        elif asked.prints:
            prints.measure(page, asked.prints, asked.seed)
        elif asked.grid:
            proposed(page, asked.grid, asked.seed)
        else:
            report(list(counted(page, scenes(asked.boards, asked.seed), asked.kept)))
        close(page)


def counted(page: Page, drawn: Iterator[dict[str, Any]], kept: Path | None) -> Iterator[Result]:
    """Each board read, unless its counts are kept from an earlier start."""
    known = kept.read_text().splitlines() if kept and kept.exists() else []
    for number, scene in enumerate(drawn):
        if number < len(known):
            yield Result(scene, *json.loads(known[number]))
            continue
        result = measured(page, scene)
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps([getattr(result, one.name) for one in fields(Result)[1:]]) + "\n")
        yield result


CELLS: Final = 63
ROUNDS: Final = 8


def slowed(playwright: Playwright, times: int, seed: int, other: Path | None) -> None:
    """Print how long 63 cells take a browser that has read nothing yet, by the clock and in processor time, slowed so many times.

    By the clock the browser is slowed; processor time is taken at full speed and multiplied: other work on the machine counts less.
    """
    scene = next(one for one in scenes(500, seed) if one["columns"] * one["rows"] == CELLS)
    took: dict[Path, list[tuple[float, float]]] = {reader: [] for reader in (READER, other) if reader}
    for _ in range(ROUNDS):
        for reader, rounds in took.items():
            rounds.append((timed(playwright, scene, reader, times)[0], times * timed(playwright, scene, reader, 1)[1]))
    for reader, rounds in took.items():
        for name, part in (("by the clock", 0), ("processor", 1)):
            found = sorted(one[part] for one in rounds)
            print(f"{CELLS} cells slowed {times} times, {reader.name}, {name}: median {statistics.median(found):.0f} ms, "
                  f"{', '.join(f'{one:.0f}' for one in found)}")  # fmt: skip


def timed(playwright: Playwright, scene: dict[str, Any], reader: Path, rate: int) -> tuple[float, float]:
    """Milliseconds by the clock and of the processor to read a scene once."""
    page = opened(playwright, reader)
    page.evaluate(DRAWN, [scene, corners_off(scene), scene["quality"]])
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    before = task_time(session)
    took = page.evaluate(f"size => ({READ})(size).took", scene)
    processor = task_time(session) - before
    close(page)
    return took, processor


def task_time(session: CDPSession) -> float:
    """The processor time of a page up to now, in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def proposed(page: Page, count: int, seed: int) -> None:
    """Print how many of so many boards have their columns and rows proposed right."""
    right = near = 0
    for scene in scenes(count, seed):
        found = page.evaluate(GRID, [scene, corners_off(scene)])
        off = max(abs(found[0] - scene["columns"]), abs(found[1] - scene["rows"]))
        right += off == 0
        near += off <= 1
    print(f"columns and rows proposed right: {right} of {count} boards, out by at most one line: {near}")


def corners_off(scene: dict[str, Any]) -> list[list[float]]:
    """How far a hand sets each corner beside where it is."""
    rng = random.Random(scene["seed"])
    return [[rng.uniform(-0.006, 0.006) * scene["width"] for _ in range(2)] for _ in range(4)]


def scenes(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Boards at different times of random games, under every light and angle in turn."""
    rng = random.Random(seed)
    found = 0
    while True:
        tiles = played(rng)
        for part in (0.3, 0.55, 0.8, 1.0):
            if found == count:
                return
            yield scene_of(tiles[: max(4, round(part * len(tiles)))], found, rng)
            found += 1


def scene_of(tiles: Sequence[Tile], number: int, rng: random.Random) -> dict[str, Any]:
    """A board with all that decides how it looks."""
    columns, rows, lying = scene_tiles(tiles)
    return {
        "seed": rng.randrange(2**31), "tiles": lying, "columns": columns, "rows": rows,
        "width": 720, "height": 960, "light": LIGHTS[number % 5], "angle": ANGLES[number // 5 % 4],
        "noise": NOISES[number // 20 % 3], "table": rng.choice(TABLES), "turned": 6, "moved": 0.1,
        "quality": rng.choice((0.6, 0.75, 0.9)),
    }  # fmt: skip


def measured(page: Page, scene: dict[str, Any]) -> Result:
    """The scene, drawn and read."""
    page.evaluate(DRAWN, [scene, corners_off(scene), scene["quality"]])
    answer = page.evaluate(READ, {"columns": scene["columns"], "rows": scene["rows"]})
    wanted = shapes(scene["tiles"])
    alone = voted = taps = doubtful = unasked = found = invented = 0
    for at, cell in enumerate(answer["found"]):
        true = wanted.get((at % scene["columns"], at // scene["columns"]), [])
        now = sorted(map(shape, cell["tiles"]))
        is_right = now == true
        ways = [sorted(map(shape, way)) for way in cell["ways"]]
        alone += sorted(map(shape, cell["alone"])) == true
        voted += is_right
        doubtful += cell["isDoubtful"]
        unasked += not is_right and not cell["isDoubtful"]
        taps += 0 if is_right else ways.index(true) if true in ways else len(ways)
        if "billabong" in [one[0] for one in now]:
            found += is_right
            invented += "billabong" not in [one[0] for one in true]
    ponds = sum(one["kind"] == "billabong" for one in scene["tiles"])
    return Result(
        scene, len(answer["found"]), alone, voted, taps, doubtful, unasked, ponds, found, invented, answer["took"]
    )


def report(results: list[Result]) -> None:
    """The table."""
    print("| drawn, not photographed | boards | cells | before the vote | after | all right | at most 5 taps |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    line("all", results)
    by("light", results, lambda one: one.scene["light"])
    by("table", results, lambda one: one.scene["table"])
    by("angle", results, lambda one: f"{one.scene['angle']}°")
    by("noise", results, lambda one: f"{one.scene['noise']:2}")
    by("tiles", results, lambda one: f"{len(one.scene['tiles']) // 15 * 15:2} and more")
    took = sorted(one.took for one in results)
    print(f"\nAsked about: {statistics.mean(one.doubtful for one in results):.1f} cells a board. "
          f"Wrong and not asked about: {statistics.mean(one.unasked for one in results):.2f}. "
          f"Billabongs: {sum(one.found for one in results)} of {sum(one.ponds for one in results)} read with what passes them, "
          f"{sum(one.invented for one in results)} where there are none. "
          f"Milliseconds to read a board: median {took[len(took) // 2]:.0f}, longest {took[-1]:.0f}.")  # fmt: skip


def by(name: str, results: list[Result], key: Callable[[Result], str]) -> None:
    """A line for each value."""
    for value in sorted({key(one) for one in results}):
        line(f"{name}: {value}", [one for one in results if key(one) == value])


def line(name: str, results: list[Result]) -> None:
    """One line of the table."""
    cells = sum(one.cells for one in results)
    shares = (
        sum(one.alone for one in results) / cells,
        sum(one.voted for one in results) / cells,
        sum(one.voted == one.cells for one in results) / len(results),
        sum(one.taps <= TAPS for one in results) / len(results),
    )
    print(f"| {name} | {len(results)} | {cells} | " + " | ".join(f"{100 * share:.2f} %" for share in shares) + " |")


if __name__ == "__main__":
    main()
