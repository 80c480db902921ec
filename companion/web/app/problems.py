"""Everything that can go wrong with a request, as one value: its name, its status, its words.

The interface writes it as an RFC 9457 problem object, the pages as a page or beside the form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from werkzeug.exceptions import HTTPException

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.rulings import Json
from companion.engine.text import Text, say, say_many
from companion.match.errors import BrokenOff, MovedOn, NeedsHost, NotAllowed, NothingToUndo, NoToken, Refused, Unknown
from companion.store import Missing, StoreUnavailable, Unstorable


class ForeignHost(Exception):
    """The request names a host that is not this machine."""


class ForeignOrigin(Exception):
    """The request comes from a page of another origin."""


class TooManyGuesses(Exception):
    """Too many wrong codes or tokens from one address."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class TooManyTables(Exception):
    """One address has opened as many tables as it may for now."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong. `details` are its sentences; `more` the members the interface adds."""

    name: str
    status: int
    title: Text
    details: tuple[Text, ...]
    more: Mapping[str, Json] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


_NOUNS = {
    "table": say("There is no table with this code. Look at the host's screen: codes have no O, 0, I or 1."),
    "seat": say("There is no such seat at this table."),
    "link": say("This seat's code is no longer valid. Ask the host for the new one, or join with the table's code."),
    "owner link": say("The owner's link works once. Starting Tableside again prints a new one."),
    "match": say("There is no such match. It may have been deleted with its table."),
    "game": say("Tableside does not know this game."),
    "ruling": say("There is no ruling of this name."),
    "clause": say("There is no clause of this number."),
    "page": say("There is nothing at this address."),
}


def problem_of(error: Exception) -> Problem | None:
    """The problem behind an exception; None for an unexpected one."""
    for kind, make in _MAKERS.items():
        if isinstance(error, kind):
            return make(error)
    return None


def foreseen(error: Exception) -> Problem:
    """The problem behind an exception that the caller has caught by its kind."""
    problem = problem_of(error)
    assert problem is not None
    return problem


def texts_of(error: NotAMove | IllegalMove) -> tuple[Text, ...]:
    """What is wrong with an answer, beside the question it was given to."""
    return (error.text,) if isinstance(error, NotAMove) else tuple(reason.text for reason in error.reasons)


def unexpected() -> Problem:
    """The problem that nobody foresaw."""
    text = say("Something went wrong in Tableside itself. Nothing was recorded. Please try again.")
    return _problem("unexpected", text)


def _problem(name: str, *details: Text, headers: Mapping[str, str] | None = None, **more: Json) -> Problem:
    kind = KINDS[name]
    return Problem(name, kind.status, kind.title, details, more, headers or {})


def _illegal(error: IllegalMove) -> Problem:
    texts = (reason.text for reason in error.reasons)
    problem = _problem("illegal", *texts, clauses=[*error.clauses], can_override=False)
    return replace(problem, more={**problem.more, "field": error.path}) if error.path else problem


def _doubtful(error: DoubtfulMove) -> Problem:
    texts = (flag.text for flag in error.flags)
    return _problem("doubtful", *texts, clauses=[*error.clauses], can_override=True)


def _unavailable(error: StoreUnavailable) -> Problem:
    text = say(
        "Tableside cannot reach its records just now ({reason}). Nothing was recorded.", reason=error.reason.value
    )
    return _problem("store-unavailable", text, headers={"Retry-After": "5"})


def _too_many(error: TooManyGuesses) -> Problem:
    text = say_many(
        "Too many wrong tries from this device. Wait {count} second and try again.",
        "Too many wrong tries from this device. Wait {count} seconds and try again.",
        error.seconds,
    )
    return _problem("too-many", text, headers={"Retry-After": str(error.seconds)})


def _too_many_tables(error: TooManyTables) -> Problem:
    text = say_many(
        "Many tables have been opened from this connection lately. Wait {count} minute, or go on at one of them.",
        "Many tables have been opened from this connection lately. Wait {count} minutes, or go on at one of them.",
        -(-error.seconds // 60),
    )
    return _problem("too-many", text, headers={"Retry-After": str(error.seconds)})


def _http(error: HTTPException) -> Problem:
    texts = {
        404: _NOUNS["page"],
        405: say("That cannot be done at this address."),
        413: say("This is too large to be taken."),
        415: say("This was sent in a form that is not read here."),
    }
    status = error.code or 500
    text = texts.get(status, say("This request could not be understood."))
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    more: dict[str, Json] = {"field": ""} if status == 400 else {}
    name = {404: "unknown", 405: "method", 413: "too-large"}.get(status, "http")
    return replace(_problem(name, text, headers=headers, **more), status=status)


_FASTER: Final = say(
    "Somebody else was faster: look at where the match stands now and enter it again if it is still needed."
)
_BROKEN_OFF: Final = say(
    "It stays as it stands. If you want to play on, let the host take it up again; nothing of it is lost."
)
_REVEALED: Final = say(
    "Hidden cards have been turned up since. Only the host can take that back, and has to confirm it."
)
_NOTHING: Final = say("There is nothing to take back or to correct here: look at the journal.")
_NOBODY: Final = say(
    "This phone or token is not known here. Take a seat at the table first, or ask the host for your seat's code."
)
_NOT_STORABLE: Final = say("This text holds characters that cannot be stored.")
_OTHER_HOST: Final = say("This address is not one of this device's own. Use the address on the host's screen.")
_OTHER_PAGE: Final = say("This came from another page than Tableside's own, so nothing was done.")

_MAKERS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    NotAMove: lambda error: _problem("shape", error.text, field=error.path),
    IllegalMove: _illegal,
    DoubtfulMove: _doubtful,
    MovedOn: lambda error: _problem("stale", _FASTER, version=error.version),
    BrokenOff: lambda error: _problem("broken-off", _BROKEN_OFF, version=error.version),
    NeedsHost: lambda error: _problem("needs-host", _REVEALED, needs_host=True, version=error.version),
    NothingToUndo: lambda _: _problem("nothing-to-undo", _NOTHING, clauses=[], can_override=False),
    Refused: lambda error: _problem("file", error.text, say("Nothing was written."), clauses=[], can_override=False),
    NoToken: lambda _: _problem("no-token", _NOBODY, headers={"WWW-Authenticate": "Bearer"}),
    NotAllowed: lambda error: _problem("not-allowed", error.text),
    Unknown: lambda error: _problem("unknown", _NOUNS.get(error.what, _NOUNS["page"])),
    Missing: lambda error: _problem("unknown", _NOUNS.get(error.what, _NOUNS["page"])),
    Unstorable: lambda _: _problem("shape", _NOT_STORABLE, field=""),
    StoreUnavailable: _unavailable,
    ForeignHost: lambda _: _problem("foreign-host", _OTHER_HOST, field=""),
    ForeignOrigin: lambda _: _problem("foreign-origin", _OTHER_PAGE),
    TooManyGuesses: _too_many,
    TooManyTables: _too_many_tables,
    HTTPException: _http,
}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem: its status, its title, and when it is met. Status 0: that of the server's answer."""

    status: int
    title: Text
    when: Text


KINDS: Final[Mapping[str, Kind]] = {
    "shape": Kind(
        400, say("This is not complete"), say("What was sent does not have the right shape; field says where.")
    ),
    "foreign-host": Kind(400, say("Wrong address"), say("The server was called by a name that is not its own.")),
    "no-token": Kind(401, say("Who is this?"), say("No token was given, or nobody is known by it.")),
    "not-allowed": Kind(
        403, say("That is not yours to do"), say("Somebody else may do this: the host, or another seat.")
    ),
    "foreign-origin": Kind(403, say("Not from here"), say("A page of another site sent this.")),
    "unknown": Kind(404, say("Not found"), say("There is no such table, seat, match, game, ruling or address.")),
    "method": Kind(405, say("That did not work"), say("This address does not take this method.")),
    "stale": Kind(409, say("The match has moved on"), say("The version given is not the present one any more.")),
    "broken-off": Kind(
        409, say("This match was broken off"), say("Nothing is entered in it before the host takes it up again.")
    ),
    "needs-host": Kind(
        409, say("The host has to confirm this"), say("It would go back behind cards that have been turned up since.")
    ),
    "too-large": Kind(413, say("That did not work"), say("The body is larger than anything this server takes.")),
    "illegal": Kind(422, say("The rules do not allow this"), say("The rules or the box forbid it; clauses say why.")),
    "doubtful": Kind(422, say("Can that be?"), say("The box speaks against it; with anyway it is recorded.")),
    "nothing-to-undo": Kind(
        422, say("Nothing to take back"), say("There is nothing to take back, to bring back, or to correct.")
    ),
    "file": Kind(
        422, say("This file is not imported"), say("What was to be imported is no file of Tableside's, or was changed.")
    ),
    "too-many": Kind(
        429, say("A moment, please"), say("Too many wrong codes or tokens, or new tables, came from this address.")
    ),
    "unexpected": Kind(500, say("Something went wrong"), say("An error in Tableside itself; please report it.")),
    "store-unavailable": Kind(
        503, say("The records cannot be reached"), say("The store is away or full; nothing was recorded.")
    ),
    "http": Kind(0, say("That did not work"), say("Anything else that http itself refuses.")),
}
"""Every kind of problem by its name, which ends its `type`."""
