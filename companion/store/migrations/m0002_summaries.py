"""Version 2: what each match came to, kept beside its journal so that looking back on many is quick."""

from sqlalchemy import Connection

_SUMMARIES = """CREATE TABLE summaries (
    match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    body TEXT NOT NULL)"""


def apply(connection: Connection) -> None:
    """Create the table. It begins empty: every row follows from a journal and is written when it is first missed."""
    connection.exec_driver_sql(_SUMMARIES)
