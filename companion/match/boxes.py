"""What is known of the boxes on this device: noted from what tables enter, kept for the next match, mended by hand."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Game
from companion.engine.rulings import Json
from companion.engine.schema.codec import Reading, decode, encode
from companion.match.access import Caller, must_own
from companion.store import Store

FORMAT: Final = "tableside-box"
FORMAT_VERSION: Final = 1
MOST_NOTES: Final = 200
"""No box holds more of anything; anything new beyond that is not noted."""


@dataclass(frozen=True, slots=True)
class BoxNote:
    """One thing known of a box, and how often it was entered in a match or put down by hand."""

    item: Any
    times: int


class MatchBoxes:
    """One box for each game on this device; notes only for games that have something to note."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def notes(self, game: Game[Any]) -> tuple[BoxNote, ...]:
        """Return everything noted of this game's box, in the order it was learnt."""
        if game.box is None:
            return ()
        return _notes(game, self._store.boxes.notes(game.slug))

    def learn(self, game: Game[Any], before: Any, after: Any) -> None:
        """Note what a step of a match newly entered; forget again what was taken back.

        What is entered elsewhere, or was put down by hand, stays; so does everything in a box that is closed.
        """
        if game.box is None or before is after:
            return
        old, new = (Counter(map(_text, game.box.entered(state))) for state in (before, after))
        if old != new and not self.is_closed(game):
            # What was newly entered is added, what was taken back goes; Counter drops what falls to 0.
            self._change(game, lambda noted: dict(Counter(noted) + (new - old) - (old - new)))

    def is_closed(self, game: Game[Any]) -> bool:
        """Return whether no one but the owner of the device changes the notes, not even by what is entered in a match."""
        return self._store.boxes.is_closed(game.slug)

    def close(self, game: Game[Any], caller: Caller, *, is_closed: bool) -> None:
        """Leave the notes to the owner alone from now on, or open them again. Raise `NotAllowed`, `NoToken`."""
        must_own(caller)
        self._store.boxes.close(game.slug, is_closed)

    def put(self, game: Game[Any], item: Any, instead_of: Any = None) -> None:
        """Note one thing by hand, in place of another if one is named."""
        text, old = _text(item), _text(instead_of)

        def change(noted: dict[str, int]) -> dict[str, int]:
            # Put down by hand counts once at least, so that an undo elsewhere does not take it away.
            times = max(1, noted.get(text, 0))
            if instead_of is None or old not in noted:
                return {**noted, text: times}
            # Where the new text is noted already, the two become one, in the place of the old.
            return {
                text if one == old else one: count for one, count in noted.items() if one != text or text == old
            } | {text: times}

        self._change(game, change)

    def forget(self, game: Game[Any], item: Any) -> None:
        gone = _text(item)
        self._change(game, lambda noted: {text: times for text, times in noted.items() if text != gone})

    def export(self, game: Game[Any]) -> dict[str, Json]:
        """Return everything noted of this game's box as plain data."""
        assert game.box is not None
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": game.slug,
            game.box.name: [encode(note.item) for note in self.notes(game)],
        }

    def _change(self, game: Game[Any], change: Callable[[dict[str, int]], dict[str, int]]) -> None:
        """Put other notes in place of the present ones, no matter who else, here or elsewhere, changes them too."""
        assert game.box is not None
        self._store.boxes.change(
            game.slug, lambda text: _written(change({_text(note.item): note.times for note in _notes(game, text)}))
        )


def _notes(game: Game[Any], text: str) -> tuple[BoxNote, ...]:
    try:
        return tuple(BoxNote(read_item(game, plain["item"]), int(plain["times"])) for plain in json.loads(text))
    # Notes are a help and no record: unreadable ones are begun anew, and no match stops because of them.
    except (NotAMove, IllegalMove, LookupError, TypeError, ValueError, RecursionError):  # no one can read them
        return ()


def _written(noted: Mapping[str, int]) -> str:
    # Bounded, because every match may add to them, and all of them are read at every look at a board.
    plain = [{"item": json.loads(text), "times": times} for text, times in noted.items()][:MOST_NOTES]
    return json.dumps(plain, separators=(",", ":"))


def read_item(game: Game[Any], given: object, *, as_text: bool = False) -> Any:
    """Return one thing to note, from JSON or from the tree of a form. Raise `NotAMove` or `IllegalMove`."""
    assert game.box is not None
    return decode(game.box.shape, given, Reading(game.players[-1], game.box_clause, as_text=as_text), game.box.name)


def _text(item: Any) -> str:
    return json.dumps(encode(item), sort_keys=True)
