"""Matches as plays in the file that Board Game Stats takes in: games, players and a place, told apart by numbers, and plays."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from companion.engine.game import Game
from companion.engine.rulings import Json
from companion.service.matches import Seen
from companion.store import Seat, Table


def plays_file(table: Table, seats: Sequence[Seat], played: Sequence[Seen]) -> dict[str, Json]:
    """The file as JSON. A match still under way is told as a play that statistics leave out (`ignored`).

    A table without a name is no place: `locationRefId` is 0 then.
    """
    games = list({seen.loaded.game.slug: seen.loaded.game for seen in played}.values())
    numbers = {game.slug: number for number, game in enumerate(games, 1)}
    return {
        "userInfo": {"meRefId": 0},
        "games": [_game(game, numbers[game.slug]) for game in games],
        "players": [_player(table, seat) for seat in seats],
        "locations": [{"uuid": _same("table", table.id), "id": 1, "name": table.name}] if table.name else [],
        "plays": [_play(seen, numbers[seen.loaded.game.slug]) for seen in played],
    }


def _game(game: Game[Any], number: int) -> dict[str, Json]:
    return {
        "uuid": _same("game", game.slug),
        "id": number,
        "name": game.title,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }


def _player(table: Table, seat: Seat) -> dict[str, Json]:
    """Somebody at the table; whose name was forgotten has none."""
    return {
        "uuid": _same("seat", f"{table.id}/{seat.seat}"),
        "id": seat.seat + 1,
        "name": seat.name or "",
        "isAnonymous": seat.name is None,
    }


def _play(seen: Seen, game: int) -> dict[str, Json]:
    match, status = seen.loaded.match, seen.loaded.game.status(seen.replay.state)
    minutes = int((match.ended_at - match.opened_at).total_seconds() // 60) if match.ended_at else 0
    return {
        "uuid": _same("match", match.id),
        "playDate": _moment(match.opened_at),
        "entryDate": _moment(match.ended_at or match.opened_at),
        "durationMin": minutes,
        "gameRefId": game,
        "locationRefId": 1 if seen.table.name else 0,
        "ignored": status.winners is None,
        "usesTeams": False,
        "manualWinner": True,
        "playerScores": [
            {
                "playerRefId": seen.loaded.table_seat(seat) + 1,
                "seatOrder": seat + 1,
                "score": str(score),
                "winner": seat in (status.winners or ()),
            }
            for seat, score in enumerate(status.scores)
        ],
    }


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _same(kind: str, name: str) -> str:
    """An id that is the same whenever the same thing is written, so that nothing is taken in twice."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tableside:{kind}:{name}"))
