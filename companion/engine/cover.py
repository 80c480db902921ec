"""What the cover of a game's box says: enough to show it on a shelf, without opening the box."""

from dataclasses import dataclass

from companion.engine.text import Text


@dataclass(frozen=True, slots=True)
class Cover:
    """A game as it appears on a shelf.

    `slug` names it in addresses; `code` is the two letters of its look; `title` is printed on the box; `shelf` is its place
    among the games, None for one that no shelf offers; `players` are the numbers of players it takes; `pitch` is one
    sentence on what it is about. `called` is its name in the reader's language, where no box has a title: what is played with it
    has a name of its own, which the options of a match hold. `lowest_wins`: in it fewer points are better. `titles`: every title
    it is sold under where there are several, each after its language (ISO 639-1). `reads_photos`: a photo of it is read, so a
    device may learn the colours of a box.
    """

    slug: str
    code: str
    title: str
    shelf: int | None
    players: tuple[int, ...]
    pitch: Text
    called: Text | None = None
    lowest_wins: bool = False
    titles: tuple[tuple[str, str], ...] = ()
    reads_photos: bool = False

    @property
    def is_made(self) -> bool:
        """Whether the options of a match make the game."""
        return self.called is not None
