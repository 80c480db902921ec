"""Random values of any declared shape, as the JSON that its encoding would be."""

import dataclasses
import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st

from companion.engine.schema.codec import LARGEST
from companion.engine.schema.declared import alternatives, depending, hints, in_ways
from companion.engine.schema.marks import AtSeat, Between, Length

Json = st.SearchStrategy[Any]


def json_of(wanted: Any, seats: int, marks: tuple[object, ...] = ()) -> Json:
    origin = get_origin(wanted)
    if origin is Annotated:
        inner, *found = get_args(wanted)
        return json_of(inner, seats, (*marks, *found))
    if origin in (Union, types.UnionType):
        return st.one_of(*(json_of(one, seats, marks) for one in get_args(wanted)))
    if origin is Literal:
        return st.sampled_from(get_args(wanted))
    if origin is tuple:
        return _list_of(get_args(wanted), seats, marks)
    if origin is not None and issubclass(origin, Mapping):
        key, one = get_args(wanted)
        return st.dictionaries(json_of(key, seats).map(str), json_of(one, seats), max_size=4)
    if dataclasses.is_dataclass(wanted):
        assert isinstance(wanted, type)
        return json_of_shape(wanted, seats)
    return _scalar_of(wanted, seats, marks)


def json_of_shape(shape: type, seats: int) -> Json:
    """Values of a dataclass: what encoding would leave out is left out, and of alternatives one is given."""
    groups = alternatives(shape)
    if not groups:
        return _depending_fields_of(shape, seats)
    every = frozenset(name for group in groups for name in group)
    return st.one_of(
        *(
            _fields_of(shape, seats, frozenset(group), every - frozenset(group), others)
            for group, others in zip(groups, in_ways(shape), strict=True)
        )
    )


def _depending_fields_of(shape: type, seats: int) -> Json:
    """Values of a dataclass without alternatives, in which one field may say which others are given."""
    found = depending(shape)
    if found is None:
        return _fields_of(shape, seats, frozenset(), frozenset())
    is_that = {found.field: Literal[found.value]}
    others = {found.field: Literal[tuple(one for one in _choices_of(shape, found.field) if one != found.value)]}
    return st.one_of(
        _fields_of(shape, seats, frozenset(), frozenset(found.without), is_that),
        _fields_of(shape, seats, frozenset(found.needed), frozenset(), others),
    )


def _choices_of(shape: type, name: str) -> tuple[Any, ...]:
    inner = hints(shape)[name]
    while get_origin(inner) is not Literal:
        inner = get_args(inner)[0]
    return get_args(inner)


def _fields_of(
    shape: type, seats: int, must: frozenset[str], must_not: frozenset[str], others: Mapping[str, Any] | None = None
) -> Json:
    always, perhaps = {}, {}
    for item in dataclasses.fields(shape):
        declared = {**hints(shape), **(others or {})}[item.name]
        if item.name in must_not:
            continue
        if item.default is not None or (item.name in (others or {}) and types.NoneType not in get_args(declared)):
            always[item.name] = json_of(declared, seats)
        elif item.name in must:
            always[item.name] = _something_of(declared, seats)
        else:
            perhaps[item.name] = _something_of(declared, seats)
    return st.fixed_dictionaries(always, optional=perhaps)


def _something_of(wanted: Any, seats: int) -> Json:
    if get_origin(wanted) not in (Union, types.UnionType):
        return json_of(wanted, seats)
    return st.one_of(*(json_of(one, seats) for one in get_args(wanted) if one is not types.NoneType))


def _list_of(items: tuple[Any, ...], seats: int, marks: tuple[object, ...]) -> Json:
    if len(items) != 2 or items[1] is not Ellipsis:
        return st.tuples(*(json_of(one, seats) for one in items)).map(list)
    bounds = next((mark for mark in marks if isinstance(mark, Length)), Length(0, 3))
    return st.lists(json_of(items[0], seats), min_size=bounds.low, max_size=min(bounds.high, bounds.low + 4))


def _scalar_of(wanted: Any, seats: int, marks: tuple[object, ...]) -> Json:
    if wanted is types.NoneType:
        return st.none()
    if wanted is bool:
        return st.booleans()
    if wanted is str:
        bounds = next((mark for mark in marks if isinstance(mark, Length)), Length(0, 200))
        letters = st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"])
        return st.text(letters, min_size=bounds.low, max_size=min(bounds.high, bounds.low + 20))
    assert wanted is int, f"{wanted!r} is no type the codec reads"
    low = max([-LARGEST - 1, *(mark.low for mark in marks if isinstance(mark, Between))])
    high = min([LARGEST, *(mark.high for mark in marks if isinstance(mark, Between))])
    if any(isinstance(mark, AtSeat) for mark in marks):
        low, high = max(low, 0), min(high, seats - 1)
    return st.integers(low, high)
