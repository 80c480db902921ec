"""What the app learns about a copy of the game: the palms printed on its fields, which no source lists (NI-4)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.engine.game import BoxNotes, Draft
from companion.engine.text import Text, say
from companion.games.nile.board.field_entry import Pairs, palm_pairs
from companion.games.nile.rules.components import WORDS
from companion.games.nile.rules.fields import BANKS, Field, FieldPalms, fields_in_play, ground, in_words
from companion.games.nile.rules.state import State


class FieldForm(NamedTuple):
    """One field and its palms as a form shows them: every bank, row and square there is; `label` says the field."""

    field: Field | None
    palms: int | None
    banks: tuple[tuple[str, Text], ...]
    label: Text


@dataclass(frozen=True, slots=True)
class KnownPalms:
    """The palms known of fields that this match has not entered yet, as a form sends them."""

    count: int
    pairs: Pairs


def entered(state: State) -> tuple[FieldPalms, ...]:
    return tuple(
        FieldPalms(field, there.palms) for field, there in sorted(state.board.items()) if there.palms is not None
    )


def offer(state: State, draft: Draft, noted: tuple[FieldPalms, ...]) -> KnownPalms | None:
    """The noted palms of the fields in play that are not entered yet; of two notes on a field the later one."""
    if not state.tracks_board or state.phase == "over":
        return None
    in_play = fields_in_play(state.seats, state.options["two_player_cover"])
    known = {one.field: one for one in noted if one.field in in_play and ground(state.board, one.field).palms is None}
    fields = tuple(known[field] for field in sorted(known))
    return KnownPalms(len(fields), palm_pairs(fields)) if fields else None


def show(note: FieldPalms | None) -> FieldForm:
    """A note as the page of the box shows it, or a blank one."""
    banks = tuple((bank, WORDS[bank]) for bank in BANKS)
    if note is None:
        return FieldForm(None, None, banks, say("A field"))
    return FieldForm(note.field, note.palms, banks, in_words(note.field))


PALMS: Final[BoxNotes[State]] = BoxNotes(
    "palms",
    say("The palms on the fields"),
    say("They aren’t in any rulebook. Enter them once, in a game that tracks fields."),
    FieldPalms,
    entered,
    show,
    offer,
)
