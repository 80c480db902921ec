"""Workings read aloud to a listener who knows the facts alone: each sentence must be borne out, and lead to the verdict.

A game's listeners stand in `tests/games/<game>/listeners.py`: `LISTENERS`, one for each of its rulings, and `question`,
which makes up the facts and options of one.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, TypeVar, cast

from companion.engine.rulings import Reason, Ruling
from companion.engine.text import Either, SeatName, Text

Facts = dict[str, Any]
Options = dict[str, Any]
Hearing = Callable[..., bool]
Ear = TypeVar("Ear", bound=Hearing)


def hears(message: str, *cites: str | tuple[str, ...]) -> Callable[[Ear], Ear]:
    """Marks the method of a listener that says whether the facts bear out a sentence, given in English.

    `cites` are the clauses it may cite: one clause, or several together, each a way of its own.
    """

    def mark(method: Ear) -> Ear:
        marked = cast(Any, method)
        ways = frozenset((one,) if isinstance(one, str) else one for one in cites)
        marked.sentences = {**getattr(method, "sentences", {}), message: ways}
        return method

    return mark


class Listener(ABC):
    """Somebody who knows the facts and the house options of one question and hears its working, sentence by sentence.

    A subclass has a method for each sentence, marked by `hears` and called with what the sentence is filled in with: seats
    as numbers, lists as tuples, words in English. `concludes` says whether the verdict is what was to be expected then.
    """

    sentences: ClassVar[Mapping[str, tuple[str, frozenset[tuple[str, ...]]]]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.sentences = {
            message: (name, ways)
            for name in dir(cls)
            for message, ways in getattr(getattr(cls, name, None), "sentences", {}).items()
            if name != "sentences"
        }

    def __init__(self, facts: Facts, options: Options) -> None:
        self.facts = facts
        self.options = options
        self.begin()

    def begin(self) -> None:  # noqa: B027 - most listeners make nothing of the facts alone
        """What the listener makes of the facts before anything is said."""

    @abstractmethod
    def concludes(self, ruling: Ruling) -> bool:
        """Whether verdict and headline follow from what was heard."""


class Listeners(Protocol):
    """What a game's module of listeners offers."""

    LISTENERS: Mapping[str, type[Listener]]

    def question(self, ruling: str, rng: random.Random) -> tuple[Facts, Options]:
        """Facts and options of one question; those the box forbids may be among them."""


@dataclass
class Heard:
    """What was wrong in the workings that were read aloud, and which sentences were among them."""

    wrong: list[str] = field(default_factory=list)
    sentences: set[str] = field(default_factory=set)

    def listen(self, listener: Listener, ruling: Ruling) -> None:
        """Reads a working aloud, and notes the first thing that does not add up."""
        for reason in ruling.because:
            fault = self._fault(listener, reason)
            if fault is not None:
                self.wrong.append(f"{fault}: {reason} {listener.facts} {listener.options}")
                return
        if not listener.concludes(ruling):
            self.wrong.append(
                f"does not follow: {ruling.headline} {ruling.verdict} {listener.facts} {listener.options}"
            )

    def _fault(self, listener: Listener, reason: Reason) -> str | None:
        message = reason.text.message
        self.sentences.add(message)
        if message not in listener.sentences:
            return "nobody can bear it out"
        name, ways = listener.sentences[message]
        if reason.clauses not in ways:
            return "another clause says so"
        filled = {name: plain(arg) for name, arg in reason.text.args}
        return None if getattr(listener, name)(**filled) else "the facts do not bear it"


def plain(arg: Any) -> Any:
    """What a sentence is filled in with, as a listener hears it."""
    if isinstance(arg, SeatName):
        return arg.seat
    if isinstance(arg, Either):
        return tuple(map(plain, arg.items))
    if isinstance(arg, Text):
        filled = {name: plain(one) for name, one in arg.args}
        return (arg.message, filled) if filled else arg.message
    return tuple(map(plain, arg)) if isinstance(arg, tuple) else arg
