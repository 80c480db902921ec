"""What the page of a match shows one viewer: the table, what the last scoring brought, and the entry that is being made.

Nothing here changes a match. What an entry would bring is found out by trying it on the state and forgetting it.
"""

from dataclasses import dataclass

from companion.engine.game import Draft, Moment, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.taps import last
from companion.engine.text import SeatName, Text, say, signs
from companion.games.nile.board.action_entry import ActionEntry, action_entry, action_step
from companion.games.nile.board.field_entry import FieldEntry, field_entry
from companion.games.nile.board.opening_entry import BidEntry, OpeningEntry, bid_entry, opening_entry
from companion.games.nile.board.rot_entry import RotEntry, event_step, rot_entry, rotting
from companion.games.nile.board.stalls import EVERY_KIND, Boat, KindTile, Stall, boat, stalls
from companion.games.nile.board.takings import Charts, Takings, charts, takings
from companion.games.nile.board.taps import BETWEEN, Taps, key
from companion.games.nile.board.tide_entry import TideEntry, tide_entry
from companion.games.nile.board.track import Track, track
from companion.games.nile.rules.state import Phase, State
from companion.games.nile.rules.tide import MARKER_WORDS

KEPT = ("_do", "_crop", "_event", "_pick", "_moved", "_arrows", "_arrow_on", "_deserts", "_jokers", "_field", "_brush")
"""What is tapped on the way; every form hands it on, so that no answer forgets it."""


@dataclass(frozen=True, slots=True)
class Tabletop:
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
    boat: Boat
    track: Track
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


def moment(state: State) -> Moment:
    """The step of the game an entry belongs to.

    The start, what is laid first, water and then plants, a turn's tide, a player's actions after so many of them, the end.
    """
    if state.phase == "over":
        return Moment("over", say("The end"), say("The end"))
    if state.phase == "boat" or state.first_step is not None:
        key = "start" if state.phase == "boat" else {"water": "water", "plants": "first"}[str(state.first_step)]
        return Moment(key, say("The start"), say("The start"))
    part = say("Turn {turn}", turn=state.round + 1)
    if state.turn is None:
        return Moment(f"r{state.round}t{len(state.tried)}", part, say("Flood and ebb"))
    extra = "x" if state.turn.is_extra else ""
    key = f"r{state.round}s{state.turn.seat}{extra}p{state.turn.plays}"
    return Moment(key, part, signs("{name}", name=SeatName(state.turn.seat)))


def tabletop(state: State, viewer: Viewer, draft: Draft) -> Tabletop:
    """The table as this viewer may see it, with what this device has tapped so far."""
    is_for_all = not (draft or state.bids or state.phase == "boat" or state.first_step is not None)
    return _untouched(state) if is_for_all else draw_up(state, viewer, draft)


@cached_by_identity
def _untouched(state: State) -> Tabletop:
    """The table before anything is tapped, where nobody enters for themselves: the same for everybody."""
    return draw_up(state, Viewer(), {})


def draw_up(state: State, viewer: Viewer, draft: Draft) -> Tabletop:
    taps = Taps(draft, moment(state).key)
    phase = state.phase
    is_start = phase == "boat" or state.first_step is not None
    is_played = not is_start and phase != "over"
    fields = field_entry(state, taps) if phase != "over" else None
    bids = bid_entry(state, viewer, taps)
    opening = opening_entry(state, viewer, taps) if is_start and not bids else None
    carried = ("kind", "seat", "plants") if is_start and taps.kind in ("boat", "lay_first") else ()
    pencil = key(taps.moment, opening.seat if opening else None)
    return Tabletop(
        phase=phase,
        moment=taps.moment,
        pencil=pencil,
        event_step=event_step(state, taps),
        round=state.round + 1,
        marker=MARKER_WORDS[state.marker],
        starter=state.starter,
        seats=state.seats,
        has_hippo=bool(state.options["hippo"]),
        stalls=stalls(state),
        boat=boat(state),
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
    steps = {taps.moment, event_step(state, taps), turn, "palms", pencil}
    told = ((name, last(taps.draft, name)) for name in KEPT)
    kept = tuple((name, text) for name, text in told if text.partition(BETWEEN)[0] in steps)
    return kept if fields is None else (*kept, ("_pencil", pencil + BETWEEN + fields.pencil))
