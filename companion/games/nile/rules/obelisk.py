"""The obelisk: how far lost plants take it back, and whether a pawn has met it, which ends the game (NI-30, NI-35)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from companion.engine.disputes import Judged, judged
from companion.engine.errors import NotAMove
from companion.engine.game import Options
from companion.engine.rulings import Reason, doubts, first_of
from companion.engine.schema.marks import Between, EachSeat, Length, Prompt, Seat
from companion.engine.text import SeatName, Text, names, say, say_many, together
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.components import (
    FIRST_SQUARE,
    LAST_SQUARE,
    MARKET,
    PLANTS,
    PLAYERS,
    Obelisk,
    Pawn,
    Plant,
    PlantCount,
    numbered,
)
from companion.games.nile.rules.sale import doubts_about_stock

FURTHEST_AT_THE_END = LAST_SQUARE - 1 + 6 * len(MARKET)
"""A pawn has not met the obelisk before the last scoring, in which each full column pays 6 (NI-31, NI-35)."""
_EVERY_PLAYER = Length(PLAYERS[0], PLAYERS[-1])


@dataclass(frozen=True, slots=True)
class PurgeAnswer:
    """The plants each loses for good, and the obelisk's new square."""

    lost: Mapping[Seat, int]
    obelisk: int


def judge_purge(
    options: Options,
    boat: Annotated[tuple[Plant, ...], Length(0, PLANTS, "NI-1"), Prompt(say("Plants in the boat"), widget="boat")],
    obelisk: Annotated[Obelisk, Prompt(say("Obelisk’s square"), asks=say("Which square is the obelisk on?"))],
    column_full: Annotated[bool, Prompt(say("Is a market column full?"))] | None = None,
) -> Judged[PurgeAnswer]:
    """What leaves the game, by the house rule only with a full column; more plants than anyone has are flagged."""
    is_every_turn = options["purge_every_turn"]
    # None says that it was not entered, which is not a no: then the boat is emptied, and that is doubted.
    if not is_every_turn and column_full is False:
        headline, stays = say("The obelisk is on square {square}.", square=numbered(obelisk)), PurgeAnswer({}, obelisk)
        facts = {"boat": boat, "obelisk": obelisk, "column_full": column_full}
        return judged("purge", headline, stays, (says.NOT_WITHOUT_FULL(),), doubts_about_stock(boat), facts=facts)
    ruling = purge(boat, obelisk)
    when = first_of(is_every_turn and says.EMPTIED_EVERY_ROUND(), says.EMPTIED_WHEN_FULL())
    unsaid = doubts(not is_every_turn and column_full is None and says.EMPTIED_WHEN_FULL())
    return replace(ruling, because=(*when, *ruling.because), flags=(*ruling.flags, *unsaid))


def purge(boat: tuple[Plant, ...], obelisk: int) -> Judged[PurgeAnswer]:
    """Return the plants that leave the game, and how far the obelisk goes back for them (NI-30)."""
    lost = dict(sorted(Counter(plant.seat for plant in boat).items()))
    # One square for each player, however many plants they lost (NI-30).
    square = max(FIRST_SQUARE, obelisk - len(lost))
    because = (
        *(says.LOSES_FOR_GOOD(name=SeatName(seat), count=count) for seat, count in lost.items()),
        *first_of(
            not lost and says.BOAT_IS_EMPTY(),
            square > obelisk - len(lost) and says.BACK_TO_FIRST(),
            says.GOES_BACK(count=len(lost), before=numbered(obelisk), after=numbered(square)),
        ),
    )
    headline = say("The obelisk is on square {square}.", square=numbered(square))
    facts = {"boat": boat, "obelisk": obelisk}
    return judged("purge", headline, PurgeAnswer(lost, square), because, doubts_about_stock(boat), facts=facts)


@dataclass(frozen=True, slots=True)
class EndAnswer:
    """Whether the game is over, and who has won then."""

    over: bool
    winners: tuple[Seat, ...]


def judge_end(
    pawns: Annotated[
        tuple[Pawn, ...],
        _EVERY_PLAYER,
        Prompt(say("Squares of pawns"), widget="by-seat", asks=say("Which square is {name}’s pawn on?")),
    ],
    obelisk: Annotated[Obelisk, Prompt(say("Obelisk’s square"), asks=say("Which square is the obelisk on?"))],
    lost: Annotated[tuple[PlantCount, ...], _EVERY_PLAYER, Prompt(say("Plants lost for good"), widget="by-seat")],
    options: Options,
) -> Judged[EndAnswer]:
    """Whether it is over. Raise `NotAMove` if not every player's losses are given where they decide."""
    front = max(pawns)
    # Lost plants decide nothing before the end, nor without a tie in front (NI-35).
    if not lost and (front < obelisk or pawns.count(front) == 1):
        return end(pawns, obelisk, (0,) * len(pawns))
    if not lost:
        raise NotAMove("lost", say("This is missing."))
    if len(lost) != len(pawns):
        raise NotAMove("lost", say("There are {pawns} pawns. Enter the lost plants for each.", pawns=len(pawns)))
    return end(pawns, obelisk, lost)


AskedPawns: TypeAlias = Annotated[
    tuple[
        Annotated[int, Between(FIRST_SQUARE, FURTHEST_AT_THE_END, "NI-5", "square of the pawn", above=FIRST_SQUARE)],
        ...,
    ],
    _EVERY_PLAYER,
    Prompt(say("Squares of pawns"), widget="by-seat", asks=say("Which square is {name}’s pawn on?")),
]
"""As the judge's page asks for it: no square that the last scoring can't reach, so that each is one tap."""
AskedLost: TypeAlias = (
    Annotated[
        tuple[PlantCount, ...],
        Length(0, PLAYERS[-1]),
        EachSeat(),
        Prompt(
            say("Plants lost for good"),
            say("for a tie"),
            "by-seat",
            asks=say("How many plants has {name} lost for good?"),
        ),
    ]
    | None
)
"""As the judge's page asks for it: plants lost matter only where pawns are level in front."""


def end(pawns: Sequence[int], obelisk: int, lost: Sequence[int]) -> Judged[EndAnswer]:
    """Return whether a pawn has met the obelisk, and who wins: the pawn in front, on a tie the fewest plants lost (NI-35)."""
    front = max(pawns)
    is_over = front >= obelisk
    furthest = [seat for seat, square in enumerate(pawns) if square == front]
    how_far = says.FURTHEST(names=names(furthest), front=numbered(front), obelisk=numbered(obelisk))
    met = together(how_far.text, says.REACHED if is_over else says.NOT_MET)
    fewest = min(lost[seat] for seat in furthest)
    winners = tuple(seat for seat in furthest if is_over and lost[seat] == fewest)
    because = (
        Reason(met, how_far.clauses),
        *first_of(
            is_over and len(furthest) == 1 and says.FURTHEST_WINS(name=SeatName(furthest[0])),
            is_over and says.FEWEST_LOST(names=names(winners), fewest=fewest),
        ),
    )
    facts = {"pawns": pawns, "obelisk": obelisk, "lost": lost}
    return judged("end", _headline_of_end(winners), EndAnswer(is_over, winners), because, facts=facts)


def _headline_of_end(winners: tuple[int, ...]) -> Text:
    if not winners:
        return say("The game continues.")
    return say_many("The game is over: {names} wins.", "The game is over: {names} win.", winners)
