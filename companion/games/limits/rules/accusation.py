"""Who broke the limit: from what the table has counted, or from the pile as it was logged (LI-20 to LI-24)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Final, TypeAlias

from companion.engine.disputes import Judged, Way
from companion.engine.errors import NotAMove, check
from companion.engine.game import Options
from companion.engine.rulings import Doubt, doubts
from companion.engine.schema.marks import Length, Prompt, Seat
from companion.engine.text import SeatName, names, say
from companion.games.limits.rules import sentences as says
from companion.games.limits.rules.components import (
    COLOUR_CARDS,
    COLOUR_WORDS,
    EXCHANGED,
    LAID_BY_AN_EXCHANGE,
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
    PileWalk,
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
    tuple[LaidCards, ...],
    Length(0, COLOUR_CARDS, "LI-1"),
    Prompt(say("The pile, first card first"), asks=say("Add a card"), widget="pile"),
]
WAYS_TO_ACCUSE: Final = (
    Way(say("Counted at the table"), ("printed", "counted"), {"hidden": CardCount}),
    Way(say("Card by card"), ("limit", "pile", "accuser", "accused"), {"hidden": HiddenBySeat | None}),
)


def judge_accusation(
    options: Options,
    printed: Annotated[
        Printed,
        Prompt(say("On the limit card"), say("0 to 9, or X"), "limit-number", asks=say("Which number is printed?")),
    ]
    | None = None,
    hidden: Annotated[
        HiddenBySeat | CardCount,
        Prompt(
            say("Hidden cards of this colour"),
            say("from all players together"),
            "hidden",
            asks=say("Enter how many hidden cards are this colour."),
        ),
    ]
    | None = None,
    counted: Annotated[
        CardCount,
        Prompt(
            say("In the pile, up to that card"), say("Later cards don’t count."), asks=say("How many did you count?")
        ),
    ]
    | None = None,
    limit: Annotated[
        Numbers, Prompt(say("The limit card"), widget="limit-card", asks=say("Enter the numbers on the limit card."))
    ]
    | None = None,
    pile: Pile | None = None,
    accuser: Annotated[Seat, Prompt(say("Who accuses?"), widget="seat")] | None = None,
    accused: Annotated[Seat, Prompt(say("Who is accused?"), widget="seat")] | None = None,
) -> Judged[AccusationAnswer]:
    """Whether the limit is broken: from what was counted, all for one colour, or from limit card, hidden cards by seat, the pile.

    Raise `IllegalMove` for an accused who is the accuser or has laid nothing.
    """
    if limit is None:
        # One of `WAYS_TO_ACCUSE` is filled in whole, and it is the one without the limit card.
        assert printed is not None
        assert counted is not None
        if not isinstance(hidden, int):
            raise NotAMove("hidden", say("Enter how many hidden cards are this colour."))
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
    """Return the ruling on a pile entered card by card, and what is doubtful about it."""
    check_cards(sum(map(len, hidden.values())) + sum(laid.cards for laid in pile), "pile")
    found = by_pile(walk(limit, hidden, pile, accuser, accused), limit, hidden, pile)
    last = pile[-1].seat
    only_last = options["accuse"] == "previous" and last != accused
    players = players_named(pile, hidden, accuser, accused)
    flags = (
        *_unsaid(limit, hidden, players, found.answer),
        *_hands_that_cannot_be(hidden, len(players)),
        *_out_of_turn(pile, accuser, {*hidden}, options),
        *doubts(only_last and says.ONLY_THE_LAST(name=SeatName(last))),
    )
    return replace(found, flags=(*found.flags, *flags))


def check_cards(cards: int, path: str) -> None:
    """Raise `IllegalMove` for more hidden and laid cards together than the box holds."""
    check(cards > COLOUR_CARDS and says.TOO_MANY_CARDS(count=cards), path=path)


def players_named(pile: tuple[LaidCards, ...], hidden: Hidden, accuser: int, accused: int) -> range:
    """Every seat up to the last one named: they count clockwise from 0, so the seats between play too."""
    return range(max(accuser, accused, *hidden, *(laid.seat for laid in pile)) + 1)


def hidden_too_few(hidden: Hidden, players: range) -> list[int]:
    """The players of whom nothing is entered, or one card where each of two hides two."""
    each = laid_out(len(players)).hidden
    # An empty entry says that a player hid none, so nothing of it is missing.
    return [seat for seat in players if seat not in hidden or 0 < len(hidden[seat]) < each]


def by_count(count: Count, parties: Parties | None = None) -> Judged[AccusationAnswer]:
    """The ruling on what a table has counted."""
    if parties is not None:
        check_parties(parties.accuser, parties.accused)
    because = (says.HIDDEN_COUNTED(count=count.hidden), says.PILE_COUNTED(count=count.counted))
    return ruling(count, parties, because, doubts_about_count(count, parties.colour if parties else None), count)


def by_pile(
    found: PileWalk, numbers: Numbers, hidden: Hidden, pile: tuple[LaidCards, ...], players: range | None = None
) -> Judged[AccusationAnswer]:
    """Return the ruling on a logged pile, with the walk through it in its working.

    `players`: who plays, where that is known; otherwise all that are named.
    """
    accuser, accused = found.parties.accuser, found.parties.accused
    is_all = not hidden_too_few(hidden, players or players_named(pile, hidden, accuser, accused))
    cards = most_at_once(hidden, pile)
    return ruling(
        found.count,
        found.parties,
        working(found, hidden, is_all=is_all),
        tuple(flag for colour in cards for flag in too_many_of(colour, cards[colour])),
        {"limit": numbers, "hidden": hidden, "pile": pile, "accuser": accuser, "accused": accused},
        before=broken_before(found),
    )


def most_at_once(hidden: Hidden, pile: tuple[LaidCards, ...]) -> Counter[Colour]:
    """Of each colour the most cards that were seen at one time: who exchanges shows four, of which two go on the pile."""
    lying = Counter(colour for colours in hidden.values() for colour in colours)
    most = Counter(lying)
    for laid in pile:
        shown = EXCHANGED if laid.cards == LAID_BY_AN_EXCHANGE else laid.cards
        most[laid.colour] = max(most[laid.colour], lying[laid.colour] + shown)
        # Two of the four lie face down on the draw pile from now on, and are not turned up by an accusation (LI-15).
        lying[laid.colour] += laid.cards
    return most


def _unsaid(numbers: Numbers, hidden: Hidden, players: range, found: AccusationAnswer) -> tuple[Doubt, ...]:
    """What the verdict rests on and was not entered: the printed number, and the cards that players hid."""
    assert found.colour is not None
    word, missing = COLOUR_WORDS[found.colour], hidden_too_few(hidden, players)
    return doubts(
        found.colour not in numbers and says.NUMBER_UNKNOWN(colour=word),
        # Where an X is shown, no hidden card can change the verdict (LI-23).
        missing and found.allowed is not None and says.CARDS_UNKNOWN(names=names(missing)),
    )


def _out_of_turn(pile: tuple[LaidCards, ...], accuser: int, hid: set[int], options: Options) -> tuple[Doubt, ...]:
    """The card laid last says that it is another's turn; the last of the seats named may be the last at the table."""
    last = pile[-1].seat
    # How many play is not among the facts: after the last seat named, seat 0 may be next.
    is_last = last == max({laid.seat for laid in pile} | hid) and last > accuser
    is_in_turn = options["accuse_when"] == "any" or accuser == last + 1 or (is_last and not accuser)
    return doubts(not is_in_turn and says.OUT_OF_TURN(last=SeatName(last), accuser=SeatName(accuser)))


def _hands_that_cannot_be(hidden: Hidden, players: int) -> tuple[Doubt, ...]:
    """More hidden by one seat than a player hides, as far as the seats named tell how many play."""
    most = laid_out(players).hidden
    return doubts(
        *(
            len(hidden[seat]) > most and says.HIDDEN_BY_ONE(name=SeatName(seat), cards=len(hidden[seat]), most=most)
            for seat in sorted(hidden)
        )
    )
