"""PostgreSQL, for several workers at once."""

import math
import select as files
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, bindparam, create_engine, event, exc, func, select
from sqlalchemy.pool import ConnectionPoolEntry

from companion.store.causes import translated
from companion.store.errors import Reason, StoreUnavailable
from companion.store.glances import Glances
from companion.store.rows_between import write_file
from companion.store.schema import METADATA

T = TypeVar("T")

if sys.platform == "win32":

    def _has_something_to_say(_number: int) -> bool:
        return True  # which is to be asked

else:

    def _has_something_to_say(number: int) -> bool:
        """Return whether something has come on a connection that waits for nothing: its end, or a notice."""
        waiting = files.poll()  # not select(), which ends at the thousandth open file
        waiting.register(number, files.POLLIN)
        return bool(waiting.poll(0))


_CONNECT = {"connect_timeout": "5", "tcp_user_timeout": "8000", "application_name": "tableside"}
"""Seconds, milliseconds: a server that fell silent is noticed before people at the table give up."""

_SESSION = (
    "SET lock_timeout = '5s'",
    # What is acknowledged must be on disk, even where the server is set up to be lax.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)

_IDLE_SINCE = "idle since"
_TRUSTED_SECONDS = 5.0
"""How long a connection that lies idle is taken to be still there, as long as nothing says otherwise."""

_MIGRATION_LOCK = 7_825_101_734
"""Any number of our own: it names the advisory lock held while the schema changes."""

_NAMES = 7_825_101
_ALONE = 7_825_102  # another space, for whoever is alone holds other names meanwhile
_HOLD = select(func.pg_advisory_xact_lock(bindparam("space"), func.hashtext(bindparam("name"))))
"""Names that share a number wait for one another too, which does no harm."""


class PostgresDatabase:
    """A `Database` on a PostgreSQL server."""

    def __init__(self, url: URL) -> None:
        """Prepare the pool; the first use connects."""
        self._engine = create_engine(
            url.set(drivername="postgresql+psycopg", query={**_CONNECT, **url.query}),
            pool_size=16,  # more than there are threads that ask: making a connection costs more than keeping it
            max_overflow=16,
            pool_use_lifo=True,  # what was used last is used next; the rest is there for a rush
            pool_timeout=10,
            pool_recycle=1800,
            isolation_level="AUTOCOMMIT",  # as most is asked; to go from one to the other takes time, here and there
            hide_parameters=True,  # what is stored is secret; errors end up in logs
        )
        event.listen(self._engine, "connect", _prepare)
        event.listen(self._engine, "checkin", _note_idle)
        event.listen(self._engine, "checkout", self._check_alive)
        self._writers = self._engine.execution_options(isolation_level="READ COMMITTED")
        self._is_closed = False
        self.glances = Glances()

    @property
    def is_alone(self) -> bool:
        """Return False: other workers write too."""
        return False

    @property
    def changes(self) -> int:
        """Return 0: what this process changes is not all that changes."""
        return 0

    @property
    def folder(self) -> Path | None:
        """Return None: the data is on a server."""
        return None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection outside any transaction."""
        self._refuse_when_closed()
        with translated(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Return a transaction of its own."""
        self._refuse_when_closed()
        self.glances.look_anew()
        try:
            with translated(), self._writers.begin() as connection:
                yield connection
        finally:
            self.glances.look_anew()

    def run(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns, after a commit of its own: the server groups commits itself."""
        with self.write() as connection:
            result = job(connection)
        after(result)
        return result

    def run_one(self, job: Callable[[Connection], T], after: Callable[[T], None]) -> T:
        """Return what the job returns, whose one statement the server makes durable before it answers.

        To begin and to commit would be two more ways there and back.
        """
        self.glances.look_anew()
        try:
            with self.read() as connection:
                result = job(connection)
        finally:
            self.glances.look_anew()
        after(result)
        return result

    def wait_for_other_servers(self, connection: Connection) -> None:
        """Hold the advisory lock of migrations until the transaction ends."""
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")

    def hold_name(self, connection: Connection, name: str) -> None:
        """Hold the advisory lock of this name until the transaction ends."""
        connection.execute(_HOLD, {"space": _NAMES, "name": name})

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Return what holds an advisory lock of this name, on a connection that does nothing else."""
        with self.write() as connection:
            connection.execute(_HOLD, {"space": _ALONE, "name": name})
            self.glances.look_anew()
            yield

    def hold_everything(self, connection: Connection) -> None:
        """Lock every table until the transaction ends."""
        names = ", ".join(table.name for table in METADATA.sorted_tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE")

    def keep_a_copy(self, label: str) -> None:
        """Do nothing: whoever hosts a server keeps its backups."""

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write all rows to a new SQLite file, of one moment whatever others write meanwhile."""
        if within is not None:
            write_file(within, target)
            return
        self._refuse_when_closed()
        still = self._engine.execution_options(isolation_level="REPEATABLE READ")
        with translated(), still.connect() as connection:
            write_file(connection, target)

    def scrub(self) -> None:
        """Do nothing: the server's vacuum sees to it."""

    def close(self) -> None:
        """Close every connection."""
        self._is_closed = True
        self._engine.dispose()

    def _check_alive(self, driver: Any, record: ConnectionPoolEntry, _: object) -> None:
        """Nothing; raises `InvalidatePoolError` if the server has gone meanwhile: then the pool connects anew.

        Asking the server each time would double the questions. One that ends or breaks closes its connections, which can be
        seen from here; only what was idle for long, and may have been forgotten on the way, is asked.
        """
        idle_seconds = time.monotonic() - record.info.get(_IDLE_SINCE, math.inf)
        if idle_seconds < _TRUSTED_SECONDS and not _has_something_to_say(driver.fileno()):
            return
        dialect = self._engine.dialect
        try:
            dialect.do_ping(driver)
        except dialect.loaded_dbapi.Error as gone:
            raise exc.InvalidatePoolError from gone

    def _refuse_when_closed(self) -> None:
        if self._is_closed:
            raise StoreUnavailable(Reason.CLOSED)


def _note_idle(_driver: object, record: ConnectionPoolEntry) -> None:
    record.info[_IDLE_SINCE] = time.monotonic()


def _prepare(driver: Any, _record: object) -> None:
    for statement in _SESSION:
        driver.execute(statement)
    driver.commit()
