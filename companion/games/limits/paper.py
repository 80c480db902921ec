"""The sheet for paper: the set-up in numbers, point and limit cards to tick round by round, the sum (LI-2, LI-24, LI-30)."""

from collections.abc import Sequence
from typing import Final

from companion.engine.game import Options, Setup, Viewer
from companion.engine.rulings import Reason
from companion.engine.sheet import Block, Box, Field, Label, Page, PlayerCell, Sheet, SheetRow, Size, Table, TickBoxes
from companion.engine.text import Text, say
from companion.games.limits.rules.components import COST_OF_A_LIMIT_CARD, laid_out
from companion.games.limits.rules.options import whom
from companion.games.limits.rules.state import RoundRecord, State
from companion.games.limits.words.clauses import RULES

MOST_POINTS_TO_TICK: Final = 2
"""A point by the verdict and one by an exchange; after a further exchange only the total is written."""
LIMIT_CARD: Final = f"−{COST_OF_A_LIMIT_CARD}"
BOXES_MM: Final = {2: 22, 3: 22, 4: 22, 5: 14, 6: 11}
SIDE_BY_SIDE_MM: Final = {"normal": 14, "large": 22}
"""Where boxes that a pen can cross out fit side by side."""
HEIGHT_MM: Final = {10: 13, 14: 10, 18: 8}
"""The height of a row, by the number of rounds: so that all of them and the sums stand on one page."""
NAMES_MM: Final = 12
ROUNDS_ON_A_LARGE_PAGE: Final = 9


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    rounds = laid_out(setup.seats).rounds
    per_page = ROUNDS_ON_A_LARGE_PAGE if size == "large" else rounds
    pages = []
    for at in range(0, rounds, per_page):
        end = min(at + per_page, rounds)
        table = _rounds(setup, size, state, range(at, end), is_last=end == rounds)
        pages.append(Page((table,) if at else (_set_up(setup), table)))
    return Sheet(tuple(pages), reminders(setup.options))


def reminders(options: Options) -> tuple[Reason, ...]:
    return (
        Reason(
            say(
                "Forgot to draw? Do it before your left neighbour draws. Otherwise, fill up your hand after the round."
            ),
            ("LI-14",),
        ),
        Reason(
            say("4 of a colour: draw 4 and take 1 point. Old cards: 2 on the pile, 2 on the draw pile."), ("LI-15",)
        ),
        whom(options),
        RULES["LI-22"],
        RULES["LI-23"],
        RULES["LI-24"],
        RULES["LI-12"],
    )


def _set_up(setup: Setup) -> Block:
    facts = laid_out(setup.seats)
    figures: tuple[tuple[Text, int | str], ...] = (
        (say("limit cards taken out"), facts.limit_cards_removed),
        (say("limit cards in play (= rounds)"), facts.rounds),
        (say("cards in each hand"), facts.hand),
        (say("hidden cards per player"), facts.hidden),
        (say("draw pile"), facts.draw_pile),
        (say("ones and fives in the box"), f"{facts.one_point_cards} · {facts.five_point_cards}"),
    )
    words = SheetRow(tuple(Label(word) for word, _ in figures), 7)
    row = SheetRow(tuple(Label(figure, is_strong=True) for _, figure in figures), 6)
    return Table(say("Set-up"), (0,) * len(figures), (row,), (words,))


def _rounds(setup: Setup, size: Size, state: State | None, numbers: range, *, is_last: bool) -> Block:
    seats = range(setup.seats)
    height = 12 if size == "large" else HEIGHT_MM[laid_out(setup.seats).rounds]
    names = SheetRow((Label("#"), *(PlayerCell(seat, span=2, is_named=True) for seat in seats)), NAMES_MM)
    below = SheetRow(
        (Label(""), *(label for _ in seats for label in (Label(say("Cards")), Label(say("total so far"))))), 6
    )
    # Narrow columns have no room for three boxes side by side: the limit card stands below the points.
    in_line = 2 if BOXES_MM[setup.seats] < SIDE_BY_SIDE_MM[size] else 1 + MOST_POINTS_TO_TICK
    rows = [
        SheetRow((Label(number + 1, is_strong=True), *_round(setup, state, number, in_line)), height)
        for number in numbers
    ]
    sums = [_sum(state, seats, height, which) for which in range(3)] if is_last else []
    widths = (10, *(width for _ in seats for width in (BOXES_MM[setup.seats], 0)))
    return Table(say("Points and limit cards by round"), widths, (*rows, *sums), (names, below))


def _round(setup: Setup, state: State | None, number: int, in_line: int) -> list[TickBoxes | Field]:
    records = {} if state is None else {one.number: one for one in state.rounds}
    record, before = records.get(number + 1), records.get(number)
    found: list[TickBoxes | Field] = []
    for seat in range(setup.seats):
        # Without the round before, the difference of two totals is not that of one round.
        is_known = record is not None and (not number or before is not None)
        was = before.scores[seat] if before else 0
        points = _points(record, was if is_known else None, seat)
        took = record is not None and record.took_limit_card == seat
        found += [_boxes(points, in_line, took=took), Field(None if record is None else record.scores[seat])]
    return found


def _points(record: RoundRecord | None, was: int | None, seat: int) -> int:
    """The points of a round: the difference of the scores; if the round before is not known, only the verdict's."""
    if record is None:
        return 0
    if was is None:
        return int(record.took_point == seat)
    return max(0, record.scores[seat] - was + COST_OF_A_LIMIT_CARD * (record.took_limit_card == seat))


def _boxes(points: int, in_line: int, *, took: bool) -> TickBoxes:
    ones = [Box("crossed" if number < points else "open", "1") for number in range(MOST_POINTS_TO_TICK)]
    limit = Box("crossed" if took else "open", LIMIT_CARD)
    about = say("Points to tick: {points}. Limit card: {taken}", points=points, taken=say("yes") if took else say("no"))
    return TickBoxes((*ones, limit), about, in_line=in_line)


def _sum(state: State | None, seats: Sequence[int], height: int, which: int) -> SheetRow:
    """The last three rows: points, limit cards, and what they come to."""
    names = (say("Points"), say("Limit cards"), say("Total"))
    fields = []
    for seat in seats:
        player = None if state is None else state.players[seat]
        values = (None,) * 3 if player is None else (player.points, player.limit_cards, player.score)
        fields.append(Field(values[which], names[which], span=2))
    return SheetRow((Label("Σ" if which == 2 else "", is_strong=True), *fields), height)
