"""The sheet for paper: pawns and obelisk turn by turn, the obelisk's track, the market's columns (NI-5, NI-30 to NI-35)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from companion.engine.game import Options, Setup, Viewer
from companion.engine.rulings import Reason
from companion.engine.sheet import (
    Block,
    Box,
    BoxState,
    Cell,
    Field,
    Label,
    Page,
    PlayerCell,
    Sheet,
    SheetRow,
    Size,
    Table,
    TickBoxes,
    Words,
)
from companion.engine.text import Text, say, say_as, signs
from companion.games.nile.rules.components import LAST_SQUARE, MARKET, WORDS, numbered
from companion.games.nile.rules.sentences import ENDS_EBB, ENDS_FLOOD
from companion.games.nile.rules.setup import HIGHEST_BID, variants
from companion.games.nile.rules.state import Scoring, State
from companion.games.nile.words.lesson import PAYS, emptying

ROWS: Final = {"normal": 11, "large": 12}
"""Rows for turns; the last one is for all later ones. A longer match fills as many as it took."""
ON_A_PAGE: Final = {"normal": 20, "large": 12}
"""Turns of a longer match on a page of their own, before obelisk and market."""
TOGETHER: Final = 4
"""From that many players on, gain and square share a field."""
NUMBER_MM: Final = 9
COLUMNS_MM: Final = {"normal": 22, "large": 16}
OBELISK_MM: Final = 18
ROW_MM: Final = {"normal": 8, "large": 13}
MARKET_ROW_MM: Final = {"normal": 8, "large": 14}
SIGNS: Final = {"fresh": "", "spoiled": " ~", "rotten": " ×"}


def sheet(setup: Setup, size: Size, state: State | None, viewer: Viewer) -> Sheet:
    """The form for that many players, with everything scored if there is a state. All of that lies open."""
    turns, ends = [*_turns(setup.seats, size, state)], _ends(setup.seats, state, ROW_MM[size])
    parts = [turns[at : at + ON_A_PAGE[size]] for at in range(0, len(turns), ON_A_PAGE[size])]
    parts[-1] += ends
    tables = [_table(setup.seats, size, part) for part in parts]
    rest = (_track(size, state), _market(size, state))
    if size == "normal" and len(turns) == ROWS[size]:
        return Sheet((Page((*tables, *rest)),), reminders(setup.options))
    return Sheet((*(Page((one,)) for one in tables), Page(rest)), reminders(setup.options))


def _table(seats: int, size: Size, rows: Sequence[SheetRow]) -> Table:
    each = 1 if seats >= TOGETHER else 2
    name = say("Round by round: columns sold, obelisk, pawns")
    widths = (NUMBER_MM, COLUMNS_MM[size], OBELISK_MM, *(0,) * (each * seats))
    names = SheetRow((Label("", span=3), *(PlayerCell(seat, span=each, is_named=True) for seat in range(seats))), 10)
    of_each: tuple[Text, ...] = (say("gain · square"),) if each == 1 else (say("gain"), say("square"))
    words: tuple[Words, ...] = ("#", say_as("columns", "sold"), say("Obelisk"), *of_each * seats)
    return Table(name, widths, tuple(rows), (names, SheetRow(tuple(Label(word) for word in words), 7)))


def _turns(seats: int, size: Size, state: State | None) -> Iterator[SheetRow]:
    """A row for each turn; on paper the last one stands for all later turns."""
    scorings = () if state is None else state.scorings
    by_turn = {number: [*found] for number, found in groupby(scorings, lambda one: one.turn)}
    took = max(by_turn, default=-1) + 1
    for number in range(max(took, ROWS[size])):
        stands_for_more = took <= ROWS[size] == number + 1
        label = Label(f"{number + 1} …") if stands_for_more else Label(number + 1, is_strong=True)
        yield _turn(label, seats, by_turn.get(number, ()), size)


def _turn(label: Label, seats: int, found: Sequence[Scoring], size: Size) -> SheetRow:
    obelisk = Field(numbered(found[-1].obelisk[1]) if found else None)
    # What each pawn gained in the turn, and the square it then stands on (NI-31 to NI-33).
    fields = []
    for seat in range(seats):
        gain = sum(one.gains[seat] for one in found) if found else None
        # A turn may hold several scorings: gains add up, and the last one says where the pawn is.
        square = numbered(found[-1].pawns[seat][1]) if found else None
        if seats >= TOGETHER:
            fields.append(Field(None if gain is None else f"{gain} · {square}"))
        else:
            fields += [Field(gain), Field(square)]
    return SheetRow((label, _sold(found, size), obelisk, *fields), ROW_MM[size])


def _sold(found: Sequence[Scoring], size: Size) -> TickBoxes:
    """A box for each market column, from the left, crossed out if it was full and sold."""
    sold = {column for one in found for column in one.sold}
    boxes = tuple(Box("crossed" if column in sold else "open", str(column)) for column in MARKET)
    columns = [column for column in MARKET if column in sold]
    about = say("columns sold: {columns}", columns=tuple(columns)) if columns else say("no column sold")
    return TickBoxes(boxes, about, in_line=2 if size == "large" else len(MARKET))


def _ends(seats: int, state: State | None, height: int) -> tuple[SheetRow, SheetRow]:
    """The points, and the plants lost for good, which break a tie."""
    span = 1 if seats >= TOGETHER else 2
    points = None if state is None else [*map(numbered, state.pawns)]
    lost = None if state is None else state.lost_by_seat
    name = say("Points")
    return (
        SheetRow((Label(name, span=3, is_strong=True), *_fields(seats, span, points)), height),
        SheetRow((Label(say("Plants lost for good"), span=3), *_fields(seats, span, lost)), height),
    )


def _fields(seats: int, span: int, found: Sequence[int] | None) -> list[Cell]:
    return [Field(None if found is None else found[seat], span=span) for seat in range(seats)]


def _track(size: Size, state: State | None) -> Block:
    """The obelisk's way back: a box for each square, crossed where it has left, outlined where it stands."""
    square = LAST_SQUARE if state is None else state.obelisk
    # It starts on the last square and only ever goes back (NI-5, NI-30).
    squares = range(LAST_SQUARE, 0, -1)
    boxes = tuple(Box(_box_state(state, one), str(numbered(one))) for one in squares)
    about = say("The obelisk is on square {square}.", square=numbered(square))
    in_line = LAST_SQUARE // 2 if size == "large" else LAST_SQUARE
    row = SheetRow((Label(say("Obelisk")), TickBoxes(boxes, about, in_line=in_line)), 8)
    return Table(say("Obelisk track"), (OBELISK_MM, 0), (row,))


def _box_state(state: State | None, square: int) -> BoxState:
    if state is None or square < state.obelisk:
        return "open"
    return "outlined" if square == state.obelisk else "crossed"


def _market(size: Size, state: State | None) -> Block:
    """The columns as they lie, the topmost square first laid on: whose plant of which kind, and how far it has rotted."""
    head = SheetRow(tuple(Label(say("Column {column}", column=column)) for column in MARKET), 6)
    rows = (
        SheetRow(tuple(_square(state, column, place) for column in MARKET), MARKET_ROW_MM[size])
        for place in range(max(MARKET.values()))
    )
    return Table(say("The market"), (0,) * len(MARKET), tuple(rows), (head,))


def _square(state: State | None, column: int, place: int) -> Cell:
    # The columns have 3, 4, 4 and 5 squares (NI-5): below the shorter ones nothing is filled in.
    if place >= MARKET[column]:
        return Label("")
    lying = () if state is None else state.market[column]
    if place >= len(lying):
        return Field()
    sold = lying[place]
    return Field(signs("{plant}{sign}", plant=WORDS[sold.plant], sign=SIGNS[sold.state]), seat=sold.seat)


def reminders(options: Options) -> tuple[Reason, ...]:
    start = (HIGHEST_BID,) if options["start_bid"] else ()
    return (*start, *_of_turns(options), *_scoring(options))


def _of_turns(options: Options) -> Iterator[Reason]:
    yield Reason(
        say("Only the start player plays flood and ebb. After all actions, the pillar moves to the left."), ("NI-20",)
    )
    yield Reason(say("3 action points, plus 1 per joker. Pay 2 on a field with another player’s plant."), ("NI-23",))
    sale = say(
        "With 3 palms, you may sell in the 3 right-hand columns. The plant must differ from the last 2 there, even "
        "rotten ones."
    )
    yield Reason(sale, ("NI-24", "NI-25"))
    if options["ebb_arrow"] == "first":
        yield ENDS_EBB()
    if options["flood_arrow"]:
        yield ENDS_FLOOD()


def _scoring(options: Options) -> Iterator[Reason]:
    yield emptying(options)
    yield Reason(PAYS, ("NI-31",))
    tie = say("Tied? The last to place a plant is ahead, even if it’s rotten. All rotten? You get nothing.")
    yield Reason(tie, ("NI-32",))
    by_column = say("Each rotten plant costs 1 point, counted column by column. Pawns never move back.")
    in_all = say("Each rotten plant costs 1 point, counted over all columns of the round. Pawns never move back.")
    yield Reason(in_all if options["rot_balance"] == "phase" else by_column, ("NI-33",))
    yield Reason(
        say("After the last column, all plants in full columns go in the boat. ~ spoiled, × rotten."), ("NI-34",)
    )
    yield Reason(
        say("The end: a pawn meets or passes the obelisk. Tied? The player who lost fewer plants wins."), ("NI-35",)
    )
    yield from variants(options)
