"""The sheet for paper and the first-round guide of a game that is scored by rounds."""

from collections.abc import Sequence
from typing import Any, Final

from companion.engine.defaults.rounds import OfRounds
from companion.engine.game import Setup, Viewer
from companion.engine.present import LessonCard
from companion.engine.rulings import Reason
from companion.engine.sheet import Field, Label, Page, Player, Row, Sheet, Size, Table
from companion.engine.text import Text, say, say_as, say_many

ROWS_ON_A_PAGE: Final = {"normal": 20, "large": 12}
HEIGHT_MM: Final = {"normal": 8, "large": 13}
NUMBER_MM: Final = 10


def sheet_of(of: OfRounds[Any], setup: Setup, size: Size, state: Any, viewer: Viewer) -> Sheet:
    """The form: a row for each round, what everybody scored in it, and the sum at the foot."""
    wanted = of.rounds.wanted(setup)
    played = () if state is None else of.rounds.played(state)
    totals = of.rounds.totals(state)[-1] if played else (None,) * setup.seats
    rows = [*played, *((None,) * setup.seats for _ in range(wanted - len(played))), totals]
    names = [*(Label(at + 1, is_strong=True) for at in range(wanted)), Label("Σ", is_strong=True)]
    reminders = of.said(of.rounds.scoring, of.rounds.winning)
    return ruled(say_as("of any game", "Points by round"), names, [*zip(*rows, strict=True)], size, reminders)


def ruled(
    title: Text,
    names: Sequence[Label],
    columns: Sequence[Sequence[int | None]],
    size: Size,
    reminders: tuple[Reason, ...],
    names_mm: int = NUMBER_MM,
) -> Sheet:
    """A sheet with a row for each name and a column for each player; the last row is the total, at the foot of all."""
    most = ROWS_ON_A_PAGE[size]
    head = Row(
        (Label("#" if names_mm == NUMBER_MM else ""), *(Player(seat, is_named=True) for seat in range(len(columns)))),
        12,
    )
    rows = [Row((name, *(Field(column[at]) for column in columns)), HEIGHT_MM[size]) for at, name in enumerate(names)]
    starts = range(0, max(1, len(rows) - 1), most)
    parts = [tuple(rows[at : None if at == starts[-1] else at + most]) for at in starts]
    widths = (names_mm, *(0 for _ in columns))
    return Sheet(tuple(Page((Table(title, widths, part, (head,)),)) for part in parts), reminders)


def lesson_of(of: OfRounds[Any], setup: Setup | None) -> tuple[LessonCard, ...]:
    """Who plays, what a round scores, who wins: what the clauses say, and how many rounds there are."""
    rounds: tuple[Reason, ...] = ()
    if setup is not None:
        text = say_many("You play {count} round.", "You play {count} rounds.", of.rounds.wanted(setup))
        rounds = (Reason(text, (of.rounds.winning,)),)
    return (
        LessonCard(say("Who plays"), of.said(of.first), "players"),
        LessonCard(say("A round"), of.said(of.rounds.scoring), "round"),
        LessonCard(say("The end"), (*rounds, *of.said(of.rounds.winning)), "end"),
    )
