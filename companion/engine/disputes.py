"""Disputes from the signatures of their judges: what a judge takes is what is asked, what it returns is the verdict.

    def judge_leader(seats: Seats, losers: Losers, options: Options) -> Judged[LeadAnswer]: ...

    dispute("leader", say("Who leads?"), say("Open play only"), judge_leader, ("LU-40", "LU-41", "LU-42"))

The marks on a parameter say its range and what a form asks. What a judge gives is a `Judged`, made by `judged`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, make_dataclass
from inspect import signature
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from companion.engine.game import Choice, Options, RulingKind, State, Viewer
from companion.engine.rulings import Doubt, Json, Reason, Ruling
from companion.engine.schema.codec import encode
from companion.engine.schema.declared import unwrap
from companion.engine.text import Text

Answer = TypeVar("Answer")


class Plain(Mapping[str, Json]):
    """The plain JSON of a record, worked out when someone asks: most rulings of a match are never sent."""

    __slots__ = ("_json", "_record")

    def __init__(self, record: object) -> None:
        self._record = record
        self._json: dict[str, Json] | None = None

    @property
    def json(self) -> dict[str, Json]:
        """All of it."""
        if self._json is None:
            # Not in `__init__`: a match judges at every tap, and only a page or the interface asks for the JSON.
            plain = encode(self._record)
            assert isinstance(plain, dict)
            self._json = plain
        return self._json

    def __getitem__(self, name: str) -> Json:
        return self.json[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.json)

    def __len__(self) -> int:
        return len(self.json)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Ruling, Generic[Answer]):
    """A ruling whose verdict has a declared shape: `answer` is the verdict for the code that goes on from it."""

    answer: Answer


def judged(
    name: str,
    headline: Text,
    answer: Answer,
    because: Sequence[Reason],
    flags: Sequence[Doubt] = (),
    *,
    facts: object,
) -> Judged[Answer]:
    """Return the ruling, with answer and facts also as the plain JSON that is sent."""
    return Judged(name, headline, Plain(answer), tuple(because), tuple(flags), Plain(facts), answer=answer)


@dataclass(frozen=True, slots=True)
class Way:
    """One of several ways to give the facts: `asked` are the judge's parameters that only this way asks for.

    Without a `label` it is called as the first of them. `types`: what parameters take in this way that is not what the judge
    declares.
    """

    label: Text | None
    asked: tuple[str, ...]
    types: Mapping[str, Any] = field(default_factory=dict)


def facts_of(judge: Callable[..., Ruling], ways: Sequence[Way] = (), page: Mapping[str, Any] | None = None) -> type:
    """Return the shape of what a judge takes but for the options; on a `page` some are asked for otherwise, or may be
    left out.
    """
    page = page or {}
    declared = {**get_type_hints(judge, include_extras=True), **page}
    # House rules are chosen beside the question, for all questions alike, and are no fact of one.
    taken = [(name, one) for name, one in signature(judge).parameters.items() if name != "options"]
    # On a page a fact may be optional that programs have to give: the form then says what it assumes.
    left_out = {name: None for name in page if unwrap(page[name]).is_optional}
    defaults = {name: one.default for name, one in taken if one.default is not one.empty} | left_out
    fields = [(name, declared[name], field(default=defaults.get(name, MISSING))) for name, _ in taken]
    said: dict[str, Any] = {"__doc__": judge.__doc__}
    if ways:
        said |= {"alternatives": tuple(way.asked for way in ways), "in_ways": tuple(way.types for way in ways)}
    if any(way.label for way in ways):
        said["way_labels"] = tuple(way.label for way in ways)
    name = "".join(map(str.title, judge.__name__.split("_")))
    return make_dataclass(name, fields, namespace=said, frozen=True, slots=True, kw_only=True)


def dispute(
    name: str,
    question: Text,
    about: Text,
    judge: Callable[..., Ruling],
    clauses: tuple[str, ...],
    *,
    ways: Sequence[Way] = (),
    page: Mapping[str, Any] | None = None,
    options: tuple[str, ...] = (),
    known: Callable[[State, Viewer], Json] | None = None,
    knows_part: bool = False,
    others: Text | None = None,
    draw: Callable[..., tuple[Any, Any]] | None = None,
    tray: Callable[[State], Mapping[str, int]] | None = None,
    assumes: Mapping[str, Choice] | None = None,
) -> RulingKind[State]:
    """Return the dispute with the shapes of its facts and of its answer, as the judge's signature declares them.

    `page`: the types of parameters that a page asks for otherwise than the JSON interface.
    """

    def judged_by(facts: Any, options: Options) -> Ruling:
        # By name: the shape of a page may have other types in the same fields, never other fields.
        return judge(**{one.name: getattr(facts, one.name) for one in fields(facts)}, options=options)

    return RulingKind(
        name,
        question,
        about,
        facts_of(judge, ways),
        judged_by,
        clauses,
        options,
        known,
        others,
        get_args(get_type_hints(judge)["return"])[0],
        facts_of(judge, ways, page) if page else None,
        draw,
        tray,
        knows_part,
        assumes or {},
    )
