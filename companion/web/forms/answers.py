"""What an address says, brought into line with the form: a row for each player, nothing from a way not chosen.

An answer is a tree as `companion.engine.flat` reads it: a dict inside, a list of texts at each leaf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args, get_origin

from companion.engine.declared import alternatives, hints, required
from companion.engine.flat import EMPTY
from companion.engine.marks import Between, Length
from companion.web.forms.shapes import Declared, unwrap

MOST_ROWS: Final = 120
"""More than any box holds; no form grows beyond it."""
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
        """Whether it is a list with an item for each player."""
        return declared.is_by_player(self.everybody)


def items(given: object) -> list[Any]:
    """The items of a list, however they were written, with a blank one for each gap; none for anything else."""
    if isinstance(given, list):
        return [] if given == [EMPTY] else [[one] for one in given]
    if isinstance(given, dict) and given and all(_INDEX.fullmatch(key) for key in given):
        return [given.get(str(index), {}) for index in range(max(map(int, given)) + 1)]
    return []


def settle(wanted: Any, given: Any, layout: Layout, path: str = "") -> Any:
    """The answer as the form would send it. What has the wrong shape stays as it is, for the codec to refuse."""
    declared = unwrap(wanted)
    if declared.is_shape and isinstance(given, dict):
        return _settle_shape(declared.bare, given, layout, path)
    if layout.is_by_player(declared) and _is_a_list(given):
        return _settle_rows(declared, [*items(given), *[{}] * layout.players][: layout.players], layout, path)
    if declared.is_list and isinstance(given, dict) and _is_a_list(given):
        return _settle_rows(declared, items(given)[: layout.rows.get(path)], layout, path)
    if declared.is_map and isinstance(given, dict):
        one = get_args(declared.bare)[1]
        return {key: settle(one, value, layout, _join(path, key)) for key, value in given.items()}
    return given


def way_of(shape: type, given: Any, layout: Layout) -> int:
    """The alternative of a shape that is being answered: the chosen one, or the first that has an answer."""
    ways = alternatives(shape)
    if layout.way is not None and layout.way < len(ways):
        return layout.way
    answered = [
        index for index, way in enumerate(ways) if isinstance(given, dict) and any(name in given for name in way)
    ]
    return answered[0] if answered else 0


def players_named(wanted: Any, given: Any, everybody: Length) -> Iterator[int]:
    """How many players each part of an answer is for: one number for each list of players and each seat named."""
    declared = unwrap(wanted)
    if declared.is_seat:
        texts = given if isinstance(given, list) else []
        yield from (int(text) + 1 for text in texts if _INDEX.fullmatch(text))
        return
    if declared.is_by_player(everybody):
        yield len(items(given))
    for part, value in _inside(declared, given):
        yield from players_named(part, value, everybody)


def _inside(declared: Declared, given: Any) -> Iterator[tuple[Any, Any]]:
    if declared.is_shape and isinstance(given, dict):
        yield from ((one, given[name]) for name, one in hints(declared.bare).items() if name in given)
    elif declared.is_map and isinstance(given, dict):
        key, one = get_args(declared.bare)
        yield from ((key, [name]) for name in given)
        yield from ((one, value) for value in given.values())
    elif get_origin(declared.bare) is tuple:
        yield from ((get_args(declared.bare)[0], value) for value in items(given))
    elif declared.is_union:
        yield from ((one, given) for one in get_args(declared.bare))


def _is_a_list(given: Any) -> bool:
    return isinstance(given, (list, dict)) and (not given or bool(items(given)))


def _settle_shape(shape: type, given: dict[str, Any], layout: Layout, path: str) -> dict[str, Any]:
    declared, ways = hints(shape), alternatives(shape)
    dropped: set[str] = set()
    if ways and not path and layout.way is not None:
        chosen = ways[way_of(shape, given, layout)]
        dropped = {name for way in ways for name in way} - set(chosen)
    asked = (name for name in declared if name in required(shape))
    blank: dict[str, Any] = {name: {} for name in asked if layout.is_by_player(unwrap(declared[name]))}
    return {
        name: settle(declared[name], value, layout, _join(path, name)) if name in declared else value
        for name, value in {**blank, **given}.items()
        if name not in dropped
    }


def _settle_rows(declared: Declared, rows: list[Any], layout: Layout, path: str) -> dict[str, Any]:
    one = unwrap(get_args(declared.bare)[0])
    settled = [settle(one.bare, row, layout, _join(path, index)) for index, row in enumerate(rows)]
    if one.is_shape and layout.is_by_player(declared):
        settled = [without_more_to_ask(one.bare, row) for row in settled]
    return {str(index): row for index, row in enumerate(settled)}


def without_more_to_ask(shape: type, row: Any) -> Any:
    """A player's row; if a box such as "already out" is ticked, a number left blank that may be 0 is 0."""
    if not isinstance(row, dict) or not has_a_tick(shape, row):
        return row
    blank = (name for name in hints(shape) if name in required(shape) and name not in row)
    noughts = {name: ["0"] for name in blank if _may_be_nought(hints(shape)[name])}
    return {**row, **noughts}


def has_a_tick(shape: type, row: Any) -> bool:
    """Whether a box in the row is ticked."""
    boxes = [name for name, wanted in hints(shape).items() if unwrap(wanted).bare is bool]
    return isinstance(row, dict) and any(row.get(name) in (["true"], ["on"], ["1"]) for name in boxes)


def _may_be_nought(wanted: Any) -> bool:
    between = unwrap(wanted).mark(Between)
    return between is not None and between.low == 0


def _join(path: str, part: str | int) -> str:
    return f"{path}.{part}" if path else str(part)
