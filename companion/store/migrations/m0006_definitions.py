"""Version 6: the games that devices have defined for themselves, kept to be offered again."""

from sqlalchemy import Connection

_DEFINITIONS = """CREATE TABLE definitions (
    whose TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    used_at TEXT NOT NULL,
    PRIMARY KEY (whose, id))"""


def apply(connection: Connection) -> None:
    """Create the table."""
    connection.exec_driver_sql(_DEFINITIONS)
