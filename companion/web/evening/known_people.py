"""People this device knows: who sat at the tables its person may look back on, to be offered instead of typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from companion.archive.people import tables_in_sight
from companion.match.access import Caller
from companion.table.tables import folded
from companion.web.app.services import services

MOST_OFFERED: Final = 8


def known_names(caller: Caller, there: Iterable[str | None] = ()) -> list[str]:
    """Who sat most often at tables in the caller's sight, without those who are `there` already; nobody for a stranger."""
    tables = tables_in_sight(caller)
    if tables is not None and not tables:
        return []
    taken = {folded(name) for name in there if name is not None}
    spelled: dict[str, str] = {}
    times: Counter[str] = Counter()
    for _, _, name in services.store.people.named(tables):
        if name is not None and folded(name) not in taken:
            spelled[folded(name)] = name
            times[folded(name)] += 1
    return [spelled[key] for key, _ in times.most_common(MOST_OFFERED)]


def own_name(caller: Caller) -> str:
    """The name under which this device last sat down; empty if it has not, or if the name was forgotten."""
    seats = [grant for grant in caller.grants if grant.role == "seat" and grant.table_id is not None]
    for grant in sorted(seats, key=lambda one: one.created_at, reverse=True):
        names = {one.seat: one.name for one in services.store.seats.at(grant.table_id or "")}
        name = names.get(grant.seat if grant.seat is not None else -1)
        if name is not None:
            return name
    return ""
