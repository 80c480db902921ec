"""What a database must be able to do for the store; SQLite and PostgreSQL each have a module of their own."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from companion.store.glances import Glances

T = TypeVar("T")


class Database(Protocol):
    """A place to read from and write to. Every member raises StoreUnavailable while the place cannot be reached."""

    @property
    def is_alone(self) -> bool:
        """Return whether nobody outside this process writes here, so that what was read stays true."""

    @property
    def glances(self) -> Glances:
        """Return what the glances of this process remember, where others write too."""

    @property
    def folder(self) -> Path | None:
        """Return the folder of the file; None if there is none."""

    @property
    def changes(self) -> int:
        """Return how often `write` has ended in this process, with or without success; `run` is not counted."""

    def read(self) -> AbstractContextManager[Connection]:
        """Return a connection for reading; each statement sees the newest committed rows."""

    def write(self) -> AbstractContextManager[Connection]:
        """Return a transaction, durable when the block ends and undone when it raises."""

    def run(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns, durable.

        The commit may be shared with the jobs of other threads, so a job that raises must have written nothing. `after`
        runs with the result between the commit and the next transaction of a database that is alone.
        """

    def run_one(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns, durable, as `run` does.

        If others write too, the job makes its change by one statement, which needs no transaction around it.
        """

    def wait_for_other_servers(self, connection: Connection) -> None:
        """Hold back every other server that wants to change the schema until this transaction ends."""

    def hold_name(self, connection: Connection, name: str) -> None:
        """Keep every other transaction that holds this name waiting until this one ends."""

    def alone(self, name: str) -> AbstractContextManager[object]:
        """Return what keeps everybody else who asks to be alone under this name waiting, in whatever process.

        Whoever is alone reads and writes as usual, in transactions of their own; what they read is no older than that.
        """

    def hold_everything(self, connection: Connection) -> None:
        """Keep everybody else from reading and writing until this transaction, which replaces it all, ends."""

    def keep_a_copy(self, label: str) -> None:
        """Keep the data as it is now in a file of its own, where the database is a file."""

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write all data, as it is now or as the transaction `within` finds it, to a new SQLite file."""

    def scrub(self) -> None:
        """Leave no trace of what was deleted, as far as the database can."""

    def close(self) -> None:
        """Let go of everything; later calls raise StoreUnavailable."""
