"""The journal as a list to be read: who entered what and when, divided by round or turn, with nothing ever gone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Final

from flask import Blueprint, render_template, request

from companion.engine.game import Moment
from companion.engine.journal import Amended, HistoryNode, newest_first
from companion.engine.story import Placing
from companion.engine.text import Text
from companion.match.contests import REASONS
from companion.match.redact import VisibleEntry, redact_journal
from companion.match.snapshot import Snapshot
from companion.table.evening import goes_on_from
from companion.web.app.services import services
from companion.web.board.pages import board_page
from companion.web.board.roles import may_change
from companion.web.board.screen import best_first

blueprint = Blueprint("journal", __name__)

MOST_SHOWN: Final = 200
"""So many entries are on one page: more than most games have."""
NOTES: Final = frozenset({"undo", "redo", "contest", "settle", "abandon", "take_up"})
"""Entries that are not plays: never struck through, and nothing to correct."""
ABOUT: Final = frozenset({"amend", "contest", "settle"})
"""Entries that are about another one."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry. `corrects` is the entry that a tap on it corrects, None if there is nothing to correct.

    `moment` says at which step of the game it was made; `turn` whose turn it was, where the entry names no player; `reason` why
    it is contested, or why it contests another. `play` is the play that it made: with all that stands before it
    by now, or, where it was taken back or corrected, as it was then.
    `is_retold`: a round before someone joined, which this match took over. Those who wrote it stand in the earlier log.
    `edited_by`: the entry that put something else in its place; `undone`: the one that took it back.
    """

    entry: VisibleEntry
    turn: int | None
    moment: Text | None
    corrects: int | None
    remark: str
    reason: Text | None
    play: HistoryNode | None
    is_retold: bool = False
    edited_by: int | None = None
    undone: VisibleEntry | None = None

    @property
    def is_struck(self) -> bool:
        """Whether it was taken back or corrected."""
        return not self.entry.stands and self.entry.move["kind"] not in NOTES

    @property
    def is_plain(self) -> bool:
        """Whether it is a play of which no more is to be said than what it put on the table."""
        one = self.entry
        says_more = self.remark or self.reason or self.is_retold or one.anyway or one.move["kind"] == "carry_on"
        return one.stands and one.move["kind"] not in NOTES | ABOUT and not says_more


@dataclass(frozen=True, slots=True)
class JournalSection:
    """The entries of one round or turn, newest first; `number` names it on the page."""

    number: int
    name: Text
    rows: tuple[LogRow, ...]

    @property
    def runs(self) -> list[tuple[LogRow, ...]]:
        """Return the plain entries that follow one another together, as a game may draw them; each other one by itself."""
        found = groupby(self.rows, lambda row: -1 if row.is_plain else row.entry.index)
        return [tuple(rows) for _, rows in found]


@blueprint.get("/m/<match_id>/journal")
def journal(match_id: str) -> str:
    """Who entered what, and when; what was taken back or corrected is struck through, never gone."""
    page = board_page(match_id)
    visible = tuple(redact_journal(page.seen, page.seen.viewer))
    every = sections(page.seen, visible, services.store.remarks.texts(page.seen.match.id))
    newest = newest_of(every, request.args.get("before", page.seen.version, type=int))
    oldest = min((row.entry.index for section in newest for row in section.rows), default=0)
    has_earlier = any(row.entry.index < oldest for section in every for row in section.rows)
    seen, part_before = page.seen, None
    # Only on the last page: the earlier part of the game begins where this list ends.
    if seen.carries_on and not has_earlier:
        part_before = goes_on_from(services.matches, seen.match, services.tables.matches(seen.table))
    return render_template(
        "play/journal.html",
        view=page.view,
        may_change=partial(may_change, page),
        seen=page.seen,
        game=page.seen.game,
        names=page.seen.names,
        sections=newest,
        leading=partial(_leading, page.seen),
        usual=_usual_author(every),
        earlier=oldest if has_earlier else None,
        part_before=part_before,
    )


def _leading(seen: Snapshot, section: JournalSection) -> list[Placing]:
    """Return who was ahead after a round or turn; nobody while all were level."""
    lines = best_first(seen.game.status(seen.timeline.at(section.rows[0].entry.index + 1).state))
    return [one for one in lines if one.rank == 1] if len({one.score for one in lines}) > 1 else []


def _usual_author(found: Sequence[JournalSection]) -> tuple[int | None, ...]:
    """Return who made more than half of the entries, whom the log need not name with each; nobody where no one did."""
    made = Counter(row.entry.by for section in found for row in section.rows if not row.is_retold)
    return tuple(by for by, times in made.items() if 2 * times > made.total())


def newest_of(wanted: Sequence[JournalSection], before: int) -> list[JournalSection]:
    """Of these parts the newest entries below this number, as many as one page shows."""
    rows = [row for section in wanted for row in section.rows if row.entry.index < before]
    # By number and not by section: after an undo the newest entries stand in the section of an earlier round.
    shown = {row.entry.index for row in sorted(rows, key=lambda row: -row.entry.index)[:MOST_SHOWN]}
    cut = (replace(section, rows=tuple(row for row in section.rows if row.entry.index in shown)) for section in wanted)
    return [section for section in cut if section.rows]


def sections(seen: Snapshot, visible: Sequence[VisibleEntry], said: dict[int, str]) -> list[JournalSection]:
    """Return every entry by the round or turn it was made in, the newest part and entry first."""
    found: dict[Text, list[LogRow]] = {}
    retold = _retold(seen, visible)
    standing = {node.play.index: node for node in newest_first(seen.timeline.revision.last)}
    moments = [seen.moment_at(_read_at(seen, visible, one)) for one in visible]
    played = {
        moment.part for one, moment in zip(visible, moments, strict=True) if one.move["kind"] not in NOTES | ABOUT
    }
    undone = _undone(seen, visible)
    for one, read in zip(visible, moments, strict=True):
        # Where all that it took back says so itself, it is no line of its own.
        if one.move["kind"] == "undo" and len(one.concerned) == [*undone.values()].count(one.index):
            continue
        # A round that a correction opened and another closed again was never played: what was entered in it is of the end.
        moment = read if read.part in played or not seen.is_over else seen.moment
        by = visible[one.contested_by] if one.contested_by is not None else one
        reason = REASONS.get(str(by.move.get("reason"))) if by.move["kind"] == "contest" else None
        # By the moment at which it was entered: a correction of round 1 made in round 3 is read in round 3, where it
        # happened.
        turn = seen.turn_of(one.index, str(one.move["kind"]))
        play = _play(seen, one, standing)
        row = LogRow(
            one,
            turn,
            _step(seen, one, moment),
            _corrects(one),
            said.get(one.index, ""),
            reason,
            play,
            one.index in retold,
            _edited_by(seen, one),
            visible[undone[one.index]] if one.index in undone else None,
        )
        # The part of the newest entry comes first, also where an undo or a correction went back to it.
        found[moment.part] = [*found.pop(moment.part, []), row]
    numbered = enumerate(found.items(), 1)
    return [JournalSection(number, name, tuple(rows[::-1])) for number, (name, rows) in numbered][::-1]


def _step(seen: Snapshot, one: VisibleEntry, moment: Moment) -> Text | None:
    """Return the step of the game that an entry is about, if it is one of the part in which it is read."""
    about = one.move["index"] if one.move["kind"] in ABOUT else None
    step = seen.moment_at(about) if isinstance(about, int) else moment
    return None if step.part != moment.part or step.name == step.part else step.name


def _play(seen: Snapshot, one: VisibleEntry, standing: Mapping[int, HistoryNode]) -> HistoryNode | None:
    """Return the play that an entry made, None if there is nothing to correct about it."""
    index = _corrects(one)
    if index is None or one.stands:
        return None if index is None else standing.get(index)
    then = newest_first(seen.timeline.revisions[one.index + 1].last)
    return next((node for node in then if node.play.index == index), None)


def _edited_by(seen: Snapshot, one: VisibleEntry) -> int | None:
    """Return the entry that put something else in the place of this one, also of an edit; None if an undo took it back."""
    if one.corrected_by is not None or one.stands or one.move["kind"] != "amend":
        return one.corrected_by
    later = range(one.index + 1, seen.version)
    fallen = next((index for index in later if not _stands(seen, one.index, index + 1)), None)
    return fallen if fallen is not None and isinstance(seen.timeline.events[fallen], Amended) else None


def _undone(seen: Snapshot, visible: Sequence[VisibleEntry]) -> dict[int, int]:
    """Return by which undo each play that does not stand was last taken back, by their indexes."""
    undos = [one.index for one in visible if one.move["kind"] == "undo"]
    fallen = [one for one in visible if not one.stands and one.corrected_by is None]
    found = {}
    for one in fallen if undos else ():
        later = [at for at in undos if at > one.index and one.move["kind"] not in NOTES | ABOUT]
        last = next((at for at in reversed(later) if _stands(seen, one.index, at)), None)
        if last is not None and not _stands(seen, one.index, last + 1):
            found[one.index] = last
    return found


def _stands(seen: Snapshot, source: int, version: int) -> bool:
    return any(node.play.source == source for node in newest_first(seen.timeline.revisions[version].last))


def _read_at(seen: Snapshot, visible: Sequence[VisibleEntry], one: VisibleEntry) -> int:
    """Return the version whose round or turn an entry is read in."""
    # What was taken back is read where it was entered: there the game goes on.
    if one.move["kind"] == "undo":
        before = visible[: one.index] if one.edits else ()
        edits = (other for other in reversed(before) if other.move["kind"] == "amend" and not other.stands)
        return next((_read_at(seen, visible, other) for other in edits), one.index + 1)
    # What takes back the end of a game is read where that goes on: by then there is no end.
    if one.move["kind"] == "amend" and seen.at(one.index).is_over and not seen.at(one.index + 1).is_over:
        return one.index + 1
    about = one.move.get("index")
    # Until something is played in another part the table is still at this one: a verdict is shown, whose round is over.
    if isinstance(about, int) and _no_other_part(seen, visible, about, one.index):
        return _read_at(seen, visible, visible[about]) if visible[about].move["kind"] in ABOUT else about
    # What was entered after an end that was taken back later is read there too.
    later = range(one.index, seen.version + 1)
    return next((version for version in later if not seen.at(version).is_over), one.index)


def _no_other_part(seen: Snapshot, visible: Sequence[VisibleEntry], about: int, until: int) -> bool:
    """Return whether all that was played since an entry is of its part."""
    part = seen.moment_at(about).part
    played = (other.index for other in visible[about + 1 : until] if other.move["kind"] not in NOTES | ABOUT)
    return all(seen.moment_at(index).part == part for index in played)


def _retold(seen: Snapshot, visible: Sequence[VisibleEntry]) -> range:
    """Return the entries that tell the rounds before someone joined, made all at once by the phone that let them in."""
    joined = visible[0].move.get("joined") if visible and visible[0].move["kind"] == "carry_on" else None
    rounds = [one for one in joined.values() if isinstance(one, int)] if isinstance(joined, dict) else []
    if not rounds:
        return range(0)
    moments = [seen.moment_at(one.index).key for one in visible]
    now = f"r{max(rounds) - 1}"
    state = seen.timeline.at(1).state
    # Where points are written as they fall, each entry told again counts as a round, and all are of one moment.
    told = max(rounds) - state.played if state.definition.falls_as_it_comes else len(moments)
    return range(1, moments.index(now) if now in moments else told)


def _corrects(one: VisibleEntry) -> int | None:
    # No form shows who joined, and with what: it is undone. The rounds before follow as entries of their own.
    if one.move["kind"] == "carry_on" or (not one.stands and one.corrected_by is None):
        return None
    index = one.move["index"] if one.move["kind"] == "amend" else one.index
    assert isinstance(index, int)
    return index
