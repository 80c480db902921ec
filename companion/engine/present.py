"""What pages show of a game besides its board: the cover of its box, the table screen, the guide, the start player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from companion.engine.rulings import Json, Reason, cited
from companion.engine.text import Text, say

if TYPE_CHECKING:
    from companion.engine.game import Status


LOST: Final = say("You lost together.")


@dataclass(frozen=True, slots=True)
class Cover:
    """A game as it appears on a shelf.

    `slug` names it in addresses; `code` is the two letters of its look; `title` is printed on the box; `shelf` is its place among
    the games, None for one that no shelf offers; `players` are the numbers of players it takes; `pitch` is one sentence on what
    it is about. `called` is its name in the reader's language, where no box has a title: what is played with it has a name of its
    own, which the options of a match hold. `short` is what a long title is where there is little room. `lowest_wins`: in it fewer
    points are better. `has_points`: it is not wins or places that are counted. `titles`: every title it is sold under where there
    are several, each after its language (ISO 639-1). `reads_photos`: a photo of it is read, so a device may learn the colours of
    a box. `lost` is what is said where all have lost together.
    """

    slug: str
    code: str
    title: str
    shelf: int | None
    players: tuple[int, ...]
    pitch: Text
    called: Text | None = None
    short: Text | None = None
    lowest_wins: bool = False
    has_points: bool = True
    titles: tuple[tuple[str, str], ...] = ()
    reads_photos: bool = False
    lost: Text = LOST

    @property
    def is_made(self) -> bool:
        """Whether the options of a match make the game."""
        return self.called is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What is shown round the board on the table screen. Everyone may see it, so nothing in it rests on a secret.

    - `place` says where the match is, `within` what that is a part of; `steps` gives the number of steps done and of
      all, if they count.
    - `call` says what is to be done now, `turn` who is named in it; both None when the match is over.
    - `awaited` are the seats that the match waits for, if several act at once and it is known.
    - `verdict` is the last decision, sentence by sentence; empty if there is none yet.
    - `counted` says what the scores count; None if the board shows them. `gains` is what each seat has just won or
      lost, `climbs` by how many ranks that brought it up, or down if it is below 0, `ahead` who leads. `so_far` is the status
      with what is entered of a round under way, where that makes another one of it. `notes` stand beside a name.
    - `more` is what the game's own template shows besides.
    - `gone_on` is what is shown in its place once the table has gone on, before a moment that pauses.
    """

    place: Text
    within: Text | None
    steps: tuple[int, int] | None = None
    call: Text | None
    turn: int | None
    awaited: tuple[int, ...] = ()
    verdict: tuple[Text, ...]
    counted: Text | None
    gains: tuple[int, ...] = ()
    climbs: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    so_far: "Status | None" = None
    notes: Mapping[int, Text] = field(default_factory=dict)
    more: Any = None
    gone_on: "Screen | None" = None


@dataclass(frozen=True, slots=True)
class LessonCard:
    """One card of the guide: a title, two or three short sentences with their clauses, and a drawing.

    `drawing` names a macro of the game's `lesson_drawings.html`; it shows an example of what the sentences say.
    """

    title: Text
    sentences: tuple[Reason, ...]
    drawing: str

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the card rests on, each once, in the order of its sentences."""
        return cited(self.sentences)


ByAge: TypeAlias = Literal["youngest", "oldest"]
How: TypeAlias = Literal["rule", "lot", "turn", "agreed"]
"""How a start player was found: by the rulebook, by lot, next in turn after an earlier match, or by agreement."""


@dataclass(frozen=True, slots=True)
class Starting:
    """What a rulebook says of the start player.

    - `by_age`: who it is by the rulebook, None if that is left to the table.
    - `clauses`: where it says so, or where it speaks of the start player.
    - `kind`: the kind of move that says who starts; None if nothing is entered, because then seat 0 starts.
    - `move(seat, how)` is that move as JSON; None if it also needs what only the table knows.
    - `asks` and `says`, of a `name`: the question and its answer where it is not about who starts.
    """

    by_age: ByAge | None
    clauses: tuple[str, ...]
    kind: str | None = None
    move: Callable[[int, How], Mapping[str, Json]] | None = None
    asks: Text | None = None
    says: Text | None = None
