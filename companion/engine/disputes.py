"""Disputes from what their judges declare: the facts they take, and the shape of what they answer.

def judge_end(facts: EndFacts, options: Options) -> Judged[EndAnswer]: ...
dispute("end", say("Is the game over?"), say("Pawns and obelisk"), judge_end, ("NI-35",))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from companion.engine.game import Options, RulingKind, State, Viewer
from companion.engine.rulings import Flag, Json, Reason, Ruling
from companion.engine.schema.codec import encode
from companion.engine.text import Text

Answer = TypeVar("Answer")


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
    verdict, told = encode(answer), encode(facts)
    assert isinstance(verdict, dict)
    assert isinstance(told, dict)
    return Judged(name, headline, verdict, tuple(because), tuple(flags), told, answer=answer)


def dispute(
    name: str,
    question: Text,
    about: Text,
    judge: Callable[[Any, Options], Ruling],
    clauses: tuple[str, ...],
    *,
    options: tuple[str, ...] = (),
    known: Callable[[State, Viewer], Json] | None = None,
    others: Text | None = None,
    asked: type | None = None,
    draw: Callable[..., tuple[Any, Any]] | None = None,
) -> RulingKind[State]:
    """The dispute with the shapes of its facts and of its answer, as the judge's signature declares them."""
    declared = get_type_hints(judge)
    (answer,) = get_args(declared["return"])
    return RulingKind(
        name, question, about, declared["facts"], judge, clauses, options, known, others, answer, asked, draw
    )
