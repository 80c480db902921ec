"""The address of a question: facts, house options, how the form is laid out, and the match it is about.

`?seats.0.rings=2&option.chain=false`: facts by their path, options after `option.`. Names that begin with an underscore
concern only the form: `_players`, `_way`, `_rows.<path>`; `_set=players=4` is a button of the form that changes one of
them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from companion.engine.errors import NotAMove
from companion.engine.game import Choice, Game
from companion.engine.schema.answers import MOST_ROWS
from companion.engine.schema.formdata import EMPTY, tree
from companion.engine.text import say

OPTION: Final = "option."
MATCH: Final = "match"
_NUMBER = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Address:
    """What an address asks. `settings` are the form's; `is_editing`: a button of it was pressed, not "Judge it"."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    match_id: str | None = None
    is_editing: bool = False
    error: NotAMove | None = None

    @property
    def is_bare(self) -> bool:
        """Whether no one has answered anything yet."""
        return not self.facts and not self.settings and self.error is None

    @property
    def rows(self) -> dict[str, int]:
        """The number of rows asked for, by the path of their list."""
        return {
            name.removeprefix("rows."): number for name, number in self.settings.items() if name.startswith("rows.")
        }


def read_address(pairs: Iterable[tuple[str, str]]) -> Address:
    """Return what an address asks; if it cannot be read as facts, `error` says so."""
    facts: list[tuple[str, str]] = []
    options: dict[str, str] = {}
    settings: dict[str, int] = {}
    pressed: list[str] = []
    match_id = None
    for name, value in pairs:
        if name == MATCH:
            match_id = value
        elif name == "_set":
            pressed.append(value)
        elif name.startswith("_"):
            _set(settings, name[1:], value)
        elif name.startswith(OPTION):
            options[name.removeprefix(OPTION)] = value
        else:
            facts.append((name, value))
    # After all other names, wherever the button stands in the form: it changes what they say.
    for value in pressed:
        name, _, number = value.rpartition("=")
        _set(settings, name, number)
        if name.startswith("rows.") and settings.get(name) == 0:
            path = name.removeprefix("rows.")
            # The last row taken away leaves an empty list, not a missing one: a list that is missing would be asked for
            # again.
            facts = [*(one for one in facts if not f"{one[0]}.".startswith(f"{path}.")), (path, EMPTY)]
    found, error = _read_facts(facts)
    return Address(found, options, settings, match_id or None, bool(pressed), error)


def write_address(facts: Any, options: Mapping[str, Choice], *, match_id: str | None = None) -> str:
    """Return the query that asks the same: facts, then the named options, then the match."""
    # As a form writes them: True is `true`.
    pairs = [*_flat(facts, ""), *((OPTION + name, str(value).lower()) for name, value in options.items())]
    return urlencode([*pairs, (MATCH, match_id)] if match_id else pairs)


def choose(game: Game[Any], usual: Mapping[str, Choice], named: Mapping[str, str]) -> dict[str, Choice]:
    """Return the house options, each as named, else as usual; an option unknown to the game stays a text, to be
    refused.
    """
    known = {option.name: option for option in game.options}
    chosen: dict[str, Choice] = dict(usual)
    for name, text in named.items():
        choices = known[name].choices if name in known else ()
        # Unknown words stay as they are, so that the game refuses them by name, and no address silently asks another
        # question.
        chosen[name] = next((one.value for one in choices if str(one.value).lower() == text), text)
    return chosen


def _set(settings: dict[str, int], name: str, value: str) -> None:
    if _NUMBER.fullmatch(value):
        settings[name] = int(value)


def _read_facts(pairs: list[tuple[str, str]]) -> tuple[dict[str, Any], NotAMove | None]:
    try:
        for name, _ in pairs:
            # A number in a path is the length of a list. Longer ones are no numbers of rows to the readers either, who take
            # three digits.
            if any(step.isdecimal() and len(step) < 5 and int(step) >= MOST_ROWS for step in name.split(".")):
                raise NotAMove(name, say("There’s no field with this name here."))
        return tree(pairs), None
    except NotAMove as error:
        return {}, error


def _flat(given: Any, path: str) -> list[tuple[str, str]]:
    if isinstance(given, dict):
        return [pair for name, one in given.items() for pair in _flat(one, f"{path}.{name}" if path else name)]
    return [(path, text) for text in given] if isinstance(given, list) else []
