"""Hiding, laying, exchanging, and forgetting to draw (LI-10, LI-14, LI-15, LI-26)."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.text import SeatName, say, say_many
from companion.games.limits.rules import audit
from companion.games.limits.rules.change import hand_over
from companion.games.limits.rules.components import EXCHANGED, LAID_BY_AN_EXCHANGE, LaidCards, hidden_each
from companion.games.limits.rules.moves import Exchange, ForgetToDraw, Hide, Lay
from companion.games.limits.rules.state import Player, State


def hide(state: State, move: Hide) -> Outcome[State]:
    """The state after one player has hidden cards. Raises `IllegalMove` for a second time or a wrong number of cards (LI-10)."""
    player = state.players[move.seat]
    if player.hidden is not None:
        text = say("You have already entered what {name} hides this round.", name=SeatName(move.seat))
        raise refuse(text, "LI-10", path="seat")
    if len(move.colours) != hidden_each(state.seats):
        text = say_many(
            "With this many players each hides {count} card.",
            "With two players each hides {count} cards.",
            hidden_each(state.seats),
        )
        raise refuse(text, "LI-10", path="colours")
    hidden = replace(player, hidden=move.colours)
    return Outcome(with_player(state, move.seat, hidden), flags=audit.before_the_limit_card(state))


def lay(state: State, move: Lay) -> Outcome[State]:
    """The state after one card was laid and, while there is one, another drawn (LI-14, LI-26)."""
    flags = (
        *audit.before_the_limit_card(state),
        *audit.hidden_cards_missing(state, move.seat),
        *audit.out_of_turn(state, move.seat),
        *audit.hand_is_empty(state, move.seat),
    )
    player = state.players[move.seat]
    drawn = min(1, state.draw_pile)
    hand = max(player.hand - 1, 0) + drawn
    after = with_player(state, move.seat, replace(player, hand=hand, has_drawn=bool(drawn)))
    after = replace(after, draw_pile=state.draw_pile - drawn)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour)), flags=flags)


def exchange(state: State, move: Exchange) -> Outcome[State]:
    """The state after four cards were exchanged for four new ones and a point (LI-15)."""
    flags = (
        *audit.before_the_limit_card(state),
        *audit.hidden_cards_missing(state, move.seat),
        *audit.out_of_turn(state, move.seat),
        *audit.cannot_exchange(state, move.seat),
        *audit.one_point_more(state),
    )
    after = give_point(state, move.seat)
    if not state.is_logged:
        return Outcome(after, flags=flags)
    player = after.players[move.seat]
    drawn = min(EXCHANGED, state.draw_pile)
    hand = max(player.hand - EXCHANGED, 0) + drawn
    after = with_player(after, move.seat, replace(player, hand=hand, has_drawn=False))
    after = replace(after, draw_pile=state.draw_pile - drawn + EXCHANGED - LAID_BY_AN_EXCHANGE)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour, LAID_BY_AN_EXCHANGE)), flags=flags)


def forget(state: State, move: ForgetToDraw) -> Outcome[State]:
    """The state with one card fewer in that hand. Raises `IllegalMove` where no card was drawn that can be missing (LI-14)."""
    player = state.players[move.seat]
    if not player.has_drawn:
        text = say("{name} has no card to draw: they have played none since.", name=SeatName(move.seat))
        raise refuse(text, "LI-14", path="seat")
    short = replace(player, hand=player.hand - 1, has_drawn=False)
    return Outcome(replace(with_player(state, move.seat, short), draw_pile=state.draw_pile + 1))


def give_point(state: State, seat: int) -> State:
    """The state after `seat` got one point (LI-31)."""
    purses, change = hand_over(tuple(player.purse for player in state.players), seat)
    players = tuple(replace(player, purse=purse) for player, purse in zip(state.players, purses, strict=True))
    return replace(state, players=players, handed=change)


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with one seat replaced."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _put_on_pile(state: State, laid: LaidCards) -> State:
    starter = laid.seat if state.starter is None else state.starter
    return replace(state, pile=(*state.pile, laid), next_seat=state.after(laid.seat), starter=starter)
