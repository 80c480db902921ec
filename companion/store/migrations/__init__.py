"""Migrations: numbered steps from an empty database to the newest schema, one transaction a step."""

from collections.abc import Sequence

from sqlalchemy import Connection, inspect, select

from companion.store.database import Database
from companion.store.errors import NewerSchema, Reason, StoreUnavailable
from companion.store.migrations.steps import STEPS, Step
from companion.store.schema import meta

_KEY = "schema"


def schema_version(connection: Connection) -> int:
    """Return the number of the last step taken, 0 for an empty database. Raises StoreUnavailable if it is not a number."""
    if not inspect(connection).has_table(meta.name):
        return 0
    value = connection.scalar(select(meta.c.value).where(meta.c.key == _KEY))
    if value is None or not value.isdecimal():
        raise StoreUnavailable(Reason.DAMAGED, "the schema version is unreadable")
    return int(value)


def bring_up_to_date(database: Database, steps: Sequence[Step] = STEPS) -> None:
    """Take the steps that are missing, after a copy was kept of what was there. Raises NewerSchema."""
    with database.read() as connection:
        found = schema_version(connection)
    if found > len(steps):
        raise NewerSchema(found, len(steps))
    if 0 < found < len(steps):
        database.keep_a_copy(f"schema-{found}")
    for number in range(found + 1, len(steps) + 1):
        _take(database, number, steps[number - 1])


def _take(database: Database, number: int, step: Step) -> None:
    with database.transaction() as connection:
        database.take_time(connection)
        database.hold_name(connection, "migrations")
        if schema_version(connection) >= number:  # another server starting at the same moment was faster
            return
        take_step(connection, number, step)


def take_steps(connection: Connection, steps: Sequence[Step] = STEPS) -> None:
    """Take the steps that are missing within the transaction of this connection."""
    for number in range(schema_version(connection) + 1, len(steps) + 1):
        take_step(connection, number, steps[number - 1])


def take_step(connection: Connection, number: int, step: Step) -> None:
    """Take one step and note its number, within the transaction of this connection."""
    step(connection)
    connection.execute(meta.delete().where(meta.c.key == _KEY))
    connection.execute(meta.insert(), {"key": _KEY, "value": str(number)})
