"""The one option: the definition by which the table plays, kept whole with every match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.engine.definition.files import read_definition, read_text, write_text
from companion.engine.definition.model import Definition
from companion.engine.definition.ready import READY, english
from companion.engine.errors import NotAMove
from companion.engine.game import Option, OptionChoice, Options
from companion.engine.text import Text, say, say_many

SHEET: Final = "sheet"


def read(given: object) -> str:
    """The canonical text of a definition: sent as an object or its text, or as the name of a ready one. Raises `NotAMove`."""
    if isinstance(given, str):
        return write_text(english(READY[given]) if given in READY else read_text(given))
    if isinstance(given, Mapping):
        return write_text(read_definition(given))
    raise NotAMove("", say("This must be a game: its definition, or the name of a ready one."))


def definition_of(options: Options) -> Definition:
    """The definition by which a match is played."""
    given = str(options[SHEET])
    return english(READY[given]) if given in READY else read_text(given)


def option_of(definition: Definition) -> Option:
    """The option as a match shows it that is played by this definition: nothing else is left to choose."""
    chosen = OptionChoice(write_text(definition), say("{name}", name=definition.name), about(definition))
    return Option(SHEET, _LABEL, (chosen,), ("OW-1",), read=read, shape=Definition)


def about(definition: Definition) -> Text:
    """How it is scored, in two sentences."""
    return say("{wins} {ends}", wins=who_wins(definition), ends=when_it_ends(definition))


def who_wins(definition: Definition) -> Text:
    """Which total wins."""
    if definition.writes == "places":
        return say("The lowest sum of places wins.")
    if definition.writes == "winner":
        return say("Most wins count.")
    return say("Fewest points win.") if definition.fewest_win else say("The most points win.")


def when_it_ends(definition: Definition) -> Text:
    """When the game is over."""
    if definition.is_pad:
        return say("It ends when the pad is full.")
    if definition.ends == "rounds":
        return say_many("It ends after {count} round.", "It ends after {count} rounds.", definition.at)
    if definition.ends == "target":
        return say("It ends at {points} points.", points=definition.at)
    return say("It ends when you say so.")


_LABEL: Final = say("How it is scored")
OPTIONS: Final = (
    Option(
        SHEET,
        _LABEL,
        tuple(OptionChoice(one.slug, one.name, one.about) for one in READY.values()),
        ("OW-1",),
        read=read,
        shape=Definition,
    ),
)
