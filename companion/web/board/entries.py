"""What a form of a board sends."""

from __future__ import annotations

from typing import Final

from flask import request

from companion.engine.errors import NotAMove
from companion.engine.game import Draft
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number

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
