"""The matches a caller may look back on, with the people who played them: what the history is worked out from."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.callers import Caller
from companion.service.history import Played
from companion.service.people import People, Spellings, tables_in_sight
from companion.service.summaries import Past, Summaries
from companion.store import Seat, Store


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that does not count: under way, or broken off; who plays it."""

    past: Past
    people: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything the caller may look back on, newest first."""

    played: tuple[Played, ...]
    unfinished: tuple[Unfinished, ...]
    people: People
    seats: tuple[Seat, ...]


def look_back(store: Store, spellings: Spellings, caller: Caller) -> Sight:
    """Everything the caller may look back on: the owner all matches, others those of tables they host or sit at."""
    tables = tables_in_sight(caller)
    if tables is not None and not tables:
        return Sight((), (), People((), {}), ())
    seats = store.people(tables)
    people = People(seats, spellings.of(caller))
    keys = {(seat.table_id, seat.seat): None if seat.name is None else people.key(seat.name) for seat in seats}
    played: list[Played] = []
    unfinished: list[Unfinished] = []
    for past in Summaries(store).all(tables):
        here = tuple(keys.get((past.match.table_id, seat)) for seat in past.match.seats)
        if past.summary is not None and past.is_complete:
            found = past.summary
            played.append(
                Played(
                    past.match.id,
                    past.match.game,
                    past.match.opened_at,
                    found.minutes,
                    here,
                    found.scores,
                    found.places,
                )
            )
        else:
            unfinished.append(Unfinished(past, here))
    return Sight(tuple(played), tuple(unfinished), people, seats)
