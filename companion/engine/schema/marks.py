"""What a declaration says of a value beyond its type: its range, its clause, and how a form asks for it.

    Level = Annotated[int, Between(1, 12, "LU-2", "water level")]

One declaration serves the codec (refuses 13, citing LU-2), the API document (minimum and maximum) and the forms.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Between:
    """An integer from `low` to `high`, both allowed; outside, `clause` forbids it.

    `what` names it in the interface's description; `key` in a form, where it is the key of something.
    A number is so much `above` the one that a form shows.
    """

    low: int
    high: int
    clause: str
    what: str
    key: Text | None = None
    above: int = 0


@dataclass(frozen=True, slots=True)
class AtSeat:
    """An integer that numbers a seat, from 0 clockwise; the codec gets the number of seats."""


@dataclass(frozen=True, slots=True)
class EachSeat:
    """A list with an item for each player, where its length does not tell: how many can play is in the options."""


@dataclass(frozen=True, slots=True)
class Length:
    """A list of `low` to `high` items, or a text of as many characters; anything else does not have the right shape.

    `clause`: where the box holds no more of what is listed, the clause that says so, and forbids it.
    """

    low: int
    high: int
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """How a form asks for the value: a question or label, and where it helps a hint and the name of a widget.

    `if_needed`: a player's row is complete without it. `asks`: the whole question, as one asks it at the table, of {name} or
    {names} where players are asked; a label may be one.
    """

    label: Text
    hint: Text | None = None
    widget: str = ""
    if_needed: bool = False
    asks: Text | None = None

    @property
    def asked(self) -> Text | None:
        """The whole question; None where there is but a label."""
        return self.asks or (self.label if self.label.message.endswith("?") else None)


@dataclass(frozen=True, slots=True)
class Named:
    """The words shown for each choice of a Literal, in order."""

    labels: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Refer:
    """A value whose schema is elsewhere in the document of the interface, under this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """A field of a move that only the holder of its `seat` sees `until` a reveal; unless the options lay it open."""

    until: str
    unless: Callable[[Mapping[str, bool | str]], bool] | None = None


def hidden(until: str, unless: str | Callable[[Mapping[str, bool | str]], bool] | None = None) -> Hidden:
    """Return the mark of a secret: `until` says in a word when it comes to light, `unless` names the option that has no
    secrets, or tells it from all options.
    """
    return Hidden(until, (lambda options: bool(options[unless])) if isinstance(unless, str) else unless)


Seat: TypeAlias = Annotated[int, AtSeat()]
