"""What is doubtful about an entry by what lies there: the table may record it anyway (LI-10, LI-13, LI-15, LI-20, LI-26, LI-31).

No doubt looks at a colour that others must not know: even raising it could show it (LI-16).
"""

from dataclasses import replace

from companion.engine.rulings import Doubt, Sentence, doubts
from companion.engine.text import SeatName, names, together
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.components import EXCHANGED
from companion.games.limits.rules.score import doubts_about_points_in_box
from companion.games.limits.rules.state import State


def before_the_limit_card(state: State) -> tuple[Doubt, ...]:
    """No limit card of this round has been entered yet; a table that counts need not enter any."""
    return doubts(state.is_logged and not state.is_turned_up and says.LIMIT_CARD_FIRST())


def out_of_turn(state: State, seat: int, sentence: Sentence = says.NOT_YOUR_TURN) -> tuple[Doubt, ...]:
    """Another seat's turn, if the app knows whose it is (LI-13)."""
    is_anothers = state.follows_turns and state.next_seat not in (None, seat)
    found = is_anothers and sentence(name=SeatName(state.next_seat or 0))
    # Matches were recorded in which a correction gave the turn back to the starter: cards entered since then still stand.
    return doubts(found, new_entries_only=state.is_corrected)


def hidden_cards_missing(state: State, seat: int) -> tuple[Doubt, ...]:
    """`seat` acts before the hidden cards are entered: of all at the first action, later of that seat at its first."""
    if not state.is_logged or state.has_laid(seat):
        return ()
    return not_entered(tuple({seat} & {*state.not_hidden}) if state.pile else state.not_hidden)


def cannot_exchange(state: State, seat: int) -> tuple[Doubt, ...]:
    """Fewer than four cards in that hand, or on the draw pile."""
    if not state.is_logged:
        return ()
    hand = state.players[seat].hand
    return doubts(
        hand < EXCHANGED and says.EXCHANGE_TAKES_FOUR(name=SeatName(seat), cards=hand),
        state.draw_pile < EXCHANGED and says.FOUR_TO_DRAW(cards=state.draw_pile),
    )


def one_point_more(state: State) -> tuple[Doubt, ...]:
    """The next point would be more than all point cards are worth."""
    return doubts_about_points_in_box(sum(player.points for player in state.players) + 1)


def not_the_previous(state: State, seat: int, accused: int) -> tuple[Doubt, ...]:
    """The accused is not the player before, at a table that allows no other."""
    is_another = state.options["accuse"] == "previous" and state.after(accused) != seat
    return doubts(is_another and says.ONLY_THE_PREVIOUS(accuser=SeatName(seat), accused=SeatName(accused)))


def too_early(state: State, seat: int) -> tuple[Doubt, ...]:
    """Another's turn to accuse, at a table that accuses on its own turn alone."""
    if state.options["accuse_when"] == "any":
        return ()
    if state.is_logged:
        return out_of_turn(state, seat, says.NOT_YOUR_TURN_TO_ACCUSE)
    is_early = state.turn not in (None, seat)
    return doubts(is_early and says.NOT_YOUR_TURN_TO_ACCUSE(name=SeatName(state.turn or 0)), new_entries_only=True)


def not_followed(state: State, seat: int, accused: int) -> tuple[Doubt, ...]:
    """Another's turn, or an accused who has laid nothing, where each card of a pile that the table counts was tapped."""
    if state.is_logged or state.turn is None:
        return ()
    # With so many cards in the pile, only as many players before the one on turn can have laid one. An exchange counts as two
    # cards, so one player more may pass: a table that was right is not asked.
    is_silent = (state.turn - 1 - accused) % state.seats >= state.unseen
    silent = doubts(is_silent and says.NOT_PLAYED(name=SeatName(accused)), new_entries_only=True)
    return (*too_early(state, seat), *silent)


def before_the_count(state: State, seat: int, accused: int) -> tuple[Doubt, ...]:
    """What is doubtful about an accusation, whatever is counted."""
    return (*not_the_previous(state, seat, accused), *not_followed(state, seat, accused))


def before_the_pile_decides(state: State, seat: int, accused: int) -> tuple[Doubt, ...]:
    """What is doubtful about an accusation that a logged pile decides, whatever lies there."""
    # Hidden cards that are not entered would not count (LI-11).
    by_turn = (*too_early(state, seat), *not_entered(state.not_hidden))
    return (*by_turn, *before_the_count(state, seat, accused), *one_point_more(state))


def more_than_played(state: State, accused: int, counted: int) -> tuple[Doubt, ...]:
    """More counted than can lie up to the card of the accused, where each card of a pile that the table counts was tapped."""
    most = state.laid_up_to(accused)
    both = together(says.PILE_COUNTED(count=counted).text, says.THE_APP_SAW(most=most).text)
    return doubts(0 < most < counted and replace(says.THE_APP_SAW(most=most), text=both), new_entries_only=True)


def not_entered(seats: tuple[int, ...]) -> tuple[Doubt, ...]:
    """Return a doubt if these have not entered what they hid."""
    return doubts(seats and says.WHAT_WAS_HIDDEN(names=names(seats)))
