"""What the cover of a game's box says: enough to show it on a shelf, without opening the box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Cover:
    """A game as it appears on a shelf.

    `slug` names it in addresses; `code` is the two letters of its look; `title` is printed on the box; `shelf` is its
    place among the games; `players` are the numbers of players it takes; `pitch` is one sentence on what it is about.
    """

    slug: str
    code: str
    title: str
    shelf: int
    players: tuple[int, ...]
    pitch: Text
