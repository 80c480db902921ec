"""The form in which a game of one's own is defined: what is typed in it as a definition, and a definition as it is filled in."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import request

from companion.engine.definition import MOST_ROWS, Definition, Row, row_named, with_aim
from companion.engine.definition_check import FIELDS, check_new
from companion.engine.definition_texts import read_definition
from companion.engine.errors import NotAMove
from companion.engine.formula import names_in
from companion.engine.schema.scalars import strict_json, whole_number
from companion.engine.text import Text, say
from companion.table.library import Example
from companion.table.worked import Round, tried, worked

USUAL: Final = Definition("-", ends="target", at=500)
"""What the form says at first, but for the name."""
FEW: Final = ("winner", "places")
"""What is written down where no points are; it ends otherwise than a game of points."""
SIGNED: Final = ("points", "count")
"""The kinds of rows whose sign the form turns, as keyboards of numbers have no minus: a count times less than nothing."""
TICKS: Final = ("negative", "dealer", "hidden", "together", "exact", "at_once")
_SPAN: Final = re.compile(r"([0-9]{1,2})\s*[-–]\s*([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the form: the definition as far as it is one, which kept one it is, and its rows as they are typed."""

    given: Mapping[str, str]
    rows: tuple[Mapping[str, str], ...]
    id: str = ""


def typed_here() -> Typed:
    """Return what the form holds, row by row; rows without a name are left out."""
    rows: dict[int, dict[str, str]] = {}
    given = {}
    for name, value in request.form.items():
        parts = name.split(".")
        number = whole_number(parts[1]) if len(parts) == 3 and parts[0] == "rows" else None
        # More than a game may have, as rows left empty between the others are still to be taken out.
        if number is not None and 0 <= number < 2 * MOST_ROWS:
            rows.setdefault(number, {"at": str(number)})[parts[2]] = value.strip()
        elif len(parts) == 1:
            given[name] = value.strip()
    named = (row for _, row in sorted(rows.items()) if row.get("name"))
    return Typed(given, tuple(one for row in named for one in _of_one_line(row)), given.get("of", ""))


def _of_one_line(row: Mapping[str, str]) -> list[Mapping[str, str]]:
    """Return the rows that one line says: "Bid, Tricks, Points = 10 * tricks"; what a formula makes of them counts alone."""
    left, sign, formula = row["name"].partition("=")
    if not sign:
        return [row]
    *notes, result = (one.strip() for one in left.split(","))
    made = {**row, "name": result, "kind": "formula", "formula": formula.strip()}
    return [*({"name": one, "counts": "off"} for one in notes), made]


def read(typed: Typed) -> Definition:
    """Return the definition that a form says. Raise `NotAMove` with the name of the field."""
    given = _without_idle(typed.given)
    writes, wins, ends = given["writes"], given["wins"], given["ends"]
    plain: dict[str, Any] = {"name": " ".join(given.get("name", "").split()), "writes": writes}
    if not plain["name"]:
        raise NotAMove("name", say("A name is missing here."))
    plain |= _said_of(given, plain["name"])
    if writes in ("pad", "rows"):
        plain["rows"] = [_row(row, at) for at, row in enumerate(typed.rows)]
    if writes != "pad":
        plain |= {"ends": ends, "at": 0 if ends == "open" else _number(given, f"at_{ends}", "")}
    plain |= {"wins": wins} | ({"to": _number(given, "to", "")} if wins == "nearest" else {})
    plain |= {name: given.get(name) == "on" for name in TICKS} | _sides(given.get("sides", ""))
    plain |= {name: _number(given, name, "") for name in ("back_to", "up_to", "misses", "rests") if given.get(name)}
    plain |= {"empty": given["empty"]} if given.get("empty") else {}
    # Typed with a plus, as the keys show it; the codec reads whole numbers.
    plain["keys"] = [_number({"keys": one.removeprefix("+")}, "keys", "") for one in given.get("keys", "").split()]
    try:
        return _counted_once(with_aim(check_new(read_definition(plain))), typed.rows)
    except NotAMove as error:
        # The form has a field for each way to end; the definition has one.
        raise NotAMove(f"at_{ends}" if error.path == "at" else error.path, error.text) from error


def _counted_once(made: Definition, typed: Sequence[Mapping[str, str]]) -> Definition:
    """Return the definition without counting twice what a row that counts works out from others, unless the form says so."""
    if not made.has_rows:
        return made
    used, rows = set[int](), list(made.rows)
    for at, row in reversed([*enumerate(rows)]):
        if at in used and not typed[at].get("counts"):
            rows[at] = replace(row, counts=False)
        if (row.counts or at in used) and row.kind not in ("sum", "bonus"):
            named = (row_named(rows[:at], name) for name in names_in(row.formula)) if row.formula else ()
            used |= {*row.of, *(one for one in named if one is not None)}
    return replace(made, rows=tuple(rows))


def _without_idle(given: Mapping[str, str]) -> dict[str, str]:
    """Return a form without what was chosen in it before, and is no longer asked."""
    found = {"writes": "points", "wins": "most", "ends": "open", **given}
    writes, wins = found["writes"], found["wins"]
    # Where wins or places are written the form asks for the end by itself, as no one means 500 of them.
    if writes in FEW and given.get("ends_few"):
        found |= {"ends": given["ends_few"], "at_target": given.get("at_target_few", "")}
    if (wins == "nearest" and writes in ("winner", "places")) or (wins == "last" and writes not in ("points", "rows")):
        found["wins"] = "most"
    # Who reaches a score is out: without one no one would ever be the last.
    if found["wins"] == "last":
        found["ends"] = "target"
    # Where all win or lose together, the game is that one round, unless something else was chosen.
    if given.get("together") == "on" and writes == "winner" and found["ends"] == "open":
        found |= {"ends": "rounds", "at_rounds": "1"}
    is_to_a_score = (writes, found["ends"]) == ("points", "target")
    fits = {"up_to": writes == "points", "back_to": is_to_a_score, "exact": is_to_a_score, "at_once": is_to_a_score}
    fits |= {"misses": writes == "points" and found["wins"] != "last" and given.get("together") != "on"}
    fits |= {"rests": (writes, given.get("dealer"), given.get("empty")) == ("points", "on", "zero")}
    return {name: one for name, one in found.items() if fits.get(name, True)}


def _sides(typed: str) -> dict[str, Any]:
    """Return who scores together, as the form says it: "team_size 3", "team_count 2", "alone", or nothing."""
    field, _, number = typed.partition(" ")
    return {"alone": True} if field == "alone" else {"teams": True, field: whole_number(number)} if field else {}


def _row(row: Mapping[str, str], at: int) -> dict[str, Any]:
    """Return one row as the form says it: of its fields, those that its kind has."""
    kind, path = row.get("kind", "points"), f"rows.{at}."
    if row.get("minus") == "on" and kind in SIGNED:
        times = _number(row, "times", path) if kind == "count" else 1
        row, kind = {**row, "times": str(-abs(times))}, "count"
    plain: dict[str, Any] = {"name": " ".join(row["name"].split()), "kind": kind}
    plain |= {name: row.get(name) == "on" for name in ("optional", "shared", "by_round")}
    plain |= {"counts": row.get("counts") != "off"}
    plain |= {name: row[name] for name in ("breaks",) if row.get(name)}
    plain |= _said_of(row, plain["name"])
    for name in (name for name, kinds in FIELDS.items() if kind in kinds and name != "more"):
        given = row.get(name, "")
        if name == "of":
            plain[name] = _rows_named(given, f"{path}of")
        elif name in ("several", "fewest", "neighbours"):
            plain[name] = given == "on"
        elif name == "choices":
            plain[name] = [_choice(one, f"{path}choices") for one in given.split(",") if one.strip()]
        elif name == "values":
            figures, _, more = given.partition("+")
            plain[name] = [_number({name: one}, name, path) for one in figures.replace(",", " ").split()]
            plain |= {"more": _number({name: more.strip()}, name, path)} if more.strip() else {}
        elif name in ("formula", "ties"):
            plain |= {name: given} if given else {}
        elif name in ("total", "up_to"):
            plain |= {name: _number(row, name, path)} if given else {}
        else:
            plain[name] = _number(row, name, path)
    return plain


def tried_out(typed: Typed) -> tuple[tuple[Round, ...], Example | None]:
    """Return what the rows of a form come to with numbers made up for them, if they can be read and worked out."""
    try:
        made = read(replace(typed, given={**typed.given, "name": typed.given.get("name") or USUAL.name}))
    except NotAMove:
        return (), None
    example = tried(made)
    return ((), None) if example is None else (worked(made, example), example)


def fault_of(typed: Typed) -> tuple[str, Text] | None:
    """Return what is wrong with the first row that is, and its number in the form.

    One that is still being typed has no fault yet: without a formula, or not refused before.
    """
    try:
        read(replace(typed, given={**typed.given, "name": typed.given.get("name") or USUAL.name}))
    except NotAMove as error:
        _, _, place = error.path.partition("rows.")
        row, _, field = place.partition(".")
        one = typed.rows[int(row)] if row else {}
        is_typed = "fault" in one or (field == "formula" and one.get("formula"))
        return (one["at"], error.text) if is_typed else None
    return None


def _said_of(given: Mapping[str, str], name: str) -> dict[str, Any]:
    """Return what a game or a row is called in other languages, as the form kept it; nothing where that has been tampered
    with, and where it is called something else now, as it is so for everyone.
    """
    # It came back from the page, and may have been changed there.
    with suppress(ValueError):
        return {"said": strict_json(given["said"])} if given.get("said") and given.get("was") == name else {}
    return {}


def _said(one: Definition | Row) -> dict[str, str]:
    """Return the same as fields of the form."""
    return {"said": json.dumps(dict(one.said)), "was": one.name} if one.said else {}


def _choice(text: str, path: str) -> dict[str, Any]:
    """Return a choice as it is typed: its name, and what it is worth."""
    name, _, worth = text.strip().rpartition(" ")
    # Keyboards of phones type a minus sign too, which `int` does not read.
    number = whole_number(worth.replace("−", "-"))
    if number is None or not name:
        raise NotAMove(path, say("Choices and points, such as hut 8, palace 10"))
    return {"name": " ".join(name.split()), "worth": number}


def _rows_named(text: str, path: str) -> list[int]:
    """Return the rows that a text names, counted from 1: "1-6, 8"."""
    found: list[int] = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        span = _SPAN.fullmatch(one)
        first, last = (int(span[1]), int(span[2])) if span else (whole_number(one), whole_number(one))
        if first is None or last is None or not 0 < first <= last:
            raise NotAMove(path, say("Rows it adds up, such as 1-6"))
        # A row named twice is found, and refused, by the check of the whole definition.
        found += range(first - 1, last)
    return found


def _number(given: Mapping[str, str], name: str, path: str) -> int:
    number = whole_number(given.get(name, "").replace("−", "-"))
    if number is None:
        raise NotAMove(f"{path}{name}", say("This must be a whole number."))
    return number


def typed_of(definition: Definition, id: str = "") -> Typed:
    """Return the form as a definition fills it in."""
    given = {
        # It has a name only because every definition needs one.
        "name": "" if definition is USUAL else definition.name,
        "writes": definition.writes,
        "wins": definition.wins,
        "to": str(definition.to),
    }
    few = "_few" if definition.writes in FEW else ""
    target = f"at_target{few}" if definition.ends == "target" else f"at_{definition.ends}"
    given |= {f"ends{few}": definition.ends, target: str(definition.at)}
    given |= {name: "on" for name in TICKS if getattr(definition, name)} | {"empty": definition.empty}
    given["sides"] = "alone" if definition.alone else f"team_size {definition.team_size}" if definition.teams else ""
    if definition.team_count:
        given["sides"] = f"team_count {definition.team_count}"
    given |= _said(definition) | ({} if definition.back_to is None else {"back_to": str(definition.back_to)})
    given |= {name: str(one) for name in ("up_to", "misses", "rests") if (one := getattr(definition, name))}
    given["keys"] = " ".join(f"{key:+}" for key in definition.keys)
    rows = tuple(
        {
            "name": row.name,
            "kind": "points" if row.times == -1 else row.kind,
            "minus": "on" if row.times < 0 else "",
            "times": str(abs(row.times)),
            "of": ", ".join(str(one + 1) for one in row.of),
            "least": str(row.least),
            "worth": str(row.worth),
            "values": " ".join(map(str, row.values)) + (f" +{row.more}" if row.more else ""),
            "choices": ", ".join(f"{one.name} {one.worth}" for one in row.choices),
            "ties": row.ties,
            "formula": row.formula,
            "breaks": row.breaks,
            "counts": "on" if row.counts else "off",
            "total": str(row.total or ""),
            "up_to": str(row.up_to or ""),
            **_said(row),
            **{
                name: "on"
                for name in ("optional", "several", "fewest", "neighbours", "shared", "by_round")
                if getattr(row, name)
            },
        }
        for row in definition.rows
    )
    return Typed(given, rows, id)
