"""Disputes from what their judges declare: the facts they take, and the shape of what they answer.

    def judge_end(facts: EndFacts, options: Options) -> Judged[EndAnswer]: ...

    dispute("end", say("Is the game over?"), say("Pawns and obelisk"), judge_end, ("NI-35",))

What such a judge gives is a `Judged`, made by `judged`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from companion.engine.game import Choice, Options, RulingKind, State, Viewer
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.codec import encode
from companion.engine.text import Text

Answer = TypeVar("Answer")


class Plain(Mapping[str, Json]):
    """The plain JSON of a record, worked out when somebody asks: most rulings of a match are never told."""

    __slots__ = ("_json", "_record")

    def __init__(self, record: object) -> None:
        self._record = record
        self._json: dict[str, Json] | None = None

    @property
    def json(self) -> dict[str, Json]:
        """All of it."""
        if self._json is None:
            told = encode(self._record)
            assert isinstance(told, dict)
            self._json = told
        return self._json

    def __getitem__(self, name: str) -> Json:
        return self.json[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.json)

    def __len__(self) -> int:
        return len(self.json)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Ruling, Generic[Answer]):
    """A ruling whose verdict has a declared shape: `answer` is the verdict for whoever goes on from it."""

    answer: Answer


def judged(
    name: str,
    headline: Text,
    answer: Answer,
    because: Sequence[Reason],
    flags: Sequence[Flag] = (),
    *,
    facts: object,
) -> Judged[Answer]:
    """The ruling, with answer and facts also as the plain JSON they are told in."""
    return Judged(name, headline, Plain(answer), tuple(because), tuple(flags), Plain(facts), answer=answer)


def dispute(
    name: str,
    question: Text,
    about: Text,
    judge: Callable[[Any, Options], Ruling],
    clauses: tuple[str, ...],
    *,
    options: tuple[str, ...] = (),
    known: Callable[[State, Viewer], Json] | None = None,
    knows_part: bool = False,
    others: Text | None = None,
    asked: type | None = None,
    draw: Callable[..., tuple[Any, Any]] | None = None,
    assumes: Mapping[str, Choice] | None = None,
) -> RulingKind[State]:
    """The dispute with the shapes of its facts and of its answer, as the judge's signature declares them."""
    declared = get_type_hints(judge)
    (answer,) = get_args(declared["return"])
    return RulingKind(
        name,
        question,
        about,
        declared["facts"],
        judge,
        clauses,
        options,
        known,
        others,
        answer,
        asked,
        draw,
        knows_part,
        assumes or {},
    )
