"""The one connection that writes to a SQLite file, kept from one transaction to the next."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine.interfaces import DBAPIConnection

from companion.store.causes import translated

DRIVER = "sqlite+writing"
"""What an address begins with whose transactions are to begin as those of a writer."""


class BeginningAtOnce(SQLiteDialect_pysqlite):
    """SQLite as SQLAlchemy knows it, but a transaction takes the lock of the file when it begins.

    A listener that sends the statement would do as well; but where anything listens to an engine, every statement there
    costs half as much again.
    """

    supports_statement_cache = True

    def do_begin(self, dbapi_connection: DBAPIConnection) -> None:
        """Begin; what is raised here is dealt with as if a statement had raised it."""
        dbapi_connection.cursor().execute("BEGIN IMMEDIATE")


registry.register(DRIVER.replace("+", "."), __name__, BeginningAtOnce.__name__)


class Writer:
    """The writing connection. Whoever uses it holds the turn.

    It stays taken out of the pool as long as all goes well: to take it out, put it back and reset it costs more than a
    transaction. After any error it goes back, and the pool rolls back what is left open and closes what may be broken.
    """

    def __init__(self, engine: Engine) -> None:
        """Connect at the first use. `engine` has a pool of one, which nobody else takes it from."""
        self._engine = engine
        self._kept: Connection | None = None

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Return the connection, outside any transaction. Raises StoreUnavailable."""
        try:
            with translated():
                yield self._take()
        except BaseException:
            self._let_go()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Return the connection in a transaction, durable when the block ends and undone when it raises."""
        try:
            with translated():
                connection = self._take()
                with connection.begin():
                    yield connection
        except BaseException:
            self._let_go()
            raise

    def close(self) -> None:
        """Close the connection. The next use would make a new one."""
        self._let_go()
        self._engine.dispose()

    def _take(self) -> Connection:
        if self._kept is None:
            self._kept = self._engine.connect()
        return self._kept

    def _let_go(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()
