"""Results kept beside the immutable thing they were made from: every phone at the table looks at the same state."""

import functools
from collections.abc import Callable
from typing import Concatenate, Final, Generic, ParamSpec, TypeVar

Source = TypeVar("Source")
More = ParamSpec("More")
Result = TypeVar("Result")

# An entry holds its state, so this bounds memory: it is a few states each of the matches that go on at once.
MOST: Final = 64


class IdentityKey(Generic[Source]):
    """A thing that equals nothing but itself. While it is kept here, nothing else can have its identity."""

    __slots__ = ("source",)

    def __init__(self, source: Source) -> None:
        self.source = source

    def __eq__(self, other: object) -> bool:
        # `type` and `is`, not `isinstance`: this runs at each look-up of each part of a board.
        return type(other) is IdentityKey and self.source is other.source

    def __hash__(self) -> int:
        return id(self.source)


def cached_by_identity(
    work_out: Callable[Concatenate[Source, More], Result],
) -> Callable[Concatenate[Source, More], Result]:
    """Return the function, which repeats its result for the very same thing as long as that is among the last it saw.

    For functions of a state: states are immutable, and every phone at the table looks at the same one. They are compared
    by identity, because comparing two states by value would cost more than most results do. Further arguments are compared
    by value; for a thing that grows, one of them has to say how far it has grown (for a journal, its version).
    """

    @functools.lru_cache(maxsize=MOST)
    def of(same: IdentityKey[Source], *more: More.args, **named: More.kwargs) -> Result:
        return work_out(same.source, *more, **named)

    # Around the cached function and not instead of it: states are not hashable by value, and need not be.
    def look_up(source: Source, /, *more: More.args, **named: More.kwargs) -> Result:
        return of(IdentityKey(source), *more, **named)  # type: ignore[arg-type]

    functools.update_wrapper(look_up, work_out)
    return look_up
