"""From plain JSON values to frozen dataclasses and back, strictly: `true` is not 1, 5.0 is not 5.

A wrong shape raises `NotAMove` and says where; a value out of its declared range raises `IllegalMove` with the clause.
The same declarations read forms and addresses (`companion.engine.schema.formdata`), where every scalar is a text. Readers
are built once for each type.
"""

import dataclasses
import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, TypeVar, get_args

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.identity_cache import cached_by_identity
from companion.engine.rulings import Json, Reason
from companion.engine.schema.declared import Declared, Kind, alternatives, fields, required, unwrap
from companion.engine.schema.formdata import EMPTY
from companion.engine.schema.marks import Length, Prompt
from companion.engine.schema.scalars import (
    LARGEST,
    LONGEST_TEXT,
    NO_WHOLE_NUMBER,
    Read,
    Reading,
    choice_reader,
    number_reader,
    text_reader,
    truth_reader,
)
from companion.engine.text import Either, say, too_many

__all__ = ["LARGEST", "LONGEST_TEXT", "Reading", "decode", "encode", "read_as", "read_stored", "written"]
Stored = TypeVar("Stored")
_CANONICAL = re.compile(r"0|-?[1-9][0-9]*")
# The place in a list, as a form names it. A blank place between others stays blank: no one moves up unnoticed.
_INDEX = re.compile(r"0|[1-9][0-9]{0,2}")


def decode(wanted: Any, value: object, reading: Reading, path: str = "") -> Any:
    """Return the value as `wanted`. Raise `NotAMove` for a wrong shape, `IllegalMove` for values out of range."""
    # Readers are kept by type, and a journal of thousands of moves is read by a handful of them.
    read = reader_of(unwrap(wanted))(value, reading, path)
    # Collected, not raised at the first: a judge names everything that no box holds, each at its field.
    if reading.out_of_range:
        paths, reasons = zip(*reading.out_of_range, strict=True)
        raise IllegalMove(*reasons, paths=paths)
    return read


def read_as(wanted: Any, value: object, seats: int, clause: str) -> Any:
    """Return what the texts of a half-filled form say, as `wanted`; None where they say no such thing."""
    try:
        return decode(wanted, value, Reading(seats, clause, as_text=True))
    except (NotAMove, IllegalMove):
        return None


def read_stored(text: str | None, wanted: type[Stored], otherwise: Stored) -> Stored:
    """Return what a stored text says, as `wanted`; `otherwise` where there is none, or no one can read it."""
    try:
        found: Stored = decode(wanted, json.loads(text), Reading(0, "")) if text else otherwise
    # What is stored for a while - a choice, a note - may be older than its shape now, or damaged. It is worth no error to
    # anyone.
    except (NotAMove, IllegalMove, ValueError, RecursionError):
        return otherwise
    return found


def encode(value: object) -> Json:
    """Return the plain JSON of a value; a field is left out if it is None and that is its default.

    Map keys are strings.
    """
    # The commonest first: most of what is written are single figures and words.
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [encode(one) for one in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        given = [(name, getattr(value, name), may_lack) for name, may_lack in _written_fields(type(value))]
        return {name: encode(one) for name, one, may_lack in given if one is not None or not may_lack}
    if isinstance(value, Mapping):
        return {str(key): encode(one) for key, one in value.items()}
    if isinstance(value, (set, frozenset)):
        # A set has no order of its own, and its JSON goes into hashes and comparisons.
        return [encode(one) for one in sorted(value)]
    raise TypeError(f"{type(value).__name__} has no JSON form")


@cached_by_identity
def written(record: object) -> Mapping[str, Json]:
    """Return the plain JSON of a record, kept beside it: a new move is recorded, shown, and compared with what is
    shown.
    """
    plain = encode(record)
    assert isinstance(plain, dict)
    return plain


@cache
def _written_fields(shape: type) -> tuple[tuple[str, bool], ...]:
    """Return the names of a shape's fields, each with whether its default is None."""
    return tuple((item.name, item.default is None) for item in dataclasses.fields(shape))


@cache
def reader_of(declared: Declared) -> Read:
    """Return the reader of a declared type's values, within what its marks allow."""
    read = _READERS[declared.kind](declared)

    def read_or_none(value: Any, reading: Reading, path: str) -> Any:
        if value is None or (reading.as_text and value == ["null"]):
            return None
        return read(value, reading, path)

    return read_or_none if declared.is_optional else read


def _union_reader(declared: Declared) -> Read:
    """Return the reader of whatever the first member can read."""
    readers = [reader_of(one) for one in declared.inner]
    words = tuple(word for one in declared.inner if one.kind == "choice" for word in get_args(one.bare))

    def read(value: Any, reading: Reading, path: str) -> Any:
        problem: NotAMove | None = None
        # A mark, to go back to where a member turns out not to be meant.
        doubts = len(reading.out_of_range)
        for read_one in readers:
            try:
                return read_one(value, reading, path)
            except NotAMove as error:
                problem = problem or error
                # What a member noted before it gave up was about another reading of the value.
                del reading.out_of_range[doubts:]
        # Where a word would have done too, the refusal names it, such as the X of a limit card.
        if problem is not None and problem.text == NO_WHOLE_NUMBER and words:
            raise NotAMove(path, say("This must be a whole number or {word}.", word=Either(words)))
        raise problem or NotAMove(path, say("This isn’t in the right format."))

    return read


def _list_reader(declared: Declared) -> Read:
    each = reader_of(declared.inner[0])
    wanted, asked = declared.mark(Length), declared.mark(Prompt)
    of_the_box = wanted if wanted and asked and wanted.clause else None

    def read(value: Any, reading: Reading, path: str) -> tuple[Any, ...]:
        found = _as_list(value, reading, path, None if of_the_box else wanted)
        if of_the_box and asked and len(found) > of_the_box.high:
            # Of more than the box holds nothing is read: that alone may take long.
            beyond = too_many(asked.label, len(found), of_the_box.high)
            reading.out_of_range.append((path, Reason(beyond, (of_the_box.clause,))))
            return ()
        prefix = path and f"{path}."
        return tuple([each(one, reading, f"{prefix}{index}") for index, one in enumerate(found)])

    return read


def _tuple_reader(declared: Declared) -> Read:
    readers = [reader_of(one) for one in declared.inner]

    def read(value: Any, reading: Reading, path: str) -> tuple[Any, ...]:
        found = _as_list(value, reading, path, Length(len(readers), len(readers)))
        prefix = path and f"{path}."
        return tuple([readers[index](one, reading, f"{prefix}{index}") for index, one in enumerate(found)])

    return read


def _as_list(value: Any, reading: Reading, path: str, wanted: Length | None) -> list[Any]:
    """Return the items of a list, as many as are wanted, however they were written. Raise `NotAMove`."""
    if reading.as_text and isinstance(value, list):
        found: list[Any] = [] if value == [EMPTY] else [[one] for one in value]
    # A form numbers its rows by name, and leaves out the blank ones. The highest number says how many there are; `_INDEX`
    # keeps that small.
    elif reading.as_text and isinstance(value, dict) and all(_INDEX.fullmatch(key) for key in value):
        found = [value.get(str(index), {}) for index in range(max(map(int, value), default=-1) + 1)]
    elif isinstance(value, list):
        found = value
    else:
        raise NotAMove(path, say("This isn’t in the right format."))
    if wanted is None or wanted.low <= len(found) <= wanted.high:
        return found
    # Of a list that may have several lengths, fewer than the least means that something is still to be filled in.
    if reading.as_text and len(found) < wanted.low and (not found or wanted.low < wanted.high):
        raise NotAMove(path, say("This is missing."))
    if wanted.low == wanted.high:
        raise NotAMove(path, say("Enter exactly {wanted}, not {given}.", wanted=wanted.low, given=len(found)))
    raise NotAMove(path, say("Enter {low} to {high}, not {given}.", low=wanted.low, high=wanted.high, given=len(found)))


def _map_reader(declared: Declared) -> Read:
    key_type, one_type = declared.inner
    read_key, read_one = reader_of(key_type), reader_of(one_type)
    # The order in which it was given does not matter: its JSON must be the same bytes in every process.
    place: Any = get_args(key_type.bare).index if key_type.kind == "choice" else None

    def read(value: Any, reading: Reading, path: str) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise NotAMove(path, say("This isn’t in the right format."))
        # The keys of JSON are texts, whatever they number.
        keys = Reading(reading.seats, reading.seat_clause, as_text=True, out_of_range=reading.out_of_range)
        prefix = path and f"{path}."
        found: dict[Any, Any] = {}
        for key, one in value.items():
            key_read = read_key([key], keys, prefix + key)
            # "1" and "01" would be the same seat twice, the second in place of the first.
            if isinstance(key_read, int) and not _CANONICAL.fullmatch(key):
                raise NotAMove(prefix + key, NO_WHOLE_NUMBER)
            found[key_read] = read_one(one, reading, prefix + key)
        # By the order of the choices where the key is one of several words, so that their JSON reads as the rules list them.
        return {key: found[key] for key in sorted(found, key=place)}

    return read


def _shape_reader(declared: Declared) -> Read:
    shape: type = declared.bare
    groups, names = alternatives(shape), fields(shape)
    needed = tuple(name for name in names if name in required(shape))

    @cache  # built at the first value: a shape may hold others of its own kind
    def readers() -> dict[str, Read]:
        return {name: reader_of(one) for name, one in names.items()}

    def read(value: Any, reading: Reading, path: str) -> Any:
        if not isinstance(value, dict):
            raise NotAMove(path, say("This isn’t in the right format."))
        if reading.as_text:
            # A form cannot send a box that is not ticked, nor a list of which nothing is.
            value = _with_blanks(shape, groups, value)
        prefix, known = path and f"{path}.", readers()
        for name in value:
            # Refused, not ignored: a misspelt field would else silently mean its default.
            if name not in known:
                raise NotAMove(prefix + name, say("There’s no field with this name here."))
        for name in needed:
            if name not in value:
                raise NotAMove(prefix + name, say("This is missing."))
        if groups:
            _check_alternatives(groups, value, path)
        return shape(**{name: known[name](one, reading, prefix + name) for name, one in value.items()})

    return read


_READERS: Final[Mapping[Kind, Callable[[Declared], Read]]] = {
    "anything": lambda declared: lambda value, reading, path: value,
    "number": number_reader,
    "text": text_reader,
    "truth": truth_reader,
    "choice": choice_reader,
    "list": _list_reader,
    "tuple": _tuple_reader,
    "map": _map_reader,
    "shape": _shape_reader,
    "union": _union_reader,
}


def _with_blanks(shape: type, groups: tuple[tuple[str, ...], ...], value: dict[str, Any]) -> dict[str, Any]:
    """Return what a form gives, completed by what it leaves out when nothing is ticked."""
    # If None is a value of its own, leaving the field blank does not say it. In a chosen way it is none.
    usual = _blanks(shape, tuple(name for name in required(shape) if not fields(shape)[name].is_optional))
    given = {name: one for name, one in value.items() if one != ["null"] or not any(name in group for group in groups)}
    chosen = [group for group in groups if any(name in given for name in group)]
    return {**usual, **(_blanks(shape, chosen[0]) if len(chosen) == 1 else {}), **given}


@cache
def _blanks(shape: type, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a form leaves out of these if nothing is ticked: no entries in a list or a map, false for a box."""
    blank: dict[Kind, Any] = {"truth": ["false"], "list": [], "tuple": [], "map": {}}
    kinds = {name: fields(shape)[name].kind for name in names}
    return {name: blank[kind] for name, kind in kinds.items() if kind in blank}


def _check_alternatives(groups: tuple[tuple[str, ...], ...], value: dict[str, Any], path: str) -> None:
    given = [group for group in groups for name in group if value.get(name) is not None]
    if not given or any(group is not given[0] for group in given):
        ways = tuple(" + ".join(group) for group in groups)
        raise NotAMove(path, say("Give exactly one of these: {ways}.", ways=ways))
    for name in given[0]:
        if value.get(name) is None:
            raise NotAMove((path and f"{path}.{name}") or name, say("This is missing."))
