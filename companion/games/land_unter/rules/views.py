"""What each pair of eyes may see of a match: only their owner sees a hand's numbers and a card laid face down."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine.game import Moment, Status, Viewer
from companion.engine.rulings import Json
from companion.engine.schema.marks import Seat
from companion.engine.story import Change, Turned, best, changes, told_changes
from companion.engine.text import Text, say, say_many, together
from companion.games.land_unter.rules.components import Card, Level
from companion.games.land_unter.rules.moves import CountRings
from companion.games.land_unter.rules.score import count_symbols
from companion.games.land_unter.rules.state import Phase, State, TrickRecord


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """One seat: rings and level now, points by round (null where a round was not entered).

    `card` and `hand` are shown to their owner, in open play `card` to all.
    """

    rings: int | None
    level: Level | None
    out: bool
    by_round: tuple[int | None, ...]
    laid: bool
    card: Card | None = None
    hand: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A finished trick: what was turned up (null if only who loses was entered), who took what, the cards entered."""

    round: int
    trick: int
    levels: tuple[Level, Level] | None
    takes: Mapping[Seat, Level]
    cards: Mapping[Seat, Card]


@dataclass(frozen=True, slots=True)
class Shown:
    """A match: round and trick from 0, the leader in open play or those from whom the table picks, the water turned up."""

    phase: Phase
    round: int
    trick: int
    leader: Seat | None
    candidates: tuple[Seat, ...]
    levels: tuple[Level, Level] | None
    seats: tuple[ShownSeat, ...]
    last_trick: ShownTrick | None


class TurnedTrick(NamedTuple):
    """What is drawn of a corrected trick: who takes which water, and whose rings became which; of a round that is over `points`."""

    takes: tuple[tuple[Seat, Level], ...] = ()
    rings: tuple[Change, ...] = ()
    points: tuple[Change, ...] = ()


def put_right(before: State, after: State, when: Moment, reader: Seat | None) -> Turned | None:
    """Return who takes which water by a corrected trick, and whose rings become which; of a round that is over, whose points;
    and which round it ends or takes up again.
    """
    # In another round all rings are dealt anew: nothing is to be given back.
    if before.round < after.round:
        return Turned(when.name, say("Round {round} ends here.", round=before.round + 1))
    if before.round > after.round:
        return Turned(when.name, say("Round {round} goes on.", round=after.round + 1))
    if after.is_counting:
        return None
    if points := changes(before.scores, after.scores):
        return Turned(when.part, told_changes(points, reader), TurnedTrick(points=points))
    both = zip(before.tricks, after.tricks, strict=False)
    edited = next((new for old, new in both if old.takes != new.takes and new.who_takes), None)
    rings = changes(*([player.rings or 0 for player in state.players] for state in (before, after)))
    said = [edited.who_takes.headline] if edited and edited.who_takes else []
    said += [say("{what}: {value}", what=say("Rings"), value=told_changes(rings, reader))] if rings else []
    takes = tuple(sorted(edited.takes.items(), key=itemgetter(1))) if edited else ()
    return Turned(when.name, reduce(together, said), TurnedTrick(takes, rings)) if said else None


def status(state: State) -> Status:
    """Return phase, turn, scores, and the winners once the game is over."""
    return Status(state.phase, state.turn, state.scores, best(state.scores) if state.is_over else None)


def view(state: State, viewer: Viewer) -> Shown:
    """Return the state as this viewer may see it."""
    return Shown(
        phase=state.phase,
        round=state.round,
        trick=state.trick,
        leader=state.leader,
        candidates=state.candidates,
        levels=state.levels,
        seats=tuple[Any, ...](_seat(state, seat, viewer) for seat in range(state.seats)),
        last_trick=_trick(state.tricks[-1]) if state.tricks else None,
    )


def _seat(state: State, seat: int, viewer: Viewer) -> dict[str, Json]:
    player, laid = state.players[seat], dict(state.laid)
    shown: dict[str, Json] = {
        "rings": player.rings,
        "level": player.level,
        "out": player.out,
        "by_round": [None if record.kind == "blank" else record.points[seat] for record in state.rounds],
        "laid": seat in laid,
    }
    if seat in viewer.seats or state.options["open_play"]:
        shown["card"] = laid.get(seat)
    hand = state.hands[seat]
    # In the first round alone: afterwards the hand has been passed on, and its numbers are another player's (LU-32).
    if seat in viewer.seats and hand and hand.cards and not state.round:
        shown["hand"] = [*sorted(hand.cards)]
    return shown


def _trick(record: TrickRecord) -> ShownTrick:
    levels = (record.levels[0], record.levels[1]) if record.levels else None
    takes, cards = dict(sorted(record.takes.items())), dict(sorted(record.cards.items()))
    return ShownTrick(record.round, record.trick, levels, takes, cards)


def shown_to_others(move: CountRings) -> Mapping[str, Json]:
    """Return what others see of a hand as it is counted: its rings, but neither its numbers nor its symbols."""
    whole, half = count_symbols(move.cards) if move.cards is not None else (move.whole or 0, move.half or 0)
    # Rounded down (LU-5).
    return {"seat": move.seat, "rings": whole + half // 2 if move.rings is None else move.rings}


def who_loses(move: Mapping[str, Any]) -> Text:
    """The losers of a trick as the journal names them; a player named twice loses again."""
    seats = move["seats"]
    once = say_many("{names} loses a ring", "{names} lose a ring each", sorted({*seats}))
    again = sorted({seat for at, seat in enumerate(seats) if seat in seats[:at]})
    return (
        say_many("{what}, {names} loses another", "{what}, {names} lose another each", again, what=once)
        if again
        else once
    )
