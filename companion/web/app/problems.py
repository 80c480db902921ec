"""Everything that can go wrong with a request, as one value: its name, its status, its words.

The interface writes it as an RFC 9457 problem object, the pages as a page or beside the form.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from werkzeug.exceptions import HTTPException

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.rulings import Json
from companion.engine.schema.form import Question, nearest
from companion.engine.text import SeatName, Text, say, say_many
from companion.match.errors import (
    BrokenOff,
    CannotOpen,
    MovedOn,
    NeedsHost,
    NotAllowed,
    NothingToUndo,
    NoToken,
    Refused,
    Unknown,
)
from companion.store import Outage, StoreUnavailable, Unstorable


class ForeignHost(Exception):
    """The request names a host that is not this machine."""


class ForeignOrigin(Exception):
    """The request comes from a page of another origin."""


class _TooMany(Exception):
    """What an address may do again in so many `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class TooManyGuesses(_TooMany):
    """Too many wrong codes or tokens from one address."""


class TooManyTables(_TooMany):
    """One address has opened as many tables as it may for now."""


@dataclass(frozen=True, slots=True)
class WayOut:
    """Where an entry that was refused leads whose form is gone: back to the `board`, or to be saved after all.

    `address` takes the form that saves it in place of what is recorded, with what is `sent`; empty if it may not be.
    `is_objection`: what is recorded is contested there instead. `is_finished`: nothing is missing in it. `is_same`: it is
    what is recorded, so that nothing is lost. `clashing`: the fields it is about, where the form still stands with what was
    typed in its others. `sides`: who entered what, where two entries differ; `moves`: both, to be drawn. `by`: whose entry
    stands, if it is a player's; `index`: which.
    """

    board: str
    address: str = ""
    sent: tuple[tuple[str, str], ...] = ()
    is_objection: bool = False
    is_finished: bool = True
    is_same: bool = False
    clashing: tuple[str, ...] = ()
    sides: tuple[tuple[Text, Text], ...] = ()
    moves: tuple[object, ...] = ()
    by: SeatName | None = None
    index: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong. `details` are its sentences; `more` the members the interface adds.

    `beside`: it is about an entry whose form is gone. `fields`: those at fault, one for each of the details if there are any.
    """

    name: str
    status: int
    title: Text
    details: tuple[Text, ...]
    more: Mapping[str, Json] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    beside: WayOut | None = None
    fields: tuple[str, ...] = ()


_NOUNS = {
    "table": say("No table has this code."),
    "link": say("This code no longer works. Ask the host for the new one."),
    "owner link": say("The admin link works once. Restart Tableside to get a new one."),
    "match": say("This game doesn’t exist. Perhaps its table was deleted."),
    "page": say("There is nothing at this address."),
}


def problem_of(error: Exception | None) -> Problem | None:
    """Return the problem behind an exception; None for an unexpected one, and where there is none."""
    for kind, make in _MAKERS.items():
        # A subclass is answered as its parent is: `Overtaken` as `MovedOn`.
        if isinstance(error, kind):
            return make(error)
    return None


def foreseen(error: Exception) -> Problem:
    """Return the problem behind an exception that the caller has caught by its kind."""
    problem = problem_of(error)
    assert problem is not None
    return problem


def texts_of(error: NotAMove | IllegalMove) -> tuple[Text, ...]:
    return (error.text,) if isinstance(error, NotAMove) else tuple(reason.text for reason in error.reasons)


def texts_beside(form: Question, error: NotAMove | IllegalMove) -> dict[str, tuple[Text, ...]]:
    """Return what is wrong with each answer, by the path of the question it was given to."""
    paths = (error.path,) if isinstance(error, NotAMove) else error.paths
    found: dict[str, tuple[Text, ...]] = {}
    for path, text in zip(paths, texts_of(error), strict=True):
        if spot := nearest(form, path.removeprefix("facts").lstrip(".")):
            found[spot.path] = (*found.get(spot.path, ()), text)
    return found


def unexpected() -> Problem:
    return _problem("unexpected", _WENT_WRONG)


def _problem(name: str, *details: Text, headers: Mapping[str, str] | None = None, **more: Json) -> Problem:
    kind = KINDS[name]
    return Problem(name, kind.status, kind.title, details, more, headers or {})


def _illegal(error: IllegalMove) -> Problem:
    texts = (reason.text for reason in error.reasons)
    problem = _problem("illegal", *texts, clauses=[*error.clauses], can_override=False)
    return replace(problem, more={**problem.more, "field": error.path}, fields=error.paths) if error.path else problem


def _doubtful(error: DoubtfulMove) -> Problem:
    texts = (flag.text for flag in error.flags)
    return _problem("doubtful", *texts, clauses=[*error.clauses], can_override=True)


def _unreachable(reason: Outage) -> Text:
    """Perhaps it was saved, and only the answer is missing: the game log tells."""
    return say("Can’t reach the saved games ({reason}). Check the game log, then try again.", reason=reason.value)


def _unavailable(error: StoreUnavailable) -> Problem:
    return _problem("store-unavailable", _unreachable(error.reason), headers={"Retry-After": "5"})


def _too_many(error: TooManyGuesses) -> Problem:
    text = say_many(
        "Too many wrong tries. Wait {count} second.", "Too many wrong tries. Wait {count} seconds.", error.seconds
    )
    return _problem("too-many", text, headers={"Retry-After": str(error.seconds)})


def _too_many_tables(error: TooManyTables) -> Problem:
    text = say_many(
        "Too many new tables. Wait {count} minute.",
        "Too many new tables. Wait {count} minutes.",
        # Rounded up: after a minute too few it would be refused again.
        -(-error.seconds // 60),
    )
    return _problem("too-many", text, headers={"Retry-After": str(error.seconds)})


def _http(error: HTTPException) -> Problem:
    texts = {404: _NOUNS["page"], 413: say("This is too large."), 503: say("Too much at once. Try again in a moment.")}
    status = error.code or 500
    text = texts.get(status, _UNKNOWN_REQUEST)
    # Werkzeug's others are those of its own HTML page. Which methods are allowed a 405 has to say (RFC 9110).
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    more: dict[str, Json] = {"field": ""} if status == 400 else {}
    name = {404: "unknown", 405: "method", 413: "too-large"}.get(status, "http")
    return replace(_problem(name, text, headers=headers, **more), status=status)


_UNKNOWN_REQUEST: Final = say("Tableside can’t understand this request.")
_FASTER: Final = say("Someone else was quicker. Look at the game, then try again.")
_BROKEN_OFF: Final = say("Ask the host to resume it. Nothing is lost.")
_REVEALED: Final = say("Hidden cards have been turned up since.")
_HOSTS_ALONE: Final = say("Only the host can do that.")
_WENT_WRONG: Final = say("Something went wrong. Try again.")
"""Of a page that was only looked at nothing could be saved, and of an entry no one knows."""
_NOTHING: Final = say("There is nothing to undo or edit here.")
_NOBODY: Final = say("Join the table first, or ask the host for your code.")
_NOT_STORABLE: Final = say("This text has characters that can’t be saved.")
_CANNOT_OPEN: Final = say("Its record is damaged, or from a newer Tableside.")
_REPAIR: Final = say("Ask the admin to update Tableside, or restore a backup. Other games still work.")
_OTHER_HOST: Final = say("Wrong address. Use the one on the host’s screen.")
_OTHER_PAGE: Final = say("This came from another site, so nothing was done.")

_MAKERS: Final[dict[type[Exception], Callable[[Any], Problem]]] = {
    NotAMove: lambda error: _problem("shape", error.text, field=error.path),
    IllegalMove: _illegal,
    DoubtfulMove: _doubtful,
    MovedOn: lambda error: _problem("stale", _FASTER, version=error.version),
    BrokenOff: lambda error: _problem("broken-off", _BROKEN_OFF, version=error.version),
    NeedsHost: lambda error: _problem("needs-host", _HOSTS_ALONE, needs_host=True, version=error.version),
    NothingToUndo: lambda _: _problem("nothing-to-undo", _NOTHING, clauses=[], can_override=False),
    Refused: lambda error: _problem("file", error.text, say("Nothing was changed."), clauses=[], can_override=False),
    # A 401 has to say how to authenticate (RFC 9110).
    NoToken: lambda _: _problem("no-token", _NOBODY, headers={"WWW-Authenticate": "Bearer"}),
    NotAllowed: lambda error: _problem("not-allowed", error.text),
    CannotOpen: lambda _: _problem("cannot-open", _CANNOT_OPEN, _REPAIR),
    Unknown: lambda error: _problem("unknown", _NOUNS.get(error.what, _NOUNS["page"])),
    Unstorable: lambda _: _problem("shape", _NOT_STORABLE, field=""),
    StoreUnavailable: _unavailable,
    ForeignHost: lambda _: _problem("foreign-host", _OTHER_HOST, field=""),
    ForeignOrigin: lambda _: _problem("foreign-origin", _OTHER_PAGE),
    TooManyGuesses: _too_many,
    TooManyTables: _too_many_tables,
    HTTPException: _http,
}


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One kind of problem: its status, its title, and when it is met. Status 0: that of the server's answer."""

    status: int
    title: Text
    when: Text


KINDS: Final[Mapping[str, ProblemKind]] = {
    "shape": ProblemKind(400, say("Something is missing"), say("This isn’t in the right format.")),
    "foreign-host": ProblemKind(400, say("Not found"), _OTHER_HOST),
    "no-token": ProblemKind(401, say("What’s your name?"), _NOBODY),
    "not-allowed": ProblemKind(403, say("You can’t do this"), _HOSTS_ALONE),
    "foreign-origin": ProblemKind(403, say("You can’t do this"), _OTHER_PAGE),
    "unknown": ProblemKind(404, say("Not found"), say("There is nothing at this address.")),
    "method": ProblemKind(405, say("That didn’t work"), _UNKNOWN_REQUEST),
    "stale": ProblemKind(409, say("The game has moved on"), _FASTER),
    "broken-off": ProblemKind(409, say("This game was stopped"), _BROKEN_OFF),
    "needs-host": ProblemKind(409, _REVEALED, _HOSTS_ALONE),
    "cannot-open": ProblemKind(410, say("This game can’t be opened"), _CANNOT_OPEN),
    "too-large": ProblemKind(413, say("That didn’t work"), say("This is too large.")),
    "illegal": ProblemKind(
        422,
        say("The rules don’t allow this"),
        say("The rules or the box don’t allow this. The field “clauses” says why."),
    ),
    "doubtful": ProblemKind(422, say("Is that right?"), say("This doesn’t match the box. You can save it anyway.")),
    "nothing-to-undo": ProblemKind(422, say("That didn’t work"), _NOTHING),
    "file": ProblemKind(422, say("That didn’t work"), say("This isn’t a Tableside game.")),
    "too-many": ProblemKind(429, say("A moment, please"), say("Too many attempts from this address.")),
    "unexpected": ProblemKind(500, say("That didn’t work"), _WENT_WRONG),
    "store-unavailable": ProblemKind(503, say("That didn’t work"), _unreachable(Outage.AWAY)),
    "http": ProblemKind(0, say("That didn’t work"), _UNKNOWN_REQUEST),
}
"""Every kind of problem by its name, which ends its `type`."""
