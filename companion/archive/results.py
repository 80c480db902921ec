"""How a match went: its story, every ruling by round or turn, what was unusual; and who won, for every screen at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.archive.looking_back import milestones, visible_history, whoever_opened
from companion.engine.game import Option, OptionChoice
from companion.engine.journal import oldest_first
from companion.engine.rulings import Ruling, cited
from companion.engine.story import Highlight, Placing, Step, Story
from companion.engine.text import Text
from companion.match.redact import newest_for_everybody, sees_all
from companion.match.snapshot import Snapshot
from companion.store import Store, Within


@dataclass(frozen=True, slots=True)
class RulingsOfEntry:
    """The rulings that one entry brought, and the step of the game at which it was made."""

    index: int
    moment: Text | None
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class RulingsOfPart:
    """The rulings of one round or turn; `number` is that of the journal's section."""

    number: int
    name: Text
    given: tuple[RulingsOfEntry, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A match as its result shows it. `began` and `ended`: its first and last entry, or when it was played on paper.

    `anyway`, `caught_up`, `contested`: how many entries were recorded despite a doubt, caught up on later, or are
    contested. `is_noted`: nothing but its result was entered.
    """

    seen: Snapshot
    story: Story
    parts: tuple[RulingsOfPart, ...]
    options: tuple[tuple[Option, OptionChoice], ...]
    anyway: int
    caught_up: int
    contested: int
    is_over: bool
    is_noted: bool
    began: datetime
    ended: datetime

    @property
    def minutes(self) -> int:
        return int((self.ended - self.began).total_seconds() // 60)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that something on the page rests on, in the order of the game's rules."""
        named = {clause for one in self.story.highlights for clause in one.clauses}
        for part in self.parts:
            for given in part.given:
                for ruling in given.rulings:
                    named |= {*cited(ruling.because), *cited(ruling.flags)}
        return tuple(clause.id for clause in self.seen.game.clauses if clause.id in named)

    @property
    def worth_telling(self) -> tuple[tuple[Option, OptionChoice], ...]:
        """How each house option was played; of a result alone only what isn’t usual, as much of it was never asked for, and not
        how much was entered.
        """
        return tuple(
            (option, choice)
            for option, choice in self.options
            if not self.is_noted or (choice.value != option.usual and not option.pictures)
        )

    @property
    def moments(self) -> tuple[Highlight, ...]:
        """The moments that say more than the headline does."""
        return tuple(one for one in self.story.highlights if one.text != self.story.headline)


def result_of(seen: Snapshot) -> Result:
    """Return how the match went so far, as its viewer may see it."""
    plays = [node.play for node in oldest_first(seen.timeline.revision.last)]
    caught_up = sum(seen.game.is_afterwards(play.move, seen.timeline.at().state) for play in plays)
    return Result(
        seen,
        story_of(seen),
        rulings_by_part(seen),
        seen.game.played_choices(seen.setup.options, seen.setup.seats),
        sum(play.anyway for play in plays),
        caught_up,
        len(seen.contested),
        seen.game.status(seen.replay.state).winners is not None,
        len(plays) == caught_up == 1,
        *seen.span,
    )


def story_of(seen: Snapshot) -> Story:
    """Return the story of a match as it stands now; nothing in it is secret."""
    return seen.game.story(seen.timeline.at().state, steps_of(seen))


def steps_of(seen: Snapshot) -> tuple[Step[Any], ...]:
    """Return every play that stands, with the states before and after it, up to where the replay stopped."""
    found = []
    for node in oldest_first(seen.timeline.revision.last):
        outcome = seen.timeline.outcome(node)
        if outcome is None:
            break
        found.append(Step(node.play.index, node.play.move, seen.timeline.before(node).state, outcome.state))
    return tuple(found)


def rulings_by_part(seen: Snapshot) -> tuple[RulingsOfPart, ...]:
    """Return the rulings of every play that stands and that the viewer sees in full, divided as the journal is."""
    found: dict[Text, list[RulingsOfEntry]] = {}
    # First every part there has been, in order: one without rulings keeps its number in the journal.
    for version in range(seen.version):
        found.setdefault(seen.moment_at(version).part, [])
    for node in oldest_first(seen.timeline.revision.last):
        outcome = seen.timeline.outcome(node)
        if outcome is None:
            break
        if outcome.rulings and sees_all(seen, node.play, seen.viewer):
            moment = seen.moment_at(node.play.index)
            name = None if moment.name == moment.part else moment.name
            found[moment.part].append(RulingsOfEntry(node.play.index, name, outcome.rulings))
    numbered = enumerate(found.items(), 1)
    return tuple(RulingsOfPart(number, name, tuple(given)) for number, (name, given) in numbered if given)


@dataclass(frozen=True, slots=True)
class Won:
    """Who won, everyone's place, best first, the last moment that is about them, and what the history says of the win.

    `is_played_out`: an entry of the game ended the match. `most`: what brought each most, as in a story.
    """

    headline: Text
    places: tuple[Placing, ...]
    moment: Highlight | None
    milestones: tuple[Text, ...]
    is_played_out: bool
    most: Mapping[int, tuple[Text, int]]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(one.seat for one in self.places if one.rank == 1)

    @property
    def is_together(self) -> bool:
        """Whether all are one side: there is no ranking to show."""
        return len(self.places[0].team) == len(self.places)


def won_of(store: Store, seen: Snapshot) -> Won | None:
    """Return the end of a match for all eyes; None while it goes on.

    The history is that of the person who opened the table: its people see no more of it than that person may tell.
    """
    if not seen.is_over:
        return None
    story = story_of(seen)
    if story.headline is None:
        return None
    # The television and every phone show the same end, so it cannot be what each may see by itself.
    opener = whoever_opened(store, seen.table.id)
    # This match too, but none opened after it: what the history says of a win must not change with later ones.
    until_then = Within(before=seen.match.opened_at + timedelta.resolution)
    sight = visible_history(store, opener, until_then)
    last = newest_for_everybody(seen)
    is_played_out = last is not None and last.move["kind"] in seen.game.moves
    return Won(
        story.headline, story.places, story.moment, milestones(sight.played, seen.match.id), is_played_out, story.most
    )
