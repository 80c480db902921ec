"""The sheet for paper: round by round rings to cross out, the water of twelve tricks, and the points (LU-5, LU-10, LU-21)."""

from dataclasses import dataclass
from functools import reduce
from operator import itemgetter
from typing import Final

from companion.engine.game import Options, Setup, Viewer
from companion.engine.rulings import Reason
from companion.engine.sheet import (
    Band,
    Block,
    Box,
    Drawing,
    Field,
    Label,
    Note,
    Page,
    PlayerCell,
    Shares,
    Sheet,
    SheetRow,
    Size,
    Table,
    TickBoxes,
)
from companion.engine.text import say, together
from companion.games.land_unter.rules.components import HAND, TRICKS
from companion.games.land_unter.rules.state import State, TrickRecord
from companion.games.land_unter.words.clauses import (
    LEADS,
    PASSES,
    ROUND_SCORES,
    RULES,
    WITHOUT_RINGS,
    chain,
    end_of_round,
)

IN_A_LINE: Final = TRICKS // 2
"""Twelve tricks take two lines, so that two water levels can be written into each."""


@dataclass(frozen=True, slots=True)
class Heights:
    """The height of one round's rows, in millimetres, and the number of rounds on a page."""

    rounds: int
    rings: int
    points: int
    water: int


# As many rounds as players (LU-30), all of them on one page.
HEIGHTS: Final = {3: Heights(3, 16, 14, 14), 4: Heights(4, 14, 10, 9), 5: Heights(5, 10, 8, 8)}
LARGE: Final = Heights(2, 18, 16, 12)


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The form for that many players, with everything entered if there is a state. Nothing on it is secret."""
    heights = LARGE if size == "large" else HEIGHTS[setup.seats]
    rounds = range(setup.seats)
    how = Reason(say("Rings: circle the ones you get, cross out the ones you lose."), ("LU-5",))
    # A box of a trick has room for both water cards.
    told = (how,) if setup.options["tricks"] == "rings" else (how, RULES["LU-10"])
    pages = []
    for at in range(0, setup.seats, heights.rounds):
        bands = (_round(setup, heights, state, number) for number in rounds[at : at + heights.rounds])
        pages.append(Page((_players(setup), Note(told), *bands)))
    return Sheet(tuple(pages), reminders(setup.options))


def reminders(options: Options) -> tuple[Reason, ...]:
    """The rules that tables forget, by this one's house rules."""
    return (
        RULES["LU-12"],
        RULES["LU-14"],
        RULES["LU-15"],
        WITHOUT_RINGS,
        *chain(options),
        end_of_round(options),
        ROUND_SCORES,
        PASSES,
        *((LEADS,) if options["open_play"] else ()),
    )


def _players(setup: Setup) -> Block:
    names = SheetRow((Label(""), *(PlayerCell(seat, span=2, is_named=True) for seat in range(setup.seats))), 10)
    return Table(say("The players"), (6, *[0] * (2 * setup.seats)), (), (names,))


def _round(setup: Setup, heights: Heights, state: State | None, number: int) -> Block:
    seats, name = range(setup.seats), say("Round {round}: rings and points", round=number + 1)
    rings = SheetRow(tuple(_rings(state, number, seat) for seat in seats), heights.rings)
    points = SheetRow(tuple(field for seat in seats for field in _score(state, number, seat)), heights.points)
    both = Table(name, (0,) * (2 * setup.seats), (rings, points))
    is_by_rings = setup.options["tricks"] == "rings"
    return Band(number + 1, (both,) if is_by_rings else (both, _water(heights, state, number)))


def _rings(state: State | None, number: int, seat: int) -> TickBoxes:
    dealt, left = (0, 0) if state is None else _dealt_and_left(state, number, seat)
    boxes = (Box("outlined"),) * left + (Box("crossed"),) * (dealt - left)
    about = say("rings dealt: {dealt}, left: {left}", dealt=dealt, left=left) if dealt else say("rings to circle")
    return TickBoxes((*boxes, *(Box(),) * (HAND - len(boxes))), about, "ring", seat=seat, span=2)


def _dealt_and_left(state: State, number: int, seat: int) -> tuple[int, int]:
    """The rings of a hand in a round, and those left of them; none if the round is yet to come or unknown."""
    # After each round hands go to the left (LU-32).
    hand = state.hands[(seat - number) % state.seats]
    if hand is None or number > state.round:
        return 0, 0
    played = state.rounds[number] if number < len(state.rounds) else None
    if played is not None and played.kind != "played":
        return 0, 0
    left = (state.players if played is None else played.players)[seat].rings or 0
    # More rings than the hand was counted with are only doubted, when a table catches up.
    return max(hand.rings, left), left


def _score(state: State | None, number: int, seat: int) -> tuple[Field, Field]:
    """The points of a round and the total after it; for rounds before a table caught up only the total is known."""
    points, sum_of = say("Points"), say("Total")
    if state is None or number >= len(state.rounds) or state.rounds[number].kind == "blank":
        return Field(None, points), Field(None, sum_of)
    total = sum(record.points[seat] for record in state.rounds[: number + 1])
    is_known = state.rounds[number].kind in ("played", "noted")
    return Field(state.rounds[number].points[seat] if is_known else None, points), Field(total, sum_of)


def _water(heights: Heights, state: State | None, number: int) -> Block:
    tricks = {} if state is None else {one.trick: one for one in state.tricks if one.round == number and one.levels}
    fields = [_trick(trick + 1, tricks.get(trick)) for trick in range(TRICKS)]
    told = [one.shares.about for one in fields if one.shares]
    if state is not None and number < len(state.rounds) and told:
        # Nothing more is written into a round that is over: its water is drawn.
        levels = tuple((one.shares.figures, one.shares.lost) for one in fields if one.shares)
        return Drawing("water", levels, reduce(together, told), tuple(fields))
    rows = tuple(SheetRow(tuple(fields[at : at + IN_A_LINE]), heights.water) for at in range(0, TRICKS, IN_A_LINE))
    return Table(say("Round {round}: water levels of the 12 tricks", round=number + 1), (0,) * IN_A_LINE, rows)


def _trick(number: int, record: TrickRecord | None) -> Field:
    """The water of a trick: who took which, and who lost a ring by it."""
    called = say("Trick {trick}", trick=number)
    if record is None or record.who_takes is None:
        return Field(None, called, of=2)
    about = together(record.who_takes.headline, record.who_loses.headline)
    shares = Shares(tuple(sorted(record.takes.items(), key=itemgetter(1))), record.losers, about)
    return Field("{} · {}".format(*sorted(record.levels)), called, shares=shares)
