"""Version 1: everything Tableside began with."""

from sqlalchemy import Connection

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)",
    "CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)",
    "CREATE TABLE players (id TEXT PRIMARY KEY NOT NULL, name TEXT)",
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY NOT NULL,
        code TEXT NOT NULL UNIQUE,
        opened_at TEXT NOT NULL,
        closed_to_seats BOOLEAN NOT NULL,
        name TEXT NOT NULL)""",
    """CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        player_id TEXT NOT NULL REFERENCES players (id),
        has_left BOOLEAN NOT NULL,
        PRIMARY KEY (table_id, seat))""",
    """CREATE TABLE grants (
        token_hash TEXT NOT NULL,
        table_id TEXT REFERENCES tables (id) ON DELETE CASCADE,
        role TEXT NOT NULL,
        seat INTEGER,
        kind TEXT NOT NULL,
        created_at TEXT NOT NULL,
        FOREIGN KEY (table_id, seat) REFERENCES seats (table_id, seat) ON DELETE CASCADE)""",
    """CREATE TABLE matches (
        id TEXT PRIMARY KEY NOT NULL,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        options TEXT NOT NULL,
        seats TEXT NOT NULL,
        opened_at TEXT NOT NULL,
        ended_at TEXT,
        version INTEGER NOT NULL,
        head TEXT NOT NULL)""",
)

_JOURNAL = """CREATE TABLE journal (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    by_seat INTEGER,
    by_role TEXT NOT NULL,
    body TEXT NOT NULL,
    idem TEXT,
    prev_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (match_id, seq))"""

_DRAFTS = """CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat_key TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (match_id, seat_key, name))"""

_INDEXES = (
    "CREATE INDEX ix_tables_opened_at ON tables (opened_at)",
    "CREATE INDEX ix_seats_player_id ON seats (player_id)",
    "CREATE UNIQUE INDEX uq_matches_number ON matches (table_id, number)",
    "CREATE UNIQUE INDEX uq_journal_idem ON journal (match_id, idem) WHERE idem IS NOT NULL",
    "CREATE INDEX ix_grants_seat ON grants (table_id, seat)",
    # An owner's grant has no table and a host's no seat; NULL would make every one of them unique.
    """CREATE UNIQUE INDEX uq_grants ON grants
        (token_hash, coalesce(table_id, ''), role, coalesce(seat, -1), kind)""",
)


def apply(connection: Connection) -> None:
    """Create the tables. The journal is kept in the order of its key where the database can (fewer pages a write)."""
    by_key = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in (*_TABLES, _JOURNAL + by_key, _DRAFTS + by_key, *_INDEXES):
        connection.exec_driver_sql(statement)
