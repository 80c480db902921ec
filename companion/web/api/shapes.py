"""The shapes of the interface's own answers, for its document; what a game adds stands with the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from companion.engine.schema.codec import LARGEST
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
    move: Annotated[object, Refer("ToldMove")]
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
    ended: Literal["over", "going", "broken_off"]
    seats: tuple[int, ...]
    places: Mapping[int, int]
    points: Mapping[int, Points]


@dataclass(frozen=True, slots=True)
class ScoreOfEvening:
    """Where somebody stands: a point for everybody one finished above, half a point for a tie, over so many matches."""

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
