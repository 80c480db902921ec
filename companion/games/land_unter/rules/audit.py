"""What is doubtful, though the table may know better: entries the box cannot contain, standings no game comes to.

Entries: LU-2, LU-6, LU-19, LU-32. Standings: LU-3, LU-10 to LU-22.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.rulings import Doubt, Reason, doubts, first_of
from companion.engine.text import Either, SeatName, names
from companion.games.land_unter.rules import sentences as says
from companion.games.land_unter.rules.components import (
    BLANK_CARDS,
    CARDS_TURNED_UP,
    COPIES_OF_A_LEVEL,
    HALF_RINGS,
    HAND,
    LOW_WATER_BONUS,
    MOST_POINTS,
    POINTS_IF_OUT,
    RING_CARDS,
    TWO_HANDS,
    WHOLE_RINGS,
    in_rings,
)
from companion.games.land_unter.rules.state import Hand, Player, State

# The best cards may all lie in the box, and each hand loses half a ring at most by rounding down (LU-4 to LU-6).
FEWEST_TOGETHER: Final = {3: 5, 4: 10, 5: 22}
ALL_DEALT: Final = 5
LAST_LEFT: Final = 2
"""A round ends when no more are left (LU-20)."""


def secret_doubt(doubt: Reason, secrets_of: frozenset[int], *, is_own_secret: bool = False) -> Doubt:
    """Return a doubt that only the holders of the seats it rests on may see."""
    return Doubt(doubt.text, doubt.clauses, secrets_of, is_own_secret)


def doubts_about_hands(hands: tuple[Hand | None, ...], latest: int) -> tuple[Doubt, ...]:
    """Return what is doubtful once hand `latest` is counted: numbers in two hands, hands and sums no box gives."""
    shared, sums = _shared_numbers(hands, latest), _sums(hands, latest)
    # All know of the wrong sum already: that the cards do not fit one box would only say it again.
    if sums and not sums[0].secrets_of:
        return (*shared, *sums)
    # Each by itself: where one doubt is shown to some only, another must not be missing for the rest. Of a hand entered by its
    # numbers, others know only the rings.
    known_to_all = _not_dealt(Hand(hand.rings) if hand and hand.cards else hand for hand in hands)
    return (*shared, *sums, *(known_to_all or _for_holders(hands, latest, _not_dealt(hands))))


def doubts_about_dealt(hands: tuple[Hand | None, ...]) -> tuple[Doubt, ...]:
    """More rings dealt than the box prints, or than two hands can hold."""
    total = sum(hand.rings for hand in hands if hand)
    return doubts(total > RING_CARDS and says.TOO_MANY_DEALT(total=total)) or _not_dealt(hands)


def doubts_about_rings(players: Sequence[Player]) -> tuple[Doubt, ...]:
    """More rings than the box has, or rings left to a player who is out."""
    total = sum(player.rings or 0 for player in players)
    # Only a player with no ring left goes out (LU-16).
    keeping = [seat for seat, player in enumerate(players) if player.out and player.rings]
    return doubts(
        total > RING_CARDS and says.TOO_MANY_RINGS(total=total),
        keeping and says.OUT_WITH_RINGS(names=names(keeping)),
    )


def doubts_about_water(players: Sequence[Player]) -> tuple[Doubt, ...]:
    """Fewer water cards than one trick brings: two players take one each, and keep one until they are out."""
    with_water = sum(player.out or player.level is not None for player in players)
    return doubts(with_water < CARDS_TURNED_UP and says.TWO_TAKE_WATER())


def round_is_over(players: Sequence[Player]) -> tuple[Doubt, ...]:
    """Return a doubt if no more than two are left before anyone pays: the round was over."""
    left = sum(not player.out for player in players)
    return doubts(left <= 2 and says.WAS_OVER(count=left))


def out_of_turn(state: State, seat: int) -> tuple[Doubt, ...]:
    """In open play, a card before a leader is named or on another's turn. Recorded matches hold such cards."""
    if state.leader is None and not state.candidates:
        return ()  # after catching up it is not known who leads
    return doubts(
        *first_of(
            state.leader is None and says.SAY_WHO_LEADS(names=Either(names(state.candidates))),
            state.turn not in (None, seat) and says.NOT_YOUR_TURN(name=SeatName(state.turn or 0)),
        ),
        new_entries_only=True,
    )


def too_many_of_level(level: int, times: int) -> Reason:
    """Return that a water level shows more often than there are cards of it (LU-2)."""
    return says.TOO_MANY_OF_LEVEL(what=says.LEVEL.filled(level=level), count=times)


def doubts_about_levels(state: State, levels: tuple[int, int]) -> tuple[Doubt, ...]:
    """A water level turned up more often in this round than the box has cards of it."""
    return doubts(
        *(
            # Seen in finished tricks only, so levels that were turned up for this one and are entered anew do not count
            # twice.
            state.times_seen(level) + levels.count(level) > COPIES_OF_A_LEVEL and says.TURNED_UP_TOO_OFTEN(level=level)
            for level in sorted(set(levels))
        )
    )


def doubts_about_cards(state: State, cards: Mapping[int, int], *, face_down: bool = False) -> tuple[Doubt, ...]:
    """Weather cards played before in this round, or from a hand they do not belong to.

    A doubt about a face-down card would show something of it. So others do not see it, nor may a correction of what
    lay open before make the card fall by it.
    """
    return tuple(flag for seat in sorted(cards) for flag in _about_card(state, seat, cards[seat], face_down=face_down))


def _about_card(state: State, seat: int, card: int, *, face_down: bool) -> list[Doubt]:
    """Return the doubts about one card: played before, or of another hand (LU-19)."""
    flags = []
    secret = frozenset({seat}) if face_down else frozenset[int]()
    if card in state.cards_played:
        flags.append(secret_doubt(says.PLAYED_BEFORE(card=card), secret, is_own_secret=face_down))
    hand = state.hand_of(seat)
    is_known_from_plays = _is_misplaced_by_plays(state, hand, card)
    counts = frozenset[int]() if is_known_from_plays else _misplaced_by_counts(state, hand, card)
    if is_known_from_plays or counts:
        other_hand = says.NOT_IN_HAND(card=card, name=SeatName(seat))
        secrets_of = secret | counts if face_down else secret
        flags.append(secret_doubt(other_hand, secrets_of, is_own_secret=face_down and is_known_from_plays))
    return flags


def _is_misplaced_by_plays(state: State, hand: int, card: int) -> bool:
    """Whether a card cannot be of this hand, by what lay open: another played it, or this one played twelve others."""
    homes: dict[int, int] = {}
    for record in state.tricks:
        for seat, played in record.cards.items():
            # By hand, not by seat: hands move one seat to the left each round (LU-32).
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


def _shared_numbers(hands: tuple[Hand | None, ...], latest: int) -> list[Doubt]:
    """Return a doubt for each hand that has a number of the latest one (LU-1)."""
    mine = hands[latest]
    if mine is None or mine.cards is None:
        return []
    flags = []
    for index, other in enumerate(hands):
        shared = mine.cards & other.cards if other and other.cards and index != latest else None
        if shared:
            # Number after number could be tried to learn a hand from this doubt: only the holder of both may see it.
            both = says.SHARED_CARD(first=SeatName(index), second=SeatName(latest))
            flags.append(secret_doubt(both, frozenset({index, latest})))
    return flags


def can_be_dealt(hands: Iterable[Hand]) -> bool:
    """Whether one box can have dealt these hands: it has cards enough with a whole ring, with half a one, and with none."""
    # All sums that the hands so far can come to, as a hand worth so much may be made up in several ways. The sets stay small:
    # sums that the box cannot hold are dropped.
    dealt = {(0, 0, 0)}
    for hand in hands:
        so_far = [
            (wholes + whole, halves + half, blanks + HAND - whole - half)
            for wholes, halves, blanks in dealt
            for whole, half in _symbols(hand)
        ]
        dealt = {one for one in so_far if one[0] <= WHOLE_RINGS and one[1] <= HALF_RINGS and one[2] <= BLANK_CARDS}
    return bool(dealt)


def _symbols(hand: Hand) -> list[tuple[int, int]]:
    """The cards with a whole ring and with half a one: as counted, or all there can be in a hand worth so much."""
    if hand.whole is not None and hand.half_rings is not None:
        counted = (hand.whole, hand.half_rings - 2 * hand.whole)
        if sum(counted) <= HAND:  # more is doubted for itself
            return [counted]
    # A half ring left over was rounded away (LU-5), so both are possible.
    pairs = [(whole, 2 * (hand.rings - whole) + left_over) for whole in range(hand.rings + 1) for left_over in (0, 1)]
    return [(whole, half) for whole, half in pairs if whole + half <= HAND]


def _not_dealt(hands: Iterable[Hand | None]) -> tuple[Doubt, ...]:
    counted = {seat: hand for seat, hand in enumerate(hands) if hand}
    if can_be_dealt(counted.values()):
        return ()
    # Whose hand changes nothing about it isn't named.
    for seat in [*counted]:
        others = {other: hand for other, hand in counted.items() if other != seat}
        counted = counted if can_be_dealt(others.values()) else others
    return doubts(says.NOT_OF_ONE_BOX(names=names([*counted])), new_entries_only=True)


def _for_holders(hands: tuple[Hand | None, ...], latest: int, flags: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
    """Doubts that only the numbers of hands show: seen only by the holder of every hand that has them."""
    secret = frozenset(seat for seat, hand in enumerate(hands) if hand and hand.cards)
    return tuple(replace(flag, secrets_of=secret, is_own_secret=secret == {latest}) for flag in flags)


def _sums(hands: tuple[Hand | None, ...], latest: int) -> tuple[Doubt, ...]:
    """Return the doubts about all rings together: more or fewer than hands of one box can have (LU-6)."""
    counted = [hand for hand in hands if hand is not None]
    total, players = sum(hand.rings for hand in counted), len(hands)
    if total > RING_CARDS:
        return doubts_about_dealt(hands)
    # While a hand is missing, it may hold all the other rings.
    if len(counted) == players and total < FEWEST_TOGETHER[players]:
        return doubts(says.TOO_FEW_DEALT(total=total, players=players, fewest=FEWEST_TOGETHER[players]))
    # Whether a hand has half a ring left over is its own secret: others see its rings, and could learn the half from a doubt.
    known_to_all = _with_halves([replace(hand, half_rings=None) if hand.cards else hand for hand in counted])
    return known_to_all or _for_holders(hands, latest, _with_halves(counted))


def _with_halves(hands: list[Hand]) -> tuple[Doubt, ...]:
    """Doubts that only the half rings show: more than are printed, or too few although every card is dealt.

    A hand entered as a number of rings may have had a half ring more.
    """
    least = sum(2 * hand.rings if hand.half_rings is None else hand.half_rings for hand in hands)
    most = least + sum(hand.half_rings is None for hand in hands)
    # With fewer players cards stay in the box, and so may rings (LU-4).
    is_too_few = len(hands) == ALL_DEALT and most < 2 * RING_CARDS
    return doubts(
        least > 2 * RING_CARDS and says.TOO_MANY_DEALT(total=in_rings(least)),
        is_too_few and says.ALL_ARE_DEALT(all=RING_CARDS, sum=in_rings(most)),
    )


def doubts_about_scores(points: Sequence[int], rounds: int) -> tuple[Doubt, ...]:
    """Points that so many rounds cannot bring: one off at most in each, or all rings of a hand and 1 more."""
    low, high = POINTS_IF_OUT * rounds, MOST_POINTS * rounds
    wrong = [seat for seat, one in enumerate(points) if not low <= one <= high]
    # Most are left where few were put out at once: two hands of rings and low water, one off for each who is out. Twelve
    # tricks leave fewer.
    most = rounds * (TWO_HANDS + LAST_LEFT * LOW_WATER_BONUS + (len(points) - LAST_LEFT) * POINTS_IF_OUT)
    return doubts(
        *first_of(
            wrong and not rounds and says.NO_POINTS_YET(names=names(wrong)),
            wrong and says.POINTS_OF_EACH(count=rounds, low=low, high=high, names=names(wrong)),
            sum(points) > most and says.POINTS_OF_ALL(count=sum(points), most=most),
        )
    )


def doubts_about_rings_lost(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Doubt, ...]:
    """Return a doubt for too few or too many rings lost and players out; none while a hand is not known."""
    if None in dealt:
        return ()
    out = sum(player.out for player in players)
    kept = sum(player.rings or 0 for player in players if not player.out)
    # Who is out has lost all rings, and went out by one more loss.
    losses = sum(one or 0 for one in dealt) - kept + out
    # Two lose in a trick at most, and two more after each who goes out in it.
    is_many = losses > COPIES_OF_A_LEVEL * (tricks + out) if tricks else losses > 0
    return doubts(losses < tricks and says.TOO_FEW_LOST(), is_many and says.TOO_MANY_LOST())


def doubts_about_water_shown(players: Sequence[Player], dealt: Sequence[int | None], tricks: int) -> tuple[Doubt, ...]:
    """Return a doubt for more water than two cards a trick, and for rings lost by players who show none."""
    with_water = sum(player.out or player.level is not None for player in players)
    most = CARDS_TURNED_UP * tricks
    # The highest water alone loses (LU-14), so no ring is lost without a water card.
    without = [
        seat
        for seat, player in enumerate(players)
        if not player.out and player.level is None and (player.rings or 0) < (dealt[seat] or 0)
    ]
    beyond = doubts(
        with_water > most and says.TOO_MANY_WITH_WATER(count=with_water, most=most),
        without and says.LOST_WITHOUT_WATER(names=names(without)),
    )
    return (*(doubts_about_water(players) if tricks else ()), *beyond)
