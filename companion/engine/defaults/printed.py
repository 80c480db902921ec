"""The sheet for paper and the first-round guide of a game that is scored by rounds."""

from __future__ import annotations

from typing import Any, Final

from companion.engine.defaults.rounds import OfRounds
from companion.engine.game import Setup, Viewer
from companion.engine.lesson import LessonCard
from companion.engine.rulings import Reason
from companion.engine.sheet import Field, Label, Page, Player, Row, Sheet, Size, Table
from companion.engine.text import say, say_many

ROWS_ON_A_PAGE: Final = {"normal": 18, "large": 11}
HEIGHT_MM: Final = {"normal": 10, "large": 16}


def sheet_of(of: OfRounds[Any], setup: Setup, size: Size, state: Any, viewer: Viewer) -> Sheet:
    """The form: a row for each round, what everybody scored in it, and the sum at the foot."""
    wanted, most = of.rounds.wanted(setup), ROWS_ON_A_PAGE[size]
    played = () if state is None else of.rounds.played(state)
    starts = range(0, max(1, wanted), most)
    pages = []
    for first in starts:
        rows = [_row(setup, size, at, played) for at in range(first, min(first + most, wanted))]
        if first == starts[-1]:
            totals = [None] * setup.seats if not played else [*of.rounds.totals(state)[-1]]
            fields = tuple(Field(total) for total in totals)
            rows.append(Row((Label("Σ", is_strong=True), *fields), HEIGHT_MM[size]))
        head = Row((Label("#"), *(Player(seat, is_named=True) for seat in range(setup.seats))), 12)
        pages.append(Page((Table(say("Points by round"), (10, *(0,) * setup.seats), tuple(rows), (head,)),)))
    return Sheet(tuple(pages), of.said(of.rounds.scoring, of.rounds.winning))


def _row(setup: Setup, size: Size, at: int, played: Any) -> Row:
    points = played[at] if at < len(played) else (None,) * setup.seats
    return Row((Label(at + 1, is_strong=True), *(Field(one) for one in points)), HEIGHT_MM[size])


def lesson_of(of: OfRounds[Any], setup: Setup | None) -> tuple[LessonCard, ...]:
    """Who plays, what a round scores, who wins: what the clauses say, and how many rounds there are."""
    rounds: tuple[Reason, ...] = ()
    if setup is not None:
        text = say_many("You play {count} round.", "You play {count} rounds.", of.rounds.wanted(setup))
        rounds = (Reason(text, (of.rounds.winning,)),)
    return (
        LessonCard(say("Who plays"), of.said(of.first), "players", say("people around a table")),
        LessonCard(say("A round"), of.said(of.rounds.scoring), "round", say("a pad with a number for everyone")),
        LessonCard(say("The end"), (*rounds, *of.said(of.rounds.winning)), "end", say("a pad with its sum underlined")),
    )
