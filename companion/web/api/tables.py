"""Tables and the matches of an evening, played here or taken in from a file."""

from dataclasses import dataclass, field
from typing import Annotated

from flask import Response, jsonify, request

from companion.archive.facts import plays_file, score_sheet
from companion.archive.imports import LARGEST_FILE
from companion.archive.keeping import ANYONE
from companion.engine.schema.marks import Length, Refer
from companion.match.access import Caller, must_own
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.table.evening import EveningMatch, readable
from companion.table.tables import LONGEST_TABLE_NAME, MOST_SEATS
from companion.web.api import matches
from companion.web.api.operations import (
    BEARER,
    BODY,
    GUESSED,
    RULED,
    STORED,
    TABLES,
    Operation,
    answer,
    blueprint,
    described,
    look,
    save_plays,
    save_sheet,
)
from companion.web.api.rules import ChosenOptions
from companion.web.api.shapes import PLAYS, SHEET, FileTakenIn, MatchOpened, MatchTakenIn, SeatEntry, TableOpened
from companion.web.app.json_requests import caller, parse, read, required_caller
from companion.web.app.security import count_opening
from companion.web.app.services import services
from companion.web.evening.evening import evening_of
from companion.web.evening.tables import find_table


@dataclass(frozen=True, slots=True)
class TableRequest:
    """Who sits at the table, seat 0 first, clockwise."""

    players: Annotated[tuple[Annotated[str, Refer("PlayerName")], ...], Length(1, MOST_SEATS)]
    name: Annotated[str, Length(0, LONGEST_TABLE_NAME)] = ""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """Which game, by which house options; `seats` in playing order where not everyone plays."""

    game: Annotated[str, Refer("Game")]
    options: ChosenOptions = field(default_factory=dict)
    seats: tuple[int, ...] | None = None


@blueprint.post("/v1/import")
@described(
    Operation(
        "take_in_file",
        "Take in the file of a match or of an evening (admin of the device)",
        TABLES,
        "FileTakenIn",
        (*BODY, *GUESSED, *RULED, "503"),
        "File",
        answers={"200": "All of it was here already.", "201": "The answer."},
        security=BEARER,
    )
)
def take_in_file() -> tuple[Response, int]:
    """The matches of a file, each made again as it was; those that are here already stay as they are."""
    who = required_caller()
    must_own(who)
    # Only now that the admin is known: anyone else's body stays as short as all others.
    request.max_content_length = LARGEST_FILE
    done = services.importing.take_in(who, parse(request.get_data()))
    matches = tuple(MatchTakenIn(match.id, match.game, is_new) for match, is_new in done.matches)
    return answer(FileTakenIn(done.table.code, matches)), 201 if done.new else 200


@blueprint.post("/v1/tables")
@described(
    Operation(
        "open_table",
        "Open a table: names from seat 0 on, clockwise. Needs no token, unless only the admin opens tables here.",
        TABLES,
        "TableOpened",
        (*BODY, *GUESSED, "503"),
        TableRequest,
        answers={"201": "The answer."},
    )
)
def open_table() -> tuple[Response, int]:
    """A new table, with the only copy of its tokens."""
    # Where anyone may, no token is looked up: a wrong one would be refused, and counted as a guess.
    if services.keeping.who_opens() != ANYONE:
        services.keeping.must_open(caller())
    asked = read(TableRequest)
    # Counted once the body is read: a request of the wrong shape opens nothing and uses nothing up.
    count_opening()
    opened = services.tables.open(asked.players, name=asked.name)
    seats = tuple(
        SeatEntry(seat.seat, seat.name or "", token, f"{request.url_root}join/seat/{token}")
        for seat, token in zip(opened.seats, opened.seat_tokens, strict=True)
    )
    return answer(TableOpened(opened.table.code, opened.host_token, seats)), 201


@blueprint.post("/v1/tables/<table>/matches")
@described(
    Operation(
        "start_match",
        "Begin a match (host)",
        TABLES,
        "MatchOpened",
        (*BODY, *STORED, *GUESSED, *RULED),
        MatchRequest,
        answers={"201": "The answer."},
        security=BEARER,
    )
)
def start_match(table: str) -> tuple[Response, int]:
    """A new match of the evening."""
    who = required_caller()
    found = find_table(table, who)
    asked = read(MatchRequest)
    match = services.tables.start(found, who, asked.game, asked.options, asked.seats)
    # After all is noted: pages that look at once find the match.
    services.tables.notify(found)
    return answer(MatchOpened(match.id, 0)), 201


@blueprint.get("/v1/tables/<table>/evening")
@described(look("evening_score", "The score of the evening", "EveningScore", TABLES))
def score_evening(table: str) -> Response:
    """The score of the evening, and what each match brought."""
    evening = evening_of(find_table(table, caller()))
    scores = [
        {"seat": one.seat, "name": one.name, "place": one.place, "points": one.halves / 2, "matches": one.matches}
        for one in evening.totals
    ]
    return jsonify({"matches": [_played_match(one) for one in evening.played], "scores": scores})


@blueprint.get("/v1/tables/<table>/export.json")
@described(look("evening_file", "The evening as a file", "EveningFile", TABLES))
def export_evening(table: str) -> Response:
    """The whole evening as a file, each match as the caller may see it."""
    who = caller()
    found = find_table(table, who)
    return jsonify(matches.exported_evening(found, who))


@blueprint.get("/v1/tables/<table>/export.csv")
@described(look("evening_scores", "The scores of the evening as CSV", SHEET, TABLES, "text/csv"))
def export_evening_scores(table: str) -> Response:
    """The scores of the evening as a sheet."""
    who = caller()
    found = find_table(table, who)
    return save_sheet(score_sheet(_played(found, who)), found.code)


@blueprint.get("/v1/tables/<table>/export.bgsplay")
@described(look("evening_plays", "The evening for Board Game Stats", PLAYS, TABLES))
def export_evening_plays(table: str) -> Response:
    """The matches of the evening as plays for Board Game Stats."""
    who = caller()
    found = find_table(table, who)
    return save_plays(plays_file(found, services.tables.seats(found), _played(found, who)), found.code)


def _played_match(one: EveningMatch) -> dict[str, object]:
    return {
        "match": one.match.id,
        "number": one.match.number,
        "game": one.match.game,
        "ended": one.how,
        "seats": [*one.seats],
        # Both are empty unless the match is over.
        "places": {str(seat): place for seat, place in zip(one.seats, one.places, strict=False)},
        "points": {str(seat): halves / 2 for seat, halves in zip(one.seats, one.halves, strict=False)},
    }


def _played(table: Table, who: Caller) -> list[Snapshot]:
    found = (readable(services.matches, match, who) for match in services.tables.matches(table))
    return [seen for seen in found if seen is not None]
