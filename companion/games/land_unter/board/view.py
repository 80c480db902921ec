"""What the board of Land Unter shows one viewer, and the table screen: what happened last, the entry being made.

Nothing here changes a match: what an entry would bring is found out by trying it on the state and forgetting it.
"""

from dataclasses import replace
from typing import Final, Literal, NamedTuple

from companion.engine.charts import LineChart
from companion.engine.game import GONE_ON, Draft, Moment, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.present import Screen
from companion.engine.schema.formdata import choice, kind_of, numbers, taps_of
from companion.engine.story import best, who_won
from companion.engine.text import SeatName, Text, apart, say
from companion.games.land_unter.board.drawings import (
    Mark,
    RoundEnd,
    Tank,
    WaterChart,
    last_round,
    last_verdict,
    rounds_played,
    score_chart,
    tanks,
    tanks_as_they_are,
    trace,
    water_chart,
)
from companion.games.land_unter.board.entries import WAYS, RingEntry, TrickEntry, ring_entry, trick_entry
from companion.games.land_unter.board.water import TrickSoFar, has_pieces, lacks_water, pieces
from companion.games.land_unter.board.yours import LoserSentence, loser_sentences
from companion.games.land_unter.rules.components import TRICKS
from companion.games.land_unter.rules.losers import may_lose_again
from companion.games.land_unter.rules.state import Phase, State, TrickRecord

OWN_CARD: Final = "own"
"""The way of entering a trick by only one's own card."""
PIECES: Final = ("lay", "levels")


class Ending(NamedTuple):
    scores: LineChart
    water: WaterChart


class LossEntry(NamedTuple):
    """Only who loses a ring, or shows the lowest water at the end: the move that a tap on a tank records, who is chosen so far.

    `again`: who may lose twice; `twice`: who is chosen for that.
    """

    kind: Literal["loses", "lowest"]
    chosen: frozenset[int]
    again: tuple[int, ...]
    twice: frozenset[int]


class Board(NamedTuple):
    """Everything the template shows. `round` and `trick` count from 1; `trace` are the tricks of this round.

    `is_read`: the table has gone on from the end of the round before. `has_own_card`: the viewer as one who plays has a
    card to lay. `lacks_water`: every card is in by itself, so that the water alone is missing.
    """

    phase: Phase
    moment: str
    round: int
    rounds: int
    trick: int
    tricks: int
    tanks: tuple[Tank, ...]
    trace: tuple[Mark, ...]
    is_read: bool
    is_open_play: bool
    has_water: bool
    turn: int | None
    candidates: tuple[int, ...]
    by_own_card: bool
    has_own_card: bool
    lacks_water: bool
    ring_entry: RingEntry | None
    trick_entry: TrickEntry | None
    loss_entry: LossEntry | None
    pieces: TrickSoFar | None
    verdict: TrickRecord | None
    round_end: RoundEnd | None
    rounds_played: tuple[RoundEnd, ...]
    ending: Ending | None

    @property
    def moments_done(self) -> tuple[str, ...]:
        """When the tricks of this round were played that were recorded as tricks."""
        return tuple([one.moment for one in self.trace if one.headline])

    @property
    def loser_sentences(self) -> tuple[LoserSentence, ...]:
        """What each loser of the last trick reads in place of what the others do."""
        return loser_sentences(self.verdict) if self.verdict else ()

    def beside_points(self, seat: int) -> int | None:
        """The rings left, which stand beside the points in one's own line."""
        return self.tanks[seat].rings


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: counting rings, a trick of a round, or the end."""
    if state.is_over:
        return Moment("over", say("after the end"), say("after the end"))
    if state.is_counting:
        return Moment("rings", say("Counting rings"), say("Counting rings"))
    part, name = say("Round {round}", round=state.round + 1), say("Trick {trick}", trick=state.trick + 1)
    if state.asks_lowest:
        return Moment(f"r{state.round}tlow", part, say("the lowest water"))
    return Moment(f"r{state.round}t{state.trick}", part, name, pauses=last_round(state) is not None)


def board(state: State, viewer: Viewer, draft: Draft) -> Board:
    if state.is_counting or any(name != GONE_ON for name in draft) or _lays_next(state, viewer, draft):
        return draw_up(state, viewer, draft)
    # Most devices have tapped nothing: one board is drawn for all of these, and only who is out differs in it.
    untouched = _gone_on(state) if draft else _untouched(state)
    return untouched._replace(has_own_card=False) if _is_out(state, viewer) else untouched


@cached_by_identity
def _untouched(state: State) -> Board:
    """The board before anything is tapped, the same for all who are not out."""
    return draw_up(state, Viewer(), {})


@cached_by_identity
def _gone_on(state: State) -> Board:
    """The same once the table has gone on from the end of the round before."""
    return draw_up(state, Viewer(), {GONE_ON: (moment(state).key,)})


def may_enter_own(state: State, viewer: Viewer, draft: Draft) -> bool:
    """Return whether one's own rings are still to be counted, or the entry of one's own card has been opened."""
    if state.is_counting:
        return any(state.hands[seat] is None for seat in viewer.seats)
    return (
        _way(state, viewer, draft) == OWN_CARD
        and state.phase == "trick"
        and bool(viewer.seats)
        and not (state.is_by_rings or _is_out(state, viewer))
    )


def _way(state: State, viewer: Viewer, draft: Draft) -> str:
    """Return the way of entering a trick that this viewer has chosen, else the one by which the table plays it."""
    usual = OWN_CARD if kind_of(draft) in PIECES or _lays_next(state, viewer, draft) else "highest"
    return choice(draft, "_trick_way", (*WAYS, OWN_CARD)) or ("highest" if lacks_water(state) else usual)


def _lays_next(state: State, viewer: Viewer, draft: Draft) -> bool:
    """Return whether the trick comes in piece by piece, so that a phone of one seat opens its own card, laid or not."""
    comes_in = has_pieces(state) and not lacks_water(state) and kind_of(draft) != "trick"
    return comes_in and len(viewer.seats) == 1 and not _is_out(state, viewer)


def _is_out(state: State, viewer: Viewer) -> bool:
    # A viewer without a seat, as the television, plays no one who could be out.
    return bool(viewer.seats) and viewer.seats.isdisjoint(state.still_in)


def draw_up(state: State, viewer: Viewer, draft: Draft) -> Board:
    phase, now = state.phase, moment(state).key
    loss = trick = None
    if phase == "trick" and state.is_by_rings:
        kind: Literal["loses", "lowest"] = "lowest" if state.asks_lowest else "loses"
        tapped = [seat for seat in numbers(taps_of(draft, kind), "seats", 0, state.seats - 1) if seat in state.still_in]
        again = () if state.asks_lowest else may_lose_again(state)
        twice = frozenset(seat for seat in again if tapped.count(seat) > 1)
        loss = LossEntry(kind, frozenset(tapped), again, twice)
    elif phase == "trick":
        trick = trick_entry(state, taps_of(draft, "trick", "levels"))
    has_own_card = trick is not None and not _is_out(state, viewer)
    is_all_in = lacks_water(state)
    by_own_card = has_own_card and bool(viewer.seats) and _way(state, viewer, draft) == OWN_CARD
    # Water stays tapped, whether the whole trick is entered or only the own card.
    of_water = (*PIECES, "trick") if by_own_card and state.levels is None else PIECES
    # If no one looks at the own card it is left out: it would make every seat's board a different one.
    looks = viewer if by_own_card else Viewer()
    return Board(
        phase=phase,
        moment=now,
        round=min(state.round + 1, state.seats),
        rounds=state.seats,
        trick=min(state.trick + 1, TRICKS),
        tricks=TRICKS,
        tanks=tanks(state, trick.coming) if trick and trick.coming and not by_own_card else tanks_as_they_are(state),
        trace=trace(state),
        # Where a piece of the new trick is entered, the table has gone on, whatever this phone shows.
        is_read=has_pieces(state) or draft.get(GONE_ON) == (now,),
        has_water=phase != "rings" and not state.is_by_rings,
        is_open_play=bool(state.options["open_play"]),
        turn=state.turn,
        candidates=state.candidates,
        by_own_card=by_own_card,
        has_own_card=has_own_card,
        lacks_water=is_all_in,
        ring_entry=ring_entry(state, viewer, taps_of(draft, "count_rings")) if phase == "rings" else None,
        trick_entry=trick,
        loss_entry=loss,
        pieces=pieces(state, looks, taps_of(draft, *of_water)) if by_own_card or has_pieces(state) else None,
        verdict=last_verdict(state),
        round_end=last_round(state),
        rounds_played=rounds_played(state),
        ending=Ending(score_chart(state), water_chart(state)) if phase == "over" else None,
    )


class WaterCard(NamedTuple):
    """One of the two water cards of a trick: its level, and who took it; None while the trick is played."""

    level: int
    taker: int | None


def screen(state: State) -> Screen:
    done = _just_ended(state)
    shown = _screen(state, done)
    return replace(shown, gone_on=replace(_screen(state, None), verdict=(done.headline,))) if done else shown


def _screen(state: State, done: RoundEnd | None) -> Screen:
    return Screen(
        place=_place(state, done),
        within=None
        if state.is_over or done
        else say("Round {round} of {rounds}", round=state.round + 1, rounds=state.seats),
        steps=(state.trick, TRICKS) if not (state.is_over or state.is_counting or done) else None,
        call=_call(state, done),
        turn=None if state.asks_lowest else state.turn,
        awaited=awaited(state),
        verdict=_verdict(state),
        counted=say("Points") if state.is_over else None,
        more=() if done else _waters(state),
    )


def _just_ended(state: State) -> RoundEnd | None:
    """Return the round whose end is on the television: until a card of the next one is entered."""
    return None if has_pieces(state) else last_round(state)


def awaited(state: State) -> tuple[int, ...]:
    """Who has rings to count, or a card to lay if cards are entered one by one."""
    if state.is_over:
        return ()
    if state.is_counting:
        return tuple(seat for seat in range(state.seats) if state.hands[state.hand_of(seat)] is None)
    laid = dict(state.laid)
    # In open play the turn already says who is awaited; and before the first card no one knows whether cards are entered one
    # by one.
    return tuple(seat for seat in state.still_in if seat not in laid) if laid and state.turn is None else ()


def _place(state: State, done: RoundEnd | None) -> Text:
    if state.is_over:
        return say("The game is over")
    if state.is_counting:
        return say("Counting rings")
    if state.asks_lowest:
        return say("End of the round")
    if done:
        return say("Round {round} of {rounds}", round=done.number, rounds=state.seats)
    return say("Trick {trick} of {tricks}", trick=state.trick + 1, tricks=TRICKS)


def _call(state: State, done: RoundEnd | None) -> Text | None:
    if state.is_over:
        return None
    if state.is_counting:
        return say("Count your rings")
    if lacks_water(state):
        return say("Everyone has played. Enter the water.")
    if state.asks_lowest:
        return say("Who has the lowest water?")
    if done:
        return say("Everyone passes their hand and rings to the left.")
    turn = state.turn
    if state.options["open_play"]:
        return say("Play a card face up") if turn is None else say("{name} plays a card face up", name=SeatName(turn))
    return say("Play a card face down")


def _verdict(state: State) -> tuple[Text, ...]:
    if state.is_over:
        return (who_won(best(state.scores), max(state.scores)),)
    last = last_verdict(state)
    if last is None:
        return ()
    return apart(last.who_loses.headline)


def _waters(state: State) -> tuple[WaterCard, ...]:
    """The water that lies there, the highest player's card first; once taken, who took it."""
    if state.levels is not None:
        return tuple(WaterCard(level, None) for level in sorted(state.levels))
    last = last_verdict(state)
    # Between two rounds no water lies there: the cards are shuffled anew (LU-7).
    if last is None or state.is_over or not state.trick:
        return ()
    return tuple(sorted(WaterCard(level, seat) for seat, level in last.takes.items()))
