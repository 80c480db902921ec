"""A dispute heard: the form with its answers so far, and the verdict or the obstacle to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Choice, Game, Option, OptionChoice, RulingKind
from companion.engine.rulings import Json, Ruling
from companion.engine.schema.answers import Layout, normalise, players_named, way_of
from companion.engine.schema.declared import alternatives, fields, required, speaks_of_seats, unwrap
from companion.engine.schema.form import (
    Question,
    QuestionRow,
    first_asked,
    form_of,
    lines_of,
    nearest,
    unanswered,
    ways_of,
)
from companion.engine.schema.formdata import pairs, tree
from companion.engine.text import Text, say
from companion.match.judge import judge
from companion.web.app.address import Address, choose, write_address
from companion.web.app.i18n import Names, isolated, name_of, said, words
from companion.web.app.problems import Problem, problem_of, texts_beside, texts_of

COMPARE: Final = "elsewhere"
"""The form's own number that asks what the other house rules say."""
MISSING: Final = say("This is missing.")


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What a running match says: how many play, by which options, the facts as far as the reader may know them, and `tray`,
    the numbers that its drawing begins with.
    """

    players: int
    options: Mapping[str, Choice]
    facts: Json
    tray: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OtherRule:
    """The same facts by another house rule: the ruling or why there is none, whether it differs, and the query that asks it."""

    option: Option
    choice: OptionChoice
    ruling: Ruling | None
    refusal: tuple[Text, ...]
    differs: bool
    query: str


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One dispute. Without a ruling, `problem` says what is in the way and `wrong` where, unless nothing is asked yet.

    `missing` is the first question without an answer. `drawn` is what the game's own template shows of facts that are laid
    out on a drawing. `compare`: the query that asks for the `others` too, where the ruling has any; a page judges once
    unless it is asked to compare.
    """

    facts: type
    form: Question
    layout: Layout
    way: int
    asks_players: bool
    options: Mapping[str, Choice]
    ruling: Ruling | None = None
    problem: Problem | None = None
    wrong: Mapping[str, tuple[Text, ...]] | None = None
    missing: Question | None = None
    others: tuple[OtherRule, ...] = ()
    compare: str = ""
    query: str = ""
    is_known: bool = False
    drawn: Any = None

    @property
    def ways(self) -> tuple[Text, ...]:
        """The ways to answer, each named after its first question; a single one if there is no choice."""
        return ways_of(self.facts)

    @property
    def lines(self) -> tuple[QuestionRow, ...]:
        """What is asked one after the other on one sheet."""
        return lines_of(self.form)

    def waits(self, line: QuestionRow) -> bool:
        """Return whether nothing asks for this line yet: such as what breaks a tie, before there is one."""
        whole = line.cells[0].path.rpartition(".")[0]
        asked = {whole, *(cell.path for cell in line.cells)}
        is_asked = self.missing is not None and self.missing.path in asked
        has_answer = any(cell.is_needed or cell.given for cell in line.cells)
        return bool(line.hint) and not (is_asked or has_answer or whole in (self.wrong or ()))

    def is_in_lines(self, part: Question) -> bool:
        """Return whether a part of the form is asked on that sheet."""
        asked = {cell.path for line in self.lines for cell in line.cells}
        return any(one.path in asked for one in part.every())

    def place_words(self, field: Question, names: Names) -> str:
        """Return which question this is: "Ana: Rings"."""
        label = words(field.label, names) if field.label else ""
        if field.seat is None or label == name_of(field.seat, names):
            return label
        return f"{isolated(name_of(field.seat, names))}{said(':')} {label}"

    @property
    def is_unfinished(self) -> bool:
        """Return whether nothing else is wrong than that answers are missing."""
        return bool(self.missing and self.problem and self.problem.name == "shape")

    def asked_words(self, names: Names) -> str:
        """Return the first question without an answer, as one asks it at the table."""
        field = self.missing
        assert field is not None
        return words(field.asks, names) if field.asks else said("Missing: {what}", what=self.place_words(field, names))

    @property
    def status(self) -> int:
        return self.problem.status if self.problem else 200


def evaluate_dispute(game: Game[Any], kind: RulingKind[Any], address: Address, known: KnownFacts | None) -> Evaluation:
    """Return the dispute as an address puts it, filled in from the match if nothing has been answered yet."""
    # The match fills the form in only as long as nothing was answered: facts in dispute are those the reader changes.
    is_known = address.is_bare and known is not None and known.facts is not None
    facts = tree(pairs(known.facts, says_empty=True)) if known and is_known else dict(address.facts)
    usual = known.options if known else {option.name: option.default for option in game.options} | dict(kind.assumes)
    options = choose(game, usual, address.options)
    drawn = None
    # A drawing is tapped by numbers, and its answers are many: the game makes them of the taps.
    if kind.draw is not None:
        tapped = {**(known.tray if known else {}), **address.settings}
        facts, drawn = kind.draw(facts, tapped, options)
    shape = kind.asked or kind.facts
    layout = lay_out(game, shape, address, facts, known)
    normalised = normalise(unwrap(shape), facts, layout)
    way = way_of(shape, normalised, layout)
    form = form_of(shape, normalised, layout)
    asks_players = known is None and _speaks_of_seats(shape, form, layout)
    missing = _missing(form)
    open_case = Evaluation(
        shape, form, layout, way, asks_players, options, is_known=is_known, drawn=drawn, missing=missing
    )
    # Nothing has been asked yet, so nothing is wrong yet either.
    if address.is_bare and (kind.knows_part or not is_known):
        return open_case
    return _judged(open_case, game, kind, address, normalised)


def lay_out(game: Game[Any], shape: type, address: Address, facts: Any, known: KnownFacts | None) -> Layout:
    """For how many players, which way and how many rows the form asks."""
    everybody = Layout(game.players, 0).everybody
    named = max(players_named(unwrap(shape), facts, everybody), default=0)
    if known is not None:
        players = known.players
    elif address.settings.get("players") in game.players:
        players = address.settings["players"]
    else:
        players = _enough(game.players, named)
    return Layout(game.players, players, address.settings.get("way"), address.rows)


def _speaks_of_seats(shape: type, form: Question, layout: Layout) -> bool:
    """Return whether anything that has to be answered in the chosen way is about players."""
    others = {name for way in alternatives(shape) for name in way}
    asked = (part.name for part in form.parts if part.name in others or part.name in required(shape) or not others)
    return any(speaks_of_seats(fields(shape)[name], layout.everybody) for name in asked)


def _enough(allowed: tuple[int, ...], named: int) -> int:
    """Return the number of players the facts speak of; if they speak of none, a usual one."""
    if named in allowed:
        return named
    # The middle: most tables are neither the smallest nor the fullest.
    usual = allowed[len(allowed) // 2]
    return usual if not named else next((count for count in allowed if count >= named), allowed[-1])


def _judged(case: Evaluation, game: Game[Any], kind: RulingKind[Any], address: Address, normalised: Any) -> Evaluation:
    missing = case.missing
    error: NotAMove | IllegalMove | None = address.error
    ruling = None
    if error is None:
        try:
            # Even with answers missing: what is wrong with those given is worth saying at once.
            ruling = judge(game, kind, normalised, dict(case.options), as_text=True)
        except (NotAMove, IllegalMove) as found:
            error = found
    if ruling is not None and missing is None:
        return _ruled(case, game, kind, address, normalised, ruling)
    spot = _asked_at(case.form, error)
    # What may be left out elsewhere may be needed beside these answers.
    if isinstance(error, NotAMove) and spot is not None and texts_of(error) == (MISSING,):
        missing = missing or first_asked(spot)
    # A button that adds a row is not the question: it must not bring red marks on all that is still blank.
    if address.is_editing:
        return replace(case, missing=missing)
    if missing and not isinstance(error, IllegalMove):
        error = error if address.error else NotAMove(missing.path, say("Something is missing"))
    assert error is not None
    # What to say beside each question, by its path; of those without an answer one is asked at a time.
    wrong: dict[str, tuple[Text, ...]] = {missing.path: (MISSING,)} if missing else {}
    spot = _asked_at(case.form, error)
    if spot is not None and spot.path not in wrong and not (missing and spot.is_blank):
        wrong |= texts_beside(case.form, error)
    return replace(case, problem=problem_of(error), wrong=wrong, missing=missing)


def _missing(form: Question) -> Question | None:
    """Return the first question that needs an answer; if nothing at all has been tapped, an empty list is none either, and
    tiles on the table come first.
    """
    first = form.parts[:1] if form.is_blank else ()
    missing = first if first and first[0].widget == "board" else unanswered(form) or first
    return first_asked(missing[0]) if missing else None


def _asked_at(form: Question, error: NotAMove | IllegalMove | None) -> Question | None:
    return None if error is None else nearest(form, error.path.removeprefix("facts").lstrip("."))


def _ruled(
    case: Evaluation, game: Game[Any], kind: RulingKind[Any], address: Address, normalised: Any, ruling: Ruling
) -> Evaluation:
    relevant = {name: case.options[name] for name in kind.options}
    ruled = replace(case, ruling=ruling, query=write_address(normalised, relevant))
    # No house rule could change this ruling; an option that asking takes for played has no other side.
    if not {*kind.options} - {*kind.assumes}:
        return ruled
    if COMPARE not in address.settings:
        here = write_address(normalised, relevant, match_id=address.match_id)
        return replace(ruled, compare=f"{here}&_{COMPARE}=1")
    compared = {*kind.options} - {*kind.assumes}
    every = [(option, choice) for option in game.options if option.name in compared for choice in option.choices]
    others = []
    for option, choice in every:
        if choice.value == case.options[option.name]:
            continue
        options = {**relevant, option.name: choice.value}
        there = write_address(normalised, options, match_id=address.match_id)
        other = None
        refusal: tuple[Text, ...] = ()
        # By another rule the same facts may not be possible at all.
        try:
            other = judge(game, kind, normalised, {**case.options, **options}, as_text=True)
        except (NotAMove, IllegalMove) as error:
            refusal = texts_of(error)
        # By what it comes to, not by its working: two rules may reach one verdict by different steps.
        differs = other is None or _said(other) != _said(ruling)
        others.append(OtherRule(option, choice, other, refusal, differs, there))
    return replace(ruled, others=tuple(others))


def _said(ruling: Ruling) -> tuple[Any, ...]:
    """Return what a ruling comes to.

    A doubt is part of it: where the facts leave something open, rules may still part.
    """
    return ruling.verdict, ruling.headline, ruling.flags
