"""Why a file is no backup that could be put in place, in words."""

from __future__ import annotations

from typing import Final

from companion.engine.text import Text, say
from companion.store import Fault, UnusableCopy
from companion.web.problems import Problem

_WORDS: Final[dict[Fault, Text]] = {
    Fault.FOREIGN: say(
        "This is no backup of Tableside, or so damaged that it cannot be told for one. A backup is one file that ends in "
        ".sqlite, as the button for backups makes it; a packed one has to be unpacked first."
    ),
    Fault.NEWER: say("This backup was made by a newer Tableside. Update this one first, then try again."),
    Fault.DAMAGED: say(
        "This backup is damaged: something in it is missing or was changed. Try an older one. What Tableside found: {detail}"
    ),
}


def problem_of_copy(error: UnusableCopy) -> Problem:
    """The problem with the file."""
    text = _WORDS[error.fault]
    told = say(text.message, detail=error.detail) if error.fault is Fault.DAMAGED else text
    title = say("This backup cannot be restored")
    return Problem("unusable-backup", 422, title, (told, say("Nothing was changed.")))
