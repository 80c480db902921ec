"""Who takes which water card, and who leads the next trick in open play (LU-12, LU-40 to LU-42)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Final

from companion.engine.disputes import Judged, Way, judged
from companion.engine.errors import NotAMove, check
from companion.engine.game import Options, Outcome
from companion.engine.rulings import Reason, doubts, each_of, first_of
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import Either, SeatName, names, say
from companion.games.land_unter.rules import audit
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, PLAYERS, Card, Level, Rings
from companion.games.land_unter.rules.state import Player, State


@dataclass(frozen=True, slots=True)
class TakesAnswer:
    """Who takes which water level."""

    takes: Mapping[Seat, Level]


def judge_takes(
    levels: Annotated[
        tuple[Level, Level], Prompt(say("Water turned up"), widget="levels", asks=say("Which two water cards?"))
    ],
    options: Options,
    highest: Annotated[Seat, Prompt(say("Highest card"), widget="seat", asks=say("Who played the two highest cards?"))]
    | None = None,
    second: Annotated[
        Seat, Prompt(say("Second-highest card"), widget="seat", asks=say("Who played the two highest cards?"))
    ]
    | None = None,
    cards: Annotated[
        Mapping[Seat, Card],
        Prompt(
            say("Everyone’s weather card"),
            say("Skip players who are out."),
            widget="card-by-seat",
            asks=say("Which card did {names} play?"),
        ),
    ]
    | None = None,
) -> Judged[TakesAnswer]:
    """Who takes which of two water cards, by who played the highest two weather cards, or by all cards of those still in.

    Raise `IllegalMove` for a number played by two, or where one played the highest two. Doubtful if cards were not said:
    of seats between others, or so many that the round would be over.
    """
    if highest is not None and second is not None:
        check(highest == second and says.TWO_DIFFERENT(), path="second")
        return takes(levels, highest, second, {})
    assert cards is not None
    # A shape, and no rule: fewer than two cards have no second highest.
    if len(cards) < CARDS_TURNED_UP:
        raise NotAMove("cards", say("Enter at least 2 weather cards."))
    # Those behind the last one entered may not play at all: a judge asks for three to five players, and does not know how
    # many there are.
    unsaid = [seat for seat in range(max(cards)) if seat not in cards]
    flags = doubts(
        unsaid and says.NOT_ENTERED(names=names(unsaid)),
        len(cards) < PLAYERS[0] and says.WAS_OVER_BY_CARDS(count=len(cards)),
    )
    return replace(takes(levels, *the_two_highest(cards), cards), flags=flags)


WAYS_TO_TAKE: Final = (
    Way(say("The 2 highest cards"), ("highest", "second")),
    Way(say("By card numbers"), ("cards",)),
)


def the_two_highest(cards: Mapping[int, int]) -> tuple[int, int]:
    """Return who played the highest card and who the second highest. Raise `IllegalMove` for a number played twice."""
    check_different(cards)
    highest, second = sorted(cards, key=lambda seat: cards[seat], reverse=True)[:2]
    return highest, second


def check_different(cards: Mapping[int, int], path: str | None = None) -> None:
    """Raise `IllegalMove` if two seats laid the same number; `path` is where the entry names one of them."""
    for card, times in Counter(cards.values()).items():
        seats = sorted(seat for seat in cards if cards[seat] == card)
        check(times > 1 and says.SAME_CARD(names=names(seats), card=card), path=path or f"cards.{seats[-1]}")


def takes(levels: tuple[int, int], highest: int, second: int, cards: Mapping[int, int]) -> Judged[TakesAnswer]:
    """The highest card takes the lower water, the second highest the other; `cards` is empty if not known (LU-12)."""
    # In whatever order they were tapped: the rule knows the lower and the higher one (LU-12).
    low, high = sorted(levels)
    first, other = SeatName(highest), SeatName(second)
    because = (
        *first_of(
            cards and says.HIGHEST_CARD(name=first, card=cards[highest], level=low),
            says.HIGHEST(name=first, level=low),
        ),
        *first_of(
            cards and says.SECOND_CARD(name=other, card=cards[second], level=high),
            says.SECOND(name=other, level=high),
        ),
        *each_of(low == high and says.BOTH_SHOW(level=low)),
    )
    headline = says.TAKE_WATER.filled(first=first, second=other, low=low, high=high)
    # By seat, so that one trick has one JSON, however it was entered.
    answer = TakesAnswer(dict(sorted({highest: low, second: high}.items())))
    return judged("takes", headline, answer, because, facts={"levels": levels, "cards": cards})


@dataclass(frozen=True, slots=True)
class LeadSeat:
    """One seat after the trick: rings left, eliminated or not."""

    rings: Annotated[Rings, Prompt(say("Rings"), asks=say("How many rings does {name} have?"))]
    out: Annotated[bool, Prompt(say("Already out"))] = False


@dataclass(frozen=True, slots=True)
class LeadAnswer:
    """Who may lead; if there are several, the table picks."""

    candidates: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """Who lost a ring in a trick; `out` went out without giving one. No one at the start of a round."""

    paid: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({*self.paid, *self.out}))


def judge_lead(
    seats: Annotated[tuple[LeadSeat, ...], Length(PLAYERS[0], PLAYERS[-1]), Prompt(say("The players"))],
    losers: Annotated[
        tuple[Seat, ...],
        Length(0, PLAYERS[-1], "LU-1"),
        Prompt(say("Who lost a ring or went out?"), widget="seats"),
    ],
    options: Options,
) -> Judged[LeadAnswer]:
    """Who may lead, by every seat after paying and who paid or went out in the trick; no one at the start of a round.

    Who is out is taken to have given no ring. Raise `IllegalMove` for a loser without a seat.
    """
    last = len(seats) - 1
    for seat in losers:
        check(seat > last and says.NO_SUCH_SEAT(value=seat, last=last), path="losers")
    players = tuple(Player(seat.rings, None, seat.out) for seat in seats)
    out = tuple(seat for seat in sorted({*losers}) if players[seat].out)
    lost = Lost(tuple(seat for seat in sorted({*losers}) if seat not in out), out)
    flags = doubts(
        not options["open_play"] and says.NOT_OPEN_PLAY(),
        not losers and any(player.out for player in players) and says.ENTER_WHO_LOST(),
    )
    return replace(leader(players, lost, options), flags=(*flags, *audit.doubts_about_rings(players)))


def leader(players: tuple[Player, ...], lost: Lost, options: Options) -> Judged[LeadAnswer]:
    """The ruling on who may lead; several candidates if the rules leave it to the table."""
    because, candidates = _leads_later_tricks(players, lost, options) if lost.seats else _leads_first_trick(players)
    either = Either(names(candidates))
    because = (
        *because,
        *each_of(not candidates and says.NO_ONE_LEADS(), len(candidates) > 1 and says.YOU_CHOOSE(names=either)),
    )
    headline = says.YOU_CHOOSE.text.filled(names=either) if candidates else says.NO_ONE_LEADS.text
    if len(candidates) == 1:
        headline = says.LEADS.filled(name=SeatName(candidates[0]))
    facts = {"seats": [{"rings": player.rings, "out": player.out} for player in players], "losers": lost.seats}
    return judged("leader", headline, LeadAnswer(tuple(candidates)), because, facts=facts)


def choose_leader(state: State, lost: Lost) -> Outcome[State]:
    """Return the state with who leads the trick to come, or who may, in open play."""
    if not state.options["open_play"]:
        return Outcome(state)
    ruling = leader(state.players, lost, state.options)
    may_lead = ruling.answer.candidates
    return Outcome(replace(state, leader=may_lead[0] if len(may_lead) == 1 else None, may_lead=may_lead), (ruling,))


def _leads_first_trick(players: tuple[Player, ...]) -> tuple[tuple[Reason, ...], list[int]]:
    """Return who leads the first trick: those with the most rings (LU-40)."""
    rings = {seat: player.rings or 0 for seat, player in enumerate(players) if not player.out}
    most = [seat for seat, count in rings.items() if count == max(rings.values())]
    return each_of(most and says.MOST_RINGS_LEAD(names=names(most), rings=rings[most[0]])), most


def _leads_later_tricks(
    players: tuple[Player, ...], lost: Lost, options: Options
) -> tuple[tuple[Reason, ...], list[int]]:
    """Return who leads every later trick: the left neighbour still in of each who may play last."""
    because, last = _who_plays_last(players, lost, options)
    found = {_next_in(players, seat) for seat in last}
    candidates = sorted(seat for seat in found if seat is not None)
    skips = candidates and any(players[(seat + 1) % len(players)].out for seat in last)
    return (*because, *each_of(skips and says.SKIP_WHO_IS_OUT())), candidates


def _who_plays_last(players: tuple[Player, ...], lost: Lost, options: Options) -> tuple[tuple[Reason, ...], list[int]]:
    """Return who plays last, and why: the loser with fewer rings left (LU-41), several if they have equally few (LU-42)."""
    gone = [seat for seat in lost.seats if players[seat].out]
    if options["lays_last"] == "out" and gone and len(gone) < len(lost.seats):
        return each_of(says.HOUSE_RULE_OUT_PLAYS_LAST(names=names(gone))), gone
    # Who went out gave no ring, so a payer comes first; only where no one paid does who went out count as the loser (LU-42).
    rings = {seat: players[seat].rings or 0 for seat in lost.paid or lost.out}
    fewest = [seat for seat in rings if rings[seat] == min(rings.values())]
    if not lost.paid:
        return each_of(says.LEFT_OF_WHO_WENT_OUT(names=names(fewest))), fewest
    name, left = SeatName(fewest[0]), rings[fewest[0]]
    whose_left = first_of(
        len(rings) == 1 and says.LEFT_OF_LOSER(name=name),
        len(fewest) == 1 and says.LEFT_OF_FEWEST(name=name, rings=left),
        says.LEFT_OF_EQUALS(names=names(fewest), rings=left),
    )
    return (*each_of(lost.out and says.NOT_LAST(names=names(lost.out))), *whose_left), fewest


def _next_in(players: tuple[Player, ...], seat: int) -> int | None:
    """Return the next seat clockwise that is still in, the seat itself last; None if everyone is out."""
    # Up to itself: where the others are out, the loser leads.
    around = [(seat + step) % len(players) for step in range(1, len(players) + 1)]
    return next((one for one in around if not players[one].out), None)
