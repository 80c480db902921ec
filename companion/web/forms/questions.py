"""The form of a declared shape: each field a question with its choices, those already given ticked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_args, get_origin

from companion.engine.declared import alternatives, hints, required
from companion.engine.flat import EMPTY
from companion.engine.marks import Asked, Between
from companion.engine.text import SeatName, Text, say, say_as
from companion.web.forms.answers import MOST_ROWS, Layout, has_a_tick, items, way_of
from companion.web.forms.fields import Field
from companion.web.forms.shapes import Declared, Face, faces, unwrap

NONE_OF_THEM: Final = Face("null", say_as("choice", "none"))
NO_ANSWER: Final = Face("", say_as("choice", "none"))
YES_OR_NO: Final = (Face("true", say_as("choice", "yes")), Face("false", say_as("choice", "no")))
"""For a yes or no that may be left open: a box to tick could not tell no from nothing said."""
SEVERAL: Final = frozenset({"weather", "colours", "several"})
"""Widgets of lists in which each choice occurs once and the order means nothing."""
FEW_KEYS: Final = 12


@dataclass(frozen=True, slots=True)
class Spot:
    """The place in the form: the path, the name it has there, whose it is, whether an answer is needed."""

    path: str = ""
    label: Text | None = None
    seat: int | None = None
    is_needed: bool = True
    is_in_row: bool = False
    is_alternative: bool = False

    def at(self, part: str | int, label: Text | None = None) -> Spot:
        """The place of a part."""
        path = f"{self.path}.{part}" if self.path else str(part)
        return replace(self, path=path, label=label, is_needed=True, is_alternative=False)


def form_of(shape: type, given: Any, layout: Layout) -> Field:
    """The whole form of a dataclass; `given` is the answer so far, settled."""
    return ask(shape, given, Spot(), layout)


def ways_of(shape: type) -> tuple[Text, ...]:
    """The name of each way to answer: as the shape calls it (`way_labels`), else that of its first question."""
    called: tuple[Text, ...] | None = getattr(shape, "way_labels", None)
    asked = [unwrap(hints(shape)[way[0]]).mark(Asked) for way in alternatives(shape)]
    return called or tuple(one.label for one in asked if one is not None)


def ask(wanted: Any, given: Any, spot: Spot, layout: Layout) -> Field:
    """The question for a declared type."""
    declared = unwrap(wanted)
    if declared.is_shape:
        return _shape(declared, given, spot, layout)
    if declared.is_list:
        return _list(declared, given, spot, layout)
    if get_origin(declared.bare) is tuple:
        return _fixed(declared, given, spot, layout)
    if declared.is_map:
        return _map(declared, given, spot, layout)
    choices = faces(declared, layout.players)
    if declared.is_union and not choices:
        return _member(declared, given, spot, layout)
    return _scalar(declared, choices, given, spot)


def _scalar(declared: Declared, choices: tuple[Face, ...], given: Any, spot: Spot) -> Field:
    field = _plain(declared, given, spot)
    if declared.bare is bool and declared.is_optional and not spot.is_alternative:
        return replace(field, kind="one", faces=YES_OR_NO, is_needed=False)
    if declared.bare is bool:
        return replace(field, kind="toggle", is_needed=False)
    between = declared.mark(Between)
    if not choices:
        kind: Literal["number", "text"] = "text" if declared.bare is str else "number"
        bounds = (between.low, between.high) if between else (0, 0)
        return replace(field, kind=kind, fewest=bounds[0], most=bounds[1])
    may_be_none = declared.is_optional and not spot.is_alternative
    asked = declared.mark(Asked)
    is_row_whole = not spot.is_in_row or (asked is not None and asked.if_needed)
    return replace(
        field,
        kind="one",
        faces=(NONE_OF_THEM, *choices) if may_be_none else choices,
        is_needed=spot.is_needed and not (may_be_none and is_row_whole),
    )


def _plain(declared: Declared, given: Any, spot: Spot) -> Field:
    """What every question has in common."""
    asked = declared.mark(Asked)
    texts = tuple(text for text in given if isinstance(text, str)) if isinstance(given, list) else ()
    return Field(
        "group",
        spot.path,
        spot.label or (asked.label if asked else None),
        hint=asked.hint if asked else None,
        widget=asked.widget if asked else "",
        given=texts,
        seat=spot.seat,
        is_needed=spot.is_needed and not declared.is_optional,
    )


def _shape(declared: Declared, given: Any, spot: Spot, layout: Layout) -> Field:
    shape: type = declared.bare
    answers = given if isinstance(given, dict) else {}
    ways = alternatives(shape)
    way = ways[way_of(shape, given, layout)] if ways else ()
    hidden = {name for one in ways for name in one} - set(way)
    parts = []
    for name, wanted in hints(shape).items():
        if name not in hidden:
            place = spot.at(name)
            must = name in required(shape) or name in way
            place = replace(place, is_needed=must or spot.is_in_row, is_alternative=name in way)
            parts.append(_with_way(wanted, answers.get(name), place, layout, way, shape))
    field = replace(_plain(declared, None, spot), parts=tuple(parts), is_needed=False)
    return replace(field, has_a_tick=spot.is_in_row and has_a_tick(shape, answers))


def _with_way(wanted: Any, given: Any, spot: Spot, layout: Layout, way: tuple[str, ...], shape: type) -> Field:
    """The question for a field; if it may be plain or not, the chosen way decides."""
    declared = unwrap(wanted)
    if declared.is_union and not faces(declared, layout.players) and way and given is None:
        is_plain = all(_is_plain(unwrap(hints(shape)[name])) for name in way)
        members = [one for one in get_args(declared.bare) if _is_plain(unwrap(one)) == is_plain]
        if members:
            return _of_member(declared, members[0], given, spot, layout)
    field = ask(wanted, given, spot, layout)
    return (
        replace(field, is_needed=True) if spot.is_alternative and not field.parts and field.kind != "toggle" else field
    )


def _is_plain(declared: Declared) -> bool:
    return not (declared.is_shape or declared.is_map or get_origin(declared.bare) is tuple)


def _member(declared: Declared, given: Any, spot: Spot, layout: Layout) -> Field:
    """The question for one of several types: the one that fits the answer."""
    members = get_args(declared.bare)
    fitting = [one for one in members if _is_plain(unwrap(one)) == isinstance(given, list)]
    return _of_member(declared, (fitting or members)[0], given, spot, layout)


def _of_member(declared: Declared, member: Any, given: Any, spot: Spot, layout: Layout) -> Field:
    outer = _plain(declared, None, spot)
    field = ask(member, given, replace(spot, label=outer.label), layout)
    return replace(field, hint=field.hint or outer.hint, widget=field.widget or outer.widget)


def _list(declared: Declared, given: Any, spot: Spot, layout: Layout) -> Field:
    one = unwrap(get_args(declared.bare)[0])
    choices = faces(one, layout.players)
    field = replace(_plain(declared, None, spot), fewest=declared.length().low, most=declared.length().high)
    if layout.is_by_player(declared):
        return _by_player(declared, field, given, spot, layout)
    if choices and (one.is_seat or field.widget in SEVERAL):
        texts = tuple(row[0] for row in items(given) if isinstance(row, list) and row)
        return replace(field, kind="several", faces=choices, given=texts, is_needed=field.fewest > 0)
    rows = items(given)
    is_said_empty = given == [EMPTY]
    unasked = 0 if declared.is_optional or is_said_empty else 1
    shown = min(max(layout.rows.get(spot.path, 0), len(rows), field.fewest, unasked), field.most, MOST_ROWS)
    named = [spot.at(index, say("{number}.", number=index + 1)) for index in range(shown)]
    places = [replace(place, is_needed=index < field.fewest) for index, place in enumerate(named)]
    parts = tuple(
        _not_needed(ask(one_type, row, place, layout), place)
        for one_type, row, place in zip(_repeat(declared, shown), _padded(rows, shown), places, strict=True)
    )
    return replace(field, kind="rows", given=(EMPTY,) if is_said_empty else (), parts=parts, is_needed=False)


def _not_needed(field: Field, place: Spot) -> Field:
    """The row as it is; one beyond those required needs no answer until it has one."""
    if place.is_needed or not field.is_blank:
        return field
    return replace(field, is_needed=False, parts=tuple(_not_needed(part, place) for part in field.parts))


def _by_player(declared: Declared, field: Field, given: Any, spot: Spot, layout: Layout) -> Field:
    rows = _padded(items(given), layout.players)
    parts = []
    for seat, row in enumerate(rows):
        place = replace(spot.at(seat, say("{name}", name=SeatName(seat))), seat=seat, is_in_row=True)
        parts.append(ask(get_args(declared.bare)[0], row, place, layout))
    return replace(field, kind="rows", parts=tuple(parts), is_by_player=True, is_needed=False)


def _fixed(declared: Declared, given: Any, spot: Spot, layout: Layout) -> Field:
    types = get_args(declared.bare)
    rows = _padded(items(given), len(types))
    labels = [say("{number}.", number=index + 1) for index in range(len(types))]
    parts = tuple(
        ask(one, row, replace(spot.at(index, label), is_needed=spot.is_needed), layout)
        for index, (one, row, label) in enumerate(zip(types, rows, labels, strict=True))
    )
    return replace(_plain(declared, None, spot), parts=parts, is_needed=False)


def _map(declared: Declared, given: Any, spot: Spot, layout: Layout) -> Field:
    key, one = get_args(declared.bare)
    keys = faces(unwrap(key), layout.players)
    answers = given if isinstance(given, dict) else {}
    parts = []
    for face in keys if len(keys) <= FEW_KEYS or unwrap(key).is_seat else ():
        place = replace(spot.at(face.value, _key_label(unwrap(key), face)), seat=face.seat, is_needed=False)
        part = ask(one, answers.get(face.value), place, layout)
        parts.append(replace(part, faces=(NO_ANSWER, *part.faces)) if part.kind == "one" else part)
    field = replace(_plain(declared, None, spot), parts=tuple(parts), is_needed=False)
    return replace(field, is_by_player=unwrap(key).is_seat)


def _key_label(key: Declared, face: Face) -> Text:
    if face.seat is not None:
        return say("{name}", name=SeatName(face.seat))
    between = key.mark(Between)
    if face.label is None and between is not None:
        return say("{what} {number}", what=between.what, number=face.value)
    return face.label or say("{value}", value=face.value)


def _repeat(declared: Declared, times: int) -> list[Any]:
    return [get_args(declared.bare)[0]] * times


def _padded(rows: list[Any], wanted: int) -> list[Any]:
    return [*rows, *[None] * wanted][:wanted]
