"""What a form of a board sends: an entry, or a correction under way, of which nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import request

from companion.engine.errors import NotAMove
from companion.engine.game import Draft
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number
from companion.engine.text import say

NOT_THE_ENTRY: Final = frozenset({"version", "anyway", "confirm", "index", "pending"})


def sent_number(name: str) -> int | None:
    """The whole number that a form sends under a name; None where it sends nothing. Raises `NotAMove` for anything else."""
    text = request.form.get(name, "").strip()
    found = whole_number(text)
    if text and found is None:
        raise NotAMove(name, NO_WHOLE_NUMBER)
    return found


def entered_values() -> Draft:
    """What was tapped into the form, without what the form says about itself.

    Names that begin with an underscore say how somebody likes to enter: they are not part of the move.
    """
    return {name: tuple(values) for name, values in request.form.lists() if name not in NOT_THE_ENTRY}


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction under way: the new move of each entry, and whether it stands although the box doubts it."""

    moves: Mapping[int, Draft] = field(default_factory=dict)
    anyway: bool = False

    def with_move(self, index: int, entered: Draft, *, anyway: bool) -> Pending:
        """The same with one more entry corrected, oldest entry first."""
        return Pending(dict(sorted({**self.moves, index: entered}.items())), self.anyway or anyway)

    @property
    def as_sent(self) -> str:
        """What a form sends along; empty if no entry is corrected yet."""
        return json.dumps({"moves": self.moves, "anyway": self.anyway}) if self.moves else ""


def read_pending() -> Pending:
    """The correction that the form sent along, or an empty one. Raises `NotAMove` for what no form of ours sends."""
    sent = request.form.get("pending", "")
    anyway = request.form.get("anyway") == "true"
    if not sent:
        return Pending(anyway=anyway)
    try:
        body = json.loads(sent)
        moves = {int(at): {str(n): tuple(map(str, v)) for n, v in move.items()} for at, move in body["moves"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise NotAMove("pending", say("This edit can’t be read. Start it again from the game log.")) from None
    return Pending(dict(sorted(moves.items())), anyway or body.get("anyway") is True)
