"""Looks over the file of a pad before others meet it."""

from pathlib import Path

from companion.cli.banner import in_own_language
from companion.engine.definition import LARGEST
from companion.engine.errors import NotAMove
from companion.engine.text import say, signs
from companion.table.library import check_example, read_pad


def looked_over(file: Path) -> tuple[bool, list[str]]:
    """Return whether a pad is fine, and lines that say so: what its example comes to, or what is wrong, and where."""
    try:
        with file.open("rb") as opened:
            # In UTF-8 a character takes four bytes at most; one byte more shows that it is too long.
            pad = read_pad(file.stem, opened.read(4 * LARGEST + 1))
        found = check_example(pad)
    except NotAMove as error:
        return False, [": ".join(filter(None, (str(file), error.path, in_own_language(error.text))))]
    lines = [say("{name}: this pad is fine.", name=pad.definition.name)]
    if found is None:
        lines.append(say("It has no example."))
    else:
        totals, winners = found
        lines.append(signs("{what}: {value}", what=say("Total"), value="  ".join(map(figure, totals))))
        lines.append(signs("{what}: {value}", what=say("Who wins"), value="  ".join(str(one + 1) for one in winners)))
    return True, [in_own_language(one) for one in lines]


def figure(number: int) -> str:
    """Return a number with a minus sign that people read."""
    return str(number).replace("-", "−")
