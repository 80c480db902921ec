"""Version 9: the steps of a match's set-up that are done, for every phone and every worker, and after a restart."""

from sqlalchemy import Connection

_STEPS_DONE = """CREATE TABLE steps_done (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    PRIMARY KEY (match_id, step))"""


def apply(connection: Connection) -> None:
    """Create the table."""
    connection.exec_driver_sql(_STEPS_DONE)
