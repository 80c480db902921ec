"""Bids in plants, hidden until all have bid: for the hippo's extra phase and for the start (NI-50, NI-51)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import check
from companion.engine.game import Options, Outcome
from companion.engine.rulings import Doubt, Reason, doubts, first_of
from companion.engine.schema.codec import encode
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.text import SeatName, names, say
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.columns import by_seat
from companion.games.nile.rules.components import PLANTS, PLANTS_EACH, PLAYERS, STOCK, WORDS, Kind, Plant, PlantCount
from companion.games.nile.rules.moves import Bid
from companion.games.nile.rules.state import State, Turn

Hands: TypeAlias = Annotated[
    Mapping[Seat, PlantCount],
    Prompt(say("Plants in hand"), widget="count-by-seat", asks=say("How many plants does {name} have?")),
]
"""The plants each player has in hand; who is not named has none."""


@dataclass(frozen=True, slots=True)
class AuctionAnswer:
    """Who wins, or no one, and every bid."""

    winner: Seat | None
    bids: Mapping[Seat, int]


def judge_auction(
    hands: Hands,
    boat: Annotated[
        Mapping[Seat, PlantCount],
        Prompt(say("Plants in the boat"), widget="count-by-seat", asks=say("How many plants does {name} have?")),
    ],
    options: Options,
) -> Judged[AuctionAnswer]:
    """Return who wins the extra phase; doubtful without the hippo, or for more plants than a player has (NI-43).

    Raise `IllegalMove` for more plants in all than the box holds.
    """
    every = sum(hands.values()) + sum(boat.values())
    check(every > PLANTS and says.TOO_MANY_BID(count=every), path="hands")
    no_hand, no_boat = sorted({*boat} - {*hands}), sorted({*hands} - {*boat})
    unsaid = doubts(
        no_hand and says.NO_HAND_ENTERED(names=names(no_hand)), no_boat and says.NO_BOAT_ENTERED(names=names(no_boat))
    )
    asleep = doubts(not options["hippo"] and says.NO_HIPPO())
    return replace(auction(hands, boat), flags=(*unsaid, *_beyond_stock(_bids(hands, boat)), *asleep))


def judge_start_bid(hands: Hands, options: Options) -> Judged[AuctionAnswer]:
    """Who starts; a flag for more plants than anyone has, for a single bid, and where no one bids for the start."""
    flags = doubts(len(hands) < PLAYERS[0] and says.BIDS_MISSING(), not options["start_bid"] and says.OLDEST_STARTS())
    flags = (*_beyond_stock(dict(sorted(hands.items()))), *flags)
    return replace(start_bid(hands), name="start-bid", facts={"hands": encode(by_seat(hands))}, flags=flags)


def auction(hands: Mapping[int, int], boat: Mapping[int, int]) -> Judged[AuctionAnswer]:
    """Who wins the extra phase: hand and boat together, then the larger hand (NI-50)."""
    bids = _bids(hands, boat)
    held = {seat: hands.get(seat, 0) for seat in bids}
    top = [seat for seat in bids if bids[seat] == max(bids.values())]
    # Only among those who tie: then the larger hand decides (NI-50).
    best = [seat for seat in top if held[seat] == max(held[one] for one in top)]
    winner = best[0] if len(best) == 1 else None
    because = (
        *(says.BIDS(name=SeatName(seat), hand=held[seat], boat=boat.get(seat, 0), bid=bids[seat]) for seat in bids),
        *first_of(
            not top and says.NO_ONE_BIDS(),
            len(top) == 1 and says.BIDS_MOST(name=SeatName(top[0])),
            len(best) == 1 and says.MORE_IN_HAND(names=names(top), winner=SeatName(best[0])),
            best and says.EQUAL_HANDS(names=names(best), count=held[best[0]]),
        ),
    )
    headline = say("No one wins the extra phase.")
    if winner is not None:
        headline = say("{name} wins the extra phase and plays it at once.", name=SeatName(winner))
    facts = {"hands": by_seat(hands), "boat": by_seat(boat)}
    return judged("auction", headline, AuctionAnswer(winner, bids), because, facts=facts)


def _bids(hands: Mapping[int, int], boat: Mapping[int, int]) -> dict[int, int]:
    """Return every bid, plants in hand and in the boat together."""
    bids = {seat: hands.get(seat, 0) + boat.get(seat, 0) for seat in sorted({*hands, *boat})}
    # Who bids nothing is not in it: else no one's bid could win, or tie for, the extra phase.
    return {seat: bid for seat, bid in bids.items() if bid}


def _beyond_stock(bids: Mapping[int, int]) -> tuple[Doubt, ...]:
    """Return a doubt for each bid of more plants than a player has."""
    return doubts(
        *(bid > PLANTS_EACH and says.BIDS_TOO_MANY(name=SeatName(seat), bid=bid) for seat, bid in bids.items())
    )


def start_bid(hands: Mapping[int, int]) -> Judged[AuctionAnswer]:
    """Who starts: most plants in hand; None if there is a tie, and everyone bids again (NI-51)."""
    most = max(hands.values(), default=0)
    top = [seat for seat in sorted(hands) if hands[seat] == most]
    winner = top[0] if len(top) == 1 else None
    if winner is None:
        headline, outcome = say("It’s a tie. Everyone bids again."), says.BID_AGAIN(names=names(top))
    else:
        headline = say("{name} starts.", name=SeatName(winner))
        outcome = says.BIDS_GO_IN_BOAT(name=SeatName(winner))
    because = (*(says.IN_HAND(name=SeatName(seat), count=hands[seat]) for seat in sorted(hands)), outcome)
    answer = AuctionAnswer(winner, by_seat(hands))
    return judged("auction", headline, answer, because, facts={"hands": by_seat(hands), "boat": {}})


def bid(state: State, move: Bid) -> Outcome[State]:
    """The state with a player's bid; with the last one all are opened. Raise `IllegalMove` for what cannot be bid."""
    is_start, turn = state.phase == "boat", state.turn
    check(
        is_start and not state.options["start_bid"] and says.OLDEST_STARTS(),
        not is_start and not state.options["hippo"] and says.NO_HIPPO(),
        turn is not None and turn.is_extra and says.EXTRA_PHASE_FIRST(name=SeatName(turn.seat)),
    )
    # Taken in the place of the first, it would show the first to all when the bids are opened, though no one saw it.
    has_bid = says.HAS_BID_TO_START if is_start else says.HAS_BID
    check(move.seat in state.bids and has_bid(name=SeatName(move.seat)), path="seat")
    for kind, count in Counter(move.plants).items():
        check(count > STOCK[kind] and _too_many(move.seat, kind, count, STOCK[kind]), path="plants")
    flags = _doubts_about_held(state, move)
    bids = {**state.bids, move.seat: move.plants}
    if len(bids) < state.seats:
        return Outcome(replace(state, bids=bids), flags=flags)
    # Taken out before they are settled: whatever follows, these bids lie open now.
    opened = replace(state, bids={}, events=state.events + 1)
    settled = _for_the_start(opened, bids) if is_start else _for_the_hippo(opened, bids)
    return replace(settled, flags=flags)


def _doubts_about_held(state: State, move: Bid) -> tuple[Doubt, ...]:
    """What speaks against the plants being in hand, by where others of them are.

    By correcting what lay open before a hidden bid, a player could learn from its fall what it holds. So it is a doubt
    for those who know the bid, and never makes it fall.
    """
    known, flags = state.known_plants(), []
    for kind, count in Counter(move.plants).items():
        plant = Plant(move.seat, kind)
        held = max(0, STOCK[kind] - known[plant] - state.sown.count(plant))
        if count > held:
            many = _too_many(move.seat, kind, count, held)
            flags.append(Doubt(many.text, many.clauses, frozenset({move.seat}), is_own_secret=True))
    return tuple(flags)


def _too_many(seat: int, kind: Kind, count: int, held: int) -> Reason:
    return says.NOT_IN_HAND(name=SeatName(seat), count=count, plant=WORDS[kind], held=held)


def _for_the_start(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """All bid plants in the boat and the pillar with the highest bid; on a tie everything as before."""
    result = start_bid({seat: len(plants) for seat, plants in bids.items()})
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = tuple(plant for seat in sorted(bids) for plant in _plants(bids, seat))
    # The bids take the place of the two plants of NI-8, so everyone is ready (NI-51).
    begun = replace(state, boat=(*state.boat, *boat), starter=result.answer.winner, ready=frozenset(range(state.seats)))
    return Outcome(begun, (result,), reveals=True)


def _for_the_hippo(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """The winner's hand in the boat and an extra phase begun, which interrupts the player at turn."""
    result = auction({seat: len(plants) for seat, plants in bids.items()}, Counter(plant.seat for plant in state.boat))
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = (*state.boat, *_plants(bids, result.answer.winner))
    extra = Turn(result.answer.winner, is_extra=True)
    return Outcome(replace(state, boat=boat, turn=extra, interrupted=state.turn), (result,), reveals=True)


def _plants(bids: dict[int, tuple[Kind, ...]], seat: int) -> tuple[Plant, ...]:
    return tuple(Plant(seat, kind) for kind in bids[seat])
