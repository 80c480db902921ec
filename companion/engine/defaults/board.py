"""What a board shows that no game draws by hand: the scores, and a form for every move that can be entered now.

The forms are made from the moves' declared fields; what is tapped so far is read, and tried out on the state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Draft, Game, Status, Viewer
from companion.engine.present import Screen
from companion.engine.schema.answers import Layout, normalise
from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.declared import unwrap
from companion.engine.schema.form import Question, form_of, unanswered
from companion.engine.schema.formdata import tree
from companion.engine.story import places, ranked
from companion.engine.text import Text, signs

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One player: the place by points so far, the points, and what the last round brought, if rounds are known."""

    seat: int
    place: int
    score: int
    gain: int | None = None


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move that can be entered: its form with what is tapped so far, and what it would come to once it is whole.

    `would` is all scores after it, None while something is missing or wrong; `leads` who is ahead by then, if not all are
    equal.
    """

    kind: str
    name: Text
    form: Question
    missing: int
    leads: tuple[int, ...] = ()
    would: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round: its number, and the points of all."""

    number: int
    points: tuple[int, ...]

    @property
    def moment(self) -> str:
        """The step of the game at which it was entered."""
        return f"r{self.number - 1}"


@dataclass(frozen=True, slots=True)
class DefaultBoard:
    """Everything the template shows; `others` are the moves that may be entered instead, by their kind and name."""

    phase: str
    moment: str
    screen: Screen
    rows: tuple[ScoreRow, ...]
    lines: tuple[RoundRow, ...]
    entry: MoveEntry | None
    others: tuple[tuple[str, Text], ...]

    @property
    def moments_done(self) -> tuple[str, ...]:
        """The steps of the game at which the rounds so far were entered."""
        return tuple(line.moment for line in self.lines)

    @property
    def chart(self) -> LineChart | None:
        """How the totals grew over the rounds; None before the second one is over."""
        if len(self.lines) < 2:
            return None
        totals = [tuple(row.score for row in self.rows)]
        for line in reversed(self.lines):
            totals.insert(0, tuple(score - gain for score, gain in zip(totals[0], line.points, strict=True)))
        return line_chart([self.lines[0].number - 1, *(line.number for line in self.lines)], by_seat(totals))


@dataclass(frozen=True, slots=True)
class Boards(Generic[State]):
    """Makes the boards of one game, from its record: `offered` are the moves that can be entered, `rounds` those played."""

    game: Game[State]
    offered: tuple[str, ...]
    rounds: Callable[[State], Sequence[tuple[int, ...]]]

    def board(self, state: State, viewer: Viewer, draft: Draft) -> DefaultBoard:
        """Return the board as this viewer may see it, with what this device has tapped so far."""
        status, rounds = self.game.status(state), self.rounds(state)
        gains = rounds[-1] if rounds else (None,) * len(status.scores)
        # Before the end a place is only by points so far: the game's own ranking, with its ties, holds at the end.
        at = places(status) or ranked([-score for score in status.scores])
        rows = tuple(ScoreRow(*one) for one in zip(range(len(at)), at, status.scores, gains, strict=True))
        is_over = status.phase == "over"
        offered = () if is_over else self.offered
        begun = draft.get("kind", ("",))[0]
        # A past entry is corrected in its own form, whatever is offered at that moment.
        chosen = begun if begun in self.game.moves else next(iter(offered), None)
        return DefaultBoard(
            status.phase,
            self.game.moment(state).key,
            self.game.screen(state),
            rows,
            tuple(RoundRow(number, points) for number, points in enumerate(rounds, 1)),
            None if chosen is None or is_over else self._entry(state, viewer, chosen, draft if begun else {}),
            tuple((kind, name_of(self.game.moves[kind])) for kind in offered if kind != chosen),
        )

    def _entry(self, state: State, viewer: Viewer, kind: str, draft: Draft) -> MoveEntry:
        shape = self.game.moves[kind]
        layout = Layout(self.game.players, len(self.game.status(state).scores))
        given = _given(draft)
        # A phone with one seat enters for it; it may still choose another.
        if "seat" not in given and len(viewer.seats) == 1 and "seat" in unwrap(shape).bare.__dataclass_fields__:
            given["seat"] = [str(*viewer.seats)]
        answers = normalise(unwrap(shape), given, layout)
        form = form_of(shape, answers, layout)
        entry = MoveEntry(kind, name_of(shape), form, len(unanswered(form)))
        return entry if entry.missing else self._tried(entry, state, answers, layout.players)

    def _tried(self, entry: MoveEntry, state: State, answers: object, seats: int) -> MoveEntry:
        """Return the entry with what it would come to; as it is where the rules refuse it, which they say once it is
        sent.
        """
        try:
            move = decode(self.game.moves[entry.kind], answers, Reading(seats, self.game.box_clause, as_text=True))
            # Tried out, not recorded: the rules are pure, so a preview costs nothing but time.
            after = self.game.status(self.game.play(state, move).state)
        except (NotAMove, IllegalMove):
            return entry
        return replace(entry, leads=_leads(after), would=after.scores)


def _leads(status: Status) -> tuple[int, ...]:
    """Return who is ahead; nobody while all are equal."""
    at = places(status) or status.places or ranked([-score for score in status.scores])
    best = tuple(seat for seat, place in enumerate(at) if place == 1)
    return best if len(best) < len(at) else ()


def name_of(shape: type) -> Text:
    """Return what a move is called where it is entered: as its class says (`called`), else by the name of the class."""
    called: Text = getattr(shape, "called", None) or signs("{name}", name=shape.__name__)
    return called


def _given(draft: Draft) -> dict[str, object]:
    """Return the answers in what was tapped. What no form of ours sends is none."""
    # Names with an underscore are ways to enter, kept by the phone (ADR 18), and `kind` says which form it is: neither is an
    # answer.
    pairs = [(name, one) for name, values in draft.items() if name != "kind" and name[:1] != "_" for one in values]
    try:
        return tree(pairs)
    except NotAMove:
        return {}
