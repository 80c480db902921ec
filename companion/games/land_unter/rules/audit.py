"""What the entries say that the box cannot contain: doubtful, but the table may know better (LU-2, LU-6, LU-19, LU-32)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.rulings import Flag, flag_if
from companion.engine.text import Either, SeatName, Text, names, say, say_many, signs, too_many
from companion.games.land_unter.rules.components import (
    CARDS_TURNED_UP,
    COPIES_OF_A_LEVEL,
    HALF_RINGS,
    HAND,
    RING_CARDS,
    TWO_HANDS,
    WHOLE_RINGS,
    in_rings,
)
from companion.games.land_unter.rules.state import Hand, Player, State

FEWEST_TOGETHER: Final = {3: 5, 4: 10, 5: 22}
ALL_DEALT: Final = 5


def doubts_about_hands(hands: tuple[Hand | None, ...], latest: int) -> tuple[Flag, ...]:
    """What is doubtful once hand `latest` has been counted: numbers in two hands, sums the box cannot give (LU-6)."""
    # Each for itself: where one is told only to some, another must not be missing for the rest.
    sums = (*_sums(hands, latest), *_best_hands(hands), *_symbols(hands, latest))
    return (*_shared_numbers(hands, latest), *sums)


def doubts_about_dealt(hands: tuple[Hand | None, ...]) -> tuple[Flag, ...]:
    """More rings dealt than the box prints, or than two hands can hold (LU-3, LU-6)."""
    total = sum(hand.rings for hand in hands if hand)
    return (_too_many_rings(total),) if total > RING_CARDS else _best_hands(hands)


def _too_many_rings(total: int | str) -> Flag:
    return Flag(too_many(say("Rings"), total, RING_CARDS), ("LU-3", "LU-6"))


def doubts_about_rings(players: Sequence[Player]) -> tuple[Flag, ...]:
    """More rings than the box has, or rings left to a player who is out (LU-3, LU-16)."""
    total = sum(player.rings or 0 for player in players)
    many = too_many(say("Rings"), total, RING_CARDS)
    keeping = [seat for seat, player in enumerate(players) if player.out and player.rings]
    kept = say_many("{names} is out without a ring.", "{names} are out without a ring.", keeping)
    return (*flag_if(total > RING_CARDS, many, "LU-1", "LU-3"), *flag_if(keeping, kept, "LU-16"))


def doubts_about_water(players: Sequence[Player]) -> tuple[Flag, ...]:
    """Fewer water cards than one trick brings: two players take one each, and keep one until they are out (LU-12, LU-13)."""
    wet = sum(player.out or player.level is not None for player in players)
    return flag_if(wet < CARDS_TURNED_UP, say("Every trick, two players take water."), "LU-12", "LU-13")


def was_over(left: int) -> Text:
    return say_many(
        "With {count} player left the round was over.", "With {count} players left the round was over.", left
    )


def round_is_over(players: Sequence[Player]) -> tuple[Flag, ...]:
    """No more than two are left before anybody pays: the round was over (LU-20)."""
    left = sum(not player.out for player in players)
    return flag_if(left <= 2, was_over(left), "LU-20")


def out_of_turn(state: State, seat: int) -> tuple[Flag, ...]:
    """In open play, a card before a leader is named or on another's turn. Recorded matches hold such cards (LU-42)."""
    if state.leader is None and not state.candidates:
        return ()  # after catching up nobody knows who leads
    if state.leader is None:
        text = say("First say who leads: {names}.", names=Either(names(state.candidates)))
        return (Flag(text, ("LU-40", "LU-42"), spares_recorded=True),)
    text = say("It’s {turn}’s turn, not {name}’s.", turn=SeatName(state.turn or 0), name=SeatName(seat))
    return flag_if(state.turn not in (None, seat), text, "LU-40", "LU-42", spares_recorded=True)


def too_many_of_level(level: int, times: int) -> Text:
    card = signs("{what} {level}", what=say("Water level"), level=level)
    return too_many(card, times, COPIES_OF_A_LEVEL)


def doubts_about_levels(state: State, levels: tuple[int, int]) -> tuple[Flag, ...]:
    """A water level turned up more often in this round than the box has cards of it (LU-2)."""
    flags = list[Flag]()
    for level in sorted(set(levels)):
        times = state.times_seen(level) + levels.count(level)
        flags += flag_if(times > COPIES_OF_A_LEVEL, too_many_of_level(level, times), "LU-2", "LU-7")
    return tuple(flags)


def doubts_about_cards(state: State, cards: Mapping[int, int], *, face_down: bool = False) -> tuple[Flag, ...]:
    """Weather cards played before in this round, or from a hand they do not belong to (LU-19, LU-32).

    A doubt about a face-down card would tell something of it. So it is not told to others, nor may a correction of what
    lay open before make the card fall by it.
    """
    return tuple(flag for seat in sorted(cards) for flag in _about_card(state, seat, cards[seat], face_down=face_down))


def _about_card(state: State, seat: int, card: int, *, face_down: bool) -> list[Flag]:
    flags = []
    secret = frozenset({seat}) if face_down else frozenset[int]()
    if card in state.cards_played:
        text = say("The {card} has already been played.", card=card)
        flags.append(Flag(text, ("LU-1", "LU-19"), secret, is_of_the_entry=face_down))
    hand = state.hand_of(seat)
    told_by_plays = _is_misplaced_by_plays(state, hand, card)
    counts = frozenset[int]() if told_by_plays else _misplaced_by_counts(state, hand, card)
    if told_by_plays or counts:
        text = say("The {card} isn’t in {name}’s hand.", card=card, name=SeatName(seat))
        rests_on = secret | counts if face_down else secret
        flags.append(Flag(text, ("LU-32",), rests_on, is_of_the_entry=face_down and told_by_plays))
    return flags


def _is_misplaced_by_plays(state: State, hand: int, card: int) -> bool:
    """Whether a card cannot be of this hand, by what lay open: another played it, or this one played twelve others."""
    homes: dict[int, int] = {}
    for record in state.tricks:
        for seat, played in record.cards.items():
            homes.setdefault(played, (seat - record.round) % state.seats)
    known = [number for number, home in homes.items() if home == hand]
    return homes.get(card, hand) != hand or (len(known) >= HAND and card not in known)


def _misplaced_by_counts(state: State, hand: int, card: int) -> frozenset[int]:
    """The hands whose numbers say that a card is not of this hand; empty if none does.

    If the hand itself was counted by its numbers, they alone count: what another hand claims is that hand's secret.
    """
    own = state.hands[hand]
    if own and own.cards:
        return frozenset() if card in own.cards else frozenset({hand})
    return frozenset(index for index, other in enumerate(state.hands) if other and card in (other.cards or ()))


def _shared_numbers(hands: tuple[Hand | None, ...], latest: int) -> list[Flag]:
    mine = hands[latest]
    if mine is None or mine.cards is None:
        return []
    flags = []
    for index, other in enumerate(hands):
        shared = mine.cards & other.cards if other and other.cards and index != latest else None
        if shared:
            # By trying number after number somebody could learn a hand from this doubt: only the holder of both may see
            # it.
            text = say(
                "The hands of {first} and {second} share a card. Check both.",
                first=SeatName(index),
                second=SeatName(latest),
            )
            flags.append(Flag(text, ("LU-1",), frozenset({index, latest})))
    return flags


def _best_hands(hands: tuple[Hand | None, ...]) -> tuple[Flag, ...]:
    """More rings in two hands than two hands can hold, though all together are not too many (LU-3)."""
    counted = sorted(((hand.rings, seat) for seat, hand in enumerate(hands) if hand), reverse=True)
    total, best = sum(rings for rings, _ in counted), counted[:2]
    together = sum(rings for rings, _ in best)
    text = say(
        "{names} have {total} rings. Two hands have at most {most}.",
        names=names(sorted(seat for _, seat in best)),
        total=together,
        most=TWO_HANDS,
    )
    is_doubtful = total <= RING_CARDS and together > TWO_HANDS
    return flag_if(is_doubtful, text, "LU-3", "LU-6", spares_recorded=True)


def _symbols(hands: tuple[Hand | None, ...], latest: int) -> tuple[Flag, ...]:
    """More cards with a whole ring, or with half a one, than the box has (LU-3); told like the halves below."""
    doubts = _too_many_symbols([hand for hand in hands if hand and not hand.cards])
    return doubts or _for_holders(hands, latest, _too_many_symbols([hand for hand in hands if hand]))


def _for_holders(hands: tuple[Hand | None, ...], latest: int, doubts: tuple[Flag, ...]) -> tuple[Flag, ...]:
    """Doubts that only the numbers of hands show: told to whoever holds every hand that has them."""
    secret = frozenset(seat for seat, hand in enumerate(hands) if hand and hand.cards)
    return tuple(replace(flag, rests_on=secret, is_of_the_entry=secret == {latest}) for flag in doubts)


def _too_many_symbols(hands: list[Hand]) -> tuple[Flag, ...]:
    known = [
        (hand.whole, hand.half_rings - 2 * hand.whole) for hand in hands if hand.whole is not None and hand.half_rings
    ]
    whole, half = sum(one for one, _ in known), sum(one for _, one in known)
    text = say(
        "Whole rings {whole}, half {half}: the box has {all_whole} and {all_half}.",
        whole=whole,
        half=half,
        all_whole=WHOLE_RINGS,
        all_half=HALF_RINGS,
    )
    return flag_if(whole > WHOLE_RINGS or half > HALF_RINGS, text, "LU-3", spares_recorded=True)


def _sums(hands: tuple[Hand | None, ...], latest: int) -> tuple[Flag, ...]:
    counted = [hand for hand in hands if hand is not None]
    total, players = sum(hand.rings for hand in counted), len(hands)
    if total > RING_CARDS:
        return doubts_about_dealt(hands)
    if len(counted) == players and total < FEWEST_TOGETHER[players]:
        text = say(
            "{players} players have at least {fewest} rings, not {total}.",
            total=total,
            players=players,
            fewest=FEWEST_TOGETHER[players],
        )
        return (Flag(text, ("LU-6",)),)
    # Whether a hand has half a ring left over is its own secret: others see its rings, and could learn the half from a doubt.
    doubts = _with_halves([replace(hand, half_rings=None) if hand.cards else hand for hand in counted])
    return doubts or _for_holders(hands, latest, _with_halves(counted))


def _with_halves(hands: list[Hand]) -> tuple[Flag, ...]:
    """Doubts that only the half rings show: more than are printed, or too few although every card is dealt.

    A hand entered as a number of rings may have had a half ring more.
    """
    least = sum(2 * hand.rings if hand.half_rings is None else hand.half_rings for hand in hands)
    most = least + sum(hand.half_rings is None for hand in hands)
    if least > 2 * RING_CARDS:
        return (_too_many_rings(in_rings(least)),)
    text = say("5 players hold {all} rings. These hands show at most {sum}.", all=RING_CARDS, sum=in_rings(most))
    return flag_if(len(hands) == ALL_DEALT and most < 2 * RING_CARDS, text, "LU-4", "LU-6")
