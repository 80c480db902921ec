"""Version 3: what is counted for an address, so that several workers count together."""

from sqlalchemy import Connection

_STATEMENTS = (
    """CREATE TABLE attempts (
    what TEXT NOT NULL,
    whose TEXT NOT NULL,
    at BIGINT NOT NULL)""",
    "CREATE INDEX attempts_by_whose ON attempts (what, whose, at)",
    "CREATE INDEX attempts_by_age ON attempts (what, at)",
)


def apply(connection: Connection) -> None:
    """Create the table. A server of a single process leaves it empty and counts in memory."""
    for statement in _STATEMENTS:
        connection.exec_driver_sql(statement)
