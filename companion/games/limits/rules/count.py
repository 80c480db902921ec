"""The comparison that decides every accusation, however the cards were counted (LI-20, LI-23, LI-24)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.errors import refuse
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.text import SeatName, Text, say
from companion.games.limits.rules.components import COLOUR_WORDS, COPIES_OF_A_COLOUR, PLAYERS, Colour, Printed


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
        """Whether more lie there than allowed (LI-23)."""
        return self.allowed is not None and self.counted > self.allowed


@dataclass(frozen=True, slots=True)
class Parties:
    """Who accuses whom, and of which colour."""

    accuser: int
    accused: int
    colour: Colour


def check_parties(accuser: int, accused: int) -> None:
    """Nothing; raises `IllegalMove` if somebody accuses themselves (LI-20)."""
    if accuser == accused:
        text = say("{name} can’t accuse themselves. Choose another player.", name=SeatName(accused))
        raise refuse(text, "LI-20", path="accused")


def ruling(
    count: Count,
    parties: Parties | None,
    because: tuple[Reason, ...],
    flags: tuple[Flag, ...],
    facts: dict[str, Json],
) -> Ruling:
    """The ruling on an accusation; `because` is the working up to the count, `parties` is None if nobody was named."""
    working = (*because, *sum_up(count), payment(count, parties))
    return Ruling("accusation", _headline(count, parties), verdict(count), working, flags, facts)


def verdict(count: Count) -> dict[str, Json]:
    """The verdict as plain data."""
    return {
        "guilty": count.is_guilty,
        "allowed": count.allowed,
        "counted": count.counted,
        "limit_card_to": "accused" if count.is_guilty else "accuser",
        "point_to": "accuser" if count.is_guilty else "accused",
    }


def sum_up(count: Count) -> tuple[Reason, Reason]:
    """What is allowed, and how the count compares with it."""
    if count.allowed is None:
        shown = say("The limit card shows X for it, so any number is allowed.")
        return Reason(shown, ("LI-4", "LI-23")), Reason(say("Without a limit, no one can break it."), ("LI-23",))
    allowed = say(
        "Allowed: {printed} printed plus {hidden} hidden make {allowed}.",
        printed=count.printed,
        hidden=count.hidden,
        allowed=count.allowed,
    )
    return Reason(allowed, ("LI-11", "LI-23")), Reason(_comparison(count, count.allowed), ("LI-23",))


def payment(count: Count, parties: Parties | None) -> Reason:
    """Who takes the limit card and who a point (LI-24)."""
    return Reason(_payment(count, parties), ("LI-24",))


def doubts_about_count(count: Count, colour: Colour | None) -> tuple[Flag, ...]:
    """What the box cannot contain, and a pile that lacks even the accused's card (LI-1, LI-10, LI-22)."""
    flags = list(too_many(colour, count.hidden + count.counted))
    if count.hidden > PLAYERS[-1]:
        text = say(
            "At most {most} cards of a colour are hidden, not {hidden}.",
            hidden=count.hidden,
            most=PLAYERS[-1],
        )
        flags.append(Flag(text, ("LI-10",)))
    if not count.counted:
        text = say("The last card of the accused counts too, so the count is at least 1.")
        flags.append(Flag(text, ("LI-22",)))
    return tuple(flags)


def too_many(colour: Colour | None, cards: int) -> tuple[Flag, ...]:
    """More cards of one colour in the pile and hidden than there are (LI-1)."""
    if cards <= COPIES_OF_A_COLOUR:
        return ()
    text = say(
        "That makes {cards} {colour} cards, in the pile and hidden. The box has {copies}.",
        cards=cards,
        colour=COLOUR_WORDS[colour] if colour else say("this colour"),
        copies=COPIES_OF_A_COLOUR,
    )
    return (Flag(text, ("LI-1",)),)


def _comparison(count: Count, allowed: int) -> Text:
    if count.counted > allowed:
        return say("{counted} is more than {allowed}, so the limit is broken.", counted=count.counted, allowed=allowed)
    if count.counted == allowed:
        return say("{counted} is exactly the limit, and that’s allowed.", counted=count.counted)
    return say("{counted} is less than {allowed}, so the limit holds.", counted=count.counted, allowed=allowed)


def _payment(count: Count, parties: Parties | None) -> Text:
    if parties is None:
        if count.is_guilty:
            return say("Guilty. The accused takes the limit card, the accuser a one-point card.")
        return say("Not guilty. The accuser takes the limit card, the accused a one-point card.")
    accuser, accused = SeatName(parties.accuser), SeatName(parties.accused)
    if count.is_guilty:
        return say(
            "Guilty. {accused} takes the limit card, {accuser} a one-point card.", accused=accused, accuser=accuser
        )
    return say(
        "Not guilty. {accuser} takes the limit card, {accused} a one-point card.", accused=accused, accuser=accuser
    )


def _headline(count: Count, parties: Parties | None) -> Text:
    if parties is None:
        return _bare_headline(count)
    name, colour = SeatName(parties.accused), COLOUR_WORDS[parties.colour]
    if count.allowed is None:
        return say("{name} is not guilty. There is no limit on {colour}.", name=name, colour=colour)
    counted, allowed = count.counted, count.allowed
    if count.is_guilty:
        return say(
            "{name} is guilty. {counted} {colour}, {allowed} allowed.",
            name=name,
            colour=colour,
            counted=counted,
            allowed=allowed,
        )
    return say(
        "{name} is not guilty. {counted} {colour}, {allowed} allowed.",
        name=name,
        colour=colour,
        counted=counted,
        allowed=allowed,
    )


def _bare_headline(count: Count) -> Text:
    if count.allowed is None:
        return say("Not guilty. There is no limit on this colour.")
    if count.is_guilty:
        return say("Guilty. {counted} counted, {allowed} allowed.", counted=count.counted, allowed=count.allowed)
    return say("Not guilty. {counted} counted, {allowed} allowed.", counted=count.counted, allowed=count.allowed)
