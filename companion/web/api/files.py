"""The schemas of the files that other programs import; their names are those programs' own."""

from __future__ import annotations

from typing import Final

from companion.archive.score_sheet import AFTER_ROUNDS, BEFORE_ROUNDS
from companion.engine.schema.json_schema import Schema, strict

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
    playerRefId=NUMBER,
    seatOrder=NUMBER,
    startPlayer=FLAG,
    rank=NUMBER,
    role=TEXT,
    score=TEXT,
    winner=FLAG,
)
_PLAY: Final = _every(
    "One match; `ignored` while it is under way. Times are UTC.",
    uuid=TEXT,
    playDate=TEXT,
    entryDate=TEXT,
    durationMin=NUMBER,
    gameRefId=NUMBER,
    locationRefId=NUMBER,
    ignored=FLAG,
    usesTeams=FLAG,
    manualWinner=FLAG,
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
