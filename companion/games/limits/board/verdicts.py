"""An accusation as it is entered, and what it brought: the cards on one grid, the comparison, who takes what."""

from collections.abc import Collection
from typing import Final, NamedTuple

from companion.engine.game import Draft, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.rulings import Reason
from companion.engine.schema.formdata import choice, number, taps_of
from companion.engine.text import SeatName, Text, apart, say, signs
from companion.games.limits.board.card import NUMBERS, SWATCHES, DrawnField, Swatch, swatch
from companion.games.limits.rules.audit import before_the_count, before_the_pile_decides, too_early
from companion.games.limits.rules.components import (
    COLOURS,
    COPIES_OF_A_COLOUR,
    COST_OF_A_LIMIT_CARD,
    Colour,
    Numbers,
    Printed,
    laid_out,
)
from companion.games.limits.rules.count import PileWalk
from companion.games.limits.rules.options import whom
from companion.games.limits.rules.state import RoundRecord, State, advice

WAYS: Final = ("asked", "number")
"""How hidden cards are entered: each player asked, or only their number."""
AFTER_A_PLAYER: Final = "00"
"""What the key for no one sends where a player is tapped, so that of both the one tapped last holds."""


class AccuserPick(NamedTuple):
    seat: int
    is_barred: bool
    is_chosen: bool


class VerdictEntry(NamedTuple):
    """What is counted when an accusation falls. `printed` is known from the limit card, or tapped where none was entered.

    `answers`: the cards of the colour each had hidden, None until tapped; `is_no_one`: that no one hid one, which is tapped too.
    `small` does not tell the verdict before it is given.
    """

    accusers: tuple[AccuserPick, ...]
    accused: tuple[AccuserPick, ...]
    colour: Swatch | None
    printed: Printed | None
    way: str
    answers: tuple[int | None, ...]
    is_no_one: bool
    hidden: int | None
    counted: int | None
    main: Text
    small: Text
    is_complete: bool


class AccuseEntry(NamedTuple):
    """Who accuses whom, before anything is counted. Nothing in it depends on a colour. `rule`: who may be accused, and when;
    `early`: that it is another's turn; `is_warned`: which is all that is known to be doubtful about it.
    """

    accusers: tuple[AccuserPick, ...]
    accuser: int | None
    is_own: bool
    accused: tuple[AccuserPick, ...]
    rule: Reason
    early: tuple[Reason, ...]
    is_warned: bool
    main: Text
    small: Text
    is_complete: bool


def verdict_entry(state: State, draft: Draft) -> VerdictEntry:
    """The form as far as it is filled in.

    No one is barred from being accused: without a script nothing could be put right in between.
    """
    taps = taps_of(draft, "verdict")
    accuser, accused = (number(taps, name, 0, state.seats - 1) for name in ("seat", "accused"))
    # Once an accusation is made, the count is about these two, whatever was tapped.
    accuser, accused = state.accused or (accuser, None if accused == accuser else accused)
    tapped = choice(taps, "colour", COLOURS)
    printed = _printed(state, taps, tapped)
    most_each = laid_out(state.seats).hidden
    answers = tuple(number(taps, f"hidden.{seat}", 0, most_each) for seat in range(state.seats))
    said = number(taps, "hidden", 0, state.seats * most_each)
    # An entry that is being corrected may hold only the number, and does not say which way it was entered.
    way = choice(taps, "_hidden_way", WAYS) or ("number" if said else "asked")
    is_no_one = way == "asked" and _is_no_one(answers, taps.get("hidden", ("",))[-1])
    if way == "asked":
        answers = (None,) * state.seats if is_no_one else answers
        said = sum(filter(None, answers)) if is_no_one or any(answers) else None
    # The card of the accused lies there itself, so there is at least one (LI-22).
    counted = number(taps, "counted", 1, COPIES_OF_A_COLOUR)
    asked = (
        (accuser, say("Who accuses?")),
        (accused, say("Who is accused?")),
        (tapped, say("Which colour?")),
        # With the limit card entered, the colour brings its number: only the colour is missing then.
        ("" if state.numbers is not None else printed, say("Which number is printed?")),
        (said, say("Who hid one?") if way == "asked" else say("Hidden cards of this colour")),
        (counted, say("How many did you count?")),
    )
    missing = tuple(words for value, words in asked if value is None)
    # Whatever was counted: that the app counted otherwise would tell what is hidden.
    holds = say("Your count decides, not the app’s.") if state.is_logged else accuses(accuser or 0, accused or 0)
    return VerdictEntry(
        accusers=_picks(state, accuser),
        accused=_picks(state, accused),
        colour=None if tapped is None else swatch(tapped),
        printed=printed,
        way=way,
        answers=answers,
        is_no_one=is_no_one,
        hidden=said,
        counted=counted,
        main=say("Show the ruling"),
        # What comes next alone: all of it is longer than a small phone is wide.
        small=missing[0] if missing else holds,
        is_complete=not missing,
    )


def _is_no_one(answers: tuple[int | None, ...], tapped: str) -> bool:
    """Return whether it was tapped that no one hid one: after a player was, its key sends `AFTER_A_PLAYER`."""
    is_counted_back = not any(answers) and any(one is not None for one in answers)
    return tapped == AFTER_A_PLAYER or is_counted_back or (tapped == "0" and not any(answers))


def accuses(accuser: int, accused: int) -> Text:
    """Who accuses whom: all there is to say before the verdict."""
    return say("{accuser} accuses {accused}.", accuser=SeatName(accuser), accused=SeatName(accused))


def accuse_entry(state: State, viewer: Viewer, draft: Draft) -> AccuseEntry:
    """The form of an accusation: who, at first the one in turn unless it was opened as one's `own`, and whom."""
    taps = taps_of(draft, "accuse")
    accuser, accused = (number(taps, name, 0, state.seats - 1) for name in ("seat", "accused"))
    if accuser is None:
        accuser = min(viewer.seats, default=None) if "own" in taps else state.turn
    silent = [seat for seat in range(state.seats) if state.is_logged and not state.has_laid(seat)]
    accused = None if accused == accuser or accused in silent else accused
    is_own = accuser in viewer.seats
    asked = say("Who do you accuse?") if is_own else say("Who is accused?")
    missing = say("Who accuses?") if accuser is None else asked if accused is None else None
    # A logged pile is counted already.
    what = accuses(accuser or 0, accused or 0) if state.is_logged else None
    early = () if accuser is None else too_early(state, accuser)
    known = before_the_pile_decides if state.is_logged else before_the_count
    doubted = () if missing else known(state, accuser or 0, accused or 0)
    return AccuseEntry(
        _picks(state, accuser),
        accuser,
        is_own,
        _picks(state, accused, {*silent, accuser}),
        whom(state.options),
        early=early,
        is_warned=bool(early) and doubted == early,
        main=say("Accuse") if accused is None else say("Accuse {name}", name=SeatName(accused)),
        small=missing or what or say("Turn up hidden cards and count the pile."),
        is_complete=missing is None,
    )


def _picks(state: State, chosen: int | None, barred: Collection[int | None] = ()) -> tuple[AccuserPick, ...]:
    return tuple(AccuserPick(seat, seat in barred, seat == chosen) for seat in range(state.seats))


def _printed(state: State, taps: Draft, tapped: Colour | None) -> Printed | None:
    if state.numbers is not None:
        return None if tapped is None else state.numbers.get(tapped, 0)
    text = choice(taps, "printed", NUMBERS)
    return "X" if text == "X" else None if text is None else int(text)


# All lengths of the drawing are in the units of its viewBox (templates/games/limits/fan.html).
WIDTH: Final = 304
LEFT: Final = 4
"""What stays free at either side."""
WIDEST: Final = 58
"""The distance from one card to the next, if only a few lie there."""
FEWEST: Final = 3
"""The drawing has room for so many cards even where fewer lie there."""
NARROW: Final = 36
"""On a card below this width the letter of the colour stands in the middle."""
WIDEST_FIELD: Final = 30
FIELDS_FROM: Final = 84
"""A frame as wide as this shows all five fields of the limit card; a narrower one only the field in question."""


class FanCard(NamedTuple):
    """One card: `x` is its left edge, `number` what is written on it, `seat` whose it is, if known."""

    x: float
    number: int | None
    seat: int | None
    is_last: bool = False


class FanField(NamedTuple):
    field: DrawnField
    x: float
    width: float
    is_asked: bool


class Fan(NamedTuple):
    """The two rows. `frame` is the width of the printed part, `line` where the limit lies; None without one."""

    swatch: Swatch
    card: float
    frame: float
    fields: tuple[FanField, ...]
    hidden: tuple[FanCard, ...]
    counted: tuple[FanCard, ...]
    line: float | None
    label: Text

    @property
    def is_narrow(self) -> bool:
        return self.card < NARROW


def fan(record: RoundRecord) -> Fan:
    count = record.count
    pitch = min(WIDEST, (WIDTH - LEFT) / max(FEWEST, count.allowed or 0, count.counted))
    # Where cards lie close together, so does the gap between them shrink.
    card = round(pitch - (8 if pitch > 40 else 4), 1)
    # An X sets no limit, so its printed part is as long as the whole drawing.
    frame = WIDTH - 2 * LEFT if count.printed == "X" else round(count.printed * pitch - (pitch - card), 1)
    hidden = () if count.printed == "X" else _hidden(record, count.printed, pitch)
    return Fan(
        swatch(record.colour),
        card,
        max(0, frame),
        _fields(record, max(0, frame)),
        hidden,
        _counted(record, pitch),
        None if count.allowed is None else round(LEFT + count.allowed * pitch - (pitch - card) / 2, 1),
        _fan_label(record),
    )


def _fields(record: RoundRecord, frame: float) -> tuple[FanField, ...]:
    numbers: Numbers = record.numbers or {}
    if frame < FIELDS_FROM or record.numbers is None:
        own = DrawnField(swatch(record.colour), record.count.printed)
        return (FanField(own, LEFT + 6, round(frame - 12, 1), True),) if frame else ()
    step = min(WIDEST_FIELD, (frame - 2 * LEFT) / len(COLOURS))
    begin = LEFT + (frame - step * len(COLOURS)) / 2
    fields = []
    for at, one in enumerate(SWATCHES):
        is_asked = one.colour == record.colour
        number = record.count.printed if is_asked else numbers.get(one.colour, 0)
        fields.append(
            FanField(DrawnField(one, number), round(begin + at * step + 0.5, 1), round(step - 1, 1), is_asked)
        )
    return tuple(fields)


def _hidden(record: RoundRecord, printed: int, pitch: float) -> tuple[FanCard, ...]:
    owners: list[int | None] = [None] * record.count.hidden
    if record.hidden_by is not None:
        owners = [seat for seat in sorted(record.hidden_by) for _ in range(record.hidden_by[seat])]
    return tuple(FanCard(round(LEFT + (printed + at) * pitch, 1), None, seat) for at, seat in enumerate(owners))


def _counted(record: RoundRecord, pitch: float) -> tuple[FanCard, ...]:
    count = record.count.counted
    owners, last = _owners(record)
    return tuple(
        FanCard(round(LEFT + at * pitch, 1), at + 1, owners[at], is_last=at >= count - last) for at in range(count)
    )


def _owners(record: RoundRecord) -> tuple[list[int | None], int]:
    """Who laid each card that counts, and how many of them were the accused's last action."""
    if record.walk is None:
        # Of a pile that the table has counted only the last card that counts is known to be the accused's (LI-22).
        return [*[None] * (record.count.counted - 1), record.accused], 1
    steps = record.walk.steps
    return [step.laid.seat for step in steps if step.counts], sum(step.is_accused_last for step in steps)


def _fan_label(record: RoundRecord) -> Text:
    count, word = record.count, swatch(record.colour).word
    in_pile = say("In the pile, up to {name}’s card: {count}.", count=count.counted, name=SeatName(record.accused))
    if count.allowed is None:
        allowed = say("There is no limit on {colour}.", colour=word)
    else:
        allowed = say(
            "{colour}: {printed} printed + {hidden} hidden = {allowed}.",
            colour=word,
            printed=count.printed,
            hidden=count.hidden,
            allowed=count.allowed,
        )
    return signs("{allowed} {in_pile}", allowed=allowed, in_pile=in_pile)


class TurnedUp(NamedTuple):
    """A card that one player had hidden; `counts` if it has the colour in question."""

    seat: int
    swatch: Swatch
    counts: bool


class Walked(NamedTuple):
    """One card of the pile: the running count if it counts; `is_later` if it was laid after the accused's last."""

    seat: int
    swatch: Swatch
    running: int | None
    is_accused_last: bool
    is_later: bool


class Payment(NamedTuple):
    seat: int
    is_limit_card: bool
    before: int
    after: int


class Verdict(NamedTuple):
    """A finished round, drawn. `hidden` and `pile` are empty if the table has counted."""

    record: RoundRecord
    accuses: Text
    lines: tuple[Text, ...]
    tidying: tuple[Text, ...]
    fan: Fan
    hidden: tuple[TurnedUp, ...]
    pile: tuple[Walked, ...]
    payments: tuple[Payment, Payment]
    change: Reason | None


@cached_by_identity
def last_verdict(state: State) -> Verdict | None:
    """The round finished last; None in the first, and after rounds that were not entered."""
    record = state.last_round
    if record is None:
        return None
    taker, other = record.took_limit_card, record.took_point
    # How the point is handed over is said unless it is simply a 1-point card.
    change = state.handed
    is_plain = change is None or (change.ones == 1 and change.swaps_first is None)
    return Verdict(
        record=record,
        accuses=accuses(record.accuser, record.accused),
        lines=apart(record.ruling.headline),
        tidying=() if state.is_over or state.starter is None else _tidying(state.seats, state.starter),
        fan=fan(record),
        hidden=_turned_up(record) if record.walk else (),
        pile=_walked(record.walk) if record.walk else (),
        payments=(
            # The record holds the scores after the verdict.
            Payment(taker, True, record.scores[taker] + COST_OF_A_LIMIT_CARD, record.scores[taker]),
            Payment(other, False, record.scores[other] - 1, record.scores[other]),
        ),
        change=None if change is None or is_plain else advice(change),
    )


def _tidying(seats: int, starter: int) -> tuple[Text, ...]:
    return (
        say("Take back your hidden cards."),
        say("Put the pile face down under the draw pile. Don’t shuffle it."),
        say("Draw until you have {count} cards. {name} starts.", count=laid_out(seats).hand, name=SeatName(starter)),
    )


def _turned_up(record: RoundRecord) -> tuple[TurnedUp, ...]:
    by_seat = enumerate(record.hidden)
    return tuple(TurnedUp(seat, swatch(one), one == record.colour) for seat, hid in by_seat for one in hid or ())


def _walked(found: PileWalk) -> tuple[Walked, ...]:
    return tuple(
        Walked(
            step.laid.seat,
            swatch(step.laid.colour),
            step.running if step.counts else None,
            step.is_accused_last,
            step.action > found.last_action,
        )
        for step in found.steps
    )
