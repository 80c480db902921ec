"""How a match of Limits went: the ranking, every round, and the accusations that decided it."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from companion.engine.story import (
    Highlight,
    Step,
    Story,
    Stretch,
    best,
    brought,
    in_round,
    in_time,
    lead,
    placings,
    ranked,
    the_most,
    who_won,
)
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.limits.board.card import swatch
from companion.games.limits.rules.components import COLOUR_WORDS, COST_OF_A_LIMIT_CARD
from companion.games.limits.rules.state import RoundRecord, State

Ended: TypeAlias = "tuple[Step[State], RoundRecord]"
"""A finished round, and the step that ended it."""


class Accusations(NamedTuple):
    """One player's accusations: made rightly and wrongly, and stood as guilty and as not guilty."""

    seat: int
    right: int
    wrong: int
    guilty: int
    cleared: int


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    stretches = tuple(Stretch(record.number, record.scores) for record in state.rounds)
    headline = who_won(best(state.scores), max(state.scores)) if state.is_over else None
    rounds = list(brought(steps, lambda one: one.rounds))
    ended = {record.number: step.index for step, record in rounds}
    is_known = state.is_over and not state.unrecorded  # who led in a round that nobody entered, no one knows
    ahead = lead(stretches, best(state.scores) if is_known else (), ended, in_round, "LI-30")
    highlights = [
        _furthest_beyond(state, rounds),
        _wrongest(rounds),
        _on_the_limit(rounds),
        _last_card(state, rounds),
        ahead,
    ]
    made_of = [
        signs(
            "{points}, {limit_cards}",
            points=say_many("{count} point", "{count} points", player.points),
            limit_cards=say_many("{count} limit card", "{count} limit cards", player.limit_cards),
        )
        for player in state.players
    ]
    return Story(
        headline,
        placings(ranked([-score for score in state.scores]), state.scores, lambda seat: made_of[seat]),
        say("Round"),
        say("Round by round"),
        stretches,
        in_time(highlights, steps, headline, "LI-30"),
        _drawn(state),
    )


def _drawn(state: State) -> dict[str, object]:
    """What the game's own template shows: every accusation with the look of its colour, and what came of each player's."""
    tallies = []
    for seat in range(state.seats):
        made = [one.count.is_guilty for one in state.rounds if one.accuser == seat]
        stood = [one.count.is_guilty for one in state.rounds if one.accused == seat]
        tallies.append(Accusations(seat, sum(made), len(made) - sum(made), sum(stood), len(stood) - sum(stood)))
    return {"accusations": [(one, swatch(one.colour)) for one in state.rounds], "tallies": tallies}


def _furthest_beyond(state: State, rounds: Sequence[Ended]) -> Highlight | None:
    """Who was furthest over a limit; None if another was as far, or if what a round brought is not known."""
    found = the_most([one for one in rounds if one[1].count.is_guilty], lambda one: _beyond(one[1]))
    if found is None or state.unrecorded:
        return None
    step, record = found
    text = say_many(
        "{accuser} is right: {accused} is {count} card over the {colour} limit, the most in this game.",
        "{accuser} is right: {accused} is {count} cards over the {colour} limit, the most in this game.",
        _beyond(record),
        **_words(record),
    )
    return Highlight(in_round(record.number), text, ("LI-23", "LI-24"), step.index)


def _wrongest(rounds: Sequence[Ended]) -> Highlight | None:
    """The accusation that was furthest from the truth: there was no limit at all, or most room was left."""
    # One exactly on the limit is left to `_on_the_limit`.
    cleared = [one for one in rounds if not one[1].count.is_guilty and _beyond(one[1])]
    if not cleared:
        return None
    step, record = min(cleared, key=lambda one: _beyond(one[1]))
    text = say(
        "{accuser} accuses {accused} over {colour}, which had no limit, and takes the limit card.", **_words(record)
    )
    if record.count.allowed is not None:
        text = say(
            "{accuser} wrongly accuses {accused} over {colour} ({counted} counted, {allowed} allowed) and takes "
            "the limit card.",
            counted=record.count.counted,
            allowed=record.count.allowed,
            **_words(record),
        )
    return Highlight(in_round(record.number), text, ("LI-23", "LI-24"), step.index)


def _on_the_limit(rounds: Sequence[Ended]) -> Highlight | None:
    """The last accusation of a player who stood exactly on a limit."""
    for step, record in reversed(rounds):
        if not _beyond(record):
            text = say(
                "{accused} is exactly on the {colour} limit. Not guilty, so {accuser} takes the limit card.",
                **_words(record),
            )
            return Highlight(in_round(record.number), text, ("LI-23",), step.index)
    return None


def _last_card(state: State, rounds: Sequence[Ended]) -> Highlight | None:
    """The last limit card, if it changed who wins."""
    if not state.is_over or len(rounds) < 2:
        return None
    step, record = rounds[-1]
    # The scores as they were before the last verdict: only if the winner was another then is it worth telling.
    paid = {record.took_limit_card: -COST_OF_A_LIMIT_CARD, record.took_point: 1}
    before = [score - paid.get(seat, 0) for seat, score in enumerate(record.scores)]
    if best(before) == best(record.scores):
        return None
    text = say("The last limit card goes to {name}, and that changes who wins.", name=SeatName(record.took_limit_card))
    return Highlight(in_round(record.number), text, ("LI-24", "LI-30"), step.index)


def _beyond(record: RoundRecord) -> int:
    """The cards beyond the limit; negative if there was room left, and far below if there was no limit."""
    allowed = record.count.allowed
    return -99 if allowed is None else record.count.counted - allowed


def _words(record: RoundRecord) -> dict[str, SeatName | Text]:
    return {
        "accuser": SeatName(record.accuser),
        "accused": SeatName(record.accused),
        "colour": COLOUR_WORDS[record.colour],
    }
