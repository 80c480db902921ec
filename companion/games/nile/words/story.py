"""How a match of An den Ufern des Nils went: the ranking, every turn, and the sales and losses that decided it."""

from collections.abc import Sequence
from typing import TypeAlias

from companion.engine.story import Highlight, Step, Story, Stretch, best, brought, in_time, lead, placings
from companion.engine.text import Arg, Text, names, say, say_many
from companion.games.nile.board.takings import charts, went_back, who_won
from companion.games.nile.rules.state import Scoring, State
from companion.games.nile.rules.views import rank

Scored: TypeAlias = "tuple[Step[State], Scoring]"
"""A scoring, and the step with which its turn ended."""


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    lost = state.lost_by_seat
    stretches = tuple(Stretch(one.turn + 1, tuple(after - 1 for _, after in one.pawns)) for one in state.scorings)
    headline = who_won(state) if state.winners is not None else None
    highlights = _highlights(state, list(brought(steps, lambda one: one.scorings)), stretches)
    return Story(
        headline,
        placings(
            rank(state),
            [square - 1 for square in state.pawns],
            lambda seat: say_many("{count} plant lost", "{count} plants lost", lost[seat]),
        ),
        say("Turn"),
        say("Turn by turn"),
        stretches,
        in_time(highlights, steps, headline, "NI-35"),
        charts(state),
        draws_scores=True,
    )


def _highlights(state: State, scored: Sequence[Scored], stretches: Sequence[Stretch]) -> list[Highlight | None]:
    ended = {scoring.turn + 1: step.index for step, scoring in scored}
    found = [_best_sale(scored), _most_lost(scored), lead(stretches, state.winners or (), ended, _turn, "NI-35")]
    return [*found, _met(state, scored), _tie_broken(state, scored)]


def _best_sale(scored: Sequence[Scored]) -> Highlight | None:
    step, scoring = max(scored, key=lambda one: max(one[1].gains), default=(None, None))
    if step is None or scoring is None or not max(scoring.gains):
        return None
    seats = best(scoring.gains)
    text = say_many(
        "{names} takes {points} from the market, the best sale of the game.",
        "{names} take {points} each from the market, the best sale of the game.",
        len(seats),
        names=names(seats),
        points=say_many("{count} point", "{count} points", max(scoring.gains)),
    )
    return Highlight(_turn(scoring.turn + 1), text, ("NI-31", "NI-32"), step.index)


def _most_lost(scored: Sequence[Scored]) -> Highlight | None:
    step, scoring = max(scored, key=lambda one: len(one[1].purged), default=(None, None))
    if step is None or scoring is None or not scoring.purged:
        return None
    return Highlight(_turn(scoring.turn + 1), went_back(scoring), ("NI-30",), step.index)


def _met(state: State, scored: Sequence[Scored]) -> Highlight | None:
    """The scoring that ended the game: a sale that took a pawn to the obelisk, or losses that brought it to a pawn."""
    if state.winners is None or not scored:
        return None
    step, scoring = scored[-1]
    front = max(after for _, after in scoring.pawns)
    seats = [seat for seat, (_, after) in enumerate(scoring.pawns) if after == front]
    moved = [seat for seat in seats if scoring.gains[seat]]
    said: dict[str, Arg] = {"names": names(moved or seats), "front": front, "square": scoring.obelisk[1]}
    text = (
        say_many(
            "This sale takes {names}’s pawn to square {front}. The obelisk is on {square}, so the game is over.",
            "This sale takes {names}’s pawns to square {front}. The obelisk is on {square}, so the game is over.",
            len(moved),
            **said,
        )
        if moved
        else say_many(
            "Lost plants bring the obelisk to square {square}. It meets {names}’s pawn on square {front}.",
            "Lost plants bring the obelisk to square {square}. It meets {names}’s pawns on square {front}.",
            len(seats),
            **said,
        )
    )
    return Highlight(_turn(scoring.turn + 1), text, ("NI-35",), step.index)


def _tie_broken(state: State, scored: Sequence[Scored]) -> Highlight | None:
    level = best(state.pawns)
    if state.winners is None or not scored or len(level) == len(state.winners):
        return None
    text = say_many(
        "{level} are tied, and {names} has lost fewer plants.",
        "{level} are tied, and {names} have lost fewer plants.",
        len(state.winners),
        level=names(level),
        names=names(state.winners),
    )
    return Highlight(_turn(scored[-1][1].turn + 1), text, ("NI-35",), scored[-1][0].index)


def _turn(number: int) -> Text:
    return say("Turn {turn}", turn=number)
