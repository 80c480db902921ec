"""Corrections under way: they travel with the forms of their pages, and nothing of them is stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request

from companion.engine.errors import NotAMove
from companion.engine.game import Draft
from companion.engine.text import say


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
        raise NotAMove("pending", say("This correction cannot be read. Begin it again from the journal.")) from None
    return Pending(dict(sorted(moves.items())), anyway or body.get("anyway") is True)
