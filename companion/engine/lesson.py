"""A first-round guide: a few cards for people who have the box but not the patience."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.engine.rulings import Reason, cited
from companion.engine.text import Text

MOST_CARDS: Final = 8
"""A guide has no more cards than this: whoever wants to know more reads the rules."""


@dataclass(frozen=True, slots=True)
class LessonCard:
    """One card of the guide: a title, two or three short sentences with their clauses, and a drawing.

    `drawing` names a macro of the game's `lesson_drawings.html`; `shows` says in words what is drawn.
    """

    title: Text
    sentences: tuple[Reason, ...]
    drawing: str
    shows: Text

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the card rests on, each once, in the order of its sentences."""
        return cited(self.sentences)
