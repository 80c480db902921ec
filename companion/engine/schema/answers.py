"""What an address says, brought into line with the form: a row for each player, nothing from a way not chosen.

An answer is a tree as `companion.engine.schema.formdata` reads it: a dict inside, a list of texts at each leaf.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.engine.schema.declared import Declared, alternatives, fields, required
from companion.engine.schema.formdata import EMPTY
from companion.engine.schema.marks import Between, Length

MOST_ROWS: Final = 120
"""More than any box holds; no form grows beyond it."""
# Three digits at most: the number of a row is the length of the list that is made for it.
_INDEX = re.compile(r"0|[1-9][0-9]{0,2}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a form is laid out: number of players, the way chosen (None: as the answers tell), rows asked for by path."""

    game_players: tuple[int, ...]
    players: int
    way: int | None = None
    rows: Mapping[str, int] = field(default_factory=dict)

    @property
    def everybody(self) -> Length:
        """The length of a list that has an item for each player."""
        return Length(self.game_players[0], self.game_players[-1])

    def is_by_player(self, declared: Declared) -> bool:
        """Return whether it is a list with an item for each player."""
        return declared.is_by_player(self.everybody)


def items(given: object) -> list[Any]:
    """Return the items of a list, however they were written, with a blank one for each gap; none for anything else."""
    if isinstance(given, list):
        return [] if given == [EMPTY] else [[one] for one in given]
    if isinstance(given, dict) and given and all(_INDEX.fullmatch(key) for key in given):
        # A gap stays a blank row: what follows must not move up to another player.
        return [given.get(str(index), {}) for index in range(max(map(int, given)) + 1)]
    return []


def normalise(declared: Declared, given: Any, layout: Layout, path: str = "") -> Any:
    """Return the answer as the form would send it. What has the wrong shape stays as it is, for the codec to refuse."""
    is_a_list = isinstance(given, (list, dict)) and (not given or bool(items(given)))
    # Cut or filled to those who play: a bookmark or a link may come from a table with more of them.
    if layout.is_by_player(declared) and is_a_list:
        return _normalise_rows(declared, [*items(given), *[{}] * layout.players][: layout.players], layout, path)
    if not isinstance(given, dict):
        return given
    if declared.kind == "shape":
        return _normalise_shape(declared.bare, given, layout, path)
    if declared.kind == "list" and is_a_list:
        return _normalise_rows(declared, items(given)[: layout.rows.get(path)], layout, path)
    if declared.kind == "map":
        return {key: normalise(declared.inner[1], value, layout, join(path, key)) for key, value in given.items()}
    return given


def way_of(shape: type, given: Any, layout: Layout) -> int:
    """Return the alternative of a shape that is being answered: the chosen one, or the first that has an answer."""
    ways = alternatives(shape)
    if layout.way is not None and layout.way < len(ways):
        return layout.way
    answered = given if isinstance(given, dict) else {}
    return next((index for index, way in enumerate(ways) if any(name in answered for name in way)), 0)


def players_named(declared: Declared, given: Any, everybody: Length) -> Iterator[int]:
    """Yield how many players each part of an answer is for: one number for each list of players and each seat named."""
    if declared.is_seat:
        yield from (int(text) + 1 for text in (given if isinstance(given, list) else []) if _INDEX.fullmatch(text))
        return
    if declared.is_by_player(everybody):
        yield len(items(given))
    for part, value in _inside(declared, given):
        yield from players_named(part, value, everybody)


def _inside(declared: Declared, given: Any) -> Iterator[tuple[Declared, Any]]:
    if declared.kind == "shape" and isinstance(given, dict):
        yield from ((one, given[name]) for name, one in fields(declared.bare).items() if name in given)
    elif declared.kind == "map" and isinstance(given, dict):
        key, one = declared.inner
        yield from ((key, [name]) for name in given)
        yield from ((one, value) for value in given.values())
    elif declared.kind in ("list", "tuple"):
        yield from ((declared.inner[0], value) for value in items(given))
    elif declared.kind == "union":
        yield from ((one, given) for one in declared.inner)


def _normalise_shape(shape: type, given: dict[str, Any], layout: Layout, path: str) -> dict[str, Any]:
    declared, ways = fields(shape), alternatives(shape)
    dropped: set[str] = set()
    if ways and not path and layout.way is not None:
        # What was answered in another way, before that was changed, would else be sent along and refused as two answers.
        dropped = {name for way in ways for name in way} - set(ways[way_of(shape, given, layout)])
    blank: dict[str, Any] = {
        name: {} for name, one in declared.items() if name in required(shape) and layout.is_by_player(one)
    }
    return {
        name: normalise(declared[name], value, layout, join(path, name)) if name in declared else value
        for name, value in {**blank, **given}.items()
        if name not in dropped
    }


def _normalise_rows(declared: Declared, rows: list[Any], layout: Layout, path: str) -> dict[str, Any]:
    one = declared.inner[0]
    normalised = [normalise(one, row, layout, join(path, index)) for index, row in enumerate(rows)]
    if one.kind == "shape" and layout.is_by_player(declared):
        normalised = [_without_more_to_ask(one.bare, row) for row in normalised]
    return {str(index): row for index, row in enumerate(normalised)}


def _without_more_to_ask(shape: type, row: Any) -> Any:
    """Return a player's row; if a box such as "already out" is ticked, a number left blank that may be 0 is 0."""
    if not has_a_tick(shape, row):
        return row
    blank = {name: fields(shape)[name].mark(Between) for name in required(shape) if name not in row}
    return {**row, **{name: ["0"] for name, between in blank.items() if between is not None and between.low == 0}}


def has_a_tick(shape: type, row: Any) -> bool:
    """Return whether a box in the row is ticked."""
    boxes = [name for name, one in fields(shape).items() if one.kind == "truth"]
    return isinstance(row, dict) and any(row.get(name) in (["true"], ["on"], ["1"]) for name in boxes)


def join(path: str, part: str | int) -> str:
    """Return the path of a part."""
    return f"{path}.{part}" if path else str(part)
