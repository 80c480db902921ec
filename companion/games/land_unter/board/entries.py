"""Entering a trick on the board: four taps or the card numbers, and what would follow from them (LU-10 to LU-20)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.engine.errors import IllegalMove
from companion.engine.game import Draft, Outcome, Viewer
from companion.engine.schema.formdata import choice, number, numbers
from companion.engine.text import SeatName, Text, names, say, say_many, signs
from companion.games.land_unter.board.water import Water, water
from companion.games.land_unter.rules.components import CARDS_TURNED_UP, HAND, TRICKS, WEATHER_CARDS, in_rings
from companion.games.land_unter.rules.moves import Trick
from companion.games.land_unter.rules.play import whole_trick
from companion.games.land_unter.rules.score import count_symbols
from companion.games.land_unter.rules.state import State

WAYS: Final = ("highest", "cards")


class CardPick(NamedTuple):
    """One player whose card is entered. `is_out`: of the round; `card` is the number so far."""

    seat: int
    is_out: bool
    card: int | None


class CardCell(NamedTuple):
    """One weather card to tap: laid earlier in this round, or tapped for another player in this trick."""

    card: int
    is_chosen: bool
    is_played: bool
    is_anothers: bool


class TrickEntry(NamedTuple):
    """The form that enters a trick. `who` is the player whose number is asked for; `coming` the water each would take.

    `grid` is empty if the numbers are not asked for.
    """

    way: str
    water: Water
    highest: int | None
    second: int | None
    people: tuple[CardPick, ...]
    who: int | None
    grid: tuple[CardCell, ...]
    coming: Mapping[int, int]
    small: Text
    is_complete: bool


def trick_entry(state: State, taps: Draft) -> TrickEntry:
    entered = {seat: number(taps, f"cards.{seat}", 1, WEATHER_CARDS) for seat in range(state.seats)}
    cards = {seat: card for seat, card in entered.items() if card is not None}
    way = choice(taps, "_trick_way", WAYS) or ("cards" if cards else "highest")
    # Numbers tapped before the other way was chosen stay in the draft; they must not decide the trick.
    cards = cards if way == "cards" else {}
    turned_up = water(state, taps)
    highest = _in(state, number(taps, "highest", 0, state.seats - 1))
    second = _in(state, number(taps, "second", 0, state.seats - 1))
    still = _still_to_tap(state, way, turned_up, highest, second, cards)
    outcome: Outcome[State] | IllegalMove | None = None
    if not still:
        pair = (turned_up.levels[0], turned_up.levels[1])
        move = Trick(pair, cards=cards) if way == "cards" else Trick(pair, highest=highest, second=second)
        try:
            outcome = whole_trick(state, move)
        except IllegalMove as error:
            outcome = error
    # The whole trick is tried on the state and forgotten: the rules say what it would bring, not a copy of them.
    coming = dict(outcome.state.tricks[-1].takes) if isinstance(outcome, Outcome) else {}
    who = _who(state, taps, cards)
    return TrickEntry(
        way=way,
        water=turned_up,
        highest=highest,
        # A player tapped for both is taken for the highest only; the entry still asks for the second.
        second=None if second == highest else second,
        people=tuple(CardPick(seat, player.out, cards.get(seat)) for seat, player in enumerate(state.players)),
        who=who,
        grid=_grid(state, cards, who) if way == "cards" else (),
        coming=coming,
        small=still or _what_follows(outcome),
        is_complete=still is None and not isinstance(outcome, IllegalMove),
    )


def _in(state: State, seat: int | None) -> int | None:
    return None if seat is None or state.players[seat].out else seat


def _still_to_tap(
    state: State, way: str, turned_up: Water, highest: int | None, second: int | None, cards: Mapping[int, int]
) -> Text | None:
    """What keeps the entry from being complete; None if nothing does."""
    if len(turned_up.levels) > CARDS_TURNED_UP:
        return say("Only 2 water cards are turned up. Clear one.")
    things, missing = turned_up.missing, [seat for seat in state.still_in if seat not in cards]
    if way == "cards" and missing:
        things.append(say_many("Which card did {names} play?", "Which cards did {names} play?", missing))
    if way == "highest" and (highest is None or second in (None, highest)):
        things.append(say("Who played the two highest cards?"))
    # One thing after the other, so that the line stays one.
    return things[0] if things else None


def _what_follows(outcome: Outcome[State] | IllegalMove | None) -> Text:
    """What recording the trick would bring: an objection, or who shows the most water and what that costs."""
    if isinstance(outcome, IllegalMove):
        return outcome.reasons[0].text
    assert outcome is not None
    record = outcome.state.tricks[-1]
    loses = record.who_loses
    # The ruling speaks of the early end alone: after the twelfth trick the round is over in any case (LU-20).
    ends = record.trick + 1 == TRICKS or bool(loses.verdict["round_over"])
    showing = [player.level for player in record.before if player.level is not None]
    # From before the loss: who goes out by it shows no water afterwards.
    top = [seat for seat, player in enumerate(record.before) if player.level == max(showing)]
    text = say_many(
        "Highest water: {names} at {level}. {what}",
        "Highest water: {names} at {level}. {what}",
        top,
        level=max(showing),
        what=loses.headline,
    )
    return signs("{first} {second}", first=text, second=say("The round ends.")) if ends else text


def _who(state: State, taps: Draft, cards: Mapping[int, int]) -> int | None:
    """Whose number is asked for: the player tapped, else the next without one, in open play from the leader on.

    Once all have one, it is the last: the numbers stay where the finger is.
    """
    asked = _in(state, number(taps, "who", 0, state.seats - 1))
    if asked is not None:
        return asked
    first = state.leader or 0
    around = [seat for step in range(state.seats) if (seat := (first + step) % state.seats) in state.still_in]
    return next((seat for seat in around if seat not in cards), around[-1] if around else None)


def _grid(state: State, cards: Mapping[int, int], who: int | None) -> tuple[CardCell, ...]:
    played = state.cards_played
    others = {number for seat, number in cards.items() if seat != who}
    chosen = None if who is None else cards.get(who)
    return tuple(CardCell(card, card == chosen, card in played, card in others) for card in range(1, WEATHER_CARDS + 1))


RING_WAYS: Final = ("symbols", "cards", "rings")


class RingSum(NamedTuple):
    """The result of the taps: the sum with its half, the rings to take, and two lines on how."""

    sum: str
    rings: int
    lines: tuple[Text, ...]


class RingEntry(NamedTuple):
    """The form that counts one hand; no seat's where the hands that are missing are counted on other phones.

    `counted`: the rings of each player so far, None where they are still missing.
    """

    seat: int | None
    way: str
    counted: tuple[int | None, ...]
    missing: Text
    whole: int | None
    half: int | None
    rings: int | None
    cards: frozenset[int]
    tally: RingSum | None
    main: Text
    small: Text
    is_complete: bool


def ring_entry(state: State, viewer: Viewer, taps: Draft) -> RingEntry:
    """The form as far as it is filled in; own seat first, then those missing without a phone of their own."""
    missing = [seat for seat, hand in enumerate(state.hands) if hand is None]
    chosen = number(taps, "seat", 0, state.seats - 1)
    # False sorts before True: the seat of this phone comes first.
    here = sorted(set(missing) - viewer.elsewhere, key=lambda one: one not in viewer.seats)
    seat = (here[0] if here else None) if chosen is None else chosen
    taps = _as_counted(state, viewer, taps, chosen) if _is_newly_chosen(taps, chosen) else taps
    way = choice(taps, "_rings_way", RING_WAYS) or (
        "cards" if "cards" in taps else "symbols" if {"whole", "half"} & taps.keys() else "rings"
    )
    whole, half, rings = (number(taps, name, 0, HAND) for name in ("whole", "half", "rings"))
    cards = frozenset(numbers(taps, "cards", 1, WEATHER_CARDS))
    tally = _tally(way, whole, half, cards)
    still = _rings_to_tap(way, whole, half, rings, cards)
    rest = [one for one in here if one != seat]
    elsewhere = [one for one in missing if one != seat]
    is_own = seat in viewer.seats
    worth = None if still else tally.rings if tally else rings
    # A hand that is counted already: the button then says from what to what it is edited.
    before = None if seat is None else state.players[seat].rings
    # With no one left to count here, the hands that other phones count come next, and not on this one.
    others = _still_to_count(elsewhere) if elsewhere else say("then the first trick")
    after = say("then {names}", names=SeatName(rest[0])) if rest else others
    if before is not None and worth not in (None, before):
        after = signs("{before} → {after}", before=before, after=worth)
    return RingEntry(
        seat=seat,
        way=way,
        counted=tuple(player.rings for player in state.players),
        missing=_still_to_count(missing),
        whole=whole,
        half=half,
        rings=rings,
        cards=cards,
        tally=tally,
        main=_main(missing[0] if seat is None else seat, worth, before, is_own=is_own),
        small=still or after,
        is_complete=still is None,
    )


VALUES: Final = ("cards", "whole", "half", "rings")


def _is_newly_chosen(taps: Draft, chosen: int | None) -> bool:
    """Return whether a player was tapped last: the form was drawn for another, and nothing is entered yet."""
    return chosen is not None and taps.get("_whose") != (str(chosen),) and not any(name in taps for name in VALUES)


def _as_counted(state: State, viewer: Viewer, taps: Draft, seat: int | None) -> Draft:
    """Return the form as this hand was counted, as far as the viewer may know; as it is if it was not."""
    hand = None if seat is None else state.hands[seat]
    if hand is None:
        return taps
    entered: Mapping[str, Iterable[int]] = {"rings": (hand.rings,)}
    if seat in viewer.seats and hand.cards is not None:
        entered = {"cards": sorted(hand.cards)}
    elif seat in viewer.seats and hand.whole is not None and hand.half_rings is not None:
        entered = {"whole": (hand.whole,), "half": (hand.half_rings - 2 * hand.whole,)}
    kept = {name: values for name, values in taps.items() if name != "_rings_way"}
    return {**kept, **{name: tuple(map(str, values)) for name, values in entered.items()}}


def _still_to_count(seats: Sequence[int]) -> Text:
    return say("Still to count: {names}", names=names(seats))


def _tally(way: str, whole: int | None, half: int | None, cards: frozenset[int]) -> RingSum | None:
    tapped: tuple[Text, ...] = ()
    if way == "cards" and cards:
        whole, half = count_symbols(cards)
        tapped = (say("{count} of {all} cards", count=len(cards), all=HAND),)
    if way == "rings" or (way == "cards" and not cards) or whole is None or half is None:
        return None
    printed = say("Whole rings: {whole}, half rings: {half}", whole=whole, half=half)
    return RingSum(in_rings(2 * whole + half), whole + half // 2, (*tapped, printed))


def _rings_to_tap(
    way: str, whole: int | None, half: int | None, rings: int | None, cards: frozenset[int]
) -> Text | None:
    """What keeps the entry from being complete; None if nothing does."""
    if way == "rings":
        return say("Enter the number of rings") if rings is None else None
    if way == "symbols":
        if whole is None:
            return say("Enter the whole rings, 0 if there are none")
        if half is None:
            return say("Enter the half rings, 0 if there are none")
        too_many = say("A hand has at most {most} rings. Check your number.", most=HAND)
        return too_many if whole + half // 2 > HAND else None
    over = len(cards) - HAND
    if over > 0:
        return say_many("{count} card too many. Clear it.", "{count} cards too many. Clear them.", over)
    return say_many("Tap {count} more card", "Tap {count} more cards", -over) if over else None


def _main(seat: int, worth: int | None, before: int | None, *, is_own: bool) -> Text:
    if before is not None and not is_own:
        # No one's saved count is changed by mistake.
        return say("Edit {name}’s rings", name=SeatName(seat))
    if worth is None:
        return say("Save your rings") if is_own else say("Save {name}’s rings", name=SeatName(seat))
    if is_own:
        return say_many("Take {count} ring", "Take {count} rings", worth)
    return say_many("{name} takes {count} ring", "{name} takes {count} rings", worth, name=SeatName(seat))
