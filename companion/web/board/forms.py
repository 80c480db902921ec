"""What a form of a board sends: an entry, half made or whole, or a correction under way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from flask import request

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft, Move
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number
from companion.engine.text import say
from companion.match import correct as corrections
from companion.match.journal_codec import read_move
from companion.match.snapshot import Snapshot

SINCE: Final = "_since"
"""A script says with it at which version a figure was typed, as `cells.1.0 4`, if the match has gone on since."""
NOT_THE_ENTRY: Final = frozenset({"version", "anyway", "confirm", "index", "pending", "unseen"})


def sent_number(name: str) -> int | None:
    """Return the whole number that a form sends under a name; None where it sends nothing.

    Raise `NotAMove` for anything else.
    """
    text = request.form.get(name, "").strip()
    found = whole_number(text)
    if text and found is None:
        raise NotAMove(name, NO_WHOLE_NUMBER)
    return found


def entered_values() -> Draft:
    """Return what was tapped into the form, without what the form says about itself.

    Names that begin with an underscore say how someone likes to enter: they are not part of the move. The app's own keys, and
    some keyboards, write a real minus sign, which `int` does not read.
    """
    given = request.form.lists()
    return {name: tuple(one.replace("−", "-") for one in all) for name, all in given if name not in NOT_THE_ENTRY}


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction under way: the new move of each entry, and whether it stands although the box doubts it."""

    moves: Mapping[int, Draft] = field(default_factory=dict)
    anyway: bool = False

    def with_move(self, index: int, entered: Draft, *, anyway: bool) -> Pending:
        """Return the same with one more entry corrected, oldest entry first."""
        return Pending(dict(sorted({**self.moves, index: entered}.items())), self.anyway or anyway)

    @property
    def as_sent(self) -> str:
        """What a form sends along; empty if no entry is corrected yet."""
        return json.dumps({"moves": self.moves, "anyway": self.anyway}) if self.moves else ""


def read_pending() -> Pending:
    """Return the correction that the form sent along, or an empty one.

    Raise `NotAMove` for what no form of ours sends.
    """
    sent = request.form.get("pending", "")
    anyway = request.form.get("anyway") == "true"
    if not sent:
        return Pending(anyway=anyway)
    try:
        body = json.loads(sent)
        # The page kept it, so anything may come back (ADR 18): each level is made what it has to be, or refused.
        moves = {int(at): {str(n): tuple(map(str, v)) for n, v in move.items()} for at, move in body["moves"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise NotAMove("pending", say("This isn’t in the right format.")) from None
    return Pending(dict(sorted(moves.items())), anyway or body.get("anyway") is True)


def figures(entered: Draft) -> Draft:
    """Return what was typed in a place of its own among several, as `points.1`."""
    return {name: values for name, values in entered.items() if "." in name and name[:1] != "_" and any(values)}


def is_tapped(name: str) -> bool:
    """Return whether what a form sends under a name says what was tapped, and not what it asks for, or of whom."""
    # A form also sends unasked whose the entry is, of which kind and colour a part of it, and how far a route is counted.
    unasked = ("kind", "own", "seat", "walk", "catching_up")
    return name[:1] != "_" and name.rpartition(".")[2] not in unasked and not name.endswith(".colour")


def read_entry(seen: Snapshot, entered: Draft) -> Move | None:
    """Return the move that was entered; None if something was missing still."""
    try:
        return read_move(seen.game, corrections.given(entered), seen.players, as_text=True)
    except (NotAMove, IllegalMove):
        return None
