"""A match frozen at one version, as one viewer sees it: to look at, as the answer to an entry, or beside a correction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from companion.engine.game import Game, Moment, Setup, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.journal import Abandoned, Amended, Play, Played, TakenUp, newest_first
from companion.engine.rulings import Doubt, Ruling, flags_for
from companion.engine.story import Turned, reopened
from companion.engine.text import SeatName, Text, say_as, signs
from companion.engine.timeline import Replay, TimelineView
from companion.match.access import Caller
from companion.store import Entry, Match, Seat, Table, by_seat

FROM_PAPER: Final = "paper"
"""The role that the journal names for a match played on paper: no seat entered it, but a sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A match at one version. Nothing in it changes, so any thread may read it and no one has to ask again.

    `match`, `table` and `names` are as the store had them then, `entries` the rows behind the timeline's events,
    `remarks` the words of those who contested, by the number of their entry, as long as anything is contested. `replay`
    is where the match stands, or stood when a past entry was made. `is_new`: its last entry has just been made;
    `is_own`: it answers its author. `people`: everyone at the table, by table seat.
    """

    match: Match
    table: Table
    names: tuple[str | None, ...]
    timeline: TimelineView[Any]
    entries: tuple[Entry, ...]
    remarks: Mapping[int, str]
    viewer: Viewer
    replay: Replay[Any]
    is_new: bool = False
    is_own: bool = False
    people: tuple[Seat, ...] = ()

    @property
    def faces(self) -> tuple[str | None, ...]:
        """What everyone at the table has chosen to look like, by table seat."""
        return by_seat(self.people, lambda one: one.face)

    @property
    def phones(self) -> frozenset[int]:
        """The seats of this match that have a phone of their own, or share one."""
        seats = self.match.seats
        return frozenset([seats.index(one.seat) for one in self.people if one.phones and one.seat in seats])

    @property
    def version(self) -> int:
        """The number of entries."""
        return self.timeline.version

    @property
    def stopped_by(self) -> int | None:
        """Who broke the match off last, by seat of the match; None for a host without one."""
        at = next(at for at in reversed(range(self.version)) if isinstance(self.timeline.events[at], Abandoned))
        return self.match_seat(self.entries[at].by_seat)

    @property
    def is_resumed(self) -> bool:
        """Whether it was broken off, and to go on is what was done last: by whom its last entry says."""
        return bool(self.version) and isinstance(self.timeline.events[-1], TakenUp)

    @property
    def game(self) -> Game[Any]:
        return self.timeline.game

    @property
    def setup(self) -> Setup:
        """The number of players and the options."""
        return self.timeline.setup

    @property
    def players(self) -> int:
        """The number of seats in this match."""
        return len(self.match.seats)

    @property
    def moment(self) -> Moment:
        """The step of the game at this version."""
        return self.moment_at(self.version)

    def moment_at(self, version: int) -> Moment:
        moment: Moment = self.game.moment(self.timeline.at(version).state)
        return moment

    def when(self, index: int) -> Text:
        """Return when in the game an entry was made, in words: "round 1, trick 5"."""
        return _in_words(self.moment_at(index))

    def when_each(self, since: int) -> dict[int, Text]:
        """Return the same of every entry in force from one on, as the match stood before each."""
        later = takewhile(lambda node: node.play.index >= since, newest_first(self.replay.last))
        return {one.play.index: _in_words(self.game.moment(self.timeline.before(one).state)) for one in later}

    def turn_of(self, index: int, kind: str) -> int | None:
        """Return whose turn it was when a move of this kind was entered, if it is one player's and names none of them."""
        if not getattr(self.game.moves.get(kind), "of_turn", False):
            return None
        turn: int | None = self.game.status(self.timeline.at(index).state).turn
        return turn

    @property
    def is_over(self) -> bool:
        """Whether the match was played to its end."""
        return self.game.status(self.replay.state).winners is not None

    @property
    def is_abandoned(self) -> bool:
        """Whether the match was broken off before its end."""
        return self.timeline.is_abandoned and not self.is_over

    @property
    def has_ended(self) -> bool:
        """Whether nothing more is played in this match: it is over, or was broken off."""
        return self.timeline.is_abandoned or self.is_over

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been entered in the match except who starts it."""
        starting = None if self.game.starting is None else self.game.starting(self.setup)
        kind = None if starting is None else starting.kind
        return all(self.game.kind_of(node.play.move) == kind for node in newest_first(self.timeline.revision.last))

    @property
    def is_beginning(self) -> bool:
        """Whether it is untouched, or stands in its first step, in which everyone enters something of their own."""
        is_early = 0 < self.version <= self.players + 1
        return self.is_untouched or (is_early and self.moment.key == self.moment_at(0).key)

    @property
    def carries_on(self) -> bool:
        """Whether it began where another match stood, because someone joined that one."""
        first = self.plays[-1:]
        return bool(first) and self.game.kind_of(first[0].move) == "carry_on"

    @property
    def is_empty(self) -> bool:
        """Whether nothing was ever entered, not even to be taken back, except who starts: there is nothing to look at."""
        # An undo, a correction or a contest leaves something to read in the journal.
        kinds = (Played, Abandoned, TakenUp)
        return self.is_untouched and all(isinstance(event, kinds) for event in self.timeline.events)

    @property
    def span(self) -> tuple[datetime, datetime]:
        """When the match began and ended: its first and last entry, or as the person who typed in a sheet gave them."""
        # Entered afterwards, so the times of its entries say when it was typed in, not when it was played.
        if not self.entries or self.entries[0].by_role == FROM_PAPER:
            return self.match.opened_at, self.match.ended_at or self.match.opened_at
        return self.entries[0].at, self.match.ended_at or self.entries[-1].at

    @property
    def contested(self) -> dict[int, int]:
        """The entries contested now, each with the entry that contests it: not settled, corrected or taken back since."""
        found = self.timeline.revision.contests
        sources = self.in_force if found else {}
        # A correction made after the objection has answered it, even if no one settled it.
        return {index: number for index, number in found.items() if index in sources and sources[index] < number}

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays that stand, newest first."""
        return tuple(node.play for node in newest_first(self.timeline.revision.last))

    @property
    def in_force(self) -> dict[int, int]:
        """The entries whose plays stand, each with the entry whose move is in force for it."""
        return {node.play.index: node.play.source for node in newest_first(self.timeline.revision.last)}

    def entries_at(self, moments: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
        """Return the newest play that stands and was made at each of these moments of the game, by their keys, if there
        is one.
        """
        return _entries_at(self.timeline, moments)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings this step brought; none if it was taken back or only looked at."""
        return self.replay.outcome.rulings if self._is_play else ()

    @property
    def put_right(self) -> Turned | None:
        """What the table has to do with its real pieces, if the entry that made this version corrected another."""
        return self._put_right(None)

    @property
    def put_right_to(self) -> tuple[tuple[int, Turned], ...]:
        """The same as each player is spoken to who reads something else than all do."""
        said = [(seat, self._put_right(seat)) for seat in range(self.players)] if self.put_right else []
        return tuple([(seat, one) for seat, one in said if one is not None and one != self.put_right])

    @property
    def edits(self) -> tuple[int, ...]:
        """The entries of the corrections that are in force."""
        return tuple(source for index, source in self.in_force.items() if source != index)

    def _put_right(self, reader: int | None) -> Turned | None:
        event = self.timeline.events[self.version - 1] if self.version else None
        if not isinstance(event, Amended):
            return None
        # By the two versions, not by the correction: other plays may have fallen or changed with it.
        before, after = (self.timeline.at(version).state for version in (self.version - 1, self.version))
        corrected = event.moves[0][0]
        goes_on = self.goes_on(corrected, before, after)
        if goes_on is not None:
            return Turned(None, goes_on)
        if self.game.put_right is None:
            return None
        found = self.game.put_right(before, after, self.moment_at(corrected), reader)
        by = self.match_seat(self.entries[self.version - 1].by_seat)
        # Who corrected it has no need to be told so.
        if found is None or (by is not None and by == reader):
            return found
        return replace(
            found, by=say_as("in a sentence", "the host") if by is None else signs("{name}", name=SeatName(by))
        )

    def goes_on(self, corrected: int, before: object, after: object) -> Text | None:
        """Return that the game goes on, where correcting this entry takes back the end."""
        when = self.moment_at(corrected)
        return reopened(when.name if when.says_all else when.part, self.game.status(before), self.game.status(after))

    @property
    def flags(self) -> tuple[Doubt, ...]:
        """What the box finds doubtful about this step."""
        return flags_for(self.viewer.seats, self.replay.outcome.flags, makes_it=self.is_own) if self._is_play else ()

    def table_seat(self, seat: int) -> int:
        return self.match.seats[seat]

    def match_seat(self, table_seat: int | None) -> int | None:
        """Return the seat of this match that a person at the table plays; None for a host, or someone who does not play."""
        seats = self.match.seats
        return seats.index(table_seat) if table_seat is not None and table_seat in seats else None

    def seats_of(self, caller: Caller) -> frozenset[int]:
        return caller.seats_in(self.match)

    def viewer_of(self, caller: Caller) -> Viewer:
        """Return the viewer as whom a caller sees this match: with all seats held, or with that to which a phone was
        passed.
        """
        return caller.viewer_of(self.match)

    def seen_by(self, viewer: Viewer) -> Snapshot:
        return replace(self, viewer=viewer)

    def standing_at(self, replay: Replay[Any]) -> Snapshot:
        """Return the same as it stood when a past entry was made, or would stand with a correction."""
        return replace(self, replay=replay)

    def at(self, version: int) -> Snapshot:
        # A view, not a copy: all snapshots of a match share its memory of states.
        timeline = self.timeline.view(version)
        return replace(self, timeline=timeline, entries=self.entries[:version], replay=timeline.at(), is_new=False)

    @property
    def _is_play(self) -> bool:
        """Whether the entry that made this version was a move."""
        return self.version > 0 and isinstance(self.timeline.events[self.version - 1], Played)


def _in_words(moment: Moment) -> Text:
    if moment.says_all or moment.part == moment.name:
        return moment.name
    return signs("{part}, {moment}", part=moment.part, moment=moment.name)


@cached_by_identity
def _entries_at(timeline: TimelineView[Any], moments: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    found: dict[str, int] = {}
    for node in newest_first(timeline.revision.last):
        # The newest entries come first, so what is asked for is found after a few steps of a long match.
        if len(found) == len(moments):
            break
        moment = timeline.game.moment(timeline.before(node).state).key
        if moment in moments:
            found.setdefault(moment, node.play.index)
    return tuple(found.items())
