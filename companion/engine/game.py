"""The contract of a game: a frozen record of functions, no class to inherit from.

A scenario test replaces one field with `dataclasses.replace`. Nothing here has a default where a secret could leak.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from companion.engine.present import Cover
from companion.engine.rulings import Clause, Doubt, Json, OpenQuestion, Reason, Ruling
from companion.engine.text import Text, say

if TYPE_CHECKING:  # Loaded by the games and pages that use them: while no one plays, none does.
    from companion.engine.present import LessonCard, Screen, Starting
    from companion.engine.sheet import Paper, Sheet, Size
    from companion.engine.story import Step, Story, Turned

State = TypeVar("State")
DEFAULTS = "default"
"""The folder of the templates that every game may use."""
Choice: TypeAlias = "bool | str"
Options: TypeAlias = Mapping[str, Choice]
Draft: TypeAlias = Mapping[str, tuple[str, ...]]
"""A half-made entry: the values of each field of a form, as typed or tapped."""
GONE_ON: Final = "_gone_on"
"""The name under which a draft says from before which moment the table has gone on, where that moment pauses."""
Move: TypeAlias = Any
"""A frozen dataclass of one of the game's move kinds; only the game itself looks inside."""
Answers: TypeAlias = dict[str, Any]
"""What a question for the judge is asked, as its form sends it."""
SOME_TABLES = say("Some tables play this way.")


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """One way to play a house option: its value, its name, and `who`, a sentence on who plays it so or what it asks of them.

    The name answers the option's question and says it alone: "Animals count". `source` names the edition it comes from,
    where that is not the rulebook by which the game is played. `departs`: that rulebook does not say this, so a sheet says
    "with house rules" instead of naming it. It holds for whatever only some tables play.
    """

    value: Choice
    label: Text
    who: Text = SOME_TABLES
    source: Text | None = None
    departs: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A house option, chosen when a match is set up; the first choice is the default.

    `before` is how matches go on that were recorded while there was no such option; None if there always was.
    `proposed` is what a page proposes, where that is not the default.
    `is_asked`: whether a table is asked for it among its house rules; where not, it follows from who plays.
    `read`, where the choices are only some of many: the value that anything sent stands for; raises `NotAMove`. `shape` is
    what may be sent instead of a choice.
    `pictures`: a sign for each choice of what is asked in the open, not among the house rules: how much is entered. `sign`: what
    stands beside the question of any other. `is_rare`: it settles what the rulebook leaves open, and is asked behind a line.
    """

    name: str
    label: Text
    choices: tuple[OptionChoice, ...]
    clauses: tuple[str, ...]
    before: Choice | None = None
    read: Callable[[object], Choice] | None = None
    shape: type | None = None
    proposed: Choice | None = None
    is_asked: bool = True
    pictures: tuple[str, ...] = ()
    sign: str = ""
    is_rare: bool = False

    @property
    def default(self) -> Choice:
        """The value that holds unless a table chooses another."""
        return self.choices[0].value

    @property
    def usual(self) -> Choice:
        """The value that a page proposes."""
        return self.default if self.proposed is None else self.proposed

    def choice(self, value: Choice) -> OptionChoice:
        """Return the choice of this value, which is one of them."""
        return next(choice for choice in self.choices if choice.value == value)


def option(
    name: str,
    label: Text,
    clauses: tuple[str, ...],
    *choices: OptionChoice,
    before: Choice | None = None,
    proposed: Choice | None = None,
    pictures: tuple[str, ...] = (),
    sign: str = "",
    is_rare: bool = False,
) -> Option:
    """Return the house option with these choices, the default first."""
    return Option(
        name, label, choices, clauses, before, proposed=proposed, pictures=pictures, sign=sign, is_rare=is_rare
    )


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match starts from: the number of seats and the value of every house option."""

    seats: int
    options: Options


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """How to lay out the box: numbers as plain data, and the steps in order."""

    facts: Mapping[str, Json]
    steps: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes a view is for: the seats this person holds; none for a spectator, the host, or the big screen.

    `elsewhere`: the seats that enter on other phones, as far as a board knows.
    """

    seats: frozenset[int] = frozenset()
    elsewhere: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Status:
    """What every match has: its phase (`over` at the end), whose turn it is, scores by seat, winners at the end.

    `places`: the place of each seat, where more than points and winners decides it; see `engine.story`. `moot`: at the end,
    the seats whose points decided nothing.
    """

    phase: str
    turn: int | None
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    places: tuple[int, ...] | None = None
    moot: tuple[int, ...] = ()


class Moment(NamedTuple):
    """The step of the game an entry belongs to: `key` tells it from all others and is never taken apart.

    `part` is the round or turn it is a part of, in words, and `name` which step of it; they may be the same. `says_all`: the
    name needs no part beside it. `pauses`: before it, everyone looks at what the step before brought, until someone goes on.
    """

    key: str
    part: Text
    name: Text
    says_all: bool = False
    pauses: bool = False


class Shown(Protocol):
    """What a board shows, as far as every page around it asks: its phase."""

    @property
    def phase(self) -> str:
        """What is going on; `over` at the end."""


@runtime_checkable
class ShownPad(Shown, Protocol):
    """What the board of a score pad answers beside that: how all stand while a round is being entered.

    `so_far`: the status with the round under way, where that may be seen. `ranked`: of how many places there are. `closed`:
    the fields that what is entered has closed.
    """

    so_far: Status | None
    ranked: int
    closed: tuple[str, ...]

    def beside_points(self, seat: int) -> str:
        """Return what a player's figures are, in the pad's own word."""


@dataclass(frozen=True, slots=True)
class Outcome(Generic[State]):
    """What a play leads to: the new state, the rulings given, what the box finds doubtful.

    `reveals` says that hidden things lie open after it, so that undo must not pass it without asking.
    """

    state: State
    rulings: tuple[Ruling, ...] = ()
    flags: tuple[Doubt, ...] = ()
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class RulingKind(Generic[State]):
    """A dispute the game can settle: the question, the shape of its facts, and the function that judges them.

    `judge` takes the facts (an instance of `facts`) and the house options. `known` gives the facts of a running match
    as JSON, as far as this viewer may know them, or None if there is nothing to ask about yet; if it `knows_part` of them
    only, nothing is judged before the table has said the rest. `answer` is the shape of
    the verdict, for the document of the JSON interface. `asked` is the shape that a page asks for, where a table need
    not tell all that the JSON interface wants; `judge` takes that too. `draw` is for facts that are laid out on a drawing: it takes
    the answers of a form as texts, the numbers tapped on the drawing by their names, and the options. It gives the new
    answers, and what the game's own template shows. `tray` gives the numbers that the drawing begins with at a match.
    `assumes`: the options of a variant that asking takes for played, where no match says otherwise.
    """

    name: str
    question: Text
    about: Text
    facts: type
    judge: Callable[[Any, Options], Ruling]
    clauses: tuple[str, ...]
    options: tuple[str, ...] = ()
    known: Callable[[State, Viewer], Json] | None = None
    others: Text | None = None
    answer: type | None = None
    asked: type | None = None
    draw: Callable[[Answers, Mapping[str, int], Options], tuple[Answers, Any]] | None = None
    tray: Callable[[State], Mapping[str, int]] | None = None
    knows_part: bool = False
    assumes: Mapping[str, Choice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Edition:
    """A box the game is sold in: title, language (ISO 639-1), publisher, and its own words for the game's terms.

    `words` stand in the order of the terms; an empty one is not known. `unsure` are those that sources disagree about.
    """

    title: str
    language: str
    publisher: str = ""
    words: tuple[str, ...] = ()
    unsure: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BoxNotes(Generic[State]):
    """What a copy of the game holds that no source lists: learnt from what tables enter, kept for their next match.

    - `name` tells these notes from others of the same game; `title` and `about` say what they are.
    - `shape` is one thing noted, as the codec reads it.
    - `entered(state)` is everything of that kind that is entered in a match at this moment.
    - `show(item)` is what the game's template shows of one thing noted, or of none yet.
    - `offer(state, draft, noted)` is what the board's template shows of the notes, beside `board`.
    """

    name: str
    title: Text
    about: Text
    shape: Any
    entered: Callable[[State], tuple[Any, ...]]
    show: Callable[[Any], Any]
    offer: Callable[[State, Draft, tuple[Any, ...]], Any]


@dataclass(frozen=True, slots=True)
class Pieces(Generic[State]):
    """Everyone plays with pieces of one colour of the box; its colours are the first of those that people wear.

    - `kinds` is how many colours the box has.
    - `worn(state)` is the number of each seat's colour.
    - `dealt(colours)` is the option by which the seats have these colours.
    - `called(state)` is the seat of each colour, by its name.
    """

    kinds: int
    worn: Callable[[State], tuple[int, ...]]
    dealt: Callable[[Sequence[int]], Options]
    called: Callable[[State], Mapping[Text, int]]


@dataclass(frozen=True, slots=True)
class Game(Generic[State]):
    """One game: its words, its clauses, its moves and what they do.

    What a game does not say itself `companion.engine.declare` adds, from what its moves and its rounds declare. Nothing of
    what hides secrets is added: a game marks what is hidden, or says that it is open.

    - `cover` is what can be said without opening its box: slug, code, title, players and pitch.
    - `moves` maps each kind to its frozen dataclass; a move that acts for a player has a field `seat`, one with figures of
      several says by `entered_for` of whom: entries for others come between and change nothing. One without, that is the
      player's whose turn it is, says `of_turn`; one that may be made several times in a moment, in any order, `one_of_several`;
      one that a single tap makes, `is_one_tap`; one that is made before anything is played, `prepares`: a replay begins after it;
      one that puts nothing on the table, `is_brief`: a replay goes past it quicker;
      one that finds a player guilty or not, `judges`; one that is entered to know what the ruling of a name says, `settles` that.
    - `start(setup)` is the state before the first move; `play(state, move)` raises `IllegalMove`.
    - `view(state, viewer)` is the state as JSON as that viewer may see it, without what `status` already says.
    - `redact(move, options, viewer, revealed)` is a journal entry's move as JSON as that viewer may see it; `revealed`
      says that a reveal followed the play.
    - `lay_out(setup)` is the set-up sheet.
    - `open_questions` are those the rulebook does not settle; the judge's page and the search of the rules show them.
    - `in_force(options, seats)` is the options as that many players play them; None if all hold for any number.
    - `made(options, seats)` is the game as these options make it, for one whose name and rows are a table's own; None for
      the others. `by(options, seats)` is what everyone asks; how many play is known once they do.
    - `put_right(before, after, when, reader)` is what a correction of that moment turned, or what has to be done with the real
      pieces; `reader` is the seat that is spoken to, None where all read the same.
    - `idle(options, seats)` names the options that change nothing when that many play by these; nothing printed names them.
    - `narrate(move)` puts a redacted move into words. `labels` names the values of the state that a
      correction may change: by their last name within a seat, by their path elsewhere. `value_name(name, value)` puts
      one of them into words, or is None for a number, a seat, or yes or no.
    - `stands(state)` is the move "how things stand now" that would lead to the state, for catching up. Where only some choices
      of its fields are in a match, its `offered` says by field which: a function of the state.
    - `paper` is how a finished paper sheet is typed in afterwards.
    - `board(state, viewer, draft)` is what the game's own template shows; `draft` is what has been entered so far.
    - `held(last)` is the draft with which a replay draws each of its boards, so that all have the measure of the last one.
    - `may_enter_own(state, viewer, draft)` is whether a viewer has something to enter for their own seats alone just now, or has
      opened it; without it, only whose turn it is has.
    - `hand(state, viewer)` is what only this viewer sees beside a board that is the same for all; its template `hand.html`
      shows it where the board says `<hand/>`. Empty for someone who has nothing of their own.
    - `box` is what the app learns about a copy of the game, if there is anything to learn.
    - `pieces` is what it says of them, where everyone plays with pieces of one colour.
    - `teams(setup)` is who scores together, each team by its first seat; None where everyone plays alone.
    - `unfit(setup)` is what speaks against beginning so, beyond the number of players; what has begun so goes on.
    - `in_one`: figures whose names begin so are one thing for the table, such as a round: an edit opens those of everyone.
    - `has_rounds`: scores are kept by round or turn of the whole table. `bgg_id` is its number at BoardGameGeek, if
      known.
    - `screen(state)` is what a screen for the whole table, which everyone sees, shows round the board.
    - `lesson(setup)` is the first-round guide in a few cards, with the numbers of this set-up; for None, of the usual
      game.
    - `starting(setup)` is what the rulebook says of the start player; None if it says nothing, or the match itself
      finds one.
    - `edition` says which rulebook it is played by, if need be by these options; it is printed on every sheet, unless a
      choice departs from it.
    - `sheet(setup, size, state, viewer)` is the form for paper: blank if `state` is None, else the same form, cell for
      cell, with what that viewer may see of it written in.
    - `story(state, steps)` is how a match went up to this state: ranking, rounds, the moments that decided it. It tells
      only what everyone may know.
    - `moment(state)` is the step of the game an entry belongs to; the journal is divided by its parts. While it stays the
      same, an entry made on a slightly older page still means the same, and a half-made entry is still worth keeping.
    - `templates` is the folder of what draws it; the folder of the defaults serves for what is not there.
    - `shown` is the shape of what `view` gives, `laid_out` that of the set-up sheet's facts, for the document of the
      JSON interface.
    """

    cover: Cover
    clauses: tuple[Clause, ...]
    options: tuple[Option, ...]
    moves: Mapping[str, type]
    rulings: tuple[RulingKind[State], ...]
    lay_out: Callable[[Setup], SetupSheet]
    start: Callable[[Setup], State]
    play: Callable[[State, Move], Outcome[State]]
    status: Callable[[State], Status]
    view: Callable[[State, Viewer], Mapping[str, Json]]
    redact: Callable[[Move, Options, Viewer, bool], Mapping[str, Json]]
    board: Callable[[State, Viewer, Draft], Shown]
    moment: Callable[[State], Moment]
    narrate: Callable[[Mapping[str, Json]], Text]
    stands: Callable[[State], Move]
    paper: Paper
    edition: Text | Callable[[Options], Text]
    sheet: Callable[[Setup, Size, State | None, Viewer], Sheet]
    screen: Callable[[State], Screen]
    lesson: Callable[[Setup | None], tuple[LessonCard, ...]]
    story: Callable[[State, Sequence[Step[State]]], Story]
    shown: type
    laid_out: type
    labels: Mapping[str, Text]
    value_name: Callable[[str, Json], Text | None]
    templates: str
    box: BoxNotes[State] | None = None
    terms: tuple[Text, ...] = ()
    editions: tuple[Edition, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    pieces: Pieces[State] | None = None
    has_rounds: bool = True
    bgg_id: int | None = None
    may_enter_own: Callable[[State, Viewer, Draft], bool] | None = None
    hand: Callable[[State, Viewer], Sequence[Any]] | None = None
    starting: Callable[[Setup], Starting | None] | None = None
    in_force: Callable[[Options, int], Options] | None = None
    put_right: Callable[[State, State, Moment, int | None], Turned | None] | None = None
    idle: Callable[[Options, int], frozenset[str]] | None = None
    teams: Callable[[Setup], tuple[tuple[int, ...], ...]] | None = None
    unfit: Callable[[Setup], Reason | None] | None = None
    in_one: frozenset[str] = frozenset()
    made: Callable[[Options, int], Game[State]] | None = None
    held: Callable[[State], Draft] | None = None
    _by_id: dict[str, Clause] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        # A frozen record cannot be assigned to, but what it holds can be filled.
        self._by_id.update((clause.id, clause) for clause in self.clauses)

    @property
    def slug(self) -> str:
        return self.cover.slug

    @property
    def code(self) -> str:
        """The two letters of its look."""
        return self.cover.code

    @property
    def title(self) -> str:
        return self.cover.title

    @property
    def players(self) -> tuple[int, ...]:
        return self.cover.players

    @property
    def pitch(self) -> Text:
        """What it is about."""
        return self.cover.pitch

    @property
    def box_clause(self) -> str:
        """The clause that says how many may play; a seat that does not exist breaks it."""
        return self.clauses[0].id

    def clause(self, clause_id: str) -> Clause:
        """Return the clause of this id. Raise KeyError if the game has none."""
        return self._by_id[clause_id]

    def by(self, options: Options, seats: int = 0) -> Game[State]:
        """Return the game as it is played by these options: itself, unless the options make it."""
        return self if self.made is None else self.made(options, seats)

    def option(self, name: str) -> Option:
        """Return the house option of this name. Raise KeyError if the game has none."""
        for option in self.options:
            if option.name == name:
                return option
        raise KeyError(name)

    def teams_of(self, setup: Setup) -> tuple[tuple[int, ...], ...]:
        """Return who scores together in this match; none where everyone plays alone."""
        # Teams of one are no teams: pages would say who plays with whom where no one does.
        found = () if self.teams is None else self.teams(setup)
        return found if any(len(team) > 1 for team in found) else ()

    @property
    def house_rules(self) -> tuple[Option, ...]:
        """The options that a table is asked for."""
        return tuple(option for option in self.options if option.is_asked)

    def played_options(self, options: Options, seats: int) -> tuple[Option, ...]:
        """Return the options that change something when that many play by these."""
        idle = self.idle(options, seats) if self.idle else frozenset()
        return tuple(option for option in self.house_rules if option.name not in idle)

    def played_choices(self, options: Options, seats: int) -> tuple[tuple[Option, OptionChoice], ...]:
        """Return the same, each with how it is played."""
        return tuple((one, one.choice(options[one.name])) for one in self.played_options(options, seats))

    def edition_by(self, options: Options, seats: int) -> Text:
        """Return which rulebook that many play by, with these options."""
        # An option that changes nothing for these players departs from no rulebook.
        for option in self.played_options(options, seats):
            if any(choice.departs and choice.value == options[option.name] for choice in option.choices):
                return say("with house rules")
        return self.edition(options) if callable(self.edition) else self.edition

    def kind_of(self, move: Move) -> str:
        """Return the kind of a move, as the journal and the interface name it."""
        # By identity: no move of one kind inherits from another.
        return next(kind for kind, shape in self.moves.items() if shape is type(move))

    def is_afterwards(self, move: Move, state: State) -> bool:
        """Return whether a move says what was played before it was entered: how things stand, or a finished paper
        sheet.

        A move may also say so itself, by a field `catching_up`.
        """
        shapes = (self.paper.shape, type(self.stands(state)))
        return type(move) in shapes or getattr(move, "catching_up", False) is True

    def template(self, name: str) -> tuple[str, ...]:
        """Return where a template of the game is looked for: in its own folder, then among the defaults."""
        # A game that declares no folder has that of the defaults: looked in once.
        return tuple(f"games/{folder}/{name}" for folder in dict.fromkeys((self.templates, DEFAULTS)))

    def ruling(self, name: str) -> RulingKind[State]:
        """Return the ruling of this name. Raise KeyError if the game has none."""
        for kind in self.rulings:
            if kind.name == name:
                return kind
        raise KeyError(name)
