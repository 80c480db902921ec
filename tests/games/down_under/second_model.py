"""Down Under stated a second time, as sets of points: slow, plain, and sharing no code with the game.

Cells lie on a grid of doubled coordinates: the middle of each side is a point that both neighbours share. A path is the
set of points it reaches. Paths with a point in common hang together.
"""

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

Json = dict[str, Any]
Point = tuple[int, int]

SHIFT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
COLOUR_AND_GREY = {
    ("straight", 0): ("NS", "WE"), ("straight", 90): ("EW", "NS"), ("straight", 180): ("NS", "WE"),
    ("straight", 270): ("EW", "NS"), ("curve", 0): ("NE", "SW"), ("curve", 90): ("ES", "WN"), ("curve", 180): ("SW", "NE"),
    ("curve", 270): ("WN", "ES"), ("terminus", 0): ("N", "WE"), ("terminus", 90): ("E", "NS"),
    ("terminus", 180): ("S", "WE"), ("terminus", 270): ("W", "NS"),
}  # fmt: skip
STOCK = {"straight": 7, "curve": 9, "terminus": 2}
HERD = {"kangaroo": 4, "emu": 4, "platypus": 3, "rabbit": 4, "dingo": 1, None: 99}
AREAS: dict[str, list[tuple[tuple[int, int], ...]]] = {
    "easy": [((6, 6),), ((7, 7),), ((8, 8),)], "recommended": [((5, 7),), ((6, 8), (5, 9)), ((7, 9), (6, 10))],
    "hard": [((4, 8),), ((4, 10),), ((5, 11),)],
}  # fmt: skip
"""DU-4, for two players first."""


class Piece:
    """One path: its cell, the sides and points it reaches, and whose it is."""

    def __init__(self, x: int, y: int, sides: str, colour: str | None, animal: str | None) -> None:
        self.x, self.y, self.sides, self.colour, self.animal = x, y, frozenset(sides), colour, animal
        self.points = {point(x, y, side) for side in sides}


class Group:
    """Paths that hang together."""

    def __init__(self, pieces: list[Piece], loose: set[Point]) -> None:
        self.pieces = pieces
        self.colours = {piece.colour for piece in pieces if piece.colour is not None}
        self.loose = loose
        reached = Counter(point for piece in pieces for point in piece.points)
        self.is_loop = all(times == 2 for times in reached.values()) and all(len(one.points) == 2 for one in pieces)

    @property
    def state(self) -> str:
        if self.is_loop:
            return "loop"
        return "open" if self.loose else "finished"

    def counted(self, options: Json) -> list[Piece]:
        """The paths that count: by house rule not where it ends at a billabong, which is no one's and has one side (DU-42)."""
        return [one for one in self.pieces if options["billabong_ends_count"] or one.colour or len(one.points) > 1]

    @property
    def animals(self) -> dict[str, int]:
        return dict(Counter(piece.animal for piece in self.pieces if piece.animal))


def point(x: int, y: int, side: str) -> Point:
    dx, dy = SHIFT[side]
    return (2 * x + dx, 2 * y + dy)


def pieces_of(tiles: list[Json]) -> list[Piece]:
    pieces, cells_with_grey = [], set()
    for tile in tiles:
        x, y = tile["x"], tile["y"]
        if tile["kind"] == "billabong":
            joined = ["".join(pair) for pair in tile["through"]]
            ends = [side for side in "NESW" if side not in "".join(joined)]
            pieces += [Piece(x, y, sides, None, None) for sides in joined + ends]
            continue
        colour, grey = COLOUR_AND_GREY[tile["kind"], tile["turn"]]
        pieces.append(Piece(x, y, colour, tile["colour"], None))
        if tile["kind"] != "terminus" or (x, y) not in cells_with_grey:
            pieces.append(Piece(x, y, grey, None, tile["animal"]))
        if tile["kind"] == "terminus":
            cells_with_grey.add((x, y))
    return pieces


def groups(tiles: list[Json]) -> list[Group]:
    """Every set of paths that hang together, by merging sets until nothing more meets."""
    pieces = pieces_of(tiles)
    group_of = {index: {index} for index in range(len(pieces))}
    at: dict[Point, list[int]] = {}
    for index, piece in enumerate(pieces):
        for place in piece.points:
            at.setdefault(place, []).append(index)
    for meeting in at.values():
        for one, other in combinations(meeting, 2):
            merged = group_of[one] | group_of[other]
            for member in merged:
                group_of[member] = merged
    loose = {place for place, meeting in at.items() if len(meeting) == 1}
    distinct = {id(members): members for members in group_of.values()}
    groups = ([pieces[index] for index in sorted(members)] for members in distinct.values())
    return [Group(own, {one for piece in own for one in piece.points if one in loose}) for own in groups]


def joins_two_colours(tiles: list[Json]) -> bool:
    return any(len(group.colours) > 1 for group in groups(tiles))


def finds_room(tiles: list[Json], tile: Json) -> bool:
    here = [other for other in tiles if (other["x"], other["y"]) == (tile["x"], tile["y"])]
    if not here:
        return True
    both_ends = bool(len(here) == 1 and here[0]["kind"] == tile["kind"] == "terminus")
    return both_ends and abs(int(here[0]["turn"]) - int(tile["turn"])) == 180


def is_in_stock(tiles: list[Json], tile: Json) -> bool:
    if tile["kind"] == "billabong":
        return len([one for one in tiles if one["kind"] == "billabong"]) < 4
    same = [one for one in tiles if (one["kind"], one.get("colour")) == (tile["kind"], tile["colour"])]
    herd = [one.get("animal") for one in tiles if one.get("colour") == tile["colour"]]
    return len(same) < STOCK[tile["kind"]] and herd.count(tile["animal"]) < HERD[tile["animal"]]


def broken(tiles: list[Json], tile: Json, area: tuple[int, int] | None, *, first: bool, ends_inside: bool) -> set[str]:
    """The clauses a placement breaks, each in its own words."""
    found = set()
    near = [one for one in tiles if abs(one["x"] - tile["x"]) <= 1 and abs(one["y"] - tile["y"]) <= 1]
    if (first or not tiles) and (tile["kind"] == "terminus" or (tiles and not near)):
        found.add("DU-15")
    if not first:
        coloured = pieces_of([tile])[0].points
        own = [group for group in groups(tiles) if tile["colour"] in group.colours]
        if not any(coloured & group.loose for group in own):
            found.add("DU-16")
    if joins_two_colours([*tiles, tile]):
        found.add("DU-17")
    inside = [one for one in [*tiles, tile] if ends_inside or one["kind"] != "terminus"]
    if area and tile in inside and not lies_within(size(inside), area):
        found.add("DU-20")
    return found


def lies_within(span: tuple[int, int], area: tuple[int, int]) -> bool:
    return min(span) <= min(area) and max(span) <= max(area)


def size(tiles: list[Json]) -> tuple[int, int]:
    columns, rows = {one["x"] for one in tiles}, {one["y"] for one in tiles}
    return (max(columns) - min(columns) + 1, max(rows) - min(rows) + 1) if tiles else (0, 0)


def turnings(tiles: list[Json], colour: str, options: Json) -> set[tuple[int, int, int, int]]:
    """Every turn that opens a loop into the one route of its colour: x, y, turn, length."""
    if not any(group.is_loop and colour in group.colours for group in groups(tiles)):
        return set()
    found = set()
    for index, tile in enumerate(tiles):
        if tile.get("colour") != colour:
            continue
        for step in (90, 270):
            lies = {**tile, "turn": (tile["turn"] + step) % 360}
            others = tiles[:index] + tiles[index + 1 :]
            if not finds_room(others, lies):
                continue
            after = groups([*others, lies])
            own = [group for group in after if colour in group.colours]
            if all(len(group.colours) < 2 for group in after) and len(own) == 1 and own[0].state == "open":
                found.add((tile["x"], tile["y"], lies["turn"], len(own[0].counted(options))))
    return found


def leading_to(tiles: list[Json], x: int, y: int) -> dict[str, set[str]]:
    """The colours of the routes that come to each side of a cell."""
    here = {side: point(x, y, side) for side in "NESW"}
    found = groups(tiles)
    return {
        side: {str(colour) for group in found if place in group.loose for colour in group.colours}
        for side, place in here.items()
    }


EIGHT = [(1, 0), (1, 1), (1, 2), (2, 2), (2, 1), (1, 1), (0, 1), (0, 0)]
RING = [(0, 0), (1, 0), (1, 1), (0, 1)]


def random_loop(rng: random.Random) -> list[Json]:
    """A ring or an eight with random bulges, closed over colour and grey; empty where the box does not hold it."""
    walk = list(rng.choice((RING, RING, EIGHT)))
    for _ in range(rng.randint(0, 4)):
        _bulge(rng, walk)
    colour = rng.choice(("red", "blue"))
    tiles: list[Json] = []
    passed = {cell: [_turn_at(walk, index) for index, one in enumerate(walk) if one == cell] for cell in walk}
    for (x, y), ways in passed.items():
        tile = _tile_for(rng, x, y, ways[0], colour)
        if not is_in_stock(tiles, tile):
            return []
        tiles.append(tile)
    return [] if joins_two_colours(tiles) else tiles


def _bulge(rng: random.Random, walk: list[tuple[int, int]]) -> None:
    """Lets the walk go round by two neighbouring cells at some step, if they are free."""
    index = rng.randrange(len(walk))
    (x, y), (to_x, to_y) = walk[index], walk[(index + 1) % len(walk)]
    aside = rng.choice((1, -1))
    by, to = (x + aside * (to_y - y), y + aside * (to_x - x)), (to_x + aside * (to_y - y), to_y + aside * (to_x - x))
    is_crossing = walk.count((x, y)) > 1 or walk.count((to_x, to_y)) > 1
    if not is_crossing and by not in walk and to not in walk:
        walk[index + 1 : index + 1] = [by, to]


def _turn_at(walk: list[tuple[int, int]], index: int) -> frozenset[str]:
    x, y = walk[index]
    around = {(x + dx, y + dy): side for side, (dx, dy) in SHIFT.items()}
    return frozenset((around[walk[index - 1]], around[walk[(index + 1) % len(walk)]]))


def _tile_for(rng: random.Random, x: int, y: int, way: frozenset[str], colour: str) -> Json:
    use_grey = rng.random() < 0.25
    fitting = [
        (kind, turn)
        for (kind, turn), paths in COLOUR_AND_GREY.items()
        if kind != "terminus" and frozenset(paths[use_grey]) == way
    ]
    kind, turn = rng.choice(fitting)
    owner = rng.choice((colour, "green")) if use_grey else colour
    return {"x": x, "y": y, "kind": kind, "colour": owner, "turn": turn, "animal": None}


def random_board(rng: random.Random, *, tries: int = 40, clean: bool = True) -> list[Json]:
    """Tiles thrown on a small grid, those dropped that find no room, are not in stock or join two colours.

    Every third board begins with a loop.
    """
    colours = rng.sample(["red", "yellow", "green", "blue"], rng.choice((1, 1, 2, 3, 4)))
    width, height = rng.randint(2, 6), rng.randint(2, 6)
    weights = rng.choice(((5, 9, 1, 1), (1, 9, 0, 0), (7, 9, 4, 3), (7, 2, 1, 0), (2, 4, 6, 1)))
    tiles = random_loop(rng) if rng.random() < 0.35 else []
    for _ in range(tries):
        tile = random_tile(rng, colours, (rng.randrange(width), rng.randrange(height)), weights)
        if not finds_room(tiles, tile) or not is_in_stock(tiles, tile):
            continue
        if not clean or not joins_two_colours([*tiles, tile]):
            tiles.append(tile)
    return tiles


def random_tile(
    rng: random.Random, colours: list[str], cell: tuple[int, int], weights: tuple[int, ...] = (7, 9, 2, 0)
) -> Json:
    kind = rng.choices(("straight", "curve", "terminus", "billabong"), weights)[0]
    x, y = cell
    if kind == "billabong":
        sides = rng.sample("NESW", 4)
        return {"x": x, "y": y, "kind": kind, "through": [sides[:2], sides[2:]][: rng.randint(0, 2)]}
    animal = None if kind == "terminus" else rng.choice((None, *HERD))
    colour = rng.choice(colours)
    return {"x": x, "y": y, "kind": kind, "colour": colour, "turn": rng.choice((0, 90, 180, 270)), "animal": animal}


def places(tiles: list[Json], colour: str, area: tuple[int, int] | None, options: Json) -> list[Json]:
    """Every way to lay a tile of that colour that finds room, is in the box, goes on with a route, and breaks nothing."""
    own = [group for group in groups(tiles) if colour in group.colours]
    loose = {point for group in own for point in group.loose}
    xs, ys = [one["x"] for one in tiles], [one["y"] for one in tiles]
    shapes = [("straight", 0), ("straight", 90)]
    shapes += [(kind, turn) for kind in ("curve", "terminus") for turn in (0, 90, 180, 270)]
    found = []
    for x, y, (kind, turn) in product(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2), shapes):
        tile = {"x": x, "y": y, "kind": kind, "colour": colour, "turn": turn, "animal": None}
        goes_on = not own or pieces_of([tile])[0].points & loose
        if goes_on and finds_room(tiles, tile) and is_in_stock(tiles, tile):
            is_wrong = broken(tiles, tile, area, first=not own, ends_inside=options["terminus_in_span"])
            found += [] if is_wrong else [tile]
    return found


def worth(tiles: list[Json], colour: str, options: Json) -> tuple[int, int]:
    """The length of a colour's longest route, and its points: 5 for each set of animals, −2 for each rabbit without a dingo
    (DU-41 to DU-43).
    """
    found = [(0, 0)]
    for group in groups(tiles):
        length = len(group.counted(options))
        sets = min(group.animals.get(one, 0) for one in ("emu", "kangaroo", "platypus"))
        rabbits = 0 if "dingo" in group.animals else group.animals.get("rabbit", 0)
        found += [(length, length + (5 * sets - 2 * rabbits) * options["animals"])] * (colour in group.colours)
    return max(found)


def sides(players: int, options: Json) -> list[list[str]]:
    """The colours of each player: one, or two of two players who have two routes each (DU-53)."""
    colours = options["colours"].split()
    has_two = players == 2 and options["variant"] in ("two_routes", "one_tile_per_turn")
    return [[*colours[seat :: 2 if has_two else 4]] for seat in range(players)]


def standing(tiles: list[Json], players: list[list[str]], options: Json) -> tuple[list[int], list[int]]:
    """The points of each side, and who has won: by animals not without the dingo, unless all lack it (DU-40, DU-43, DU-44)."""
    points = [sum(worth(tiles, colour, options)[1] for colour in own) for own in players]
    dingoes = {tile["colour"] for tile in tiles if tile.get("animal") == "dingo"}
    alive = [seat for seat, own in enumerate(players) if not options["animals"] or dingoes.issuperset(own)]
    best = max(points[seat] for seat in alive or range(len(players)))
    return points, [seat for seat in alive or range(len(players)) if points[seat] == best]


def area_of(tiles: list[Json], players: int, options: Json) -> tuple[int, int] | None:
    """The size of the play area (DU-4), none for children (DU-50), else what tiles that nobody plays mark (DU-51)."""
    played = [None, *(colour for own in sides(players, options) for colour in own)]
    line = [tile for tile in tiles if tile.get("colour") not in played]
    sizes = AREAS[options["difficulty"]][players - 2]
    return None if options["variant"] == "children" else size(line) if line else sizes[-(options["area"] == "second")]


def goes_on(tiles: list[Json], colour: str, players: int, options: Json, stopping: str = "stuck") -> bool:
    """Whether a colour that lies has to go on: with a tile, where the house says so not with an end alone (DU-22 to DU-25)."""
    if any(group.is_loop and colour in group.colours for group in groups(tiles)):
        return stopping != "any_time" and bool(turnings(tiles, colour, options))
    kinds = {"stuck": STOCK.keys(), "end_tile": {"straight", "curve"}}.get(stopping, ())
    return any(tile["kind"] in kinds for tile in places(tiles, colour, area_of(tiles, players, options), options))


def turn_after(
    tiles: list[Json], done: set[str], seat: int, players: int, options: Json, more: set[str]
) -> tuple[int | None, set[str]]:
    """Whose turn comes after a seat's, if anyone's, and which colours are done then, for good (DU-23, DU-25, DU-40).

    `more`: its colours that are still to be played in this turn (DU-53).
    """
    own = sides(players, options)
    states = {
        one: {group.state for group in groups(tiles) if one in group.colours} for colours in own for one in colours
    }
    done = done | {colour for colour, its in states.items() if its == {"finished"}}
    for step in range(not more, players + 1):
        following = (seat + step) % players
        asked = own[following] if step else more
        done |= {one for one in asked if one not in done and not goes_on(tiles, one, players, options)}
        if not done.issuperset(asked):
            return following, done
    return None, done
