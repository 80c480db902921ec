"""What a database must be able to do for the store; SQLite and PostgreSQL each have a module of their own."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection


class Database(Protocol):
    """A place to read from and write to. Every member raises StoreUnavailable while the place cannot be reached."""

    @property
    def is_alone(self) -> bool:
        """Return whether nobody outside this process writes here, so that what was read stays true."""

    @property
    def folder(self) -> Path | None:
        """Return the folder of the file; None if there is none."""

    def read(self) -> AbstractContextManager[Connection]:
        """Return a connection for reading; each statement sees the newest committed rows."""

    def transaction(self) -> AbstractContextManager[Connection]:
        """Return a transaction, durable when the block ends and undone when it raises."""

    def hold_name(self, connection: Connection, name: str) -> None:
        """Keep every other transaction that holds this name waiting until this one ends."""

    def alone(self, name: str) -> AbstractContextManager[object]:
        """Return what keeps everybody else who asks to be alone under this name waiting, in whatever process.

        Whoever is alone reads and writes as usual, in transactions of their own.
        """

    def hold_everything(self, connection: Connection) -> None:
        """Keep everybody else from reading and writing until this transaction, which replaces it all, ends."""

    def check(self) -> None:
        """Return if entries could be recorded as far as can be told without recording one."""

    def keep_a_copy(self, label: str) -> None:
        """Keep the data as it is now in a file of its own, where the database is a file."""

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write all data, as it is now or as the transaction `within` finds it, to a new SQLite file."""

    def scrub(self) -> None:
        """Leave no trace of what was deleted, as far as the database can."""

    def close(self) -> None:
        """Let go of everything; later calls raise StoreUnavailable."""
