"""Untranslated text with arguments: what a rule says before anyone's language is known.

Texts and the names in them are tuples beneath: parts of boards are recognised by what they say, and a board says a lot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class SeatName(NamedTuple):
    """The name of the one who sits at `seat`; the page fills it in for its reader, so no rule ever holds a name."""

    seat: int


class Text(NamedTuple):
    """An English sentence (the key of its translations) and its arguments, not yet in any language.

    `message` holds named placeholders in braces. With `plural`, `number` chooses the form.
    """

    message: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str | None = None
    number: int = 0
    context: str | None = None

    def filled(self, /, **args: Arg) -> Text:
        """Return the text with these in its gaps; `count`, or how many `names` there are, chooses its wording where
        there are two.
        """
        every = {**dict(self.args), **args}
        # Sorted, as everywhere: equal texts are equal tuples, whatever the order in which they were filled.
        if self.plural is None:
            return self._replace(args=tuple(sorted(every.items())))
        counted = args.get("count", args.get("names"))
        # Seats are counted by how many there are, points by their number.
        number = len(counted) if isinstance(counted, tuple) else counted
        assert isinstance(number, int)
        return self._replace(args=tuple(sorted({**every, "count": number}.items())), number=number)


@dataclass(frozen=True, slots=True)
class Either:
    """Several things, one of which applies: "Ana, Ben or Cleo"."""

    items: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Spelled:
    """A name that is spelled in its own way in some languages, by their two letters; in all others as `usual`."""

    usual: str
    others: tuple[tuple[str, str], ...]


Arg: TypeAlias = "int | str | SeatName | Text | Either | Spelled | tuple[Arg, ...]"
"""An argument of a text. A tuple reads as a list in the reader's language: "Ana, Ben and Cleo"."""


def say(message: str, /, **args: Arg) -> Text:
    """Return a text with its arguments."""
    return Text(message, tuple(sorted(args.items())))


def signs(message: str, /, **args: Arg) -> Text:
    """Return a text of names, figures and signs alone: it reads the same in every language, so no catalogue holds it."""
    return Text(message, tuple(sorted(args.items())))


def say_many(one: str, many: str, count: int | Sequence[int], /, **args: Arg) -> Text:
    """Return a text whose wording depends on `count`, which is also {count}; of seats on how many there are, whose
    {names} it says.
    """
    if not isinstance(count, int):
        args, count = {**args, "names": names(count)}, len(count)
    return Text(one, tuple(sorted({**args, "count": count}.items())), many, count)


def together(first: Text, second: Text) -> Text:
    """Two sentences, one after the other."""
    return signs("{first} {second}", first=first, second=second)


def with_parts(text: Text, others: Mapping[Text, Text]) -> Text:
    """Return the text with other parts in place of these, wherever they stand in it."""
    return text._replace(args=tuple((name, _other_part(arg, others)) for name, arg in text.args))


def _other_part(arg: Arg, others: Mapping[Text, Text]) -> Arg:
    if isinstance(arg, Text):
        return others[arg] if arg in others else with_parts(arg, others)
    if isinstance(arg, Either):
        return Either(tuple(_other_part(one, others) for one in arg.items))
    # A seat’s name is a tuple too.
    if isinstance(arg, tuple) and not isinstance(arg, SeatName):
        return tuple(_other_part(one, others) for one in arg)
    return arg


def apart(text: Text) -> tuple[Text, ...]:
    """Return the sentences of a text that `together` made of them."""
    args = dict(text.args)
    first, second = args.get("first"), args.get("second")
    if text.message == "{first} {second}" and isinstance(first, Text) and isinstance(second, Text):
        return (*apart(first), second)
    return (text,)


def differing(one: Text, other: Text) -> tuple[Arg, Arg] | None:
    """Return those items of a list that two sentences say differently, "Ana 3" and "Ana 4", where they differ in nothing else;
    else None.
    """
    lists = [arg for text in (one, other) for _, arg in text.args if len(text.args) == 1]
    if one.message != other.message or len(lists) != 2 or not all(_is_of_texts(arg) for arg in lists):
        return None
    theirs, yours = ([*arg] if isinstance(arg, tuple) else [] for arg in lists)
    both = [pair for pair in zip(theirs, yours, strict=False) if pair[0] != pair[1]]
    return (tuple(a for a, _ in both), tuple(b for _, b in both)) if both and len(theirs) == len(yours) else None


def _is_of_texts(arg: Arg) -> bool:
    return isinstance(arg, tuple) and all(isinstance(one, Text) for one in arg)


def too_many(what: Text, count: Arg, most: int) -> Text:
    """That there are fewer of something than was entered."""
    return say("{what}: {count} ({most} at most).", what=what, count=count, most=most)


def say_as(context: str, message: str, /, **args: Arg) -> Text:
    """Return a short text that needs a `context` to be translated well ("turn" of a tile, "turn" of a player)."""
    return Text(message, tuple(sorted(args.items())), context=context)


def seats_in(said: object) -> frozenset[int]:
    """Return who is named in a text."""
    if isinstance(said, SeatName):
        return frozenset({said.seat})
    # Names stand inside of lists and of texts within texts.
    within = [arg for _, arg in said.args] if isinstance(said, Text) else said if isinstance(said, tuple) else ()
    return frozenset[int]().union(*map(seats_in, within))


def names(seats: Iterable[int]) -> tuple[SeatName, ...]:
    """Return the names of several seats, read as a list."""
    return tuple(SeatName(seat) for seat in seats)
