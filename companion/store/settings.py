"""What is kept for the device as a whole: its settings, spellings of names, notes on boxes, and attempts to guess."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    extract,
    func,
    insert,
    select,
    update,
)

from companion.store import checks
from companion.store.database import Repository, cached_per_request, insert_into
from companion.store.rows import StoredDefinition
from companion.store.schema import attempts, boxes, definitions, settings, spellings

_SETTING = select(settings.c.value).where(settings.c.key == bindparam("wanted"))
_SOME = select(settings.c.key, settings.c.value).where(settings.c.key.in_(bindparam("wanted", expanding=True)))
_BOX = select(boxes.c.notes, boxes.c.is_closed).where(boxes.c.game == bindparam("of"))
_NO_NOTES: Final = "[]"


class SettingRepository(Repository):
    """Texts under keys: what holds for the whole device, its secrets among it."""

    def get(self, key: str) -> str | None:
        with self._database.read() as connection:
            return connection.execute(_SETTING, {"wanted": key}).scalar_one_or_none()

    @cached_per_request
    def some(self, *keys: str) -> dict[str, str]:
        """Return the texts that are set under these keys, asked for at once."""
        with self._database.read() as connection:
            return {row.key: row.value for row in connection.execute(_SOME, {"wanted": keys})}

    def set(self, key: str, value: str | None) -> None:
        """Set the text, or nothing with None. Raise ValueError."""
        self.change(key, lambda _: value)

    def change(self, key: str, change: Callable[[str | None], str | None]) -> str | None:
        """Return the new text, made of the one that is set; no one else changes it meanwhile. Raise ValueError."""
        with self._database.transaction() as connection:
            self._database.hold_name(connection, checks.key(key))
            known = connection.execute(_SETTING, {"wanted": key}).scalar_one_or_none()
            value = change(known)
            if value != known:
                _put(connection, settings.c.key, key, settings.c.value, value)
        return value

    def get_or_set(self, key: str, first: str) -> str:
        """Return the text; `first` from now on, where nothing is set. All who ask at once are given the same."""
        known = self.get(key)
        # Looked at without a lock first, as it is nearly always set; `change` looks again where it was not.
        return known if known is not None else self.change(key, lambda there: there or first) or first


class SpellingRepository(Repository):
    """Which spellings of a name mean the same person: a text a device, which the store does not look into.

    `whose` is the hash of its token, or says that it is the owner's.
    """

    def get(self, whose: str) -> str | None:
        with self._database.read() as connection:
            return connection.scalar(select(spellings.c.pairs).where(spellings.c.whose == whose))

    def all(self) -> dict[str, str]:
        with self._database.read() as connection:
            return {row.whose: row.pairs for row in connection.execute(select(spellings))}

    def set(self, whose: str, pairs: str | None) -> None:
        """Keep the text, or nothing with None. Raise ValueError."""
        self.change(whose, lambda _: pairs)

    def change(self, whose: str, change: Callable[[str | None], str | None]) -> None:
        """Keep a text made of the one there is; no one else changes it meanwhile.

        Raise ValueError, what `change` raises.
        """
        with self._database.transaction() as connection:
            self._database.hold_name(connection, f"spellings:{whose}")
            there = connection.scalar(select(spellings.c.pairs).where(spellings.c.whose == whose))
            set_spellings(connection, whose, change(there))


def set_spellings(connection: Connection, whose: str, pairs: str | None) -> None:
    """Keep the text within a transaction, or nothing with None. Raise ValueError."""
    _put(connection, spellings.c.whose, checks.key(whose), spellings.c.pairs, pairs)


def _put(connection: Connection, key: Column[Any], name: str, column: Column[Any], value: str | None) -> None:
    """Put a text in place of the one under this name (an upsert), or nothing with None. Raise ValueError."""
    table: Table = key.table
    if value is None:
        connection.execute(delete(table).where(key == name))
        return
    new = insert_into(connection, table)
    put = new.on_conflict_do_update(index_elements=[key.name], set_={column.name: new.excluded[column.name]})
    connection.execute(put, {key.name: name, column.name: checks.text(value)})


class BoxRepository(Repository):
    """One row a game: notes, which are JSON text the store does not look into, and whether they are closed."""

    def notes(self, game: str) -> str:
        return self._box(game)[0]

    def is_closed(self, game: str) -> bool:
        """Return whether only the owner changes the notes."""
        return self._box(game)[1]

    def change(self, game: str, change: Callable[[str], str]) -> None:
        """Make new notes of those there are; no one else changes them meanwhile. Raise ValueError."""
        self._update(game, lambda notes, is_closed: (checks.text(change(notes)), is_closed))

    def close(self, game: str, is_closed: bool) -> None:
        """Let only the owner change the notes, or everyone again."""
        self._update(game, lambda notes, _: (notes, is_closed))

    def _box(self, game: str) -> tuple[str, bool]:
        with self._database.read() as connection:
            row = connection.execute(_BOX, {"of": game}).one_or_none()
        return (_NO_NOTES, False) if row is None else (row.notes, row.is_closed)

    def _update(self, game: str, change: Callable[[str, bool], tuple[str, bool]]) -> None:
        new = {"game": checks.key(game), "notes": _NO_NOTES, "is_closed": False}
        with self._database.transaction() as connection:
            self._database.hold_name(connection, f"box:{game}")
            # First a row to be changed: two who note something at once would both find none, and the later would overwrite.
            connection.execute(insert_into(connection, boxes).on_conflict_do_nothing(), new)
            notes, is_closed = change(*connection.execute(_BOX, {"of": game}).one())
            connection.execute(update(boxes).where(boxes.c.game == game).values(notes=notes, is_closed=is_closed))


class AttemptRepository(Repository):
    """How often someone tried something recently, counted by all workers together.

    Times are whole seconds of the wall clock; `whose` should not say who it is.
    """

    def now(self) -> int:
        """Return the time of the clock that all workers share, the database's: their own may differ by hours."""
        with self._database.read() as connection:
            return int(connection.execute(select(extract("epoch", func.now()))).scalar_one())

    def count(self, what: str, whose: str, since: int, until: int) -> tuple[int, int]:
        """Return how many there were after `since`, and when the first of them was (0 where there was none).

        Those later than `until` do not count: the clock was put back since.
        """
        with self._database.read() as connection:
            number, first = connection.execute(_tried(what, whose, since, until)).one()
        return number, first or 0

    def take(self, what: str, whose: str, at: int, since: int, until: int, most: int) -> tuple[int, int]:
        """Return what `count` does, and note one more where there were fewer than `most`: however many ask at once.

        Forgets all of the kind that no longer count. Raise ValueError.
        """
        row = {"what": checks.key(what), "whose": checks.key(whose), "at": at}
        with self._database.transaction() as connection:
            # Counting and noting must be one step, or a burst of guesses would all find room.
            self._database.hold_name(connection, f"{what}:{whose}")
            no_longer = (attempts.c.at <= since) | (attempts.c.at > until)
            connection.execute(delete(attempts).where(attempts.c.what == what, no_longer))
            number, first = connection.execute(_tried(what, whose, since, until)).one()
            # The one that is refused is not noted: a phone that keeps trying would otherwise never be let in again.
            if number < most:
                connection.execute(insert(attempts), row)
        return number, first or 0


def _tried(what: str, whose: str, since: int, until: int) -> Select[int, Any]:
    of_these = select(func.count(), func.min(attempts.c.at)).where(attempts.c.what == what, attempts.c.whose == whose)
    return of_these.where(attempts.c.at > since, attempts.c.at <= until)


_OF_ONE = (
    select(definitions.c.id, definitions.c.body, definitions.c.origin, definitions.c.removed_at)
    .where(definitions.c.whose == bindparam("of"))
    .order_by(definitions.c.used_at.desc(), definitions.c.id)
)


class DefinitionRepository(Repository):
    """Texts that the store does not look into, by whose they are: the hash of a device's token."""

    def of(self, whose: str) -> tuple[StoredDefinition, ...]:
        """Return each, the one used last first."""
        with self._database.read() as connection:
            return _of(connection, whose)

    def put(
        self, whose: str, choose: Callable[[Sequence[StoredDefinition]], StoredDefinition], used_at: datetime
    ) -> None:
        """Keep a text, new or in place of the one of its id, which is offered again: made of `of`, which no one else changes
        meanwhile.

        Raise ValueError, and what `choose` raises.
        """
        whose, at = checks.token_hash(whose), checks.instant_text(used_at)
        with self._database.transaction() as connection:
            self._database.hold_name(connection, f"definitions:{whose}")
            one = choose(_of(connection, whose))
            row = {
                "whose": whose,
                "id": checks.key(one.id),
                "body": checks.text(one.body),
                "used_at": at,
                "origin": one.origin,
            }
            new = insert_into(connection, definitions)
            changed = {"body": new.excluded.body, "used_at": new.excluded.used_at, "removed_at": None}
            connection.execute(new.on_conflict_do_update(index_elements=["whose", "id"], set_=changed), row)

    def remove(self, whose: str, id: str, at: datetime, most: int) -> None:
        """Offer the text no longer, and keep of those only the last ones, so many at most."""
        of_these = select(definitions.c.id).where(definitions.c.whose == whose, definitions.c.removed_at.is_not(None))
        older = of_these.order_by(definitions.c.removed_at.desc(), definitions.c.id).offset(most)
        with self._database.transaction() as connection:
            connection.execute(_one(whose, id).values(removed_at=checks.instant_text(at)))
            connection.execute(delete(definitions).where(definitions.c.whose == whose, definitions.c.id.in_(older)))

    def restore(self, whose: str, id: str) -> None:
        """Offer the text again; nothing if there is none."""
        with self._database.transaction() as connection:
            connection.execute(_one(whose, id).values(removed_at=None))


def _of(connection: Connection, whose: str) -> tuple[StoredDefinition, ...]:
    found = connection.execute(_OF_ONE, {"of": whose})
    return tuple(
        StoredDefinition(row.id, row.body, row.origin, checks.instant(row.removed_at) if row.removed_at else None)
        for row in found
    )


def _one(whose: str, id: str) -> Update:
    return update(definitions).where(definitions.c.whose == whose, definitions.c.id == id)
