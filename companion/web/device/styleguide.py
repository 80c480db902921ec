"""The style guide: every component once, in this device's theme."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template

from companion.games import covers
from companion.web.app.assets import own_style

blueprint = Blueprint("styleguide", __name__)


NAMES: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay")
CARDS: Final = ("r", "y", "g", "b", "v")
PLANTS: Final = ("flax", "wheat", "grapes", "onion", "aubergine")


@blueprint.get("/styleguide")
def page() -> str:
    """Every component once."""
    styles = [style for style in map(own_style, covers()) if style]
    return render_template("pages/styleguide.html", names=NAMES, cards=CARDS, plants=PLANTS, styles=styles)
