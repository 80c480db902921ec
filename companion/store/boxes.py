"""What is known of the box of each game on this device."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import bindparam, select, update

from companion.store import checks
from companion.store.repository import Repository, insert_into
from companion.store.schema import boxes

_ROW = select(boxes.c.notes, boxes.c.is_closed).where(boxes.c.game == bindparam("of"))
_NOTHING: Final = "[]"


class Boxes(Repository):
    """One row a game: notes, which are JSON text the store does not look into, and whether they are closed."""

    def notes(self, game: str) -> str:
        """Return the notes on the box of the game."""
        with self._database.read() as connection:
            row = connection.execute(_ROW, {"of": game}).one_or_none()
        return _NOTHING if row is None else row.notes

    def is_closed(self, game: str) -> bool:
        """Return whether only the owner changes the notes."""
        with self._database.read() as connection:
            row = connection.execute(_ROW, {"of": game}).one_or_none()
        return row is not None and row.is_closed

    def change(self, game: str, change: Callable[[str], str]) -> None:
        """Make new notes of those there are; nobody else changes them meanwhile. Raises ValueError."""
        self._update(game, lambda notes, is_closed: (checks.text(change(notes)), is_closed))

    def close(self, game: str, is_closed: bool) -> None:
        """Let only the owner change the notes, or everybody again."""
        self._update(game, lambda notes, _: (notes, is_closed))

    def _update(self, game: str, change: Callable[[str, bool], tuple[str, bool]]) -> None:
        new = {"game": checks.key(game), "notes": _NOTHING, "is_closed": False}
        with self._database.transaction() as connection:
            self._database.hold_name(connection, f"box:{game}")
            connection.execute(insert_into(connection, boxes).on_conflict_do_nothing(), new)
            notes, is_closed = change(*connection.execute(_ROW, {"of": game}).one())
            connection.execute(update(boxes).where(boxes.c.game == game).values(notes=notes, is_closed=is_closed))
