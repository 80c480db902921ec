"""The geometry of a verdict: the cards allowed above, those counted below, on one grid. Numbers only, no drawing.

The guilt is what lies beyond the dashed line.
"""

from typing import Final, NamedTuple

from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.limits.board.card import SWATCHES, DrawnField, Swatch, swatch
from companion.games.limits.rules.components import COLOURS, Numbers
from companion.games.limits.rules.state import RoundRecord

WIDTH: Final = 304
LEFT: Final = 4
WIDEST: Final = 58
"""The distance from one card to the next, if only a few lie there."""
FEWEST: Final = 3
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
        return self.card < 36


def fan(record: RoundRecord) -> Fan:
    count = record.count
    pitch = min(WIDEST, (WIDTH - LEFT) / max(FEWEST, count.allowed or 0, count.counted))
    card = round(pitch - (8 if pitch > 40 else 4), 1)
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
    step = min(30, (frame - 8) / len(COLOURS))
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
    if not record.is_walked:
        return [*[None] * (record.count.counted - 1), record.accused], 1
    last = max(at for at, laid in enumerate(record.pile) if laid.seat == record.accused)
    owners: list[int | None] = []
    for laid in record.pile[: last + 1]:
        if laid.colour == record.colour:
            owners += [laid.seat] * laid.cards
    return owners, record.pile[last].cards


def _fan_label(record: RoundRecord) -> Text:
    count, word = record.count, swatch(record.colour).word
    in_pile = say_many(
        "{count} card of this colour in the pile, up to {name}’s card.",
        "{count} cards of this colour in the pile, up to {name}’s card.",
        count.counted,
        name=SeatName(record.accused),
    )
    if count.allowed is None:
        allowed = say("The limit card shows X for {colour}, so there is no limit.", colour=word)
    else:
        allowed = say(
            "{colour}: {printed} printed plus {hidden} hidden, so {allowed} allowed.",
            colour=word,
            printed=count.printed,
            hidden=count.hidden,
            allowed=count.allowed,
        )
    return signs("{allowed} {in_pile}", allowed=allowed, in_pile=in_pile)
