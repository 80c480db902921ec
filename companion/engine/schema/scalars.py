"""Readers of single values: whole numbers, words of a list, texts and yes or no, from JSON or as a form writes them."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from json import JSONDecodeError
from typing import Any, Final, TypeAlias, get_args

from companion.engine.errors import NotAMove
from companion.engine.rulings import Reason
from companion.engine.schema.declared import Declared
from companion.engine.schema.marks import Between, Length
from companion.engine.text import say

# A signed number of 64 bits: what programs that read our JSON can hold.
LARGEST: Final = 2**63 - 1
LONGEST_TEXT: Final = 200
NO_WHOLE_NUMBER: Final = say("This must be a whole number.")
# Nineteen digits are the most that `LARGEST` has. `int` of a longer text takes time that grows with its square.
_INTEGER = re.compile(r"-?[0-9]{1,19}")
_TRUTHS: Final = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
# Where an object or a list begins or ends, a text, with a colon behind it if it is a name, or what is no number.
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[\[\]{}]|-?Infinity|NaN')
# PostgreSQL holds neither NUL nor a lone surrogate (`store.checks`): refused at the door, with the field's name.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(slots=True)
class Reading:
    """One reading of one value: how scalars are written, how many seats there are, what was out of range so far."""

    seats: int
    seat_clause: str
    as_text: bool = False
    out_of_range: list[tuple[str, Reason]] = field(default_factory=list)


Read: TypeAlias = Callable[[Any, Reading, str], Any]
"""Reads the plain value at a path as its declaration wants. Raises `NotAMove`; notes what is out of range."""


def single_text(value: object, path: str) -> str:
    """Return the one text that a form gives under a name. Raise `NotAMove` if it gives none or several."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    raise NotAMove(path, say("This isn’t in the right format."))


def whole_number(text: str) -> int | None:
    """Return the whole number that a text says; None where it says none, or one of more than 19 digits."""
    return int(text) if _INTEGER.fullmatch(text) else None


def choice_reader(declared: Declared) -> Read:
    """Return the reader of one of several words or numbers."""
    choices = get_args(declared.bare)
    words = {(type(choice), choice): choice for choice in choices}
    written: dict[str, Any] = {}
    for choice in choices:
        written.setdefault(_written(choice), choice)

    def read(value: Any, reading: Reading, path: str) -> Any:
        if reading.as_text:
            single = single_text(value, path)
            value = written.get(single, single)
        if isinstance(value, (str, int)) and (type(value), value) in words:
            return words[type(value), value]
        raise NotAMove(path, say("This must be one of: {choices}.", choices=tuple(map(_written, choices))))

    return read


def number_reader(declared: Declared) -> Read:
    """Return the reader of a whole number; one outside its range, or of no seat, is noted with its clause."""
    ranges = tuple(mark for mark in declared.marks if isinstance(mark, Between))
    is_seat = declared.is_seat

    def read(value: Any, reading: Reading, path: str) -> int:
        if reading.as_text:
            value = whole_number(single_text(value, path))
        # `isinstance` would let True through, which is an int in Python: a move with `seat: true` would be seat 1.
        if type(value) is not int:
            raise NotAMove(path, NO_WHOLE_NUMBER)
        if not -LARGEST - 1 <= value <= LARGEST:
            raise NotAMove(path, say("This is too large."))
        for one in ranges:
            if not one.low <= value <= one.high:
                # A form is told what it shows.
                above = one.above if reading.as_text else 0
                low, high, given = (number - above for number in (one.low, one.high, value))
                text = say("Enter {low} to {high}, not {given}.", low=low, high=high, given=given)
                # Noted and read on: the refusal names everything that is out of range, each with its clause.
                reading.out_of_range.append((path, Reason(text, (one.clause,))))
        if is_seat and not 0 <= value < reading.seats:
            reading.out_of_range.append((path, _no_seat(value, reading)))
        return value

    return read


def truth_reader(declared: Declared) -> Read:
    """Return the reader of yes or no."""

    def read(value: Any, reading: Reading, path: str) -> bool:
        if reading.as_text:
            value = _TRUTHS.get(single_text(value, path))
        if not isinstance(value, bool):
            raise NotAMove(path, say("This isn’t in the right format."))
        return value

    return read


def text_reader(declared: Declared) -> Read:
    """Return the reader of a text of so many characters."""
    bounds = declared.mark(Length) or Length(0, LONGEST_TEXT)

    def read(value: Any, reading: Reading, path: str) -> str:
        if reading.as_text:
            value = single_text(value, path)
        if not isinstance(value, str):
            raise NotAMove(path, say("This isn’t in the right format."))
        if _UNSTORABLE.search(value):
            raise NotAMove(path, say("This text has characters that can’t be saved."))
        if not bounds.low <= len(value) <= bounds.high:
            raise NotAMove(path, say("This needs {low} to {high} characters.", low=bounds.low, high=bounds.high))
        return value

    return read


def _no_seat(value: int, reading: Reading) -> Reason:
    text = say("There’s no seat {value}. Seats are numbered 0 to {last}.", value=value, last=reading.seats - 1)
    return Reason(text, (reading.seat_clause,))


def _written(choice: object) -> str:
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


class Doubled(JSONDecodeError):
    """A name that stands twice in one object, as it is written there, with the place of the second."""

    def __init__(self, name: str, text: str, at: int) -> None:
        super().__init__("a name stands twice", text, at)
        self.name = name


def strict_json(text: str) -> Any:
    """Return the value of a JSON text. Raise ValueError for anything else, `JSONDecodeError` where it has a place: for a name
    that stands twice (`Doubled`), NaN and Infinity too.
    """
    try:
        return json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except _NoJson as error:
        # Python says no place of these.
        raise _placed(text) from error


class _NoJson(Exception):
    """What Python reads, though JSON has no such thing."""


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    # Python takes the last of two equal names, other readers the first: such a file means different things to different
    # programs.
    if len(found) != len(pairs):
        raise _NoJson
    return found


def _no_constant(name: str) -> None:
    raise _NoJson(name)


def _placed(text: str) -> JSONDecodeError:
    """Return the error with the first place at which a name stands twice in one object, or no number stands for one."""
    names: list[set[str]] = []
    for found in _TOKENS.finditer(text):
        token, is_name = found[0], found[1] is not None
        if token in "[{":
            names.append(set())
        elif token in "]}":
            names.pop()
        elif is_name and (name := json.loads(token)) in names[-1]:
            return Doubled(token[1:-1], text, found.start())
        elif is_name:
            names[-1].add(name)
        elif not token.startswith('"'):
            return JSONDecodeError("this is no number", text, found.start())
    return JSONDecodeError("this is no JSON", text, 0)
