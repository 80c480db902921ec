"""A market to tap at, and what the page of a match shows once somebody has tapped something."""

from typing import Any

from companion.engine.game import Draft, Viewer
from companion.games.nile.board.view import Tabletop, moment, tabletop
from tests.games.nile.asking import Table


def shown(table: Table, *seats: int, **tapped: Any) -> Tabletop:
    """The page with these taps; `_crop="grapes.3"` is put before with the present step."""
    draft: Draft = {name: _values(table, name, value) for name, value in tapped.items()}
    return tabletop(table.state, Viewer(frozenset(seats)), draft)


def _values(table: Table, name: str, value: Any) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [value]
    if not name.startswith("_"):
        return tuple(str(one) for one in listed)
    step = {"_do": f"r{table.state.round}s{table.state.turn.seat if table.state.turn else 0}"}.get(
        name, moment(table.state).key
    )
    if name in ("_event", "_pick"):
        step = tabletop(table.state, Viewer(), {}).event_step
    return (f"{step}|{value}",)


def market() -> Table:
    """Example 2 of the rules on column 1, and wheat, grapes, flax on column 3; the first player is on turn."""
    table = Table(5).acting("flax", "aubergine")
    for seat, column, kind in ((0, 3, "wheat"), (1, 3, "grapes"), (2, 3, "onions")):
        table.sell(column, (seat, kind))
    return table
