"""Our own styles, scripts and drawings without what only their authors read: comments, indentation, empty lines.

It does no more than that, line by line and without understanding the language: the remaining lines are as they were
written. It asks two things of the files, and a test checks both: a comment of several lines in a script begins and ends
its lines, and no text reaches over a line's end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

_STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_DRAWING_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_SCRIPT_COMMENT: Final = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.DOTALL | re.MULTILINE)
_SLIMMED: Final[Mapping[str, re.Pattern[str]]] = {
    ".css": _STYLE_COMMENT,
    ".js": _SCRIPT_COMMENT,
    ".svg": _DRAWING_COMMENT,
}
_OF_OTHERS: Final = "vendor"
"""The folder of what others have written: it is sent as they delivered it."""


def slimmed(path: str, content: bytes) -> bytes:
    """The content of a static file as it is sent packed: slimmed if it is ours and of a kind that gains by it."""
    place = PurePosixPath(path)
    comment = _SLIMMED.get(place.suffix)
    if comment is None or _OF_OTHERS in place.parts:
        return content
    lines = comment.sub(" ", content.decode()).splitlines()
    return "\n".join(line for line in map(str.strip, lines) if line).encode() + b"\n"
