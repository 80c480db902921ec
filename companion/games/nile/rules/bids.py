"""Bids in plants, hidden until all have bid: for the hippo's extra phase and for the start (NI-50, NI-51)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.engine.disputes import Judged, judged
from companion.engine.errors import refuse
from companion.engine.game import Options, Outcome
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.codec import encode
from companion.engine.schema.marks import Prompt, Seat
from companion.engine.text import SeatName, Text, names, say, say_many, too_many
from companion.games.nile.rules.columns import by_seat
from companion.games.nile.rules.components import PLANTS, PLANTS_EACH, PLAYERS, STOCK, WORDS, Kind, Plant, PlantCount
from companion.games.nile.rules.moves import Bid
from companion.games.nile.rules.state import State, Turn


@dataclass(frozen=True, slots=True)
class AuctionFacts:
    """The plants each player has in hand, and those each has in the boat; who is not named has none."""

    hands: Annotated[Mapping[Seat, PlantCount], Prompt(say("Plants in hand"), widget="count-by-seat")]
    boat: Annotated[Mapping[Seat, PlantCount], Prompt(say("Plants in the boat"), widget="count-by-seat")]


@dataclass(frozen=True, slots=True)
class AuctionAnswer:
    """Who wins, or nobody, and every bid (NI-50)."""

    winner: Seat | None
    bids: Mapping[Seat, int]


def judge_auction(facts: AuctionFacts, options: Options) -> Judged[AuctionAnswer]:
    """Who wins the extra phase; a flag if somebody bids more plants than they have.

    Raises `IllegalMove` for more plants in all than the box holds.
    """
    every = sum(facts.hands.values()) + sum(facts.boat.values())
    if every > PLANTS:
        raise refuse(too_many(say("Plants in hand and in the boat"), every, PLANTS), "NI-1", path="hands")
    ruling = auction(facts.hands, facts.boat)
    beyond = _beyond_stock(_bids(facts.hands, facts.boat))
    asleep = flag_if(not options["hippo"], say("The hippo does nothing in this game."), "NI-43", "NI-50")
    return replace(ruling, flags=(*_not_given(facts), *beyond, *asleep))


def _not_given(facts: AuctionFacts) -> tuple[Flag, ...]:
    """Hands and plants in the boat of players of whom only the other was said (NI-50)."""
    hands, boats = sorted({*facts.boat} - {*facts.hands}), sorted({*facts.hands} - {*facts.boat})
    no_hand = say("{names}: no plants in hand entered.", names=names(hands))
    no_boat = say("{names}: no plants in the boat entered.", names=names(boats))
    return (*flag_if(hands, no_hand, "NI-50"), *flag_if(boats, no_boat, "NI-50"))


@dataclass(frozen=True, slots=True)
class StartBidFacts:
    """The plants each player has in hand."""

    hands: Annotated[Mapping[Seat, PlantCount], Prompt(say("Plants in hand"), widget="count-by-seat")]


def judge_start_bid(facts: StartBidFacts, options: Options) -> Judged[AuctionAnswer]:
    """Who starts; a flag for more plants than anyone has, for a single bid, and where nobody bids for the start."""
    ruling = start_bid(facts.hands)
    is_alone, is_by_age = len(facts.hands) < PLAYERS[0], not options["start_bid"]
    flags = (
        *_beyond_stock(dict(sorted(facts.hands.items()))),
        *flag_if(is_alone, say("Some bids are missing."), "NI-51"),
        *flag_if(is_by_age, say("In this game the oldest starts."), "NI-8", "NI-51"),
    )
    return replace(ruling, name="start-bid", facts={"hands": encode(by_seat(facts.hands))}, flags=flags)


def auction(hands: Mapping[int, int], boat: Mapping[int, int]) -> Judged[AuctionAnswer]:
    """Who wins the extra phase: hand and boat together, then the larger hand (NI-50)."""
    bids = _bids(hands, boat)
    because = [_bid(seat, hands.get(seat, 0), boat.get(seat, 0)) for seat in bids]
    top = [seat for seat in bids if bids[seat] == max(bids.values())]
    best = [seat for seat in top if hands.get(seat, 0) == max(hands.get(one, 0) for one in top)]
    winner = best[0] if len(best) == 1 else None
    because.append(_outcome(top, best, hands))
    headline = say("No one wins the extra phase.")
    if winner is not None:
        headline = say("{name} wins the extra phase and plays it at once.", name=SeatName(winner))
    facts = AuctionFacts(by_seat(hands), by_seat(boat))
    return judged("auction", headline, AuctionAnswer(winner, bids), because, facts=facts)


def _bids(hands: Mapping[int, int], boat: Mapping[int, int]) -> dict[int, int]:
    bids = {seat: hands.get(seat, 0) + boat.get(seat, 0) for seat in sorted({*hands, *boat})}
    return {seat: bid for seat, bid in bids.items() if bid}


def _beyond_stock(bids: Mapping[int, int]) -> Iterator[Flag]:
    for seat, bid in bids.items():
        name, most = SeatName(seat), PLANTS_EACH
        text = say("{name} can’t bid {bid} plants. Everyone has {most}.", name=name, bid=bid, most=most)
        yield from flag_if(bid > PLANTS_EACH, text, "NI-1", "NI-50")


def _bid(seat: int, hand: int, boat: int) -> Reason:
    text = say(
        "{name}: {hand} in hand + {boat} in the boat = {bid}.",
        name=SeatName(seat),
        hand=hand,
        boat=boat,
        bid=hand + boat,
    )
    return Reason(text, ("NI-50",))


def _outcome(top: list[int], best: list[int], hands: Mapping[int, int]) -> Reason:
    if not top:
        return Reason(say("No one bids a plant."), ("NI-50",))
    if len(top) == 1:
        return Reason(say("{name} bids the most.", name=SeatName(top[0])), ("NI-50",))
    if len(best) == 1:
        text = say("{names} bid the same. {winner} has more in hand.", names=names(top), winner=SeatName(best[0]))
        return Reason(text, ("NI-50",))
    text = say_many(
        "{names} bid the same, with {count} plant in hand each.",
        "{names} bid the same, with {count} plants in hand each.",
        hands.get(best[0], 0),
        names=names(best),
    )
    return Reason(text, ("NI-50",))


def start_bid(hands: Mapping[int, int]) -> Judged[AuctionAnswer]:
    """Who starts: most plants in hand; None if there is a tie, and everybody bids again (NI-51)."""
    most = max(hands.values(), default=0)
    top = [seat for seat in sorted(hands) if hands[seat] == most]
    winner = top[0] if len(top) == 1 else None
    because = [_in_hand(seat, hands[seat]) for seat in sorted(hands)]
    if winner is None:
        headline = say("A tie. Everyone bids again.")
        because.append(Reason(say("{names} bid the same. Everyone bids again.", names=names(top)), ("NI-51",)))
    else:
        headline = say("{name} starts.", name=SeatName(winner))
        text = say("{name} bids the most. All plants bid go in the boat.", name=SeatName(winner))
        because.append(Reason(text, ("NI-51",)))
    answer = AuctionAnswer(winner, by_seat(hands))
    return judged("auction", headline, answer, because, facts=AuctionFacts(by_seat(hands), {}))


def _in_hand(seat: int, count: int) -> Reason:
    text = say_many(
        "{name} has {count} plant in hand.", "{name} has {count} plants in hand.", count, name=SeatName(seat)
    )
    return Reason(text, ("NI-51",))


def bid(state: State, move: Bid) -> Outcome[State]:
    """The state with a player's bid; with the last one all are opened. Raises `IllegalMove` for what cannot be bid."""
    if state.phase == "boat":
        if not state.options["start_bid"]:
            raise refuse(say("In this game the oldest starts."), "NI-8", "NI-51")
    elif not state.options["hippo"]:
        raise refuse(say("The hippo does nothing in this game."), "NI-43", "NI-50")
    elif state.turn is not None and state.turn.is_extra:
        raise refuse(say("First {name} plays the extra phase.", name=SeatName(state.turn.seat)), "NI-50")
    if move.seat in state.bids:
        # Taken in the place of the first, it would show the first to all when the bids are opened, though nobody saw it.
        text = say("{name} has already bid. Edit that entry instead.", name=SeatName(move.seat))
        raise refuse(text, "NI-51" if state.phase == "boat" else "NI-50", path="seat")
    for kind, count in Counter(move.plants).items():
        if count > STOCK[kind]:
            raise refuse(_too_many(move.seat, kind, count, STOCK[kind]), "NI-1", "NI-50", path="plants")
    flags = _doubts_about_held(state, move)
    bids = {**state.bids, move.seat: move.plants}
    if len(bids) < state.seats:
        return Outcome(replace(state, bids=bids), flags=flags)
    opened = replace(state, bids={}, events=state.events + 1)
    settled = _for_the_start(opened, bids) if state.phase == "boat" else _for_the_hippo(opened, bids)
    return replace(settled, flags=flags)


def _doubts_about_held(state: State, move: Bid) -> tuple[Flag, ...]:
    """What speaks against the plants being in hand, by where others of them are.

    By correcting what lay open before a hidden bid, somebody could learn from its fall what it holds. So it is a doubt
    for those who know the bid, and never makes it fall.
    """
    known, flags = state.known_plants(), []
    for kind, count in Counter(move.plants).items():
        plant = Plant(move.seat, kind)
        held = max(0, STOCK[kind] - known[plant] - state.sown.count(plant))
        if count > held:
            text = _too_many(move.seat, kind, count, held)
            flags.append(Flag(text, ("NI-1", "NI-50"), frozenset({move.seat}), is_of_the_entry=True))
    return tuple(flags)


def _too_many(seat: int, kind: Kind, count: int, held: int) -> Text:
    return say(
        "{name} can’t have {count} {plant} in hand, only {held}.",
        name=SeatName(seat),
        count=count,
        plant=WORDS[kind],
        held=held,
    )


def _for_the_start(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """All bid plants in the boat and the pillar with the highest bid; on a tie everything as before (NI-51)."""
    result = start_bid({seat: len(plants) for seat, plants in bids.items()})
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = tuple(plant for seat in sorted(bids) for plant in _plants(bids, seat))
    begun = replace(state, boat=(*state.boat, *boat), starter=result.answer.winner, ready=frozenset(range(state.seats)))
    return Outcome(begun, (result,), reveals=True)


def _for_the_hippo(state: State, bids: dict[int, tuple[Kind, ...]]) -> Outcome[State]:
    """The winner's hand in the boat and an extra phase begun, which interrupts the player at turn (NI-50)."""
    result = auction({seat: len(plants) for seat, plants in bids.items()}, Counter(plant.seat for plant in state.boat))
    if result.answer.winner is None:
        return Outcome(state, (result,), reveals=True)
    boat = (*state.boat, *_plants(bids, result.answer.winner))
    extra = Turn(result.answer.winner, is_extra=True)
    return Outcome(replace(state, boat=boat, turn=extra, aside=state.turn), (result,), reveals=True)


def _plants(bids: dict[int, tuple[Kind, ...]], seat: int) -> tuple[Plant, ...]:
    return tuple(Plant(seat, kind) for kind in bids[seat])
