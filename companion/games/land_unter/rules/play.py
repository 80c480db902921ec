"""What each move does (LU-5, LU-10 to LU-24, LU-32, LU-40 to LU-42)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from companion.engine.declare import Moves
from companion.engine.errors import check
from companion.engine.game import Move, Options, Outcome
from companion.engine.rulings import Doubt, Ruling, doubts
from companion.engine.text import Either, SeatName, names
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.catching_up import CatchUp, FromPaper, catch_up, from_paper
from companion.games.land_unter.rules.components import HAND, TRICKS
from companion.games.land_unter.rules.losers import doubts_about_losers, may_lose_again
from companion.games.land_unter.rules.loss import loses, losses_entered
from companion.games.land_unter.rules.moves import CountRings, Lay, Lead, Loses, Lowest, Trick, TurnUp
from companion.games.land_unter.rules.score import hand_of, judge_hand, round_score
from companion.games.land_unter.rules.state import Hand, Player, State, TrickRecord
from companion.games.land_unter.rules.trick import Lost, check_different, choose_leader, takes, the_two_highest

Item = TypeVar("Item")


def check_time(state: State, move: Move) -> None:
    """Raise `IllegalMove` for a move that has no meaning now, or not in this match."""
    missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
    # Catching up and a sheet bring their own hands.
    needs_hands = not isinstance(move, (CatchUp, FromPaper, CountRings))
    check(
        state.is_over and says.GAME_IS_OVER(),
        missing and needs_hands and says.COUNT_FIRST(names=names(missing)),
        state.is_by_rings and isinstance(move, (Trick, TurnUp, Lay)) and says.WHO_LOSES(),
    )


def count_rings(state: State, move: CountRings) -> Outcome[State]:
    """Return the state with one hand counted; with the last one the round begins."""
    # A hand keeps its rings for the whole game, as it is passed on (LU-32); before the first trick it may still be counted
    # anew.
    check(not state.is_counting and says.COUNTED_BEFORE())
    hand, rulings = _hand(move, state.options)
    hands = _put(state.hands, move.seat, hand)
    # The rings of the first round come from here, those of later ones from the hand that was passed on (LU-32).
    counted = replace(state, hands=hands, players=_put(state.players, move.seat, Player(hand.rings, None, False)))
    flags = (*(flag for ruling in rulings for flag in ruling.flags), *audit.doubts_about_hands(hands, move.seat))
    begun = Outcome(counted) if counted.is_counting else choose_leader(counted, Lost())
    return Outcome(begun.state, (*rulings, *begun.rulings), flags)


def _hand(move: CountRings, options: Options) -> tuple[Hand, tuple[Ruling, ...]]:
    """Return a hand as it was entered, and the ruling on its worth."""
    if move.rings is not None:
        return Hand(move.rings), ()
    hand = hand_of(move.cards, move.whole, move.half)
    # After rounding down, as the table counts (LU-5). More symbols than cards are only doubtful (`judge_hand`).
    check(hand.rings > HAND and says.MOST_RINGS(most=HAND), path="whole")
    return hand, (judge_hand(options, move.cards, move.whole, move.half),)


def turn_up(state: State, move: TurnUp) -> Outcome[State]:
    """Return the state with the two water cards, and the trick decided if all have played (LU-10)."""
    return _resolve_if_complete(replace(state, levels=move.levels), audit.doubts_about_levels(state, move.levels))


def lay(state: State, move: Lay) -> Outcome[State]:
    """Return the state with one player's weather card, and the trick decided once all have played (LU-11)."""
    _check_still_in(state, move.seat, "seat")
    laid = dict(state.laid)
    # Taking the new card instead would show the old one to everyone with the trick, though it is still in the hand.
    check(move.seat in laid and says.ALREADY_PLAYED(name=SeatName(move.seat)), path="seat")
    laid[move.seat] = move.card
    flags = audit.doubts_about_cards(state, {move.seat: move.card}, face_down=not state.options["open_play"])
    if state.options["open_play"]:
        check_different(laid, "card")  # face down, a refusal would show what another has played
        flags += audit.out_of_turn(state, move.seat)
    return _resolve_if_complete(replace(state, laid=tuple(sorted(laid.items()))), flags)


def _resolve_if_complete(state: State, flags: tuple[Doubt, ...]) -> Outcome[State]:
    """Return the state with the trick decided, once water and all cards are there."""
    laid = dict(state.laid)
    if state.levels is None or any(seat not in laid for seat in state.still_in):
        return Outcome(state, flags=flags)
    twice = [seat for seat, card in laid.items() if list(laid.values()).count(card) > 1]
    # Which card it is is not said: it still lies face down.
    check(twice and says.SAME_CARD_HIDDEN(names=names(twice)), of_hidden=True)
    resolved = _resolve(replace(state, laid=()), state.levels, the_two_highest(laid), laid, flags)
    # From here on the cards lie open: to undo past this moment asks the host first.
    return replace(resolved, reveals=not state.options["open_play"])


def whole_trick(state: State, move: Trick) -> Outcome[State]:
    """Return the state after a trick entered at once, by all cards or by who played the highest two."""
    flags = audit.doubts_about_levels(state, move.levels)
    # What was entered by itself vanishes with it: whoever does so should know, and the log tells it.
    laid = names(seat for seat, _ in state.laid)
    flags += doubts(laid and says.CARDS_DROPPED(names=laid), new_entries_only=True)
    if move.cards is not None:
        for seat in move.cards:
            _check_still_in(state, seat, f"cards.{seat}")
        # All numbers or none: with some missing, another card could be the highest.
        missing = [seat for seat in state.still_in if seat not in move.cards]
        check(missing and says.MUST_PLAY(names=names(missing)), path=f"cards.{missing[0] if missing else 0}")
        flags += audit.doubts_about_cards(state, move.cards)
        return _resolve(state, move.levels, the_two_highest(move.cards), move.cards, flags)
    # Where there are no cards both seats are there: `Trick.alternatives` lets nothing else through.
    assert move.highest is not None
    assert move.second is not None
    _check_still_in(state, move.highest, "highest")
    _check_still_in(state, move.second, "second")
    check(move.highest == move.second and says.TWO_PLAYED_HIGHEST(), path="second")
    return _resolve(state, move.levels, (move.highest, move.second), {}, flags)


def _check_still_in(state: State, seat: int, path: str) -> None:
    check(state.players[seat].out and says.IS_OUT(name=SeatName(seat)), path=path)


def _resolve(
    state: State,
    levels: tuple[int, int],
    two_highest: tuple[int, int],
    cards: Mapping[int, int],
    flags: tuple[Doubt, ...],
) -> Outcome[State]:
    """The state after a trick: water taken covers what each showed before, then the highest water loses a ring (LU-13)."""
    ruling = takes(levels, *two_highest, cards)
    got, players = ruling.answer.takes, enumerate(state.players)
    # First the water, then the loss: the highest water is looked for with the new cards on top (LU-13, LU-14).
    before = tuple(replace(player, level=got[seat]) if seat in got else player for seat, player in players)
    loss = loses(before, state.options)
    rulings = (ruling, loss.ruling)
    dropped = tuple([seat for seat, _ in state.laid])
    record = TrickRecord(
        state.round, state.trick, levels, got, dict(cards), before, loss.players, loss.lost.seats, rulings, dropped
    )
    return _finish(state, record, loss.lost, flags)


def lose(state: State, move: Loses) -> Outcome[State]:
    """The state after a trick of which only who loses a ring was entered."""
    check(state.is_by_rings and state.asks_lowest and says.WHOSE_WATER_IS_LOW())
    _check_named(state, move)
    loss = losses_entered(state.players, move.seats)
    record = TrickRecord(
        state.round, state.trick, (), {}, {}, state.players, loss.players, loss.lost.seats, (loss.ruling,)
    )
    return _finish(state, record, loss.lost, doubts_about_losers(state, move.seats, loss.lost.out))


def show_lowest(state: State, move: Lowest) -> Outcome[State]:
    """The state after a round whose water was not entered."""
    check(state.is_by_rings and not state.asks_lowest and says.WHO_LOSES_FIRST())
    _check_named(state, move)
    return _end_round(state, tuple(sorted(move.seats)))


def _check_named(state: State, move: Loses | Lowest) -> None:
    """Raise `IllegalMove` for losers or lowest water in a whole game, a player who is out, or one named too often."""
    check(not state.is_by_rings and says.ENTER_ALL())
    for at, seat in enumerate(move.seats):
        most = 2 if isinstance(move, Loses) and seat in may_lose_again(state) else 1
        check(
            state.players[seat].out and says.IS_OUT_OF_ROUND(name=SeatName(seat)),
            move.seats[:at].count(seat) == most and says.ENTERED_AGAIN(name=SeatName(seat)),
            path=f"seats.{at}",
        )


def _finish(state: State, record: TrickRecord, lost: Lost, flags: tuple[Doubt, ...]) -> Outcome[State]:
    """Return the state after a trick, and after the round if it was its last (LU-20)."""
    done = replace(
        state,
        players=record.after,
        trick=state.trick + 1,
        levels=None,
        laid=(),
        leader=None,
        may_lead=(),
        tricks=(*state.tricks, record),
    )
    # The round ends after the last trick, or as soon as no more than two are left (LU-20).
    if done.trick < TRICKS and len(done.still_in) > 2:
        after = choose_leader(done, lost)
    # Where only losers are entered, the table is asked for the lowest water; of one player left it is known.
    elif done.asks_lowest and len(done.still_in) > 1:
        after = Outcome(done)
    else:
        after = _end_round(done, done.still_in if done.is_by_rings else None)
    return Outcome(after.state, (*record.rulings, *after.rulings), flags)


def _end_round(state: State, entered: tuple[int, ...] | None) -> Outcome[State]:
    """The next round, with hands and rings passed to the left; `entered`: who shows the lowest water, if the table says so."""
    record, ruling = round_score(state.players, entered)
    scored = replace(state, rounds=(*state.rounds, record))
    if scored.is_over:
        return Outcome(scored, (ruling,))
    # The round first: `hand_of` goes by it.
    begun = replace(scored, round=state.round + 1, trick=0)
    hands = [begun.hands[begun.hand_of(seat)] for seat in range(begun.seats)]
    players = tuple(Player(hand.rings if hand else None, None, False) for hand in hands)
    # No one has lost in the new round yet: the most rings lead (LU-40).
    led = choose_leader(replace(begun, players=players), Lost())
    return Outcome(led.state, (ruling, *led.rulings))


def lead(state: State, move: Lead) -> Outcome[State]:
    """Return the state with the leader the table names; doubtful if the rules name another."""
    check(not state.options["open_play"] and says.NOT_OPEN_PLAY())
    _check_still_in(state, move.seat, "seat")
    by_rule = Either(names(state.may_lead))
    another = says.NOT_THE_LEADER if state.trick else says.NOT_THE_FIRST_LEADER
    is_other = state.may_lead and move.seat not in state.may_lead
    flags = doubts(is_other and another(leader=by_rule, name=SeatName(move.seat)))
    return Outcome(replace(state, leader=move.seat), flags=flags)


def _put(items: tuple[Item, ...], index: int, item: Item) -> tuple[Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


MOVES: Final[Moves] = {
    "count_rings": (CountRings, count_rings),
    "trick": (Trick, whole_trick),
    "levels": (TurnUp, turn_up),
    "lay": (Lay, lay),
    "lead": (Lead, lead),
    "loses": (Loses, lose),
    "lowest": (Lowest, show_lowest),
    "stand_now": (CatchUp, catch_up),
    "from_paper": (FromPaper, from_paper),
}
