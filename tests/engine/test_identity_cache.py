"""What is worked out of a state is worked out once."""

from companion.engine.identity_cache import cached_by_identity


class Thing:
    """Something with an identity."""


def test_the_same_thing_is_worked_out_once() -> None:
    asked: list[Thing] = []

    @cached_by_identity
    def number(thing: Thing) -> int:
        asked.append(thing)
        return len(asked)

    one, other = Thing(), Thing()
    assert [number(one), number(other), number(one)] == [1, 2, 1]
    assert asked == [one, other]


def test_equal_things_are_told_apart() -> None:
    @cached_by_identity
    def identity(thing: list[int]) -> int:
        return id(thing)

    one, equal = [1], [1]
    assert identity(one) == id(one)
    assert identity(equal) == id(equal)
