"""What people see and tap, and what the table screen and the result say: the round or the pad, side by side, row by row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from companion.engine.story import Highlight, Step, Story, placings
from companion.engine.text import SeatName, Text, names, say, say_as, say_many, signs
from companion.games.own_game import options
from companion.games.own_game.moves import FIGURE, Fill, Finish, Points, figure_of
from companion.games.own_game.narration import joins
from companion.games.own_game.play import play
from companion.games.own_game.standing import (
    OF,
    ahead,
    decided,
    half_entered,
    leads,
    level,
    misleads,
    moment,
    notes,
    shown_total,
    to_go,
    who_won,
    wins,
)
from companion.games.own_game.state import State


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

    `worth` is what it comes to where that is not what is written; `picked` says what was chosen. `is_beyond`: more is
    typed than there can be.
    """

    name: str
    value: int | None
    typed: str
    is_in: bool
    worth: int | None = None
    picked: str = ""
    is_beyond: bool = False


@dataclass(frozen=True, slots=True)
class PadLine:
    """One row of the pad with a cell for each side; a row that adds itself up has cells without a name.

    `how` says by signs alone what it comes to. `offered` is what a cell takes where it is picked, each with its words.
    `most` is the most that a cell holds, `die` the face that is counted in it; 0 where there is no such number.
    """

    row: Row
    how: Text | None
    most: int
    die: int
    offered: tuple[tuple[int, str], ...]
    cells: tuple[PadCell, ...]


def side_rows(state: State, viewer: Viewer, draft: Draft) -> tuple[SideRow, ...]:
    """Every side in the order of its seats."""
    missing, decisive = state.missing, decided(state)
    totals = (0,) * state.setup.seats if state.hides else state.so_far
    # Of equal totals a row may decide in the end.
    first = [one for one in ahead(state) if not state.is_over or state.ranks[one] == 1]
    return tuple(
        SideRow(
            seats=side,
            total=shown_total(state, totals[side[0]]),
            entered=state.entered.get(side[0]) if state.shows(side[0], viewer) else None,
            is_in=side[0] not in missing,
            typed=_typed(draft, f"points.{side[0]}"),
            leads=side[0] in first,
            away=_away(state, side),
            decided=decisive.get(side[0]),
        )
        for side in state.sides
    )


def _away(state: State, side: tuple[int, ...]) -> str:
    """How a side is away that no longer plays, or not yet, or not this time; empty where it plays."""
    if side in state.playing:
        return "rests" if side[0] == state.resting else ""
    return "out" if side[0] in state.out else "left" if side[0] in state.away else "later"


def pad_lines(state: State, viewer: Viewer, draft: Draft) -> Iterator[PadLine]:
    """The rows of the pad as they are filled in."""
    columns, dice = {side: state.values(side[0]) for side in state.sides}, dice_in(state.definition)
    for at, row in enumerate(state.definition.rows):
        cells = tuple(_cell(state, viewer, draft, side, at, values[at]) for side, values in columns.items())
        words = (
            (one, f"{picked_of(row, one)}: {figure(row_values((row,), {0: one})[0] or 0)}")
            for one in range(1, row.highest + 1 if row.kind == "choose" else 1)
        )
        # Who made it reads formulas; the others find their words long.
        how = None if row.kind in ("formula", "least", "most") else how_of(state.definition.rows, row, is_brief=True)
        yield PadLine(row, how, state.most(at) if row.is_typed else 0, dice.get(at, 0), tuple(words), cells)


def dice_in(definition: Definition) -> Mapping[int, int]:
    """Return the face that is counted in each of six rows of a pad that follow each other: ones, twos ... sixes."""
    rows = [row.times if row.kind == "count" else 0 for row in definition.rows]
    first = next((at for at in range(len(rows)) if definition.is_pad and rows[at : at + 6] == [*range(1, 7)]), None)
    return {} if first is None else {first + at: at + 1 for at in range(6)}


def _cell(state: State, viewer: Viewer, draft: Draft, side: tuple[int, ...], at: int, comes_to: int | None) -> PadCell:
    """What stands in a row for a side, as far as this viewer may see it."""
    row = state.definition.rows[at]
    name = f"cells.{side[0]}.{at}" if row.is_typed and side in state.playing else ""
    value = state.column(side[0]).get(at) if row.is_typed else comes_to
    shown = value if state.shows(side[0], viewer) else None
    worth = comes_to if row.is_worth_another and shown is not None else None
    picked = picked_of(row, shown) if row.kind == "choose" and shown is not None else ""
    typed = _typed(draft, name)
    is_beyond = bool(typed) and not _is_possible(state, at, _as_figure(typed))
    return PadCell(name, shown, typed, bool(name) and value is not None, worth, picked, is_beyond)


def tried(state: State, draft: Draft) -> State:
    """The state with what is typed; as it is where that cannot be entered."""
    seats, rows = [side[0] for side in state.sides], range(len(state.definition.rows))
    points = {seat: one for seat, one in _figures(draft, "points", seats).items() if _is_possible(state, 0, one)}
    cells = {
        seat: {at: one for at, one in _figures(draft, f"cells.{seat}", rows).items() if _is_possible(state, at, one)}
        for seat in seats
    }
    # Half a figure is typed at every moment: then the board is simply as it was.
    with suppress(IllegalMove, NotAMove):
        found = play(state, Fill(cells) if state.definition.has_rows else Points(points)).state
        # Rows of a round that is full stay in sight.
        return replace(found.in_sight, is_stopped=False)
    return state


def _is_possible(state: State, row: int, figure: int | str) -> bool:
    """Whether there can be so much in a row, or of points; what is no figure yet may become one."""
    with suppress(NotAMove):
        return not 0 < state.most(row) < figure_of(figure, "")
    return True


def _figures(draft: Draft, of: str, them: Iterable[int]) -> dict[int, int | str]:
    typed = {one: _typed(draft, f"{of}.{one}") for one in them}
    return {one: _as_figure(text) for one, text in typed.items() if text}


def _as_figure(text: str) -> int | str:
    # A sum ("3+6") goes on as a text: the move adds it up.
    return int(text) if text.removeprefix("-").isdigit() else text


def _typed(draft: Draft, name: str) -> str:
    """The figure typed under this name; empty if there is none."""
    last = (draft.get(name) or ("",))[-1].strip()
    return last if name and FIGURE.fullmatch(last) else ""


MOST_NAMED: Final = 4
"""So many sides that are missing are named below a button of a small phone; of more, how many."""


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
    `so_far`: how all stand with what is saved of the round under way, where that may be seen. `closed`: the fields that what is
    entered has closed.
    `ends_by_hand`: only the table's word ends it from here on, and no round is half entered, so the end is offered beside
    what is saved, or with the keys as long as nothing is typed.
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
    reckoned: Mapping[str, int]
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

    def as_typed(self, row: SideRow) -> SideRow:
        """Return a side with what it comes to by what is typed, and whether it leads still: what isn't saved crowns no one."""
        leads = row.leads and row.seat in self.ahead
        return replace(row, total=self.reckoned.get(f"total.{row.seat}", row.total), leads=leads)

    def beside_points(self, seat: int) -> str:
        """What a player's figures are: `hidden`, also where none add up, or what is written down."""
        return "hidden" if self.is_hidden or self.definition.is_won_at_once else self.definition.writes


def board(state: State, viewer: Viewer, draft: Draft) -> PadBoard:
    """The board as this viewer may see it, with what this phone has typed so far."""
    # With nothing typed and nothing hidden every viewer sees the same, so it is drawn once for the whole table.
    return _drawn(state, viewer, draft) if draft or state.hides else _open_to_all(state)


@cached_by_identity
def _open_to_all(state: State) -> PadBoard:
    return _drawn(state, Viewer(), {})


def _drawn(state: State, viewer: Viewer, draft: Draft) -> PadBoard:
    found = side_rows(state, viewer, draft)
    # Where the table hides who leads, what is typed must not show it either; what an undo gave back is no entry yet.
    typed = state if state.hides or "_given" in draft else tried(state, draft)
    # What is left empty is worth none, unless it is what the others leave.
    may_stand = state.is_half_entered and any(state.under_way) and state.definition.empty != "rest"
    return PadBoard(
        phase="over" if state.is_over else "play",
        moment=moment(state).key,
        round=state.played + (not state.is_over),
        definition=state.definition,
        rows=found,
        ranked=0 if state.is_half_entered and misleads(state) else sum(map(state.counts, state.sides)),
        lines=tuple(pad_lines(state, viewer, draft)),
        seen=tuple(pad_lines(state.in_sight, viewer, {})),
        seen_round=state.in_sight.played + 1,
        gains=_gains(state),
        latest=gained(state),
        joining=joining(state),
        dealer=state.dealer,
        until=until(state),
        goes=_goes(state),
        is_full=state.is_full,
        is_hidden=state.hides,
        may_finish=state.has_begun and not state.is_over,
        ends_by_hand=not state.is_over
        and (state.is_full or (state.definition.ends == "open" and state.played > 0 and not state.is_half_entered)),
        ending=_ending(state, draft, Finish()),
        ending_whole=_ending(state, draft, Finish(counts=True)) if may_stand else None,
        led=leads(state),
        leads=leads(typed),
        ahead=ahead(typed),
        reckoned={} if state.hides else _reckoned(typed),
        small=_small(state, found),
        chart=_chart(state),
        so_far=half_entered(state),
        closed=tuple(f"points.{seat}" for seat in state.entered),
    )


def _ending(state: State, draft: Draft, end: Finish) -> tuple[Text, ...]:
    """Who wins if the table ends the game now, and what is left open; nothing before that is asked."""
    if draft.get("kind", ("",))[-1] != "finish" or not state.has_begun or state.is_over:
        return ()
    found = play(state, end)
    return (*(() if state.hides else (who_won(found.state),)), *(one.text for one in found.flags))


def _gains(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
    is_just_over = bool(state.past) and state.in_sight is not state and not state.hides and not state.is_over
    # Who left in a round before got nothing in this one; who is out by it did.
    there = [side for side in state.sides if any(state.away.get(one, state.played) >= state.played for one in side)]
    return tuple((side, state.rounds[-1][side[0]]) for side in there if is_just_over)


def gained(state: State) -> tuple[int, ...]:
    """What everyone gets in the round under way as far as it is entered, before that in the last one."""
    known = (state.under_way,) if state.is_half_entered else state.rounds[-1:]
    return () if state.is_over or state.hides or not known else known[0]


def joining(state: State) -> tuple[Text, ...]:
    """Who joins in the round that begins, until anything is entered in it."""
    begins = None if state.cells or state.hides or state.is_over else state.played + 1
    return tuple(joins(seat, at, state.scores[seat]) for seat, at in state.joined.items() if at == begins)


def until(state: State) -> Text | None:
    """The score that ends the game, as long as it goes on; None where none does."""
    # In the strip there is room for the score alone, not for what happens beyond it.
    alone = replace(state.definition, exact=False, back_to=None, misses=0)
    return options.when_it_ends(alone) if alone.ends == "target" and not state.is_over else None


def _goes(state: State) -> Text:
    """Who wins and when it ends; who wins alone, where the strip has the score."""
    definition = options.as_played(state.definition, state.sides)
    is_above = until(state) is not None and state.dealer is None and not definition.ends_exactly
    return options.who_wins(definition) if is_above else options.how_it_goes(definition)


def _reckoned(typed: State) -> dict[str, int]:
    found, totals = dict[str, int | None](), typed.so_far
    for seat, *_ in typed.sides:
        found[f"total.{seat}"] = shown_total(typed, totals[seat])
        found |= {f"row.{seat}.{at}": one for at, one in enumerate(typed.values(seat))}
    return {place: one for place, one in found.items() if one is not None}


def _chart(state: State) -> LineChart | None:
    """The totals over the rounds, a line for each side; None for a pad, before the first round is over, and where they are
    hidden.
    """
    # Of a single round, or the ranks of one, there is no course.
    is_single = state.definition.is_one_round or (state.definition.writes == "places" and state.played < 2)
    if not state.rounds or is_single or state.hides or len(state.sides) < 2:
        return None
    since = {seat: at - 1 - state.unrecorded for seat, at in state.joined.items()}
    return line_chart(
        [*range(state.unrecorded, state.played + 1)],
        by_side(state.totals, state.sides, since),
        is_turned=state.definition.writes == "places",
        is_bare=state.definition.falls_as_it_comes,
    )


def _small(state: State, found: tuple[SideRow, ...]) -> Text:
    """What the main button still waits for, or what follows."""
    if state.definition.writes == "winner":
        won = tuple(seat for row in found if row.typed == "1" for seat in row.seats)
        return wins(state, won) if won else say("tap who won it")
    entered = sum(row.is_in or bool(row.typed) for row in found)
    if state.definition.writes == "places" and entered < len(found):
        return say("Who is number {place}?", place=entered + 1)
    # Who scores together is one name, as a key says it.
    missing = tuple(in_a_line(" + ", map(SeatName, row.seats)) for row in found if not row.is_in and not row.typed)
    if missing:
        return say("Missing: {what}", what=missing if len(missing) <= MOST_NAMED else len(missing))
    # The round under way is `played + 1`.
    if state.definition.ends == "rounds" and state.played + 1 == state.definition.at:
        return Finish.said
    return say("Next: round {round}", round=state.played + 2)


_CALLS: Final[Mapping[str, Text]] = {
    "winner": say("Who won?"),
    "places": say("Finishing order"),
    "pad": say("Fill in the pad"),
}
_COUNTED: Final[Mapping[str, Text]] = {"winner": say("wins"), "places": say("Total")}


def screen(state: State) -> Screen:
    """What the table screen says round the scores, or round the pad."""
    definition = state.definition
    said = who_won(state) if state.is_over else leads(state)
    # In its first round the board names everyone with what is entered, and no one has more.
    hides = state.hides or definition.is_one_result or not (definition.has_rows or state.played or any(state.before))
    return Screen(
        place=say("The game is over")
        if state.is_over
        else (_CALLS["winner"] if definition.is_won_at_once else moment(state).name),
        within=_within(state),
        steps=(state.played, definition.at)
        if definition.ends == "rounds" and definition.at > 1 and not state.is_over
        else None,
        call=None if state.is_over else _call(state),
        turn=None,
        awaited=() if state.is_over else tuple(seat for one in _awaited(state) for seat in state.side_of(one)),
        verdict=(
            *(() if said is None else (said,)),
            *((say("All points stay secret until the end."),) if state.hides else ()),
            *_beyond(state),
            *joining(state),
        ),
        counted=None if hides else _COUNTED.get(definition.writes, say("Points")),
        gains=gained(state),
        climbs=_climbs(state),
        ahead=() if hides else ahead(state),
        so_far=half_entered(state),
        notes={**to_go(state), **notes(state)},
    )


def _climbs(state: State) -> tuple[int, ...]:
    """By how many ranks the last round brought each one up, until the next one begins."""
    if len(state.rounds) < 2 or state.cells or state.hides or state.is_over:
        return ()
    before = replace(state, rounds=state.rounds[:-1]).ranks
    return tuple(was - now for was, now in zip(before, state.ranks, strict=True))


def _within(state: State) -> Text | None:
    """Who deals, and the score that ends the game, on a television, where both have room."""
    deals = None if state.dealer is None else say("{name} deals", name=SeatName(state.dealer))
    ends = until(state)
    return signs("{deals} · {until}", deals=deals, until=ends) if deals and ends else deals or ends


def _beyond(state: State) -> tuple[Text, ...]:
    """Who has gone beyond the score to be reached exactly in the round under way, or else in the last one, if it shows."""
    points = gained(state)
    fell = (
        {seat for seat, one in state.entered.items() if points and one != points[seat]} if state.entered else state.fell
    )
    named = tuple(seat for side in state.sides if points and side[0] in fell for seat in side)
    return (options.went_beyond(state.definition, signs("{names}", names=names(named))),) if named else ()


def _call(state: State) -> Text:
    """What is not entered yet now: of rows in every round the first that someone has not written in; bids come before tricks."""
    if state.definition.writes == "rows":
        return next((state.definition.rows[at].called for at in _unwritten(state)), say("Enter the points"))
    if state.definition.together and state.definition.writes == "winner":
        return options.who_wins(state.definition)
    return _CALLS.get(state.definition.writes, say("Enter the points"))


def _awaited(state: State) -> tuple[int, ...]:
    """Who has not entered what others have."""
    if state.definition.is_pad:
        return _awaited_of_pad(state)
    left = next(iter(_unwritten(state).values()), ()) if state.definition.has_rows else state.missing
    # As long as no one has entered anything the round is being played, and no one keeps the others waiting.
    return left if len(left) < len(state.playing) else ()


def _awaited_of_pad(state: State) -> tuple[int, ...]:
    """Who has cells open in a pad that others have filled, or lacks the one that all others have written since."""
    if len(state.missing) < len(state.playing):
        return state.missing
    many = {side[0]: len(state.column(side[0])) for side in state.playing}
    # Further apart they don't write row by row: then everyone lacks something, and no one is waited for alone.
    return tuple(seat for seat, one in many.items() if one + 1 == max(many.values()) == min(many.values()) + 1)


def _unwritten(state: State) -> dict[int, tuple[int, ...]]:
    """Each row that someone has not written in, with the first seat of each side that has not."""
    typed = (at for at, row in enumerate(state.definition.rows) if row.is_typed)
    found = {at: tuple(side[0] for side in state.playing if at not in state.column(side[0])) for at in typed}
    return {at: them for at, them in found.items() if them}


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    """How the match went: with its pad as a viewer without a seat sees it, and teams in one line."""
    usual, definition, so_far = OF.story(state, steps), state.definition, half_entered(state)
    # As all phones say it, with the round under way.
    ranked = usual.places if so_far is None else placings(so_far.places or (), so_far.scores)
    teams = {seat: side for side in state.sides if len(side) > 1 for seat in side}
    known, text = _beside_ranks(state), level(state)
    # No round decided anything, and the headline says who won.
    has_none = definition.falls_as_it_comes or definition.is_won_at_once
    last = say_as("of any game", "Round {round}", round=state.played)
    several = [Highlight(last, text, ("OW-9",), step.index) for step in steps[-1:] if text is not None]
    words: dict[str, Any] = {"course": say("The scores"), "stretch": signs("#")}
    return replace(
        usual,
        places=tuple(replace(one, team=teams.get(one.seat, ()), note=known.get(one.seat)) for one in ranked),
        highlights=() if has_none else (*usual.highlights, *several),
        drawn=board(state, Viewer(), {}),
        since={seat: at - 1 for seat, at in state.joined.items()},
        is_race=definition.writes == "places",
        **(words if definition.falls_as_it_comes else {}),
    )


def _beside_ranks(state: State) -> dict[int, Text]:
    """What is said beside the rank of a side, by its first seat: what broke a tie, and who no longer plays."""
    ties = {seat: say("{what}: {value}", what=say("Breaks ties"), value=one) for seat, one in decided(state).items()}
    # Where the last one in wins, the ranking itself says who is out.
    out = {seat: one for seat, one in notes(state).items() if state.definition.wins != "last" or seat in state.gone}
    # A score that all play for has no ranking in which its points are seen.
    points = {0: say_many("{count} point", "{count} points", state.scores[0])}
    return {**ties, **out, **(points if state.definition.must_reach and state.is_over else {})}
