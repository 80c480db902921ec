"""The comparison that decides every accusation, and the logged pile walked for it (LI-20 to LI-24)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.engine.disputes import Judged, judged
from companion.engine.errors import check
from companion.engine.rulings import Doubt, Reason, doubts, each_of, first_of
from companion.engine.text import SeatName, Text, names, say, together
from companion.games.limits.rules import sentences as says
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
    """Whether the limit was broken, who takes what; from a logged pile also the colour.

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
        """The cards allowed: the printed number and 1 for each hidden card; None if there is no limit (LI-11)."""
        return None if self.printed == "X" else self.printed + self.hidden

    @property
    def is_guilty(self) -> bool:
        """Whether more lie there than are allowed; a card is guilty though another broke the limit before it (LI-23)."""
        return self.allowed is not None and self.counted > self.allowed


@dataclass(frozen=True, slots=True)
class Parties:
    """Who accuses whom of which colour."""

    accuser: int
    accused: int
    colour: Colour


def check_parties(accuser: int, accused: int) -> None:
    """Raise `IllegalMove` if the accused is the accuser."""
    check(accuser == accused and says.TWO_DIFFERENT(), path="accused")


def ruling(
    count: Count,
    parties: Parties | None,
    because: Sequence[Reason],
    flags: Sequence[Doubt],
    facts: object,
    *,
    before: Sequence[Reason] | None = None,
) -> Judged[AccusationAnswer]:
    """The ruling on an accusation, and who takes the limit card and who a point (LI-24).

    `because` is the working up to the count, `parties` is None where only the count was entered.

    `before`: the pile was walked, and this is who broke the limit before.
    """
    # Who is wrong takes the limit card, the other a point (LI-24).
    taker: Party = "accused" if count.is_guilty else "accuser"
    other: Party = "accuser" if count.is_guilty else "accused"
    answer = AccusationAnswer(count.is_guilty, count.allowed, count.counted, taker, other)
    if before is not None and parties is not None:
        answer = replace(answer, colour=parties.colour, hidden=count.hidden)
    working = (*because, *_sum_up(count), *(before or ()), _payment(count, parties))
    return judged("accusation", _headline(count, parties), answer, working, flags, facts=facts)


def doubts_about_count(count: Count, colour: Colour | None) -> tuple[Doubt, ...]:
    """What the box cannot contain, and a pile that lacks even the accused's card."""
    # One card for each of six players, and two for each of two, is never more than six (LI-10).
    most = PLAYERS[-1]
    return (
        *too_many_of(colour, count.hidden + count.counted),
        *doubts(
            count.hidden > most and says.TOO_MANY_HIDDEN(hidden=count.hidden, most=most),
            not count.counted and says.ACCUSED_CARD_COUNTS(),
        ),
    )


def too_many_of(colour: Colour | None, cards: int) -> tuple[Doubt, ...]:
    """More cards of one colour in the pile and hidden than there are (LI-1)."""
    what = {"what": COLOUR_WORDS[colour]} if colour else {}
    return doubts(cards > COPIES_OF_A_COLOUR and says.TOO_MANY_OF_A_COLOUR(count=cards, **what))


def _sum_up(count: Count) -> tuple[Reason, ...]:
    """Return what is allowed, and how the count compares with it."""
    allowed, counted = count.allowed, count.counted
    if allowed is None:
        return says.X_SHOWN(), says.NO_LIMIT()
    return (
        says.ALLOWED(printed=count.printed, hidden=count.hidden, allowed=allowed),
        *first_of(
            counted > allowed and says.BROKEN(counted=counted, allowed=allowed),
            counted == allowed and says.EXACTLY(counted=counted),
            says.HOLDS(counted=counted, allowed=allowed),
        ),
    )


def _payment(count: Count, parties: Parties | None) -> Reason:
    """Who takes the limit card and who a point."""
    if parties is None:
        return says.ACCUSED_TAKES() if count.is_guilty else says.ACCUSER_TAKES()
    pair = (parties.accused, parties.accuser) if count.is_guilty else (parties.accuser, parties.accused)
    return says.TAKES(taker=SeatName(pair[0]), other=SeatName(pair[1]))


def _headline(count: Count, parties: Parties | None) -> Text:
    compared = {"counted": count.counted, "allowed": count.allowed or 0}
    if parties is None:
        first = say("Guilty.") if count.is_guilty else say("Not guilty.")
        second = say("{counted} counted, {allowed} allowed.", **compared)
        return together(first, second if count.allowed is not None else says.NO_LIMIT.text)
    name, colour = SeatName(parties.accused), COLOUR_WORDS[parties.colour]
    first = say("{name} is guilty.", name=name) if count.is_guilty else say("{name} is not guilty.", name=name)
    second = say("{counted} {colour}, {allowed} allowed.", colour=colour, **compared)
    return together(
        first, second if count.allowed is not None else say("There is no limit on {colour}.", colour=colour)
    )


@dataclass(frozen=True, slots=True)
class PileStep:
    """One card of the pile: `running` cards of the colour in question lie there with it; `counts`: it is one of them."""

    laid: LaidCards
    action: int
    running: int
    counts: bool
    is_accused_last: bool


@dataclass(frozen=True, slots=True)
class PileWalk:
    """The whole pile from the first card, the action that is judged, and what it is judged by."""

    parties: Parties
    steps: tuple[PileStep, ...]
    last_action: int
    count: Count


Hidden = Mapping[int, tuple[Colour, ...]]


def walk(numbers: Numbers, hidden: Hidden, pile: tuple[LaidCards, ...], accuser: int, accused: int) -> PileWalk:
    """Return the pile card by card, and what of the colour counts: up to the accused's last action (LI-21, LI-22).

    Raise `IllegalMove` if the accused is the accuser, or has played nothing.
    """
    check_parties(accuser, accused)
    # By action, not by card: an exchange lays two cards at once, and both belong to the play that is judged.
    actions = [index for index, laid in enumerate(pile) if laid.seat == accused]
    check(not actions and says.NOT_PLAYED(name=SeatName(accused)), path="accused")
    last_action = actions[-1]
    colour = pile[last_action].colour
    steps: list[PileStep] = []
    running = 0
    for action, laid in enumerate(pile):
        # Cards played after the accused's last do not count, so a late accusation changes nothing (LI-22).
        counts = laid.colour == colour and action <= last_action
        for _ in range(laid.cards):
            running += counts
            steps.append(PileStep(laid, action, running, counts, action == last_action))
    count = Count(numbers.get(colour, 0), sum(colours.count(colour) for colours in hidden.values()), running)
    return PileWalk(Parties(accuser, accused, colour), tuple(steps), last_action, count)


def working(found: PileWalk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    """The working up to the count: hidden cards, the colour, the pile in order, what came later.

    `is_all`: what everyone hid is known.
    """
    name, colour = SeatName(found.parties.accused), COLOUR_WORDS[found.parties.colour]
    is_exchange = sum(step.is_accused_last for step in found.steps) > 1
    # Each once: both cards of an exchange are of one player.
    played = names(dict.fromkeys(step.laid.seat for step in found.steps if step.counts))
    return (
        *_turned_up(hidden),
        *first_of(
            is_exchange and says.BOTH_CARDS(name=name, colour=colour),
            says.LAST_CARD(name=name, colour=colour),
        ),
        *each_of(
            says.UP_TO_THAT_CARD(count=found.count.counted, names=played),
            any(step.action > found.last_action for step in found.steps) and says.NOT_LATER_CARDS(),
        ),
        *_whose_hidden(found, hidden, is_all=is_all),
    )


def broken_before(found: PileWalk) -> tuple[Reason, ...]:
    """Who broke the limit before the accused's card, if it was broken already: that does not help."""
    allowed = found.count.allowed
    over = [step for step in found.steps if step.counts and allowed is not None and step.running > allowed]
    # The accused's own card was the one that broke it: no one before did.
    if not over or over[0].action == found.last_action:
        return ()
    return (says.BROKEN_BEFORE(name=SeatName(over[0].laid.seat)),)


def _turned_up(hidden: Hidden) -> tuple[Reason, ...]:
    """Return what each player had hidden."""
    shown: list[Text] = [
        say("{name} {colours}", name=SeatName(seat), colours=tuple(COLOUR_WORDS[colour] for colour in hidden[seat]))
        for seat in sorted(hidden)
        if hidden[seat]
    ]
    return each_of(shown and says.HIDDEN_SHOWN(shown=tuple(shown)))


def _whose_hidden(found: PileWalk, hidden: Hidden, *, is_all: bool) -> tuple[Reason, ...]:
    """Return whose hidden cards have the colour."""
    seats = [seat for seat in sorted(hidden) if found.parties.colour in hidden[seat]]
    return first_of(
        not seats and not is_all and says.NONE_KNOWN_HIDDEN(),
        not seats and says.NONE_HIDDEN(),
        says.HID_SOME(names=names(seats), count=found.count.hidden),
    )
