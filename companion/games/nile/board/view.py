"""What the page of a match shows one viewer, and the table screen: the table, the last scoring, the entry being made.

Nothing here changes a match, and no bid is shown before all are in. What an
entry would bring is found out by trying it on the state and forgetting it.
"""

from typing import NamedTuple

from companion.engine.game import Draft, Moment, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.present import Screen
from companion.engine.schema.formdata import last
from companion.engine.text import SeatName, Text, say, say_many, signs
from companion.games.nile.board.action_entry import ActionEntry, action_entry, action_step
from companion.games.nile.board.banks import banks
from companion.games.nile.board.field_entry import FieldEntry, field_entry
from companion.games.nile.board.layout import Layout
from companion.games.nile.board.opening_entry import (
    OLDEST,
    BidEntry,
    OpeningEntry,
    bid_entry,
    first_desert,
    opening_entry,
)
from companion.games.nile.board.rot_entry import RotEntry, event_step, rot_entry, rotting
from companion.games.nile.board.stalls import EVERY_KIND, DrawnBoat, KindTile, Stall, boat, stalls
from companion.games.nile.board.takings import Charts, Takings, charts, takings, who_won
from companion.games.nile.board.taps import BETWEEN, Taps, key
from companion.games.nile.board.tide_entry import TideEntry, tide_entry
from companion.games.nile.board.track import DrawnTrack, screen_track, track
from companion.games.nile.rules.components import WORDS
from companion.games.nile.rules.play import to_come
from companion.games.nile.rules.state import Phase, State
from companion.games.nile.rules.tide import ROUND, is_flood
from companion.games.nile.rules.views import whose_turn

KEPT = ("_do", "_crop", "_event", "_pick", "_moved", "_arrows", "_arrow_on", "_deserts", "_jokers", "_field")
"""What is tapped on the way; every form hands it on, so that no answer forgets it."""


class Tabletop(NamedTuple):
    """Everything the template shows. `round` counts from 1; `verdict`: what the last scoring brought; `rotting`: what
    the tide can make worse, column by column.

    `pencil`: what stands before marks on fields. `kept` is what every form hands on; `carried` the half-made entry that taps on
    the board must not forget.
    """

    phase: Phase
    moment: str
    pencil: str
    event_step: str
    round: int
    marker: Text
    starter: int | None
    seats: int
    has_hippo: bool
    stalls: tuple[Stall, ...]
    boat: DrawnBoat
    track: DrawnTrack
    jokers: tuple[int, ...]
    kinds: tuple[KindTile, ...]
    kept: tuple[tuple[str, str], ...]
    carried: tuple[tuple[str, str], ...]
    verdict: Takings | None
    opening: OpeningEntry | None
    bids: BidEntry | None
    tide: TideEntry | None
    rot: RotEntry | None
    rotting: tuple[tuple[int, tuple[int, ...]], ...]
    fields: FieldEntry | None
    actions: ActionEntry | None
    ending: Charts | None

    @property
    def between(self) -> str:
        return BETWEEN

    @property
    def layout(self) -> Layout:
        return Layout(self.phase, self.bids, self.opening, self.tide, self.rot, self.fields, self.actions)

    def beside_points(self, seat: int) -> Text | None:
        """What a player who acts on tracked fields may still spend."""
        return self.actions.points if self.fields and self.actions and self.actions.seat == seat else None


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to.

    The start, what is laid first, water and then plants, a turn's tide, a player's actions after so many of them, the end.
    """
    if state.phase == "over":
        return Moment("over", say("The end"), say("The end"))
    if state.phase == "boat" or state.first_step is not None:
        key = "start" if state.phase == "boat" else {"water": "water", "plants": "first"}[str(state.first_step)]
        return Moment(key, say("The start"), say("The start"))
    part = say("Round {turn}", turn=state.round + 1)
    if state.turn is None:
        return Moment(f"r{state.round}t{len(state.tried)}", part, WORDS[state.marker])
    # A player's own phase and one won from the hippo may fall in the same round.
    extra = "x" if state.turn.is_extra else ""
    key = f"r{state.round}s{state.turn.seat}{extra}p{state.turn.plays}"
    return Moment(key, part, signs("{name}", name=SeatName(state.turn.seat)))


def tabletop(state: State, viewer: Viewer, draft: Draft) -> Tabletop:
    """The table as this viewer may see it, with what this device has tapped so far."""
    # A bid, the boat of the start and first fields are entered by each for themselves: there the table differs by viewer.
    is_for_all = not (draft or state.bids or state.phase == "boat" or state.first_step is not None)
    # Drawn once for all who look on: most of them have tapped nothing.
    return _untouched(state) if is_for_all else draw_up(state, viewer, draft)


@cached_by_identity
def _untouched(state: State) -> Tabletop:
    """The table before anything is tapped, where no one enters for themselves: the same for everyone."""
    return draw_up(state, Viewer(), {})


def draw_up(state: State, viewer: Viewer, draft: Draft) -> Tabletop:
    taps = Taps(draft, moment(state).key)
    phase = state.phase
    is_start = phase == "boat" or state.first_step is not None
    is_played = not is_start and phase != "over"
    bids = bid_entry(state, viewer, taps)
    opening = opening_entry(state, viewer, taps) if is_start and not bids else None
    fields = field_entry(state, taps, opening.seat if opening else None) if phase != "over" else None
    carried = ("kind", "seat", "plants") if is_start and taps.kind in ("boat", "lay_first") else ()
    pencil = key(taps.moment, opening.seat if opening else None)
    return Tabletop(
        phase=phase,
        moment=taps.moment,
        pencil=pencil,
        event_step=event_step(state, taps),
        round=state.round + 1,
        marker=WORDS[state.marker],
        starter=state.starter,
        seats=state.seats,
        has_hippo=bool(state.options["hippo"]),
        stalls=stalls(state),
        boat=boat(state, opening.tapped if opening else ()),
        track=track(state),
        jokers=state.jokers,
        kinds=EVERY_KIND,
        kept=_kept(state, taps, fields, pencil),
        carried=tuple((name, value) for name in carried for value in draft.get(name, ())),
        verdict=takings(state, len(state.scorings) - 1) if state.last_scoring else None,
        opening=opening,
        bids=bids,
        tide=tide_entry(state, taps, fields.moved if fields else None) if phase == "tide" and not is_start else None,
        rot=rot_entry(state, taps) if is_played else None,
        rotting=rotting(state) if phase == "tide" and is_played else (),
        fields=fields,
        actions=action_entry(state, state.turn, taps) if state.turn is not None and phase == "actions" else None,
        ending=charts(state) if phase == "over" else None,
    )


def _kept(state: State, taps: Taps, fields: FieldEntry | None, pencil: str) -> tuple[tuple[str, str], ...]:
    """What was tapped on the way, as far as it still counts."""
    turn = "" if state.turn is None else action_step(state, state.turn)
    # A tap counts for the step it names; those of steps that have passed are dropped here.
    steps = {taps.moment, event_step(state, taps), turn, pencil}
    tapped = ((name, last(taps.draft, name)) for name in KEPT)
    kept = tuple((name, text) for name, text in tapped if text.partition(BETWEEN)[0] in steps)
    if fields is None:
        return kept
    brush = taps.moment + BETWEEN + str(fields.brush or "")
    return (*kept, ("_brush", brush), ("_pencil", pencil + BETWEEN + fields.pencil))


def screen(state: State) -> Screen:
    # Once the next tide is played it is no news any more.
    last = takings(state, len(state.scorings) - 1) if state.last_scoring and state.phase == "tide" else None
    is_begun = state.phase in ("tide", "actions") and state.first_step is None
    return Screen(
        place=_place(state),
        within=say("Start player: {name}", name=SeatName(state.starter))
        if state.phase in ("tide", "actions") and state.starter is not None
        else None,
        call=_call(state),
        turn=whose_turn(state) if is_begun and not state.bids else None,
        awaited=_awaited(state),
        verdict=(who_won(state),) if state.phase == "over" else last.headlines if last else (),
        counted=say("Points") if state.phase != "boat" else None,
        notes={seat: signs("✓") for seat in _done(state)},
        gains=state.last_scoring.gains if state.last_scoring and state.phase == "tide" else (),
        more={
            "tide": tuple((WORDS[marker], is_begun and marker == state.marker) for marker in ROUND),
            "track": screen_track(state),
            "banks": banks(state.seats, state.options["two_player_cover"], state.board) if state.tracks_board else None,
        },
    )


def _done(state: State) -> tuple[int, ...]:
    """Who has acted in this round; nobody while the hippo has a player act in between."""
    turn = state.turn
    if turn is None or turn.is_extra:
        return ()
    return tuple(seat for seat in state.in_turn if seat != turn.seat and seat not in to_come(state, turn))


def _place(state: State) -> Text:
    if state.phase == "over":
        return say("The game is over")
    is_start = state.phase == "boat" or state.first_step is not None
    return say("The start") if is_start else say("Round {turn}", turn=state.round + 1)


def _awaited(state: State) -> tuple[int, ...]:
    """Who has to put plants into the boat, or to bid once a player has bid."""
    are_bidding = state.bids or (state.phase == "boat" and state.options["start_bid"])
    is_for_boat = state.phase == "boat" and state.starter is not None
    if not (are_bidding or is_for_boat or state.first_step is not None) or first_desert(state) is not None:
        return ()
    done = state.bids if are_bidding else state.laid_out
    return tuple(seat for seat in range(state.seats) if seat not in done)


def may_enter_own(state: State, viewer: Viewer, _draft: Draft) -> bool:
    """Return whether it is one's own turn, bid or boat."""
    return bool({whose_turn(state), *_awaited(state)} & viewer.seats)


def _call_at_start(state: State) -> Text:
    if state.options["start_bid"]:
        return say("Bid plants hidden in your hand")
    return OLDEST if state.starter is None else say("Everyone puts 2 plants in the boat")


def _call(state: State) -> Text | None:
    if state.phase == "over":
        return None
    if (desert := first_desert(state)) is not None:
        return desert
    if state.phase == "boat":
        return _call_at_start(state)
    if state.bids:
        return say("The hippo: bid plants hidden in your hand")
    if state.first_step == "water":
        return say("On the board: everyone’s first water card")
    if state.first_step == "plants":
        return say("On the board: everyone’s ripe plant and seed")
    if state.turn is not None:
        name = SeatName(state.turn.seat)
        if not state.turn.ap:
            return say("{name} has no action points left", name=name)
        return say_many("{name} has {count} action point", "{name} has {count} action points", state.turn.ap, name=name)
    name = SeatName(state.starter or 0)
    if is_flood(state.marker):
        return say("{name} places 2 water cards", name=name)
    return say("{name} takes 2 water cards", name=name)
