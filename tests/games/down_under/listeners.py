"""Listeners to the workings of Down Under, each written from the clauses alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from companion.engine.rulings import Ruling
from tests.conformance.listening import Facts, Listener, Options, hears
from tests.games.down_under import second_model
from tests.games.down_under.second_model import Group, Json, finds_room, groups, is_in_stock, leading_to

COLOURS = ("red", "yellow", "green", "blue")
ENDS = ("one_end", "two_routes", "one_tile_per_turn")
TWO = ("two_routes", "one_tile_per_turn")
VARIANTS = ("none", "children", "fixed_area", *ENDS)
HERD = {"kangaroo": 4, "emu": 4, "platypus": 3, "rabbit": 4, "dingo": 1}
NAMED = {"straight": "straight", "curve": "curve", "terminus": "end tile"}
STOCK = {"straight": 7, "curve": 9, "terminus": 2}


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """Facts and options of one question."""
    if ruling == "walk":
        return {"cells": _wandered(rng)}, {}
    options: Options = {
        "variant": rng.choice(VARIANTS),
        "stopping": rng.choice(["stuck", "end_tile", "any_time"]),
        "outsider_billabong": rng.choice(["go_on", "end"]),
    }
    options |= {name: rng.random() < 0.5 for name in ("terminus_in_span", "billabong_ends_count", "animals")}
    tiles = second_model.random_board(rng, tries=rng.choice((1, 2, 4) if ruling == "going-on" else (0, 1, 3, 8, 14)))
    if ruling == "final-score" and rng.random() < 0.4:
        tiles = _along_grey(rng)
    if ruling in ("turnable", "going-on"):
        tiles = [one for one in tiles if one["kind"] != "billabong"]
    if ruling == "billabong":
        return _meeting(tiles, rng), options
    facts: Facts = {"tiles": [_peopled(one) for one in tiles]}
    if ruling in ("route", "final-score"):
        _people(facts["tiles"], rng)
    return facts | _more(ruling, facts["tiles"], options, rng), options


def _wandered(rng: random.Random) -> list[list[int]]:
    """Cells one beside the other, never straight back; some are crossed again."""
    cells = [[0, 0]]
    for _ in range(rng.randint(0, 7)):
        x, y = cells[-1]
        beside = ([x + 1, y], [x, y + 1], [x - 1, y], [x, y - 1])
        cells.append(rng.choice([one for one in beside if one not in cells[-2:]]))
    return cells


def _along_grey(rng: random.Random) -> list[Json]:
    """A straight of one colour that goes on over the grey of others."""
    across = [(rng.choice(COLOURS[1:]), 90, at) for at in range(1, rng.randint(4, 7))]
    lying = [(COLOURS[0], 0, 0), *across]
    return [{"x": 0, "y": y, "kind": "straight", "colour": colour, "turn": turn} for colour, turn, y in lying]


def _peopled(tile: Json) -> Json:
    return {**tile, "animal": None} if tile["kind"] != "billabong" else dict(tile)


def _people(tiles: list[Json], rng: random.Random) -> None:
    left = {colour: dict(HERD) for colour in COLOURS}
    for tile in tiles:
        if tile["kind"] in ("straight", "curve") and rng.random() < 0.9:
            animal = rng.choices([*HERD], (3, 3, 3, 1, 1))[0]
            if left[tile["colour"]][animal]:
                left[tile["colour"]][animal] -= 1
                tile["animal"] = animal


def _more(ruling: str, tiles: list[Json], options: Options, rng: random.Random) -> Facts:
    lying = sorted({str(tile["colour"]) for tile in tiles if tile["kind"] != "billabong"})
    area = [rng.randint(2, 8), rng.randint(2, 8)]
    if ruling == "placement":
        cell = (rng.randint(-1, 6), rng.randint(-1, 6))
        own = [one for one in tiles if one["kind"] in ("straight", "curve")]
        colours = [*COLOURS]
        if own and rng.random() < 0.5:
            beside, (dx, dy) = rng.choice(own), rng.choice([*second_model.SHIFT.values()])
            cell, colours = (beside["x"] + dx, beside["y"] + dy), [str(beside["colour"])]
        if options["variant"] == "fixed_area" and rng.random() < 0.5:
            tiles[:], colours = [one for one in tiles if one.get("colour") != "red"], ["red"]
        tile = _peopled(second_model.random_tile(rng, colours, cell, (7, 9, 6, 1)))
        if options["variant"] in ENDS and rng.random() < 0.4:
            tiles[:] = [{**tile, "kind": "terminus", "colour": "red", "turn": 0, "animal": None}]
            tiles[0].pop("through", None)
            tile = {**tiles[0], "colour": "blue", "turn": rng.choice([90, 180])}
        return {"tile": tile, "area": area, "turn": rng.choice([1, 2])}
    if ruling == "area":
        return {"area": area}
    if ruling in ("turnable", "going-on"):
        is_open = ruling == "going-on" and options["variant"] not in ENDS and rng.random() < 0.2
        colour = rng.choice(COLOURS if is_open or not lying else lying)
        return {"colour": colour} | ({"area": area} if ruling == "going-on" else {})
    return {"colours": rng.sample(COLOURS, rng.randint(1, 4))} if ruling == "final-score" else {}


def _meeting(tiles: list[Json], rng: random.Random) -> Facts:
    """Stumps of routes round a cell, each leading there from its side, and what lies elsewhere left out."""
    sides = rng.sample(["N", "E", "S", "W"], rng.randint(0, 4))
    colours = rng.choices(COLOURS, k=4) if rng.random() < 0.5 else rng.sample(COLOURS, 4)
    stumps = []
    for side, colour in zip(sides, colours, strict=False):
        dx, dy = second_model.SHIFT[side]
        turn = 0 if side in "NS" else 90
        stumps.append({"x": dx, "y": dy, "kind": "straight", "colour": colour, "turn": turn, "animal": None})
    if rng.random() < 0.1:
        stumps.append({"x": 0, "y": 0, "kind": "billabong", "through": []})
    ponds = rng.choice([0, 0, 0, 4])
    stumps += [{"x": 9 + 2 * at, "y": 9, "kind": "billabong", "through": []} for at in range(ponds)]
    curves = {colour: rng.choice([0, 3]) for colour in COLOURS}
    return {"tiles": stumps, "cell": [0, 0], "mover": rng.choice(COLOURS), "curves_left": curves}


def ponds(tiles: list[Json]) -> set[tuple[int, int]]:
    """The cells of billabongs."""
    return {(one["x"], one["y"]) for one in tiles if one["kind"] == "billabong"}


def counted(group: Group, tiles: list[Json], options: Options) -> list[Any]:
    """The paths of a route that count (DU-41, DU-42)."""
    if options["billabong_ends_count"]:
        return group.pieces
    return [one for one in group.pieces if len(one.sides) > 1 or (one.x, one.y) not in ponds(tiles)]


CURVES = (("north", "east"), ("east", "south"), ("south", "west"), ("west", "north"))
"""The sides that a curve joins, by quarter turns."""


class Routes(Listener):
    """Every route walked again (DU-14, DU-41, DU-42)."""

    def begin(self) -> None:
        """None walked yet."""
        found = groups(self.facts["tiles"])
        self.grey = sum(not group.colours for group in found)
        self.routes = [group for group in found if group.colours]
        self.told: list[dict[str, Any]] = []

    @hears("Paths that meet between two cells are joined and take the route’s colour.", "DU-14")
    def joined(self) -> bool:
        """Always."""
        return True

    @hears("Grey only, no route yet: {count} chain.", "DU-14")
    def grey_alone(self, count: int) -> bool:
        """So many."""
        return count == self.grey

    @hears("{colour}: {count} path. {condition}", ("DU-41", "DU-23"), ("DU-41", "DU-24"))
    def walked(self, colour: str, count: int, condition: str) -> bool:
        """One that is there."""
        told = {"colour": colour.lower(), "count": count, "condition": condition}
        self.told.append(told)
        return any(told.items() <= self._route(group).items() for group in self.routes)

    def _route(self, group: Group) -> dict[str, Any]:
        """What is to be told of a route."""
        paths = counted(group, self.facts["tiles"], self.options)
        times = Counter((one.x, one.y) for one in paths)
        (colour,) = group.colours
        found = {"colour": colour, "count": len(paths), "condition": self._stands(group)}
        more = {
            "twice": sum(often > 1 for often in times.values()),
            "pond": any(len(one.sides) == 1 and (one.x, one.y) in ponds(self.facts["tiles"]) for one in paths),
            "animals": tuple(sorted(group.animals.items())),
        }
        return found | {name: value for name, value in more.items() if value}

    def _stands(self, group: Group) -> str:
        if group.state == "loop":
            return "It’s a loop."
        if group.state == "finished":
            return "It’s closed at both ends."
        return "It’s open at both ends." if len(group.loose) == 2 else "It’s open at one end."

    def _adds(self, name: str, value: Any) -> bool:
        """One more thing of the route told last, as it is of one that is there."""
        self.told[-1][name] = value
        return any(self.told[-1].items() <= self._route(group).items() for group in self.routes)

    @hears("{colour}: {count} cell is crossed twice and counts 2.", "DU-41")
    def twice(self, colour: str, count: int) -> bool:
        """So many."""
        return self._adds("twice", count)

    @hears("{colour} ends at a billabong: 1.", "DU-42")
    def at_a_billabong(self, colour: str) -> bool:
        """It ends at one, and that counts."""
        return self._adds("pond", True)

    @hears("{colour} has these animals: {animals}.", ("DU-3", "DU-43"))
    def stand(self, colour: str, animals: Any) -> bool:
        """So many of each."""
        return self._adds("animals", tuple(sorted((one["what"], one["value"]) for _, one in animals)))

    def concludes(self, ruling: Ruling) -> bool:
        """All were walked, the longest first."""
        lengths = [route["length"] for route in ruling.verdict["routes"]]  # type: ignore[index, union-attr, call-overload]
        there = Counter(frozenset(self._route(group).items()) for group in self.routes)
        told = Counter(frozenset(one.items()) for one in self.told)
        counts = [one["count"] for one in self.told]
        return there == told and lengths == counts == sorted(counts, reverse=True)


class Walk(Listener):
    """A route counted cell by cell (DU-14, DU-41)."""

    def begin(self) -> None:
        """How often each cell is crossed."""
        self.crossed = Counter((x, y) for x, y in self.facts["cells"])

    @hears("It crosses {count} cell.", ("DU-14", "DU-41"))
    def crosses(self, count: int) -> bool:
        """So many."""
        return count == len(self.crossed)

    @hears("{count} cell is crossed again: +{more}.", "DU-41")
    def again(self, count: int, more: int) -> bool:
        """So many, so often."""
        repeated = [times - 1 for times in self.crossed.values() if times > 1]
        return (count, more) == (len(repeated), sum(repeated))

    def concludes(self, ruling: Ruling) -> bool:
        """Each crossing is a path."""
        return ruling.verdict["length"] == sum(self.crossed.values())


class Turnable(Listener):
    """Every turn tried again (DU-24)."""

    def begin(self) -> None:
        """What trying finds."""
        tiles, colour = self.facts["tiles"], self.facts["colour"]
        self.is_loop = any(group.is_loop and colour in group.colours for group in groups(tiles))
        self.wanted = Counter((turn, length) for _, _, turn, length in second_model.turnings(tiles, colour))
        self.heard: Counter[tuple[int, int]] = Counter()

    @hears("{colour} has no loop.", "DU-24")
    def no_loop(self, colour: str) -> bool:
        """None."""
        return not self.is_loop

    @hears("{colour}: the route is a loop.", "DU-24")
    def loop(self, colour: str) -> bool:
        """One."""
        return self.is_loop

    @hears(
        "Try each of your tiles 90 degrees either way. No two colours may join, and your coloured paths must form one open "
        "route. A straight never works.",
        ("DU-17", "DU-24"),
    )
    def tried(self) -> bool:
        """Always."""
        return self.is_loop

    @hears("Turning a curve to {sides} makes a route of {length} paths.", ("DU-24", "DU-41"))
    def makes(self, sides: tuple[str, ...], length: int) -> bool:
        """As trying finds."""
        self.heard[CURVES.index(sides) * 90, length] += 1
        return self.heard <= self.wanted

    @hears("This route ends.", "DU-24")
    def none(self) -> bool:
        """None."""
        return not self.wanted

    def concludes(self, ruling: Ruling) -> bool:
        """All were heard."""
        return self.heard == self.wanted


class Area(Listener):
    """Columns and rows counted again (DU-4 to DU-6, DU-20, DU-21)."""

    def begin(self) -> None:
        """How far they reach."""
        self.short, self.long = sorted(self.facts["area"])
        every = self.options["terminus_in_span"]
        full = [one for one in self.facts["tiles"] if every or one["kind"] != "terminus"]
        self.columns, self.rows = second_model.size(full)
        self.fits = second_model.lies_within(full, self.facts["area"]) if full else True

    @hears(
        "The area is {short} by {long} cells either way round, {cells} in all. Everyone has {tiles} full-size tiles.",
        ("DU-4", "DU-5", "DU-6"),
    )
    def has(self, short: int, long: int, cells: int, tiles: int) -> bool:
        """Multiplied."""
        return (short, long, cells, tiles) == (self.short, self.long, short * long, 16)

    @hears("No tile counts yet.", "DU-20")
    def bare(self) -> bool:
        """Nothing."""
        return not self.columns

    @hears("The tiles are {columns} wide and {rows} high.", "DU-20")
    def reach(self, columns: int, rows: int) -> bool:
        """Counted."""
        return (columns, rows) == (self.columns, self.rows)

    @hears("End tiles may lie outside and don’t count here.", "DU-21")
    def outside(self) -> bool:
        """The house rule."""
        return not self.options["terminus_in_span"]

    @hears("The area isn’t that big.", "DU-20")
    def more(self) -> bool:
        """Too far."""
        return not self.fits

    @hears("At most {columns} columns and {rows} rows.", "DU-20")
    def at_most(self, columns: int, rows: int) -> bool:
        """The long way is settled."""
        if self.short == self.long:
            return bool(columns == rows == self.short)
        lies_across = self.columns > self.short
        return (columns, rows) == ((self.long, self.short) if lies_across else (self.short, self.long)) and self.fits

    @hears("No side is over {short} yet: either can be the long one.", "DU-20")
    def neither(self, short: int) -> bool:
        """Both within the short side."""
        return bool(short == self.short >= max(self.columns, self.rows))

    def concludes(self, ruling: Ruling) -> bool:
        """One line at a time."""
        more: Any = ruling.verdict["may_add"]
        return bool(
            (more["west"], more["north"]) == (self._room(self.columns, self.rows), self._room(self.rows, self.columns))
        )

    def _room(self, along: int, across: int) -> int:
        most = self.long if across <= self.short else self.short if across <= self.long else 0
        return max(0, most - along)


class Placement(Listener):
    """Each clause by itself (DU-15 to DU-22, DU-50 to DU-53)."""

    def begin(self) -> None:
        """What lies there, before and after."""
        self.tiles, self.tile = self.facts["tiles"], self.facts["tile"]
        self.variant, self.is_first = self.options["variant"], self.facts["turn"] == 1
        self.broken: list[str] = []
        x, y = self.tile["x"], self.tile["y"]
        self.is_near = any(abs(one["x"] - x) <= 1 and abs(one["y"] - y) <= 1 for one in self.tiles)
        twins = [one for one in self.tiles if (one["x"], one["y"]) == (x, y)]
        self.is_twin = self.tile["kind"] == "terminus" and bool(twins)
        self.joins = second_model.joins_two_colours([*self.tiles, self.tile])

    def _no(self, clause: str, is_so: bool) -> bool:
        self.broken.append(clause)
        return is_so

    @hears("There’s no play area.", "DU-50")
    def no_area(self) -> bool:
        """The variant."""
        return bool(self.variant == "children")

    @hears("The first tile must be a straight or a curve.", "DU-15")
    def no_first(self) -> bool:
        """Another shape."""
        return self._no("DU-15", self.tile["kind"] in ("terminus", "billabong") and self.variant not in ENDS)

    @hears("Everyone starts with an end tile.", "DU-52", "DU-53")
    def no_end(self) -> bool:
        """Another shape."""
        clause = "DU-52" if self.variant == "one_end" else "DU-53"
        return self._no(clause, self.tile["kind"] != "terminus" and self.variant in ENDS)

    @hears("It’s back to back with the end tile before it.", "DU-52", "DU-53")
    def back_to_back(self) -> bool:
        """Two in a cell."""
        return self.is_twin and self.variant in ENDS

    @hears("Place this end tile back to back with the one before.", "DU-52", "DU-53")
    def not_back_to_back(self) -> bool:
        """Alone in its cell, while an odd number have opened."""
        opened = {one["colour"] for one in self.tiles if one["kind"] != "billabong"}
        clause = "DU-52" if self.variant == "one_end" else "DU-53"
        return self._no(clause, len(opened) % 2 == 1 and not self.is_twin)

    @hears("It’s the first tile of the game.", "DU-15", ("DU-15", "DU-51"))
    def first(self) -> bool:
        """Nothing lies there, or what marks the area: later colours only."""
        if not self.tiles:
            return True
        lying = [COLOURS.index(one["colour"]) for one in self.tiles if one["kind"] != "billabong"]
        own = COLOURS.index(self.tile["colour"])
        return self.variant == "fixed_area" and all(one > own for one in lying)

    @hears("It touches a tile.", "DU-15")
    def touches(self) -> bool:
        """One near."""
        return self.is_near

    @hears("It touches no tile, not even at a corner.", "DU-15")
    def touches_none(self) -> bool:
        """None near."""
        return self._no("DU-15", not self.is_near)

    @hears("A billabong continues no one’s route.", ("DU-16", "DU-25"))
    def no_path(self) -> bool:
        """A billabong."""
        return self._no("DU-16", self.tile["kind"] == "billabong")

    def _meets(self, piece: Any) -> bool:
        own = [group for group in groups(self.tiles) if self.tile.get("colour") in group.colours]
        return any(piece.points & group.loose for group in own)

    @hears("{colour}: the tile continues the route.", "DU-16")
    def continues(self, colour: str) -> bool:
        """The coloured path meets an end."""
        return self._meets(second_model.pieces_of([self.tile])[0])

    @hears("{colour}: only the grey path meets the route. Use the coloured one.", ("DU-16", "DU-18"))
    def by_grey(self, colour: str) -> bool:
        """The grey one does."""
        coloured, grey = second_model.pieces_of([self.tile])
        return self._no("DU-16", self._meets(grey) and not self._meets(coloured))

    @hears("{colour}: the tile doesn’t continue the route.", "DU-16")
    def elsewhere(self, colour: str) -> bool:
        """Neither does."""
        return self._no("DU-16", not any(map(self._meets, second_model.pieces_of([self.tile]))))

    @hears("It doesn’t join two colours.", "DU-17")
    def joins_none(self) -> bool:
        """None."""
        return not self.joins

    @hears("{finding} They meet here: {sides}.", "DU-17")
    def joins_two(self, finding: Any, sides: tuple[str, ...]) -> bool:
        """Two."""
        named = {colour.lower() for colour in finding[1]["colours"]}
        mixed = [group.colours for group in groups([*self.tiles, self.tile]) if len(group.colours) > 1]
        return self._no("DU-17", self.joins and named == set().union(*mixed) and bool(sides))

    @hears("Only an end tile may lie outside the area.", ("DU-21", "DU-22"))
    def may_lie_outside(self) -> bool:
        """The house rule."""
        return self.tile["kind"] == "terminus" and not self.options["terminus_in_span"]

    def _reach(self, columns: int, rows: int, short: int, long: int) -> bool:
        every = self.options["terminus_in_span"]
        self.full = [one for one in [*self.tiles, self.tile] if every or one["kind"] != "terminus"]
        return (columns, rows, short, long) == (*second_model.size(self.full), *sorted(self.facts["area"]))

    @hears("The tiles now cover {columns} by {rows}. The area is {short} by {long}.", "DU-20", ("DU-20", "DU-21"))
    def covers(self, columns: int, rows: int, short: int, long: int) -> bool:
        """Counted."""
        reach = self._reach(columns, rows, short, long)
        if second_model.lies_within(self.full, self.facts["area"]):
            return reach
        return self._no("DU-20", reach)

    @hears("{colour}: length {before} before, {after} after.", "DU-41")
    def length(self, colour: str, before: int, after: int) -> bool:
        """The longest of the colour."""
        return (before, after) == (self._longest(self.tiles), self._longest([*self.tiles, self.tile]))

    def _longest(self, tiles: list[Json]) -> int:
        own = [group for group in groups(tiles) if self.tile["colour"] in group.colours]
        return max((len(counted(group, tiles, self.options)) for group in own), default=0)

    def concludes(self, ruling: Ruling) -> bool:
        """What was heard to be broken."""
        return ruling.verdict == {"legal": not self.broken, "broken": self.broken}


class GoingOn(Listener):
    """Every tile tried everywhere (DU-16 to DU-25)."""

    def begin(self) -> None:
        """What trying finds."""
        self.tiles, self.colour = self.facts["tiles"], self.facts["colour"]
        self.is_loop = any(group.is_loop and self.colour in group.colours for group in groups(self.tiles))
        self.is_first = all(one["colour"] != self.colour for one in self.tiles)
        own = [group for group in groups(self.tiles) if self.colour in group.colours]
        self.loose = {point for group in own for point in group.loose}
        self.turns = second_model.turnings(self.tiles, self.colour) if self.is_loop else set()
        self.ways = [] if self.is_loop or not self.tiles else [one for one in self._all() if self._fits(one)]
        self.can = bool(self.turns or self.ways) or not self.tiles

    def _all(self) -> list[Json]:
        xs, ys = [one["x"] for one in self.tiles], [one["y"] for one in self.tiles]
        ways = [("straight", 0), ("straight", 90)]
        ways += [(kind, turn) for kind in ("curve", "terminus") for turn in (0, 90, 180, 270)]
        return [
            {"x": x, "y": y, "kind": kind, "colour": self.colour, "turn": turn, "animal": None}
            for x in range(min(xs) - 1, max(xs) + 2)
            for y in range(min(ys) - 1, max(ys) + 2)
            for kind, turn in ways
        ]

    def _fits(self, tile: Json) -> bool:
        if not finds_room(self.tiles, tile) or not is_in_stock(self.tiles, tile):
            return False
        if not self.is_first and not second_model.pieces_of([tile])[0].points & self.loose:
            return False
        area = (99, 99) if self.options["variant"] == "children" else tuple(self.facts["area"])
        if self.options["terminus_in_span"] and not second_model.lies_within([*self.tiles, tile], area):
            return False
        return not second_model.broken(self.tiles, tile, area, first=self.is_first)

    @hears("{colour}: the route is a loop. Turn one of its tiles by 90 degrees.", "DU-24")
    def loop(self, colour: str) -> bool:
        """A loop."""
        return self.is_loop

    @hears("{colour} has no tile yet and starts a route.", "DU-15")
    def opens(self, colour: str) -> bool:
        """None lies there."""
        return self.is_first

    @hears("{colour}: {straights} straights, {curves} curves, {ends} end tiles in hand.", ("DU-1", "DU-16"))
    def in_hand(self, colour: str, straights: int, curves: int, ends: int) -> bool:
        """What the box has, less what lies there."""
        laid = Counter(one["kind"] for one in self.tiles if one["colour"] == self.colour)
        return (straights, curves, ends) == tuple(most - laid[kind] for kind, most in STOCK.items())

    @hears("{count} turn opens the loop.", ("DU-17", "DU-24"))
    def some_turns(self, count: int) -> bool:
        """So many."""
        return count == len(self.turns) > 0

    @hears("No turn opens the loop.", ("DU-17", "DU-24"))
    def no_turn(self) -> bool:
        """None."""
        return self.is_loop and not self.turns

    @hears("The first tile may lie anywhere.", "DU-15")
    def anywhere(self) -> bool:
        """Nothing lies there."""
        return not self.tiles

    @hears("Every place joins two colours, leaves the area or has no room.", ("DU-12", "DU-17", "DU-20"))
    def none_fits(self) -> bool:
        """None."""
        return not self.ways

    @hears("{count} place fits: {places}.", ("DU-16", "DU-17", "DU-20"))
    def some_fit(self, count: int, places: tuple[str, ...]) -> bool:
        """So many, of these shapes."""
        return count == len(self.ways) and {*places} == {NAMED[one["kind"]] for one in self.ways}

    @hears("The player is done, unless a billabong helps.", ("DU-25", "DU-30", "DU-32"))
    def done(self) -> bool:
        """Nothing."""
        return not self.can

    @hears("House rule: a player may stop.", "DU-25")
    def may_stop(self) -> bool:
        """The house rule."""
        return self.can and self.options["stopping"] == "any_time"

    def _only_ends(self) -> bool:
        return bool(self.ways) and all(one["kind"] == "terminus" for one in self.ways)

    @hears("House rule: if only end tiles fit, you may leave a route open.", ("DU-22", "DU-25"))
    def may_stay_open(self) -> bool:
        """The house rule."""
        return self._only_ends() and self.options["stopping"] == "end_tile"

    @hears("A player who can go on must go on.", "DU-25", ("DU-22", "DU-25"))
    def must(self) -> bool:
        """The rule, for end tiles too."""
        return self.can and (not self._only_ends() or self.options["stopping"] == "stuck")

    def concludes(self, ruling: Ruling) -> bool:
        """Whether anything was found."""
        return bool(ruling.verdict["can_go_on"] == self.can)


class Billabong(Listener):
    """Who comes to the cell (DU-30 to DU-33)."""

    def begin(self) -> None:
        """By each side."""
        x, y = self.facts["cell"]
        self.coming = leading_to(self.facts["tiles"], x, y)
        self.colours = sorted(set().union(*self.coming.values()), key=COLOURS.index)
        self.is_taken = any((one["x"], one["y"]) == (x, y) for one in self.facts["tiles"])
        self.ponds_left = len(ponds(self.facts["tiles"])) < 4
        self.without = [one for one in self.colours if not self.facts["curves_left"][one]]
        self.mover = self.facts["mover"]
        self.ends: list[str] = []
        self.goes_on: list[str] = []

    def _are(self, colours: tuple[str, ...], wanted: list[str]) -> bool:
        return [one.lower() for one in colours] == wanted

    @hears("There’s a tile there.", "DU-30")
    def taken(self) -> bool:
        """Taken."""
        return self.is_taken

    @hears("No route leads to this cell.", ("DU-30", "DU-33"))
    def nobody(self) -> bool:
        """None."""
        return not self.colours

    @hears("{colours} leads here: {count} player.", "DU-33")
    def players(self, colours: tuple[str, ...], count: int) -> bool:
        """Players."""
        return self._are(colours, self.colours) and count == len(colours) and self.options["variant"] not in TWO

    @hears("{colours} leads here: {count} route. Routes count, not players.", ("DU-33", "DU-53"))
    def routes(self, colours: tuple[str, ...], count: int) -> bool:
        """Routes."""
        return self._are(colours, self.colours) and count == len(colours) and self.options["variant"] in TWO

    @hears("A billabong needs the routes of at least 2 players.", "DU-25")
    def too_few(self) -> bool:
        """One or none."""
        return len(self.colours) < 2

    @hears("{mover} places a billabong there at once.", "DU-30", "DU-31")
    def at_once(self, mover: str) -> bool:
        """Three or four."""
        return mover.lower() == self.mover and len(self.colours) > 2 and self.ponds_left

    @hears("Both still have curves.", "DU-32")
    def curves(self) -> bool:
        """Both."""
        return len(self.colours) == 2 and not self.without

    @hears(
        "No curve is left for {colours}, so {mover} may place a billabong instead.",
        ("DU-32", "DU-33"),
    )
    def may(self, colours: tuple[str, ...], mover: str) -> bool:
        """Two, one of them without."""
        return self._are(colours, self.without) and mover.lower() == self.mover and self.ponds_left

    @hears("No billabong is left.", "DU-33", ("DU-32", "DU-33"))
    def none_left(self) -> bool:
        """All lie there, and two without curves for both, or more, want one."""
        return not self.ponds_left and (len(self.colours) > 2 or (len(self.colours) == 2 and bool(self.without)))

    @hears("{mover} has no route that leads there.", "DU-33")
    def outsider(self, mover: str) -> bool:
        """Somebody else's."""
        return bool(mover.lower() == self.mover not in self.colours)

    @hears("Every side of the cell is taken.", "DU-33")
    def closed(self) -> bool:
        """All four."""
        return all(self.coming.values())

    @hears("The routes of {colours} end here.", "DU-30", "DU-31", "DU-32")
    def all_end(self, colours: tuple[str, ...]) -> bool:
        """All."""
        self.ends = self.colours
        return self._are(colours, self.colours)

    @hears("Both continue. The next player chooses the way out first.", "DU-32")
    def both(self) -> bool:
        """Two."""
        self.goes_on = self.colours
        is_heard = self.mover in self.colours or self.options["outsider_billabong"] == "go_on"
        return len(self.colours) == 2 and is_heard and not all(self.coming.values())

    @hears("{mover} places another tile, leading out of it. {colours} end there.", "DU-30")
    def one(self, mover: str, colours: tuple[str, ...]) -> bool:
        """Three."""
        self.goes_on, self.ends = [self.mover], [one for one in self.colours if one != self.mover]
        return len(self.colours) == 3 and self._are(colours, self.ends) and mover.lower() == self.mover

    def concludes(self, ruling: Ruling) -> bool:
        """Who was heard to end and to go on."""
        return (ruling.verdict["ends"], ruling.verdict["goes_on"]) == (self.ends, self.goes_on)


class FinalScore(Listener):
    """Added up by colour, then by player (DU-40 to DU-44, DU-53)."""

    def begin(self) -> None:
        """Nothing added up yet."""
        self.tiles, self.colours = self.facts["tiles"], self.facts["colours"]
        self.sum: dict[str, int] = {}
        self.lost: list[str] = []
        self.winners: list[str] = []

    def _routes(self, colour: str) -> list[Group]:
        own = [group for group in groups(self.tiles) if colour in group.colours]
        most = max((len(counted(group, self.tiles, self.options)) for group in own), default=0)
        return [group for group in own if len(counted(group, self.tiles, self.options)) == most]

    @hears("{colour}: {count} path.", ("DU-40", "DU-41"))
    def paths(self, colour: str, count: int) -> bool:
        """The longest."""
        self.sum[colour.lower()] = self.length = count
        own = self._routes(colour.lower())
        return count == (len(counted(own[0], self.tiles, self.options)) if own else 0)

    @hears("{colour} has these animals: {animals}.", "DU-43")
    def animals(self, colour: str, animals: Any) -> bool:
        """Those of a route as long."""
        self.met = {one["what"]: one["value"] for _, one in animals}
        return any(group.animals == self.met for group in self._routes(colour.lower()))

    @hears("{colour}: {count} set of animals: +{points}.", "DU-43")
    def sets(self, colour: str, count: int, points: int) -> bool:
        """Five each."""
        self.sum[colour.lower()] += points
        return points == 5 * count and count == min(self.met.get(one, 0) for one in ("emu", "kangaroo", "platypus"))

    @hears("{colour}: {count} rabbit, no dingo: −{points}.", "DU-43")
    def rabbits(self, colour: str, count: int, points: int) -> bool:
        """Two each."""
        self.sum[colour.lower()] -= points
        return points == 2 * count and count == self.met["rabbit"] and "dingo" not in self.met

    @hears("{colour}: {length} + {bonus} − {malus} = {points}.", ("DU-41", "DU-43"))
    def added(self, colour: str, length: int, bonus: int, malus: int, points: int) -> bool:
        """What was said before."""
        return length == self.length and length + bonus - malus == points == self.sum[colour.lower()]

    @hears("{colour} hasn’t placed its own dingo and loses.", "DU-43")
    def no_dingo(self, colour: str) -> bool:
        """None of that colour."""
        self.lost.append(colour.lower())
        laid = {one["colour"] for one in self.tiles if one.get("animal") == "dingo"}
        return colour.lower() not in laid and bool(self.options["animals"])

    def _sides(self) -> dict[int, list[str]]:
        sides: dict[int, list[str]] = {}
        for colour in self.colours:
            at = COLOURS.index(colour)
            sides.setdefault(at % 2 if self.options["variant"] in TWO else at, []).append(colour)
        return sides

    @hears("{colours} together: {points} points.", "DU-53")
    def together(self, colours: tuple[str, ...], points: int) -> bool:
        """Both added up."""
        own = [one.lower() for one in colours]
        return own in self._sides().values() and points == sum(self.sum[one] for one in own)

    @hears("Those who lost don’t count.", ("DU-43", "DU-44"))
    def among_the_others(self) -> bool:
        """Some have lost, some have not."""
        return 0 < sum(self._has_lost(own) for own in self._sides().values()) < len(self._sides())

    def _has_lost(self, own: list[str]) -> bool:
        return any(one in self.lost for one in own)

    def _best(self) -> list[list[str]]:
        alive = [own for own in self._sides().values() if not self._has_lost(own)] or [*self._sides().values()]
        points = [sum(self.sum[one] for one in own) for own in alive]
        return [own for own, count in zip(alive, points, strict=True) if count == max(points)]

    def _won(self, colours: tuple[str, ...]) -> bool:
        self.winners = [one.lower() for one in colours]
        return {*self.winners} == {one for own in self._best() for one in own}

    @hears("Everyone has lost, so points decide: {colours}.", ("DU-43", "DU-44"))
    def all_lost(self, colours: tuple[str, ...]) -> bool:
        """All."""
        return self._won(colours) and all(self._has_lost(own) for own in self._sides().values())

    @hears("{colours} are equal and share the win.", "DU-44")
    def shared(self, colours: tuple[str, ...]) -> bool:
        """Several players."""
        return self._won(colours) and len(self._best()) > 1

    @hears("The {colours} player has the most points.", ("DU-40", "DU-53"))
    def both(self, colours: tuple[str, ...]) -> bool:
        """One player with two."""
        return self._won(colours) and [len(own) for own in self._best()] == [2]

    @hears("{colours} has the most points.", "DU-40")
    def most(self, colours: tuple[str, ...]) -> bool:
        """One player with one."""
        return self._won(colours) and [len(own) for own in self._best()] == [1]

    def concludes(self, ruling: Ruling) -> bool:
        """What was heard."""
        return (ruling.verdict["points"], ruling.verdict["winners"]) == (self.sum, self.winners)


LISTENERS = {
    "route": Routes,
    "walk": Walk,
    "placement": Placement,
    "area": Area,
    "turnable": Turnable,
    "going-on": GoingOn,
    "billabong": Billabong,
    "final-score": FinalScore,
}
