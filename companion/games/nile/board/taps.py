"""What has been tapped so far, read leniently: a half-made entry is never wrong, only unfinished.

Names that begin with an underscore are kept for the whole match. Those used here therefore say for which step they were
tapped, `r3s1p2|harvest`, and count for nothing at any other.

What is pencilled on the fields before an entry is made travels in two of them: `_pencil` holds all marks, `_mark` the one tapped
last. A mark is `verb:field=value`; the value `-` rubs it out, and applying a mark twice changes nothing. At the start the seat
asked for stands with the step: `start.2|...`. Once that seat's entry is made, what it laid is marked no longer.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.engine.game import Draft
from companion.engine.schema.formdata import as_number, last, number
from companion.games.nile.rules.components import PLAYERS
from companion.games.nile.rules.fields import BANKS, Field, LaidWater
from companion.games.nile.rules.state import FirstStep, State
from companion.games.nile.rules.water import EDGES, Edge

BETWEEN: Final = "|"


@dataclass(frozen=True, slots=True)
class Taps:
    """The taps of one step of the game: the values of an entry, and what was tapped on the way to one."""

    draft: Draft
    moment: str

    @property
    def kind(self) -> str:
        return self.draft.get("kind", ("",))[0]

    def aside(self, name: str, step: str | None = None) -> str | None:
        """What was tapped on the way under this name for the present step, or the step named."""
        found = last(self.draft, name)
        begin = (self.moment if step is None else step) + BETWEEN
        return found[len(begin) :] if found.startswith(begin) else None

    def count(self, name: str, high: int, kind: str) -> int | None:
        """A count tapped on the way, or else given in an entry of this kind; None if neither was."""
        tapped = self.aside(f"_{name}")
        if tapped is not None:
            return as_number(tapped, 0, high)
        return number(self.draft, name, 0, high) if self.kind == kind else None


Verb: TypeAlias = Literal["lay", "take", "desert", "ripe", "seed", "palms"]
VERBS: Final[tuple[Verb, ...]] = ("lay", "take", "desert", "ripe", "seed", "palms")
FIRST: Final[tuple[Verb, ...]] = ("lay", "ripe", "seed")
"""What each player lays on fields for the start."""
LAID_AT: Final[Mapping[FirstStep, tuple[Verb, ...]]] = {"water": FIRST[:1], "plants": FIRST[1:]}
"""The same by step: everyone's water first, then everyone's plants."""
LAID_OUT: Final = tuple(f"{verb}:" for verb in FIRST)
"""How marks begin that belong to one seat's entry of the start; desert cards and palms are the table's."""
RUBBED_OUT: Final = "-"
MOST_SEATS: Final = PLAYERS[-1]
PLACES: Final[Mapping[str, tuple[Verb, str, str]]] = {
    "water": ("lay", ".field", "card"),
    "laid": ("lay", ".field", "card"),
    "taken": ("take", "", ""),
    "advanced": ("desert", "", ""),
    "deserts": ("desert", "", ""),
    "ripe": ("ripe", ".field", "plant"),
    "seed": ("seed", ".field", "plant"),
    "fields": ("palms", ".field", "palms"),
}
"""The parts of an entry that lie on fields: as which mark, where it says the field, and where what happens there."""
_PLACE = re.compile(rf"(({'|'.join(PLACES)})(?:\.\d+)?)(?:\.field)?\.bank")
# Rows have 2 to 5 fields, counted from 0 at the Nile (NI-2).
_MARK = re.compile(r"([a-z]+):(left|right)\.([2-5])\.([0-4])=([a-z0-9.\-]*)")


class Marks(NamedTuple):
    """The marks in the order made: what was pencilled of each verb on each field."""

    by_place: Mapping[tuple[Verb, Field], str]

    def of(self, verb: Verb) -> dict[Field, str]:
        return {field: value for (one, field), value in self.by_place.items() if one == verb}

    def without(self, verb: Verb) -> "Marks":
        return Marks({place: value for place, value in self.by_place.items() if place[0] != verb})

    def newest_of_each(self) -> "Marks":
        """Return the last mark of each verb alone: at the start each of them lies once, and moves where it is tapped anew."""
        newest = {verb: (verb, field) for verb, field in self.by_place}
        return Marks({place: self.by_place[place] for place in newest.values()})

    @property
    def laid(self) -> tuple[LaidWater, ...]:
        cards = ((field, card(value)) for field, value in self.of("lay").items())
        return tuple(LaidWater(field, edges) for field, edges in cards if edges is not None)

    @property
    def text(self) -> str:
        return ";".join(f"{verb}:{code(field)}={value}" for (verb, field), value in self.by_place.items())


def key(step: str, seat: int | None) -> str:
    """What stands before marks made at this step, at the start for this seat."""
    return step if seat is None else f"{step}.{seat}"


def marks(taps: Taps, state: State) -> Marks:
    """The marks made on this step, the one tapped last among them; in a correction those of the entry, until one is tapped.

    Where another phone has laid water meanwhile, that is seen.
    """
    laid_out = state.laid_out
    made: dict[tuple[Verb, Field], str] = {}
    # Once the page has sent a pencil, even an empty one, it holds all marks; the entry's own values count only before that.
    for text in _noted(taps, "_pencil", laid_out) if "_pencil" in taps.draft else _entered(taps):
        _apply(made, text)
    for text in _noted(taps, "_mark", laid_out):
        _apply(made, text)
    lies = {field for field, there in state.board.items() if there.water is not None}
    return Marks({place: value for place, value in made.items() if place[0] != "lay" or place[1] not in lies})


def code(field: Field) -> str:
    """A field as it travels: `left.4.2`."""
    return f"{field.bank}.{field.row}.{field.square}"


def field_of(text: str | None) -> Field | None:
    found = re.fullmatch(r"(left|right)\.([2-5])\.([0-4])", text or "")
    return None if found is None else _field(found[1], int(found[2]), int(found[3]))


def card(value: str) -> tuple[Edge, Edge] | None:
    """The two edges of a water card as they travel, `single.none`; None if that is no card."""
    near, _, far = value.partition(".")
    first = next((edge for edge in EDGES if edge == near), None)
    second = next((edge for edge in EDGES if edge == far), None)
    return None if first is None or second is None else (first, second)


def noted(taps: Taps, name: str) -> tuple[int | None, str | None]:
    """What was noted under this name at the present step, after the seat that was asked for then."""
    for seat in (None, *range(MOST_SEATS)):
        text = taps.aside(name, key(taps.moment, seat))
        if text is not None:
            return seat, text
    return None, None


def _noted(taps: Taps, name: str, laid_out: Collection[int]) -> list[str]:
    """The marks under this name, without what a seat's entry has put on the board."""
    seat, text = noted(taps, name)
    return [one for one in (text or "").split(";") if seat not in laid_out or not one.startswith(LAID_OUT)]


def _entered(taps: Taps) -> Iterator[str]:
    for name in taps.draft:
        found = _PLACE.fullmatch(name)
        if found is not None:
            verb, where, what = PLACES[found[2]]
            place = ".".join(last(taps.draft, f"{found[1]}{where}.{part}") for part in ("bank", "row", "square"))
            value = ".".join(taps.draft.get(f"{found[1]}.{what}", ())) if what else "x"
            yield f"{verb}:{place}={value}"


def _apply(made: dict[tuple[Verb, Field], str], text: str) -> None:
    found = _MARK.fullmatch(text)
    verb = next((one for one in VERBS if found is not None and one == found[1]), None)
    if found is None or verb is None:
        return
    field = _field(found[2], int(found[3]), int(found[4]))
    if field is None:
        return
    # Taken out first, so that a mark tapped anew is the newest.
    made.pop((verb, field), None)
    if found[5] != RUBBED_OUT:
        made[(verb, field)] = found[5]


def _field(bank: str, row: int, square: int) -> Field | None:
    side = next(one for one in BANKS if one == bank)
    return Field(side, row, square) if square < row else None
