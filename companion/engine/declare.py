"""A game from what it declares: its moves, its rounds, what is hidden. Everything else follows, or is the game's own.

    GAME = declare(COVER, clauses=CLAUSES, moves={"score": (Score, score)}, start=State, secrets=OPEN, rounds=ROUNDS)

Every further field of `Game` may be given too, and then holds instead of the default; `narrate` may also map kinds of
moves to their sentences, where the `said` of a move is not enough.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass, replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_type_hints

from companion.engine.defaults.board import Boards
from companion.engine.defaults.narration import hidden_fields, move_redactor, narrator
from companion.engine.defaults.rounds import (
    FROM_PAPER,
    LABELS,
    STAND_NOW,
    Afterwards,
    LaidOut,
    OfRounds,
    Rounds,
    ShownMatch,
    lesson_of,
    sheet_of,
)
from companion.engine.game import DEFAULTS, Game, Move, Outcome, Setup, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.present import Cover
from companion.engine.rulings import Clause, Json
from companion.engine.schema.codec import encode
from companion.engine.text import say

State = TypeVar("State")
Play: TypeAlias = Callable[[Any, Any], Outcome[Any]]
Moves: TypeAlias = Mapping[str, tuple[type, Play]]
"""Every kind of move: its shape, and what it does."""
Shapes: TypeAlias = Mapping[str, type]
"""Every kind of move of a game that says in one function, `play`, what all of them do."""
OPEN: Final = "open"
"""The game has no secrets: everyone may see everything."""


def declare(
    cover: Cover,
    *,
    clauses: tuple[Clause, ...],
    moves: Moves | Shapes,
    start: Callable[[Setup], State],
    rounds: Rounds[State] | None = None,
    secrets: Literal["open"] | None = None,
    before: Callable[[State, Any], None] | None = None,
    **own: Any,
) -> Game[State]:
    """Return the game's record. Raise TypeError where a game leaves open what no default can know.

    `before(state, move)` refuses what no move, or not this one, may do now. `narrate` may be the sentences of some kinds of move
    alone, `redact` what other seats see of some shapes.
    """
    every: dict[str, tuple[type, Play]] = {
        kind: (one, own["play"]) if isinstance(one, type) else one for kind, one in moves.items()
    }
    found: dict[str, Any] = {"options": (), "rulings": (), "labels": {}, "templates": DEFAULTS}
    # None is said of a number, a seat, yes or no: pages word these by themselves.
    found["value_name"] = lambda name, value: None
    if rounds is not None:
        for kind, catch_up in _by_rounds(clauses, every, start, rounds, found).items():
            # A game's own move of that kind comes first.
            every.setdefault(kind, catch_up)
    shapes = {kind: shape for kind, (shape, _) in every.items()}
    # Before any default is made: what is forgotten here would be shown to everyone, and no test of rules would notice.
    _check_secrets(shapes, secrets, own)
    found |= {"play": dispatch(every, before), "redact": move_redactor(shapes)}
    # Taken out of `own`, which replaces the defaults below: the mapping is an ingredient of the default, not the default.
    if isinstance(own.get("redact"), Mapping):
        found["redact"] = move_redactor(shapes, own.pop("redact"))
    if not callable(own.get("narrate")):
        found["narrate"] = narrator(shapes, cover.players, own.pop("narrate", {}))
    found["edition"] = say("by the usual rules")
    # Last of the defaults, first of all that counts: whatever a game gives itself replaces what follows from its rounds.
    found |= own
    # A game may return a record from its view. The document of the interface describes that, and the record's JSON is sent.
    if "view" in own and is_dataclass(shape := get_type_hints(own["view"])["return"]):
        found |= {"shown": shape, "view": _as_json(own["view"])}
    # Every viewer and several templates ask for these of the same state.
    found |= {name: cached_by_identity(found[name]) for name in ("status", "moment")}
    # The default board needs the finished record, so it is put in afterwards.
    game: Game[State] = Game(cover=cover, clauses=clauses, moves=shapes, start=start, **{"board": None, **found})
    if "board" in own:
        return game
    # How things stand and a finished sheet have pages of their own: no one looks for them among the moves of a round.
    offered = tuple(kind for kind in shapes if kind not in (STAND_NOW, FROM_PAPER))
    boards = Boards(game, offered, rounds.played if rounds is not None else lambda state: ())
    return replace(game, board=boards.board)


def dispatch(moves: Moves, before: Callable[[Any, Any], None] | None = None) -> Play:
    """Return what a move does, by its shape, unless `before` refuses it."""
    # By the class of the move, which is what a journal gives back; the kinds are for forms and JSON.
    plays = dict(moves.values())

    def play(state: Any, move: Any) -> Outcome[Any]:
        if before is not None:
            before(state, move)
        return plays[type(move)](state, move)

    return play


def _by_rounds(
    clauses: tuple[Clause, ...],
    moves: Moves,
    start: Callable[[Setup], State],
    rounds: Rounds[State],
    found: dict[str, Any],
) -> Moves:
    """Return the moves that tell of rounds afterwards; whatever else follows from rounds is put into `found`."""
    of = OfRounds(rounds, clauses)
    # The clause that says how many may play (`Game.box_clause`) stands in where no rule of the game speaks: a sheet added to
    # a match that has begun.
    late = Afterwards(rounds, *moves[rounds.kind], start, clauses[0].id)
    found |= {
        "lay_out": of.lay_out,
        "laid_out": LaidOut,
        "status": of.status,
        "view": of.view,
        "shown": ShownMatch,
        "labels": LABELS,
        "value_name": of.value_name,
        "moment": of.moment,
        "screen": of.screen,
        "put_right": of.put_right,
        "story": of.story,
        "sheet": partial(sheet_of, of),
        "lesson": partial(lesson_of, of),
        "stands": late.stands,
        "paper": late.paper(),
    }
    return {STAND_NOW: (late.stand_now, late.play_stand_now), FROM_PAPER: (late.from_paper, late.play_from_paper)}


def _check_secrets(shapes: Mapping[str, type], secrets: str | None, own: Mapping[str, Any]) -> None:
    """Raise TypeError unless a game says that it is open, marks what is hidden, or redacts everything itself."""
    marked = [f"{shape.__name__}.{name}" for shape in shapes.values() for name in hidden_fields(shape)]
    # Refused when the game is loaded: a reader of such a declaration would believe one half of it.
    if secrets == OPEN and marked:
        raise TypeError(f"an open game hides nothing, but {marked[0]} is marked as hidden")
    if secrets != OPEN and not marked and not {"view", "redact"} <= own.keys():
        raise TypeError("say what is hidden: mark fields of moves with hidden(), or declare secrets=OPEN")
    # Marks on moves say nothing of the state: a hidden card that was played into it has to be taken out of the view by hand.
    if secrets != OPEN and "view" not in own:
        raise TypeError("a game with secrets says itself who may see what of its state: give it a view")


def _as_json(view: Callable[[Any, Viewer], object]) -> Callable[[Any, Viewer], Mapping[str, Json]]:
    """Return the view of a game that gives a record of what is shown, in plain JSON."""

    def plain(state: Any, viewer: Viewer) -> Mapping[str, Json]:
        shown = encode(view(state, viewer))
        assert isinstance(shown, dict)
        return shown

    return plain


__all__ = ["OPEN", "Move", "Rounds", "declare", "dispatch"]
