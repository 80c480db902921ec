"""How a match of Limits went: the ranking, every round, and the accusations that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.engine.ranking import best, ranked
from companion.engine.story import (
    Highlight,
    Step,
    Story,
    Stretch,
    brought,
    in_time,
    lead,
    placings,
)
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.limits.board.card import Swatch, swatch
from companion.games.limits.board.view import who_won
from companion.games.limits.rules.components import COLOUR_WORDS, COST_OF_A_LIMIT_CARD
from companion.games.limits.rules.state import Player, RoundRecord, State

Ended: TypeAlias = "tuple[Step[State], RoundRecord]"
"""A finished round, and the step that ended it."""


@dataclass(frozen=True, slots=True)
class Accused:
    """One accusation: its round, who accused whom of which colour, what was counted and allowed, and whether it held."""

    round: int
    accuser: int
    accused: int
    swatch: Swatch
    counted: int
    allowed: int | None
    is_guilty: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """One player's accusations: made rightly and wrongly, and stood as guilty and as not guilty."""

    seat: int
    right: int
    wrong: int
    guilty: int
    cleared: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the game's own template shows: every accusation, and what came of each player's."""

    accusations: tuple[Accused, ...]
    tallies: tuple[Tally, ...]


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went up to this state; the round under way is left out."""
    stretches = tuple(Stretch(record.number, record.scores) for record in state.rounds)
    headline = who_won(state) if state.is_over else None
    highlights = _highlights(state, list(brought(steps, lambda one: one.rounds)), stretches)
    return Story(
        headline,
        placings(ranked([-score for score in state.scores]), state.scores, lambda seat: _made_of(state.players[seat])),
        say("Round"),
        say("Round by round"),
        stretches,
        in_time(highlights, steps, headline, "LI-30"),
        Drawn(
            tuple(_accused(record) for record in state.rounds),
            tuple(_tally(state, seat) for seat in range(state.seats)),
        ),
    )


def _made_of(player: Player) -> Text:
    points = say_many("{count} point", "{count} points", player.points)
    cards = say_many("{count} limit card", "{count} limit cards", player.limit_cards)
    return say("{points}, {limit_cards}", points=points, limit_cards=cards)


def _accused(record: RoundRecord) -> Accused:
    count = record.count
    return Accused(
        record.number,
        record.accuser,
        record.accused,
        swatch(record.colour),
        count.counted,
        count.allowed,
        count.is_guilty,
    )


def _tally(state: State, seat: int) -> Tally:
    made = [record.count.is_guilty for record in state.rounds if record.accuser == seat]
    stood = [record.count.is_guilty for record in state.rounds if record.accused == seat]
    return Tally(seat, sum(made), len(made) - sum(made), sum(stood), len(stood) - sum(stood))


def _highlights(state: State, rounds: Sequence[Ended], stretches: Sequence[Stretch]) -> list[Highlight | None]:
    found = [_furthest_beyond(rounds), _wrongest(rounds), _on_the_limit(rounds), _last_card(state, rounds)]
    ended = {record.number: step.index for step, record in rounds}
    found.append(lead(stretches, best(state.scores) if state.is_over else (), ended, _round, "LI-30"))
    return found


def _furthest_beyond(rounds: Sequence[Ended]) -> Highlight | None:
    """The accusation that found most cards beyond a limit."""
    guilty = [one for one in rounds if one[1].count.is_guilty]
    if not guilty:
        return None
    step, record = max(guilty, key=lambda one: _beyond(one[1]))
    text = say_many(
        "{accuser} is right: {accused} is {count} card over the {colour} limit, the most in this game.",
        "{accuser} is right: {accused} is {count} cards over the {colour} limit, the most in this game.",
        _beyond(record),
        **_words(record),
    )
    return Highlight(_round(record.number), text, ("LI-23", "LI-24"), step.index)


def _wrongest(rounds: Sequence[Ended]) -> Highlight | None:
    """The accusation that was furthest from the truth: there was no limit at all, or most room was left."""
    cleared = [one for one in rounds if not one[1].count.is_guilty and _beyond(one[1])]
    if not cleared:
        return None
    step, record = min(cleared, key=lambda one: _beyond(one[1]))
    if record.count.allowed is None:
        text = say(
            "{accuser} accuses {accused} of {colour}, which had no limit, and takes the limit card.", **_words(record)
        )
        return Highlight(_round(record.number), text, ("LI-23", "LI-24"), step.index)
    text = say(
        "{accuser} accuses {accused} of {colour} and is wrong: {counted} counted, {allowed} allowed. That costs the "
        "limit card.",
        counted=record.count.counted,
        allowed=record.count.allowed,
        **_words(record),
    )
    return Highlight(_round(record.number), text, ("LI-23", "LI-24"), step.index)


def _on_the_limit(rounds: Sequence[Ended]) -> Highlight | None:
    """The last accusation of somebody who stood exactly on a limit."""
    for step, record in reversed(rounds):
        if record.count.allowed is not None and not _beyond(record):
            text = say(
                "{accused} is exactly on the {colour} limit. Not guilty, so {accuser} takes the limit card.",
                **_words(record),
            )
            return Highlight(_round(record.number), text, ("LI-23",), step.index)
    return None


def _last_card(state: State, rounds: Sequence[Ended]) -> Highlight | None:
    """The last limit card, if it changed who wins."""
    if not state.is_over or len(rounds) < 2:
        return None
    step, record = rounds[-1]
    if best(_before_the_verdict(record)) == best(record.scores):
        return None
    text = say("The last limit card goes to {name}, and that changes who wins.", name=SeatName(record.took_limit_card))
    return Highlight(_round(record.number), text, ("LI-24", "LI-30"), step.index)


def _before_the_verdict(record: RoundRecord) -> tuple[int, ...]:
    """The scores of a round without its limit card and the point for the other one (LI-24)."""
    paid = {record.took_limit_card: -COST_OF_A_LIMIT_CARD, record.took_point: 1}
    return tuple(score - paid.get(seat, 0) for seat, score in enumerate(record.scores))


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


def _round(number: int) -> Text:
    return say("Round {round}", round=number)
