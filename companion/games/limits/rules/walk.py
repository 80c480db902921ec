"""The logged pile, walked in order up to the accused's last card and beyond (LI-21 to LI-23)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.errors import refuse
from companion.engine.rulings import Reason
from companion.engine.text import SeatName, Text, names, say, say_many
from companion.games.limits.rules.components import COLOUR_WORDS, Colour, LaidCards, Numbers
from companion.games.limits.rules.count import Count, Parties


@dataclass(frozen=True, slots=True)
class Step:
    """One card of the pile: `running` cards of the colour in question lie there with it; `counts`: it is one of them."""

    laid: LaidCards
    action: int
    running: int
    counts: bool
    is_accused_last: bool


@dataclass(frozen=True, slots=True)
class Walk:
    """The whole pile from the first card, the action that is judged, and what it is judged by."""

    parties: Parties
    steps: tuple[Step, ...]
    last_action: int
    count: Count


Hidden = Mapping[int, tuple[Colour, ...]]


def walk(numbers: Numbers, hidden: Hidden, pile: tuple[LaidCards, ...], accuser: int, accused: int) -> Walk:
    """The pile card by card. Raises `IllegalMove` if the accused has laid nothing (LI-20)."""
    last_action = last_of(pile, accused)
    parties = Parties(accuser, accused, pile[last_action].colour)
    steps = _steps(pile, last_action)
    count = Count(
        numbers.get(parties.colour, 0),
        sum(colours.count(parties.colour) for colours in hidden.values()),
        steps[-1].running,
    )
    return Walk(parties, steps, last_action, count)


def last_of(pile: tuple[LaidCards, ...], accused: int) -> int:
    """The index of the last action by which `accused` put cards on the pile. Raises `IllegalMove` if there is none."""
    actions = [index for index, laid in enumerate(pile) if laid.seat == accused]
    if not actions:
        text = say("{name} hasn’t played a card this round, so you can’t accuse them.", name=SeatName(accused))
        raise refuse(text, "LI-20", path="accused")
    return actions[-1]


def working(found: Walk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    """The working up to the count: hidden cards, the colour, the pile in order, what came later.

    `is_all`: what everybody hid is known.
    """
    because = [_turned_up(hidden, is_all=is_all), _the_colour(found), *_in_order(found)]
    if any(step.action > found.last_action for step in found.steps):
        text = say("Cards played after that don’t count, whatever their colour.")
        because.append(Reason(text, ("LI-22",)))
    return (*because, *_whose_hidden(found, hidden, is_all=is_all))


def broken_before(found: Walk) -> tuple[Reason, ...]:
    """Who broke the limit before the accused's card, if it was broken already: that does not help (LI-23)."""
    allowed = found.count.allowed
    over = [step for step in found.steps if step.counts and allowed is not None and step.running > allowed]
    if not over or over[0].action == found.last_action:
        return ()
    text = say(
        "{name} went over it earlier. Each further card of that colour breaks it too.",
        name=SeatName(over[0].laid.seat),
    )
    return (Reason(text, ("LI-23",)),)


def _steps(pile: tuple[LaidCards, ...], last_action: int) -> tuple[Step, ...]:
    colour = pile[last_action].colour
    steps: list[Step] = []
    running = 0
    for action, laid in enumerate(pile):
        counts = laid.colour == colour and action <= last_action
        for _ in range(laid.cards):
            running += counts
            steps.append(Step(laid, action, running, counts, action == last_action))
    return tuple(steps)


def _turned_up(hidden: Hidden, *, is_all: bool) -> Reason:
    shown: list[Text] = [
        say("{name} {colours}", name=SeatName(seat), colours=tuple(COLOUR_WORDS[colour] for colour in hidden[seat]))
        for seat in sorted(hidden)
        if hidden[seat]
    ]
    if not shown and is_all:
        return Reason(say("No one had hidden a card."), ("LI-11", "LI-21"))
    if not shown:
        return Reason(say("All hidden cards are turned up. None is entered here."), ("LI-21",))
    return Reason(say("All hidden cards are turned up: {shown}.", shown=tuple(shown)), ("LI-21",))


def _the_colour(found: Walk) -> Reason:
    name, colour = SeatName(found.parties.accused), COLOUR_WORDS[found.parties.colour]
    if sum(step.is_accused_last for step in found.steps) > 1:
        text = say("{name} exchanged last, and both cards count: {colour}.", name=name, colour=colour)
        return Reason(text, ("LI-21", "LI-22"))
    text = say("{name}’s last card decides the colour: {colour}.", name=name, colour=colour)
    return Reason(text, ("LI-21",))


def _in_order(found: Walk) -> list[Reason]:
    counted = [say("{name} {number}", name=SeatName(s.laid.seat), number=s.running) for s in found.steps if s.counts]
    text = say_many(
        "In the pile, up to and including it: {count} card of this colour: {cards}.",
        "In the pile, up to and including it: {count} cards of this colour: {cards}.",
        found.count.counted,
        cards=tuple(counted),
    )
    return [Reason(text, ("LI-22",))]


def _whose_hidden(found: Walk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    seats = [seat for seat in sorted(hidden) if found.parties.colour in hidden[seat]]
    if not seats and not is_all:
        return (Reason(say("No hidden card of this colour is known."), ("LI-11",)),)
    if not any(hidden.values()):
        return ()  # that nobody hid any is said already
    if not seats:
        return (Reason(say("No one had hidden a card of this colour."), ("LI-11",)),)
    text = say_many(
        "{names} hid {count} card of this colour, so the limit is 1 higher.",
        "{names} hid {count} cards of this colour, so the limit is that much higher.",
        found.count.hidden,
        names=names(seats),
    )
    return (Reason(text, ("LI-11",)),)
