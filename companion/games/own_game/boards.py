"""What people see and tap: the round under way or the pad, everyone's totals, the entry being made; the table screen."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.charts import LineChart, by_side, line_chart
from companion.engine.definition import Definition, Row
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft, Status, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.pad import row_values
from companion.engine.present import Screen
from companion.engine.row_signs import figure, how_of, in_a_line, picked_of
from companion.engine.story import Highlight, Step, Story, in_round, placings
from companion.engine.text import SeatName, Text, names, say, say_many, signs
from companion.games.own_game import options
from companion.games.own_game.moves import Fill, Finish, Points, figure_of
from companion.games.own_game.play import fill, play
from companion.games.own_game.state import State
from companion.games.own_game.views import OF, ROUNDS, joins, moment, who_won

# Six digits are the most that a pad holds (OW-5).
_FIGURE: Final = re.compile(r"-?[0-9]{1,6}(?:[-+x×][0-9]{1,6})*")


@dataclass(frozen=True, slots=True)
class SideRow:
    """One side: its seats, its total or what is left to it, what is typed and written for it in this round, whether it leads.

    `is_in`: something is written, which the viewer may not see if `entered` is None. `away`: no one of it plays, as they
    have "left", are "out", join "later", or deal and sit out ("rests"). `decided`: the row that set it apart from equal totals.
    """

    seats: tuple[int, ...]
    total: int
    entered: int | None
    is_in: bool
    typed: str
    leads: bool
    away: str
    decided: Text | None

    @property
    def seat(self) -> int:
        """The seat by which it is entered."""
        return self.seats[0]

    @property
    def called(self) -> Text:
        """The names of all of it."""
        return signs("{names}", names=names(self.seats))


@dataclass(frozen=True, slots=True)
class PadCell:
    """One cell of the pad: the name of its field, what is written in it, what is typed on this phone, and `is_in`.

    `worth` is what it comes to where that is not what is written; `picked` says what was chosen.
    """

    name: str
    value: int | None
    typed: str
    is_in: bool
    worth: int | None = None
    picked: str = ""


@dataclass(frozen=True, slots=True)
class PadLine:
    """One row of the pad with a cell for each side; a row that adds itself up has cells without a name.

    `how` says by signs alone what it comes to. `offered` is what a cell takes where it is picked, each with its words.
    """

    row: Row
    how: Text | None
    offered: tuple[tuple[int, str], ...]
    cells: tuple[PadCell, ...]

    @property
    def is_worth_another(self) -> bool:
        """Whether a cell comes to something else than what is written in it."""
        return self.row.kind in ("steps", "ranking", "choose")


@dataclass(frozen=True, slots=True)
class PadBoard:
    """Everything the template shows. `round` counts from 1.

    `ranked`: how many sides are; who left without points that count is behind them. 0 where a round half entered says no order.
    `leads`, `ahead` and `reckoned` count what is typed on this phone: who leads, and each total, and each row that is
    worked out, by its place. `led` says who leads by what is saved.
    `seen` are the rows for all who only look, of a round that is over until the next begins; `seen_round` is its number.
    `gains`: what each side got in the round whose rows are just full, until the next one begins. `latest`: what
    everyone got by the last entry of points. `joining`: who joins in the round that begins.
    `ending`: what follows if the table ends it now, where that is asked; `ending_whole`: if the round under way counts as it
    stands, None where it may not.
    `until`: the score that ends it. `goes`: who wins and when it ends, without what stands in the strip.
    `so_far`: how all stand with the round under way, where that may be seen. `closed`: the fields that what is
    entered has closed.
    `ends_by_hand`: only the table's word ends it from here on, and no key is near it that a finger aims at otherwise, so
    the end is offered beside what is saved.
    """

    phase: str
    moment: str
    round: int
    definition: Definition
    rows: tuple[SideRow, ...]
    ranked: int
    lines: tuple[PadLine, ...]
    seen: tuple[PadLine, ...]
    seen_round: int
    gains: tuple[tuple[tuple[int, ...], int], ...]
    latest: tuple[int, ...]
    joining: tuple[Text, ...]
    dealer: int | None
    until: Text | None
    goes: Text
    is_full: bool
    is_hidden: bool
    may_finish: bool
    ends_by_hand: bool
    ending: tuple[Text, ...]
    ending_whole: tuple[Text, ...] | None
    led: Text | None
    leads: Text | None
    ahead: tuple[int, ...]
    reckoned: tuple[tuple[str, int], ...]
    small: Text
    chart: LineChart | None
    so_far: Status | None
    closed: tuple[str, ...]

    def told(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the last entry as it is narrated: with whose points went beyond the score to be reached exactly."""
        points = move.get("points", {}) if self.definition.ends_exactly and self.latest else {}
        return {
            **move,
            "beyond": [one for one, given in points.items() if figure_of(given, "") != self.latest[int(one)]],
        }

    def beside_points(self, seat: int) -> str:
        """What a player's figures are: `hidden`, also where none add up, or what is written down."""
        return "hidden" if self.is_hidden or self.definition.is_won_at_once else self.definition.writes


def board(state: State, viewer: Viewer, draft: Draft) -> PadBoard:
    """The board as this viewer may see it, with what this phone has typed so far."""
    # With nothing typed and nothing hidden every viewer sees the same, so it is drawn once for the whole table.
    return draw_up(state, viewer, draft) if draft or state.hides else _open_to_all(state)


@cached_by_identity
def _open_to_all(state: State) -> PadBoard:
    return draw_up(state, Viewer(), {})


def draw_up(state: State, viewer: Viewer, draft: Draft) -> PadBoard:
    found = tuple(_rows(state, viewer, draft))
    # Where the table hides who leads, what is typed must not show it either; what an undo gave back is no entry yet.
    tried = state if state.hides or "_given" in draft else _tried(state, draft)
    compared = _compared(tried)
    return PadBoard(
        phase=OF.status(state).phase,
        moment=moment(state).key,
        round=state.played + (not state.is_over),
        definition=state.definition,
        rows=found,
        ranked=0 if tried.is_half_entered and _misleads(tried) else sum(map(state.counts, state.sides)),
        lines=tuple(_lines(state, viewer, draft)),
        seen=tuple(_lines(state.in_sight, viewer, {})),
        seen_round=state.in_sight.played + 1,
        gains=_gains(state),
        latest=_gained(state),
        joining=_joining(state),
        dealer=state.dealer,
        until=_until(state),
        goes=_goes(state),
        is_full=state.is_full,
        is_hidden=state.hides,
        may_finish=state.has_begun and not state.is_over,
        ends_by_hand=not state.is_over
        and (
            state.is_full
            or (state.played > 0 and state.definition.ends == "open" and state.definition.writes == "winner")
        ),
        ending=_ending(state, draft, Finish()),
        ending_whole=_ending(state, draft, Finish(counts=True)) if _may_stand(state) else None,
        led=_leads(state, _compared(state)),
        leads=_leads(tried, compared),
        ahead=_ahead(tried, compared),
        reckoned=() if state.hides else tuple(_reckoned(tried)),
        small=_small(state, found),
        chart=_chart(state),
        so_far=_half_entered(tried) or (None if tried is state else OF.status(tried)),
        closed=tuple(f"points.{seat}" for seat in state.entered),
    )


def _may_stand(state: State) -> bool:
    """Whether the round under way may count as it stands: it has points, and what is left empty is worth none."""
    return state.is_half_entered and any(state.under_way) and state.definition.empty != "rest"


def _ending(state: State, draft: Draft, end: Finish) -> tuple[Text, ...]:
    """Who wins if the table ends the game now, and what is left open; nothing before that is asked."""
    if draft.get("kind", ("",))[-1] != "finish" or not state.has_begun or state.is_over:
        return ()
    found = play(state, end)
    wins = () if state.hides else (who_won(found.state),)
    return (*wins, *(one.text for one in found.flags))


def _beyond(state: State) -> tuple[Text, ...]:
    """Who has gone beyond the score to be reached exactly in the round under way, or else in the last one, if it shows."""
    gained = _gained(state)
    fell = [seat for seat, one in state.entered.items() if gained and one != gained[seat]]
    if not gained or not (fell := fell if state.entered else [*state.fell]):
        return ()
    named = tuple(seat for side in state.sides if side[0] in fell for seat in side)
    return (options.went_beyond(state.definition, signs("{names}", names=names(named))),)


def _gains(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
    is_just_over = bool(state.past) and state.in_sight is not state and not state.hides and not state.is_over
    # Who left in a round before got nothing in this one; who is out by it did.
    there = [side for side in state.sides if any(state.away.get(one, state.played) >= state.played for one in side)]
    return tuple((side, state.rounds[-1][side[0]]) for side in there if is_just_over)


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went: with its pad as a viewer without a seat sees it, and teams in one line."""
    usual = OF.story(state, steps)
    # As all phones say it, with the round under way.
    if (so_far := _half_entered(state)) is not None:
        usual = replace(usual, places=placings(so_far.places or (), so_far.scores))
    teams = {seat: side for side in state.sides if len(side) > 1 for seat in side}
    # Where the last one in wins, the ranking itself says who is out.
    out = {seat: one for seat, one in _notes(state).items() if state.definition.wins != "last" or seat in state.gone}
    known = {
        **{seat: say("{what}: {value}", what=say("Breaks ties"), value=one) for seat, one in _decided(state).items()},
        **out,
    }
    if state.definition.must_reach and state.is_over:  # it has no ranking in which its points are seen
        known[0] = say_many("{count} point", "{count} points", state.scores[0])
    places = tuple(replace(one, team=teams.get(one.seat, ()), note=known.get(one.seat)) for one in usual.places)
    if state.definition.falls_as_it_comes:
        usual = replace(usual, course=say("The scores"), stretch=signs("#"))
    elif steps and (level := _level(state)) is not None:
        moment = Highlight(in_round(state.played), level, ("OW-9",), steps[-1].index)
        usual = replace(usual, highlights=(*usual.highlights, moment))
    if state.definition.falls_as_it_comes or state.definition.is_won_at_once:
        # No round decided anything, and the headline says who won.
        usual = replace(usual, highlights=())
    return replace(
        usual,
        places=places,
        drawn=board(state, Viewer(), {}),
        since={seat: at - 1 for seat, at in state.joined.items()},
    )


def _level(state: State) -> Text | None:
    """What several reached in one round, of whom the best have won, or what the ranks of those who share the win add up to."""
    wanted, places = state.definition, state.ranks
    if not state.is_over or state.hides or wanted.together:
        return None
    if wanted.writes == "places":
        first = [side for side in state.sides if places[side[0]] == 1]
        if len(first) < 2:
            return None
        count = state.scores[first[0][0]]
        return say("{names} each have ranks that add up to {count}.", names=_all_of(first), count=count)
    reached = [side for side in state.sides if state.counts(side) and state.scores[side[0]] >= wanted.at]
    if len(reached) < 2 or (wanted.ends, wanted.wins) != ("target", "most"):
        return None
    first = [side for side in reached if places[side[0]] == 1]
    if len(first) > 1:
        return say("{names} have {count} each.", names=_all_of(first), count=state.scores[first[0][0]])
    return say("{names} reached {points} in the same round.", names=_all_of(reached), points=wanted.at)


def _all_of(sides: Sequence[Sequence[int]]) -> tuple[SeatName, ...]:
    return names(seat for side in sides for seat in side)


def _notes(state: State) -> dict[int, Text]:
    """Who no longer plays, by the first seat of each side, in a word or two: having left, or out."""
    away = [side[0] for side in state.sides if side not in state.playing and side[0] in state.away]
    return {seat: say("out") if seat in state.out else say("has left") for seat in away}


def _decided(state: State) -> dict[int, Text]:
    """What decided between equal totals once the game is over, by the first seat of each side: a row and what it came to."""
    rows = [one for one in enumerate(state.definition.rows) if one[1].breaks and state.is_over]
    level = {
        side[0]: [one[0] for one in state.sides if state.scores[one[0]] == state.scores[side[0]]]
        for side in state.sides
    }
    # The first row that differs decides.
    return {
        seat: signs("{row} {points}", row=row.called, points=state.values(seat)[at] or 0)
        for at, row in reversed(rows)
        for seat, them in level.items()
        if len({state.values(one)[at] or 0 for one in them}) > 1
    }


def _left(state: State, total: int) -> int:
    """What stands in the column of totals: in a game to exactly a score, as in darts, what is left to it."""
    return state.definition.at - total if state.definition.exact else total


def _to_go(state: State) -> dict[int, Text]:
    """What each side has left to score exactly, by its first seat, for all who see only totals."""
    if not state.definition.exact or state.hides or state.is_over:
        return {}
    totals = _so_far(state)
    # Translators: points still to be scored, as in darts
    return {side[0]: say("{count} to go", count=_left(state, totals[side[0]])) for side in state.sides}


_CALLS: Final[Mapping[str, Text]] = {
    "winner": say("Who won?"),
    "places": say("Finishing order"),
    "pad": say("Fill in the pad"),
}


def _call(state: State) -> Text:
    """What is not entered yet now: of rows in every round the first that someone has not written in; bids come before tricks."""
    rows = state.definition.rows
    if state.definition.writes == "rows":
        return next((rows[at].called for at, _ in _unwritten(state)), say("Enter the points"))
    if state.definition.together and state.definition.writes == "winner":
        return options.who_wins(state.definition)
    return _CALLS.get(state.definition.writes, say("Enter the points"))


def _awaited(state: State) -> tuple[int, ...]:
    """Who has not entered what others have."""
    if state.definition.is_pad:
        return _awaited_of_pad(state)
    left = next((them for _, them in _unwritten(state)), ()) if state.definition.has_rows else state.missing
    # As long as no one has entered anything the round is being played, and no one keeps the others waiting.
    return left if len(left) < len(state.playing) else ()


def _awaited_of_pad(state: State) -> tuple[int, ...]:
    """Who has cells open in a pad that others have filled, or lacks the one that all others have written since."""
    if len(state.missing) < len(state.playing):
        return state.missing
    many = {side[0]: len(state.column(side[0])) for side in state.playing}
    # Further apart they don't write row by row: then everyone lacks something, and no one is waited for alone.
    return tuple(seat for seat, one in many.items() if one + 1 == max(many.values()) == min(many.values()) + 1)


def _unwritten(state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each row that someone has not written in, with the first seat of each side that has not."""
    for at, row in enumerate(state.definition.rows):
        them = tuple(side[0] for side in state.playing if row.is_typed and at not in state.column(side[0]))
        if them:
            yield at, them


_COUNTED: Final[Mapping[str, Text]] = {"winner": say("wins"), "places": say("Total")}


def screen(state: State) -> Screen:
    """What the table screen says round the scores, or round the pad."""
    definition = state.definition
    leads = who_won(state) if state.is_over else _leads(state, _compared(state))
    # In its first round the board names everyone with what is entered, and no one has more.
    hides = state.hides or definition.is_won_at_once or not (definition.has_rows or state.played or any(state.before))
    return Screen(
        place=say("The game is over") if state.is_over else moment(state).name,
        within=_within(state),
        steps=(state.played, definition.at)
        if definition.ends == "rounds" and definition.at > 1 and not state.is_over
        else None,
        call=None if state.is_over else _call(state),
        turn=None,
        awaited=() if state.is_over else tuple(seat for one in _awaited(state) for seat in state.side_of(one)),
        verdict=(
            *(() if leads is None else (leads,)),
            *((say("All points stay secret until the end."),) if state.hides else ()),
            *_beyond(state),
            *_joining(state),
        ),
        counted=None if hides else _COUNTED.get(definition.writes, say("Points")),
        gains=_gained(state),
        so_far=_half_entered(state),
        notes={**_to_go(state), **_notes(state)},
    )


def _gained(state: State) -> tuple[int, ...]:
    """What everyone gets in the round under way as far as it is entered, before that in the last one."""
    if state.is_over or state.hides:
        return ()
    return state.under_way if state.is_half_entered else state.rounds[-1] if state.rounds else ()


def _joining(state: State) -> tuple[Text, ...]:
    """Who joins in the round that begins, until anything is entered in it."""
    if state.entered or any(state.cells.values()) or state.hides or state.is_over:
        return ()
    return tuple(joins(seat, at, state.scores[seat]) for seat, at in state.joined.items() if at == state.played + 1)


def _half_entered(state: State) -> Status | None:
    """The status with the round under way; None while nothing of one is entered, or no one is to know."""
    if not state.is_half_entered or state.is_over or state.hides:
        return None
    ahead = replace(state, rounds=(*state.rounds, state.under_way), entered={}, cells={})
    return replace(OF.status(state), scores=_so_far(state), places=ahead.ranks)


def _within(state: State) -> Text | None:
    """Who deals, and the score that ends the game, on a television, where both have room."""
    deals = None if state.dealer is None else say("{name} deals", name=SeatName(state.dealer))
    until = _until(state)
    return signs("{deals} · {until}", deals=deals, until=until) if deals and until else deals or until


def _until(state: State) -> Text | None:
    """The score that ends the game, as long as it goes on; None where none does."""
    goes_to = state.definition.ends == "target" and not state.is_over
    # In the strip there is room for the score alone, not for what happens beyond it.
    return options.when_it_ends(replace(state.definition, exact=False, back_to=None, misses=0)) if goes_to else None


def _goes(state: State) -> Text:
    """Who wins and when it ends; who wins alone, where the strip has the score."""
    definition = options.as_played(state.definition, state.sides)
    is_above = _until(state) is not None and state.dealer is None and not definition.ends_exactly
    return options.who_wins(definition) if is_above else options.how_it_goes(definition)


def _rows(state: State, viewer: Viewer, draft: Draft) -> Iterator[SideRow]:
    """Every side in the order of its seats."""
    known, missing, decided = OF.status(state).scores if state.hides else _so_far(state), state.missing, _decided(state)
    # Of equal totals a row may decide in the end.
    ahead = [one for one in _ahead(state, _compared(state)) if not state.is_over or state.ranks[one] == 1]
    for side in state.sides:
        seat = side[0]
        entered = state.entered.get(seat) if state.shows(seat, viewer) else None
        typed = _typed(draft, f"points.{seat}")
        away = "rests" if seat == state.resting else "" if side in state.playing else _gone(state, seat)
        total = _left(state, known[seat])
        yield SideRow(side, total, entered, seat not in missing, typed, seat in ahead, away, decided.get(seat))


def _gone(state: State, seat: int) -> str:
    """How a side is away that no longer plays, or not yet."""
    return "out" if seat in state.out else "left" if seat in state.away else "later"


def _lines(state: State, viewer: Viewer, draft: Draft) -> Iterator[PadLine]:
    """The rows of the pad as they are filled in."""
    columns = {side[0]: state.values(side[0]) for side in state.sides}
    playing = {side[0] for side in state.playing}
    for at, row in enumerate(state.definition.rows):
        cells = []
        for seat, values in columns.items():
            name = f"cells.{seat}.{at}" if row.is_typed and seat in playing else ""
            value = state.column(seat).get(at) if row.is_typed else values[at]
            shown = value if state.shows(seat, viewer) else None
            worth = values[at] if row.kind in ("steps", "ranking", "choose") and shown is not None else None
            picked = picked_of(row, shown) if row.kind == "choose" and shown is not None else ""
            cells.append(PadCell(name, shown, _typed(draft, name), bool(name) and value is not None, worth, picked))
        offered = range(1, row.highest + 1) if row.kind == "choose" else ()
        words = tuple(
            (one, f"{picked_of(row, one)}: {figure(row_values((row,), {0: one})[0] or 0)}") for one in offered
        )
        # Who made it reads formulas; the others find their words long.
        how = None if row.kind in ("formula", "least", "most") else how_of(state.definition.rows, row)
        yield PadLine(row, how, words, tuple(cells))


def _tried(state: State, draft: Draft) -> State:
    """The state with what is typed; as it is where that cannot be entered."""
    seats, rows = [side[0] for side in state.sides], range(len(state.definition.rows))
    points = {seat: one for seat in seats if (one := _number(draft, f"points.{seat}")) is not None}
    cells = {
        seat: {row: one for row in rows if (one := _number(draft, f"cells.{seat}.{row}")) is not None} for seat in seats
    }
    # Half a figure is typed at every moment: then the board is simply as it was.
    with suppress(IllegalMove, NotAMove):
        # Rows of a round that is full stay in sight.
        return fill(state, Fill(cells)).state if state.definition.has_rows else play(state, Points(points)).state
    return state


def _reckoned(tried: State) -> Iterator[tuple[str, int]]:
    for seat, *_ in tried.sides:
        yield f"total.{seat}", _left(tried, _so_far(tried)[seat])
        for at, value in enumerate(tried.values(seat)):
            if value is not None:
                yield f"row.{seat}.{at}", value


def _so_far(state: State) -> tuple[int, ...]:
    """Everyone's total with the round under way, as far as it is entered."""
    return tuple(map(sum, zip(state.scores, state.under_way, strict=True)))


def _misleads(state: State) -> bool:
    """Whether someone would lead, the fewest winning, by not having entered anything yet."""
    return bool(state.definition.fewest_win and not state.definition.is_pad and state.missing)


def _compared(state: State) -> tuple[int, ...]:
    """The totals by which all phones and the television say who leads: with the round under way, unless it would mislead."""
    return state.scores if _misleads(state) else _so_far(state)


def _number(draft: Draft, name: str) -> int | str | None:
    typed = _typed(draft, name)
    # A sum ("3+6") goes on as a text: the move adds it up.
    return int(typed) if typed.removeprefix("-").isdigit() else typed or None


def _counted(state: State, known: tuple[int, ...]) -> dict[int, int]:
    """How far the total of each seat that counts is from the best there can be; nothing where no one is to know."""
    sides = () if state.hides else [side for side in state.sides if state.counts(side)]
    return {seat: state.definition.distance(known[seat]) for side in sides for seat in side}


def _ahead(state: State, known: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that lead by these totals; none while all are equal."""
    counted = _counted(state, known)
    totals = {*counted.values()}
    return tuple(seat for seat, one in counted.items() if one == min(totals)) if len(totals) > 1 else ()


def _leads(state: State, known: tuple[int, ...]) -> Text | None:
    """Who leads by these totals, and by how much; None before anything is written."""
    leaders = _ahead(state, known)
    if not leaders:
        return None
    best, second, *_ = sorted({*_counted(state, known).values()})
    ahead = second - best
    if len(leaders) == len(state.side_of(leaders[0])) > 1:
        return say("{names} lead by {count}", count=ahead, names=names(leaders))
    if len(leaders) == 1:
        return say_many("{names} leads by {count}", "{names} leads by {count}", ahead, names=names(leaders))
    return say("{names} lead", names=names(leaders))


def _chart(state: State) -> LineChart | None:
    """The totals over the rounds, a line for each side; None for a pad, before the first round is over, and where they are
    hidden.
    """
    is_one_race = state.definition.writes == "places" and state.played < 2  # its ranks are no course of anything
    if not state.rounds or is_one_race or state.hides or len(state.sides) < 2:
        return None
    since = {seat: at - 1 - state.unrecorded for seat, at in state.joined.items()}
    lines = by_side(ROUNDS.totals(state), state.sides, since)
    return line_chart(
        [*range(state.unrecorded, state.played + 1)],
        lines,
        is_turned=state.definition.writes == "places",
        is_bare=state.definition.falls_as_it_comes,
    )


def _small(state: State, found: tuple[SideRow, ...]) -> Text:
    """What the main button still waits for, or what follows."""
    if state.definition.writes == "winner":
        return say("tap who won it")
    # Who scores together is one name, as a key says it.
    missing = tuple(in_a_line(" + ", map(SeatName, row.seats)) for row in found if not row.is_in and not row.typed)
    if missing:
        return say("Missing: {what}", what=missing)
    # The round under way is `played + 1`.
    return say("Next: round {round}", round=state.played + 2)


def _typed(draft: Draft, name: str) -> str:
    """The figure typed under this name; empty if there is none."""
    values = draft.get(name, ())
    # Some keyboards type a real minus sign, which `int` does not read.
    last = values[-1].strip().replace("−", "-") if values and name else ""
    return last if _FIGURE.fullmatch(last) else ""
