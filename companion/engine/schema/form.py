"""The form of a declared shape, as data: each field a question with its choices, those already given ticked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from companion.engine.schema.answers import MOST_ROWS, Layout, has_a_tick, items, join, way_of
from companion.engine.schema.declared import (
    ChoiceFace,
    Declared,
    alternatives,
    faces,
    fields,
    in_ways,
    required,
    unwrap,
)
from companion.engine.schema.formdata import EMPTY
from companion.engine.schema.marks import Between, Prompt
from companion.engine.text import SeatName, Text, say, say_as, signs

LONGEST_FIGURE: Final = 3
LONG_GRID: Final = 24
"""A grid of more choices than these takes most of a phone."""
NONE_OF_THEM: Final = ChoiceFace("null", say_as("choice", "none"))
NO_ANSWER: Final = ChoiceFace("", say_as("choice", "none"))
YES_OR_NO: Final = (ChoiceFace("true", say("yes")), ChoiceFace("false", say("no")))
"""For a yes or no that may be left open: a box to tick could not tell no from nothing said."""
SEVERAL: Final = frozenset({"weather", "colours", "several"})
"""Widgets of lists in which each choice occurs once and the order means nothing."""
FEW_KEYS: Final = 12
Kind: TypeAlias = Literal["one", "several", "number", "text", "toggle", "group", "rows"]


@dataclass(frozen=True, slots=True)
class Question:
    """One question, or a group of them.

    - `one` and `several` are picked from `faces`, a `number` or a `text` is typed, a `toggle` is ticked. A `group` has
      `parts`; so have `rows`, which number from `fewest` to `most`.
    - `given` is what has been answered, as texts; `is_needed` tells whether a blank answer is a missing one.
    - `seat` is the player asked about; `is_by_player` says that each part is about another player.
    - `asks` is the whole question, as one asks it at the table; of a part that has none, that of the whole.
    """

    kind: Kind
    path: str
    label: Text | None
    hint: Text | None = None
    widget: str = ""
    faces: tuple[ChoiceFace, ...] = ()
    given: tuple[str, ...] = ()
    parts: tuple[Question, ...] = ()
    seat: int | None = None
    is_needed: bool = False
    is_by_player: bool = False
    has_a_tick: bool = False
    fewest: int = 0
    most: int = 0
    asks: Text | None = None

    @property
    def name(self) -> str:
        """The last step of its path."""
        return self.path.rsplit(".", 1)[-1]

    @property
    def id(self) -> str:
        return "f-" + self.path.replace(".", "-")

    @property
    def is_blank(self) -> bool:
        """Whether nothing in it has been answered."""
        return not self.given and all(part.is_blank for part in self.parts)

    @property
    def is_said_empty(self) -> bool:
        """Whether it is a list of which was answered that nothing is in it."""
        return self.kind == "rows" and self.given == (EMPTY,) and not self.parts

    @property
    def is_wide(self) -> bool:
        """Whether its choices are words, which need more room than figures."""
        said = [face for face in self.faces if face.value not in ("null", "")]
        figures = [face.value for face in said if face.label is None]
        return len(figures) < len(said) or max(map(len, figures), default=0) > LONGEST_FIGURE

    @property
    def chosen(self) -> tuple[ChoiceFace, ...]:
        """The choices that were picked."""
        return tuple(face for face in self.faces if face.value in self.given)

    def part(self, name: str) -> Question:
        """Return the part of this name. Raise KeyError."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def every(self) -> Iterator[Question]:
        """Itself and everything in it."""
        yield self
        for part in self.parts:
            yield from part.every()


def unanswered(form: Question) -> tuple[Question, ...]:
    """Return the unanswered questions that need an answer, in order, without those that a ticked box in the row
    settles; a group of which nothing is answered is one.
    """
    if form.has_a_tick:
        return ()
    if form.is_needed and form.is_blank:
        return (form,)
    return tuple(field for part in form.parts for field in unanswered(part))


def first_asked(field: Question) -> Question:
    """Return what to ask first of a question without an answer: the first part of it that is one of its own."""
    within = (first_asked(part) for part in field.parts)
    return field if field.asks else next((part for part in within if part.asks), field)


def nearest(form: Question, path: str) -> Question | None:
    """Return the question an error is about: the one at its path, or the nearest that holds it; None for the whole
    form.
    """
    found = {field.path: field for field in form.every() if field.path}
    # A refusal may name a place inside of a field, or one that this form does not ask for.
    while path and path not in found:
        path = path.rpartition(".")[0]
    return found.get(path)


class FormSpot(NamedTuple):
    """The place in the form: the path, the name it has there, whose it is, whether an answer is needed."""

    path: str = ""
    label: Text | None = None
    seat: int | None = None
    is_needed: bool = True
    is_in_row: bool = False
    is_alternative: bool = False
    asks: Text | None = None

    def at(
        self, part: str | int, label: Text | None = None, *, is_needed: bool, is_alternative: bool = False
    ) -> FormSpot:
        """Return the place of a part."""
        path = join(self.path, part)
        return self._replace(path=path, label=label, is_needed=is_needed, is_alternative=is_alternative)


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question as it is put to each player, or to no one in particular: a cell each, asked one after the other.

    `rows` are the players' groups that the cells come from, if there are any; `asks_boxes`: whether what may settle a whole row,
    such as "already out", is asked with this question.
    """

    label: Text | None
    hint: Text | None
    cells: tuple[Question, ...]
    rows: tuple[Question, ...] = ()
    asks_boxes: bool = False

    def boxes(self, at: int) -> tuple[Question, ...]:
        """Return the boxes to tick that are asked beside a cell."""
        return tuple(part for part in self.rows[at].parts if part.kind == "toggle") if self.asks_boxes else ()

    def is_settled(self, at: int) -> bool:
        """Return whether a box ticked says all there is to say of a cell's row."""
        return bool(self.rows) and self.rows[at].has_a_tick


def _is_in_a_row(part: Question) -> bool:
    """Return whether it is a few numbers of one kind, such as two levels."""
    return part.kind == "group" and all(one.kind == "one" and len(one.faces) >= FEW_KEYS for one in part.parts)


def lines_of(form: Question) -> tuple[QuestionRow, ...]:
    """Return what a form asks one after the other on one sheet: a line for each question put to every player, and for a
    few in a row.

    A long grid besides is a line of its own; where there is nothing else, it stands as it is.
    """
    if not any(part.is_by_player or _is_in_a_row(part) for part in form.parts):
        return ()
    found: list[QuestionRow] = []
    for part in form.parts:
        if part.is_by_player and part.parts[0].kind == "group":
            asked = [one for one in part.parts[0].parts if one.kind != "toggle"]
            for one in asked:
                cells = tuple(row.part(one.name) for row in part.parts)
                found.append(QuestionRow(one.label, one.hint, cells, part.parts, asks_boxes=one is asked[0]))
        elif part.is_by_player or _is_in_a_row(part):
            found.append(QuestionRow(part.label, part.hint, part.parts))
        elif part.kind == "one" and len(part.faces) > LONG_GRID:
            found.append(QuestionRow(part.label, part.hint, (part,)))
    return tuple(found)


def form_of(shape: type, given: Any, layout: Layout) -> Question:
    """Return the whole form of a dataclass; `given` is the answer so far, normalised."""
    return _shape(unwrap(shape), given, FormSpot(), layout)


def ways_of(shape: type) -> tuple[Text, ...]:
    """Return the name of each way to answer: as the shape calls it (`way_labels`), else that of its first question."""
    called: tuple[Text, ...] | None = getattr(shape, "way_labels", None)
    asked = [fields(shape)[way[0]].mark(Prompt) for way in alternatives(shape)]
    return called or tuple(one.label for one in asked if one is not None)


def ask(declared: Declared, given: Any, spot: FormSpot, layout: Layout) -> Question:
    """Return the question for a declared type."""
    asked = declared.mark(Prompt)
    spot = spot._replace(asks=(asked.asked if asked else None) or spot.asks)
    if declared.kind == "shape":
        return _shape(declared, given, spot, layout)
    if declared.kind == "list":
        return _list(declared, given, spot, layout)
    if declared.kind == "tuple":
        return _tuple(declared, given, spot, layout)
    if declared.kind == "map":
        return _map(declared, given, spot, layout)
    if declared.kind == "union" and not faces(declared, layout.players):
        # A list of texts is how one field sends its value; anything nested belongs to a member with parts.
        fitting = [one for one in declared.inner if one.is_plain == isinstance(given, list)]
        return ask((fitting or declared.inner)[0], given, spot, layout)
    field = _scalar(declared, spot, layout.players)
    said = tuple(text for text in given if isinstance(text, str)) if isinstance(given, list) else ()
    return replace(field, given=said) if said else field


@lru_cache(maxsize=4096)
def _scalar(declared: Declared, spot: FormSpot, players: int) -> Question:
    """Return the question before it is answered: the same in each form of its shape."""
    field, choices = _plain(declared, spot), faces(declared, players)
    may_be_none = declared.is_optional and not spot.is_alternative
    if declared.kind == "truth":
        yes_or_no = replace(field, kind="one", faces=YES_OR_NO, is_needed=False)
        return yes_or_no if may_be_none else replace(field, kind="toggle", is_needed=False)
    if not choices:
        between = declared.mark(Between)
        low, high = (between.low, between.high) if between else (0, 0)
        return replace(field, kind="text" if declared.kind == "text" else "number", fewest=low, most=high)
    asked = declared.mark(Prompt)
    is_row_whole = not spot.is_in_row or (asked is not None and asked.if_needed)
    return replace(
        field,
        kind="one",
        faces=(NONE_OF_THEM, *choices) if may_be_none else choices,
        is_needed=spot.is_needed and not (may_be_none and is_row_whole),
    )


@lru_cache(maxsize=4096)
def _plain(declared: Declared, spot: FormSpot) -> Question:
    """Return what every question has in common."""
    asked = declared.mark(Prompt)
    return Question(
        "group",
        spot.path,
        spot.label or (asked.label if asked else None),
        hint=asked.hint if asked else None,
        widget=asked.widget if asked else "",
        seat=spot.seat,
        is_needed=spot.is_needed and not declared.is_optional,
        asks=_asked_of(spot.asks, spot.seat),
    )


def _asked_of(question: Text | None, seat: int | None) -> Text | None:
    """Return the question as it is put to a player; none to no one where it is one for players."""
    if question is None or seat is None:
        return None if question is None or "{name" in question.message else question
    return question.filled(name=SeatName(seat), names=(SeatName(seat),))


def _shape(declared: Declared, given: Any, spot: FormSpot, layout: Layout) -> Question:
    shape: type = declared.bare
    answers = given if isinstance(given, dict) else {}
    ways = alternatives(shape)
    at = way_of(shape, given, layout)
    way = ways[at] if ways else ()
    # What may be left out another way is asked for in one that gives it a type of its own.
    typed = {name for name, one in (in_ways(shape)[at] if ways else {}).items() if not unwrap(one).is_optional}
    # A field that two ways share belongs to the chosen one as well.
    hidden = {name for one in ways for name in one} - set(way)
    parts = []
    for name, wanted in fields(shape).items():
        if name not in hidden:
            is_needed = name in required(shape) or name in way or name in typed or spot.is_in_row
            place = spot.at(name, is_needed=is_needed, is_alternative=name in way)
            parts.append(_with_way(wanted, answers.get(name), place, layout, way, shape))
    # In a player's row a tick such as "already out" answers for the whole row. Elsewhere a tick is one answer among others.
    is_ticked = spot.is_in_row and has_a_tick(shape, answers)
    return replace(_plain(declared, spot), parts=tuple(parts), is_needed=False, has_a_tick=is_ticked)


def _with_way(
    declared: Declared, given: Any, spot: FormSpot, layout: Layout, way: tuple[str, ...], shape: type
) -> Question:
    """Return the question for a field; if it may be plain or not, the chosen way decides."""
    if declared.kind == "union" and not faces(declared, layout.players) and way and given is None:
        is_plain = all(fields(shape)[name].is_plain for name in way)
        members = [one for one in declared.inner if one.is_plain == is_plain]
        return ask((members or declared.inner)[0], given, spot, layout)
    field = ask(declared, given, spot, layout)
    is_asked = spot.is_alternative and not field.parts and field.kind != "toggle"
    return replace(field, is_needed=True) if is_asked else field


def _list(declared: Declared, given: Any, spot: FormSpot, layout: Layout) -> Question:
    one, length = declared.inner[0], declared.length
    choices = faces(one, layout.players)
    field = replace(_plain(declared, spot), fewest=length.low, most=length.high)
    if layout.is_by_player(declared):
        return _by_player(declared, field, given, spot, layout)
    if choices and (one.is_seat or field.widget in SEVERAL):
        texts = tuple(row[0] for row in items(given) if isinstance(row, list) and row)
        return replace(field, kind="several", faces=choices, given=texts, is_needed=field.fewest > 0)
    rows = items(given)
    is_said_empty = given == [EMPTY]
    # One blank row invites an answer, except where none may be given, or was said to be none.
    unasked = 0 if declared.is_optional or is_said_empty else 1
    # As many rows as were asked for, answered or are required, within what the box holds and a page can carry.
    shown = min(max(layout.rows.get(spot.path, 0), len(rows), field.fewest, unasked), field.most, MOST_ROWS)
    parts = []
    for index, row in enumerate(_padded(rows, shown)):
        place = spot.at(index, _numbered(index), is_needed=index < field.fewest)
        part = ask(one, row, place, layout)
        # A blank row beyond those required is no missing answer; once something is in it, the rest of it is asked for.
        parts.append(part if place.is_needed or not part.is_blank else _not_needed(part))
    return replace(field, kind="rows", given=(EMPTY,) if is_said_empty else (), parts=tuple(parts), is_needed=False)


def _not_needed(field: Question) -> Question:
    """Return the row, beyond those required, that needs no answer until it has one."""
    return replace(field, is_needed=False, parts=tuple(map(_not_needed, field.parts)))


def _by_player(declared: Declared, field: Question, given: Any, spot: FormSpot, layout: Layout) -> Question:
    parts = []
    for seat, row in enumerate(_padded(items(given), layout.players)):
        place = spot.at(seat, signs("{name}", name=SeatName(seat)), is_needed=True)._replace(seat=seat, is_in_row=True)
        parts.append(ask(declared.inner[0], row, place, layout))
    # A list that may be left out, and is no way to answer, is asked of no one until one of them has an answer.
    if declared.is_optional and not spot.is_alternative and all(part.is_blank for part in parts):
        parts = [*map(_not_needed, parts)]
    return replace(field, kind="rows", parts=tuple(parts), is_by_player=True, is_needed=False)


def _tuple(declared: Declared, given: Any, spot: FormSpot, layout: Layout) -> Question:
    rows = _padded(items(given), len(declared.inner))
    parts = tuple(
        ask(one, row, spot.at(index, _numbered(index), is_needed=spot.is_needed), layout)
        for index, (one, row) in enumerate(zip(declared.inner, rows, strict=True))
    )
    return replace(_plain(declared, spot), parts=parts)


def _map(declared: Declared, given: Any, spot: FormSpot, layout: Layout) -> Question:
    key, one = declared.inner
    keys = faces(key, layout.players)
    answers = given if isinstance(given, dict) else {}
    parts = []
    # More keys than these would be a page of questions.
    for face in keys if len(keys) <= FEW_KEYS or key.is_seat else ():
        place = spot.at(face.value, _key_label(key, face), is_needed=False)._replace(seat=face.seat)
        part = ask(one, answers.get(face.value), place, layout)
        # A choice once tapped cannot be taken back in a form: leaving it open has to be one too.
        parts.append(replace(part, faces=(NO_ANSWER, *part.faces)) if part.kind == "one" else part)
    return replace(_plain(declared, spot), parts=tuple(parts), is_needed=False, is_by_player=key.is_seat)


def _key_label(key: Declared, face: ChoiceFace) -> Text:
    if face.seat is not None:
        return signs("{name}", name=SeatName(face.seat))
    between = key.mark(Between)
    if face.label is None and between is not None and between.key is not None:
        return signs("{what} {number}", what=between.key, number=face.shown)
    return face.label or signs("{value}", value=face.shown)


def _numbered(index: int) -> Text:
    return say("{number}", number=index + 1)


def _padded(rows: list[Any], wanted: int) -> list[Any]:
    return [*rows, *[None] * wanted][:wanted]
