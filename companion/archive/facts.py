"""What other programs get of a match: when and how long, who finished where; as CSV, and as plays for Board Game Stats.

Nothing is sent from here. Ids stay the same for the same thing, so that nothing is imported twice. They
are made from names and ids and cannot be turned back; none is a token or leads to the match.
"""

import csv
import io
import json
import unicodedata
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from companion.archive.looking_back import key_of
from companion.archive.results import story_of
from companion.engine.game import Option, OptionChoice, Viewer
from companion.engine.journal import newest_first
from companion.engine.present import Cover
from companion.engine.rulings import Json
from companion.engine.story import places
from companion.match.snapshot import Snapshot
from companion.store import Seat, Table
from companion.table.next_match import starter_in
from companion.table.tables import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Facts:
    """A match as a program for statistics sees it.

    - `minutes` is None while it is under way, and if no one knows.
    - `places` is None while no one has won, and where all play together; ties share a place.
    - `starter` is None if no one said who starts; `colours` are those of the box, empty if seats have none.
    - `rounds` are the points of each round by seat, None for a round of which nothing is known.
    - `variant` is every house option that differs from the usual way.
    """

    began: datetime
    minutes: int | None
    is_over: bool
    scores: tuple[int, ...]
    places: tuple[int, ...] | None
    winners: tuple[int, ...]
    starter: int | None
    colours: tuple[str, ...]
    rounds: tuple[tuple[int, ...] | None, ...]
    variant: tuple[tuple[Option, OptionChoice], ...]
    rulings: int


def facts(seen: Snapshot) -> Facts:
    """Return the match as it stands now; nothing in it is secret."""
    status = seen.game.status(seen.replay.state)
    began, ended = seen.span
    played = seen.game.played_choices(seen.setup.options, seen.setup.seats)
    minutes = int((ended - began).total_seconds() // 60)
    return Facts(
        began=began,
        # 0 is not known either: a sheet that was typed in without its length.
        minutes=minutes or None if status.winners is not None else None,
        is_over=status.winners is not None,
        scores=status.scores,
        # Won or lost together, all are one side, and no one is ranked.
        places=places(status) if len(seen.game.teams_of(seen.setup)) != 1 else None,
        winners=status.winners or (),
        starter=starter_in(seen),
        colours=tuple(_colours(seen)),
        rounds=_rounds(seen),
        variant=tuple(pair for pair in played if pair[1].value != pair[0].default),
        rulings=sum(
            len(outcome.rulings) for node in newest_first(seen.replay.last) if (outcome := seen.timeline.outcome(node))
        ),
    )


def _colours(seen: Snapshot) -> Iterator[str]:
    """Yield the colour of each seat, as the interface names it; both if a seat plays two colours."""
    # As a viewer of no seat, so that no colour comes from a secret.
    shown: Any = seen.game.view(seen.replay.state, Viewer())["seats"]
    for seat in shown:
        colour = seat.get("colour") or ""
        yield colour if isinstance(colour, str) else "/".join(colour)


def _rounds(seen: Snapshot) -> tuple[tuple[int, ...] | None, ...]:
    """Return the points of each round; if a table caught up, the first known one holds all before it too."""
    if not seen.game.has_rounds:
        return ()
    found: list[tuple[int, ...] | None] = []
    before = (0,) * seen.players
    for stretch in story_of(seen).stretches:
        # Rounds that the table caught up with have no points of their own: their columns stay empty.
        found += [None] * (stretch.number - 1 - len(found))
        found.append(tuple(now - was for now, was in zip(stretch.scores, before, strict=True)))
        before = stretch.scores
    return tuple(found)


BEFORE_ROUNDS: Final = (
    *("date", "game", "variant", "location", "length_min", "incomplete"),
    *("player", "seat", "start", "color", "score", "rank", "win"),
)
AFTER_ROUNDS: Final = ("rulings",)
# The wide signs are those of East Asian keyboards, which spreadsheets take for the narrow ones.
_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "|", "%")
Cell = str | int


def head(rounds: int) -> tuple[str, ...]:
    """Return the names of the columns of a table whose longest match has that many rounds."""
    return (*BEFORE_ROUNDS, *(f"round_{number}" for number in range(1, rounds + 1)), *AFTER_ROUNDS)


def score_sheet(played: Sequence[Snapshot]) -> str:
    """Return the table as CSV (RFC 4180): a head, then a line for each player of each match.

    Winners and duration stay empty until the match is over, as does whatever no one knows.
    """
    found = [(seen, facts(seen)) for seen in played]
    rounds = max((len(about.rounds) for _, about in found), default=0)
    written = io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(head(rounds))
    for seen, about in found:
        sheet.writerows(_rows(seen, about, rounds))
    return written.getvalue()


def _rows(seen: Snapshot, about: Facts, rounds: int) -> Iterator[tuple[Cell, ...]]:
    date = about.began.astimezone().date().isoformat()
    minutes = "" if about.minutes is None else about.minutes
    match = (date, harmless(seen.game.title), _variant_words(about), harmless(seen.table.name), minutes)
    for seat, name in enumerate(seen.names):
        yield (
            *match,
            _said(not about.is_over),
            harmless(name or ""),
            seat,
            "" if about.starter is None else _said(about.starter == seat),
            about.colours[seat],
            about.scores[seat],
            "" if about.places is None else about.places[seat],
            _said(seat in about.winners) if about.is_over else "",
            *_by_round(about, seat, rounds),
            about.rulings,
        )


def _by_round(about: Facts, seat: int, rounds: int) -> Iterator[Cell]:
    for number in range(rounds):
        points = about.rounds[number] if number < len(about.rounds) else None
        yield "" if points is None else points[seat]


def _variant_words(about: Facts) -> str:
    """Return every house option that differs from the usual way, as `pile=logged`."""
    known = ((option.name, choice.value) for option, choice in about.variant)
    return "; ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in known)


def _said(is_so: bool) -> str:
    return "yes" if is_so else "no"


def harmless(text: str) -> str:
    """Return the text, written so that no spreadsheet takes it for a formula."""
    # Blanks before the sign do not help: spreadsheets cut them off and calculate all the same.
    return f"'{text}" if text.lstrip().startswith(_BEGINS_A_FORMULA) else text


SOURCE: Final = "Tableside"
"""The name by which Board Game Stats knows us: it must never change."""
ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 7999
LONGEST_WORDS: Final = 200


def play_link(seen: Snapshot, board: str = "", comments: str = "") -> str:
    """Return the address that offers this match to Board Game Stats; never as long as 8000 characters.

    `board` says in words which variant was played. If the address is too long, comments go first, then place and
    variant.
    """
    play = created_play(seen, board, comments)
    # In this order, from what is missed least; a play without its game or players would be none.
    for name in ("comments", "location", "board"):
        if len(_link(play)) > LONGEST_LINK and name in play:
            play = _shortened(play, name)
    return _link(play)


def created_play(seen: Snapshot, board: str = "", comments: str = "") -> dict[str, Json]:
    """Return the play as JSON; unknown values are left out."""
    match, about = seen.match, facts(seen)
    play: dict[str, Json] = {
        "sourceName": SOURCE,
        "sourcePlayId": same("match", match.id),
        "playDate": _moment(about.began),
        "durationMin": about.minutes,
        "location": seen.table.name[:LONGEST_WORDS],
        "board": board[:LONGEST_WORDS],
        "comments": comments[: 10 * LONGEST_WORDS],
        "game": _created_game(seen),
        "players": [_created_player(seen, about, seat) for seat in range(seen.players)],
    }
    return {name: value for name, value in play.items() if value not in (None, "")}


def plays_file(table: Table, seats: Sequence[Seat], played: Sequence[Snapshot]) -> dict[str, Json]:
    """Return the file as JSON: games, players and a place, kept apart by numbers, and the plays.

    A match still under way is a play that statistics leave out (`ignored`). A table without a name is no place: then
    `locationRefId` is 0.
    """
    games = {key_of(seen.game.cover): seen for seen in played}
    # From 1: in this format 0 stands for none, as in `meRefId`.
    numbers = {key: number for number, key in enumerate(games, 1)}
    return {
        "userInfo": {"meRefId": 0},
        "games": [_game(seen, key, numbers[key]) for key, seen in games.items()],
        "players": [_player(table, seat) for seat in seats if any(seat.seat in one.match.seats for one in played)],
        "locations": [{"uuid": same("table", table.id), "id": 1, "name": table.name}] if table.name else [],
        "plays": [_play(seen, facts(seen), numbers[key_of(seen.game.cover)]) for seen in played],
    }


def same(kind: str, name: str) -> str:
    """Return an id that is the same for the same thing."""
    # Not drawn: the same match sent twice must be the same play there, and the same player at every table.
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"tableside:{kind}:{name}"))


def person_id(name: str | None, table_id: str, seat: int) -> str:
    """Return the id of someone: the same at every table for the same name; whose name was forgotten is a seat alone."""
    if name is None:
        return same("seat", f"{table_id}/{seat}")
    # An accented letter may be one sign or two, by the keyboard: it is the same person.
    return same("person", unicodedata.normalize("NFC", name).casefold())


def _created_game(seen: Snapshot) -> dict[str, Json]:
    """Return the game; `usesTeams` is said only where it is so."""
    game = seen.game
    known: dict[str, Json] = {} if game.bgg_id is None else {"bggId": game.bgg_id}
    teams: dict[str, Json] = {"usesTeams": True} if game.teams_of(seen.setup) else {}
    return {"name": game.title, "sourceGameId": key_of(game.cover), **known, **_how_it_is_won(game.cover), **teams}


def _how_it_is_won(cover: Cover) -> dict[str, Json]:
    return {"highestWins": not cover.lowest_wins, "noPoints": not cover.has_points}


def _created_player(seen: Snapshot, about: Facts, seat: int) -> dict[str, Json]:
    """Return a player; `winner` and `startPlayer` are always given, because the program stumbles without them."""
    name, at = seen.names[seat], seen.table_seat(seat)
    play: dict[str, Json] = {
        "name": (name or "?")[:LONGEST_NAME],
        "sourcePlayerId": person_id(name, seen.table.id, at),
        "startPlayer": about.starter == seat,
        "rank": about.places[seat] if about.places else 0,
        "score": about.scores[seat],
        "winner": seat in about.winners,
    }
    if about.colours[seat]:
        play["role"] = about.colours[seat]
    for number, team in enumerate(seen.game.teams_of(seen.setup), 1):
        if seat in team:
            play["team"] = str(number)
    return play


def _link(play: dict[str, Json]) -> str:
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _shortened(play: dict[str, Json], name: str) -> dict[str, Json]:
    """Return the play with as much of these words as there is room for, or without them if there is hardly any."""
    text = str(play[name])
    while text and len(_link({**play, name: text})) > LONGEST_LINK:
        # By quarters, as the length counts once encoded, where one letter takes from one to twelve characters.
        text = text[: len(text) * 3 // 4]
    if len(text) < 4:
        return {other: value for other, value in play.items() if other != name}
    return (
        {**play, name: text.rstrip() + "…"}
        if len(_link({**play, name: text + "…"})) <= LONGEST_LINK
        else {**play, name: text}
    )


def _game(seen: Snapshot, key: str, number: int) -> dict[str, Json]:
    game, teams = seen.game, seen.game.teams_of(seen.setup)
    play: dict[str, Json] = {
        "uuid": same("game", key),
        "id": number,
        "name": game.title,
        **_how_it_is_won(game.cover),
        # A single side is everybody, against the game.
        "cooperative": len(teams) == 1,
        "usesTeams": len(teams) > 1,
    }
    return play if game.bgg_id is None else {**play, "bggId": game.bgg_id}


def _player(table: Table, seat: Seat) -> dict[str, Json]:
    """A person at the table; without a name if it was forgotten."""
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
        "usesTeams": len(seen.game.teams_of(seen.setup)) > 1,
        # Who won is ours to say: the program would go by the points alone.
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
