"""A player as the board draws one, what a finished trick and round brought, and the charts of a match. Numbers only, no drawing."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.identity_cache import cached_by_identity
from companion.engine.rulings import Ruling
from companion.engine.story import best
from companion.engine.text import SeatName, Text, say, say_many
from companion.games.land_unter.rules.components import HAND, TRICKS
from companion.games.land_unter.rules.score import round_score
from companion.games.land_unter.rules.state import Hand, Player, RoundRecord, State, TrickRecord, totals

# In the units of the viewBox in templates/games/land_unter/drawings.html, which draws by the same numbers.
FLOOR = 131
STEP = 10
"""Ten units of the drawing are one water level, and one ring."""
LOWEST_RING = 117.5


class Tank(NamedTuple):
    """One player. `coming` is the water the half-made entry would bring; `score` is None before the first round's end."""

    seat: int
    rings: int | None
    lost: int
    level: int | None
    coming: int | None
    is_out: bool
    is_top: bool
    leads: bool
    score: int | None
    label: Text

    @property
    def water(self) -> int | None:
        """The height of the water in the drawing, from its top."""
        return None if self.level is None else FLOOR - STEP * self.level

    @property
    def ghost(self) -> int | None:
        """The height of the water to come in the drawing."""
        return None if self.coming is None else FLOOR - STEP * self.coming

    @property
    def pegged(self) -> tuple[float, ...]:
        """The top of each ring in the drawing."""
        return tuple(LOWEST_RING - STEP * at for at in range(self.rings or 0))

    @property
    def outlines(self) -> tuple[float, ...]:
        """The top of each lost ring in the drawing."""
        had = self.rings or 0
        return tuple(LOWEST_RING + 0.5 - STEP * at for at in range(had, min(had + self.lost, HAND)))


def tanks(state: State, coming: Mapping[int, int]) -> tuple[Tank, ...]:
    """Every player, clockwise from seat 0; `coming` is the water each would take by the entry being made."""
    levels = [player.level for player in state.players if player.level is not None]
    highest = max(levels, default=None)
    return tuple(_tank(state, seat, coming.get(seat), highest) for seat in range(state.seats))


@cached_by_identity
def tanks_as_they_are(state: State) -> tuple[Tank, ...]:
    return tanks(state, {})


def _tank(state: State, seat: int, coming: int | None, highest: int | None) -> Tank:
    player = state.players[seat]
    hand = state.hands[state.hand_of(seat)]
    had = hand.rings if hand else 0
    is_top = player.level is not None and player.level == highest
    return Tank(
        seat=seat,
        rings=player.rings,
        lost=max(0, had - (player.rings or 0)),
        level=player.level,
        coming=coming,
        is_out=player.out,
        is_top=is_top,
        leads=state.leader == seat,
        score=state.scores[seat] if state.rounds else None,
        label=_label(seat, player, had, is_top=is_top, has_water=not state.is_by_rings),
    )


# One of a few sentences, asked for with every tank of every board.
@lru_cache(maxsize=1024)
def _label(seat: int, player: Player, had: int, *, is_top: bool, has_water: bool) -> Text:
    name = SeatName(seat)
    if player.out:
        return say("{name} is out of this round", name=name)
    if player.rings is None:
        return say("{name}: rings not counted yet", name=name)
    rings = say_many("{left} of {count} ring left", "{left} of {count} rings left", had, left=player.rings)
    if not has_water:
        return say("{what}: {value}", what=name, value=rings)
    if player.level is None:
        return say("{name}: no water card, {rings}", name=name, rings=rings)
    if is_top:
        return say("{name}: water level {level}, the highest, {rings}", name=name, level=player.level, rings=rings)
    return say("{name}: water level {level}, {rings}", name=name, level=player.level, rings=rings)


WIDTH: Final = 340
GROUND: Final = 43
LEVEL_HEIGHT: Final = 3
GAP: Final = 6
"""Between two rounds."""


class WaterLine(NamedTuple):
    """One player's water over the match: a surface and an area for each stretch with a card, losses, eliminations."""

    seat: int
    surfaces: tuple[str, ...]
    areas: tuple[str, ...]
    losses: tuple[tuple[float, float], ...]
    outs: tuple[float, ...]
    label: Text


class WaterChart(NamedTuple):
    """Every player's water, one above the other, over the same tricks; where each round begins, ends and has its label."""

    lines: tuple[WaterLine, ...]
    rounds: tuple[tuple[float, float, int], ...]


def score_chart(state: State) -> LineChart:
    return line_chart(range(len(state.rounds) + 1), by_seat(totals(state.rounds, state.seats)))


def water_chart(state: State) -> WaterChart:
    spans = _spans(state) if any(record.levels for record in state.tricks) else ()
    lines = tuple(_water_line(state, seat, spans) for seat in range(state.seats))
    return WaterChart(lines, spans)


def _spans(state: State) -> tuple[tuple[float, float, int], ...]:
    """Where each round begins and ends in the drawing, and its number: as wide as it had tricks."""
    lengths = [sum(record.round == index for record in state.tricks) for index in range(len(state.rounds))]
    step = (WIDTH - GAP * (len(lengths) - 1)) / max(1, sum(lengths))
    spans, begin = [], 0.0
    for index, length in enumerate(lengths):
        if not length:  # a round before the table caught up
            continue
        spans.append((round(begin, 1), round(begin + step * length, 1), index + 1))
        begin += step * length + GAP
    return tuple(spans)


def _water_line(state: State, seat: int, spans: tuple[tuple[float, float, int], ...]) -> WaterLine:
    surfaces: list[str] = []
    losses: list[tuple[float, float]] = []
    outs: list[float] = []
    for begin, end, number in spans:
        tricks = [record for record in state.tricks if record.round == number - 1]
        step = (end - begin) / len(tricks)
        surfaces.append(_surface(tricks, seat, begin, step))
        for at, record in enumerate(tricks):
            x = round(begin + step * (at + 0.5), 1)
            if seat in record.losers and record.after[seat].out:
                outs.append(x)
            elif seat in record.losers:
                losses.append((x, _surface_at(record, seat)))
    drawn = tuple(surface for surface in surfaces if surface)
    areas = []
    for surface in drawn:
        # The area is the surface closed along the ground: down at its last x, back to its first.
        first, last = surface[1:].split(" ", 1)[0], surface.rsplit("L", 1)[1].split(" ", 1)[0]
        areas.append(f"{surface}L{last} {GROUND}L{first} {GROUND}z")
    return WaterLine(seat, drawn, tuple(areas), tuple(losses), tuple(outs), _water_label(state, seat))


def _surface(tricks: list[TrickRecord], seat: int, begin: float, step: float) -> str:
    """The steps of the water in one round, from the first card until the end or the elimination."""
    path = ""
    for at, record in enumerate(tricks):
        if record.before[seat].level is None:
            continue
        x, y = begin + step * at, _surface_at(record, seat)
        path += f"{'L' if path else 'M'}{x:.1f} {y:.1f}L{x + step:.1f} {y:.1f}"
    return path


def _surface_at(record: TrickRecord, seat: int) -> float:
    return GROUND - LEVEL_HEIGHT * (record.before[seat].level or 0)


def _water_label(state: State, seat: int) -> Text:
    levels = [record.before[seat].level or 0 for record in state.tricks]
    paid = sum(seat in record.losers and not record.after[seat].out for record in state.tricks)
    outs = sum(record.players[seat].out for record in state.rounds)
    return say(
        "{name}: highest water {level}, rings lost {paid}, times out {outs}",
        name=SeatName(seat),
        level=max(levels, default=0),
        paid=paid,
        outs=outs,
    )


class RankChange(NamedTuple):
    """A player's rank after a round, and the one before it; the same in the first."""

    seat: int
    rank: int
    before: int


class RoundEnd(NamedTuple):
    """A finished round, numbered from 1, and the scores after it.

    `passed`: the rings that each passes to the left with the hand; nothing after the last round. `places`: who
    leads comes first.
    """

    number: int
    record: RoundRecord
    ruling: Ruling
    totals: tuple[int, ...]
    passed: tuple[int, ...]
    places: tuple[RankChange, ...]

    @property
    def takers(self) -> tuple[int, ...]:
        """Who has the most points of the round."""
        return best(self.record.points)

    @property
    def headline(self) -> Text:
        return say_many("{names} takes round {round}.", "{names} take round {round}.", self.takers, round=self.number)


class Mark(NamedTuple):
    """A trick of the round, numbered from 1: when it is played, who paid in it, in what words; none until it is recorded.

    `out`: who of them went out.
    """

    number: int
    moment: str
    losers: tuple[int, ...]
    out: tuple[int, ...]
    headline: Text | None
    is_now: bool


@cached_by_identity
def trace(state: State) -> tuple[Mark, ...]:
    played = {record.trick: record for record in state.this_round}
    return tuple(
        Mark(
            trick + 1,
            f"r{state.round}t{trick}",
            played[trick].in_order if trick in played else (),
            played[trick].gone if trick in played else (),
            played[trick].who_loses.headline if trick in played else None,
            trick == state.trick and not state.asks_lowest,
        )
        for trick in range(TRICKS)
    )


@cached_by_identity
def last_verdict(state: State) -> TrickRecord | None:
    """Return the trick just finished, in this round or as the end of the one before; None before the first.

    None too if the table has caught up since: what the last trick brought is not known then.
    """
    if not state.tricks:
        return None
    last = state.tricks[-1]
    is_of_this_round = last.round == state.round and last.trick + 1 == state.trick
    # The last trick of a round stays the last verdict until the first trick of the next one.
    ended_a_round = len(state.rounds) == last.round + 1 and (state.is_over or not state.trick)
    return last if is_of_this_round or ended_a_round else None


def last_round(state: State) -> RoundEnd | None:
    """Return the round just finished; None while another is being played."""
    if not state.rounds or (state.trick and not state.is_over) or state.rounds[-1].kind != "played":
        return None
    return rounds_played(state)[-1]


def rounds_played(state: State) -> tuple[RoundEnd, ...]:
    return _round_ends(state.rounds, state.hands)


@cached_by_identity
def _round_ends(rounds: tuple[RoundRecord, ...], hands: tuple[Hand | None, ...]) -> tuple[RoundEnd, ...]:
    # A state's rounds are those of the state before, as long as none has ended.
    seats, ends = len(hands), []
    after = totals(rounds, seats)
    for number, record in enumerate(rounds, start=1):
        # `hands` are those dealt by seat; each round they go on by one to the left (LU-32), so this one's holder is found
        # going back.
        held = [hands[(seat - number + 1) % seats] for seat in range(seats)]
        passed = tuple(hand.rings if hand else 0 for hand in held) if number < seats else ()
        ends.append(
            RoundEnd(number, record, _ruling(record), after[number], passed, _places(after[number], after[number - 1]))
        )
    return tuple(ends)


def _places(now: tuple[int, ...], before: tuple[int, ...]) -> tuple[RankChange, ...]:
    # Before the first round all are level: no one has risen or fallen by it.
    were = before if any(before) else now
    ranked = [RankChange(seat, _rank(points, now), _rank(were[seat], were)) for seat, points in enumerate(now)]
    return tuple(sorted(ranked, key=lambda place: place.rank))


def _rank(points: int, of: tuple[int, ...]) -> int:
    return 1 + sum(one > points for one in of)


@cached_by_identity
def _ruling(record: RoundRecord) -> Ruling:
    # The record is enough to say it again, without the match's options: no house rule has a say in what a round scores.
    return round_score(record.players, record.bonus if record.is_lowest_entered else None)[1]
