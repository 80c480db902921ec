"""The guide of a pad: what its rows come to, an example worked out, and where its scoring comes from, of the pad itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.definition import Definition, Row
from companion.engine.game import Game, Setup
from companion.engine.row_signs import cases_of, conditions_of, how_of, in_a_line
from companion.engine.text import Text
from companion.table.library import Example
from companion.table.worked import Round, tried, worked
from companion.web.app.i18n import language
from companion.web.evening.defining import pad_of
from companion.web.evening.ready_pad import definition_in

MOST_IN_A_CARD: Final = 8
"""Lines that stand on the card of what is entered, rows, an example and, each for two, what is told; else that has its own card."""
MOST_TOLD: Final = 12
LETTERS: Final = 38
"""What is told in more lines of so many letters, with the table of the cards, has its own card as well."""


@dataclass(frozen=True, slots=True)
class PadLesson:
    """A pad as it is taught: named as the reader calls its rows; `rounds` is its example worked out, if it has one.

    `told` is how a round is scored, in sentences in the reader's language, `worth` a table of what its cards are worth;
    `source` says where its scoring comes from. All are empty for a game of the table's own.
    """

    definition: Definition
    example: Example | None
    rounds: tuple[Round, ...]
    told: tuple[str, ...]
    worth: tuple[tuple[str, ...], ...]
    source: str

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in their order: what is entered, what is told and the example where they have their own, and who wins."""
        lines = sum(map(len, self.rounds)) + 2 * len(self.told) + len(self.definition.rows)
        told = len(self.worth) + sum(-(-len(one) // LETTERS) for one in self.told)
        middle = {"told": told > MOST_TOLD, "example": bool(self.rounds) and lines > MOST_IN_A_CARD}
        return ("write", *(card for card, has_its_own in middle.items() if has_its_own), "end")

    def how(self, row: Row) -> Text | None:
        """Return what a row comes to in signs."""
        return how_of(self.definition.rows, row)

    def cases(self, row: Row) -> tuple[Text, ...]:
        """Return what a formula with conditions says; two cases of it where sentences say that, or where it is long."""
        rows = self.definition.rows
        return (() if self.told or not row.formula else conditions_of(rows, row)) or cases_of(rows, row)

    def named(self, rows: Sequence[int], sign: str = ", ") -> Text:
        """Return what these rows are called."""
        return in_a_line(sign, (self.definition.rows[at].called for at in rows))


def pad_lesson(game: Game[Any], setup: Setup | None) -> PadLesson | None:
    """Return how the pad of a match is taught; None for another game, and before a game is chosen."""
    definition = None if setup is None else definition_in(game, setup.options)
    if definition is None:
        return None
    pad = pad_of(definition)
    named = definition if pad is None else pad.named(language())
    example = tried(definition) if pad is None else pad.example
    # Who won or came in where needs no working out.
    is_plain = definition.writes in ("winner", "places")
    rounds = () if example is None or is_plain else worked(named, example)
    if pad is None:
        return PadLesson(definition, example, rounds, (), (), "")
    told = pad.told(language())
    # What the lesson says in the reader's language, its source need not say in English.
    source = pad.source.partition(":")[0] if told else pad.source
    return PadLesson(definition, example, rounds, told, pad.worth(language()), source)
