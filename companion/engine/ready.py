"""Ready definitions to start from: well-known pads and ways to score, by plain words, and what people type to find one.

A match keeps the definition it was begun with, so these may change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from companion.engine.definition import Choice, Definition, Row
from companion.engine.text import Text, say


@dataclass(frozen=True, slots=True)
class Ready:
    """A definition whose names are still to be put into the reader's language; `about` says what it suits."""

    slug: str
    name: Text
    about: Text
    rows: tuple[Text, ...]
    made_of: Definition


def _points(slug: str, name: Text, about: Text, **how: object) -> Ready:
    return Ready(slug, name, about, (), Definition("-", **how))  # type: ignore[arg-type]


def _pad(slug: str, name: Text, about: Text, *rows: tuple[Text, Row], negative: bool = False) -> Ready:
    return Ready(
        slug,
        name,
        about,
        tuple(one for one, _ in rows),
        Definition("-", "pad", negative=negative, rows=tuple(row for _, row in rows)),
    )


def _row(name: Text, *, optional: bool = False) -> tuple[Text, Row]:
    return name, Row("-", optional=optional)


def _ticked(name: Text, worth: int) -> tuple[Text, Row]:
    return name, Row("-", "choose", choices=(Choice("✓", worth),))


def _count(name: Text, times: int) -> tuple[Text, Row]:
    return name, Row("-", "count", times)


_SIX: Final = tuple(range(6))

_ALL: Final = (
    _points("points", say("Most points wins"), say("a number every round, until you stop")),
    _points("fewest", say("Fewest points wins"), say("a number every round, until you stop"), wins="fewest"),
    _points(
        "cards-500",
        say("Card game to 500"),
        say("points for cards left in hand, lowest score wins"),
        wins="fewest",
        ends="target",
        at=500,
        dealer=True,
    ),
    _points(
        "hearts",
        say("Avoiding tricks, to 100"),
        say("points for cards you take, lowest score wins"),
        wins="fewest",
        ends="target",
        at=100,
        dealer=True,
    ),
    _points(
        "bidding",
        say("Tricks bid"),
        say("plus and minus points, a set number of rounds"),
        ends="rounds",
        at=10,
        negative=True,
        dealer=True,
    ),
    _points(
        "pairs",
        say("Two against two, to 1,000"),
        say("partners sit opposite and score together"),
        ends="target",
        at=1000,
        negative=True,
        dealer=True,
        teams=True,
    ),
    _points("words", say("Making words"), say("points per turn, minus what’s left in hand"), negative=True),
    _points("winner", say("Who won?"), say("no points, just who wins each game"), writes="winner"),
    _points("places", say("First, second, third"), say("races: everyone’s rank"), writes="places", ends="rounds", at=1),
    _pad(
        "five-dice",
        say("Dice pad with 5 dice"),
        say("ones to sixes with a bonus, then the combinations"),
        _count(say("Ones"), 1),
        _count(say("Twos"), 2),
        _count(say("Threes"), 3),
        _count(say("Fours"), 4),
        _count(say("Fives"), 5),
        _count(say("Sixes"), 6),
        (say("Upper section"), Row("-", "sum", of=_SIX)),
        (say("Bonus from 63"), Row("-", "bonus", of=_SIX, least=63, worth=35)),
        _row(say("3 of a kind")),
        _row(say("4 of a kind")),
        _ticked(say("Full house"), 25),
        _ticked(say("Small straight"), 30),
        _ticked(say("Large straight"), 40),
        _ticked(say("5 of a kind"), 50),
        _row(say("Any dice")),
    ),
    _pad(
        "wonders",
        say("Civilisation pad with 7 rows"),
        say("wonders, coins, wars and the colours of your cards"),
        _row(say("Wonder")),
        _row(say("Coins")),
        _row(say("Wars")),
        _row(say("Blue cards")),
        _row(say("Trade")),
        _row(say("Guilds")),
        _row(say("Science")),
        negative=True,
    ),
    _pad(
        "landscape",
        say("Landscape pad"),
        say("roads, towns, monasteries and meadows"),
        _row(say("Roads")),
        _row(say("Towns")),
        _row(say("Monasteries")),
        _row(say("Meadows")),
        _row(say("Extra points"), optional=True),
    ),
    _pad(
        "islands",
        say("Settling pad"),
        say("villages, towns, the longest road, the largest army"),
        _count(say("Villages"), 1),
        _count(say("Towns"), 2),
        _count(say("Longest road"), 2),
        _count(say("Largest army"), 2),
        _row(say("Victory cards"), optional=True),
    ),
    _pad(
        "farm",
        say("Farm pad"),
        say("fields, animals, rooms, family, minus points for what’s missing"),
        _row(say("Fields")),
        _row(say("Pastures")),
        _row(say("Plants")),
        _row(say("Animals")),
        _row(say("Rooms")),
        _count(say("Family"), 3),
        _count(say("Empty spaces"), -1),
        _row(say("Cards"), optional=True),
        negative=True,
    ),
)

READY: Final[Mapping[str, Ready]] = MappingProxyType({one.slug: one for one in _ALL})


def english(ready: Ready) -> Definition:
    """Return the definition with its English names; a page that offers it puts in the reader's."""
    return named(ready, ready.name.message, [row.message for row in ready.rows])


def named(ready: Ready, name: str, rows: list[str]) -> Definition:
    """Return the definition with these names for itself and its rows."""
    filled = tuple(replace(row, name=own) for row, own in zip(ready.made_of.rows, rows, strict=True))
    return replace(ready.made_of, name=name, rows=filled)
