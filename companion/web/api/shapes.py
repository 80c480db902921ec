"""The shapes of the interface's own answers and files, for its document; what a game adds stands with the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from companion.archive.exports import Record, RecordedSeat
from companion.archive.facts import AFTER_ROUNDS, BEFORE_ROUNDS
from companion.engine.schema.codec import LARGEST
from companion.engine.schema.json_schema import Schema, strict
from companion.engine.schema.marks import Length, Refer

Words: TypeAlias = Annotated[str, Length(0, LARGEST)]
Instant: TypeAlias = Annotated[str, Length(20, 40)]
State: TypeAlias = Annotated[object, Refer("State")]
AnyJson: TypeAlias = object
Points: TypeAlias = Annotated[object, Refer("Points")]


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong (RFC 9457), in the reader's language."""

    type: Words
    title: Words
    status: int
    detail: Words


@dataclass(frozen=True, slots=True)
class ShapeProblem(Problem):
    """Not of the right shape; `field` says where, as in `move.cards.3`, and is empty for the body as a whole."""

    status: Literal[400]
    field: Words | None = None


@dataclass(frozen=True, slots=True)
class ConflictProblem(Problem):
    """The match has moved on (`version` is the present one), or the step would pass a reveal (`needs_host`)."""

    status: Literal[409]
    version: int
    needs_host: Literal[True] | None = None


@dataclass(frozen=True, slots=True)
class RuleProblem(Problem):
    """The rules or the box forbid it; where `can_override`, the table may record it with `anyway`."""

    status: Literal[422]
    clauses: tuple[Words, ...]
    can_override: bool
    field: Words | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of a working, or one doubt, with the clauses it rests on."""

    text: Words
    clauses: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class OptionOfGame:
    """A house option: the value where nothing is said, and every possible one."""

    default: bool | Words
    choices: tuple[bool | Words, ...]


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game: for how many, its house options, the rulings it gives, the moves it takes."""

    game: Words
    title: Words
    players: tuple[int, ...]
    options: Mapping[Words, OptionOfGame]
    rulings: tuple[Words, ...]
    moves: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """One numbered rule; `silent` says what the published text leaves open here."""

    id: Words
    text: Words
    origin: Literal["stated", "edition", "derived"]
    silent: Words | None = None


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat, its token, and the link that carries it to a phone."""

    seat: int
    name: Words
    token: Words
    join_url: Words


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A new table with the only copy of its tokens."""

    table: Words
    host_token: Words
    seats: tuple[SeatEntry, ...]


@dataclass(frozen=True, slots=True)
class MatchOpened:
    """A new match. Its id is all a spectator needs."""

    match: Words
    version: Literal[0]


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A ruling that came with a move; the verdict is shaped as that ruling's verdict."""

    ruling: Words
    headline: Words
    verdict: AnyJson
    because: tuple[Reason, ...]
    flags: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """The match after a step: rulings and doubts that came with it (none for undo and redo), and the state."""

    version: int
    rulings: tuple[RulingGiven, ...]
    flags: tuple[Reason, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Change:
    """One value of the state that differs; null where it was or will not be there."""

    path: Words
    before: AnyJson
    after: AnyJson


@dataclass(frozen=True, slots=True)
class Stopped:
    """The first later entry that no longer holds, and why; it falls, and all after it."""

    index: int
    clauses: tuple[Words, ...]
    text: Words


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction changes, where it stopped, and the version the match is at."""

    changes: tuple[Change, ...]
    stopped: Stopped | None
    version: int


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry as the asker may see it. `by`: a seat of the match, or the host. `stands`: this entry's move is in force.

    `corrected_by`: the entry whose move is in force in place of this one's. `contested_by`: the entry that holds this one
    wrong, until that is settled or corrected; `remark` is what that one said in words.
    """

    index: int
    by: int | Literal["host"]
    at: Instant
    move: Annotated[object, Refer("RedactedMove")]
    stands: bool
    anyway: bool
    flags: tuple[Reason, ...]
    corrected_by: int | None = None
    contested_by: int | None = None
    remark: Words | None = None


@dataclass(frozen=True, slots=True)
class MatchOfEvening:
    """A match as it counts for the evening. `places` and `points` name every seat of the table that played it, once it is over."""

    match: Words
    number: int
    game: Words
    ended: Literal["over", "going", "broken_off", "cannot_open"]
    seats: tuple[int, ...]
    places: Mapping[int, int]
    points: Mapping[int, Points]


@dataclass(frozen=True, slots=True)
class ScoreOfEvening:
    """Where someone stands: a point for everyone one finished above, half a point for a tie, over so many matches."""

    seat: int
    name: Words | None
    place: int
    points: Points
    matches: int


@dataclass(frozen=True, slots=True)
class EveningScore:
    """The score of an evening, best first; who has finished no match is left out."""

    matches: tuple[MatchOfEvening, ...]
    scores: tuple[ScoreOfEvening, ...]


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
    format_version: Literal[2]
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
    format_version: Literal[2]
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
    """Return the schema of an object that has all of these."""
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
