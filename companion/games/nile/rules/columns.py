"""What full market columns pay (NI-31 to NI-33)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Reason, doubts, each_of, first_of
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import Arg, SeatName, Text, names, say, signs
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import MARKET, Scored, Sold
from companion.games.nile.rules.sale import doubts_about_stock

SHARES = {0: (), 1: (6,), 2: (4, 2)}
THREE_OR_MORE = (3, 2, 1)
FullColumn = Annotated[tuple[Scored, ...], Length(min(MARKET.values()), max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class ColumnAnswer:
    """One full column: the points of each, and the rotten plants of each."""

    points: Mapping[Seat, int]
    rotten: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class MarketAnswer:
    """What each full column pays, and what everyone gains or loses in all."""

    columns: tuple[ColumnAnswer, ...]
    balance: Mapping[Seat, int]


def judge_market(
    columns: Annotated[
        tuple[FullColumn, ...],
        Length(0, len(MARKET)),
        Prompt(say("Which columns are full?"), say("each column in the order the plants were placed"), "columns"),
    ],
    options: Options,
) -> Judged[MarketAnswer]:
    """What the full columns pay, one after the other, each in the order laid."""
    return market_scoring(columns, options)


def score_column(column: Sequence[Sold | Scored]) -> ColumnAnswer:
    """Return what a full column pays: the points in order of rank, zeros among them, and the rotten plants (NI-31, NI-32)."""
    fresh = Counter(plant.seat for plant in column if plant.state != "rotten")
    # Of all plants, rotten ones too: who placed last is ahead in a tie "even if it's rotten now" (NI-32).
    last = {plant.seat: square for square, plant in enumerate(column)}
    ranks = sorted(fresh, key=lambda seat: (fresh[seat], last[seat]), reverse=True)
    shares = SHARES.get(len(ranks), THREE_OR_MORE)
    rotten = Counter(plant.seat for plant in column if plant.state == "rotten")
    # Four and five players share like three: those behind the third are named, and get 0 (NI-31).
    return ColumnAnswer(dict(zip_longest(ranks, shares[: len(ranks)], fillvalue=0)), rotten)


def balance(scores: Sequence[ColumnAnswer], rot_balance: object) -> dict[int, int]:
    """What each seat gains in all, never less than nothing, no zeros (NI-33)."""
    gains: Counter[int] = Counter()
    # By column as the rulebook has it, or all columns of the round together, which spares no one a loss that another column
    # covers (NI-33).
    for together in (scores,) if rot_balance == "phase" else [(score,) for score in scores]:
        # One count less another has nothing below one.
        gains += _summed(one.points for one in together) - _summed(one.rotten for one in together)
    return dict(sorted(gains.items()))


def market_scoring(
    columns: Sequence[Sequence[Sold | Scored]], options: Options, on_market: Sequence[int] = ()
) -> Judged[MarketAnswer]:
    """What full columns pay and how it comes about; `on_market` are their places on the market, if those are known."""
    scores = tuple(score_column(column) for column in columns)
    gains = balance(scores, options["rot_balance"])
    because: list[Reason] = []
    named = [says.MARKET_COLUMN.filled(column=one) for one in on_market] or _named_by_size(columns)
    for on, column, score in zip(named, columns, scores, strict=True):
        because.extend(_explain(on, column, score))
        if options["rot_balance"] == "column":
            because.extend(_net_of(score.points, score.rotten))
    if options["rot_balance"] == "phase":
        because.extend(_net_of(_summed(one.points for one in scores), _summed(one.rotten for one in scores)))
    because.extend(_in_all(scores, gains, options["rot_balance"]))
    answer = MarketAnswer(tuple(ColumnAnswer(by_seat(one.points), by_seat(one.rotten)) for one in scores), gains)
    headline = signs("{gains}.", gains=_each(gains)) if gains else say("No one moves ahead.")
    entered, there = Counter(len(column) for column in columns), Counter(MARKET.values())
    too_many = (
        entered[size] > there[size] and says.TOO_MANY_COLUMNS(count=entered[size], size=size, most=there[size])
        for size in sorted(entered)
    )
    # What a column pays goes by owners alone, so how the kinds follow each other is no matter here.
    flags = (*doubts(*too_many), *doubts_about_stock(one for column in columns for one in column))
    lying = tuple(tuple(Scored(one.seat, one.state, one.plant) for one in column) for column in columns)
    return judged("market-scoring", headline, answer, because, flags, facts={"columns": lying})


def _named_by_size(columns: Sequence[Sequence[Sold | Scored]]) -> list[Text]:
    """The columns on the market that are as long: of two as long both, unless both are full, from left to right."""
    sizes = [len(column) for column in columns]
    places = [[place for place, size in MARKET.items() if size == mine] for mine in sizes]
    seen = [sizes[:index].count(mine) for index, mine in enumerate(sizes)]
    return [
        says.COLUMN.filled(column=fit[before] if sizes.count(mine) == len(fit) else "/".join(map(str, fit)))
        for mine, fit, before in zip(sizes, places, seen, strict=True)
    ]


def by_seat(values: Mapping[int, int]) -> dict[int, int]:
    return {seat: values[seat] for seat in sorted(values) if values[seat]}


def _explain(name: Text, column: Sequence[Sold | Scored], score: ColumnAnswer) -> list[Reason]:
    """Who counts and shares the points, rank by rank, and what rotten plants cost."""
    fresh = Counter(plant.seat for plant in column if plant.state != "rotten")
    paid = tuple(points for points in score.points.values() if points)
    reasons = [
        *first_of(
            not score.points and says.EVERY_PLANT_ROTTEN(column=name),
            says.SHARE_POINTS(column=name, count=len(score.points), paid=paid),
        )
    ]
    # The points stand in the order of ranks, so those with as many plants stand side by side.
    for count, tied in groupby(score.points, key=fresh.__getitem__):
        seats = [*tied]
        for seat in seats:
            reasons.append(says.GETS(name=SeatName(seat), count=count, points=score.points[seat]))
        reasons += each_of(len(seats) > 1 and says.LAST_COMES_FIRST(names=names(seats)))
    for seat in sorted(score.rotten):
        costs = says.ROTTEN if seat in fresh else says.ONLY_ROTTEN
        reasons.append(costs(name=SeatName(seat), count=score.rotten[seat]))
    return reasons


def _summed(counts: Iterable[Mapping[int, int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for one in counts:
        total.update(one)
    return total


def _net_of(points: Mapping[int, int], rotten: Mapping[int, int]) -> Iterator[Reason]:
    """What is left to each player with rotten plants, as one adds it up aloud."""
    for seat in sorted(rotten):
        gained, lost = points.get(seat, 0), rotten[seat]
        sums: dict[str, Arg] = {"name": SeatName(seat), "gained": gained, "lost": lost}
        yield from first_of(gained >= lost and says.NET(**sums, net=gained - lost), says.PAWN_STAYS(**sums))


def _in_all(scores: Sequence[ColumnAnswer], gains: Mapping[int, int], rot_balance: object) -> tuple[Reason, ...]:
    """Return what everyone moves ahead in all."""
    moves = says.IN_ALL(gains=_each(gains)) if gains else says.NO_PAWN_MOVES()
    return first_of(
        not scores and says.NO_COLUMN_FULL(),
        not any(score.rotten for score in scores) and moves,
        rot_balance == "phase" and says.ALL_TOGETHER(moves=moves.text),
        says.EACH_BY_ITSELF(moves=moves.text),
    )


def _each(gains: Mapping[int, int]) -> tuple[Text, ...]:
    order = sorted(gains, key=lambda seat: (-gains[seat], seat))
    return tuple(signs("{name} +{points}", name=SeatName(seat), points=gains[seat]) for seat in order)
