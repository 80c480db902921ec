"""Entries that cannot be right, or come at the wrong time: doubtful, but the table may know better.

Nothing here looks at a colour that others must not know: even the raising of a doubt could tell it (LI-16).
"""

from companion.engine.rulings import Flag, flag_if
from companion.engine.text import SeatName, names, say
from companion.games.limits.rules.components import EXCHANGED, Colour, Printed, laid_out
from companion.games.limits.rules.score import doubts_about_points
from companion.games.limits.rules.state import State


def before_the_limit_card(state: State) -> tuple[Flag, ...]:
    """No limit card of this round has been entered yet (LI-10); a table that counts need not enter any."""
    is_missing = state.is_logged and not state.is_turned_up
    return flag_if(is_missing, say("Enter the limit card first. The round starts with it."), "LI-10")


def out_of_turn(state: State, seat: int, *further: str) -> tuple[Flag, ...]:
    """Another seat's turn, if the app knows whose it is (LI-13, and what `further` clauses say of that action)."""
    text = say("It’s {turn}’s turn, not {name}’s.", turn=SeatName(state.next_seat or 0), name=SeatName(seat))
    return flag_if(state.is_logged and state.next_seat not in (None, seat), text, "LI-13", *further)


def hidden_cards_missing(state: State, seat: int) -> tuple[Flag, ...]:
    """`seat` acts before the hidden cards are entered: of all at the first action, later of that seat at its first (LI-10)."""
    if not state.is_logged or state.has_laid(seat):
        return ()
    return _missing(tuple({seat} & {*state.not_hidden}) if state.pile else state.not_hidden)


def hidden_cards_unknown(state: State) -> tuple[Flag, ...]:
    """The accusation falls before every hidden card is entered: those missing would not count (LI-11)."""
    return _missing(state.not_hidden) if state.is_logged else ()


def hand_is_empty(state: State, seat: int) -> tuple[Flag, ...]:
    """`seat` lays although no card should be left in that hand (LI-26)."""
    text = say("{name} seems to have no cards left and has to accuse.", name=SeatName(seat))
    return flag_if(not state.players[seat].hand, text, "LI-26")


def cannot_exchange(state: State, seat: int) -> tuple[Flag, ...]:
    """Fewer than four cards in that hand, or on the draw pile (LI-15, LI-26)."""
    if not state.is_logged:
        return ()
    hand = state.players[seat].hand
    few = say("{name} seems to have only {cards} cards. An exchange takes 4.", name=SeatName(seat), cards=hand)
    left = say("The draw pile seems to have {cards} cards. An exchange takes 4.", cards=state.draw_pile)
    return (*flag_if(hand < EXCHANGED, few, "LI-15"), *flag_if(state.draw_pile < EXCHANGED, left, "LI-26"))


def one_point_more(state: State) -> tuple[Flag, ...]:
    """The next point would be more than all point cards are worth (LI-31)."""
    return doubts_about_points(sum(player.points for player in state.players) + 1)


def not_the_previous(state: State, seat: int, accused: int) -> tuple[Flag, ...]:
    """The accused is not the player before, at a table that allows no other (LI-20)."""
    text = say(
        "House rule: {accuser} may only accuse the player before them, not {accused}.",
        accuser=SeatName(seat),
        accused=SeatName(accused),
    )
    return flag_if(state.options["accuse"] == "previous" and state.after(accused) != seat, text, "LI-20")


def against_the_limit_card(state: State, colour: Colour, printed: Printed) -> tuple[Flag, ...]:
    """Another number than the limit card entered shows for this colour (LI-4)."""
    known: Printed = printed if state.numbers is None else state.numbers.get(colour, 0)
    text = say(
        "You entered {known} for this colour on the limit card, not {printed}. Check the card.",
        known=known,
        printed=printed,
    )
    return flag_if(known != printed, text, "LI-4")


def more_hidden_than_players_hide(state: State, hidden: int) -> tuple[Flag, ...]:
    """More hidden cards of one colour than all players hide together (LI-10)."""
    most = state.seats * laid_out(state.seats).hidden
    text = say("All players together hide {most} cards, not {hidden}. Count again.", hidden=hidden, most=most)
    return flag_if(hidden > most, text, "LI-10")


def _missing(seats: tuple[int, ...]) -> tuple[Flag, ...]:
    return flag_if(seats, say("First enter what {names} hid.", names=names(seats)), "LI-10", "LI-11")
