"""Version 10: names are counted and found by an index, whatever the number of tables."""

from sqlalchemy import Connection


def apply(connection: Connection) -> None:
    """Add the index."""
    connection.exec_driver_sql("CREATE INDEX ix_players_name ON players (name)")
