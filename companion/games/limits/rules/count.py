"""The comparison that decides every accusation, and the logged pile walked for it (LI-20 to LI-24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.disputes import Judged, judged
from companion.engine.errors import refuse
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.text import SeatName, Text, names, say, say_many, together, too_many
from companion.games.limits.rules.components import (
    COLOUR_WORDS,
    COPIES_OF_A_COLOUR,
    PLAYERS,
    Colour,
    LaidCards,
    Numbers,
    Printed,
)

Party = Literal["accused", "accuser"]


@dataclass(frozen=True, slots=True)
class AccusationAnswer:
    """Whether the limit was broken, who takes what; from a logged pile also the colour (LI-20 to LI-24).

    `allowed` is null where the limit card shows X. `hidden`: the hidden cards of that colour.
    """

    guilty: bool
    allowed: int | None
    counted: int
    limit_card_to: Party
    point_to: Party
    colour: Colour | None = None
    hidden: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """What the limit card shows for the colour, how many of it are hidden, and how many lie up to the accused's card."""

    printed: Printed
    hidden: int
    counted: int

    @property
    def allowed(self) -> int | None:
        """The cards allowed; None if there is no limit (LI-23)."""
        return None if self.printed == "X" else self.printed + self.hidden

    @property
    def is_guilty(self) -> bool:
        return self.allowed is not None and self.counted > self.allowed


@dataclass(frozen=True, slots=True)
class Parties:
    accuser: int
    accused: int
    colour: Colour


def check_parties(accuser: int, accused: int) -> None:
    """Nothing; raises `IllegalMove` if somebody accuses themselves (LI-20)."""
    if accuser == accused:
        raise refuse(say("Choose two different players."), "LI-20", path="accused")


def ruling(
    count: Count,
    parties: Parties | None,
    because: Sequence[Reason],
    flags: Sequence[Flag],
    facts: object,
    *,
    before: Sequence[Reason] | None = None,
) -> Judged[AccusationAnswer]:
    """The ruling on an accusation; `because` is the working up to the count, `parties` is None if nobody was named.

    `before`: the pile was walked, and this is who broke the limit before.
    """
    taker: Party = "accused" if count.is_guilty else "accuser"
    other: Party = "accuser" if count.is_guilty else "accused"
    answer = AccusationAnswer(count.is_guilty, count.allowed, count.counted, taker, other)
    if before is not None and parties is not None:
        answer = replace(answer, colour=parties.colour, hidden=count.hidden)
    working = (*because, *_sum_up(count), *(before or ()), Reason(_payment(count, parties), ("LI-24",)))
    return judged("accusation", _headline(count, parties), answer, working, flags, facts=facts)


def doubts_about_count(count: Count, colour: Colour | None) -> tuple[Flag, ...]:
    """What the box cannot contain, and a pile that lacks even the accused's card (LI-1, LI-10, LI-22)."""
    most = PLAYERS[-1]
    many = say("Hidden cards of one colour: at most {most}, not {hidden}.", hidden=count.hidden, most=most)
    none = say("The accused player’s card counts, so at least 1.")
    return (
        *too_many_of(colour, count.hidden + count.counted),
        *flag_if(count.hidden > most, many, "LI-10"),
        *flag_if(not count.counted, none, "LI-22"),
    )


def too_many_of(colour: Colour | None, cards: int) -> tuple[Flag, ...]:
    """More cards of one colour in the pile and hidden than there are (LI-1)."""
    text = too_many(COLOUR_WORDS[colour] if colour else say("Cards of this colour"), cards, COPIES_OF_A_COLOUR)
    return flag_if(cards > COPIES_OF_A_COLOUR, text, "LI-1")


def _sum_up(count: Count) -> tuple[Reason, Reason]:
    """What is allowed, and how the count compares with it."""
    allowed, counted = count.allowed, count.counted
    if allowed is None:
        shown = say("The limit card shows X: any number is allowed.")
        return Reason(shown, ("LI-4", "LI-23")), Reason(say("There is no limit on this colour."), ("LI-23",))
    makes = say(
        "Allowed: {printed} printed + {hidden} hidden = {allowed}.",
        printed=count.printed,
        hidden=count.hidden,
        allowed=allowed,
    )
    if counted > allowed:
        text = say("{counted} is more than {allowed}: the limit is broken.", counted=counted, allowed=allowed)
    elif counted == allowed:
        text = say("{counted} is exactly the limit: allowed.", counted=counted)
    else:
        text = say("{counted} is less than {allowed}: the limit holds.", counted=counted, allowed=allowed)
    return Reason(makes, ("LI-11", "LI-23")), Reason(text, ("LI-23",))


def _payment(count: Count, parties: Parties | None) -> Text:
    """Who takes the limit card and who a point (LI-24)."""
    if parties is None and count.is_guilty:
        return say("The accused takes the limit card, the accuser a point.")
    if parties is None:
        return say("The accuser takes the limit card, the accused a point.")
    pair = (parties.accused, parties.accuser) if count.is_guilty else (parties.accuser, parties.accused)
    return say("{taker} takes the limit card, {other} a point.", taker=SeatName(pair[0]), other=SeatName(pair[1]))


def _headline(count: Count, parties: Parties | None) -> Text:
    compared = {"counted": count.counted, "allowed": count.allowed or 0}
    if parties is None:
        first = say("Guilty.") if count.is_guilty else say("Not guilty.")
        second = say("{counted} counted, {allowed} allowed.", **compared)
        return together(first, second if count.allowed is not None else say("There is no limit on this colour."))
    name, colour = SeatName(parties.accused), COLOUR_WORDS[parties.colour]
    first = say("{name} is guilty.", name=name) if count.is_guilty else say("{name} is not guilty.", name=name)
    second = say("{counted} {colour}, {allowed} allowed.", colour=colour, **compared)
    return together(
        first, second if count.allowed is not None else say("There is no limit on {colour}.", colour=colour)
    )


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
    actions = [index for index, laid in enumerate(pile) if laid.seat == accused]
    if not actions:
        raise refuse(say("{name} hasn’t played a card this round.", name=SeatName(accused)), "LI-20", path="accused")
    last_action = actions[-1]
    colour = pile[last_action].colour
    steps: list[Step] = []
    running = 0
    for action, laid in enumerate(pile):
        counts = laid.colour == colour and action <= last_action
        for _ in range(laid.cards):
            running += counts
            steps.append(Step(laid, action, running, counts, action == last_action))
    count = Count(numbers.get(colour, 0), sum(colours.count(colour) for colours in hidden.values()), running)
    return Walk(Parties(accuser, accused, colour), tuple(steps), last_action, count)


def working(found: Walk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    """The working up to the count: hidden cards, the colour, the pile in order, what came later.

    `is_all`: what everybody hid is known.
    """
    name, colour = SeatName(found.parties.accused), COLOUR_WORDS[found.parties.colour]
    last = Reason(say("{name}’s last card: {colour}.", name=name, colour=colour), ("LI-21",))
    if sum(step.is_accused_last for step in found.steps) > 1:
        text = say("{name}’s exchange, so both cards count: {colour}.", name=name, colour=colour)
        last = Reason(text, ("LI-21", "LI-22"))
    because = [*_turned_up(hidden), last]
    played = names(step.laid.seat for step in found.steps if step.counts)
    text = say("In the pile, up to that card: {count}. Played by {names}.", count=found.count.counted, names=played)
    because.append(Reason(text, ("LI-22",)))
    if any(step.action > found.last_action for step in found.steps):
        because.append(Reason(say("Later cards don’t count."), ("LI-22",)))
    return (*because, *_whose_hidden(found, hidden, is_all=is_all))


def broken_before(found: Walk) -> tuple[Reason, ...]:
    """Who broke the limit before the accused's card, if it was broken already: that does not help (LI-23)."""
    allowed = found.count.allowed
    over = [step for step in found.steps if step.counts and allowed is not None and step.running > allowed]
    if not over or over[0].action == found.last_action:
        return ()
    text = say("{name} was already over the limit. Each further card breaks it too.", name=SeatName(over[0].laid.seat))
    return (Reason(text, ("LI-23",)),)


def _turned_up(hidden: Hidden) -> tuple[Reason, ...]:
    shown: list[Text] = [
        say("{name} {colours}", name=SeatName(seat), colours=tuple(COLOUR_WORDS[colour] for colour in hidden[seat]))
        for seat in sorted(hidden)
        if hidden[seat]
    ]
    return (Reason(say("Hidden: {shown}.", shown=tuple(shown)), ("LI-21",)),) if shown else ()


def _whose_hidden(found: Walk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    seats = [seat for seat in sorted(hidden) if found.parties.colour in hidden[seat]]
    if not seats and not is_all:
        return (Reason(say("No hidden card of this colour is known."), ("LI-11",)),)
    if not seats:
        return (Reason(say("No one hid a card of this colour."), ("LI-11",)),)
    text = say_many(
        "{names} hid {count} card of this colour.",
        "{names} hid {count} cards of this colour.",
        found.count.hidden,
        names=names(seats),
    )
    return (Reason(text, ("LI-11",)),)
