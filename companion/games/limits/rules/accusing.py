"""An accusation as it is entered, and the end of the round it brings (LI-16, LI-20 to LI-25, LI-30)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.engine.disputes import Judged
from companion.engine.errors import IllegalMove, check
from companion.engine.game import Outcome
from companion.engine.rulings import Doubt, Ruling, doubts
from companion.engine.schema.marks import Seat
from companion.engine.text import say
from companion.games.limits.rules import audit
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.accusation import by_count, by_pile
from companion.games.limits.rules.components import CardCount, Colour, Printed, laid_out
from companion.games.limits.rules.count import (
    AccusationAnswer,
    Count,
    Parties,
    PileWalk,
    check_parties,
    doubts_about_count,
    walk,
)
from companion.games.limits.rules.score import score, standings
from companion.games.limits.rules.starter import taker_starts
from companion.games.limits.rules.state import RoundRecord, State, before_a_round, give_point, with_player


@dataclass(frozen=True, slots=True)
class Accuse:
    """`seat` says that `accused` broke a limit; the logged pile decides, else the table counts now."""

    said: ClassVar = say("{name} accused {accused}")

    seat: Seat
    accused: Seat


def accuse(state: State, move: Accuse) -> Outcome[State]:
    """Return the next round, after the logged pile has decided; hidden and laid cards lie open from now on (LI-20).

    The doubts about colours are part of the ruling: before it is recorded they would show what is hidden. A table
    that counts does so from now on.
    """
    # A table that counts itself enters the count in a second step (`CountOut`): meanwhile the pile is looked through.
    if not state.is_logged:
        check_parties(move.seat, move.accused)
        after = replace(state, accused=(move.seat, move.accused))
        return Outcome(after, flags=audit.before_the_count(state, move.seat, move.accused))
    if state.numbers is None:
        raise IllegalMove(says.LIMIT_CARD_NEEDED())
    # Who has not entered theirs is left out, not taken for having hidden none.
    hidden = {seat: player.hidden for seat, player in enumerate(state.players) if player.hidden is not None}
    found = walk(state.numbers, hidden, state.pile, move.seat, move.accused)
    ruling = by_pile(found, state.numbers, hidden, state.pile, range(state.seats))
    colour = found.parties.colour
    flags = audit.before_the_pile_decides(state, move.seat, move.accused)
    hidden_by = {seat: colours.count(colour) for seat, colours in hidden.items() if colour in colours}
    return _end_round(state, found.parties, found.count, ruling, flags, hidden_by=hidden_by, walked=found)


@dataclass(frozen=True, slots=True)
class CountOut:
    """`seat` accused `accused`, and this was counted.

    `hidden` is the number of hidden cards of the colour, or the number for each seat that was asked. Without `printed`,
    the number on the entered limit card holds.
    """

    judges: ClassVar = True
    settles: ClassVar = "accusation"

    seat: Seat
    accused: Seat
    colour: Colour
    hidden: CardCount | Mapping[Seat, CardCount]
    counted: CardCount
    printed: Printed | None = None

    @property
    def all_hidden(self) -> int:
        return self.hidden if isinstance(self.hidden, int) else sum(self.hidden.values())


def count_out(state: State, move: CountOut) -> Outcome[State]:
    """Return the next round, after the table has counted. Raise `IllegalMove` if the printed number is not known."""
    # A colour that is not on the limit card shows 0 (LI-4).
    known: Printed | None = move.printed if state.numbers is None else state.numbers.get(move.colour, 0)
    check(known is None and says.WHAT_IS_SHOWN(), path="printed")
    assert known is not None
    printed: Printed = known if move.printed is None else move.printed
    most_hidden = state.seats * laid_out(state.seats).hidden
    count = Count(printed, move.all_hidden, move.counted)
    parties = Parties(move.seat, move.accused, move.colour)
    # The judge's doubts are about a count without a match; here the match itself is asked below.
    ruling = replace(by_count(count, parties), flags=())
    flags = (
        *audit.before_the_limit_card(state),
        *doubts(known != printed and says.OTHER_NUMBER(known=known, printed=printed)),
        *doubts_about_count(count, move.colour),
        *doubts(move.all_hidden > most_hidden and says.HIDDEN_BY_ALL(hidden=move.all_hidden, most=most_hidden)),
        *audit.more_than_played(state, move.accused, move.counted),
        # About the accusation that stands these doubts were raised when it was made.
        *(_doubts(state, move) if state.accused != (move.seat, move.accused) else audit.one_point_more(state)),
    )
    hidden_by = None if isinstance(move.hidden, int) else {seat: n for seat, n in move.hidden.items() if n}
    return _end_round(state, parties, count, ruling, flags, hidden_by=hidden_by)


def _doubts(state: State, move: CountOut) -> tuple[Doubt, ...]:
    return (*audit.before_the_count(state, move.seat, move.accused), *audit.one_point_more(state))


def _end_round(
    state: State,
    parties: Parties,
    count: Count,
    ruling: Judged[AccusationAnswer],
    flags: tuple[Doubt, ...],
    *,
    hidden_by: Mapping[int, int] | None,
    walked: PileWalk | None = None,
) -> Outcome[State]:
    """Return the state before the next limit card, with its start player, and the rulings: the verdict, then who starts.

    Nothing is hidden, hands are filled up, the pile is back under the draw pile. After the last round the score takes the
    place of who starts.
    """
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
    paid = give_point(state, record.took_point)
    paid = with_player(paid, taker, replace(paid.players[taker], limit_cards=paid.players[taker].limit_cards + 1))
    rounds = (*state.rounds, replace(record, scores=paid.scores))
    starts = taker_starts(taker)
    after = replace(before_a_round(paid, starts.answer.starter), rounds=rounds)
    follows: Ruling = starts
    if after.is_over:
        follows = score(standings(after.players))
    # Only a logged pile has colours that lie open from here on: to undo past this asks the host first.
    return Outcome(after, (ruling, follows), flags, reveals=state.is_logged)
