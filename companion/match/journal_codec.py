"""Journal entries as JSON text, and back. What is written here is read for ever: only add, never rename."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.engine.errors import NotAMove
from companion.engine.game import Game, Move
from companion.engine.journal import (
    Abandoned,
    Amended,
    Contested,
    Event,
    Played,
    Redone,
    Settled,
    TakenUp,
    Undone,
    UnreadMove,
)
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, written
from companion.engine.text import say
from companion.match.recorded import opening

_BARE: Final[Mapping[str, Redone | Abandoned | TakenUp]] = {
    "redone": Redone(),
    "abandoned": Abandoned(),
    "taken_up": TakenUp(),
}
"""The entries that hold nothing but their kind."""
_PLAYED: Final = '{"entry":"played",'
_PLAYED_ANYWAY: Final = '{"anyway":true,"entry":"played",'
"""How the text of a play begins when written here; a text that begins in another way is read whole."""


def read_move(game: Game[Any], given: object, seats: int, *, as_text: bool = False) -> Move:
    """Return the move in a JSON object with its `kind`.

    Raise `NotAMove` or `IllegalMove`, their paths within the move.
    """
    if not isinstance(given, dict):
        raise NotAMove("", say("This isn’t in the right format."))
    # Copied, because `kind` is taken out, and the caller may try the same again.
    rest = dict(given)
    kind = rest.pop("kind", None)
    # A form gives every value as a list of texts.
    if as_text and isinstance(kind, list):
        kind = kind[0] if kind else None
    if kind is None:
        raise NotAMove("kind", say("This is missing."))
    if not isinstance(kind, str) or kind not in game.moves:
        raise NotAMove("kind", say("This must be one of: {choices}.", choices=tuple(game.moves)))
    return decode(game.moves[kind], rest, Reading(seats, game.box_clause, as_text=as_text), "")


def write_move(game: Game[Any], move: Move) -> dict[str, Json]:
    return {"kind": game.kind_of(move), **written(move)}


def write_event(game: Game[Any], event: Event) -> str:
    # The same bytes for the same entry: the hash of the journal is made of them.
    return json.dumps(_plain(game, event), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read_event(game: Game[Any], body: str, seats: int) -> Event:
    plain = json.loads(body)
    name = plain["entry"]
    if name == "played":
        return Played(read_move(game, plain["move"], seats), plain.get("anyway", False))
    if name == "undone":
        return Undone(plain["index"])
    if name == "contested":
        return Contested(plain["index"], plain["reason"])
    if name == "settled":
        return Settled(plain["index"])
    if name in _BARE:
        return _BARE[name]
    moves = tuple((index, read_move(game, move, seats)) for index, move in plain["moves"])
    dropped = plain.get("dropped_from"), plain.get("dropped_until")
    return Amended(moves, plain.get("anyway", False), tuple(plain.get("allowed", ())), *dropped)


def read_events(game: Game[Any], bodies: Sequence[str], seats: int) -> list[Event]:
    """Return the journal entries in stored texts; the move of a play is read when someone first asks for it.

    Reading one that no Tableside wrote raises `CannotOpen`.
    """

    def move(body: str) -> Move:
        with opening():
            return read_move(game, json.loads(body)["move"], seats)

    return [
        # Known from the beginning of its text, which is ours (`write_event` sorts its names): of thousands of moves most are
        # never asked for.
        Played(UnreadMove(body, move), body.startswith(_PLAYED_ANYWAY))
        if body.startswith((_PLAYED, _PLAYED_ANYWAY))
        else read_event(game, body, seats)
        for body in bodies
    ]


def _plain(game: Game[Any], event: Event) -> Mapping[str, Json]:
    if isinstance(event, Played):
        return {"entry": "played", "move": write_move(game, event.move), **_said(anyway=event.anyway)}
    if isinstance(event, Undone):
        return {"entry": "undone", "index": event.index}
    if isinstance(event, (Redone, Abandoned, TakenUp)):
        return {"entry": next(name for name, bare in _BARE.items() if bare == event)}
    if isinstance(event, Contested):
        return {"entry": "contested", "index": event.index, "reason": event.reason}
    if isinstance(event, Settled):
        return {"entry": "settled", "index": event.index}
    return {
        "entry": "amended",
        "moves": [[index, write_move(game, move)] for index, move in event.moves],
        **_said(anyway=event.anyway, allowed=[*event.allowed]),
        **_said(dropped_from=event.dropped_from, dropped_until=event.dropped_until),
    }


def _said(**values: Json) -> dict[str, Json]:
    # What is as usual is left out: journals are short, and hashed; and what is added later can be missing in old ones.
    return {name: value for name, value in values.items() if value not in (None, False, [])}
