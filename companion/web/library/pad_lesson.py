"""The guide of a pad: what its rows come to, an example worked out, and where its scoring comes from, of the pad itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from markupsafe import Markup

from companion.engine.definition import Definition, Row
from companion.engine.game import Game, Setup
from companion.engine.pad import sides
from companion.engine.row_signs import cases_of, conditions_of, how_of, in_a_line
from companion.engine.text import Text
from companion.table.library import Example
from companion.table.worked import MOST_COLUMNS, Round, played, tried, worked
from companion.web.app.i18n import language
from companion.web.evening.defining import drawing_of, pad_of
from companion.web.evening.ready_pad import definition_in

ROOM: Final = 19
"""Lines that a card has room for below its heading, on a small phone."""
LETTERS: Final = 34
IN_A_ROW: Final = 27
"""Letters in a line of a sentence, and of what is said of a row."""
AIR: Final = 0.35
IN_A_TABLE: Final = 1.35
OF_AN_END: Final = 4
OF_A_DRAWING: Final = 3.8
"""Lines that the air below a text takes, a line of a table, who wins and when, and the lowest drawing."""
OF_LANES: Final = 9
"""From so many rounds on an example is a table, and no lanes are drawn."""
WIDE: Final = 200
"""How wide the lanes of a drawn example are."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the guide: `kind` heads it, `parts` are what it holds besides what is told and what is said of rows, from
    `first` on; `is_drawn` where a small phone has room for a drawing, too.
    """

    kind: str
    parts: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    first: int = 1
    is_drawn: bool = False


@dataclass(frozen=True, slots=True)
class Lanes:
    """An example without rows as it is drawn: for everyone the rounds one behind the other, each with where it begins, how wide
    it is and its figure; and where the score lies that ends the game, if there is one.
    """

    of: tuple[tuple[tuple[int, int, int], ...], ...]
    goal: int | None


@dataclass(frozen=True, slots=True)
class PadLesson:
    """A pad as it is taught: named as the reader calls its rows; `rounds` is its example worked out, if it has one.

    `told` is how a round is scored, in sentences in the reader's language, `worth` a table of what its cards are worth;
    `source` says in English where its scoring comes from. All are empty for a game of the table's own. `drawing` is what lies on
    the table: dice, tiles, cards, or its pad alone.
    """

    definition: Definition
    example: Example | None
    rounds: tuple[Round, ...]
    told: tuple[str, ...]
    worth: tuple[tuple[str, ...], ...]
    source: str
    drawing: str

    def cards(self, opening: str, rows: Sequence[str], asides: str) -> tuple[Card, ...]:
        """Return the cards in their order, as full as a small phone has room for: what is entered, how it is scored, the
        example, and who wins. Given is what the page says of it: first, of each row, and besides.
        """
        in_all = _lines(opening) + _lines(asides) + OF_AN_END + IN_A_TABLE * (4 + len(self.rounds))
        if not (self.told or rows) and in_all <= ROOM:
            return (Card("write", ("opening", "end", "asides", "example")),)
        told = [_lines(one) for one in self.told]
        last = [*(_lines(one, IN_A_ROW) for one in rows), _lines(asides)]
        left = ROOM - _lines(opening) - IN_A_TABLE * len(self.worth)
        spare = left - sum(told) - sum(last)
        shown = IN_A_TABLE * (4 + sum(map(len, self.rounds)))
        has_room = spare >= shown
        is_drawn = spare - shown * has_room >= OF_A_DRAWING
        cards = [
            Card("write", ("opening", "asides", "example")[: 2 + has_room], self.told, tuple(rows), is_drawn=is_drawn)
        ]
        if spare < 0:
            # A word or two stand beside the rows rather than alone.
            is_short = 4 * sum(told) < ROOM
            left -= sum(told) * is_short
            pages = _pages(last, left - OF_A_DRAWING)
            full, drawn = [*_written(rows, _pages(last, left))], [*_written(rows, pages)]
            # Rows go on to the next card for a drawing where that has room to spare.
            has_spare = all(sum(last[page]) < ROOM - AIR * 4 for page in pages[1:])
            is_drawn = len(drawn) == len(full) and has_spare and not self.worth
            write = [replace(drawn[0], is_drawn=True), *drawn[1:]] if is_drawn else full
            scored = [Card("told", told=self.told[page]) for page in _pages(told, ROOM) if told]
            cards = [replace(write[0], told=self.told), *write[1:]] if is_short else [*write, *scored]
        if self.rounds and not has_room:
            cards.append(Card("example", ("example",)))
        if not any("asides" in one.parts for one in cards):
            return (*cards, Card("end", ("asides",)))
        # Who wins stands below lanes, where a small phone has room for both.
        if cards[-1].kind == "example" and len(self.rounds) < OF_LANES and self._lanes_with_an_end() <= ROOM:
            return (*cards[:-1], Card("example", ("example", "end")))
        return (*cards, Card("end"))

    def _lanes_with_an_end(self) -> float:
        """Return how many lines the example takes with who wins below it; more than there are where it is no race."""
        return ROOM + 1 if (lanes := self.lanes) is None else IN_A_TABLE * (3 + len(lanes.of)) + OF_AN_END

    @property
    def lanes(self) -> Lanes | None:
        """Return the example as a race; None where it has rows, or remarks."""
        if self.example is None or self.definition.has_rows or self.example.notes:
            return None
        rows = [
            [one.written or 0 for one in column]
            for column in zip(*(each[0].cells for each in self.rounds), strict=True)
        ]
        room = max(len(str(one)) for row in rows for one in row) * 9 + 11 if self.definition.writes != "winner" else 0
        goal = self.definition.at if self.definition.is_to_a_score else 0
        reach = max(sum(one for one in row if one > 0) for row in rows)
        each = (WIDE - room * len(self.rounds)) / max(reach, goal if goal <= 2 * reach else 0, 1)
        drawn = tuple(tuple(_in_a_lane(row, room, each)) for row in rows)
        return Lanes(drawn, round(room * len(self.rounds) + goal * each) if 0 < goal <= 2 * reach else None)

    def how(self, row: Row) -> Text | None:
        """Return what a row comes to in signs."""
        return how_of(self.definition.rows, row)

    def cases(self, row: Row) -> tuple[Text, ...]:
        """Return what a formula with conditions says; two cases of it where sentences say that, or where it is long."""
        rows = self.definition.rows
        return (() if self.told or not row.formula else conditions_of(rows, row)) or cases_of(rows, row)

    def named(self, rows: Sequence[int], sign: str = ", ") -> Text:
        """Return what these rows are called; of many in a row the first and the last."""
        called = [self.definition.rows[at].called for at in rows]
        is_run = len(rows) > 3 and [*rows] == [*range(rows[0], rows[0] + len(rows))]
        return in_a_line(sign, (called[0], "…", called[-1]) if is_run else called)


def pad_lesson(game: Game[Any], setup: Setup | None) -> PadLesson | None:
    """Return how the pad of a match is taught; None for another game, and before a game is chosen."""
    if setup is None or (definition := definition_in(game, setup.options)) is None:
        return None
    pad = pad_of(definition)
    named = definition if pad is None else pad.named(language())
    example = pad.example if pad is not None else _example_of(definition, setup.seats)
    # Beside sentences of its own, who won or came in where needs no working out.
    is_plain = pad is not None and definition.writes in ("winner", "places")
    rounds = () if example is None or is_plain else worked(named, example)
    if pad is None:
        return PadLesson(definition, example, rounds, (), (), "", drawing_of(definition))
    told = pad.told(language())
    # It is written in English; and of what the lesson says, it need not speak.
    source = (pad.source.partition(":")[0] if told else pad.source) if language() == "en" else ""
    return PadLesson(definition, example, rounds, told, pad.worth(language()), source, drawing_of(definition, pad))


def _example_of(definition: Definition, seats: int) -> Example | None:
    """Return an example among as many as play, if they have room; among three where some score together, or one sits out."""
    is_each = len(sides(definition, seats)) == seats and not 0 < definition.rests <= seats
    players = min(seats, MOST_COLUMNS) if is_each else 3
    return tried(definition, players) or played(definition, players)


def _in_a_lane(figures: Sequence[int], room: int, each: float) -> Iterator[tuple[int, int, int]]:
    """Yield where each figure begins and how wide it is: room for its digits, and so much for each point."""
    at = 0.0
    for one in figures:
        wide = room + max(one, 0) * each
        yield round(at), round(at + wide) - round(at), one
        at += wide


def _written(rows: Sequence[str], pages: Sequence[slice]) -> Iterator[Card]:
    """Yield the cards of what is entered; what else holds is on the last, but has none for itself."""
    for page in pages:
        parts = (*(("opening",) if page == pages[0] else ()), *(("asides",) if page.stop > len(rows) else ()))
        if page == pages[0] or page.start < len(rows):
            yield Card("write", parts, rows=tuple(rows[page]), first=page.start + 1)


def _lines(text: str, letters: int = LETTERS) -> float:
    """Return about how many lines a text takes, with the air below each part of it."""
    parts = [Markup(one).striptags() for one in re.split("<br>|</p>", text)]
    return sum(AIR + -(-len(one) // letters) for one in parts if one)


def _pages(lines: Sequence[float], left: float) -> list[slice]:
    """Return which of these stand together, where the first card has so much room `left`."""
    starts = [0]
    for at, one in enumerate(lines):
        if one > left < ROOM:
            starts.append(at)
            left = ROOM
        left -= one
    return [slice(*ends) for ends in pairwise([*starts, len(lines)])]
