"""PostgreSQL, for several workers at once."""

import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Connection, Engine, bindparam, create_engine, event, exc, func, select

from companion.store.backups import write_file
from companion.store.database import (
    PATIENCE_SECONDS,
    Database,
    deadline_after,
    forget_answers,
    kept_open,
    seconds_remaining,
)
from companion.store.errors import Outage, StoreUnavailable, map_db_errors
from companion.store.schema import METADATA

Result = TypeVar("Result")

_CONNECT = {
    "application_name": "tableside",
    "connect_timeout": "3",  # seconds
    "tcp_user_timeout": "8000",  # milliseconds
    "keepalives_idle": "5",
    "keepalives_interval": "1",
}
"""A server that fell silent is noticed before people at the table give up, also while its answer is awaited."""

_SESSION = (
    f"SET lock_timeout = '{PATIENCE_SECONDS}s'",
    # A statement that takes longer would hold up everyone whose turn comes after it.
    f"SET statement_timeout = '{PATIENCE_SECONDS + 1}s'",
    # What is acknowledged must be on disk, even where the server is set up to be lax.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)

_PING_SECONDS = 1.0
_BEYOND_SECONDS = 2.0
"""So much longer than a request may wait for others an answer is awaited: a server that is alive says by then that it gave up."""
# What may take its time has an end too: a server that falls silent meanwhile must not hold a thread for ever.
_LONGEST_SECONDS = 1800.0

_HARDLY_WAITED = 0.5
"""Who has waited for no longer than this is not worth another way to the server and back."""

_NAMES = 7_825_101
_ALONE = 7_825_102  # another space, for whoever is alone holds other names meanwhile
_HOLD = select(func.pg_advisory_xact_lock(bindparam("space"), func.hashtext(bindparam("name"))))
"""Names that share a number wait for one another too, which does no harm."""


class _Connection(psycopg.Connection[Any]):
    """psycopg's, which closes itself where the server does not answer in time, and so keeps no limits itself."""

    takes_time = False

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        """Return what was waited for. Raise ConnectionTimeout."""
        try:
            return super().wait(gen, interval, timeout or self._patience())
        except psycopg.OperationalError:
            # A statement still under way means that the server is silent. Any other error came from the server, so it
            # answers.
            if self.closed or self.info.transaction_status is not TransactionStatus.ACTIVE:
                raise
            self.close()
            raise ConnectionTimeout("the server gives no answer") from None

    def _patience(self) -> float:
        return _LONGEST_SECONDS if self.takes_time else seconds_remaining() + _BEYOND_SECONDS


class PostgresDatabase(Database):
    """A `Database` on a PostgreSQL server, where other workers write too. Its hosts keep backups, its vacuum cleans up."""

    is_alone = False

    def __init__(self, url: URL) -> None:
        """Prepare the pool; the first use connects."""
        self._engine = create_engine(
            url.set(drivername="postgresql+psycopg", query={**_CONNECT, **url.query}),
            pool_size=16,  # more than there are threads that ask: making a connection costs more than keeping it
            max_overflow=16,
            pool_use_lifo=True,  # what was used last is used next; the rest is there for a rush
            pool_timeout=10,
            pool_recycle=1800,
            pool_pre_ping=True,  # a server that ended or forgot a connection is noticed before it is used
            isolation_level="AUTOCOMMIT",  # as most is asked; to go from one to the other takes time, here and there
            hide_parameters=True,  # what is stored is secret; errors end up in logs
        )
        event.listen(self._engine, "do_connect", _connect)
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "checkin", _take_no_more_time)
        # Enough: what must not be overtaken is guarded by its own UPDATE (`journal._ADVANCE`) or held by name. A stricter
        # level would turn waits into failures that have to be tried again.
        self._writers = self._engine.execution_options(isolation_level="READ COMMITTED")
        self._is_closed = False
        self._is_silent = False
        self._asking = threading.Lock()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection outside any transaction."""
        self._refuse_when_closed()
        with map_db_errors(), kept_open(self, self._connection) as connection:
            yield connection

    @contextmanager
    def transaction(self, learnt: dict[Hashable, Any] | None = None) -> Iterator[Connection]:
        """Return a transaction of its own. Who has waited already waits the less for what others hold."""
        self._refuse_when_closed()
        forget_answers()
        with map_db_errors(), self._connection(self._writers) as connection, connection.begin():
            left = seconds_remaining()
            if left < PATIENCE_SECONDS - _HARDLY_WAITED:
                # Never 0, which PostgreSQL takes for no limit at all.
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(1, int(1000 * left))}")
            yield connection
        # Again: what was asked on other connections before the commit is of before it.
        forget_answers()

    def hold_name(self, connection: Connection, name: str) -> None:
        """Hold the advisory lock of this name until the transaction ends."""
        connection.execute(_HOLD, {"space": _NAMES, "name": name})

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Return what holds an advisory lock of this name, on a connection that does nothing else."""
        with self.transaction() as connection:
            connection.execute(_HOLD, {"space": _ALONE, "name": name})
            yield

    def take_time(self, connection: Connection) -> None:
        """Let every statement of this transaction take as long as it needs."""
        driver: Any = connection.connection.driver_connection
        driver.takes_time = True
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")

    def hold_everything(self, connection: Connection) -> None:
        """Lock every table until the transaction ends, however long what follows takes."""
        self.take_time(connection)
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write all rows to a new SQLite file, of one moment whatever others write meanwhile."""
        if within is not None:
            write_file(within, target)
            return
        self._refuse_when_closed()
        # One moment for all tables. In READ COMMITTED each statement sees a later one, and a journal could be longer than its
        # match says.
        still = self._engine.execution_options(isolation_level="REPEATABLE READ")
        with map_db_errors(), self._connection(still) as connection:
            self.take_time(connection)
            write_file(connection, target)

    def close(self) -> None:
        self._is_closed = True
        self._engine.dispose()

    def _connection(self, engine: Engine | None = None) -> Connection:
        """Return a connection on which the server has just answered. Where it did not lately, one asks and the others are refused.

        Otherwise every thread would wait for it, and those who need no records for a thread.
        """
        if not self._is_silent:
            return self._answered(engine or self._engine)
        # No waiting for this lock: the one who holds it finds out for all.
        if not self._asking.acquire(blocking=False):
            raise StoreUnavailable(Outage.AWAY, "the server gives no answer")
        try:
            return self._answered(engine or self._engine)
        finally:
            self._asking.release()

    def _answered(self, engine: Engine) -> Connection:
        try:
            # The ping of the pool needs no lock that others could hold, so it may take less time than a statement.
            with deadline_after(PATIENCE_SECONDS - min(_PING_SECONDS, seconds_remaining())):
                connection = engine.connect()
        except exc.OperationalError as error:
            self._is_silent = isinstance(error.orig, ConnectionTimeout)
            raise
        self._is_silent = False
        return connection

    def _refuse_when_closed(self) -> None:
        if self._is_closed:
            raise StoreUnavailable(Outage.CLOSED)


def _connect(_dialect: object, _record: object, arguments: list[Any], parameters: dict[str, Any]) -> _Connection:
    return _Connection.connect(*arguments, **parameters)


def _take_no_more_time(driver: Any, _record: object) -> None:
    if driver is not None:
        # From the pool the connection goes to others, who may wait no longer than usual.
        driver.takes_time = False


def _prepare(driver: Any, _record: object) -> None:
    for statement in _SESSION:
        driver.execute(statement)
    # A SET is undone with the transaction in which it was made, and the pool rolls back what it finds open.
    driver.commit()
