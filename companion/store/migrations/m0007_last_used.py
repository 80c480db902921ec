"""Version 7: when each table was last used stands with it, so that the owner's page and forgetting read no journal."""

from sqlalchemy import Connection

_STATEMENTS = (
    "ALTER TABLE tables ADD COLUMN last_used TEXT NOT NULL DEFAULT ''",
    """UPDATE tables SET last_used = coalesce((
        SELECT max(coalesce(
            (SELECT at FROM journal WHERE match_id = matches.id AND seq = matches.version - 1), matches.opened_at))
        FROM matches WHERE matches.table_id = tables.id), opened_at)""",
    "CREATE INDEX ix_tables_last_used ON tables (last_used)",
    "CREATE INDEX ix_matches_opened_at ON matches (opened_at)",
    "CREATE INDEX ix_matches_game ON matches (game, opened_at)",
)


def apply(connection: Connection) -> None:
    """Add the column and the indexes by which records are looked over."""
    for statement in _STATEMENTS:
        connection.exec_driver_sql(statement)
