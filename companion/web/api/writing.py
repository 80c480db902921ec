"""Answers of the interface: rulings, flags and states in the reader's language."""

from flask import Response, g, jsonify

from companion.engine.rulings import Json, Reason, Ruling
from companion.match.redact import redact_state
from companion.match.snapshot import Snapshot
from companion.web.app.answers import saved_as
from companion.web.app.i18n import Names, sentence, words


def reasons(given: tuple[Reason, ...], names: Names = ()) -> list[Json]:
    """The steps of a working, or flags."""
    return [{"text": words(reason.text, names), "clauses": [*reason.clauses]} for reason in given]


def ruling(given: Ruling, names: Names = ()) -> dict[str, Json]:
    return {
        "ruling": given.name,
        "headline": sentence(given.headline, names),
        "verdict": dict(given.verdict),
        "because": reasons(given.because, names),
        "flags": reasons(given.flags, names),
    }


def state(seen: Snapshot) -> dict[str, Json]:
    """The state of a match as its viewer may see it."""
    remember_names(seen)
    told = redact_state(seen.game, seen.replay.state, seen.names, seen.viewer)
    stopped = seen.replay.stopped
    if stopped is not None:
        told["stopped_at"] = stopped.play.index
    return told


def sheet(written: str, name: str) -> Response:
    """A table to be saved as a file of this name."""
    return saved_as(Response(written, mimetype="text/csv"), f"{name}.csv")


def plays(file: dict[str, Json], name: str) -> Response:
    """Plays to be saved as a file of this name."""
    return saved_as(jsonify(file), f"{name}.bgsplay")


def remember_names(seen: Snapshot) -> None:
    """Keep the names for whatever this request says later, including a problem."""
    g.names = seen.names
