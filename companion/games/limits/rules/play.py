"""What each move of a round does, from hiding a card to the last before an accusation (LI-4, LI-10 to LI-15, LI-26).

An entry that contradicts the order of the game is doubtful, not refused: the table may record it anyway. An entry without
meaning is refused: starting twice, a second limit card in a round, hiding twice, a colour card at a table that counts, a second
accusation before the first is judged.
"""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal

from companion.engine.declare import Moves
from companion.engine.errors import check
from companion.engine.game import Move, Outcome
from companion.engine.rulings import doubts
from companion.engine.schema.marks import Length, Seat, hidden
from companion.engine.text import SeatName, say
from companion.games.limits.rules import audit
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.accusing import Accuse, CountOut, accuse, count_out
from companion.games.limits.rules.catching_up import CatchUp, FromPaper, catch_up, from_paper
from companion.games.limits.rules.components import EXCHANGED, LAID_BY_AN_EXCHANGE, Colour, LaidCards, Numbers, laid_out
from companion.games.limits.rules.starter import starts_first_round
from companion.games.limits.rules.state import State, give_point, with_player

VERDICT: Final = hidden(until="verdict")
"""A colour is its owner's alone until a player is judged (LI-16)."""


@dataclass(frozen=True, slots=True)
class Start:
    """The youngest player, who starts the first round; `by`: the table found its start player otherwise."""

    prepares: ClassVar = True

    seat: Seat
    by: Literal["lot", "turn", "agreed"] | None = None


def begin(state: State, move: Start) -> Outcome[State]:
    """Return the state once it is known who starts the first round."""
    check(state.played and says.TAKER_STARTS())
    if state.starter is not None:
        check(says.ALREADY_STARTS(name=SeatName(state.starter)), path="seat")
    return Outcome(replace(state, starter=move.seat, next_seat=move.seat), (starts_first_round(move.seat, move.by),))


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The limit card of this round; a colour left out shows 0. Without numbers: turned up, but not entered."""

    prepares: ClassVar = True

    numbers: Numbers | None = None


def turn_up(state: State, move: TurnUp) -> Outcome[State]:
    """Return the state once the limit card of the round lies there (LI-4)."""
    # A card that was turned up without its numbers may still get them, once.
    is_known = state.is_turned_up and (state.numbers is not None or move.numbers is None)
    check(is_known and says.HAS_LIMIT_CARD())
    # Where the app counts it also decides, and it cannot without the numbers.
    check(state.is_logged and move.numbers is None and says.ENTER_NUMBERS(), path="numbers")
    flags = doubts(state.is_logged and state.phase == "start" and says.WHO_IS_YOUNGEST())
    return Outcome(replace(state, is_turned_up=True, numbers=move.numbers), flags=flags)


@dataclass(frozen=True, slots=True)
class Hide:
    """What one player lays face down; two players hide two cards at once."""

    prepares: ClassVar = True
    said: ClassVar = (say("{name} hid {colours}"), say("{name} hid something secret"))

    seat: Seat
    colours: Annotated[tuple[Colour, ...], Length(1, 2), VERDICT]


def hide(state: State, move: Hide) -> Outcome[State]:
    """Return the state after one player has hidden cards (LI-10). Raise `IllegalMove` for a second time or a wrong number."""
    player = state.players[move.seat]
    each = laid_out(state.seats).hidden
    check(player.hidden is not None and says.HIDDEN_BEFORE(name=SeatName(move.seat)), path="seat")
    # With two players each hides two (LI-10).
    check(len(move.colours) != each and says.EVERYONE_HIDES(count=each), path="colours")
    hidden = replace(player, hidden=move.colours)
    return Outcome(with_player(state, move.seat, hidden), flags=audit.before_the_limit_card(state))


@dataclass(frozen=True, slots=True)
class Lay:
    """One card face up on the pile."""

    said: ClassVar = (say("{name} played {colour}"), say("{name} played a card"))

    seat: Seat
    colour: Annotated[Colour, VERDICT]


def lay(state: State, move: Lay) -> Outcome[State]:
    """Return the state after one card was laid and, while there is one, another drawn (LI-14, LI-26)."""
    player = state.players[move.seat]
    flags = (
        *audit.before_the_limit_card(state),
        *audit.hidden_cards_missing(state, move.seat),
        *audit.out_of_turn(state, move.seat),
        *doubts(not player.hand and says.NO_CARDS_LEFT(name=SeatName(move.seat))),
    )
    drawn = min(1, state.draw_pile)
    # Never below 0: a hand that was counted wrong before must not make all later entries impossible.
    player = replace(player, hand=max(player.hand - 1, 0) + drawn, drew_after_laying=bool(drawn))
    after = replace(with_player(state, move.seat, player), draw_pile=state.draw_pile - drawn)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour)), flags=flags)


@dataclass(frozen=True, slots=True)
class PlayUnseen:
    """One card onto a pile that the table counts: the app knows whose it was, and nothing of the card."""

    said: ClassVar = say("{name} played a card")

    seat: Seat


def play_unseen(state: State, move: PlayUnseen) -> Outcome[State]:
    """Return the state with one card more on a pile that the table counts, and the turn passed on."""
    return Outcome(_laid_unseen(state, move.seat, 1), flags=audit.out_of_turn(state, move.seat))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Four cards of one colour for four new ones and a point; two go on the pile."""

    said: ClassVar = (say("{name} exchanged 4 cards ({colour})"), say("{name} exchanged 4 cards"))

    seat: Seat
    colour: Annotated[Colour, VERDICT]


def exchange(state: State, move: Exchange) -> Outcome[State]:
    """Return the state after four cards were exchanged for four new ones and a point (LI-15)."""
    flags = (
        *audit.before_the_limit_card(state),
        *audit.hidden_cards_missing(state, move.seat),
        *audit.out_of_turn(state, move.seat),
        *audit.cannot_exchange(state, move.seat),
        *audit.one_point_more(state),
    )
    after = give_point(state, move.seat)
    if not state.is_logged:
        # A table that taps no cards enters an exchange for its point alone: no turns are followed from there.
        followed = _laid_unseen(after, move.seat, LAID_BY_AN_EXCHANGE) if state.follows_turns else after
        return Outcome(followed, flags=flags)
    player = after.players[move.seat]
    drawn = min(EXCHANGED, state.draw_pile)
    # Drawing is a part of the exchange (LI-15), so there is no draw to forget after it.
    player = replace(player, hand=max(player.hand - EXCHANGED, 0) + drawn, drew_after_laying=False)
    face_down = EXCHANGED - LAID_BY_AN_EXCHANGE  # of the cards handed in, once the new ones are drawn
    after = replace(with_player(after, move.seat, player), draw_pile=state.draw_pile - drawn + face_down)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour, LAID_BY_AN_EXCHANGE)), flags=flags)


@dataclass(frozen=True, slots=True)
class ForgetToDraw:
    """One player did not draw after the last card laid."""

    said: ClassVar = say("{name} forgot to draw")

    seat: Seat


def forget(state: State, move: ForgetToDraw) -> Outcome[State]:
    """Return the state with one card fewer in that hand. Raise `IllegalMove` where no card was drawn that can be missing."""
    player = state.players[move.seat]
    check(not player.drew_after_laying and says.NONE_TO_DRAW(name=SeatName(move.seat)), path="seat")
    # Only once: the same card cannot be forgotten twice.
    short = replace(player, hand=player.hand - 1, drew_after_laying=False)
    # The card that was not drawn still lies on the draw pile.
    return Outcome(replace(with_player(state, move.seat, short), draw_pile=state.draw_pile + 1))


def _laid_unseen(state: State, seat: int, cards: int) -> State:
    """Return the state with cards on a pile that the table counts."""
    # A table that never said who starts has said so with the first card.
    starter = seat if state.starter is None else state.starter
    return replace(state, unseen=state.unseen + cards, next_seat=state.after(seat), starter=starter)


def _put_on_pile(state: State, laid: LaidCards) -> State:
    """Return the state with cards on the logged pile, and the turn passed on."""
    starter = laid.seat if state.starter is None else state.starter
    return replace(state, pile=(*state.pile, laid), next_seat=state.after(laid.seat), starter=starter)


def check_time(state: State, move: Move) -> None:
    """Raise `IllegalMove` for a move that has no meaning now, or not at this table."""
    check(
        state.is_over and says.GAME_IS_OVER(),
        state.is_logged and isinstance(move, PlayUnseen) and says.EVERYONE_TAPS(),
        state.accused is not None and isinstance(move, (Accuse, PlayUnseen, Exchange)) and says.ENTER_COUNT(),
        not state.is_logged and isinstance(move, (Hide, Lay, ForgetToDraw)) and says.COUNT_YOURSELVES(),
    )


MOVES: Final[Moves] = {
    "start": (Start, begin),
    "limit": (TurnUp, turn_up),
    "hide": (Hide, hide),
    "lay": (Lay, lay),
    "card": (PlayUnseen, play_unseen),
    "exchange": (Exchange, exchange),
    "forgot": (ForgetToDraw, forget),
    "accuse": (Accuse, accuse),
    "verdict": (CountOut, count_out),
    "stand_now": (CatchUp, catch_up),
    "from_paper": (FromPaper, from_paper),
}
"""By the kind that journals and the interface keep for ever; a class or a function may be called otherwise."""
