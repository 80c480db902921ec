"""What each move does (LU-5, LU-10 to LU-24, LU-32, LU-40 to LU-42)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion.engine.errors import refuse
from companion.engine.game import Move, Outcome, Setup
from companion.engine.rulings import Flag, Ruling
from companion.engine.text import Either, SeatName, names, say
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules.afterwards import FromPaper, StandNow, from_paper, stand_now
from companion.games.land_unter.rules.components import HAND, TRICKS
from companion.games.land_unter.rules.hand import by_cards, by_symbols
from companion.games.land_unter.rules.loss import Loss, loses, told
from companion.games.land_unter.rules.moves import CountRings, Lay, Lead, Loses, Lowest, Trick, TurnUp
from companion.games.land_unter.rules.score import round_score
from companion.games.land_unter.rules.state import Hand, Player, State, TrickRecord
from companion.games.land_unter.rules.trick import Lost, check_different, leader, takes, the_two_highest


def _check_by_rings(state: State, move: Loses | Lowest) -> None:
    """Nothing; raises `IllegalMove` if it is not what is to be entered now, or names a seat that is out, or one twice."""
    if not state.is_by_rings:
        raise refuse(say("This game records the water and the cards of each trick."), "LU-10", "LU-11")
    if isinstance(move, Loses) and state.asks_lowest:
        raise refuse(say("The tricks of this round are over. Enter who shows the lowest water."), "LU-20", "LU-22")
    if isinstance(move, Lowest) and not state.asks_lowest:
        raise refuse(say("The lowest water counts at the end of the round. Enter who loses a ring."), "LU-22")
    for at, seat in enumerate(move.seats):
        if state.players[seat].out:
            raise refuse(say("{name} is out of this round.", name=SeatName(seat)), "LU-16", "LU-23", path=f"seats.{at}")
        if seat in move.seats[:at]:
            raise refuse(say("{name} is named twice.", name=SeatName(seat)), "LU-14", path=f"seats.{at}")


def _record_by_rings(state: State, loss: Loss) -> TrickRecord:
    """The trick of which no more is known than who lost."""
    return TrickRecord(
        round=state.round,
        trick=state.trick,
        levels=(),
        takes={},
        cards={},
        before=state.players,
        after=loss.players,
        losers=loss.lost.seats,
        rulings=(loss.ruling,),
    )


def _doubts_by_rings(state: State, loss: Loss) -> tuple[Flag, ...]:
    """A player went out and nobody else pays, though the chain asks for one (LU-17)."""
    left = sum(not player.out for player in loss.players)
    if loss.lost.paid or not state.options["chain"] or left <= 2:
        return ()
    text = say("{names} goes out, so the highest water left pays too. Name both.", names=names(loss.lost.out))
    return (Flag(text, ("LU-17",)),)


Item = TypeVar("Item")


def start(setup: Setup) -> State:
    """The state before anybody has counted rings."""
    return State(setup.options, (None,) * setup.seats, (Player(),) * setup.seats)


def play(state: State, move: Move) -> Outcome[State]:
    """What a move leads to. Raises `IllegalMove`."""
    if state.is_over:
        raise refuse(say("The game is over. You’ve played as many rounds as there are players."), "LU-30")
    if isinstance(move, StandNow):
        return _stand_now(state, move)
    if isinstance(move, FromPaper):
        return Outcome(from_paper(state, move, start(Setup(state.seats, state.options))))
    if isinstance(move, CountRings):
        return _count(state, move)
    if state.is_counting:
        missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
        raise refuse(say("First count the rings of {names}.", names=names(missing)), "LU-5")
    return _in_a_round(state, move)


def _in_a_round(state: State, move: Trick | TurnUp | Lay | Lead | Loses | Lowest) -> Outcome[State]:
    if isinstance(move, Lead):
        return _lead(state, move)
    if isinstance(move, Loses | Lowest):
        return _by_rings(state, move)
    if state.is_by_rings:
        raise refuse(say("This game records only who loses a ring, neither water nor cards."), "LU-14")
    if isinstance(move, Trick):
        return _whole_trick(state, move)
    return _turn_up(state, move) if isinstance(move, TurnUp) else _lay(state, move)


def _count(state: State, move: CountRings) -> Outcome[State]:
    if not state.is_counting:
        text = say("Rings are counted only before the first trick. Hands and rings are passed on together.")
        raise refuse(text, "LU-5", "LU-32")
    hand, rulings = _hand(move)
    hands = _put(state.hands, move.seat, hand)
    players = _put(state.players, move.seat, Player(hand.rings))
    counted = replace(state, hands=hands, players=players)
    flags = (*_flags_of(rulings), *audit.doubts_about_hands(hands, move.seat))
    if counted.is_counting:
        return Outcome(counted, rulings, flags)
    begun, more = _choose_leader(counted, Lost())
    return Outcome(begun, (*rulings, *more), flags)


def _stand_now(state: State, move: StandNow) -> Outcome[State]:
    jumped, flags = stand_now(state, move)
    if jumped.trick:
        return Outcome(jumped, flags=flags)
    begun, rulings = _choose_leader(jumped, Lost())
    return Outcome(begun, rulings, flags)


def _hand(move: CountRings) -> tuple[Hand, tuple[Ruling, ...]]:
    if move.rings is not None:
        return Hand(move.rings), ()
    hand, ruling = by_cards(move.cards) if move.cards is not None else by_symbols(move.whole or 0, move.half or 0)
    if hand.rings > HAND:
        text = say("This hand makes {rings} rings. A hand has at most {most}.", rings=hand.rings, most=HAND)
        raise refuse(text, "LU-6", path="whole")
    return hand, (ruling,)


def _flags_of(rulings: tuple[Ruling, ...]) -> tuple[Flag, ...]:
    return tuple(flag for ruling in rulings for flag in ruling.flags)


def _turn_up(state: State, move: TurnUp) -> Outcome[State]:
    flags = audit.doubts_about_levels(state, move.levels)
    return _resolve_if_complete(replace(state, levels=move.levels), flags)


def _lay(state: State, move: Lay) -> Outcome[State]:
    _check_still_in(state, move.seat, "seat")
    laid = dict(state.laid)
    if move.seat in laid:
        # Accepting the new card instead would show the old one to all, with the trick, while it is still in the hand.
        text = say("{name} has already played a card this trick. Edit that entry instead.", name=SeatName(move.seat))
        raise refuse(text, "LU-11", path="seat")
    laid[move.seat] = move.card
    flags = audit.doubts_about_cards(state, {move.seat: move.card}, face_down=not state.options["open_play"])
    if state.options["open_play"]:
        check_different(laid, "card")  # face down, a refusal would tell what another has laid
        flags += audit.out_of_turn(state, move.seat)
    return _resolve_if_complete(replace(state, laid=tuple(sorted(laid.items()))), flags)


def _resolve_if_complete(state: State, flags: tuple[Flag, ...]) -> Outcome[State]:
    laid = dict(state.laid)
    if state.levels is None or any(seat not in laid for seat in state.still_in):
        return Outcome(state, flags=flags)
    _check_no_card_twice(laid)
    took = takes(state.levels, *the_two_highest(laid), laid)
    return replace(_resolve(state, state.levels, took, laid, flags), reveals=not state.options["open_play"])


def _check_no_card_twice(laid: Mapping[int, int]) -> None:
    """Nothing; raises `IllegalMove` if two have laid the same card, without naming it: it still lies face down."""
    twice = [seat for seat, card in laid.items() if list(laid.values()).count(card) > 1]
    if twice:
        text = say("{names} entered the same card. One of them has to change it.", names=names(twice))
        raise refuse(text, "LU-1", "LU-11", of_hidden=True)


def _whole_trick(state: State, move: Trick) -> Outcome[State]:
    flags = audit.doubts_about_levels(state, move.levels)
    if move.cards is None:
        return _by_the_two_highest(state, move, flags)
    for seat in move.cards:
        _check_still_in(state, seat, f"cards.{seat}")
    missing = [seat for seat in state.still_in if seat not in move.cards]
    if missing:
        text = say("{names} must play a weather card. Everyone still in plays one.", names=names(missing))
        raise refuse(text, "LU-11", path=f"cards.{missing[0]}")
    flags += audit.doubts_about_cards(state, move.cards)
    took = takes(move.levels, *the_two_highest(move.cards), move.cards)
    return _resolve(state, move.levels, took, move.cards, flags)


def _by_the_two_highest(state: State, move: Trick, flags: tuple[Flag, ...]) -> Outcome[State]:
    assert move.highest is not None
    assert move.second is not None
    _check_still_in(state, move.highest, "highest")
    _check_still_in(state, move.second, "second")
    if move.highest == move.second:
        text = say("{name} can’t have both the highest and the second highest card.", name=SeatName(move.second))
        raise refuse(text, "LU-11", "LU-12", path="second")
    return _resolve(state, move.levels, takes(move.levels, move.highest, move.second, {}), {}, flags)


def _check_still_in(state: State, seat: int, path: str) -> None:
    if state.players[seat].out:
        text = say("{name} is out of this round. No card to play, no water to take.", name=SeatName(seat))
        raise refuse(text, "LU-16", path=path)


def _by_rings(state: State, move: Loses | Lowest) -> Outcome[State]:
    _check_by_rings(state, move)
    if isinstance(move, Lowest):
        return _ended(state, tuple(sorted(move.seats)))
    loss = told(state.players, sorted(move.seats))
    return _finish(state, _record_by_rings(state, loss), loss.lost, _doubts_by_rings(state, loss))


def _resolve(
    state: State,
    levels: tuple[int, int],
    took: tuple[Mapping[int, int], Ruling],
    cards: Mapping[int, int],
    flags: tuple[Flag, ...],
) -> Outcome[State]:
    got, ruling = took
    players = enumerate(state.players)
    before = tuple(replace(player, level=got[seat]) if seat in got else player for seat, player in players)
    loss = loses(before, state.options)
    record = TrickRecord(
        round=state.round,
        trick=state.trick,
        levels=levels,
        takes=got,
        cards=dict(cards),
        before=before,
        after=loss.players,
        losers=loss.lost.seats,
        rulings=(ruling, loss.ruling),
    )
    return _finish(state, record, loss.lost, flags)


def _finish(state: State, record: TrickRecord, lost: Lost, flags: tuple[Flag, ...]) -> Outcome[State]:
    done = replace(
        state,
        players=record.after,
        trick=state.trick + 1,
        levels=None,
        laid=(),
        leader=None,
        candidates=(),
        may_lead=(),
        tricks=(*state.tricks, record),
    )
    after, more = _go_on(done, lost)
    return Outcome(after, (*record.rulings, *more), flags)


def _go_on(state: State, lost: Lost) -> tuple[State, tuple[Ruling, ...]]:
    if state.trick < TRICKS and len(state.still_in) > 2:
        return _choose_leader(state, lost)
    if state.asks_lowest and len(state.still_in) > 1:
        return state, ()
    ended = _ended(state, state.still_in if state.is_by_rings else None)
    return ended.state, ended.rulings


def _ended(state: State, lowest: tuple[int, ...] | None) -> Outcome[State]:
    """The round with its points; `lowest`: who shows the lowest water, if the table says so."""
    record, ruling = round_score(state.players, lowest)
    after, more = _next_round(replace(state, rounds=(*state.rounds, record)))
    return Outcome(after, (ruling, *more))


def _next_round(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """The next round, with the hands passed to the left and their rings laid out again (LU-32)."""
    if state.is_over:
        return state, ()
    begun = replace(state, round=state.round + 1, trick=0)
    hands = [begun.hands[begun.hand_of(seat)] for seat in range(begun.seats)]
    players = tuple(Player(hand.rings if hand else None) for hand in hands)
    return _choose_leader(replace(begun, players=players), Lost())


def _choose_leader(state: State, lost: Lost) -> tuple[State, tuple[Ruling, ...]]:
    if not state.options["open_play"]:
        return state, ()
    candidates, ruling = leader(state.players, lost, state.options)
    if len(candidates) == 1:
        return replace(state, leader=candidates[0], candidates=(), may_lead=candidates), (ruling,)
    return replace(state, leader=None, candidates=candidates, may_lead=candidates), (ruling,)


def _lead(state: State, move: Lead) -> Outcome[State]:
    if not state.options["open_play"]:
        raise refuse(
            say("Everyone plays face down at once, so no one leads. Only open play has a leader."), "LU-11", "LU-40"
        )
    _check_still_in(state, move.seat, "seat")
    led = replace(state, leader=move.seat, candidates=())
    if move.seat in state.may_lead or not state.may_lead:
        return Outcome(led)
    by_rule = Either(names(state.may_lead))
    text = say("By the rules, {names} leads, not {name}.", names=by_rule, name=SeatName(move.seat))
    return Outcome(led, flags=(Flag(text, ("LU-41" if state.trick else "LU-40", "LU-42")),))


def _put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])
