"""Step 4: what was set for a table, a seat, a match, a box or a device stands where it belongs, and remarks by themselves.

Until then a text stood under a key such as `order:<table>` or `serial:<table>:<seat>`, and remarks stood among the drafts.
"""

import json
from typing import Any

from sqlalchemy import Connection, text

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
    """Create the tables and columns, and move what is kept. What nobody could have read is left behind."""
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
    remarks = {(match, int(name)): body for match, name, body in said if _is_number(name)}
    _insert(
        connection, "remarks", [{"match_id": match, "seq": seq, "body": body} for (match, seq), body in remarks.items()]
    )
    connection.execute(text("DELETE FROM drafts WHERE seat_key = 'remark'"))


def _insert(connection: Connection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        names = ", ".join(rows[0])
        values = ", ".join(f":{name}" for name in rows[0])
        connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), rows)


def _is_number(value: object) -> bool:
    return (
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
