"""How an entry is told in one sentence, without its author; of figures that are hidden, only that they were written."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.engine.defaults.narration import narrator as usual
from companion.engine.definition import Definition, Row
from companion.engine.pad import sides
from companion.engine.row_signs import figure, in_a_line, picked_of
from companion.engine.rulings import Json
from companion.engine.text import SeatName, Text, names, say, say_many, signs
from companion.games.own_game import COVER
from companion.games.own_game.moves import figure_of
from companion.games.own_game.options import went_beyond
from companion.games.own_game.play import SHAPES
from companion.games.own_game.standing import joins, lost

POINTS: Final = ""
"""The row, as it were, of points that are written in none."""
_ANY: Final = Definition("-")
_NONE: Final = "–"
_HIDDEN: Final = say("points, hidden until the end")


def narrator(definition: Definition = _ANY, seats: int = 0) -> Callable[[Mapping[str, Json]], Text]:
    """Return what puts an entry into one sentence without its author."""
    its = _Narration(definition, seats)
    own = {"points": its.points, "pad": its.pad, "edited": its.edited, "stand_now": _stand_now}
    return usual(SHAPES, COVER.players, {**own, "leave": _leaves, "carry_on": _carries_on})


class _Narration:
    """The sentences that go by the definition; rows that it has not go by their number.

    Who scores together is named together, where it is known how many play.
    """

    def __init__(self, definition: Definition, seats: int) -> None:
        self.definition = definition
        self.rows = {POINTS: Row("-"), **{str(at): row for at, row in enumerate(definition.rows)}}
        self.together = {seat: side for side in sides(definition, seats) for seat in side}

    def points(self, move: Mapping[str, Any]) -> Text:
        """The points of a round, with what became of those that went beyond a score to be reached exactly, where it is known."""
        if "points" not in move:
            return _hidden(move)
        if self.definition.writes == "winner":
            return self._winners(move["points"])
        if self.definition.fills_up and move.get("seat") is None and not any(move["points"].values()):
            return say("no one scores")
        each = {seat: self._figure(seat, POINTS, one) for seat, one in move["points"].items()}
        beyond = signs("{players}", players=tuple(each.pop(seat) for seat in move.get("beyond", ())))
        is_shared = self.definition.empty == "rest" and move.get("seat") is None
        # What everyone else pays or gets between them, where a round comes to nothing in all.
        left = -sum(figure_of(one or 0, "") for one in move["points"].values()) if is_shared else 0
        parts = (
            *((signs("{players}", players=tuple(each.values())),) if each or not move.get("beyond") else ()),
            *((went_beyond(self.definition, beyond),) if move.get("beyond") else ()),
            *((say("the rest: {points}", points=left),) if left else ()),
        )
        return in_a_line(" · ", parts)

    def _winners(self, points: Mapping[str, Any]) -> Text:
        # Partners are named together, as the entry was made for the first of them alone.
        winners = tuple(one.seat for seat, won in points.items() if won == 1 for one in self._who(seat))
        if self.definition.together:
            return say("You did it together!") if winners else lost(self.definition)
        return say_many("{names} won", "{names} won", winners) if winners else say("no one won")

    def pad(self, move: Mapping[str, Any]) -> Text:
        """What is written in rows, first in those that are everyone's, which go by no name."""
        cells = move.get("cells", {})
        shared = {at: one for column in cells.values() for at, one in column.items() if self._row(at).shared}
        own = {seat: {at: one for at, one in column.items() if at not in shared} for seat, column in cells.items()}
        common = signs("{players}", players=tuple(self._cell(at, one) for at, one in shared.items()))
        each = self._columns({seat: column for seat, column in own.items() if column})
        said = [text for text, known in ((common, shared), (each, any(own.values()))) if known]
        return in_a_line(" · ", said) if said else _hidden(move)

    def _columns(self, columns: Mapping[str, Mapping[str, Any]]) -> Text:
        """What each has written; a row in which all have written, and in no other, is named once."""
        written = {at for column in columns.values() for at in column}
        if len(columns) > 1 and len(written) == 1 and all(None not in column.values() for column in columns.values()):
            (at,) = written
            each = tuple(self._points(seat, at, column[at]) for seat, column in columns.items())
            return say("{what}: {value}", what=self._row(at).called, value=each)
        every = {seat: tuple(self._cell(at, one) for at, one in column.items()) for seat, column in columns.items()}
        told = tuple(say("{what}: {value}", what=self._who(seat), value=each) for seat, each in every.items())
        return signs("{players}", players=told)

    def edited(self, move: Mapping[str, Any]) -> Text:
        """What an entry says differently from the one it replaced, each with what stood there; nothing where that is hidden."""
        before, after = move["before"], move["after"]
        if self.definition.writes == "winner":
            return say("{what} (was {before})", what=self.points(after), before=self.points(before))
        old, new = _figures(before), _figures(after)
        each = tuple(
            # What was taken out of the entry has changed too.
            say(
                "{what} (was {before})",
                what=self._figure(*at, new.get(at, _NONE)),
                before=_as_written(self._row(at[1]), old.get(at)),
            )
            for at in {**old, **new}
            if old.get(at) != new.get(at)
        )
        return signs("{players}", players=each) if each else signs("")

    def _figure(self, seat: str, at: str, one: int | str | None) -> Text:
        """What someone wrote: points, or a figure in a row, which goes by no name where it is everyone's."""
        if at == POINTS:
            return self._points(seat, at, one or 0)
        what = self._cell(at, one)
        return what if self._row(at).shared else say("{what}: {value}", what=self._who(seat), value=what)

    def _points(self, seat: str, at: str, one: int | str) -> Text:
        return signs("{name} {points}", name=self._who(seat), points=_as_written(self._row(at), one))

    def _cell(self, at: str, one: int | str | None) -> Text:
        row = self._row(at)
        if one is None:
            return say("{row} crossed out", row=row.called)
        sign = ": " if row.kind == "choose" else " "
        return signs("{row}{sign}{points}", row=row.called, sign=sign, points=_as_written(row, one))

    def _who(self, seat: str) -> tuple[SeatName, ...]:
        return names(self.together.get(int(seat), (int(seat),)))

    def _row(self, at: str) -> Row:
        """A row by its number from 0; one called by its number from 1 where it is not known."""
        return self.rows.get(at) or Row(str(int(at) + 1))


def _figures(move: Mapping[str, Any]) -> dict[tuple[str, str], int | str | None]:
    """What an entry says, by seat and row."""
    columns = {**{seat: {POINTS: one} for seat, one in move.get("points", {}).items()}, **move.get("cells", {})}
    return {(seat, at): one for seat, column in columns.items() for at, one in column.items()}


def _as_written(row: Row, given: int | str | None) -> int | str:
    """A figure as it was written, in words where it was picked; a sum with signs that people read, and what it comes to."""
    if isinstance(given, int):
        return picked_of(row, given) if row.kind == "choose" else given
    if given is None or given == _NONE:
        return _NONE
    return f"{given.replace('-', '−').replace('x', '×')} = {figure(figure_of(given, ''))}"


def _stand_now(move: Mapping[str, Any]) -> Text:
    known = enumerate(move.get("seats", ()))
    each = tuple(signs("{name} {points}", name=SeatName(seat), points=one["points"]) for seat, one in known)
    return say("Where things stand: {players}", players=signs("{players}", players=each) if each else _HIDDEN)


def _leaves(move: Mapping[str, Any]) -> Text:
    counting, alone = say("{name} leaves, but their points still count"), say("{name} leaves")
    return (counting if move.get("counts") else alone).filled(name=SeatName(move["seat"]))


def _carries_on(move: Mapping[str, Any]) -> Text:
    """Who has joined, and what they begin with, where that is known."""
    # An entry carries on with everyone who ever joined; the newcomers of this one are those with the latest round.
    had, latest = move.get("carried"), max(move["joined"].values(), default=0)
    new = [int(seat) for seat, at in move["joined"].items() if at == latest]
    return signs("{players}", players=tuple(joins(seat, latest, None if had is None else had[seat]) for seat in new))


def _hidden(move: Mapping[str, Any]) -> Text:
    """What is said of figures that are hidden: whose they are, where one player alone wrote them."""
    seat = move.get("seat")
    return _HIDDEN if seat is None else say("{what}: {value}", what=SeatName(seat), value=_HIDDEN)
