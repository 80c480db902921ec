"""What is entered on tracked fields: one field is tapped, then what happens there (NI-8 to NI-12, NI-42)."""

from collections.abc import Collection
from typing import NamedTuple

from companion.engine.schema.codec import encode
from companion.engine.schema.formdata import as_number, last, pairs
from companion.engine.text import Text, say
from companion.games.nile.board.action_entry import Crop, crop_of, points_left
from companion.games.nile.board.banks import Banks, banks
from companion.games.nile.board.stalls import DrawnPlant
from companion.games.nile.board.taps import FIRST, LAID_AT, Marks, Taps, Verb, code, field_of, marks, noted
from companion.games.nile.rules import sentences as says
from companion.games.nile.rules.actions import cost
from companion.games.nile.rules.components import KINDS, MARKET, WORDS, Plant, into_boat
from companion.games.nile.rules.fields import (
    Field,
    FieldContents,
    FieldPalms,
    Planted,
    fields_in_play,
    ground,
    in_words,
)
from companion.games.nile.rules.opening import deserts_to_come
from companion.games.nile.rules.state import State, Turn
from companion.games.nile.rules.tide import is_flood
from companion.games.nile.rules.water import EDGES, Edge

Pairs = tuple[tuple[str, str], ...]


class CardOffer(NamedTuple):
    """A water card as it may lie: the edge to the Nile, the other edge; `fits` the one before it."""

    card: tuple[Edge, Edge]
    fits: bool

    @property
    def value(self) -> str:
        return ".".join(self.card)

    @property
    def word(self) -> Text:
        return say("{near}, then {far}", near=WORDS[self.card[0]], far=WORDS[self.card[1]])


class TappedField(NamedTuple):
    """The field tapped: what may be entered there. `crops`: ripe plants of the player whose turn it is, each with its columns;
    `tired`: why nothing ripens there now; `dear`: what an action costs beside another player’s plant; `covered`: why no
    plants can be placed there; `why`: which water cards fit.
    """

    code: str
    title: Text
    pairs: Pairs
    cards: tuple[CardOffer, ...]
    why: Text
    marked: tuple[Verb, ...]
    is_left: bool
    may_take: bool
    may_be_desert: bool
    tired: Text | None
    dear: Text | None
    covered: Text | None
    seeds: tuple[DrawnPlant, ...]
    crops: tuple[DrawnPlant, ...]
    crop: Crop | None
    may_sow: bool
    palms: int | None
    is_at_desert: bool


class FieldEntry(NamedTuple):
    """The fields of a table that tracks them: the drawing, the field tapped, and the marks as the form sends them.

    `asked`: what a player lays on them at this step of the start; `brush`: the palms that every tap writes; `washed`: the
    plants that what is pencilled puts into the boat.
    """

    banks: Banks
    step: str
    spot: TappedField | None
    pencil: str
    sent: Pairs
    moved: int | None
    brush: int | None
    palms: Pairs
    asked: tuple[Verb, ...]
    unknown: int
    washed: tuple[Plant, ...]

    @property
    def into_boat(self) -> Text | None:
        return into_boat(self.washed)


def field_entry(state: State, taps: Taps, planter: int | None) -> FieldEntry | None:
    """The fields as far as they are filled in; None if the table does not track them. `planter`: whose plants are laid first."""
    if not state.tracks_board:
        return None
    every = marks(taps, state)
    every = every.newest_of_each() if state.first_step else every
    brush = _brush(state, taps, every)
    notes = every if brush or taps.kind == "palms" else every.without("palms")
    picked = _picked(taps, state.laid_out)
    in_play = fields_in_play(state.seats, state.options["two_player_cover"])
    # A tide either lays or takes, so at most one of the two is pencilled.
    moved = len(notes.of("lay")) or len(notes.of("take"))
    fitting = {field for field in in_play if _may_lie(state, field) and _edge_before(state, notes, field) in EDGES[:2]}
    drawn = banks(state.seats, state.options["two_player_cover"], state.board, notes, picked, planter, fitting)
    return FieldEntry(
        banks=drawn,
        step=taps.moment,
        spot=None if picked is None else _spot(state, taps, notes, picked),
        pencil=notes.text,
        sent=_pencilled(state, notes),
        moved=moved or None,
        brush=brush,
        palms=palm_pairs(
            tuple(
                FieldPalms(field, palms)
                for field, value in notes.of("palms").items()
                if (palms := as_number(value, 1, max(MARKET))) is not None
            )
        ),
        asked=_asked(state, notes),
        unknown=sum(ground(state.board, field).palms is None for field in in_play),
        washed=tuple(
            one.as_plant
            for field in in_play
            if field in notes.of("lay") or field in notes.of("desert")
            for one in ground(state.board, field).plants
        ),
    )


def _brush(state: State, taps: Taps, notes: Marks) -> int | None:
    """The palms that every tap writes; none once what was written so is saved."""
    tapped = as_number(taps.aside("_brush") or "", 1, max(MARKET))
    is_saved = any(value == str(ground(state.board, field).palms) for field, value in notes.of("palms").items())
    return None if is_saved else tapped


def _asked(state: State, notes: Marks) -> tuple[Verb, ...]:
    """What is to be laid at this step of the start; all of it where an entry that held more is corrected."""
    asked = LAID_AT[state.first_step] if state.first_step else ()
    return FIRST if any(notes.of(verb) for verb in FIRST if verb not in asked) else asked


def _sent(path: str, value: object) -> Pairs:
    return tuple(pairs(encode(value), path))


def palm_pairs(fields: tuple[FieldPalms, ...]) -> Pairs:
    return _sent("fields", fields) if fields else ()


def _picked(taps: Taps, laid_out: Collection[int]) -> Field | None:
    """The field tapped; none once the seat is done for which it was tapped at the start."""
    seat, tapped = noted(taps, "_field")
    if tapped is not None:
        return None if seat in laid_out else field_of(tapped)
    parts = [last(taps.draft, f"field.{name}") for name in ("bank", "row", "square")]
    return field_of(".".join(parts))


def _spot(state: State, taps: Taps, notes: Marks, field: Field) -> TappedField:
    there = ground(state.board, field)
    seat = state.turn.seat if state.turn is not None else None
    mine = [one for one in there.plants if one.seat == seat]
    acts = state.phase == "actions"
    is_start = state.phase == "boat" or state.first_step is not None
    is_tide = state.phase == "tide" and not is_start
    is_covered = there.water is not None or there.has_desert
    ripe = tuple(DrawnPlant(one.plant, one.seat) for one in mine if one.ripe)
    marked = tuple(verb for verb, one in notes.by_place if one == field and verb != "palms")
    return TappedField(
        code=code(field),
        title=in_words(field),
        pairs=_sent("field", field),
        cards=_cards(state, notes, field) if _may_lie(state, field) else (),
        why=_why(state, notes, field),
        marked=marked,
        is_left=field.bank == "left",
        may_take=is_tide and not is_flood(state.marker) and there.water is not None,
        # At the start deserts come only with few players, and only to the outermost fields.
        may_be_desert=not there.has_desert and (is_tide or (deserts_to_come(state) > 0 and field.is_at_desert)),
        tired=_tired(state.turn, field) if state.turn is not None and acts else None,
        dear=cost("grow", others_plant=True).headline if acts and len(mine) < len(there.plants) else None,
        covered=_covered(there, field, is_start=is_start) if is_covered and (is_start or acts) else None,
        seeds=tuple(DrawnPlant(one.plant, one.seat, "seed") for one in mine if not one.ripe) if acts else (),
        crops=ripe if acts else (),
        crop=_crop(state, taps, ripe, there.palms) if acts else None,
        may_sow=not (mine or there.has_desert),
        palms=there.palms,
        is_at_desert=field.is_at_desert,
    )


def _tired(turn: Turn, field: Field) -> Text | None:
    """Why nothing more ripens there in this phase; None if something may."""
    if not turn.ap:
        return points_left(turn)
    return says.USED_ON_FIELD(field=in_words(field)).text if field in turn.acted else None


def _covered(there: FieldContents, field: Field, *, is_start: bool) -> Text:
    if not is_start:
        return says.NO_PLANT_GROWS().text
    return (says.WATER_ON_WATER if there.water else says.DESERT_ON_DESERT)(field=in_words(field)).text


def _may_lie(state: State, field: Field) -> bool:
    """Return whether water may be laid there at this step, fit or unfit."""
    there = ground(state.board, field)
    if there.water is not None or state.phase not in ("boat", "tide"):
        return False
    if state.phase == "tide" and state.first_step is None:
        return is_flood(state.marker)
    # The first water needs a field with nothing on it, but for the house rule that lets it lie anywhere (NI-8).
    return state.options["first_water"] == "any" or not (there.plants or there.has_desert)


def _why(state: State, notes: Marks, field: Field) -> Text:
    """Which water cards fit there, or why none does."""
    edge = _edge_before(state, notes, field)
    if edge is None:
        return says.NO_WATER_BETWEEN(field=in_words(field)).text
    return {"single": says.NEXT_TO_SINGLE, "double": says.NEXT_TO_DOUBLE, "none": says.NO_WAVE}[edge]().text


def _cards(state: State, notes: Marks, field: Field) -> tuple[CardOffer, ...]:
    """Every way a water card may lie there, those that fit what is before it first."""
    edge = _edge_before(state, notes, field)
    ways = [CardOffer((near, far), near == edge) for near in EDGES[:2] for far in EDGES]
    return tuple(sorted(ways, key=lambda way: not way.fits))


def _edge_before(state: State, notes: Marks, field: Field) -> Edge | None:
    """The edge a card there would lie against; None if no water leads there."""
    # The first field of a row lies against the Nile, which counts as a single wave (NI-10).
    if not field.square:
        return "single"
    before = field.step(-1)
    laid = next((one.card for one in notes.laid if one.field == before), ground(state.board, before).water)
    return None if laid is None else laid[1]


def _crop(state: State, taps: Taps, ripe: tuple[DrawnPlant, ...], palms: int | None) -> Crop | None:
    """The plant to be sold: the one tapped, with the field's palms; None while either is not known."""
    tapped = (taps.aside("_crop") or last(taps.draft, "plant")).partition(".")[0]
    # The only ripe plant of a field needs no tap.
    kind = next((one.kind for one in ripe if one.kind == tapped), ripe[0].kind if len(ripe) == 1 else None)
    return None if palms is None or kind is None else crop_of(state, kind, palms)


def _pencilled(state: State, notes: Marks) -> Pairs:
    """What is pencilled, as this step's form sends it."""
    if state.phase == "tide" and state.first_step is None:
        taken = tuple(notes.of("take")) if not is_flood(state.marker) else ()
        laid = notes.laid if is_flood(state.marker) else ()
        return (*_sent("laid", laid), *_sent("taken", taken), *_sent("advanced", tuple(notes.of("desert"))))
    planted = {
        verb: _sent(verb, Planted(kind, field))
        for verb in LAID_AT["plants"]
        for field, value in notes.of(verb).items()
        for kind in KINDS
        if kind == value
    }
    return (
        *(pair for one in notes.laid[:1] for pair in _sent("water", one)),
        *(pair for pairs in planted.values() for pair in pairs),
    )
