"""Version 8: the colour and the sign that somebody chose, with the player; nobody has chosen any before."""

from sqlalchemy import Connection


def apply(connection: Connection) -> None:
    """Add the column."""
    connection.exec_driver_sql("ALTER TABLE players ADD COLUMN face TEXT")
