"""Journal entries from declarations: what of a move each viewer sees (its marks), and the sentence for it (`said`)."""

import string
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, get_args

from companion.engine.game import Move, Options, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.codec import written
from companion.engine.schema.declared import Declared, fields
from companion.engine.schema.marks import Hidden, Length, Named
from companion.engine.text import Arg, SeatName, Text, say, signs

Redact = Callable[[Move, Options, Viewer, bool], Mapping[str, Json]]
Narrate = Callable[[Mapping[str, Json]], Text]
Others = Callable[[Move], Mapping[str, Json]]
ValueName = Callable[[str, Json], Text | None]


def hidden_fields(shape: type) -> Mapping[str, Hidden]:
    """Return the fields of a move that are marked as hidden."""
    marks = {name: one.mark(Hidden) for name, one in fields(shape).items()}
    return {name: mark for name, mark in marks.items() if mark is not None}


def move_redactor(moves: Mapping[str, type], others: Mapping[type, Others] = MappingProxyType({})) -> Redact:
    """Return what reduces a move to what a viewer may see: all of it, but for what is hidden from the other seats.

    `others` says for a shape what the other seats see of it, for good.
    """
    kinds = {shape: kind for kind, shape in moves.items()}
    hides = {shape: hidden_fields(shape) for shape in kinds}

    def redact(move: Move, options: Options, viewer: Viewer, revealed: bool) -> Mapping[str, Json]:
        # For good, even after a reveal: how a hand was counted is of no concern to others.
        if type(move) in others and move.seat not in viewer.seats:
            return {"kind": kinds[type(move)], **others[type(move)](move)}
        # A move without a seat is no one's own, so whatever it marks as hidden is hidden from all until the reveal.
        is_own = revealed or getattr(move, "seat", None) in viewer.seats
        kept_back = {
            name
            for name, mark in hides[type(move)].items()
            if not is_own and not (mark.unless is not None and mark.unless(options))
        }
        kept = {name: value for name, value in written(move).items() if name not in kept_back}
        return {"kind": kinds[type(move)], **kept}

    return redact


def narrator(
    moves: Mapping[str, type], players: tuple[int, ...], own: Mapping[str, Narrate] = MappingProxyType({})
) -> Narrate:
    """Return what puts a redacted move into the sentence that its class declares as `said`, or as `own` says moves of its
    kind.

    Of several sentences the first is taken whose fields are all known, else the last; {name} is the player of `seat`,
    {names} those of `seats`. The value named first chooses between singular and plural. Raise TypeError for a move without
    a sentence.
    """
    everybody = Length(players[0], players[-1])
    # When the game is loaded: a move without a sentence would be found missing by the first journal that holds one.
    for kind, shape in moves.items():
        if kind not in own and not hasattr(shape, "said"):
            raise TypeError(f"{shape.__name__} has no sentence for the journal: say it as `said`, or narrate the moves")

    def narrate(move: Mapping[str, Json]) -> Text:
        kind = str(move["kind"])
        if kind in own:
            return own[kind](move)
        shape = moves[kind]
        said: Text | tuple[Text, ...] = shape.said  # type: ignore[attr-defined]
        sentences = (said,) if isinstance(said, Text) else said
        wanted = [(one, _placeholders(one.message)) for one in sentences]
        text, names = next(((one, names) for one, names in wanted if {*names.values()} <= move.keys()), wanted[-1])
        declared = fields(shape)
        # A field that was redacted is missing here, and `worded` gives a dash; the sentence chosen above has none of those if
        # there is a choice.
        args = {name: worded(declared[field], move.get(field), everybody) for name, field in names.items()}
        first = next(iter(args.values()), 0) if text.plural else 0
        # Players are counted by how many there are, points by their number.
        number = len(first) if isinstance(first, tuple) else first
        return text._replace(args=tuple(sorted(args.items())), number=number if isinstance(number, int) else 0)

    return narrate


def worded(declared: Declared, value: Json, everybody: Length) -> Arg:
    """Return a value in words, as its declaration names it: a player, a choice, yes or no, what each player has."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        inner = declared.inner[0] if declared.inner else declared
        if declared.is_by_player(everybody):
            each = enumerate(worded(inner, one, everybody) for one in value)
            return tuple(signs("{name} {number}", name=SeatName(seat), number=one) for seat, one in each)
        return tuple(worded(inner, one, everybody) for one in value)
    if isinstance(value, dict):
        by_seat = {SeatName(int(seat)): worded(declared.inner[1], one, everybody) for seat, one in value.items()}
        return tuple(signs("{name} {number}", name=name, number=one) for name, one in by_seat.items())
    if declared.is_seat and isinstance(value, int):
        return SeatName(value)
    named = declared.mark(Named)
    if named is not None:
        return named.labels[get_args(declared.bare).index(value)]
    return value if isinstance(value, int) else str(value)


def _placeholders(message: str) -> dict[str, str]:
    """Return the names in braces, each with the field it stands for."""
    names = [name for _, name, _, _ in string.Formatter().parse(message) if name]
    return {name: {"name": "seat", "names": "seats"}.get(name, name) for name in names}


def value_namer(
    phases: Mapping[str, Text],
    counted: tuple[str, ...] = ("round",),
    own: Mapping[str, Callable[[Any], Text]] = MappingProxyType({}),
) -> ValueName:
    """Return a labelled value of a state in words: a phase, what is `counted` from 0 as people count it, what the game
    words itself.
    """

    def value_name(name: str, value: Json) -> Text | None:
        if name == "phase":
            return phases[str(value)]
        if name in own:
            return own[name](value)
        return signs("{value}", value=int(str(value)) + 1) if name in counted else None

    return value_name
