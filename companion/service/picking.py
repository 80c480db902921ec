"""Round the table: in which order people sit, who is older than whom, who starts, and the next match begun by that.

Of ages only the order is kept, as seats from the oldest to the youngest, never a number.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from companion.engine.errors import NotAMove
from companion.engine.game import Game, Setup
from companion.engine.journal import links
from companion.engine.options import make_setup
from companion.engine.starting import ByAge, How, Starting
from companion.engine.text import say
from companion.service.callers import NOBODY, Caller, must_host
from companion.service.ending import abandon, is_abandoned
from companion.service.errors import Unknown
from companion.service.judging import find_game
from companion.service.loaded import Loaded
from companion.service.matches import Matches
from companion.service.steps import Asked
from companion.service.tables import Tables
from companion.store import Match, Store, Table

AGREED: Final = "seat-"
"""What a table says that has agreed on somebody: this and the seat's number."""
HOWS: Final = ("rule", "lot", "turn")
SAME_TAP_SECONDS: Final = 3.0
"""What is asked again this soon is the same tap."""


@dataclass(frozen=True, slots=True)
class Started:
    """How the start player of a match was found; `seat` is the table's, None where the table still has to say who it is."""

    how: How
    seat: int | None


@dataclass(frozen=True, slots=True)
class Picked:
    """A start player picked for the table as a whole, for whatever it plays."""

    how: str
    seat: int


class Picking:
    """Who sits, who is older, who starts. `draw` picks one of several, each as likely as the others."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        matches: Matches,
        draw: Callable[[Sequence[int]], int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._tables = tables
        self._matches = matches
        self._draw = draw or random.SystemRandom().choice
        self._clock = clock
        self._lock = threading.Lock()
        self._begun: tuple[object, float, str] = (None, 0.0, "")

    def order(self, table: Table) -> tuple[int, ...]:
        """Everybody's seats clockwise, those who have left included; who came later sits after the others until moved."""
        return self._completed(table, self._read(f"order:{table.id}"))

    def shift(self, table: Table, caller: Caller, seat: int, steps: int) -> None:
        """Let somebody sit one place further on, or back; past either end is round the table. Raises `NotAllowed`."""
        must_host(caller, table)
        with self._lock:
            present, order = self._present(table), self.order(table)
            sitting = iter(moved([one for one in order if one in present], seat, steps))
            self._keep(f"order:{table.id}", [next(sitting) if one in present else one for one in order])
        self._tables.tell(table)

    def by_age(self, table: Table) -> tuple[int, ...]:
        """The seats whose age is known to the table, the oldest first."""
        known = {one.seat for one in self._tables.seats(table)}
        return tuple(seat for seat in self._read(f"ages:{table.id}") if seat in known)

    def age(self, table: Table, caller: Caller, seat: int, steps: int = 0) -> None:
        """Somebody is the youngest of those named so far; with `steps`, older (below 0) or younger than said before."""
        must_host(caller, table)
        with self._lock:
            ages = [*self.by_age(table)]
            if seat not in self._present(table):
                raise Unknown("seat")
            ages = moved(ages, seat, steps) if seat in ages else [*ages, seat]
            left = sorted(self._present(table) - set(ages))
            self._keep(f"ages:{table.id}", [*ages, *left] if len(left) == 1 and not steps else ages)
        self._tables.tell(table)

    def forget_ages(self, table: Table, caller: Caller) -> None:
        """Ask anew who is older than whom."""
        must_host(caller, table)
        self._store.set_setting(f"ages:{table.id}", None)
        self._tables.tell(table)

    def at_end_of_ages(self, table: Table, which: ByAge, playing: Sequence[int]) -> int | None:
        """The youngest or the oldest of these; None as long as somebody's place among them is not known."""
        ages = [seat for seat in self.by_age(table) if seat in playing]
        if len(ages) < len(playing) or not ages:
            return None
        return ages[0] if which == "oldest" else ages[-1]

    def pick(self, table: Table, caller: Caller, how: str) -> Picked | None:
        """The start player of the table: youngest, oldest or by lot; None where the ages are still to be said."""
        must_host(caller, table)
        present = [seat for seat in self.order(table) if seat in self._present(table)]
        if how not in (*get_args(ByAge), "lot") or not present:
            raise NotAMove("how", say("This must be one of: {choices}.", choices=("youngest", "oldest", "lot")))
        seat = self._draw(present) if how == "lot" else self.at_end_of_ages(table, _age(how), present)
        if seat is None:
            return None
        self._store.set_setting(f"pick:{table.id}", json.dumps({"how": how, "seat": seat}))
        self._tables.tell(table)
        return Picked(how, seat)

    def picked(self, table: Table) -> Picked | None:
        """Who was picked last to start, as long as that person is here and no match has begun since."""
        text = self._store.setting(f"pick:{table.id}")
        plain = json.loads(text) if text else None
        return Picked(plain["how"], plain["seat"]) if plain and plain["seat"] in self._present(table) else None

    def begin(
        self, table: Table, caller: Caller, slug: str, options: object, seats: Sequence[int] | None, start: str
    ) -> Match:
        """The next match of the evening, its start player found as `start` says: `rule`, `lot`, `turn`, or `seat-2`.

        Whoever starts is the first of its seats, the others follow as they sit. One of the same game in which nothing has
        been entered yet is set up anew by that, and so broken off; asked twice at once, as by a double tap, it is one match.
        Raises as `Tables.start` does.
        """
        must_host(caller, table)
        asked = (table.id, slug, repr(options), repr(seats), start, self.order(table), frozenset(self._present(table)))
        with self._lock:
            again = self._just_begun(asked)
            if again is not None:
                return again
            match = self._begin(table, caller, slug, options, seats, start)
            self._begun = (asked, self._clock(), match.id)
        return match

    def _just_begun(self, asked: object) -> Match | None:
        """The match that the same question has begun a moment ago, as long as nothing has been entered in it."""
        before, at, match_id = self._begun
        if before != asked or self._clock() - at > SAME_TAP_SECONDS:
            return None
        loaded = self._matches.look(match_id, NOBODY).loaded
        return loaded.match if is_untouched(loaded) and not is_abandoned(loaded) else None

    def _begin(
        self, table: Table, caller: Caller, slug: str, options: object, seats: Sequence[int] | None, start: str
    ) -> Match:
        present = self._present(table)
        order = [seat for seat in self.order(table) if seat in (present if seats is None else seats)]
        playing = order if seats is None or len(order) == len(seats) else list(seats)
        game = find_game(slug)
        starting = said_of(game, make_setup(game, len(playing), options))
        found = None if starting is None else self._find(table, game, starting, playing, start)
        if found is not None and found.seat is not None:
            at = playing.index(found.seat)
            playing = [*playing[at:], *playing[:at]]
        before = self._untouched(table, slug)
        match = self._tables.start(table, caller, slug, options, playing)
        for one in before:
            abandon(self._matches, one.id, caller, Asked())
        self._store.set_setting(f"pick:{table.id}", None)
        if found is not None:
            self._note(table, caller, match, found)
        return match

    def settle_by_age(self, table: Table, caller: Caller, match_id: str) -> bool:
        """Whether the match now begins with the youngest or oldest, the ages being said; it does not where it has begun."""
        loaded = self._matches.look(match_id, caller).loaded
        starting, found = said_of(loaded.game, loaded.timeline.setup), self.started(loaded.match)
        if loaded.timeline.version or starting is None or starting.by_age is None or found != Started("rule", None):
            return False
        seat = self.at_end_of_ages(table, starting.by_age, loaded.match.seats)
        if seat is not None:
            self._note(table, caller, loaded.match, Started("rule", seat))
        return seat is not None

    def started(self, match: Match) -> Started | None:
        """How the start player was found; None where the app was not asked."""
        text = self._store.setting(f"start:{match.id}")
        plain = json.loads(text) if text else None
        return Started(plain["how"], plain["seat"]) if plain else None

    def next_in_turn(self, table: Table, game: Game[Any], playing: Sequence[int]) -> int | None:
        """Who sits next after whoever started this game last; None where it has not been played here, or nobody knows.

        A match that was broken off, or never got beyond its start, has not used it up.
        """
        for match in reversed(self._tables.matches(table)):
            loaded = self._matches.look(match.id, NOBODY).loaded
            counts = match.game == game.slug and not is_abandoned(loaded) and not is_untouched(loaded)
            last = starter_of(loaded) if counts else None
            if last is not None:
                return following(self.order(table), last, playing)
        return None

    def _find(
        self, table: Table, game: Game[Any], starting: Starting, playing: Sequence[int], start: str
    ) -> Started | None:
        """How the start player is found; None where the table leaves it at whoever sits first."""
        if start == "lot":
            return Started("lot", self._draw(playing))
        if start == "turn":
            seat = self.next_in_turn(table, game, playing)
            return self._find(table, game, starting, playing, "rule") if seat is None else Started("turn", seat)
        if start.startswith(AGREED) and start.removeprefix(AGREED).isdecimal():
            seat = int(start.removeprefix(AGREED))
            if seat not in playing:
                raise NotAMove("start", say("Whoever starts has to play too."))
            return Started("agreed", seat)
        if start != "rule":
            raise NotAMove("start", say("This must be one of: {choices}.", choices=HOWS))
        if starting.by_age is None:
            return None
        return Started("rule", self.at_end_of_ages(table, starting.by_age, playing))

    def _note(self, table: Table, caller: Caller, match: Match, found: Started) -> None:
        """Keep how the start player was found, and say it to the match where that takes a move."""
        self._store.set_setting(f"start:{match.id}", json.dumps({"how": found.how, "seat": found.seat}))
        loaded = self._matches.look(match.id, caller).loaded
        starting = said_of(loaded.game, loaded.timeline.setup)
        if starting is not None and starting.move is not None and found.seat is not None:
            move = starting.move(match.seats.index(found.seat), found.how)
            self._matches.move(match.id, caller, dict(move), Asked(0))
        self._tables.tell(table)

    def _untouched(self, table: Table, slug: str) -> list[Match]:
        """The matches of a game that have been set up and are waiting for their first entry."""
        going = [one for one in self._tables.matches(table) if one.game == slug and one.ended_at is None]
        return [one for one in going if is_untouched(self._matches.look(one.id, NOBODY).loaded)]

    def _present(self, table: Table) -> set[int]:
        return {one.seat for one in self._tables.seats(table) if not one.has_left}

    def _completed(self, table: Table, kept: Sequence[int]) -> tuple[int, ...]:
        every = [one.seat for one in self._tables.seats(table)]
        known = [seat for seat in kept if seat in every]
        return (*known, *(seat for seat in every if seat not in known))

    def _read(self, key: str) -> list[int]:
        found: list[int] = json.loads(self._store.setting(key) or "[]")
        return found

    def _keep(self, key: str, seats: Sequence[int]) -> None:
        self._store.set_setting(key, json.dumps([*seats]))


def said_of(game: Game[Any], setup: Setup) -> Starting | None:
    """What the game says of the start player of such a match."""
    return None if game.starting is None else game.starting(setup)


def starter_of(loaded: Loaded) -> int | None:
    """The table's seat that started a match, as its journal says; None where it has no start player, or none yet."""
    starting = said_of(loaded.game, loaded.timeline.setup)
    if starting is None:
        return None
    if starting.kind is None:
        return loaded.match.seats[0]
    made = [link.play.move for link in links(loaded.timeline.line.last)]
    said = [move.seat for move in made if loaded.game.kind_of(move) == starting.kind]
    return loaded.table_seat(said[-1]) if said else None


def is_untouched(loaded: Loaded) -> bool:
    """Whether nothing has been entered in a match but who starts it."""
    starting = said_of(loaded.game, loaded.timeline.setup)
    kind = None if starting is None else starting.kind
    return all(loaded.game.kind_of(link.play.move) == kind for link in links(loaded.timeline.line.last))


def following(order: Sequence[int], last: int, playing: Sequence[int]) -> int:
    """The next of those who play, going round the table from `last`, who need not play this time."""
    at = order.index(last)
    return next(seat for seat in (*order[at + 1 :], *order[: at + 1]) if seat in playing)


def moved(seats: Sequence[int], seat: int, steps: int) -> list[int]:
    """The seats with one of them moved by so many places; past either end it comes in at the other. Raises `Unknown`."""
    if seat not in seats:
        raise Unknown("seat")
    others = [one for one in seats if one != seat]
    at = (seats.index(seat) + steps) % len(seats)
    return [*others[:at], seat, *others[at:]]


def _age(how: str) -> ByAge:
    return "oldest" if how == "oldest" else "youngest"
