"""Matches as plays for Board Game Stats: as a link that a phone follows, and as the file that the program imports.

Nothing is sent from here. Ids stay the same whenever the same thing is told, so that nothing is imported twice. They
are made from names and ids and cannot be turned back; none is a token or leads to the match.
"""

import json
import unicodedata
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from companion.archive.facts import Facts, facts
from companion.engine.game import Game
from companion.engine.rulings import Json
from companion.match.snapshot import Snapshot
from companion.store import Seat, Table
from companion.table.tables import LONGEST_NAME

SOURCE: Final = "Tableside"
"""The name by which Board Game Stats knows us: it must never change."""
ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 7999
LONGEST_WORDS: Final = 200


def play_link(seen: Snapshot, board: str = "", comments: str = "") -> str:
    """The address that offers this match to Board Game Stats; never as long as 8000 characters.

    `board` says in words which variant was played. If the address is too long, comments go first, then place and
    variant.
    """
    play = created_play(seen, board, comments)
    for name in ("comments", "location", "board"):
        if len(_link(play)) > LONGEST_LINK and name in play:
            play = _shortened(play, name)
    return _link(play)


def created_play(seen: Snapshot, board: str = "", comments: str = "") -> dict[str, Json]:
    """The play as JSON; unknown values are left out."""
    match, about = seen.match, facts(seen)
    told: dict[str, Json] = {
        "sourceName": SOURCE,
        "sourcePlayId": same("match", match.id),
        "playDate": _moment(about.began),
        "durationMin": about.minutes,
        "location": seen.table.name[:LONGEST_WORDS],
        "board": board[:LONGEST_WORDS],
        "comments": comments[: 10 * LONGEST_WORDS],
        "game": _created_game(seen.game),
        "players": [_created_player(seen, about, seat) for seat in range(seen.players)],
    }
    return {name: value for name, value in told.items() if value not in (None, "")}


def plays_file(table: Table, seats: Sequence[Seat], played: Sequence[Snapshot]) -> dict[str, Json]:
    """The file as JSON: games, players and a place, told apart by numbers, and the plays.

    A match still under way is a play that statistics leave out (`ignored`). A table without a name is no place: then
    `locationRefId` is 0.
    """
    games = list({seen.game.slug: seen.game for seen in played}.values())
    numbers = {game.slug: number for number, game in enumerate(games, 1)}
    return {
        "userInfo": {"meRefId": 0},
        "games": [_game(game, numbers[game.slug]) for game in games],
        "players": [_player(table, seat) for seat in seats if any(seat.seat in one.match.seats for one in played)],
        "locations": [{"uuid": same("table", table.id), "id": 1, "name": table.name}] if table.name else [],
        "plays": [_play(seen, facts(seen), numbers[seen.game.slug]) for seen in played],
    }


def same(kind: str, name: str) -> str:
    """An id that is the same whenever the same thing is told."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tableside:{kind}:{name}"))


def person_id(name: str | None, table_id: str, seat: int) -> str:
    """The id of somebody: the same at every table for the same name; whose name was forgotten is a seat alone."""
    if name is None:
        return same("seat", f"{table_id}/{seat}")
    return same("person", unicodedata.normalize("NFC", name).casefold())


def _created_game(game: Game[Any]) -> dict[str, Json]:
    known: dict[str, Json] = {} if game.bgg_id is None else {"bggId": game.bgg_id}
    return {"name": game.title, "sourceGameId": game.slug, **known, "highestWins": True, "noPoints": False}


def _created_player(seen: Snapshot, about: Facts, seat: int) -> dict[str, Json]:
    """A player; `winner` and `startPlayer` are always given, because the program stumbles without them."""
    name, at = seen.names[seat], seen.table_seat(seat)
    told: dict[str, Json] = {
        "name": (name or "?")[:LONGEST_NAME],
        "sourcePlayerId": person_id(name, seen.table.id, at),
        "startPlayer": about.starter == seat,
        "rank": about.places[seat] if about.places else 0,
        "score": about.scores[seat],
        "winner": seat in about.winners,
    }
    return {**told, "role": about.colours[seat]} if about.colours[seat] else told


def _link(play: dict[str, Json]) -> str:
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _shortened(play: dict[str, Json], name: str) -> dict[str, Json]:
    """The play with as much of these words as there is room for, or without them if there is hardly any."""
    text = str(play[name])
    while text and len(_link({**play, name: text})) > LONGEST_LINK:
        text = text[: len(text) * 3 // 4]
    if len(text) < 4:
        return {other: value for other, value in play.items() if other != name}
    return (
        {**play, name: text.rstrip() + "…"}
        if len(_link({**play, name: text + "…"})) <= LONGEST_LINK
        else {**play, name: text}
    )


def _game(game: Game[Any], number: int) -> dict[str, Json]:
    told: dict[str, Json] = {
        "uuid": same("game", game.slug),
        "id": number,
        "name": game.title,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }
    return told if game.bgg_id is None else {**told, "bggId": game.bgg_id}


def _player(table: Table, seat: Seat) -> dict[str, Json]:
    """Somebody at the table; without a name if it was forgotten."""
    return {
        "uuid": person_id(seat.name, table.id, seat.seat),
        "id": seat.seat + 1,
        "name": seat.name or "",
        "isAnonymous": seat.name is None,
    }


def _play(seen: Snapshot, about: Facts, game: int) -> dict[str, Json]:
    match = seen.match
    return {
        "uuid": same("match", match.id),
        "playDate": _moment(about.began),
        "entryDate": _moment(match.ended_at or match.opened_at),
        "durationMin": about.minutes or 0,
        "gameRefId": game,
        "locationRefId": 1 if seen.table.name else 0,
        "ignored": not about.is_over,
        "usesTeams": False,
        "manualWinner": True,
        "playerScores": [
            {
                "playerRefId": seen.table_seat(seat) + 1,
                "seatOrder": seat + 1,
                "startPlayer": about.starter == seat,
                "rank": about.places[seat] if about.places else 0,
                "role": about.colours[seat],
                "score": str(score),
                "winner": seat in about.winners,
            }
            for seat, score in enumerate(about.scores)
        ],
    }


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
