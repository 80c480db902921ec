"""The next match of an evening, begun as the table wishes; who starts it: whom the table taps, or the lot."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.errors import NotAMove
from companion.engine.game import Game, Setup
from companion.engine.journal import newest_first
from companion.engine.options import make_setup
from companion.engine.present import ByAge, How, Starting
from companion.engine.schema.scalars import whole_number
from companion.engine.text import say
from companion.match.access import Caller, must_host
from companion.match.enter import Matches
from companion.match.judge import find_game
from companion.match.precondition import Precondition
from companion.match.snapshot import Snapshot
from companion.store import Match, Store, Table
from companion.table.evening import readable
from companion.table.faces import Faces
from companion.table.seating_order import SeatingOrder
from companion.table.tables import Tables

AGREED: Final = "seat-"
"""How a table says that it agreed on someone: this and the seat's number."""
NAMED: Final = "rule-"
"""How a table says whom the rule means, the youngest or the oldest: this and the seat's number."""
HOWS: Final = ("rule", "lot")


@dataclass(frozen=True, slots=True)
class Started:
    """How the start player of a match was found; `seat` is the table's, None if the table has yet to say who."""

    how: How
    seat: int | None


def said_of(game: Game[Any], setup: Setup) -> Starting | None:
    """Return what the game says of the start player of such a match."""
    return None if game.starting is None else game.starting(setup)


def starter_in(seen: Snapshot) -> int | None:
    """Return the seat of the match that started it, as its journal says; None if there is no start player, or none yet."""
    starting = said_of(seen.game, seen.setup)
    if starting is None:
        return None
    if starting.kind is None:
        return 0
    made = [node.play.move for node in newest_first(seen.replay.last)]
    said = [move.seat for move in made if seen.game.kind_of(move) == starting.kind]
    return said[-1] if said else None


def is_found_so(started: Started | None, start: str) -> bool:
    """Return whether a start player was found as `start` asks; `started` is None if the seating decided, as in the
    rule.
    """
    if start.startswith(AGREED):
        return started is not None and f"{AGREED}{started.seat}" == start
    how = "rule" if started is None else started.how
    if start.startswith(NAMED):
        return started is not None and how == "rule" and f"{NAMED}{started.seat}" == start
    return how == start


def from_seat(seats: Sequence[int], first: int) -> list[int]:
    """Return the same people round the table, with this one named first."""
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What a table wants to play next, and how. `options` are as sent; `seats` None means everyone who is there.

    `start` says how the start player is to be found: `rule`, `lot`, `seat-2`, or `rule-2` where the table has
    said that this is the youngest, or the oldest, whom the rule asks for. `absent`: who may have gone home, as a match
    that goes on still counts their points.
    """

    slug: str
    options: object
    seats: Sequence[int] | None = None
    start: str = "rule"
    absent: frozenset[int] = frozenset()


class MatchStarter:
    """How matches begin at a table, and how they began."""

    def __init__(
        self, store: Store, tables: Tables, matches: Matches, seating_order: SeatingOrder, faces: Faces
    ) -> None:
        self._store = store
        self._tables = tables
        self._matches = matches
        self._seating_order = seating_order
        self._faces = faces

    def begin(self, table: Table, caller: Caller, wish: NewMatch, after: str | None = None) -> Match:
        """Return the next match of the evening, as the table wishes it.

        The starter is the first of its seats, the others follow as they sit. It replaces a match of the same game in
        which nothing has been entered yet; that one is broken off. `after` is the last match that the asker saw, empty
        for none. If the very same match has been begun since, by the other half of a double tap or on another phone,
        that match is returned, with its lot. Raises as `Tables.start` does.
        """
        must_host(caller, table)
        # Whether such a match was begun and the beginning of it are one step: a double tap would begin two.
        with self._one_at_a_time(table):
            # Who is to play, in the order they sit; as named if a name is doubled or absent, so that the refusal names it.
            named = self._seating_order.present(table) if wish.seats is None else wish.seats
            order = [seat for seat in self._seating_order.order(table) if seat in named]
            playing = order if len(order) == len(named) else list(named)
            begun = None if after is None else self._begun_since(table, wish, playing, after)
            return self._begin(table, caller, wish, playing) if begun is None else begun

    def started(self, match: Match) -> Started | None:
        """Return how the start player was found; None if the app was not asked."""
        found = self._store.matches.start(match.id)
        return None if found is None else Started(*found)

    def awaits(self, match: Match) -> bool:
        """Whether a match goes on in which nothing has been entered, not even who starts it, though the app could do that."""
        seen = readable(self._matches, match) if match.ended_at is None else None
        said = None if seen is None else said_of(seen.game, seen.setup)
        has_way = said is not None and said.move is not None
        return seen is not None and has_way and seen.is_untouched and starter_in(seen) is None

    def enter_lot(self, table: Table, caller: Caller, match: Match) -> None:
        """Enter in a match that waits for it that the player drawn starts. Raise `NotAllowed`."""
        must_host(caller, table)
        lot = self._seating_order.picked(table)
        if lot is not None and lot.seat in match.seats and self.awaits(match):
            self._note(caller, match, Started("lot", lot.seat))
            self._seating_order.forget_pick(table)
            self._tables.notify(table)

    def named_before(self, table: Table, by_age: ByAge, playing: Sequence[int]) -> int | None:
        """Return whom of these the rule meant when they last played a game that asks for the same; None if it is not known."""
        for match in reversed(self._tables.matches(table)):
            found = self.started(match)
            # Of someone who did not play then it is not known whether they are older still.
            if found is None or found.how != "rule" or not {*playing} <= {*match.seats}:
                continue
            seen = readable(self._matches, match)
            said = None if seen is None else said_of(seen.game, seen.setup)
            at = None if seen is None else starter_in(seen)
            if said is not None and said.by_age == by_age and at is not None and match.seats[at] in playing:
                return match.seats[at]
        return None

    def _one_at_a_time(self, table: Table) -> AbstractContextManager[object]:
        """Keep the other half of a double tap waiting, at whichever worker it came in."""
        return self._store.alone(f"begin:{table.id}")

    def _begun_since(self, table: Table, wish: NewMatch, playing: Sequence[int], after: str) -> Match | None:
        """Return the last match, if it is not `after`, was begun by the same wish, and waits for its first entry."""
        newest = next(reversed(self._tables.matches(table)), None)
        if newest is None or newest.id == after or newest.game != wish.slug or {*newest.seats} != {*playing}:
            return None
        seen = readable(self._matches, newest)
        if seen is None or not seen.is_untouched or seen.is_abandoned:
            return None
        setup = seen.setup
        is_so = said_of(seen.game, setup) is None or is_found_so(self.started(newest), wish.start)
        # With the seats in the order of that match: its colours are named in it.
        is_same = setup == self._setup(table, wish, newest.seats)
        return newest if is_so and is_same and from_seat(playing, newest.seats[0]) == [*newest.seats] else None

    def _begin(self, table: Table, caller: Caller, wish: NewMatch, playing: Sequence[int]) -> Match:
        game = find_game(wish.slug)
        starting = said_of(game, make_setup(game, len(playing), wish.options))
        found = None if starting is None else self._find(table, starting, playing, wish.start)
        seats = playing if found is None or found.seat is None else from_seat(playing, found.seat)
        # Looked up before the new match is one of them.
        before = self._untouched(table, wish.slug)
        options = self._setup(table, wish, seats).options
        match = self._tables.start(table, caller, wish.slug, dict(options), seats, wish.absent)
        self._faces.settle(table, dict(zip(seats, self._colours(table, game, seats), strict=True)))
        # After the new one is there: should that fail, the table still has the match that it set up.
        for one in before:
            self._matches.abandon(one.id, caller, Precondition())
        # The lot was drawn for this match; for the next one it is drawn anew.
        self._seating_order.forget_pick(table)
        self._store.table_settings.set(table.id, "game", None)
        if found is not None:
            self._note(caller, match, found)
        self._tables.notify(table)
        return match

    def _colours(self, table: Table, game: Game[Any], seats: Sequence[int]) -> Sequence[int]:
        """Return what everyone wears from now on: what they wear already, as far as the pieces of the game have it."""
        if game.pieces is None:
            at_table = self._faces.at(table)
            return [at_table[seat].colour for seat in seats]
        dealt = self._faces.dealt(table, seats, game.pieces.kinds)
        return [dealt[seat] for seat in seats]

    def _setup(self, table: Table, wish: NewMatch, seats: Sequence[int]) -> Setup:
        """Return what the match starts from, with everyone's own colour where the game has pieces."""
        game = find_game(wish.slug)
        setup = make_setup(game, len(seats), wish.options)
        if game.pieces is None:
            return setup
        # As an option of the match: the colour of its pieces belongs to it, whatever people wear later (ADR 10).
        return Setup(len(seats), {**setup.options, **game.pieces.dealt(self._colours(table, game, seats))})

    def _find(self, table: Table, starting: Starting, playing: Sequence[int], start: str) -> Started | None:
        """Return how the start player is found; None if the table leaves it at the first seat."""
        if start == "lot":
            picked = self._seating_order.picked(table)
            # What the table has watched being drawn holds, as long as that person plays.
            is_drawn = picked is not None and picked.how == "lot" and picked.seat in playing
            return Started("lot", picked.seat if picked and is_drawn else self._seating_order.draw(playing))
        for prefix in (AGREED, NAMED):
            named = whole_number(start.removeprefix(prefix)) if start.startswith(prefix) else None
            if named is not None:
                if named not in playing:
                    raise NotAMove("start", say("Tap who starts"))
                return Started("rule" if prefix == NAMED and starting.by_age else "agreed", named)
        if start != "rule":
            raise NotAMove("start", say("This must be one of: {choices}.", choices=HOWS))
        return None if starting.by_age is None else Started("rule", None)

    def _note(self, caller: Caller, match: Match, found: Started) -> None:
        """Enter who starts in the match, if that takes a move; then keep how the start player was found."""
        seen = self._matches.snapshot(match.id, caller)
        starting = said_of(seen.game, seen.setup)
        if starting is not None and starting.move is not None and found.seat is not None:
            move = starting.move(match.seats.index(found.seat), found.how)
            # At the version seen: if someone has entered anything since, the table knows better who starts.
            self._matches.move(match.id, caller, dict(move), Precondition(seen.version))
        self._store.matches.set_start(match.id, found.how, found.seat)

    def _untouched(self, table: Table, slug: str) -> list[Match]:
        """Return the matches of a game that have been set up and are waiting for their first entry."""
        going = [one for one in self._tables.matches(table) if one.game == slug and one.ended_at is None]
        read = [(one, readable(self._matches, one)) for one in going]
        return [one for one, seen in read if seen is not None and seen.is_untouched]
