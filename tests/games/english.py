"""Texts of the rules as they read in English, for tests to compare; players go by S0, S1, or by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.engine.rulings import Ruling
from companion.engine.text import Either, SeatName, Text

NAMES: Final = ("Ana", "Ben", "Cleo", "Dora", "Emil")
Called = Callable[[int], str]


def said(text: Text) -> str:
    """The text, with seats as S0, S1."""
    return _read(text, lambda seat: f"S{seat}")


def steps(ruling: Ruling) -> list[str]:
    """The working of a ruling."""
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
    if isinstance(arg, tuple):
        return ", ".join(_argument(one, called) for one in arg)
    return str(arg)
