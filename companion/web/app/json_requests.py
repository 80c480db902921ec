"""Requests to the interface: strict JSON bodies, and who asks by the Authorization header alone."""

from typing import Any, Final, TypeVar

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
Shape = TypeVar("Shape")


def read(shape: type[Shape]) -> Shape:
    """Return the request's body as `shape`. Raise `NotAMove` for anything that is not exactly that."""
    # No body of these is about a match that is known by now, so any seat that a table can have is let through.
    result: Shape = decode(shape, parse(request.get_data()), Reading(12, "-"))
    return result


def read_if_any(shape: type[Shape]) -> Shape:
    """Return the request's body as `shape`; a missing body counts as `{}`. Raise `NotAMove` like `read`."""
    return read(shape) if request.get_data() else shape()


def parse(body: bytes) -> Any:
    """Return the JSON value of a body.

    Raise `NotAMove` if it is not JSON, too deep, too large a number, or not storable.
    """
    try:
        value = strict_json(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotAMove("", say("Send the request as JSON in UTF-8.")) from error
    _check(value)
    return value


def caller() -> Caller:
    """Return who asks, or no one if no token is given. Raise `NoToken` for a wrong one, `TooManyGuesses` for many.

    A right token is accepted however many wrong ones came from its address: a broken script beside it harms no one.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return NOBODY
    scheme, _, token = header.partition(" ")
    # Looked up before wrong guesses are counted, so that a right token never waits.
    found = services.tables.caller(token.strip()) if scheme.lower() == "bearer" else NOBODY
    if not found.grants:
        note_wrong_guess()
        raise NoToken
    return found


def required_caller() -> Caller:
    """Return who asks. Raise `NoToken` if no token is given."""
    found = caller()
    if not found.grants:
        raise NoToken
    return found


def _check(value: Any, path: str = "", depth: int = 1) -> None:
    # Before it goes deeper: this check recurs as well.
    if depth > DEEPEST:
        raise NotAMove(path, say("This request has too many levels."))
    if isinstance(value, int) and not -LARGEST - 1 <= value <= LARGEST:
        raise NotAMove(path, say("This is too large."))
    if isinstance(value, str) and ("\x00" in value or any("\ud800" <= sign <= "\udfff" for sign in value)):
        raise NotAMove(path, say("This text has characters that can’t be saved."))
    if isinstance(value, dict):
        for name in value:
            # Keys too: they are shown in messages, and some are stored.
            _check(name, path)
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        _check(part, f"{path}.{name}" if path else str(name), depth + 1)
