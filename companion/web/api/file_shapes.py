"""The shapes of matches and evenings as files, and of what comes of taking one in, for the document of the interface."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.archive.facts import AFTER_ROUNDS, BEFORE_ROUNDS
from companion.archive.recorded import Record, RecordedSeat
from companion.engine.schema.json_schema import Schema, strict
from companion.web.api.shapes import AnyJson, Instant, JournalEntry, Reason, State, Words


@dataclass(frozen=True, slots=True)
class RulingOfEntry:
    """A ruling that a play in force brought; `index` is the entry of that play."""

    index: int
    ruling: Words
    headline: Words
    verdict: AnyJson
    because: tuple[Reason, ...]
    flags: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match as a file, as the asker may see it; `record` is null while anything of it is hidden from the asker."""

    format: Literal["tableside-match"]
    format_version: Literal[1]
    match: Words
    game: Words
    edition: Words
    options: Mapping[Words, bool | Words]
    table: Words
    number: int
    opened_at: Instant
    ended_at: Instant | None
    players: tuple[Words | None, ...]
    version: int
    journal: tuple[JournalEntry, ...]
    rulings: tuple[RulingOfEntry, ...]
    state: State
    record: Record | None


@dataclass(frozen=True, slots=True)
class MatchTakenIn:
    """A match of a file; `is_new` is false where it was here already."""

    match: Words
    game: Words
    is_new: bool


@dataclass(frozen=True, slots=True)
class FileTakenIn:
    """What came of a file: the code of the table its matches stand at, and every match."""

    table: Words
    matches: tuple[MatchTakenIn, ...]


@dataclass(frozen=True, slots=True)
class EveningFile:
    """An evening as a file: who sat there, and every match."""

    format: Literal["tableside-evening"]
    format_version: Literal[1]
    table: Words
    opened_at: Instant
    seats: tuple[RecordedSeat, ...]
    matches: tuple[MatchFile, ...]


TEXT: Final[Schema] = {"type": "string"}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}

COLUMNS: Final = (*BEFORE_ROUNDS, "round_1 to round_n", *AFTER_ROUNDS)
SHEET: Final[Schema] = {"type": "string", "description": f"A line for each player of a match: {', '.join(COLUMNS)}."}


def _every(about: str = "", **properties: Schema) -> Schema:
    """The schema of an object that has all of these."""
    return strict(properties, [*properties], about)


def _list_of(item: Schema) -> Schema:
    return {"type": "array", "items": item}


_GAME_AS_KNOWN_HERE: Final = _every(
    uuid=TEXT, id=NUMBER, name=TEXT, highestWins=FLAG, noPoints=FLAG, cooperative=FLAG, usesTeams=FLAG
)
_GAME: Final[Schema] = {
    **_GAME_AS_KNOWN_HERE,
    "properties": {**_GAME_AS_KNOWN_HERE["properties"], "bggId": NUMBER},
}
_PLAYER: Final = _every("Somebody at the table.", uuid=TEXT, id=NUMBER, name=TEXT, isAnonymous=FLAG)
_LOCATION: Final = _every("The table.", uuid=TEXT, id=NUMBER, name=TEXT)
_SCORE: Final = _every(
    "`rank` is 0 while nobody has won; `role` is the colour, where the box has one for each player.",
    **dict.fromkeys(("playerRefId", "seatOrder"), NUMBER),
    startPlayer=FLAG,
    rank=NUMBER,
    **dict.fromkeys(("role", "score"), TEXT),
    winner=FLAG,
)
_PLAY: Final = _every(
    "One match; `ignored` while it is under way. Times are UTC.",
    **dict.fromkeys(("uuid", "playDate", "entryDate"), TEXT),
    **dict.fromkeys(("durationMin", "gameRefId", "locationRefId"), NUMBER),
    **dict.fromkeys(("ignored", "usesTeams", "manualWinner"), FLAG),
    playerScores=_list_of(_SCORE),
)
PLAYS: Final = _every(
    "Matches in the form that Board Game Stats takes in; `...RefId` is the `id` of a game, a player or the place.",
    userInfo=_every(meRefId=NUMBER),
    games=_list_of(_GAME),
    players=_list_of(_PLAYER),
    locations=_list_of(_LOCATION),
    plays=_list_of(_PLAY),
)
