"""What each move does, from hiding a card to the end of the round (LI-10 to LI-15, LI-20 to LI-26, LI-30).

An entry that contradicts the order of the game is doubtful, not refused: the table may record it anyway. No doubt looks at a
colour that others must not know: even raising it could show it (LI-16). An entry without meaning is refused: starting twice, a
second limit card in a round, hiding twice, a colour card at a table that counts, a second accusation before the first is judged.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.engine.declare import Moves
from companion.engine.disputes import Judged
from companion.engine.errors import IllegalMove, check
from companion.engine.game import Move, Outcome
from companion.engine.rulings import Flag, Ruling, Sentence, doubts
from companion.engine.text import SeatName, names
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.accusation import by_count, by_pile
from companion.games.limits.rules.catching_up import CatchUp, FromPaper, catch_up, from_paper
from companion.games.limits.rules.components import (
    EXCHANGED,
    LAID_BY_AN_EXCHANGE,
    LaidCards,
    Printed,
    laid_out,
)
from companion.games.limits.rules.count import (
    AccusationAnswer,
    Count,
    Parties,
    Walk,
    check_parties,
    doubts_about_count,
    walk,
)
from companion.games.limits.rules.moves import (
    Accuse,
    CountOut,
    Exchange,
    ForgetToDraw,
    Hide,
    Lay,
    PlayUnseen,
    Start,
    TurnUp,
)
from companion.games.limits.rules.score import doubts_about_points, score, standings
from companion.games.limits.rules.state import Player, RoundRecord, State, before_a_round, hand_over
from companion.games.limits.rules.turn import starts_first_round, taker_starts


def before_the_limit_card(state: State) -> tuple[Flag, ...]:
    """No limit card of this round has been entered yet; a table that counts need not enter any."""
    return doubts(state.is_logged and not state.is_turned_up and says.LIMIT_CARD_FIRST())


def out_of_turn(state: State, seat: int, sentence: Sentence = says.NOT_YOUR_TURN) -> tuple[Flag, ...]:
    """Another seat's turn, if the app knows whose it is (LI-13)."""
    is_anothers = state.follows_turns and state.next_seat not in (None, seat)
    return doubts(is_anothers and sentence(turn=SeatName(state.next_seat or 0), name=SeatName(seat)))


def hidden_cards_missing(state: State, seat: int) -> tuple[Flag, ...]:
    """`seat` acts before the hidden cards are entered: of all at the first action, later of that seat at its first."""
    if not state.is_logged or state.has_laid(seat):
        return ()
    return _missing(tuple({seat} & {*state.not_hidden}) if state.pile else state.not_hidden)


def cannot_exchange(state: State, seat: int) -> tuple[Flag, ...]:
    """Fewer than four cards in that hand, or on the draw pile."""
    if not state.is_logged:
        return ()
    hand = state.players[seat].hand
    return doubts(
        hand < EXCHANGED and says.EXCHANGE_TAKES_FOUR(name=SeatName(seat), cards=hand),
        state.draw_pile < EXCHANGED and says.FOUR_TO_DRAW(cards=state.draw_pile),
    )


def one_point_more(state: State) -> tuple[Flag, ...]:
    """The next point would be more than all point cards are worth."""
    return doubts_about_points(sum(player.points for player in state.players) + 1)


def not_the_previous(state: State, seat: int, accused: int) -> tuple[Flag, ...]:
    """The accused is not the player before, at a table that allows no other."""
    is_another = state.options["accuse"] == "previous" and state.after(accused) != seat
    return doubts(is_another and says.ONLY_THE_PREVIOUS(accuser=SeatName(seat), accused=SeatName(accused)))


def _missing(seats: tuple[int, ...]) -> tuple[Flag, ...]:
    """Return a doubt if these have not entered what they hid."""
    return doubts(seats and says.WHAT_WAS_HIDDEN(names=names(seats)))


def check_time(state: State, move: Move) -> None:
    """Raise `IllegalMove` for a move that has no meaning now, or not at this table."""
    check(
        state.is_over and says.GAME_IS_OVER(),
        state.is_logged and isinstance(move, PlayUnseen) and says.EVERYONE_TAPS(),
        state.accused is not None and isinstance(move, (Accuse, PlayUnseen, Exchange)) and says.ENTER_COUNT(),
        not state.is_logged and isinstance(move, (Hide, Lay, ForgetToDraw)) and says.COUNT_YOURSELVES(),
    )


def begin(state: State, move: Start) -> Outcome[State]:
    """The state once it is known who starts the first round."""
    check(state.played and says.LAST_TAKER_STARTS())
    if state.starter is not None:
        check(says.ALREADY_STARTS(name=SeatName(state.starter)), path="seat")
    return Outcome(replace(state, starter=move.seat, next_seat=move.seat), (starts_first_round(move.seat, move.by),))


def turn_up(state: State, move: TurnUp) -> Outcome[State]:
    """The state once the limit card of the round lies there (LI-4)."""
    is_known = state.is_turned_up and (state.numbers is not None or move.numbers is None)
    check(is_known and says.HAS_LIMIT_CARD())
    check(state.is_logged and move.numbers is None and says.ENTER_NUMBERS(), path="numbers")
    flags = doubts(state.phase == "start" and says.WHO_IS_YOUNGEST())
    return Outcome(replace(state, is_turned_up=True, numbers=move.numbers), flags=flags)


def hide(state: State, move: Hide) -> Outcome[State]:
    """The state after one player has hidden cards (LI-10). Raise `IllegalMove` for a second time or a wrong number of cards."""
    player = state.players[move.seat]
    each = laid_out(state.seats).hidden
    check(player.hidden is not None and says.HIDDEN_BEFORE(name=SeatName(move.seat)), path="seat")
    check(len(move.colours) != each and says.EVERYONE_HIDES(count=each), path="colours")
    hidden = replace(player, hidden=move.colours)
    return Outcome(_with_player(state, move.seat, hidden), flags=before_the_limit_card(state))


def lay(state: State, move: Lay) -> Outcome[State]:
    """The state after one card was laid and, while there is one, another drawn (LI-14, LI-26)."""
    player = state.players[move.seat]
    flags = (
        *before_the_limit_card(state),
        *hidden_cards_missing(state, move.seat),
        *out_of_turn(state, move.seat),
        *doubts(not player.hand and says.NO_CARDS_LEFT(name=SeatName(move.seat))),
    )
    drawn = min(1, state.draw_pile)
    player = replace(player, hand=max(player.hand - 1, 0) + drawn, has_drawn=bool(drawn))
    after = replace(_with_player(state, move.seat, player), draw_pile=state.draw_pile - drawn)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour)), flags=flags)


def play_unseen(state: State, move: PlayUnseen) -> Outcome[State]:
    """The state with one card more on a pile that the table counts, and the turn passed on."""
    return Outcome(_laid_unseen(state, move.seat, 1), flags=out_of_turn(state, move.seat))


def _laid_unseen(state: State, seat: int, cards: int) -> State:
    """Return the state with cards on a pile that the table counts."""
    starter = seat if state.starter is None else state.starter
    return replace(state, unseen=state.unseen + cards, next_seat=state.after(seat), starter=starter)


def exchange(state: State, move: Exchange) -> Outcome[State]:
    """The state after four cards were exchanged for four new ones and a point (LI-15)."""
    flags = (
        *before_the_limit_card(state),
        *hidden_cards_missing(state, move.seat),
        *out_of_turn(state, move.seat),
        *cannot_exchange(state, move.seat),
        *one_point_more(state),
    )
    after = _give_point(state, move.seat)
    if not state.is_logged:
        followed = _laid_unseen(after, move.seat, LAID_BY_AN_EXCHANGE) if state.follows_turns else after
        return Outcome(followed, flags=flags)
    player = after.players[move.seat]
    drawn = min(EXCHANGED, state.draw_pile)
    player = replace(player, hand=max(player.hand - EXCHANGED, 0) + drawn, has_drawn=False)
    left = state.draw_pile - drawn + EXCHANGED - LAID_BY_AN_EXCHANGE
    after = replace(_with_player(after, move.seat, player), draw_pile=left)
    return Outcome(_put_on_pile(after, LaidCards(move.seat, move.colour, LAID_BY_AN_EXCHANGE)), flags=flags)


def forget(state: State, move: ForgetToDraw) -> Outcome[State]:
    """The state with one card fewer in that hand. Raise `IllegalMove` where no card was drawn that can be missing."""
    player = state.players[move.seat]
    check(not player.has_drawn and says.NONE_TO_DRAW(name=SeatName(move.seat)), path="seat")
    short = replace(player, hand=player.hand - 1, has_drawn=False)
    return Outcome(replace(_with_player(state, move.seat, short), draw_pile=state.draw_pile + 1))


def accuse(state: State, move: Accuse) -> Outcome[State]:
    """The next round, after the logged pile has decided; hidden and laid cards lie open from now on (LI-20).

    The doubts about colours are part of the ruling: before it is recorded they would show what is hidden. A table
    that counts does so from now on.
    """
    if not state.is_logged:
        check_parties(move.seat, move.accused)
        after = replace(state, accused=(move.seat, move.accused))
        return Outcome(after, flags=not_the_previous(state, move.seat, move.accused))
    if state.numbers is None:
        raise IllegalMove(says.LIMIT_CARD_NEEDED())
    hidden = {seat: player.hidden for seat, player in enumerate(state.players) if player.hidden is not None}
    found = walk(state.numbers, hidden, state.pile, move.seat, move.accused)
    ruling = by_pile(found, state.numbers, hidden, state.pile, range(state.seats))
    colour = found.parties.colour
    in_turn = (
        () if state.options["accuse_when"] == "any" else out_of_turn(state, move.seat, says.NOT_YOUR_TURN_TO_ACCUSE)
    )
    # Hidden cards that are not entered would not count (LI-11).
    flags = (*in_turn, *_missing(state.not_hidden), *_doubts(state, move))
    hidden_by = {seat: colours.count(colour) for seat, colours in hidden.items() if colour in colours}
    return _end_round(state, found.parties, found.count, ruling, flags, hidden_by=hidden_by, walked=found)


def count_out(state: State, move: CountOut) -> Outcome[State]:
    """The next round, after the table has counted. Raise `IllegalMove` if the printed number is not known."""
    known: Printed | None = move.printed if state.numbers is None else state.numbers.get(move.colour, 0)
    check(known is None and says.WHAT_IS_SHOWN(), path="printed")
    assert known is not None
    printed: Printed = known if move.printed is None else move.printed
    most_hidden = state.seats * laid_out(state.seats).hidden
    count = Count(printed, move.all_hidden, move.counted)
    parties = Parties(move.seat, move.accused, move.colour)
    ruling = replace(by_count(count, parties), flags=())
    flags = (
        *doubts(state.is_logged and says.YOUR_COUNT_HOLDS()),  # whatever the count, to give nothing away
        *before_the_limit_card(state),
        *doubts(known != printed and says.OTHER_NUMBER(known=known, printed=printed)),
        *doubts_about_count(count, move.colour),
        *doubts(move.all_hidden > most_hidden and says.HIDDEN_BY_ALL(hidden=move.all_hidden, most=most_hidden)),
        *(_doubts(state, move) if state.accused != (move.seat, move.accused) else one_point_more(state)),
    )
    hidden_by = None if isinstance(move.hidden, int) else {seat: n for seat, n in move.hidden.items() if n}
    return _end_round(state, parties, count, ruling, flags, hidden_by=hidden_by)


def _doubts(state: State, move: Accuse | CountOut) -> tuple[Flag, ...]:
    return (*not_the_previous(state, move.seat, move.accused), *one_point_more(state))


def _end_round(
    state: State,
    parties: Parties,
    count: Count,
    ruling: Judged[AccusationAnswer],
    flags: tuple[Flag, ...],
    *,
    hidden_by: Mapping[int, int] | None,
    walked: Walk | None = None,
) -> Outcome[State]:
    """The state before the next limit card: nothing hidden, hands filled up, the pile back under the draw pile."""
    record = RoundRecord(
        number=state.played + 1,
        starter=state.starter,
        numbers=state.numbers,
        hidden=tuple(player.hidden for player in state.players) if state.is_logged else (),
        pile=state.pile,
        accuser=parties.accuser,
        accused=parties.accused,
        colour=parties.colour,
        count=count,
        hidden_by=hidden_by,
        walk=walked,
        ruling=ruling,
    )
    taker = record.took_limit_card
    paid = _give_point(state, record.took_point)
    paid = _with_player(paid, taker, replace(paid.players[taker], limit_cards=paid.players[taker].limit_cards + 1))
    rounds = (*state.rounds, replace(record, scores=paid.scores))
    after = replace(before_a_round(paid, taker), rounds=rounds)
    follows: Ruling = taker_starts(taker)
    if after.is_over:
        follows = score(standings(after.players))
    return Outcome(after, (ruling, follows), flags, reveals=state.is_logged)


def _give_point(state: State, seat: int) -> State:
    """The state after `seat` got one point."""
    purses, change = hand_over(tuple(player.purse for player in state.players), seat)
    players = tuple(replace(player, purse=purse) for player, purse in zip(state.players, purses, strict=True))
    return replace(state, players=players, handed=change)


def _with_player(state: State, seat: int, player: Player) -> State:
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def _put_on_pile(state: State, laid: LaidCards) -> State:
    """Return the state with cards on the logged pile, and the turn passed on."""
    starter = laid.seat if state.starter is None else state.starter
    return replace(state, pile=(*state.pile, laid), next_seat=state.after(laid.seat), starter=starter)


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
