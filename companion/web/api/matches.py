"""One match: its state, its moves, its journal."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from flask import Response, jsonify

from companion.archive.exports import evening_file, export, record, take
from companion.archive.facts import plays_file, score_sheet
from companion.engine.errors import within
from companion.engine.rulings import Json
from companion.engine.schema.codec import encode, written
from companion.engine.schema.marks import Length, Refer
from companion.engine.timeline import Stop
from companion.match import contests, correct
from companion.match.access import Caller
from companion.match.contests import LONGEST_REMARK
from companion.match.errors import CannotOpen
from companion.match.precondition import Precondition
from companion.match.redact import VisibleEntry, redact_journal
from companion.match.snapshot import Snapshot
from companion.server import COME_BACK_SOON, Frame
from companion.store import Table
from companion.web.api.operations import (
    answer,
    blueprint,
    change,
    described,
    list_of,
    look,
    reasons,
    remember_names,
    ruling_given,
    save_plays,
    save_sheet,
    write_state,
)
from companion.web.api.shapes import PLAYS, SHEET, Change, Changed, Corrected, JournalEntry, Stopped
from companion.web.app.i18n import words
from companion.web.app.json_requests import caller, read, read_if_any, required_caller
from companion.web.app.services import services

Key = Annotated[str, Length(1, 64)]
Reason = Literal["entry", "rule", "house", "other"]
AnyMove = Annotated[object, Refer("Move")]
ENTERED = {"200": "The same `key` again: the same answer, and nothing added.", "201": "Recorded."}


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move; `anyway` where the table lets it stand although the box speaks against it."""

    move: AnyMove
    version: int | None = None
    key: Key | None = None
    anyway: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class StepRequest:
    """Undo from entry `index` on (the last one in force where none is named), or redo."""

    index: int | None = None
    version: int | None = None
    key: Key | None = None
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class AlsoCorrected:
    """One more play corrected in the same step."""

    index: int
    move: AnyMove


@dataclass(frozen=True, slots=True)
class AmendRequest:
    """A correction of entry `index`; a preview records nothing."""

    index: int
    move: AnyMove
    preview: bool = False
    also: tuple[AlsoCorrected, ...] = ()
    anyway: bool = False
    version: int | None = None
    key: Key | None = None
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ContestRequest:
    """Entry `index` is wrong, for a reason of the list; `remark` says it in words. The game goes on."""

    index: int
    reason: Reason
    remark: Annotated[str, Length(0, LONGEST_REMARK)] = ""
    version: int | None = None
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class SettleRequest:
    """What is contested about entry `index` is settled (host)."""

    index: int
    version: int | None = None
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class EndRequest:
    """Break the match off, or take it up again (host)."""

    version: int | None = None
    key: Key | None = None


@blueprint.get("/v1/matches/<match_id>")
@described(look("look", "The match as the asker may see it", "Match"))
def read_match(match_id: str) -> Response:
    """The match as the caller may see it."""
    seen = services.matches.snapshot(match_id, caller())
    return jsonify({"version": seen.version, "game": seen.game.slug, "state": write_state(seen)})


@blueprint.post("/v1/matches/<match_id>/moves")
@described(replace(change("move", "Enter a move", MoveRequest), answers=ENTERED))
def move(match_id: str) -> tuple[Response, int]:
    """The match after a move."""
    who = required_caller()
    # Before anything of the body is read: a refusal names people too.
    remember_names(services.matches.snapshot(match_id, who))
    asked = read(MoveRequest)
    step = Precondition(asked.version, asked.key, asked.confirm)
    with within("move"):
        seen = services.matches.move(match_id, who, asked.move, step, anyway=asked.anyway)
    # A key that was sent before gets the same answer, and 200 says that nothing was added.
    return _changed(seen), 201 if seen.is_new else 200


@blueprint.post("/v1/matches/<match_id>/undo")
@described(change("undo", "Take back an entry and all after it", StepRequest))
def undo(match_id: str) -> Response:
    """The match with an entry, and all after it, taken back."""
    who = required_caller()
    asked = read(StepRequest)
    step = Precondition(asked.version, asked.key, asked.confirm)
    return _changed(services.matches.undo(match_id, who, asked.index, step))


@blueprint.post("/v1/matches/<match_id>/redo")
@described(replace(change("redo", "Take the last undo back", StepRequest), may_lack_body=True))
def redo(match_id: str) -> Response:
    """The match with the last undo taken back; the body may be empty."""
    who = required_caller()
    asked = read_if_any(StepRequest)
    return _changed(services.matches.redo(match_id, who, Precondition(asked.version, asked.key, asked.confirm)))


@blueprint.post("/v1/matches/<match_id>/amend")
@described(change("amend", "Correct an entry, or see what that would do", AmendRequest, "Corrected"))
def amend(match_id: str) -> Response:
    """What a correction changes, recorded unless it is a preview."""
    who = required_caller()
    remember_names(services.matches.snapshot(match_id, who))
    asked = read(AmendRequest)
    moves = [(asked.index, asked.move), *((one.index, one.move) for one in asked.also)]
    step = Precondition(asked.version, asked.key, asked.confirm)
    make = correct.preview if asked.preview else correct.amend
    # With several moves the error itself says in which; with one the body calls it `move`.
    with within("" if asked.also else "move"):
        done = make(services.matches, match_id, who, moves, step, anyway=asked.anyway)
    changes = correct.changes(write_state(done.before), write_state(done.after))
    changed = tuple(Change(one.path, one.before, one.after) for one in changes)
    return answer(Corrected(changed, _stop(done.stopped, done.before), done.after.version))


@blueprint.post("/v1/matches/<match_id>/contest")
@described(change("contest", "Hold an entry wrong; the game goes on", ContestRequest))
def contest(match_id: str) -> Response:
    """The match with an entry contested: it stays so until the host settles it or it is corrected."""
    who = required_caller()
    remember_names(services.matches.snapshot(match_id, who))
    asked = read(ContestRequest)
    step = Precondition(asked.version, asked.key)
    objection = contests.Objection(asked.index, asked.reason, asked.remark)
    return _changed(contests.contest(services.matches, match_id, who, objection, step))


@blueprint.post("/v1/matches/<match_id>/settle")
@described(change("settle", "Settle what is contested (host)", SettleRequest))
def settle(match_id: str) -> Response:
    """The match with what was contested about an entry settled."""
    who = required_caller()
    asked = read(SettleRequest)
    return _changed(
        contests.settle(services.matches, match_id, who, asked.index, Precondition(asked.version, asked.key))
    )


@blueprint.post("/v1/matches/<match_id>/abandon")
@described(change("abandon", "Break the match off (host)", EndRequest))
def abandon(match_id: str) -> Response:
    """The match broken off: it stays as it stands, and nothing is entered in it."""
    who = required_caller()
    asked = read(EndRequest)
    return _changed(services.matches.abandon(match_id, who, Precondition(asked.version, asked.key)))


@blueprint.post("/v1/matches/<match_id>/take_up")
@described(change("take_up", "Go on with a match broken off (host)", EndRequest))
def take_up(match_id: str) -> Response:
    """The match going on after it was broken off."""
    who = required_caller()
    asked = read(EndRequest)
    return _changed(services.matches.take_up(match_id, who, Precondition(asked.version, asked.key)))


@blueprint.get("/v1/matches/<match_id>/journal")
@described(look("journal", "Every entry, oldest first", list_of("JournalEntry")))
def journal(match_id: str) -> Response:
    """Every entry as the caller may see it."""
    seen = services.matches.snapshot(match_id, caller())
    remember_names(seen)
    return answer(_entries(seen, tuple(redact_journal(seen, seen.viewer))))


@blueprint.get("/v1/matches/<match_id>/export.json")
@described(look("match_file", "The match as a file", "MatchFile"))
def export_json(match_id: str) -> Response:
    """The whole match as a file, as the caller may see it."""
    return jsonify(exported(match_id, caller()))


@blueprint.get("/v1/matches/<match_id>/export.csv")
@described(look("match_scores", "The scores as CSV", SHEET, media="text/csv"))
def export_scores(match_id: str) -> Response:
    """The scores as a table."""
    seen = services.matches.snapshot(match_id, caller())
    return save_sheet(score_sheet([seen]), f"{seen.game.slug}-{seen.match.number}")


@blueprint.get("/v1/matches/<match_id>/export.bgsplay")
@described(look("match_play", "The match for Board Game Stats", PLAYS))
def export_play(match_id: str) -> Response:
    """The match as a play for Board Game Stats."""
    seen = services.matches.snapshot(match_id, caller())
    file = plays_file(seen.table, services.tables.seats(seen.table), [seen])
    return save_plays(file, f"{seen.game.slug}-{seen.match.number}")


@blueprint.get("/v1/matches/<match_id>/stream")
@described(
    look("stream", "The version on connect and after every change", {"type": "string"}, media="text/event-stream")
)
def stream(match_id: str) -> Response:
    """The version as a stream that ends at once: what HEAD asks for, and what a server that cannot keep one open gives.

    The client asks again after a second. Tableside's own server keeps streams open without asking here.
    """
    seen = services.matches.snapshot(match_id, caller())
    # One event and the delay to come back after: a client that reconnects sees what a stream would have shown.
    frame = Frame.of(seen.version, "version", str(seen.version).encode())
    return Response(COME_BACK_SOON + frame.payload, mimetype="text/event-stream")


def exported_evening(table: Table, who: Caller) -> dict[str, Json]:
    """Return the file of an evening, as this caller may see it, without matches that cannot be opened."""
    played: list[Json] = []
    for match in services.tables.matches(table):
        # The others of the evening can be taken along without it.
        with suppress(CannotOpen):
            played.append(exported(match.id, who))
    return evening_file(table, services.tables.seats(table), played)


def exported(match_id: str, who: Caller) -> dict[str, Json]:
    """Return the file of a match, as this caller may see it."""
    taken = take(services.matches, match_id, who)
    seen = taken.seen
    rulings = [(index, ruling_given(one, seen.names)) for index, one in taken.rulings]
    return export(
        taken,
        write_state(seen),
        encode(_entries(seen, taken.journal)),
        edition=words(seen.game.edition_by(seen.setup.options, seen.setup.seats)),
        rulings=[{"index": index, **written(one)} for index, one in rulings],
        record=record(services.store, taken),
    )


def _changed(seen: Snapshot) -> Response:
    rulings = tuple(ruling_given(one, seen.names) for one in seen.rulings)
    return answer(Changed(seen.version, rulings, reasons(seen.flags, seen.names), write_state(seen)))


def _stop(stopped: Stop | None, seen: Snapshot) -> Stopped | None:
    if stopped is None:
        return None
    text = " ".join(words(reason.text, seen.names) for reason in stopped.reasons)
    return Stopped(stopped.play.index, stopped.error.clauses, text)


def _entries(seen: Snapshot, visible: Sequence[VisibleEntry]) -> tuple[JournalEntry, ...]:
    said = services.store.remarks.texts(seen.match.id)
    return tuple(
        JournalEntry(
            one.index,
            "host" if one.by is None else one.by,
            one.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            one.move,
            one.stands,
            one.anyway,
            reasons(one.flags, seen.names),
            one.corrected_by,
            one.contested_by,
            said.get(one.index),
        )
        for one in visible
    )
