"""What comes in by a form of a board."""

from __future__ import annotations

from typing import Final

from flask import request

from companion.engine.game import Draft

NOT_THE_ENTRY: Final = frozenset({"version", "anyway", "confirm", "index"})


def entered_values() -> Draft:
    """What was tapped into the form, without what the form says about itself.

    Names that begin with an underscore say how somebody likes to enter: kept with the draft, no part of the move.
    """
    return {name: tuple(values) for name, values in request.form.lists() if name not in NOT_THE_ENTRY}
