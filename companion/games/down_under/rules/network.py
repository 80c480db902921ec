"""Which paths are joined: every chain on the table, walked from end to end (DU-14).

Each side of a cell is reached by one path at most, so a chain never forks: it is a line or a ring, and walking all of
them looks at each path once.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.engine.identity_cache import cached_by_identity
from companion.games.down_under.rules.components import SIDES, Colour, Side
from companion.games.down_under.rules.tiles import OPPOSITE, STEPS, Path, Tile, paths_of

Port: TypeAlias = tuple[int, int, Side]
"""A side of a cell, seen from that cell."""

Condition: TypeAlias = Literal["open", "finished", "loop"]
_RANK: Final[Mapping[Side, int]] = {side: rank for rank, side in enumerate(SIDES)}


@dataclass(frozen=True, slots=True)
class Chain:
    """Paths joined to one another, in walking order, the sides of each too.

    `leads_to`: the sides of neighbouring cells at which it could go on, none if it is closed. `colours`: those of its
    coloured paths, in walking order; none for grey that belongs to no one.
    """

    paths: tuple[Path, ...]
    leads_to: tuple[Port, ...]
    is_loop: bool
    colours: tuple[Colour, ...]

    @property
    def condition(self) -> Condition:
        """Open, finished or a loop."""
        if self.is_loop:
            return "loop"
        return "open" if self.leads_to else "finished"


@dataclass(frozen=True, slots=True)
class Network:
    """Every chain, and which of them could go on at a side of a cell (`open_at`)."""

    chains: tuple[Chain, ...]
    open_at: Mapping[Port, Chain]

    @property
    def mixed(self) -> tuple[Chain, ...]:
        """The chains that join paths of two colours."""
        return tuple(chain for chain in self.chains if len(chain.colours) > 1)

    def has_loop(self, colour: Colour) -> bool:
        return any(chain.is_loop and colour in chain.colours for chain in self.chains)

    def colours_at(self, port: Port) -> tuple[Colour, ...]:
        """The colour of the route that leads to this side of a cell, if any; several only if two colours are joined."""
        chain = self.open_at.get(port)
        return chain.colours if chain else ()


def trace(tiles: Sequence[Tile]) -> Network:
    """Return the paths on these tiles and which of them are joined (DU-14). Linear in their number.

    Each cell holds one tile at most, but for two termini.
    """
    paths = paths_of(tiles)
    at: dict[Port, Path] = {(path.x, path.y, side): path for path in paths for side in path.sides}
    seen: set[Port] = set()
    chains = []
    for path in paths:
        if (path.x, path.y, path.sides[0]) not in seen:
            chain = _chain(path, at)
            chains.append(chain)
            # By a side, as a cell has two paths, and each side of it one at most.
            seen.update((one.x, one.y, one.sides[0]) for one in chain.paths)
            seen.update((one.x, one.y, one.sides[-1]) for one in chain.paths)
    return Network(tuple(chains), {port: chain for chain in chains for port in chain.leads_to})


network_on: Callable[[tuple[Tile, ...]], Network] = cached_by_identity(trace)
"""The network of a state's tiles, kept because every rule and every way to go on asks for it."""


def facing(port: Port) -> Port:
    x, y, side = port
    dx, dy = STEPS[side]
    return (x + dx, y + dy, OPPOSITE[side])


def _chain(start: Path, at: Mapping[Port, Path]) -> Chain:
    onward, end = _walk(start, at)
    # A walk that stops at an end tile leads nowhere either, but only in a ring does it come back to its start.
    if end is None and len(onward) > 1 and onward[-1] is start:
        return _looped(onward[:-1])
    if len(start.sides) == 1:
        return _line(onward, (end,))
    # The start may lie in the middle of its chain: the other half is walked too, and turned round.
    back, begin = _walk(start.flipped(), at)
    return _line([*(path.flipped() for path in reversed(back[1:])), *onward], (begin, end))


def _walk(start: Path, at: Mapping[Port, Path]) -> tuple[list[Path], Port | None]:
    """The paths from `start` on, out by its last side, and the side where it could go on.

    None if it is closed; back at the start, `start` stands at the end again.
    """
    walked = [start]
    port = facing((start.x, start.y, start.sides[-1]))
    while (found := at.get(port)) is not None:
        if found.x == start.x and found.y == start.y and port[2] in start.sides:
            return [*walked, start], None
        path = found if found.sides[0] == port[2] else found.flipped()
        walked.append(path)
        # The path of an end tile stops in its cell (DU-12).
        if len(path.sides) == 1:
            return walked, None
        port = facing((path.x, path.y, path.sides[-1]))
    return walked, port


def _line(paths: list[Path], ends: tuple[Port | None, ...]) -> Chain:
    """A chain with two ends, walked from the northernmost, then westernmost of them."""
    # Not from the path laid first: the same tiles are numbered the same way, in whatever order they were entered.
    if _place(paths[-1], -1) < _place(paths[0], 0):
        paths = [path.flipped() for path in reversed(paths)]
        ends = ends[::-1]
    return Chain(tuple(paths), tuple(end for end in ends if end is not None), False, _colours(paths))


def _looped(paths: list[Path]) -> Chain:
    """A ring, walked from its northernmost, then westernmost cell, out by the first of its sides clockwise from north."""
    first = min(range(len(paths)), key=lambda index: min(_place(paths[index], 0), _place(paths[index], -1)))
    paths = [*paths[first:], *paths[:first]]
    if _RANK[paths[0].sides[0]] < _RANK[paths[0].sides[-1]]:
        paths = [path.flipped() for path in (paths[0], *reversed(paths[1:]))]
    return Chain(tuple(paths), (), True, _colours(paths))


def _place(path: Path, end: int) -> tuple[int, int, int]:
    return (path.y, path.x, _RANK[path.sides[end]])


def _colours(paths: list[Path]) -> tuple[Colour, ...]:
    return tuple(dict.fromkeys(path.colour for path in paths if path.colour is not None))
