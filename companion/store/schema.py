"""The tables as the newest migration leaves them; the migrations, not this module, create them."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, ForeignKeyConstraint, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeDecorator

from companion.store import checks
from companion.store.errors import Outage, StoreUnavailable

METADATA = MetaData()


class PlainText(TypeDecorator[str]):
    """Text every database can hold; anything else is refused with ValueError wherever it is sent."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:
        return None if value is None else checks.text(value)


class Whole(TypeDecorator[int]):
    """Whole numbers from 0 up; anything else is refused with ValueError wherever it is sent."""

    impl = Integer
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Any) -> int | None:
        return None if value is None else checks.number(value)

    def process_result_value(self, value: Any, dialect: Any) -> int | None:
        # SQLite keeps a text in a column of numbers as it is, so a damaged file shows here.
        if value is None or isinstance(value, int):
            return value
        raise StoreUnavailable(Outage.DAMAGED, "a stored number is not a number")


meta = Table("meta", METADATA, Column("key", PlainText, primary_key=True), Column("value", PlainText, nullable=False))

players = Table(
    "players",
    METADATA,
    Column("id", PlainText, primary_key=True),
    # None once the person was forgotten: the row stays, as seats name it.
    Column("name", PlainText, index=True),
    Column("face", PlainText),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("code", PlainText, nullable=False, unique=True),
    Column("opened_at", PlainText, nullable=False, index=True),
    Column("closed_to_seats", Boolean, nullable=False),
    Column("name", PlainText, nullable=False),
    Column("last_used", PlainText, nullable=False, index=True),
)
"""`last_used` is moved by an entry only where it is minutes behind, so that hardly any has to: `matches.TEN_MINUTES`."""

seats = Table(
    "seats",
    METADATA,
    Column("table_id", PlainText, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Whole, primary_key=True, autoincrement=False),
    Column("player_id", PlainText, ForeignKey("players.id"), nullable=False, index=True),
    Column("has_left", Boolean, nullable=False),
    # Counted up where the seat's link is renewed: the link is made from it, and not stored itself (`table.seats`).
    Column("link_serial", Whole, nullable=False),
)

grants = Table(
    "grants",
    METADATA,
    Column("token_hash", PlainText, nullable=False),
    Column("table_id", PlainText, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("role", PlainText, nullable=False),
    Column("seat", Whole),
    Column("kind", PlainText, nullable=False),
    Column("created_at", PlainText, nullable=False),
    ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"], ondelete="CASCADE"),
)

matches = Table(
    "matches",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("table_id", PlainText, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Whole, nullable=False),
    Column("game", PlainText, nullable=False),
    Column("options", PlainText, nullable=False),
    Column("seats", PlainText, nullable=False),
    Column("opened_at", PlainText, nullable=False, index=True),
    Column("ended_at", PlainText),
    Column("version", Whole, nullable=False),
    Column("head", PlainText, nullable=False),
    Column("start_how", PlainText),
    Column("start_seat", Whole),
)

journal = Table(
    "journal",
    METADATA,
    Column("match_id", PlainText, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("at", PlainText, nullable=False),
    Column("by_seat", Whole),
    Column("by_role", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("idem", PlainText),
    Column("prev_hash", PlainText, nullable=False),
    Column("hash", PlainText, nullable=False),
)

settings = Table(
    "settings", METADATA, Column("key", PlainText, primary_key=True), Column("value", PlainText, nullable=False)
)

table_settings = Table(
    "table_settings",
    METADATA,
    Column("table_id", PlainText, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seating_order", PlainText),
    Column("picked", PlainText),
    Column("language", PlainText),
    Column("game", PlainText),
    Column("succession", PlainText),
    Column("was_host", PlainText),
)

boxes = Table(
    "boxes",
    METADATA,
    Column("game", PlainText, primary_key=True),
    Column("notes", PlainText, nullable=False),
    Column("is_closed", Boolean, nullable=False),
)

spellings = Table(
    "spellings", METADATA, Column("whose", PlainText, primary_key=True), Column("pairs", PlainText, nullable=False)
)

definitions = Table(
    "definitions",
    METADATA,
    Column("whose", PlainText, primary_key=True),
    Column("id", PlainText, primary_key=True),
    Column("body", PlainText, nullable=False),
    Column("used_at", PlainText, nullable=False),
    Column("origin", PlainText),
    Column("removed_at", PlainText),
)

remarks = Table(
    "remarks",
    METADATA,
    Column("match_id", PlainText, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("body", PlainText, nullable=False),
)

steps_done = Table(
    "steps_done",
    METADATA,
    Column("match_id", PlainText, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("step", Whole, primary_key=True, autoincrement=False),
)

attempts = Table(
    "attempts",
    METADATA,
    Column("what", PlainText, nullable=False),
    Column("whose", PlainText, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""Of a sliding minute or hour, and never copied."""

summaries = Table(
    "summaries",
    METADATA,
    Column("match_id", PlainText, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Whole, nullable=False),
    Column("body", PlainText, nullable=False),
)
"""Made from the journals, and never copied: a copy of the data makes its own."""
