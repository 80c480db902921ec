"""The accusation, and the end of the round within it (LI-20 to LI-25, LI-30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.engine.errors import refuse
from companion.engine.game import Outcome
from companion.engine.rulings import Flag, Ruling
from companion.engine.text import say
from companion.games.limits.rules import audit
from companion.games.limits.rules.accusation import by_count, by_pile
from companion.games.limits.rules.components import IN_HAND, Colour, Printed, draw_pile
from companion.games.limits.rules.count import Count, Parties, doubts_about_count
from companion.games.limits.rules.laying import give_point, with_player
from companion.games.limits.rules.moves import Accuse, CountOut
from companion.games.limits.rules.score import score
from companion.games.limits.rules.starter import taker_starts
from companion.games.limits.rules.state import RoundRecord, State
from companion.games.limits.rules.walk import walk


@dataclass(frozen=True, slots=True)
class Decided:
    """The outcome of an accusation: the ruling, and what it compared."""

    ruling: Ruling
    colour: Colour
    count: Count
    hidden_by: Mapping[int, int] | None
    is_walked: bool = False


def accuse(state: State, move: Accuse) -> Outcome[State]:
    """The next round, after the logged pile has decided; hidden and laid cards lie open from now on. Raises `IllegalMove`.

    The doubts about colours are part of the ruling: before it is recorded they would tell what is hidden (LI-16).
    """
    if state.numbers is None:
        raise refuse(say("Enter the limit card first. The round starts with it."), "LI-4")
    hidden = {seat: player.hidden for seat, player in enumerate(state.players) if player.hidden is not None}
    ruling = by_pile(state.numbers, hidden, state.pile, move.seat, move.accused, range(state.seats))
    found = walk(state.numbers, hidden, state.pile, move.seat, move.accused)
    colour = found.parties.colour
    hidden_by = {seat: colours.count(colour) for seat, colours in hidden.items() if colour in colours}
    flags = (*audit.accuses_out_of_turn(state, move.seat), *audit.hidden_cards_unknown(state), *_doubts(state, move))
    decided = Decided(ruling, colour, found.count, hidden_by, is_walked=True)
    return replace(_end_round(state, move, decided, flags), reveals=True)


def count_out(state: State, move: CountOut) -> Outcome[State]:
    """The next round, after the table has counted. Raises `IllegalMove` if the printed number is not known."""
    count = Count(_printed(state, move), move.all_hidden, move.counted)
    ruling = by_count(count, Parties(move.seat, move.accused, move.colour))
    flags = (
        *audit.counted_though_logged(state),
        *audit.before_the_limit_card(state),
        *audit.against_the_limit_card(state, move.colour, count.printed),
        *doubts_about_count(count, move.colour),
        *audit.more_hidden_than_players_hide(state, move.all_hidden),
        *_doubts(state, move),
    )
    hidden_by = None if isinstance(move.hidden, int) else {seat: cards for seat, cards in move.hidden.items() if cards}
    ended = _end_round(state, move, Decided(replace(ruling, flags=()), move.colour, count, hidden_by), flags)
    return replace(ended, reveals=state.is_logged)


def _doubts(state: State, move: Accuse | CountOut) -> tuple[Flag, ...]:
    return (*audit.not_the_previous(state, move.seat, move.accused), *audit.one_point_more(state))


def _printed(state: State, move: CountOut) -> Printed:
    if move.printed is not None:
        return move.printed
    if state.numbers is None:
        raise refuse(say("What does the limit card show for this colour?"), "LI-4", path="printed")
    return state.numbers.get(move.colour, 0)


def _end_round(state: State, move: Accuse | CountOut, decided: Decided, flags: tuple[Flag, ...]) -> Outcome[State]:
    ruling = decided.ruling
    taker, other = (move.accused, move.seat) if ruling.verdict["guilty"] else (move.seat, move.accused)
    paid = give_point(state, other)
    player = paid.players[taker]
    paid = with_player(paid, taker, replace(player, limit_cards=player.limit_cards + 1))
    record = RoundRecord(
        number=state.played + 1,
        starter=state.starter,
        numbers=state.numbers,
        hidden=tuple(player.hidden for player in state.players) if state.is_logged else (),
        pile=state.pile,
        accuser=move.seat,
        accused=move.accused,
        colour=decided.colour,
        count=decided.count,
        hidden_by=decided.hidden_by,
        is_walked=decided.is_walked,
        ruling=ruling,
        scores=paid.scores,
    )
    after = _next_round(replace(paid, rounds=(*state.rounds, record)), taker)
    return Outcome(after, (ruling, _what_follows(after, taker)), flags)


def _next_round(state: State, starter: int) -> State:
    """The state before the next limit card: nothing hidden, hands filled up, the pile back under the draw pile (LI-25)."""
    players = tuple(replace(player, hidden=None, hand=IN_HAND, has_drawn=False) for player in state.players)
    return replace(
        state,
        players=players,
        starter=starter,
        is_turned_up=False,
        numbers=None,
        next_seat=starter,
        pile=(),
        draw_pile=draw_pile(state.seats),
    )


def _what_follows(state: State, taker: int) -> Ruling:
    if not state.is_over:
        return taker_starts(taker)
    return score(tuple((player.points, player.limit_cards) for player in state.players))
