"""A ruling is data: what is so, the working behind it, and the clauses it rests on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.engine.text import Arg, Text

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Origin: TypeAlias = Literal["stated", "edition", "derived"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule of a game. `origin` tells whether the rulebook states it, another edition does, or we derived it.

    `silent` says what the published text leaves open here, if anything. `chapter` is the heading it stands under.
    """

    id: str
    text: Text
    origin: Origin
    silent: Text | None = None
    chapter: Text | None = None


def clauses(
    texts: Mapping[str, Text],
    silent: Mapping[str, Text],
    chapters: Mapping[str, Text],
    *,
    derived: tuple[str, ...] = (),
    edition: tuple[str, ...] = (),
) -> tuple[Clause, ...]:
    """Return the clauses of a game, from their texts and what is left open, by id; the rulebook states all but those
    named.

    `chapters`: the headings, by the clause that each begins with.
    """
    origins: dict[str, Origin] = {**dict.fromkeys(derived, "derived"), **dict.fromkeys(edition, "edition")}
    found, chapter = [], None
    for id, text in texts.items():
        # A heading holds until the next one, as on paper.
        chapter = chapters.get(id, chapter)
        found.append(Clause(id, text, origins.get(id, "stated"), silent.get(id), chapter))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question of real tables that the rulebook does not settle, in a player's words, with how it is judged here.

    - `name` tells it from the others of its game, in addresses too.
    - `says` is what the rulebook says of it and what it does not, `tables_do` how tables play it, `reading` how we do.
    - `option` is the house option by which a table chooses for itself, if there is one.
    """

    name: str
    question: Text
    says: Text
    tables_do: Text
    reading: Text
    clauses: tuple[str, ...]
    option: str | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of a working, with the clauses it cites. A step that cites none is an error."""

    text: Text
    clauses: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.clauses:
            raise ValueError(f"this step cites no clause: {self.text.message}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a rule may say, with the clauses it rests on; called with what fills its gaps, a step, a doubt or a refusal says it."""

    text: Text
    clauses: tuple[str, ...]

    def __call__(self, /, **args: Arg) -> Reason:
        return Reason(self.text.filled(**args), self.clauses)


def cite(text: Text, *clauses: str) -> Sentence:
    return Sentence(text, clauses)


def each_of(*rows: object) -> tuple[Reason, ...]:
    """Return every row that holds: a row is a sentence, or `condition and SENTENCE(...)`, so that none is built in
    vain.
    """
    # Whatever a false condition leaves: False, None, 0 or an empty tuple.
    return tuple([row for row in rows if isinstance(row, Reason)])


def first_of(*rows: object) -> tuple[Reason, ...]:
    """Return the first row that holds, or nothing."""
    return each_of(*rows)[:1]


def rules(clauses: Iterable[Clause]) -> Mapping[str, Reason]:
    """Return each clause in its own words, by its id, for a lesson or a sheet that says it as the rules do."""
    return {clause.id: Reason(clause.text, (clause.id,)) for clause in clauses}


@dataclass(frozen=True, slots=True)
class Doubt(Reason):
    """A reason to ask before an entry is recorded; the table may record it anyway.

    `secrets_of`: the seats whose secrets give rise to the doubt. Only a viewer who holds them all may see it, because the
    doubt itself would give the secret away. For the same reason nothing in a journal falls by it.
    `is_own_secret`: the secret is what the entry itself says, which its author knows already.
    `new_entries_only`: matches were recorded before this doubt was known. It is raised where an entry is made, and nothing in
    a journal falls by it.
    """

    secrets_of: frozenset[int] = frozenset()
    is_own_secret: bool = False
    new_entries_only: bool = False


def doubts(*rows: object, new_entries_only: bool = False) -> tuple[Doubt, ...]:
    """Return a doubt for every row that holds."""
    return tuple([Doubt(row.text, row.clauses, new_entries_only=new_entries_only) for row in each_of(*rows)])


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its working, step by step, as one would explain it aloud.

    `headline` is the verdict in one sentence, `verdict` the same as plain data, and `facts` the inputs it used.
    `is_partial`: not all was entered that house rules go by, so the page does not say that others give the same.
    """

    name: str
    headline: Text
    verdict: Mapping[str, Json]
    because: tuple[Reason, ...]
    flags: tuple[Doubt, ...] = ()
    facts: Mapping[str, Json] = field(default_factory=dict)
    is_partial: bool = False

    def __post_init__(self) -> None:
        if not self.because:
            raise ValueError(f"ruling {self.name} gives no reason")

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause the working cites, each once, in the order of the working."""
        return cited(self.because)


def flags_for(seats: frozenset[int], flags: tuple[Doubt, ...], *, makes_it: bool = False) -> tuple[Doubt, ...]:
    """Return the doubts that the holder of these seats may see; those that rest on no secret are for all.

    `makes_it`: the asker makes the entry, and may see what rests on the entry alone.
    """
    # All of the secrets it rests on, not some: from a doubt and one of two hands the other could be guessed.
    return tuple(flag for flag in flags if flag.secrets_of <= seats or (makes_it and flag.is_own_secret))


def cited(reasons: tuple[Reason, ...] | tuple[Doubt, ...]) -> tuple[str, ...]:
    """Return the clauses of several reasons, each once, in order."""
    return tuple(dict.fromkeys(clause for reason in reasons for clause in reason.clauses))
