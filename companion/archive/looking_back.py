"""The matches a caller may look back on, and the people who played them: the material of the history."""

from __future__ import annotations

from dataclasses import dataclass

from companion.archive.history import Played
from companion.archive.people import People, Spellings, tables_in_sight
from companion.archive.summaries import Past, Summaries
from companion.match.access import Caller
from companion.store import Store
from companion.store.seats import Named


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that does not count, because it is under way or was broken off with something entered, and who plays it."""

    past: Past
    people: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class VisibleHistory:
    """Everything the caller may look back on, newest first."""

    played: tuple[Played, ...]
    unfinished: tuple[Unfinished, ...]
    people: People
    named: tuple[Named, ...]


def visible_history(store: Store, spellings: Spellings, caller: Caller) -> VisibleHistory:
    """Everything the caller may look back on: the owner all matches, others those of tables they host or sit at."""
    tables = tables_in_sight(caller)
    if tables is not None and not tables:
        return VisibleHistory((), (), People((), {}), ())
    named = store.people.named(tables)
    people = People((name for _, _, name in named), spellings.of(caller))
    keys = {(table, seat): None if name is None else people.key(name) for table, seat, name in named}
    played: list[Played] = []
    unfinished: list[Unfinished] = []
    for past in Summaries(store).all(tables):
        match, found = past.match, past.summary
        here = tuple(keys.get((match.table_id, seat)) for seat in match.seats)
        if found is not None and found.is_over:
            played.append(
                Played(match.id, match.game, match.opened_at, found.minutes, here, found.scores, found.places)
            )
        elif found is None or not found.is_empty:
            unfinished.append(Unfinished(past, here))
    return VisibleHistory(tuple(played), tuple(unfinished), people, named)
