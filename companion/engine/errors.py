"""Three reasons for refusing a move or a question, each with words that say how to mend it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from companion.engine.rulings import Doubt, Reason, cited, first_of
from companion.engine.text import Text

LONGEST_PATH: Final = 120


class NotAMove(Exception):
    """What came in is not shaped like a move or a ruling's facts. `path` says where, as in `seats.0.rings`.

    A path may hold a name that someone sent: it is cut short, and characters that cannot be written down are replaced.
    """

    def __init__(self, path: str, text: Text) -> None:
        # It goes into logs and answers: a name of a megabyte, NUL or half a surrogate pair would break one or the other.
        self.path = path[:LONGEST_PATH].encode("utf-8", "replace").decode("utf-8").replace("\x00", "?")
        self.text = text
        super().__init__(f"{self.path}: {text.message}")


class IllegalMove(Exception):
    """The rules forbid it, or it has no meaning here; it is never recorded. Carries the reasons with their clauses.

    `path` names the field at fault, if there is one, `paths` that of each reason. `of_hidden`: the refusal itself tells
    something of what others have hidden, so no one may learn of it by merely looking.
    """

    def __init__(self, *reasons: Reason, path: str = "", paths: tuple[str, ...] = (), of_hidden: bool = False) -> None:
        super().__init__("; ".join(reason.text.message for reason in reasons))
        if not reasons:
            raise ValueError("a refusal needs a reason")
        self.reasons = reasons
        self.paths = paths or (path,) * len(reasons)
        self.path = self.paths[0]
        self.of_hidden = of_hidden

    @property
    def clauses(self) -> tuple[str, ...]:
        return cited(self.reasons)


class DoubtfulMove(Exception):
    """The box says this cannot be; the table may record it anyway. Carries the flags."""

    def __init__(self, flags: tuple[Doubt, ...]) -> None:
        super().__init__("; ".join(flag.text.message for flag in flags))
        self.flags = flags

    @property
    def clauses(self) -> tuple[str, ...]:
        return cited(self.flags)


def check(*rows: object, path: str = "", of_hidden: bool = False) -> None:
    """Raise `IllegalMove` for the first row that holds (`companion.engine.rulings.each_of`)."""
    for reason in first_of(*rows):
        raise IllegalMove(reason, path=path, of_hidden=of_hidden)


@contextmanager
def within(path: str) -> Iterator[None]:
    """Makes errors about a part of what came in say where that part is in the whole."""
    try:
        yield
    except NotAMove as error:
        raise NotAMove(_joined(path, error.path), error.text) from error
    except IllegalMove as error:
        # A refusal without a field is about the whole move: the part alone would then be marked for something else.
        where = tuple(_joined(path, one) if one else "" for one in error.paths)
        raise IllegalMove(*error.reasons, paths=where, of_hidden=error.of_hidden) from error


def _joined(path: str, inner: str) -> str:
    return f"{path}.{inner}" if path and inner else path or inner
