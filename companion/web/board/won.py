"""The end of a match as every screen shows it at once: who won, the ranking, what decided it, what the history adds."""

from dataclasses import dataclass
from datetime import timedelta

from companion.archive.looking_back import visible_history, whoever_opened
from companion.archive.milestones import milestones
from companion.archive.results import story_of
from companion.engine.story import Highlight, Placing
from companion.engine.text import Text
from companion.match.snapshot import Snapshot
from companion.store import Within
from companion.web.app.services import services


@dataclass(frozen=True, slots=True)
class Won:
    """Who won, everybody's place, best first, the moment that decided it, and what the history says of the win."""

    headline: Text
    places: tuple[Placing, ...]
    moment: Highlight | None
    milestones: tuple[Text, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(one.seat for one in self.places if one.rank == 1)


def won_of(seen: Snapshot) -> Won | None:
    """The end of a match for everybody's eyes; None while it goes on.

    The history is that of whoever opened the table: its people see no more of it than that person may tell.
    """
    if not seen.is_over:
        return None
    story = story_of(seen)
    if story.headline is None:
        return None
    moment = next((one for one in reversed(story.highlights) if one.text != story.headline), None)
    opener = whoever_opened(services.store, seen.table.id)
    until_then = Within(before=seen.match.opened_at + timedelta.resolution)
    sight = visible_history(services.store, opener, until_then)
    return Won(story.headline, story.places, moment, milestones(sight.played, seen.match.id))
