"""Readers of declared types, built once for each shape, so that no declaration is read again for each value."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

from companion.engine.declared import alternatives, hints, is_union, left_blank, left_blank_of_way, required
from companion.engine.errors import NotAMove
from companion.engine.flat import EMPTY
from companion.engine.marks import Length
from companion.engine.scalars import NO_WHOLE_NUMBER, Read, Reading, literal_reader, scalar_reader
from companion.engine.text import Either, Text, say

_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
# The place in a list, as a form names it. A blank place between others stays blank: nobody moves up unnoticed.
_INDEX = re.compile(r"0|[1-9][0-9]{0,2}")


def reader_of(wanted: Any, marks: tuple[object, ...] = ()) -> Read:
    """The reader of a type's values, within what its marks allow. Raises TypeError for a type that is never read."""
    origin = get_origin(wanted)
    if wanted is object:
        return _read_anything
    if origin is Annotated:
        inner, *found = get_args(wanted)
        return reader_of(inner, (*marks, *found))
    if is_union(wanted):
        return _union_reader(get_args(wanted), marks)
    if origin is Literal:
        return literal_reader(get_args(wanted))
    if origin is tuple:
        return _list_reader(get_args(wanted), marks)
    if origin is not None and issubclass(origin, Mapping):
        return _map_reader(*get_args(wanted))
    if dataclasses.is_dataclass(wanted):
        return _shape_reader(wanted)  # type: ignore[arg-type]
    return scalar_reader(wanted, marks)


def _read_anything(value: Any, reading: Reading, path: str) -> Any:
    return value


def _union_reader(options: tuple[Any, ...], marks: tuple[object, ...]) -> Read:
    may_be_none = type(None) in options
    rest = [reader_of(option, marks) for option in options if option is not type(None)]
    words = tuple(word for option in options if get_origin(option) is Literal for word in get_args(option))
    read_rest = rest[0] if len(rest) == 1 else _first_reader(rest, words)

    def read(value: Any, reading: Reading, path: str) -> Any:
        if may_be_none and (value is None or (reading.as_text and value == ["null"])):
            return None
        return read_rest(value, reading, path)

    return read


def _first_reader(readers: list[Read], words: tuple[Any, ...]) -> Read:
    """The reader of whatever the first of these can read; `words` are those that are allowed beside it."""

    def read(value: Any, reading: Reading, path: str) -> Any:
        problem: NotAMove | None = None
        doubts = len(reading.out_of_range)
        for read_one in readers:
            try:
                return read_one(value, reading, path)
            except NotAMove as error:
                problem = problem or error
                del reading.out_of_range[doubts:]
        if problem is not None and problem.text == NO_WHOLE_NUMBER and words:
            raise NotAMove(path, say("This must be a whole number or {word}.", word=Either(words)))
        raise problem or NotAMove(path, say("This does not have the right form."))

    return read


def _list_reader(items: tuple[Any, ...], marks: tuple[object, ...]) -> Read:
    is_open = len(items) == 2 and items[1] is Ellipsis
    lengths = (
        tuple(mark for mark in marks if isinstance(mark, Length)) if is_open else (Length(len(items), len(items)),)
    )
    each = [reader_of(one) for one in (items[:1] if is_open else items)]

    def read(value: Any, reading: Reading, path: str) -> tuple[Any, ...]:
        found = _as_list(value, reading, path)
        for wanted in lengths:
            if not wanted.low <= len(found) <= wanted.high:
                raise NotAMove(path, _length_wanted(wanted, len(found)))
        readers = each * len(found) if is_open else each
        prefix = _prefix(path)
        return tuple([readers[index](one, reading, f"{prefix}{index}") for index, one in enumerate(found)])

    return read


def _as_list(value: Any, reading: Reading, path: str) -> list[Any]:
    if isinstance(value, list):
        if reading.as_text:
            return [] if value == [EMPTY] else [[one] for one in value]
        return value
    if reading.as_text and isinstance(value, dict) and all(_INDEX.fullmatch(key) for key in value):
        return [value.get(str(index), {}) for index in range(max(map(int, value), default=-1) + 1)]
    raise NotAMove(path, say("This must be a list."))


def _length_wanted(mark: Length, length: int) -> Text:
    if mark.low == mark.high:
        return say("Exactly {wanted} belong here; {given} are given.", wanted=mark.low, given=length)
    return say("{low} to {high} belong here; {given} are given.", low=mark.low, high=mark.high, given=length)


def _map_reader(key_type: Any, one_type: Any) -> Read:
    read_key, read_one, place = reader_of(key_type), reader_of(one_type), _place_among(key_type)

    def read(value: Any, reading: Reading, path: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise NotAMove(path, say("This must be an object with a name for each value."))
        keys = Reading(reading.seats, reading.seat_clause, as_text=True, out_of_range=reading.out_of_range)
        prefix = _prefix(path)
        found: dict[Any, Any] = {}
        for key, one in value.items():
            key_read = _key(read_key([key], keys, prefix + key), key, prefix + key)
            found[key_read] = read_one(one, reading, prefix + key)
        # The order in which it was given does not matter: its JSON must be the same bytes in every process.
        return {key: found[key] for key in sorted(found, key=place)}

    return read


def _key(read: Any, written: str, path: str) -> Any:
    if isinstance(read, int) and not _CANONICAL.fullmatch(written):
        raise NotAMove(path, NO_WHOLE_NUMBER)
    return read


def _place_among(wanted: Any) -> Callable[[Any], Any]:
    """The sort key of a map's keys: listed words by their place in the list, anything else as it is."""
    while get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    return get_args(wanted).index if get_origin(wanted) is Literal else _itself


def _itself(key: Any) -> Any:
    return key


@cache
def _shape_reader(shape: type) -> Read:
    declared, groups = hints(shape), alternatives(shape)
    needed = tuple(name for name in declared if name in required(shape))

    @cache  # built at the first value: a shape may hold others of its own kind
    def readers() -> dict[str, Read]:
        return {name: reader_of(one) for name, one in declared.items()}

    def read(value: Any, reading: Reading, path: str) -> Any:
        if not isinstance(value, dict):
            raise NotAMove(path, say("This must be an object with a name for each value."))
        if reading.as_text:
            value = _with_blanks(shape, groups, value)
        prefix, known = _prefix(path), readers()
        for name in value:
            if name not in known:
                raise NotAMove(prefix + name, say("Nothing of this name belongs here."))
        for name in needed:
            if name not in value:
                raise NotAMove(prefix + name, say("This is missing."))
        if groups:
            _check_alternatives(groups, value, path)
        return shape(**{name: known[name](one, reading, prefix + name) for name, one in value.items()})

    return read


def _with_blanks(shape: type, groups: tuple[tuple[str, ...], ...], value: dict[str, Any]) -> dict[str, Any]:
    """What a form gives, completed by what it leaves out when nothing is ticked."""
    if not groups:
        return {**left_blank(shape), **value}
    given = {name: one for name, one in value.items() if one != ["null"] or not any(name in group for group in groups)}
    return {**left_blank(shape), **left_blank_of_way(shape, given), **given}


def _check_alternatives(groups: tuple[tuple[str, ...], ...], value: dict[str, Any], path: str) -> None:
    given = [group for group in groups for name in group if value.get(name) is not None]
    if not given or any(group is not given[0] for group in given):
        raise NotAMove(path, say("Exactly one of these must be given: {ways}.", ways=_ways(groups)))
    for name in given[0]:
        if value.get(name) is None:
            raise NotAMove(_prefix(path) + name, say("This is missing."))


def _ways(groups: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(" + ".join(group) for group in groups)


def _prefix(path: str) -> str:
    """The beginning of the path of each part."""
    return path and f"{path}."
