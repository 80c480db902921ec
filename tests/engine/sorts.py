"""Shapes with a field of each sort that the codec knows, and how tests read them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import strategies as st

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.marks import Between, Length, Seat
from companion.games import games

Small = Annotated[int, Between(1, 6, "TO-1", "pip")]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two numbers, of which the second may be missing and the third has a value of its own."""

    first: Small
    second: Small | None = None
    third: bool = False


@dataclass(frozen=True, slots=True)
class Every:
    number: int
    truth: bool
    word: Annotated[str, Length(1, 5)]
    colour: Literal["red", "blue"]
    size: Literal[1, True, "X"]
    couple: tuple[Small, Small]
    pips: Annotated[tuple[Small, ...], Length(0, 3)]
    by_seat: Mapping[Seat, Small]
    pairs: tuple[Pair, ...]
    nothing: Small | None


@dataclass(frozen=True, slots=True)
class Either:
    """One way or the other."""

    alternatives: ClassVar = (("left",), ("right", "far_right"))

    left: int | None = None
    right: int | None = None
    far_right: int | None = None


@dataclass(frozen=True, slots=True)
class OneOrOther:
    """A list of pairs, or a number, or a word."""

    value: tuple[Pair, ...] | Small | Literal["X"]


@dataclass(frozen=True, slots=True)
class Rows:
    rows: tuple[Pair, ...]


GOOD: dict[str, Any] = {
    "number": 5, "truth": True, "word": "abc", "colour": "red", "size": "X", "couple": [1, 2], "pips": [6],
    "by_seat": {"0": 1, "2": 3}, "pairs": [{"first": 1, "third": False}, {"first": 2, "second": 3, "third": True}],
    "nothing": None,
}  # fmt: skip

SHAPES = {
    f"{game.slug} {name}": (shape, game.players[-1])
    for game in games().values()
    for name, shape in [*game.moves.items(), *((kind.name, kind.facts) for kind in game.rulings)]
}

NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*GOOD, "0", "first"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def read(shape: type, value: Any, *, as_text: bool = False) -> Any:
    return decode(shape, value, Reading(3, "TO-1", as_text=as_text))


def where(shape: type, value: Any, *, as_text: bool = False) -> str:
    with pytest.raises(NotAMove) as caught:
        read(shape, value, as_text=as_text)
    assert caught.value.text.message
    return caught.value.path


def read_or_refusal(shape: type, value: Callable[[], Any], *, as_text: bool) -> Any:
    """What is read, or why not; its words can be written down."""
    try:
        return read(shape, value(), as_text=as_text)
    except (NotAMove, IllegalMove) as refusal:
        refusal.path.encode()
        return refusal


def without_blanks(value: Any) -> Any:
    """The value without what need not be told from nothing: empty lists and objects in an object or at a list's end."""
    if isinstance(value, dict):
        pruned = {key: without_blanks(one) for key, one in value.items()}
        return {key: one for key, one in pruned.items() if one not in ([], {})}
    if not isinstance(value, list):
        return value
    rows = [without_blanks(one) for one in value]
    while rows and rows[-1] in ([], {}):
        rows.pop()
    return rows
