"""What is known of the boxes on this device: noted from what tables enter, kept for the next match, mended by hand."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.codec import Reading, decode, encode
from companion.engine.game import BoxNotes, Game
from companion.engine.rulings import Json
from companion.store import Store

FORMAT: Final = "tableside-box"
FORMAT_VERSION: Final = 1
MOST_NOTES: Final = 200
"""No box holds more of anything; what is new beyond it is not noted."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing known of a box, and how often it was entered in a match or put down by hand."""

    item: Any
    times: int


class Boxes:
    """One box a game on this device; notes only of games that have something to note."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()

    def notes(self, game: Game[Any]) -> tuple[Note, ...]:
        """Everything noted of this game's box, in the order in which it was learnt."""
        if game.box is None:
            return ()
        text = self._store.setting(_key(game, game.box))
        return tuple(Note(_read(game, game.box, plain["item"]), plain["times"]) for plain in json.loads(text or "[]"))

    def learn(self, game: Game[Any], before: Any, after: Any) -> None:
        """Note what stands entered after a step of a match and did not before; what was taken back is forgotten again.

        What stands entered elsewhere, or was put down by hand, stays.
        """
        if game.box is None or before is after:
            return
        old, new = (Counter(map(_text, game.box.entered(state))) for state in (before, after))
        if old != new:
            self._count(game, new - old, old - new)

    def put(self, game: Game[Any], item: Any, instead_of: Any = None) -> None:
        """Note one thing by hand, in the place of another where one is named."""
        with self._lock:
            noted = self._noted(game)
            text, old = _text(item), _text(instead_of)
            times = max(1, noted.get(text, 0))
            if instead_of is None or old not in noted:
                self._keep(game, {**noted, text: times})
            else:
                mended = {
                    text if one == old else one: count for one, count in noted.items() if one != text or text == old
                }
                self._keep(game, {**mended, text: times})

    def forget(self, game: Game[Any], item: Any) -> None:
        """Note one thing no longer."""
        with self._lock:
            noted = self._noted(game)
            noted.pop(_text(item), None)
            self._keep(game, noted)

    def export(self, game: Game[Any]) -> dict[str, Json]:
        """Everything noted of this game's box as plain data."""
        assert game.box is not None
        return {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": game.slug,
            game.box.name: [encode(note.item) for note in self.notes(game)],
        }

    def _count(self, game: Game[Any], more: Mapping[str, int], fewer: Mapping[str, int]) -> None:
        with self._lock:
            noted = self._noted(game)
            for text, times in more.items():
                noted[text] = noted.get(text, 0) + times
            for text, times in fewer.items():
                noted[text] = noted.get(text, 0) - times
            self._keep(game, {text: times for text, times in noted.items() if times > 0})

    def _noted(self, game: Game[Any]) -> dict[str, int]:
        return {_text(note.item): note.times for note in self.notes(game)}

    def _keep(self, game: Game[Any], noted: Mapping[str, int]) -> None:
        assert game.box is not None
        plain = [{"item": json.loads(text), "times": times} for text, times in noted.items()][:MOST_NOTES]
        self._store.set_setting(_key(game, game.box), json.dumps(plain, separators=(",", ":")))


def _key(game: Game[Any], box: BoxNotes[Any]) -> str:
    return f"box:{game.slug}:{box.name}"


def read_item(game: Game[Any], given: object, *, as_text: bool = False) -> Any:
    """One thing to note, from JSON or from the tree of a form. Raises `NotAMove` or `IllegalMove`."""
    assert game.box is not None
    return decode(game.box.shape, given, Reading(game.players[-1], game.box_clause, as_text=as_text), game.box.name)


def _read(game: Game[Any], box: BoxNotes[Any], plain: object) -> Any:
    return decode(box.shape, plain, Reading(game.players[-1], game.box_clause), box.name)


def _text(item: Any) -> str:
    return json.dumps(encode(item), sort_keys=True)
