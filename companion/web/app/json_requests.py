"""Requests to the interface: strict JSON bodies, and who asks by the Authorization header alone."""

from typing import Any, Final, TypeAlias, TypeVar

from flask import request

from companion.engine.errors import NotAMove
from companion.engine.schema.codec import LARGEST, Reading, decode
from companion.engine.schema.scalars import strict_json
from companion.engine.text import say
from companion.match.access import NOBODY, Caller
from companion.match.errors import NoToken
from companion.web.app.security import note_wrong_guess
from companion.web.app.services import services

DEEPEST: Final = 20
_Place: TypeAlias = "tuple[_Place, str | int] | None"
"""Where in the body something stands: in what, and there under which name or number; None is the body itself."""
Shape = TypeVar("Shape")


def read(shape: type[Shape]) -> Shape:
    """The request's body as `shape`. Raises `NotAMove` for anything that is not exactly that."""
    result: Shape = decode(shape, parse(request.get_data()), Reading(12, "-"))
    return result


def read_if_any(shape: type[Shape]) -> Shape:
    """The request's body as `shape`; a missing body counts as `{}`. Raises `NotAMove` like `read`."""
    return read(shape) if request.get_data() else shape()


def parse(body: bytes) -> Any:
    """The JSON value of a body. Raises `NotAMove` if it is not JSON, too deep, too large a number, or not storable."""
    try:
        value = strict_json(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotAMove("", say("The body must be JSON in UTF-8.")) from error
    _check(value)
    return value


def caller() -> Caller:
    """Who asks, or nobody if no token is given. Raises `NoToken` for a wrong one, `TooManyGuesses` for many.

    A right token is accepted however many wrong ones came from its address: a broken script beside it harms nobody.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return NOBODY
    scheme, _, token = header.partition(" ")
    found = services.tables.caller(token.strip()) if scheme.lower() == "bearer" else NOBODY
    if not found.grants:
        note_wrong_guess()
        raise NoToken
    return found


def required_caller() -> Caller:
    """Who asks. Raises `NoToken` if no token is given."""
    found = caller()
    if not found.grants:
        raise NoToken
    return found


def _check(value: Any) -> None:
    waiting: list[tuple[_Place, Any, int]] = [(None, value, 1)]
    while waiting:
        place, one, depth = waiting.pop()
        if depth > DEEPEST:
            raise NotAMove(_path(place), say("The body is nested too deeply."))
        if isinstance(one, dict):
            for name in one:
                _check_scalar(place, name)
            waiting += [((place, name), part, depth + 1) for name, part in one.items()]
        elif isinstance(one, list):
            waiting += [((place, index), part, depth + 1) for index, part in enumerate(one)]
        else:
            _check_scalar(place, one)


def _check_scalar(place: _Place, one: object) -> None:
    if isinstance(one, int) and not -LARGEST - 1 <= one <= LARGEST:
        raise NotAMove(_path(place), say("This is too large."))
    if isinstance(one, str) and ("\x00" in one or any("\ud800" <= character <= "\udfff" for character in one)):
        raise NotAMove(_path(place), say("This text has characters that can’t be saved."))


def _path(place: _Place) -> str:
    """As `seats.0.rings`; put together only where something is wrong."""
    parts: list[str] = []
    while place is not None:
        place, part = place
        parts.append(str(part))
    return ".".join(reversed(parts))
