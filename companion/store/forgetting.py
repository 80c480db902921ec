"""Taking a name out of everything that holds it, in one step."""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, delete, insert, select, update

from companion.store import checks
from companion.store.part import Part
from companion.store.rows import Draft
from companion.store.schema import drafts, players, settings, tables

_MOST_NAMED = 400


class Forgetting(Part):
    """Everything that may hold a name, and taking it out."""

    def all_drafts(self) -> tuple[Draft, ...]:
        """Return every draft there is, for none of them may hold a forgotten name."""
        with self._database.read() as connection:
            rows = connection.execute(select(drafts))
            return tuple(Draft(row.match_id, row.seat_key, row.name, row.body, checks.instant(row.at)) for row in rows)

    def forget(
        self,
        player_ids: Collection[str],
        drafts_gone: Collection[Draft],
        settings_after: Mapping[str, str | None],
        table_names: Mapping[str, str],
    ) -> None:
        """Take the names of these players away, drop these drafts, and give settings and tables other texts; all or nothing.

        No trace of the old texts stays in the file. A setting that becomes None goes.
        """
        named = sorted(player_ids)
        with self._database.write() as connection:
            for begin in range(0, len(named), _MOST_NAMED):
                some = named[begin : begin + _MOST_NAMED]
                connection.execute(update(players).where(players.c.id.in_(some)).values(name=None))
            for draft in drafts_gone:
                connection.execute(delete(drafts).where(*_key_of(draft)))
            for key, value in settings_after.items():
                connection.execute(delete(settings).where(settings.c.key == key))
                if value is not None:
                    connection.execute(insert(settings), {"key": checks.key(key), "value": value})
            for table_id, name in table_names.items():
                connection.execute(update(tables).where(tables.c.id == table_id).values(name=name))
        self._database.scrub()


def _key_of(draft: Draft) -> tuple[ColumnElement[bool], ...]:
    return (
        drafts.c.match_id == draft.match_id,
        drafts.c.seat_key == draft.seat_key,
        drafts.c.name == draft.name,
    )
