"""In what two entries for one moment differ, in as many words as a bar holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove
from companion.engine.game import Draft, Move, Viewer
from companion.engine.journal import Play
from companion.engine.schema.codec import written
from companion.engine.schema.declared import Declared, fields
from companion.engine.sheet import PaperRow
from companion.engine.text import Arg, SeatName, Text, differing, say, say_many, signs
from companion.match import correct as corrections
from companion.match.journal_codec import write_move
from companion.match.redact import redact_move_in_force
from companion.match.snapshot import Snapshot
from companion.web.board.forms import (
    figures,
    is_tapped,
    read_entry,
)

MOST_FIELDS: Final = 2
"""In as many two entries are told apart: more have no room in the bar."""


class Apart(NamedTuple):
    """Where two entries differ, and in what; by itself a sentence that says it all."""

    where: Text
    theirs: Arg | None = None
    yours: Arg | None = None


def in_public(seen: Snapshot, play: Play, own: Move) -> Apart | None:
    """Return both entries as all may see them, "3 rings for Ben" and "4"; None if neither hides anything, or all see the
    same.
    """
    game, both = seen.game, (play.move, own)
    theirs, yours = (dict(game.redact(one, seen.setup.options, Viewer(), False)) for one in both)
    if [theirs, yours] == [write_move(game, one) for one in both]:
        return None
    said, typed = (game.narrate(one) for one in (theirs, yours))
    if said == typed:
        return None
    apart = [yours[name] for name in theirs if yours.get(name) != theirs[name]]
    short = str(apart[0]) if len(apart) == 1 and isinstance(apart[0], int) else typed
    # A sentence says of what it is: over the tabs of the start there is room for no more.
    return Apart(signs(""), said, short)


def begun(seen: Snapshot, play: Play, entered: Draft) -> Apart | None:
    """Return what stands and what is tapped so far, in the fields that have names where they differ: "2 and 9" and "3"; else
    all of either; None if no field of its own is tapped.
    """
    kind = seen.game.kind_of(play.move)
    shape, labels = fields(seen.game.moves[kind]), seen.game.labels
    said = corrections.entered_in(seen, play)
    tapped = [name for name in shape if is_tapped(name) and any(entered.get(name, ()))]
    apart = [name for name in tapped if name in said and not {*entered[name]} <= {"", *said[name]}]
    known = [(name, label) for name in apart if (label := labels.get(f"{kind}.{name}", labels.get(name))) is not None]
    if known:
        return _field_by_field(seen, play, (said, entered), known[:MOST_FIELDS], len(apart) - len(known[:MOST_FIELDS]))
    mine = [_values(seen, name, entered[name], is_seat=shape[name].is_seat) for name in tapped]
    words = seen.game.narrate(redact_move_in_force(seen, play.index, seen.viewer))
    return Apart(seen.moment_at(play.index).name, words, _in_a_row(mine)) if mine else None


def difference(seen: Snapshot, play: Play, entered: Draft, own: Move, typed: Draft) -> Apart | None:
    """Return in what the two entries differ: "Trick 2, second highest", Ana and Dora; or both in sentences, "2 water cards
    moved" and "1 water card moved"; None if none is in both.
    """
    if cells_of(seen, play):
        return _in_cells(seen, play, entered)
    kind = seen.game.kind_of(play.move)
    shape, labels = fields(seen.game.moves[kind]), seen.game.labels
    said = {**corrections.entered_in(seen, play), **_in_all(shape, play.move)}
    entered = {**entered, **_in_all(shape, own)}
    # In the order of the shape, so first stands what people read first; what was not tapped yet differs in
    # nothing.
    names = [name for name in shape if name in said and sorted(entered.get(name, ())) not in ([], sorted(said[name]))]
    known = [(name, label) for name in names if (label := labels.get(f"{kind}.{name}", labels.get(name))) is not None]
    if known and known[0][0] == names[0]:
        places = {name: values for name, values in typed.items() if name.partition(".")[0] not in said}
        others = sum(said.get(name, values) != values for name, values in places.items())
        more = len(names) - len(known[:MOST_FIELDS]) + others
        # Whether a player is guilty is asked, however little differs.
        is_asked = len(names) + others > 1 or getattr(own, "judges", False)
        outcomes = _outcomes(seen, play, own) if is_asked else None
        return outcomes or _field_by_field(seen, play, (said, entered), known[:MOST_FIELDS], more)
    return _both_in_words(seen, play, *_without_others(seen, play, own, typed))


def _outcomes(seen: Snapshot, play: Play, own: Move) -> Apart | None:
    """Return what the game rules of either entry, "Ana loses a ring" and "Ben loses a ring", and the question that settles; None
    of an entry that is not made for that, and where it rules the same of both.
    """
    name, state = getattr(own, "settles", ""), corrections.past(seen, play.index, None).replay.state
    try:
        rulings = [one for move in (play.move, own) for one in seen.game.play(state, move).rulings]
    except IllegalMove:
        return None
    both = [one.headline for one in rulings if one.name == name]
    if getattr(own, "judges", False):
        # Its first sentence, without when: what was counted is no question of its own.
        both = [first if isinstance(first := dict(one.args).get("first"), Text) else one for one in both]
    if len({*both}) < 2:
        return None
    when, what = seen.moment_at(play.index).name, seen.game.ruling(name).question
    where = what if getattr(own, "judges", False) else signs("{when} · {what}", when=when, what=what)
    return Apart(where, *(_players_alone(*both) or both))


def _players_alone(theirs: Text, yours: Text) -> list[Arg] | None:
    """Return of whom either sentence speaks, where that alone is in it, and the question says the rest; else None."""
    found = [{name: arg for name, arg in one.args if name != "count"} for one in (theirs, yours)]
    people = [one.popitem()[1] for one in found if len(one) == 1]
    is_of_people = all(
        isinstance(seat, SeatName) for one in people for seat in (one if isinstance(one, tuple) else (one,))
    )
    return people if len(people) == 2 and theirs.message == yours.message and is_of_people else None


def _in_all(shape: Mapping[str, Declared], move: Move) -> Draft:
    """Return in one number what an entry may say in one or by player, as the hidden cards of a colour."""
    both = (name for name, one in shape.items() if one.kind == "union" and any(way.kind == "map" for way in one.inner))
    found = {name: getattr(move, name) for name in both}
    return {name: (str(one if isinstance(one, int) else sum(one.values())),) for name, one in found.items()}


def _field_by_field(
    seen: Snapshot, play: Play, both: tuple[Draft, Draft], fields_apart: Sequence[tuple[str, Text]], more: int
) -> Apart:
    """Return what both entries say in these fields, each with its label, and in how many more they differ."""
    shape = fields(seen.game.moves[seen.game.kind_of(play.move)])
    theirs, yours = (
        [_values(seen, name, values[name], is_seat=shape[name].is_seat) for name, _ in fields_apart] for values in both
    )
    where = seen.moment_at(play.index).name
    if len(fields_apart) == 1:
        # A step that is called alike each time says nothing of when.
        (_, what), is_dated = fields_apart[0], bool(where.args)
        where = signs("{when}, {what}", when=where, what=what) if is_dated else what
    else:
        # A colour or a number that stands first speaks for itself, and so do a second person and one alone of whom people read
        # first; which of two comes first does not, nor does a second number.
        persons = [name for name, _ in fields_apart if shape[name].is_seat]
        is_usual = persons == [name for name in shape if shape[name].is_seat][:1]
        plain = {fields_apart[0][0], *persons} - {*persons[: not is_usual]}
        theirs = [
            value if name in plain else signs("{value} ({what})", value=value, what=label)
            for value, (name, label) in zip(theirs, fields_apart, strict=True)
        ]
    if more:
        yours = [*yours, say_many("{count} more", "{count} more", more)]
    return Apart(where, _in_a_row(theirs), _in_a_row(yours))


def cells_of(seen: Snapshot, play: Play) -> list[tuple[str, PaperRow, Arg]]:
    """Return the numbers of a result that was typed: each by its field, its row and whose it is; none of another entry."""
    paper = seen.game.paper
    return [
        (cell.field, row, signs("{name}, {what}", name=SeatName(seat), what=cell.word) if cell.word else SeatName(seat))
        for row in (paper.rows(seen.setup) if type(play.move) is paper.shape else ())
        if row.how == "number" and not row.is_common
        for seat, cells in enumerate(row.cells)
        for cell in cells
    ]


def _in_cells(seen: Snapshot, play: Play, entered: Draft) -> Apart | None:
    """Return whose numbers differ in the first row in which any do: "Ana 11 and Ben 14", "Ana 12 and Ben 7"."""
    said, cells = corrections.entered_in(seen, play), cells_of(seen, play)
    differing = [one for one in cells if entered.get(one[0]) != said.get(one[0])]
    if not differing:
        return None
    first = differing[0][1]
    theirs, yours = (
        tuple(
            signs("{whose} {figure}", whose=whose, figure=typed[field][0])
            for field, row, whose in differing
            if row == first
        )
        for typed in (said, entered)
    )
    return Apart(first.label, theirs, yours)


def _without_others(seen: Snapshot, play: Play, own: Move, typed: Draft) -> tuple[Move, Move]:
    """Return both entries with those figures alone that differ, where they differ in a place that both have."""
    said = figures(corrections.entered_in(seen, play))
    differing = {name: values for name, values in typed.items() if said.get(name) != values}
    both = {name: said[name] for name in differing if name in said}
    kind = {"kind": (seen.game.kind_of(own),)}
    # What of theirs is kept beside it was not typed here.
    theirs, yours = (read_entry(seen, {**kind, **one}) if one else None for one in (both, differing))
    return theirs or play.move, yours or own


def _both_in_words(seen: Snapshot, play: Play, move: Move, own: Move) -> Apart | None:
    """Return both entries as the journal says them, and whose turn it was where they do not; None if they read the same."""
    kind = seen.game.kind_of(own)
    theirs, yours = (seen.game.narrate({"kind": kind, **written(one)}) for one in (move, own))
    if theirs == yours:
        return None
    where, seat = seen.moment_at(play.index).name, seen.turn_of(play.index, kind)
    name = None if seat is None else signs("{name}", name=SeatName(seat))
    count = _count_apart(theirs, yours)
    if name is None and hasattr(move, "seat") and count is not None:
        return Apart(where, theirs, count)
    if name is not None and name != where:
        where = signs("{name}, {when}", name=name, when=where)
    if name is None and hasattr(move, "seat") and where == signs("{name}", name=SeatName(move.seat)):
        # Whose entry it is the sentence says already.
        return Apart(say("Quicker than you: {words}", words=theirs))
    return Apart(where, *(differing(theirs, yours) or (theirs, yours)))


def _count_apart(theirs: Text, yours: Text) -> int | None:
    """Return what the second of two sentences counts, if they say the same of one player but for that."""
    one, other = (dict(text.args) for text in (theirs, yours))
    is_named = theirs.plural is not None and any(isinstance(arg, SeatName) for arg in one.values())
    is_alike = (theirs.message, {**one, "count": 0}) == (yours.message, {**other, "count": 0})
    return yours.number if is_named and is_alike else None


def _values(seen: Snapshot, name: str, values: tuple[str, ...], *, is_seat: bool) -> Text:
    def read(value: str) -> Arg:
        if value.isdigit():
            return SeatName(int(value)) if is_seat else value
        return seen.game.value_name(name, value) or value

    return signs("{values}", values=tuple(read(value) for value in values))


def _in_a_row(values: Sequence[Text]) -> Text:
    return reduce(lambda first, then: signs("{first} · {then}", first=first, then=then), values)
