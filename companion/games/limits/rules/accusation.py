"""Who broke the limit: from what the table has counted, or from the pile as it was logged (LI-20 to LI-24)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Final, TypeAlias

from companion.engine.disputes import Judged, Way
from companion.engine.errors import NotAMove, refuse
from companion.engine.game import Options
from companion.engine.rulings import Flag, Reason, flag_if
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, names, say, too_many
from companion.games.limits.rules.components import (
    COLOUR_CARDS,
    COLOUR_WORDS,
    CardCount,
    Colour,
    LaidCards,
    Numbers,
    Printed,
    laid_out,
)
from companion.games.limits.rules.count import (
    AccusationAnswer,
    Count,
    Hidden,
    Parties,
    broken_before,
    check_parties,
    doubts_about_count,
    ruling,
    too_many_of,
    walk,
    working,
)

HiddenBySeat: TypeAlias = Mapping[Seat, Annotated[tuple[Colour, ...], Length(0, COLOUR_CARDS)]]


Pile: TypeAlias = Annotated[
    tuple[LaidCards, ...], Length(0, COLOUR_CARDS, "LI-1"), Prompt(say("The pile, first card first"), widget="pile")
]
WAYS_TO_ACCUSE: Final = (
    Way(say("Counted at the table"), ("printed", "counted"), {"hidden": CardCount}),
    Way(say("Card by card"), ("limit", "pile", "accuser", "accused"), {"hidden": HiddenBySeat | None}),
)


def judge_accusation(
    options: Options,
    printed: Annotated[Printed, Prompt(say("On the limit card"), say("0 to 9, or X"), "limit-number")] | None = None,
    hidden: Annotated[
        HiddenBySeat | CardCount,
        Prompt(say("Hidden cards of this colour"), say("from all players together"), "hidden"),
    ]
    | None = None,
    counted: Annotated[CardCount, Prompt(say("In the pile, up to that card"), say("Later cards don’t count."))]
    | None = None,
    limit: Annotated[Numbers, Prompt(say("The limit card"), widget="limit-card")] | None = None,
    pile: Pile | None = None,
    accuser: Annotated[Seat, Prompt(say("Who accuses"), widget="seat")] | None = None,
    accused: Annotated[Seat, Prompt(say("Who is accused"), widget="seat")] | None = None,
) -> Judged[AccusationAnswer]:
    """Whether the limit is broken: from what was counted, all for one colour, or from limit card, hidden cards by seat, the pile.

    Raises `IllegalMove` for an accused who is the accuser or has laid nothing.
    """
    if limit is None:
        assert printed is not None
        assert counted is not None
        if not isinstance(hidden, int):
            raise NotAMove("hidden", say("Enter how many hidden cards have this colour."))
        check_cards(hidden + counted, "counted")
        return by_count(Count(printed, hidden, counted))
    assert pile is not None
    assert accuser is not None
    assert accused is not None
    if isinstance(hidden, int):
        raise NotAMove("hidden", say("Enter each player’s hidden cards."))
    return judge_pile(limit, hidden or {}, pile, accuser, accused, options)


def judge_pile(
    limit: Numbers, hidden: Hidden, pile: tuple[LaidCards, ...], accuser: int, accused: int, options: Options
) -> Judged[AccusationAnswer]:
    """The ruling on a pile told card by card, and what is doubtful about it."""
    check_cards(sum(map(len, hidden.values())) + sum(laid.cards for laid in pile), "pile")
    found = by_pile(limit, hidden, pile, accuser, accused)
    text = say("House rule: accuse only {name}, who played the last card.", name=SeatName(pile[-1].seat))
    players = players_named(pile, hidden, accuser, accused)
    doubts = (
        *_unsaid(limit, hidden, players, found.answer),
        *_hands_that_cannot_be(hidden, len(players)),
        *_out_of_turn(pile, accuser, {*hidden}, options),
        *flag_if(options["accuse"] == "previous" and pile[-1].seat != accused, text, "LI-20"),
    )
    return replace(found, flags=(*found.flags, *doubts))


def check_cards(cards: int, path: str) -> None:
    """Nothing; raises `IllegalMove` for more hidden and laid cards together than the box holds (LI-1)."""
    if cards > COLOUR_CARDS:
        raise refuse(too_many(say("Cards"), cards, COLOUR_CARDS), "LI-1", path=path)


def players_named(pile: tuple[LaidCards, ...], hidden: Hidden, accuser: int, accused: int) -> range:
    """Every seat up to the last one named: they count clockwise from 0, so whoever sits between plays too."""
    return range(max(accuser, accused, *hidden, *(laid.seat for laid in pile)) + 1)


def hid_too_few(hidden: Hidden, players: range) -> list[int]:
    """The players of whom nothing is entered, or one card where each of two hides two (LI-10)."""
    each = laid_out(len(players)).hidden
    return [seat for seat in players if seat not in hidden or 0 < len(hidden[seat]) < each]


def by_count(count: Count, parties: Parties | None = None) -> Judged[AccusationAnswer]:
    """The ruling on what a table has counted (LI-22, LI-23)."""
    if parties is not None:
        check_parties(parties.accuser, parties.accused)
    hidden = say("Hidden cards of this colour: {count}.", count=count.hidden)
    counted = say("Counted in the pile: {count}.", count=count.counted)
    because = (Reason(hidden, ("LI-21",)), Reason(counted, ("LI-22",)))
    return ruling(count, parties, because, doubts_about_count(count, parties.colour if parties else None), count)


def by_pile(
    numbers: Numbers,
    hidden: Hidden,
    pile: tuple[LaidCards, ...],
    accuser: int,
    accused: int,
    players: range | None = None,
) -> Judged[AccusationAnswer]:
    """The ruling on a logged pile, with the walk through it in its working. Raises `IllegalMove` (LI-20).

    `players`: who plays, where that is known; otherwise all that are named.
    """
    check_parties(accuser, accused)
    found = walk(numbers, hidden, pile, accuser, accused)
    is_all = not hid_too_few(hidden, players or players_named(pile, hidden, accuser, accused))
    cards = Counter(colour for colours in hidden.values() for colour in colours)
    for laid in pile:
        cards[laid.colour] += laid.cards
    return ruling(
        found.count,
        found.parties,
        working(found, hidden, is_all=is_all),
        tuple(flag for colour in cards for flag in too_many_of(colour, cards[colour])),
        {"limit": numbers, "hidden": hidden, "pile": pile, "accuser": accuser, "accused": accused},
        before=broken_before(found),
    )


def _unsaid(numbers: Numbers, hidden: Hidden, players: range, found: AccusationAnswer) -> tuple[Flag, ...]:
    """What the verdict rests on and nobody said: the printed number, and the cards that players hid (LI-4, LI-10)."""
    assert found.colour is not None
    word, missing = COLOUR_WORDS[found.colour], hid_too_few(hidden, players)
    number = say("{colour} on the limit card: unknown, so 0.", colour=word)
    cards = say("Enter every hidden card of {names}. They may raise the limit.", names=names(missing))
    return (
        *flag_if(found.colour not in numbers, number, "LI-4"),
        *flag_if(missing and found.allowed is not None, cards, "LI-10", "LI-11"),
    )


def _out_of_turn(pile: tuple[LaidCards, ...], accuser: int, hid: set[int], options: Options) -> tuple[Flag, ...]:
    """The card laid last says that it is another's turn; the last of the seats named may be the last at the table (LI-13)."""
    last = pile[-1].seat
    is_last = last == max({laid.seat for laid in pile} | hid) and last > accuser
    is_in_turn = options["accuse_when"] == "any" or accuser == last + 1 or (is_last and not accuser)
    text = say(
        "It isn’t {accuser}’s turn: {last} played the last card.", last=SeatName(last), accuser=SeatName(accuser)
    )
    return flag_if(not is_in_turn, text, "LI-13", "LI-20")


def _hands_that_cannot_be(hidden: Hidden, players: int) -> list[Flag]:
    """More hidden by one seat than a player hides, as far as the seats named tell how many play (LI-10)."""
    most = laid_out(players).hidden
    return [
        Flag(
            say("Hidden by {name}: {cards}, not {most}.", name=SeatName(seat), cards=len(hidden[seat]), most=most),
            ("LI-10",),
        )
        for seat in sorted(hidden)
        if len(hidden[seat]) > most
    ]
