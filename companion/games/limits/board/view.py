"""What the board of Limits shows one viewer, and the table screen: the round, the last verdict, the entry being made.

Nothing here changes a match, and nothing tells a viewer a colour, a count or a hidden card of the present round that is not
that viewer's own (LI-16).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal, NamedTuple, TypeAlias

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.game import Draft, Moment, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.present import Screen
from companion.engine.rulings import Reason
from companion.engine.schema.formdata import choice, kind_of, number, taps_of
from companion.engine.story import Turned, best, turned, who_won
from companion.engine.text import SeatName, Text, apart, names, say, say_many, signs
from companion.games.limits.board.card import (
    SWATCHES,
    CardEntry,
    DrawnCard,
    Swatch,
    card_entry,
    shown,
    swatch,
    whole_card,
)
from companion.games.limits.board.verdicts import (
    AccuseEntry,
    Verdict,
    VerdictEntry,
    accuse_entry,
    accuses,
    last_verdict,
    verdict_entry,
)
from companion.games.limits.rules.audit import too_early
from companion.games.limits.rules.components import COLOURS, Colour, LaidOut, laid_out
from companion.games.limits.rules.state import RoundRecord, State, advice


class PlayerRow(NamedTuple):
    """One player: points, limit cards, score; if the pile is logged, also what is entered."""

    seat: int
    score: int
    limit_cards: int
    has_hidden: bool
    can_have_forgotten: bool

    is_starter: bool
    has_turn: bool


class HideEntry(NamedTuple):
    """What one player hides: a colour for each card, None if it is still to be tapped."""

    seat: int
    chosen: tuple[Swatch | None, ...]
    main: Text
    small: Text | None
    is_complete: bool


@cached_by_identity
def rows(state: State) -> tuple[PlayerRow, ...]:
    return tuple(
        PlayerRow(
            seat=seat,
            score=player.score,
            limit_cards=player.limit_cards,
            has_hidden=player.hidden is not None,
            can_have_forgotten=player.drew_after_laying,
            is_starter=state.starter == seat and not state.is_over,
            has_turn=state.turn == seat,
        )
        for seat, player in enumerate(state.players)
    )


def hand(state: State, viewer: Viewer) -> tuple[Swatch, ...]:
    """What only the seat that acts here sees: the cards it has hidden in this round, as far as they are entered."""
    entered = (state.players[seat].hidden for seat in viewer.seats)
    return next((tuple(swatch(one) for one in hidden) for hidden in entered if hidden is not None), ())


def hide_entry(state: State, viewer: Viewer, draft: Draft) -> HideEntry | None:
    """The form for the seat that acts here; None if no one does, or it has hidden already.

    What another seat has tapped on the same device is ignored.
    """
    # For the seat that looks, and no other: whose colours are tapped must not be seen by the one beside (LI-16).
    seat = next((one for one in viewer.seats if state.players[one].hidden is None), None)
    if seat is None:
        return None
    taps = taps_of(draft, "hide")
    is_own = number(taps, "seat", 0, state.seats - 1) == seat
    count = laid_out(state.seats).hidden
    tapped = _tapped(taps, count) if is_own else (None,) * count
    chosen = tuple(None if one is None else swatch(one) for one in tapped)
    missing = chosen.count(None)
    if missing:
        main = say_many("Hide {count} card", "Hide {count} cards", count)
        small = say_many("Tap {count} colour", "Tap {count} colours", missing)
        return HideEntry(seat, chosen, main, small, False)
    main = say("Hide {colours}", colours=tuple(one.word for one in chosen if one is not None))
    rest = [one for one in state.not_hidden if one != seat]
    begins = None if state.starter is None else say("then {name} begins", name=SeatName(state.starter))
    return HideEntry(seat, chosen, main, say("then {names}", names=names(rest)) if rest else begins, True)


def _still_to_hide(seats: int, missing: tuple[int, ...]) -> Text:
    """Return what is still to be done, and by whom."""
    count = laid_out(seats).hidden
    return say("{what}: {value}", what=say_many("Hide {count} card", "Hide {count} cards", count), value=names(missing))


def _tapped(taps: Draft, count: int) -> tuple[Colour | None, ...]:
    """The colours tapped one by one, or those of an entry that is being corrected, as a list."""
    listed = [next((colour for colour in COLOURS if colour == one), None) for one in taps.get("colours", ())]
    return tuple(
        choice(taps, f"colours.{at}", COLOURS) or (listed[at] if at < len(listed) else None) for at in range(count)
    )


Form: TypeAlias = Literal["start", "limit", "hide", "lay", "exchange", "accuse", "verdict"]
OPENED: Final[dict[bool, tuple[Form, ...]]] = {
    True: ("exchange", "accuse", "verdict"),
    False: ("accuse", "exchange", "verdict", "limit", "start"),
}
"""The forms a player opens, by whether the pile is logged: a table that counts need not say who starts, nor enter a card."""


class FinishedRound(NamedTuple):
    """A finished round: who took its limit card, the scores after it, its verdict, and when that can have been entered."""

    number: int
    taker: int
    scores: tuple[int, ...]
    lines: tuple[Text, ...]
    moments: tuple[str, ...]


class Board(NamedTuple):
    """Everything the template shows. `round` counts from 1; `form` is the entry that is open on this device.

    `plays`: whose card or exchange is entered, the player tapped, else the player in turn. `next_seat`: who lays next,
    as far as that is known. `to_do`: what everyone does in a round whose cards nobody taps. `accused`: who accuses whom, not yet
    counted; `early`: that it is another's turn. `to_pass`: those it may be passed to. `tapped_seat`: whose past entry is corrected.
    """

    phase: str
    moment: str
    round: int
    rounds: int
    is_logged: bool
    rows: tuple[PlayerRow, ...]
    starter: int | None
    turn: int | None
    next_seat: int | None
    to_do: tuple[Text, ...]
    accused: tuple[int, int] | None
    early: tuple[Reason, ...]
    card: DrawnCard | None
    pile: int
    form: Form | None
    swatches: tuple[Swatch, ...]
    facts: LaidOut
    youngest: int | None
    card_entry: CardEntry | None
    hide_entry: HideEntry | None
    still_to_hide: Text | None
    not_hidden: tuple[int, ...]
    verdict_entry: VerdictEntry | None
    accuse_entry: AccuseEntry | None
    plays: int | None
    to_pass: tuple[int, ...]
    tapped_seat: int
    handing: Reason | None
    trace: tuple[FinishedRound, ...]
    verdict: Verdict | None
    chart: LineChart | None


STEPS: Final[Mapping[str, Text]] = {
    "start": say("Who starts?"),
    "limit": say("The limit card"),
    "hide": say("Hiding"),
    "play": say("Playing and accusing"),
    "count": say("Playing and accusing"),
}
"""The part of a round an entry belongs to; `game.PHASES` says what a table does next."""


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to: a phase of a round and, if the pile is logged, its last card."""
    # Each card of a logged pile is a step of its own; where the table counts, the pile is empty and the phase is the step.
    key = f"r{state.played}{state.phase}{len(state.pile)}"
    if state.is_over:
        return Moment(key, say("after the end"), say("after the end"))
    part = say("Round {round}", round=state.played + 1)
    # A table that counts enters what it likes: a card, and who is guilty, without who starts.
    return Moment(key, part, STEPS[state.phase] if state.is_logged else part)


def board(state: State, viewer: Viewer, draft: Draft) -> Board:
    form = open_form(state, viewer, draft)
    # In play too: a hidden card that was never entered would not count in the verdict (LI-11).
    is_hiding = state.phase in ("hide", "play") and state.is_logged
    missing = state.not_hidden if is_hiding else ()
    kinds = ("lay", "exchange") if state.is_logged else ("exchange",)
    tapped = number(taps_of(draft, *kinds), "seat", 0, state.seats - 1)
    return Board(
        phase=state.phase,
        moment=moment(state).key,
        round=state.played + (not state.is_over),
        rounds=laid_out(state.seats).rounds,
        is_logged=state.is_logged,
        rows=rows(state),
        starter=state.starter,
        turn=state.turn,
        next_seat=state.next_seat,
        to_do=to_do(state),
        accused=state.accused,
        early=() if state.accused is None else too_early(replace(state, accused=None), state.accused[0]),
        card=None if state.numbers is None else shown(whole_card(state.numbers)),
        # One of the two is always 0: a pile is logged, or the table counts it.
        pile=sum(laid.cards for laid in state.pile) + state.unseen,
        form=form,
        swatches=SWATCHES,
        facts=laid_out(state.seats),
        youngest=number(taps_of(draft, "start"), "seat", 0, state.seats - 1),
        card_entry=card_entry(state, draft) if form == "limit" else None,
        hide_entry=hide_entry(state, viewer, draft) if is_hiding else None,
        still_to_hide=_still_to_hide(state.seats, missing) if missing else None,
        not_hidden=missing,
        verdict_entry=verdict_entry(state, draft) if form == "verdict" else None,
        accuse_entry=accuse_entry(state, viewer, draft) if form == "accuse" else None,
        plays=state.turn if tapped is None else tapped,
        to_pass=tuple(seat for seat in range(state.seats) if seat not in viewer.seats | viewer.elsewhere),
        tapped_seat=number(draft, "seat", 0, state.seats - 1) or 0,
        handing=None if state.handed is None else advice(state.handed),
        trace=trace(state),
        verdict=last_verdict(state),
        chart=_chart(state) if state.is_over else None,
    )


def to_do(state: State) -> tuple[Text, ...]:
    """What everyone does from the limit card to an accusation, as long as no card is tapped; the last holds throughout."""
    if state.is_logged or state.phase != "play" or state.unseen:
        return ()
    return (_everyone_hides(state), _who_starts(state), say("Play up to the limit, and accuse anyone over it."))


def _everyone_hides(state: State) -> Text:
    return say_many("Everyone hides {count} card", "Everyone hides {count} cards", laid_out(state.seats).hidden)


def _who_starts(state: State) -> Text:
    # A table that counts may turn up the card, and play, without saying who starts.
    if state.next_seat is None:
        return say("The youngest player starts.")
    return say("{name} starts.", name=SeatName(state.next_seat))


@cached_by_identity
def trace(state: State) -> tuple[FinishedRound, ...]:
    """The finished rounds, the same for all who look on."""
    return tuple(_step(record) for record in state.rounds)


@cached_by_identity
def _step(record: RoundRecord) -> FinishedRound:
    # A table that counts may enter the verdict without saying first who starts, or who accuses: in any of these phases.
    phases = ("play",) if record.pile else ("count", "play", "limit", "start")
    return FinishedRound(
        record.number,
        record.took_limit_card,
        record.scores,
        apart(record.ruling.headline),
        tuple(f"r{record.number - 1}{phase}{len(record.pile)}" for phase in phases),
    )


def put_right(before: State, after: State, when: Moment, reader: int | None) -> Turned | None:
    """Return what the verdicts say that a correction changed, or whose points it did."""
    # As far as both have it: a correction may take rounds away.
    both = zip(before.rounds, after.rounds, strict=False)
    changed = [now for was, now in both if was.ruling.headline != now.ruling.headline]
    said = tuple(_yours(one) if one.accused == reader else apart(one.ruling.headline)[0] for one in changed)
    if not said:
        return turned(when.part, before.scores, after.scores, reader)
    return Turned(when.part, signs("{what}", what=said))


def _yours(record: RoundRecord) -> Text:
    return say("You’re guilty.") if record.count.is_guilty else say("You’re not guilty.")


def open_form(state: State, viewer: Viewer, draft: Draft) -> Form | None:
    """The entry this device is at: the one of the phase, or in play the one a player has opened here.

    Who accuses also counts, as does the only phone at a table.
    """
    begun = kind_of(draft)
    # `elsewhere` is empty at the only phone of a table, which then counts for everyone.
    if state.accused is not None and (state.accused[0] in viewer.seats or not viewer.elsewhere):
        return "limit" if begun == "limit" else "verdict"
    if not state.is_logged and not state.is_over:
        # Who starts is asked before anything else, once; a limit card may be turned up without it.
        asked: Form | None = "start" if state.phase == "start" and not state.played else None
        return next((form for form in OPENED[False] if form == begun), asked)
    if state.phase == "start":
        return "start"
    if state.phase == "limit":
        # The verdict on the round before is shown here until a player goes on.
        return "limit" if begun == "limit" or state.last_round is None else None
    if state.phase == "hide":
        return "hide"
    if state.phase == "play":
        return next((form for form in OPENED[True] if form == begun), "lay")
    return None


def _chart(state: State) -> LineChart:
    scores = [(0,) * state.seats, *(record.scores for record in state.rounds)]
    return line_chart([0, *(record.number for record in state.rounds)], by_seat(scores))


def screen(state: State) -> Screen:
    """What is shown round the limit card, or round the verdict until the next one is turned up."""
    rounds, last = laid_out(state.seats).rounds, last_verdict(state)
    shows_verdict = state.phase == "limit" and last is not None
    # The round whose verdict is shown is still that one, until the next limit card is turned up.
    number = state.played if shows_verdict or state.is_over else state.played + 1
    # Until the first card lies there.
    starts = state.starter is not None and not (state.is_over or state.pile or state.unseen)
    # Where nothing is logged before the first card, whoever starts is waited for from the beginning.
    begins = not (state.is_logged or shows_verdict or state.phase != "limit")
    over, place = say("The game is over"), say("Round {round} of {rounds}", round=max(1, number), rounds=rounds)
    said = last.lines if last and shows_verdict else ()
    if state.is_over:
        said = (who_won(best(state.scores), max(state.scores)),)
    return Screen(
        place=over if state.is_over else place,
        within=say("{name} starts.", name=SeatName(state.starter or 0)) if starts else None,
        steps=None if state.is_over else (number - 1, rounds),
        call=_call(state, last.accuses if last else None),
        turn=state.next_seat if begins else state.turn,
        awaited=state.not_hidden if state.phase == "hide" else (),
        verdict=said,
        counted=say("Points") if state.is_over else None,
    )


def _call(state: State, judged: Text | None) -> Text | None:
    if state.is_over:
        return None
    if state.accused is not None:
        return accuses(*state.accused)
    if state.phase == "limit" and judged is not None:
        return judged
    if state.phase == "start" and state.is_logged:
        return say("Who is the youngest?")
    if state.phase == "limit" and state.is_logged:
        return say("Turn up the limit card")
    if state.phase == "hide":
        return _everyone_hides(state)
    if steps := to_do(state):
        return steps[-1]
    return _who_starts(state) if state.turn is None else say("{name} to play", name=SeatName(state.turn))
