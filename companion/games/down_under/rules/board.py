"""What a box and a table can hold at all: stock, animals, one tile a cell, no two colours joined (DU-1, DU-3, DU-12, DU-17)."""

from collections import Counter
from collections.abc import Sequence

from companion.engine.errors import NotAMove, refuse
from companion.engine.rulings import Flag, flag_if
from companion.engine.text import Text, say, signs, too_many
from companion.games.down_under.rules.components import BILLABONGS, HERD, STOCK, WORDS, Cell, colour_names
from companion.games.down_under.rules.network import Network, trace
from companion.games.down_under.rules.tiles import Tile, are_back_to_back


def checked_network(tiles: Sequence[Tile], path: str = "tiles") -> Network:
    """The network of a board that can lie on a table.

    Raises `NotAMove` for a tile that lacks what its kind has, `IllegalMove` for what the box does not hold, two tiles in
    a cell, or two colours joined.
    """
    check_board(tiles, path)
    network = trace(tiles)
    check_colours(network, path)
    return network


def asked_network(tiles: Sequence[Tile]) -> Network:
    """The network of a board that somebody asks about, as `checked_network`: no box holds more billabongs either (DU-1).

    A match may have recorded more all the same.
    """
    billabongs = [index for index, tile in enumerate(tiles) if tile.kind == "billabong"]
    if len(billabongs) > BILLABONGS:
        path = f"tiles.{billabongs[BILLABONGS]}.kind"
        raise refuse(too_many(WORDS["billabong"], len(billabongs), BILLABONGS), "DU-1", path=path)
    return checked_network(tiles)


def check_board(tiles: Sequence[Tile], path: str = "tiles", *, last: str = "") -> None:
    """Raise as `checked_network` does, except for joined colours. `last` is the path of the last tile."""
    paths = [f"{path}.{index}" for index in range(len(tiles))]
    if last:
        paths[-1] = last
    for tile, where in zip(tiles, paths, strict=True):
        check_tile(tile, where)
    _check_cells(tiles, paths)
    _check_stock(tiles, paths)
    _check_animals(tiles, paths)


def check_billabong(tiles: Sequence[Tile], billabong: Tile) -> None:
    """Raise as `check_board` does for a billabong laid onto a sound board by a move of its own fields."""
    _check_through(billabong, "through")
    _check_cells((*tiles, billabong), [*("" for _ in tiles), "x"])


def check_turned(tiles: Sequence[Tile]) -> None:
    """Raise as `check_board` does for a sound board of which one tile has been turned by a move."""
    _check_cells(tiles, ["turn"] * len(tiles))


def check_tile(tile: Tile, path: str) -> None:
    """Raise `NotAMove` if a tile lacks what its kind has, or has what its kind lacks."""
    if tile.kind == "billabong":
        for name in Tile.depending.without:
            if getattr(tile, name) is not None:
                raise NotAMove(f"{path}.{name}", say("A billabong has no colour and no animal."))
        _check_through(tile, f"{path}.through")
        return
    for name in Tile.depending.needed:
        if getattr(tile, name) is None:
            raise NotAMove(f"{path}.{name}", say("This is missing."))
    if tile.through:
        raise NotAMove(f"{path}.through", say("Only a billabong needs joined sides."))
    if tile.kind == "terminus" and tile.animal:
        raise refuse(say("An end tile has no animal."), "DU-3", path=f"{path}.animal")


def _check_through(billabong: Tile, path: str) -> None:
    sides = [side for pair in billabong.through or () for side in pair]
    if len(set(sides)) < len(sides):
        raise refuse(say("Join each side of a billabong to one other side."), "DU-13", path=path)


def _check_cells(tiles: Sequence[Tile], paths: list[str]) -> None:
    lying: dict[Cell, list[Tile]] = {}
    for tile, path in zip(tiles, paths, strict=True):
        here = lying.setdefault(tile.cell, [])
        if here and not (len(here) == 1 and are_back_to_back(here[0], tile)):
            raise refuse(_taken(tile, here), "DU-12", path=path)
        here.append(tile)


def _taken(tile: Tile, here: list[Tile]) -> Text:
    if tile.kind == "terminus" and len(here) == 2:
        return say("2 end tiles already fill this cell.")
    if tile.kind == "terminus" and here[0].kind == "terminus":
        return say("Two end tiles in a cell must face opposite sides.")
    return say("There’s already a tile in this cell.")


def _check_stock(tiles: Sequence[Tile], paths: list[str]) -> None:
    used: Counter[tuple[str, str | None]] = Counter()
    for tile, path in zip(tiles, paths, strict=True):
        used[tile.kind, tile.colour] += 1
        if tile.colour is not None and used[tile.kind, tile.colour] > STOCK[tile.kind]:
            shape = signs("{colour}, {kind}", colour=WORDS[tile.colour], kind=WORDS[tile.kind])
            raise refuse(too_many(shape, used[tile.kind, tile.colour], STOCK[tile.kind]), "DU-1", path=f"{path}.kind")


def _check_animals(tiles: Sequence[Tile], paths: list[str]) -> None:
    shown: Counter[tuple[str, str | None]] = Counter()
    for tile, path in zip(tiles, paths, strict=True):
        if tile.animal is None or tile.colour is None:
            continue
        shown[tile.animal, tile.colour] += 1
        if shown[tile.animal, tile.colour] > HERD[tile.animal]:
            animal = signs("{colour}, {animal}", colour=WORDS[tile.colour], animal=WORDS[tile.animal])
            text = too_many(animal, shown[tile.animal, tile.colour], HERD[tile.animal])
            raise refuse(text, "DU-3", path=f"{path}.animal")


def check_colours(network: Network, path: str = "tiles") -> None:
    """Raise `IllegalMove` if a chain joins paths of two colours (DU-17)."""
    for chain in network.mixed:
        text = say(
            "{colours} are joined in one route. Check the tiles.",
            colours=colour_names(chain.colours),
        )
        raise refuse(text, "DU-17", path=path)


def doubts(tiles: Sequence[Tile]) -> tuple[Flag, ...]:
    """What is doubtful about a board that can be judged: tiles that lie apart, more billabongs than the box holds."""
    apart = say("Each tile must touch another, at least at a corner.")
    billabongs = sum(tile.kind == "billabong" for tile in tiles)
    many = too_many(WORDS["billabong"], billabongs, BILLABONGS)
    is_apart = not is_connected({tile.cell for tile in tiles})
    return (*flag_if(is_apart, apart, "DU-15"), *flag_if(billabongs > BILLABONGS, many, "DU-1"))


def is_connected(cells: set[Cell]) -> bool:
    """Whether every cell can be reached from every other over sides and corners (DU-15)."""
    unseen = set(cells)
    ahead = [unseen.pop()] if unseen else []
    while ahead:
        near = touching(ahead.pop()) & unseen
        unseen -= near
        ahead += near
    return not unseen


def touching(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
