"""What full market columns pay (NI-31 to NI-33)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import Arg, SeatName, Text, names, say, say_many, signs
from companion.games.nile.rules.components import MARKET, Plant, Scored, Sold
from companion.games.nile.rules.sale import doubts_about_stock

SHARES = {0: (), 1: (6,), 2: (4, 2)}
THREE_OR_MORE = (3, 2, 1)
FullColumn = Annotated[tuple[Scored, ...], Length(min(MARKET.values()), max(MARKET.values()))]


@dataclass(frozen=True, slots=True)
class MarketFacts:
    """The full columns, one after the other, each in the order laid."""

    columns: Annotated[
        tuple[FullColumn, ...],
        Length(0, len(MARKET)),
        Prompt(say("The full columns"), say("each column in the order the plants were placed"), "columns"),
    ]


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """One column: who ranks first, second and so on, the points of each, and the rotten plants of each."""

    ranks: tuple[int, ...]
    points: Mapping[int, int]
    rotten: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class ColumnAnswer:
    """One full column: the points of each, and the rotten plants of each."""

    points: Mapping[Seat, int]
    rotten: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class MarketAnswer:
    """What each full column pays, and what everybody gains or loses in all (NI-31 to NI-34)."""

    columns: tuple[ColumnAnswer, ...]
    balance: Mapping[Seat, int]


def judge_market(facts: MarketFacts, options: Options) -> Judged[MarketAnswer]:
    return market_scoring(facts.columns, options)


def score_column(column: Sequence[Sold | Scored]) -> ColumnScore:
    """The ranks, points and rotten plants of one full column (NI-31, NI-32)."""
    fresh = Counter(plant.seat for plant in column if plant.state != "rotten")
    last = {plant.seat: square for square, plant in enumerate(column)}
    ranks = sorted(fresh, key=lambda seat: (fresh[seat], last[seat]), reverse=True)
    shares = SHARES.get(len(ranks), THREE_OR_MORE)
    points = dict(zip(ranks, shares, strict=False))
    return ColumnScore(tuple(ranks), points, Counter(plant.seat for plant in column if plant.state == "rotten"))


def balance(scores: Sequence[ColumnScore], rot_balance: object) -> dict[int, int]:
    """What each seat gains in all, never less than nothing, no zeros (NI-33)."""
    gains: Counter[int] = Counter()
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
    for index, (column, score) in enumerate(zip(columns, scores, strict=True)):
        name = (
            say("Market column {column}", column=on_market[index])
            if on_market
            else say("Column {column}", column=index + 1)
        )
        because.extend(_explain(name, column, score))
        if options["rot_balance"] == "column":
            because.extend(_net_of(score.points, score.rotten))
    if options["rot_balance"] == "phase":
        because.extend(_net_of(_summed(one.points for one in scores), _summed(one.rotten for one in scores)))
    because.append(_in_all(scores, gains, options["rot_balance"]))
    answer = MarketAnswer(tuple(ColumnAnswer(by_seat(one.points), by_seat(one.rotten)) for one in scores), gains)
    headline = signs("{gains}.", gains=_each(gains)) if gains else say("No one moves ahead.")
    # What a column pays goes by owners alone, so how the kinds follow each other is no matter here.
    of_a_kind = (Plant(one.seat, one.plant) for column in columns for one in column if one.plant is not None)
    flags = (*_more_columns_than_there_are(columns), *doubts_about_stock(of_a_kind))
    told = tuple(tuple(Scored(one.seat, one.state, one.plant) for one in column) for column in columns)
    return judged("market-scoring", headline, answer, because, flags, facts=MarketFacts(told))


def by_seat(values: Mapping[int, int]) -> dict[int, int]:
    return {seat: values[seat] for seat in sorted(values) if values[seat]}


def _more_columns_than_there_are(columns: Sequence[Sequence[Sold | Scored]]) -> Iterator[Flag]:
    sizes = Counter(len(column) for column in columns)
    for size in sorted(sizes):
        said = {"count": sizes[size], "size": size, "most": [*MARKET.values()].count(size)}
        text = say("You entered {count} columns with {size} squares. The market has {most}.", **said)
        yield from flag_if(said["count"] > said["most"], text, "NI-5")


def _explain(name: Text, column: Sequence[Sold | Scored], score: ColumnScore) -> list[Reason]:
    fresh = Counter(plant.seat for plant in column if plant.state != "rotten")
    reasons = [_first_words(name, score)]
    for count, tied in groupby(score.ranks, key=fresh.__getitem__):
        seats = [*tied]
        reasons.extend(_rank(seat, count, score.points.get(seat, 0)) for seat in seats)
        if len(seats) > 1:
            reasons.append(_tie(seats))
    for seat in sorted(score.rotten):
        reasons.append(_rotten(seat, score.rotten[seat], left_out=seat not in fresh))
    return reasons


def _first_words(name: Text, score: ColumnScore) -> Reason:
    if not score.ranks:
        return Reason(say("{column}: every plant is rotten.", column=name), ("NI-32",))
    paid = tuple(score.points[seat] for seat in score.ranks if seat in score.points)
    text = say_many(
        "{column}: {count} player counts and takes all 6 points.",
        "{column}: {count} players count and share 6 points: {paid}.",
        len(score.ranks),
        column=name,
        paid=paid,
    )
    return Reason(text, ("NI-31",))


def _rank(seat: int, count: int, points: int) -> Reason:
    text = say_many(
        "{name} has {count} plant that counts and gets {points} of the 6 points.",
        "{name} has {count} plants that count and gets {points} of the 6 points.",
        count,
        name=SeatName(seat),
        points=points,
    )
    return Reason(text, ("NI-32",))


def _tie(ranks: list[int]) -> Reason:
    """Why those with equally many rank as they do, told from the first on."""
    text = say("{names} tie. The player who placed a plant last comes first.", names=names(ranks))
    return Reason(text, ("NI-32",))


def _rotten(seat: int, count: int, *, left_out: bool) -> Reason:
    if left_out:
        text = say_many(
            "{name} has only {count} rotten plant: no share, and 1 point lost.",
            "{name} has only {count} rotten plants: no share, and {count} points lost.",
            count,
            name=SeatName(seat),
        )
        return Reason(text, ("NI-32", "NI-33"))
    text = say_many(
        "{name} has {count} rotten plant: 1 point lost.",
        "{name} has {count} rotten plants: {count} points lost.",
        count,
        name=SeatName(seat),
    )
    return Reason(text, ("NI-33",))


def _summed(counts: Iterable[Mapping[int, int]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for one in counts:
        total.update(one)
    return total


def _net_of(points: Mapping[int, int], rotten: Mapping[int, int]) -> Iterator[Reason]:
    """What is left to each player with rotten plants, as one adds it up aloud (NI-33)."""
    for seat in sorted(rotten):
        gained, lost = points.get(seat, 0), rotten[seat]
        sums: dict[str, Arg] = {"name": SeatName(seat), "gained": gained, "lost": lost}
        if gained >= lost:
            text = say("{name}: {gained} − {lost} = {net}.", **sums, net=gained - lost)
        else:
            text = say("{name}: {gained} − {lost} is less than 0, so the pawn stays.", **sums)
        yield Reason(text, ("NI-33",))


def _in_all(scores: Sequence[ColumnScore], gains: Mapping[int, int], rot_balance: object) -> Reason:
    if not scores:
        return Reason(say("No column is full."), ("NI-31",))
    moves = say("In all: {gains}.", gains=_each(gains)) if gains else say("No pawn moves.")
    if not any(score.rotten for score in scores):
        return Reason(moves, ("NI-31",))
    if rot_balance == "phase":
        text = say("All columns count together. No pawn goes back. {moves}", moves=moves)
    else:
        text = say("Each column counts by itself. No pawn goes back. {moves}", moves=moves)
    return Reason(text, ("NI-33",))


def _each(gains: Mapping[int, int]) -> tuple[Text, ...]:
    order = sorted(gains, key=lambda seat: (-gains[seat], seat))
    return tuple(signs("{name} +{points}", name=SeatName(seat), points=gains[seat]) for seat in order)
