"""What is wrong with a sheet that is typed in, found at one look: a name, the day, empty cells, figures out of bounds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.errors import NotAMove
from companion.engine.schema.scalars import whole_number
from companion.engine.sheet import PaperRow
from companion.engine.text import SeatName, Text, names, say, signs
from companion.web.app.problems import KINDS, Problem, problem_of


@dataclass(frozen=True, slots=True)
class Slip:
    """What is said of one, and of which fields; below a row of cells it is said as `within`."""

    text: Text
    fields: tuple[str, ...]
    within: Text | None = None
    is_out: bool = False


class Slips(NotAMove):
    """All slips of a sheet."""

    def __init__(self, *found: Slip) -> None:
        super().__init__(found[0].fields[0], found[0].text)
        self.found = found


@dataclass(frozen=True, slots=True)
class Marked:
    """What a page of a sheet says of an error: at the top, at which fields, and below which rows."""

    problem: Problem | None
    fields: frozenset[str]
    below: Mapping[int, tuple[Text, ...]]

    @property
    def shown(self) -> dict[str, Any]:
        """What the templates call them."""
        return {"problem": self.problem, "wrong": self.fields, "amiss": self.below}


def check(rows: Sequence[PaperRow], cells: Mapping[str, str], *others: Callable[[], object]) -> None:
    """Raise `Slips` if a cell is empty or out of bounds, or one of the others raises `NotAMove`."""
    found = []
    for other in others:
        try:
            other()
        except NotAMove as error:
            found.append(Slip(error.text, (error.path,)))
    found += [slip for row in rows if row.how == "number" for slip in _in_row(row, cells)]
    if found:
        raise Slips(*found)


def _in_row(row: PaperRow, cells: Mapping[str, str]) -> Iterator[Slip]:
    """The empty cells of a row, 0 not among them, and then each that is out of bounds."""
    fields = [(cell.field, seat) for seat, own in enumerate(row.cells) for cell in own]
    of_row = signs("{row} · {what}", row=row.label)
    empty = {field: seat for field, seat in fields if not cells.get(field)}
    if len(empty) == len(fields):
        missing = say("Missing: {what}", what=row.label)
        yield Slip(missing, tuple(empty), missing)
    elif empty:
        missing = say("Missing: {what}", what=names(dict.fromkeys(empty.values())))
        yield Slip(of_row.filled(what=missing), tuple(empty), missing)
    for field, seat in fields:
        number = whole_number(cells.get(field, ""))
        if number is not None and not row.low <= number <= row.high:
            low, high, given = (one - row.above for one in (row.low, row.high, number))
            bounds = say("Enter {low} to {high}, not {given}.", low=low, high=high, given=given)
            whose = signs("{name}{colon} {what}", name=SeatName(seat), colon=say(":"), what=bounds)
            said = bounds if row.is_common else whose
            yield Slip(of_row.filled(what=said), (field,), said, is_out=True)


def marked(error: Exception | None, rows: Sequence[PaperRow]) -> Marked:
    """Return how a page marks an error; one that is about all rows is said at the top alone."""
    problem, path = problem_of(error), getattr(error, "path", "")
    if isinstance(error, Slips):
        problem, said = _whole(error), error.found
    else:
        paths = zip(problem.details, getattr(error, "paths", (path,)), strict=False) if problem and path else ()
        said = tuple(Slip(text, (where,), text) for text, where in paths)
    below: dict[int, tuple[Text, ...]] = {}
    wrong = {field.replace("players.", "name-") for one in said for field in one.fields}
    for at, row in enumerate(rows):
        for field in (cell.field for own in row.cells for cell in own):
            # A path may be that of several cells.
            here = [one for one in said if any(field == path or field.startswith(f"{path}.") for path in one.fields)]
            wrong |= {field} if here else set()
            below[at] = tuple(dict.fromkeys((*below.get(at, ()), *(one.within for one in here if one.within))))
    hit = {at: texts for at, texts in below.items() if texts}
    return Marked(problem, frozenset(wrong), hit if isinstance(error, Slips) or len(hit) == 1 else {})


def status_of(error: Exception) -> int:
    """Return the status of the page that marks it."""
    problem = marked(error, ()).problem
    assert problem is not None
    return problem.status


def _whole(error: Slips) -> Problem | None:
    """Return the problem with every slip in it."""
    problem, illegal = problem_of(error), KINDS["illegal"]
    assert problem is not None
    problem = replace(problem, details=tuple(one.text for one in error.found))
    if not all(one.is_out for one in error.found):
        return problem
    return replace(problem, name="illegal", status=illegal.status, title=illegal.title)
