"""From plain JSON values to frozen dataclasses and back, strictly: `true` is not 1, 5.0 is not 5.

A wrong shape raises `NotAMove` and says where; a value out of its declared range raises `IllegalMove` with the clause.
The same declarations read forms and addresses (`companion.engine.flat`), where every scalar is a text.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from companion.engine.declared import alternatives, hints, is_union, left_blank, left_blank_of_way, required
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.marks import AtSeat, Between, Length
from companion.engine.rulings import Json, Reason
from companion.engine.text import Text, say

LARGEST: Final = 2**63 - 1
LONGEST_TEXT: Final = 200
_INTEGER = re.compile(r"-?[0-9]{1,19}")
_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
# The place in a list, as a form names it. A blank place between others stays blank: nobody moves up unseen.
_INDEX = re.compile(r"0|[1-9][0-9]{0,2}")


@dataclass(slots=True)
class Reading:
    """One reading of one value: how scalars are written, how many seats there are, what was out of range so far."""

    seats: int
    seat_clause: str
    as_text: bool = False
    out_of_range: list[tuple[str, Reason]] = field(default_factory=list)


def decode(wanted: Any, value: object, reading: Reading, path: str = "") -> Any:
    """The value as `wanted`. Raises `NotAMove` for a wrong shape, `IllegalMove` for values out of range."""
    read = _read(wanted, value, reading, path, ())
    if reading.out_of_range:
        raise IllegalMove(*(reason for _, reason in reading.out_of_range), path=reading.out_of_range[0][0])
    return read


def encode(value: object) -> Json:
    """The plain JSON of a value; fields that are None by default are left out, map keys are strings."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [encode(one) for one in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            item.name: encode(getattr(value, item.name))
            for item in dataclasses.fields(value)
            if not (getattr(value, item.name) is None and item.default is None)
        }
    if isinstance(value, Mapping):
        return {str(key): encode(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        return [encode(one) for one in sorted(value)]
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _read(wanted: Any, value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> Any:
    origin = get_origin(wanted)
    if wanted is object:
        return value
    if origin is Annotated:
        inner, *found = get_args(wanted)
        return _read(inner, value, reading, path, (*marks, *found))
    if is_union(wanted):
        return _read_union(wanted, value, reading, path, marks)
    if origin is Literal:
        return _read_literal(get_args(wanted), value, reading, path)
    if origin is tuple:
        return _read_list(get_args(wanted), value, reading, path, marks)
    if origin is not None and issubclass(origin, Mapping):
        return _read_map(get_args(wanted), value, reading, path)
    if dataclasses.is_dataclass(wanted):
        return _read_shape(wanted, value, reading, path)
    return _read_scalar(wanted, value, reading, path, marks)


def _read_scalar(wanted: Any, value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> Any:
    if reading.as_text:
        value = _from_text(wanted, _single(value, path), path)
    if wanted is int:
        return _read_integer(value, reading, path, marks)
    if wanted is bool:
        if not isinstance(value, bool):
            raise NotAMove(path, say("This must be true or false."))
        return value
    if wanted is str:
        return _read_text(value, path, marks)
    raise TypeError(f"the codec cannot read {wanted!r}")


def _read_integer(value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotAMove(path, say("This must be a whole number."))
    if not -LARGEST - 1 <= value <= LARGEST:
        raise NotAMove(path, say("This number is too large."))
    for mark in marks:
        _check_range(value, mark, reading, path)
    return value


def _check_range(value: int, mark: object, reading: Reading, path: str) -> None:
    if isinstance(mark, Between) and not mark.low <= value <= mark.high:
        text = say(
            "{value} is not a possible {what}: it runs from {low} to {high}.",
            value=value,
            what=mark.what,
            low=mark.low,
            high=mark.high,
        )
        reading.out_of_range.append((path, Reason(text, (mark.clause,))))
    if isinstance(mark, AtSeat) and not 0 <= value < reading.seats:
        text = say("There is no seat {value} here: seats run from 0 to {last}.", value=value, last=reading.seats - 1)
        reading.out_of_range.append((path, Reason(text, (reading.seat_clause,))))


def _read_text(value: object, path: str, marks: tuple[object, ...]) -> str:
    if not isinstance(value, str):
        raise NotAMove(path, say("This must be a text."))
    if "\x00" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise NotAMove(path, say("This text holds characters that cannot be stored."))
    bounds = next((mark for mark in marks if isinstance(mark, Length)), Length(0, LONGEST_TEXT))
    if not bounds.low <= len(value) <= bounds.high:
        raise NotAMove(path, say("This must have {low} to {high} characters.", low=bounds.low, high=bounds.high))
    return value


def _read_literal(choices: tuple[Any, ...], value: object, reading: Reading, path: str) -> Any:
    if reading.as_text:
        single = _single(value, path)
        value = next((choice for choice in choices if _written(choice) == single), single)
    for choice in choices:
        if type(choice) is type(value) and choice == value:
            return choice
    raise NotAMove(path, say("This must be one of: {choices}.", choices=tuple(_written(one) for one in choices)))


def _read_union(wanted: Any, value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> Any:
    options = get_args(wanted)
    if type(None) in options and (value is None or (reading.as_text and value == ["null"])):
        return None
    rest = [option for option in options if option is not type(None)]
    if len(rest) == 1:
        return _read(rest[0], value, reading, path, marks)
    return _read_first(rest, value, reading, path, marks)


def _read_first(rest: list[Any], value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> Any:
    problem: NotAMove | None = None
    doubts = len(reading.out_of_range)
    for option in rest:
        try:
            return _read(option, value, reading, path, marks)
        except NotAMove as error:
            problem = problem or error
            del reading.out_of_range[doubts:]
    raise problem or NotAMove(path, say("This has not the right form."))


def _read_list(items: tuple[Any, ...], value: object, reading: Reading, path: str, marks: tuple[object, ...]) -> Any:
    found = _as_list(value, reading, path)
    if len(items) == 2 and items[1] is Ellipsis:
        _check_length(len(found), marks, path)
        wanted = [items[0]] * len(found)
    else:
        _check_length(len(found), (Length(len(items), len(items)),), path)
        wanted = list(items)
    return tuple(
        _read(one, given, reading, _join(path, index), ())
        for index, (one, given) in enumerate(zip(wanted, found, strict=True))
    )


def _as_list(value: object, reading: Reading, path: str) -> list[Any]:
    if reading.as_text and isinstance(value, list):
        return [[one] for one in value]
    if reading.as_text and isinstance(value, dict) and all(_INDEX.fullmatch(key) for key in value):
        return [value.get(str(index), {}) for index in range(max(map(int, value), default=-1) + 1)]
    if not isinstance(value, list):
        raise NotAMove(path, say("This must be a list."))
    return value


def _check_length(length: int, marks: tuple[object, ...], path: str) -> None:
    for mark in marks:
        if isinstance(mark, Length) and not mark.low <= length <= mark.high:
            raise NotAMove(path, _length_wanted(mark, length))


def _length_wanted(mark: Length, length: int) -> Text:
    if mark.low == mark.high:
        return say("Exactly {wanted} belong here; {given} are given.", wanted=mark.low, given=length)
    return say("{low} to {high} belong here; {given} are given.", low=mark.low, high=mark.high, given=length)


def _read_map(items: tuple[Any, ...], value: object, reading: Reading, path: str) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise NotAMove(path, say("This must be an object with a name for each value."))
    key_type, one_type = items
    keys = Reading(reading.seats, reading.seat_clause, as_text=True, out_of_range=reading.out_of_range)
    found = {
        _read_key(key_type, key, keys, _join(path, key)): _read(one_type, one, reading, _join(path, key), ())
        for key, one in value.items()
    }
    # In whatever order it was given, it is the same: what is told of it must be the same bytes in every process.
    return {key: found[key] for key in sorted(found, key=_place_among(key_type))}


def _place_among(wanted: Any) -> Callable[[Any], Any]:
    """What the keys of a map are sorted by: words of a list by their place in it, anything else as it is."""
    while get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    return get_args(wanted).index if get_origin(wanted) is Literal else _itself


def _itself(key: Any) -> Any:
    return key


def _read_key(wanted: Any, key: str, keys: Reading, path: str) -> Any:
    read = _read(wanted, [key], keys, path, ())
    if isinstance(read, int) and not _CANONICAL.fullmatch(key):
        raise NotAMove(path, say("This must be a whole number."))
    return read


def _read_shape(shape: Any, value: object, reading: Reading, path: str) -> Any:
    if not isinstance(value, dict):
        raise NotAMove(path, say("This must be an object with a name for each value."))
    declared = hints(shape)
    if reading.as_text:
        value = {name: one for name, one in value.items() if one != ["null"] or not _is_alternative(shape, name)}
        value = {**left_blank(shape), **left_blank_of_way(shape, value), **value}
    for name in value:
        if name not in declared:
            raise NotAMove(_join(path, name), say("Nothing of this name belongs here."))
    for name in declared:
        if name in required(shape) and name not in value:
            raise NotAMove(_join(path, name), say("This is missing."))
    _check_alternatives(shape, value, path)
    return shape(**{name: _read(declared[name], value[name], reading, _join(path, name), ()) for name in value})


def _check_alternatives(shape: Any, value: dict[str, Any], path: str) -> None:
    groups = alternatives(shape)
    if not groups:
        return
    given = [group for group in groups if any(value.get(name) is not None for name in group)]
    if len(given) != 1:
        raise NotAMove(path, say("Exactly one of these must be given: {ways}.", ways=_ways(groups)))
    for name in given[0]:
        if value.get(name) is None:
            raise NotAMove(_join(path, name), say("This is missing."))


def _is_alternative(shape: Any, name: str) -> bool:
    return any(name in group for group in alternatives(shape))


def _ways(groups: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(" + ".join(group) for group in groups)


def _single(value: object, path: str) -> str:
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    raise NotAMove(path, say("Exactly one value belongs here."))


def _from_text(wanted: Any, value: str, path: str) -> object:
    if wanted is int:
        if not _INTEGER.fullmatch(value):
            raise NotAMove(path, say("This must be a whole number."))
        return int(value)
    if wanted is bool:
        return {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}.get(value, value)
    return value


def _written(choice: object) -> str:
    return {True: "true", False: "false"}[choice] if isinstance(choice, bool) else str(choice)


def _join(path: str, part: str | int) -> str:
    return f"{path}.{part}" if path else str(part)
