"""A form as data: what a template needs to draw each question, and which ones are still unanswered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.engine.flat import EMPTY
from companion.engine.text import Text
from companion.web.forms.shapes import Face

LONGEST_FIGURE: Final = 3
Kind: TypeAlias = Literal["one", "several", "number", "text", "toggle", "group", "rows"]


@dataclass(frozen=True, slots=True)
class Field:
    """One question, or a group of them.

    - `one` and `several` are picked from `faces`, a `number` or a `text` is typed, a `toggle` is ticked. A `group` has
      `parts`; so have `rows`, which number from `fewest` to `most`.
    - `given` is what has been answered, as texts; `is_needed` tells whether a blank answer is a missing one.
    - `seat` is the player asked about; `is_by_player` says that each part is about another player.
    """

    kind: Kind
    path: str
    label: Text | None
    hint: Text | None = None
    widget: str = ""
    faces: tuple[Face, ...] = ()
    given: tuple[str, ...] = ()
    parts: tuple[Field, ...] = ()
    seat: int | None = None
    is_needed: bool = False
    is_by_player: bool = False
    has_a_tick: bool = False
    fewest: int = 0
    most: int = 0

    @property
    def name(self) -> str:
        """The last step of its path."""
        return self.path.rsplit(".", 1)[-1]

    @property
    def id(self) -> str:
        """Its id in the page."""
        return "f-" + self.path.replace(".", "-")

    @property
    def is_blank(self) -> bool:
        """Whether nothing in it has been answered."""
        return not self.given and all(part.is_blank for part in self.parts)

    @property
    def is_said_empty(self) -> bool:
        """Whether it is a list of which was answered that nothing is in it."""
        return self.kind == "rows" and self.given == (EMPTY,) and not self.parts

    @property
    def is_wide(self) -> bool:
        """Whether its choices are words, which need more room than figures."""
        said = [face for face in self.faces if face.value not in ("null", "")]
        return any(face.label is not None or len(face.value) > LONGEST_FIGURE for face in said)

    @property
    def chosen(self) -> tuple[Face, ...]:
        """The choices that were picked."""
        return tuple(face for face in self.faces if face.value in self.given)

    def part(self, name: str) -> Field:
        """The part of this name. Raises KeyError."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def every(self) -> Iterator[Field]:
        """Itself and everything in it."""
        yield self
        for part in self.parts:
            yield from part.every()


def unanswered(form: Field) -> tuple[Field, ...]:
    """The unanswered questions that need an answer, in order, without those that a ticked box in the row settles."""
    if form.has_a_tick:
        return ()
    own = (form,) if form.is_needed and form.is_blank else ()
    return own + tuple(field for part in form.parts for field in unanswered(part))


def nearest(form: Field, path: str) -> Field | None:
    """The question an error is about: the one at its path, or the nearest that holds it; None for the whole form."""
    found = {field.path: field for field in form.every() if field.path}
    while path and path not in found:
        path = path.rpartition(".")[0]
    return found.get(path)
