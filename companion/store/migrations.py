"""Migrations: numbered steps from an empty database to the newest schema, one transaction a step. Once released, none is edited."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, inspect, select, text

from companion.store.database import Database
from companion.store.errors import NewerSchema, Outage, StoreUnavailable
from companion.store.schema import meta

_STATEMENTS = (
    """CREATE TABLE table_settings (
        table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seating_order TEXT,
        ages TEXT,
        picked TEXT,
        language TEXT)""",
    "CREATE TABLE boxes (game TEXT PRIMARY KEY NOT NULL, notes TEXT NOT NULL, is_closed BOOLEAN NOT NULL)",
    "CREATE TABLE spellings (whose TEXT PRIMARY KEY NOT NULL, pairs TEXT NOT NULL)",
    "ALTER TABLE seats ADD COLUMN link_serial INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE matches ADD COLUMN start_how TEXT",
    "ALTER TABLE matches ADD COLUMN start_seat INTEGER",
)
_REMARKS = """CREATE TABLE remarks (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match_id, seq))"""

_OF_TABLES = {"order": "seating_order", "ages": "ages", "pick": "picked", "language": "language"}
_MOVED = (*_OF_TABLES, "serial", "start", "box", "box-closed", "spellings")
_LARGEST = 2**31 - 1


def move_settings(connection: Connection) -> None:
    """Create the tables and columns, and move what is kept. What no one could have read is left behind."""
    by_key = " WITHOUT ROWID" if connection.dialect.name == "sqlite" else ""
    for statement in (*_STATEMENTS, _REMARKS + by_key):
        connection.exec_driver_sql(statement)
    settings = [tuple(row) for row in connection.execute(text("SELECT key, value FROM settings"))]
    kept = [(*key.split(":"), value) for key, value in settings if isinstance(key, str) and isinstance(value, str)]
    _move_of_tables(connection, kept)
    _move_serials_and_starts(connection, kept)
    _move_boxes_and_spellings(connection, kept)
    _move_remarks(connection)
    for name in _MOVED:
        connection.execute(text("DELETE FROM settings WHERE key LIKE :what"), {"what": f"{name}:%"})


def _move_of_tables(connection: Connection, kept: list[tuple[str, ...]]) -> None:
    there = set(connection.execute(text("SELECT id FROM tables")).scalars())
    found: dict[str, dict[str, str]] = {}
    for what, *whose, value in kept:
        if what in _OF_TABLES and len(whose) == 1 and whose[0] in there:
            found.setdefault(whose[0], {})[_OF_TABLES[what]] = value
    nothing = dict.fromkeys(_OF_TABLES.values())
    _insert(connection, "table_settings", [{"table_id": table, **nothing, **one} for table, one in found.items()])


def _move_serials_and_starts(connection: Connection, kept: list[tuple[str, ...]]) -> None:
    for what, *whose, value in kept:
        if what == "serial" and len(whose) == 2 and _is_number(whose[1]) and _is_number(value):
            connection.execute(
                text("UPDATE seats SET link_serial = :serial WHERE table_id = :table AND seat = :seat"),
                {"serial": int(value), "table": whose[0], "seat": int(whose[1])},
            )
        start = _start(value) if what == "start" and len(whose) == 1 else None
        if start is not None:
            connection.execute(
                text("UPDATE matches SET start_how = :how, start_seat = :seat WHERE id = :match"),
                {"how": start[0], "seat": start[1], "match": whose[0]},
            )


def _move_boxes_and_spellings(connection: Connection, kept: list[tuple[str, ...]]) -> None:
    notes = {whose[0]: value for what, *whose, value in kept if what == "box" and len(whose) == 2}
    closed = {whose[0] for what, *whose, _ in kept if what == "box-closed" and len(whose) == 1}
    boxes = [
        {"game": game, "notes": notes.get(game, "[]"), "is_closed": game in closed}
        for game in sorted(closed | {*notes})
    ]
    _insert(connection, "boxes", boxes)
    pairs = {whose[0]: value for what, *whose, value in kept if what == "spellings" and len(whose) == 1}
    _insert(connection, "spellings", [{"whose": whose, "pairs": value} for whose, value in pairs.items()])


def _move_remarks(connection: Connection) -> None:
    said = connection.execute(text("SELECT match_id, name, body FROM drafts WHERE seat_key = 'remark'"))
    remarks = {(match_id, int(name)): body for match_id, name, body in said if _is_number(name)}
    _insert(
        connection,
        "remarks",
        [{"match_id": match_id, "seq": seq, "body": body} for (match_id, seq), body in remarks.items()],
    )
    connection.execute(text("DELETE FROM drafts WHERE seat_key = 'remark'"))


def _insert(connection: Connection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        names = ", ".join(rows[0])
        values = ", ".join(f":{name}" for name in rows[0])
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), rows)


def _is_number(value: object) -> bool:
    return (
        # The length first: `int` takes long over a long text, and nothing longer fits into a column.
        isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 11 and int(value) <= _LARGEST
    )


def _start(value: str) -> tuple[str, int | None] | None:
    """Return how the start player was found, and the seat; None where the text does not say."""
    try:
        plain = json.loads(value)
    except (ValueError, RecursionError):
        return None
    if not isinstance(plain, dict) or not isinstance(plain.get("how"), str):
        return None
    seat = plain.get("seat")
    is_seat = seat is None or (type(seat) is int and 0 <= seat <= _LARGEST)
    return (plain["how"], seat) if is_seat else None


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
    """Return the step that runs these statements and no more."""

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
    # 8. The colour and the sign that someone chose; no one has chosen any before.
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
    # 11. The game that a table has chosen and not yet begun, for every phone at it.
    _run("ALTER TABLE table_settings ADD COLUMN game TEXT"),
    # 12. Who wishes to host while the host's phone is silent, and which phone lost the table so.
    _run(
        "ALTER TABLE table_settings ADD COLUMN succession TEXT", "ALTER TABLE table_settings ADD COLUMN was_host TEXT"
    ),
    # 13. Who starts no longer follows from ages, so nobody's is kept.
    _run("ALTER TABLE table_settings DROP COLUMN ages"),
    # 14. Where a defined game came from, which its id said before, and since when it is no longer offered.
    _run(
        "ALTER TABLE definitions ADD COLUMN origin TEXT",
        "ALTER TABLE definitions ADD COLUMN removed_at TEXT",
        # An id made here has twelve letters, and may begin so by chance.
        "UPDATE definitions SET origin = 'others' WHERE substr(id, 1, 3) = 'in-' AND length(id) > 14",
    ),
)
"""Step number n is `STEPS[n - 1]` and brings the schema from version n - 1 to n."""

_KEY = "schema"


def schema_version(connection: Connection) -> int:
    """Return the number of the last step taken, 0 for an empty database.

    Raise StoreUnavailable if it is not a number.
    """
    if not inspect(connection).has_table(meta.name):
        return 0
    value = connection.scalar(select(meta.c.value).where(meta.c.key == _KEY))
    if value is None or not value.isdecimal():
        raise StoreUnavailable(Outage.DAMAGED, "the schema version is unreadable")
    return int(value)


def bring_up_to_date(database: Database, steps: Sequence[Step] = STEPS) -> None:
    """Take the steps that are missing, after a copy was kept of what was there. Raise NewerSchema."""
    with database.read() as connection:
        found = schema_version(connection)
    if found > len(steps):
        raise NewerSchema(found, len(steps))
    # An empty database, new tonight, has nothing worth a copy.
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
