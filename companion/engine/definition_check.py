"""What a definition has to hold beyond the types of its fields: every place that is at fault, and what is wrong there."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from companion.engine.definition import (
    FOLLOWS,
    MOST_ROUNDS,
    MOST_TICKS,
    ROUND,
    TYPED,
    Definition,
    Row,
    RowKind,
    row_named,
)
from companion.engine.errors import NotAMove, within
from companion.engine.formula import check_numbers, marked, names_in
from companion.engine.text import Text, say

Faults: TypeAlias = Iterator[tuple[str, Text]]
"""Each place that is at fault, with what is wrong there."""


def check(definition: Definition) -> Definition:
    """Return the definition, if its fields fit together. Raise `NotAMove` with the place of the first that does not."""
    for place, text in _faults(definition):
        raise NotAMove(place, text)
    return definition


def check_new(definition: Definition) -> Definition:
    """Return a definition that comes here. Raise `NotAMove` with the place of a formula that never comes to a number.

    Those that are kept already open all the same: a match may have been played without it.
    """
    for at, formula in ((at, row.formula) for at, row in enumerate(definition.rows) if row.formula):
        with within(f"rows.{at}.formula"):
            check_numbers(formula)
    return definition


def _faults(definition: Definition) -> Faults:
    lost = {f"lost.{language}": line for language, line in definition.lost.items()}
    yield from _garbled({**_names(definition), **lost})
    if definition.has_rows and not any(row.is_typed for row in definition.rows):
        yield "rows", say("A pad needs a row to write in.")
    for at, row in enumerate(definition.rows if definition.has_rows else ()):
        yield from ((f"rows.{at}.{place}", text) for place, text in _misfits(definition.rows[:at], row))
    yield from ((place, text) for place, is_wrong, text in _FAULTS if is_wrong(definition))


def _misfits(above: Sequence[Row], row: Row) -> Faults:
    """Yield every field of a row that does not fit its kind, or the rows above it."""
    yield from _garbled(_names(row))
    # A formula and the printed sheet tell rows apart by name.
    if row.name in (other.name for other in above):
        yield "name", say("Another row has this name.")
    # A field counts as given where it is not what a row has by itself.
    given = {name for name in FIELDS if getattr(row, name) != getattr(Row(row.name), name)}
    fitting = {name for name, kinds in FIELDS.items() if row.kind in kinds}
    odd = (given - fitting) | (fitting.intersection(NEEDED) - given)
    yield from ((name, _MISSING if name in fitting else MISFIT) for name in FIELDS if name in odd)
    yield from ((place, text) for place, is_wrong, text in _FAULTS_OF_A_ROW if is_wrong(row))
    # Only rows that stand above: nothing can go round in a circle.
    below = (place for place, one in enumerate(row.of) if one >= len(above))
    yield from ((f"of.{place}", say("It can only use rows above it.")) for place in below)
    yield from _garbled({f"choices.{place}.name": choice.name for place, choice in enumerate(row.choices)})
    yield from _unreadable(above, row.formula) if row.formula else ()


def _unreadable(above: Sequence[Row], formula: str) -> Faults:
    """Yield what is wrong with a formula over these rows."""
    try:
        names = names_in(formula)
    except NotAMove as error:
        yield "formula", error.text
    else:
        unknown = (sign for name, sign in names.items() if name != ROUND and row_named(above, name) is None)
        yield from (
            ("formula", say("“{place}”: no row above has this name.", place=marked(formula, sign))) for sign in unknown
        )


def _names(one: Definition | Row) -> dict[str, str]:
    """Return what it is called, by the place where that is given."""
    return {"name": one.name, **{f"said.{language}": name for language, name in one.said.items()}}


def _garbled(names: Mapping[str, str]) -> Faults:
    # Two rows whose names differ by a blank that no one sees would look the same; signs that turn the writing round would
    # garble the page.
    odd = (place for place, name in names.items() if name != " ".join(name.split()) or not name.isprintable())
    yield from ((place, say("This name contains hidden spaces or characters.")) for place in odd)


MISFIT: Final = say("This isn’t in the right format.")
_MISSING: Final = say("This is missing.")
TOO_LARGE: Final = say("This is too large.")
_FAULTS: Final[tuple[tuple[str, Callable[[Definition], bool], Text], ...]] = (
    ("rows", lambda one: bool(one.rows) and not one.has_rows, MISFIT),
    # A pad ends when it is full. A second end could contradict that.
    ("ends", lambda one: one.is_pad and one.ends != "open", MISFIT),
    ("at", lambda one: one.ends != "open" and one.at < 1, _MISSING),
    ("at", lambda one: one.ends == "rounds" and one.at > MOST_ROUNDS, TOO_LARGE),
    ("wins", lambda one: one.wins in ("nearest", "last") and one.writes in ("winner", "places"), MISFIT),
    # Being out needs a score to reach; and no one outlasts the others where all are one side.
    ("wins", lambda one: one.wins == "last" and (one.ends != "target" or one.together), MISFIT),
    # Sides are made in one way alone. 2 is what every definition has by itself: only another number was chosen.
    ("team_size", lambda one: one.team_size != 2 and (one.team_count > 0 or not one.teams), MISFIT),
    ("team_count", lambda one: one.team_count == 1 or (one.team_count > 0 and not one.teams), MISFIT),
    ("alone", lambda one: one.alone and (one.teams or one.together), MISFIT),
    # A number of a way to win or end is given with that way alone.
    ("to", lambda one: one.to != 0 and one.wins != "nearest", MISFIT),
    ("up_to", lambda one: one.up_to > 0 and one.writes != "points", MISFIT),
    ("back_to", lambda one: one.back_to is not None and not one.is_to_a_score, MISFIT),
    ("exact", lambda one: one.exact and (one.back_to is not None or not one.is_to_a_score), MISFIT),
    ("lost", lambda one: bool(one.lost) and not one.together, MISFIT),
    ("must_reach", lambda one: one.must_reach and not one.has_an_aim, MISFIT),
    # Who sits out leaves a box empty: that must be no sign that it is waited for, nor share what others leave.
    (
        "rests",
        lambda one: one.rests > 0 and (one.writes, one.empty, one.dealer) != ("points", "zero", True),
        MISFIT,
    ),
    (
        "at_once",
        lambda one: one.at_once and (one.ends_exactly or one.wins == "last" or not one.is_to_a_score),
        MISFIT,
    ),
    # One round of 0 is no row of them; and who is out by points can't be out by none.
    (
        "misses",
        lambda one: (
            one.misses == 1 or (one.misses > 0 and (one.writes != "points" or one.wins == "last" or one.together))
        ),
        MISFIT,
    ),
)
"""What fits no game: the field that is at fault, when it is, and what is wrong with it; the first one is named."""

_FAULTS_OF_A_ROW: Final[tuple[tuple[str, Callable[[Row], bool], Text], ...]] = (
    ("total", lambda row: row.total > 0 and row.by_round, MISFIT),
    ("of", lambda row: len({*row.of}) != len(row.of), say("List each row only once.")),
    # Every combination is offered as a choice of its own, and five would be 32 of them.
    ("choices", lambda row: row.several and len(row.choices) > MOST_TICKS, TOO_LARGE),
)
FIELDS: Final[Mapping[str, tuple[RowKind, ...]]] = {
    "times": ("count",),
    "of": FOLLOWS,
    "least": ("bonus",),
    "worth": ("bonus",),
    "values": ("steps", "ranking"),
    "more": ("steps",),
    "choices": ("choose",),
    "several": ("choose",),
    "ties": ("ranking",),
    "fewest": ("ranking",),
    "neighbours": ("ranking",),
    "formula": ("formula",),
    "total": TYPED,
    "up_to": TYPED,
}
"""The kinds of rows that a field is for."""
NEEDED: Final = ("of", "worth", "values", "choices", "formula")
"""What a row of such a kind cannot be without."""
