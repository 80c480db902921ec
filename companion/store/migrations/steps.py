"""The steps from an empty database to the newest schema. A step, once released, is never edited."""

from collections.abc import Callable
from typing import Final, TypeAlias

from sqlalchemy import Connection

from companion.store.migrations.settings_moved import move_settings

Step: TypeAlias = Callable[[Connection], None]

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


def begin(connection: Connection) -> None:
    """Create the tables. The journal is kept in the order of its key where the database can (fewer pages a write)."""
    by_key = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in (*_TABLES, _JOURNAL + by_key, _DRAFTS + by_key, *_INDEXES):
        connection.exec_driver_sql(statement)


def _run(*statements: str) -> Step:
    """The step that runs these statements and no more."""

    def apply(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    return apply


STEPS: Final[tuple[Step, ...]] = (
    begin,
    # 2. What each match came to, beside its journal: every row follows from one and is written when it is first missed.
    _run(
        """CREATE TABLE summaries (
            match_id TEXT PRIMARY KEY NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            body TEXT NOT NULL)"""
    ),
    # 3. What is counted for an address, so that several workers count together.
    _run(
        """CREATE TABLE attempts (
            what TEXT NOT NULL,
            whose TEXT NOT NULL,
            at BIGINT NOT NULL)""",
        "CREATE INDEX attempts_by_whose ON attempts (what, whose, at)",
        "CREATE INDEX attempts_by_age ON attempts (what, at)",
    ),
    move_settings,
    # 5. What is half entered is kept by the phone that it is entered on; remarks have left the table in step 4.
    _run("DROP TABLE drafts"),
    # 6. The games that devices have defined for themselves, kept to be offered again.
    _run(
        """CREATE TABLE definitions (
            whose TEXT NOT NULL,
            id TEXT NOT NULL,
            body TEXT NOT NULL,
            used_at TEXT NOT NULL,
            PRIMARY KEY (whose, id))"""
    ),
    # 7. When each table was last used stands with it, so that the owner's page and forgetting read no journal.
    _run(
        "ALTER TABLE tables ADD COLUMN last_used TEXT NOT NULL DEFAULT ''",
        """UPDATE tables SET last_used = coalesce((
            SELECT max(coalesce(
                (SELECT at FROM journal WHERE match_id = matches.id AND seq = matches.version - 1), matches.opened_at))
            FROM matches WHERE matches.table_id = tables.id), opened_at)""",
        "CREATE INDEX ix_tables_last_used ON tables (last_used)",
        "CREATE INDEX ix_matches_opened_at ON matches (opened_at)",
        "CREATE INDEX ix_matches_game ON matches (game, opened_at)",
    ),
    # 8. The colour and the sign that somebody chose; nobody has chosen any before.
    _run("ALTER TABLE players ADD COLUMN face TEXT"),
    # 9. The steps of a match's set-up that are done, for every phone and every worker, and after a restart.
    _run(
        """CREATE TABLE steps_done (
            match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
            step INTEGER NOT NULL,
            PRIMARY KEY (match_id, step))"""
    ),
    # 10. Names are counted and found by an index, whatever the number of tables.
    _run("CREATE INDEX ix_players_name ON players (name)"),
)
"""Step number n is `STEPS[n - 1]` and brings the schema from version n - 1 to n."""
