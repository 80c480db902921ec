"""Texts of the rules as they read in English, for tests to compare; players go by S0, S1, or by name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game
from companion.engine.rulings import Ruling
from companion.engine.text import Either, SeatName, Spelled, Text
from companion.match.judge import judge

NAMES: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
Called = Callable[[int], str]


def said(text: Text) -> str:
    """The text, with seats as S0, S1."""
    return _read(text, lambda seat: f"S{seat}")


def steps(ruling: Ruling) -> list[str]:
    return [said(reason.text) for reason in ruling.because]


def told(text: Text | None) -> str:
    """The text with the names of a table; nothing where there is none."""
    return "" if text is None else _read(text, lambda seat: NAMES[seat])


def _read(text: Text, called: Called) -> str:
    message = text.plural if text.plural is not None and text.number != 1 else text.message
    return message.format(**{name: _argument(arg, called) for name, arg in text.args})


def _argument(arg: Any, called: Called) -> str:
    if isinstance(arg, SeatName):
        return called(arg.seat)
    if isinstance(arg, Text):
        return _read(arg, called)
    if isinstance(arg, Either):
        return _argument(arg.items, called)
    if isinstance(arg, Spelled):
        return arg.usual
    if isinstance(arg, tuple):
        return ", ".join(_argument(one, called) for one in arg)
    return str(arg)


Row = tuple[str, dict[str, Any], dict[str, Any], tuple[str, ...]]
"""A question to the judge: the ruling, its facts, the house options, and sentences of its answer."""


def misread(game: Game[Any], lines: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The lines of a game's log, each with its move as a viewer sees it, that read otherwise, and how."""
    found = {line: said(game.narrate(move)) for line, move in lines.items()}
    return {line: words for line, words in found.items() if words != line}


def unsaid(game: Game[Any], rows: Iterable[Row]) -> list[tuple[Row, list[str]]]:
    """The rows of which a sentence is said neither by headline, working and doubts nor by a refusal, and what is said instead."""
    told = ((row, _answer(game, row)) for row in rows)
    return [(row, answer) for row, answer in told if not set(row[3]) <= set(answer)]


def _answer(game: Game[Any], row: Row) -> list[str]:
    try:
        ruling = judge(game, game.ruling(row[0]), row[1], row[2])
    except IllegalMove as refused:
        return [said(reason.text) for reason in refused.reasons]
    except NotAMove as unread:
        return [said(unread.text)]
    return [said(ruling.headline), *steps(ruling), *(said(flag.text) for flag in ruling.flags)]
