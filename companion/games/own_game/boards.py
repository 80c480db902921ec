"""What people see and tap: the round or the pad, and what follows if it is saved or ended."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.charts import LineChart, by_side, line_chart
from companion.engine.definition import Definition
from companion.engine.game import Draft, Status, Viewer
from companion.engine.identity_cache import cached_by_identity
from companion.engine.row_signs import in_a_line
from companion.engine.text import SeatName, Text, names, say
from companion.games.own_game import options
from companion.games.own_game.lines import PadLine, SideRow, pad_lines, side_rows
from companion.games.own_game.moves import Finish, figure_of
from companion.games.own_game.play import play
from companion.games.own_game.standing import (
    ahead,
    gained,
    half_entered,
    joining,
    leads,
    misleads,
    moment,
    shown_total,
    until,
    who_won,
    wins,
)
from companion.games.own_game.state import State
from companion.games.own_game.typed import tried

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
        ranked=0 if misleads(state) else sum(map(state.counts, state.sides)),
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
    # Who has entered nothing has not scored nothing: that is said before the table agrees to it.
    zeros = names([seat for one in state.missing for seat in state.side_of(one)]) if end.counts else ()
    counted = (say("{what}: {value}", what=zeros, value=0),) if zeros else ()
    return (*counted, *(() if state.hides else (who_won(found.state),)), *(one.text for one in found.flags))


def _gains(state: State) -> tuple[tuple[tuple[int, ...], int], ...]:
    is_just_over = bool(state.past) and state.in_sight is not state and not state.hides and not state.is_over
    # Who left in a round before got nothing in this one; who is out by it did.
    there = [side for side in state.sides if any(state.away.get(one, state.played) >= state.played for one in side)]
    return tuple((side, state.rounds[-1][side[0]]) for side in there if is_just_over)


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
        is_turned=state.definition.fewest_win,
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
