"""The matches a caller may look back on, and the people who played them: the material of the history, and what a win adds to it.

The summary of each is read as it was kept, or made anew from its journal.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from companion.archive.history import Against, CountedMatch, against
from companion.archive.people import People, Spellings, tables_in_sight
from companion.engine.present import Cover
from companion.engine.text import SeatName, Text, say, say_many
from companion.games import cover_of, covers, teams_of
from companion.match.access import NOBODY, Caller
from companion.match.enter import read_once
from companion.match.errors import CannotOpen, Unknown
from companion.match.summary import Summary, keep_summary, read, summarize
from companion.store import Store, StoreUnavailable, Summed, Within
from companion.store.matches import EVERY_ONE
from companion.store.seats import Named

MOST: Final = 2
"""So many sentences stand below the name of the winner."""
KNOWN_PLAYER: Final = 2
"""So many earlier games of the same kind make a record worth telling."""
# Translators: a month, as in "3 wins for Ana since March."
MARCH = say("March")
# Translators: a month, as in "3 wins for Ana since June."
JUNE = say("June")
# Translators: a month, as in "3 wins for Ana since September."
SEPTEMBER = say("September")
# Translators: a month, as in "3 wins for Ana since December."
DECEMBER = say("December")
SEASONS: Final = {3: MARCH, 6: JUNE, 9: SEPTEMBER, 12: DECEMBER}
"""The months in which seasons begin, in both hemispheres."""


def season_of(day: date) -> date:
    """Return the first day of the season that a day belongs to."""
    # January and February belong to the season that began in December: 0 here.
    month = day.month // 3 * 3
    return date(day.year, month, 1) if month else date(day.year - 1, 12, 1)


def milestones(played: Sequence[CountedMatch], match_id: str) -> tuple[Text, ...]:
    """Return what the history says of those who won a match, best first; nothing where it does not stand out."""
    one = next((found for found in played if found.match_id == match_id), None)
    if one is None:
        return ()
    if not one.has_ranks:
        tried = [
            found
            for found in played
            if (found.game, {*found.people}) == (one.game, {*one.people}) and found.at <= one.at
        ]
        won = sum(bool(found.winners) for found in tried)
        return (say("Won together: {won} of {count}.", won=won, count=len(tried)),) if len(tried) > 1 else ()
    # Where all have won together, nothing is one player's alone.
    named = one.winners if len(one.winners) < max(2, len(one.people)) else ()
    before = sorted((found for found in played if found.at < one.at), key=lambda found: found.at, reverse=True)
    return tuple(text for seat in named for text in _of(one, seat, before))[:MOST]


def met(played: Sequence[CountedMatch], match_id: str) -> list[tuple[int, list[Against | None]]]:
    """Return who of a match finished ahead of whom how often in its game, a row for each seat; nothing without another match."""
    one = next((found for found in played if found.match_id == match_id), None)
    if one is None or not one.has_ranks or None in one.people:
        return []
    people = [person for person in one.people if person is not None]
    seen = against([found for found in played if found.game == one.game], people)
    rows = [[seen.get((person, other)) for other in people] for person in people]
    return [*enumerate(rows)] if any(cell and cell.matches > 1 for row in rows for cell in row) else []


def _of(one: CountedMatch, seat: int, before: Sequence[CountedMatch]) -> Iterator[Text]:
    person, name = one.people[seat], SeatName(seat)
    if person is None:
        return
    mine = [(found, at) for found in before if (at := found.seat_of(person)) is not None]
    # A record is the most points; of games in which fewer are better, none is shown.
    # Nor where a winner has fewer than another.
    if not one.lowest_wins and one.scores[seat] == max(one.counted):
        yield from _record(one, seat, [found for found in before if found.game == one.game], mine)
    # Nor does a win that was shared lengthen a row, or speak of one.
    if one.is_shared:
        return
    alone = (at in found.winners and not found.is_shared for found, at in mine)
    row = 1 + next((count for count, won_alone in enumerate(alone) if not won_alone), len(mine))
    if row > 1:
        yield say_many("{count} win in a row for {name}.", "{count} wins in a row for {name}.", row, name=name)
    since = season_of(one.at.astimezone().date())
    won = [found.at.astimezone().date() for found, at in mine if at in found.winners]
    won = [day for day in won if day >= since]
    # Of wins of this very day alone it would be true, and sound as if there were more.
    if len(won) >= row and min(won) < one.at.astimezone().date():
        month = SEASONS[since.month]
        yield say_many(
            "{count} win for {name} since {month}.",
            "{count} wins for {name} since {month}.",
            len(won) + 1,
            name=name,
            month=month,
        )


def _record(
    one: CountedMatch, seat: int, of_game: Sequence[CountedMatch], mine: Sequence[tuple[CountedMatch, int]]
) -> Iterator[Text]:
    """Yield the most points that anyone had, or that this person had, if that is known of a few games."""
    score = one.scores[seat]
    own = [found.scores[at] for found, at in mine if found.game == one.game and at not in found.moot]
    if len(own) >= KNOWN_PLAYER and score > max(max(found.counted) for found in of_game):
        yield say_many("{count} point: a new record.", "{count} points: a new record.", score)
    elif len(own) >= KNOWN_PLAYER and score > max(own):
        yield say_many(
            "{count} point: the most {name} has ever had.",
            "{count} points: the most {name} has ever had.",
            score,
            name=SeatName(seat),
        )


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that does not count, because it is under way or was broken off with something entered, and who plays it."""

    match: Summed
    cover: Cover
    people: tuple[str | None, ...]


MOST_MATCHES: Final = 2000
"""At most so many matches are looked back on at a time: those of a family's decade, and a page that a host can wait for."""


@dataclass(frozen=True, slots=True)
class VisibleHistory:
    """What the caller may look back on, newest first. `oldest_at`: there are older ones than the match begun then."""

    played: tuple[CountedMatch, ...]
    unfinished: tuple[Unfinished, ...]
    people: People
    named: tuple[Named, ...]
    covers: Mapping[str, Cover] = field(default_factory=dict)
    oldest_at: datetime | None = None


def visible_history(store: Store, caller: Caller, asked: Within = EVERY_ONE) -> VisibleHistory:
    """Return what the caller may look back on: the owner all matches, others those of tables they host or sit at."""
    tables, within = tables_in_sight(caller), replace(asked, most=MOST_MATCHES)
    # None is every table, an empty set none: the one who has no rights must not be shown all.
    past = store.summaries.at(tables, within) if tables is None or tables else ()
    named = store.people.named({one.table_id for one in past})
    people = People((name for _, _, name in named), Spellings(store).of(caller))
    keys = {(table, seat): None if name is None else people.key(name) for table, seat, name in named}
    played: list[CountedMatch] = []
    unfinished: list[Unfinished] = []
    found_covers: dict[str, Cover] = {}
    known = covers()
    for match in past:
        # A game of a newer version: its points mean nothing here.
        if match.game not in known:
            continue
        found = summary_of(store, match)
        here = tuple(keys.get((match.table_id, seat)) for seat in match.seats)
        cover = cover_of(match.game, match.options)
        if found is not None and found.is_over:
            teams = teams_of(match.game, match.options, len(match.seats))
            rest = (
                found.minutes,
                here,
                found.scores,
                found.places,
                cover.lowest_wins,
                teams,
                found.moot,
                match.table_id,
            )
            played.append(CountedMatch(match.id, key_of(cover), match.opened_at, *rest))
            found_covers[played[-1].game] = cover
        elif found is None or not (found.is_empty or _is_carried_on(store, match, past)):
            unfinished.append(Unfinished(match, cover, here))
    oldest_at = past[-1].opened_at if len(past) == within.most else None
    return VisibleHistory(tuple(played), tuple(unfinished), people, named, found_covers, oldest_at)


def _is_carried_on(store: Store, match: Summed, past: Sequence[Summed]) -> bool:
    """Return whether a later match goes on where this one was broken off, because someone joined."""
    later = [one for one in past if one.table_id == match.table_id and one.game == match.game]
    after = min((one for one in later if one.opened_at > match.opened_at), key=lambda one: one.opened_at, default=None)
    # Everyone of then and at least one more: after leaving, or with others, a match is a new one.
    if after is None or not {*match.seats} < {*after.seats}:
        return False
    with suppress(CannotOpen, Unknown):
        return read_once(store, after.id).carries_on
    return False


def key_of(cover: Cover) -> str:
    """Return what tells the games of a history apart: the name in addresses, with its own name for one that a table
    defined.
    """
    return f"{cover.slug}:{cover.title}" if covers()[cover.slug].is_made else cover.slug


def whoever_opened(store: Store, table_id: str) -> Caller:
    """Return the host who opened the table, with all rights of that browser; no one if none is known."""
    hosts = sorted((one for one in store.grants.at(table_id) if one.role == "host"), key=lambda one: one.created_at)
    return Caller(hosts[0].token_hash, store.grants.of(hosts[0].token_hash)) if hosts else NOBODY


def summary_of(store: Store, one: Summed) -> Summary | None:
    """Return the summary as it was kept, or made anew from the journal; None if the match goes on, is gone, or cannot
    be opened.
    """
    if one.ended_at is None:
        return None
    # By the version it was made of: a correction since then has another result.
    kept = read(one.summary, len(one.seats)) if one.made_of == one.version else None
    if kept is not None:
        return kept
    try:
        match = read_once(store, one.id)
    except (CannotOpen, Unknown):
        return None
    try:
        return keep_summary(store, match)
    except StoreUnavailable:  # it will be made again
        return summarize(match)
