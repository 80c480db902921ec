"""A SQLite file: locked to one process, one writing and checkpointing connection, any number of readers."""

import errno
import os
import shutil
import sqlite3
import struct
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import ExceptionContext
from sqlalchemy.pool import QueuePool

from companion.store.backups import FOLDER, make_automatic_backup
from companion.store.database import PATIENCE_SECONDS, Database, forget_answers, kept_open, seconds_remaining
from companion.store.errors import AlreadyRunning, Outage, StoreUnavailable, map_db_errors, map_os_errors, outage_of

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # far behind the text, which stays readable for others
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


if sys.platform == "linux":
    _FAR_BEHIND = 1 << 62
    """Where no file reaches, and SQLite has no lock of its own."""

    def _lock_database(descriptor: int) -> None:
        """Take an open file description lock, which no other descriptor that is closed takes along."""
        wanted = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _FAR_BEHIND, 1, 0)
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, wanted)

else:

    def _lock_database(descriptor: int) -> None:
        """Do nothing. Windows lets no one remove a lock file that is open. On macOS `flock` and SQLite's own locks on a file
        keep each other out, even within a process: there the lock file has to do, and is put back where it was removed.
        """


_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class ServerLock:
    """Held from its making until `release` or the end of the process, however it ends.

    A lock file keeps servers off that begin at the same time, and those of before. It can be removed by hand; then it is
    put back before anything more is recorded. The lock on the database itself lasts as long as that file.
    """

    def __init__(self, database: Path) -> None:
        """Take both locks; the database is made if it is not there. Raise AlreadyRunning, StoreUnavailable."""
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._checking = threading.Lock()
        # The lock file first: two servers that start at once meet here, before either has touched the database.
        self._file = _locked(self._path, _lock, database.parent)
        try:
            # Not to be closed while SQLite has the file open: closing any descriptor of a file drops SQLite's locks on it.
            self._data = _locked(database, _lock_database, database.parent)
        except BaseException:
            os.close(self._file)
            raise

    def check(self) -> None:
        """Raise StoreUnavailable if this server is no longer the one that writes to the file of this name.

        If the file was removed or replaced since it was opened, what is written would go where no one ever finds it. If
        the lock file was, another server may have begun.
        """
        # By the file itself, not by its name: one that was moved away keeps its lock, and the name may lead to another by
        # now.
        if not _is_at(self._database, self._data):
            raise StoreUnavailable(Outage.AWAY, f"{self._database} was removed or replaced while it was open")
        # Two threads that both miss the lock file would each put one back, and the second would find it held by the first.
        with self._checking:
            if not _is_at(self._path, self._file):
                self._put_back()

    def _put_back(self) -> None:
        try:
            anew = _locked(self._path, _lock, self._path.parent)
        except AlreadyRunning as other:
            raise StoreUnavailable(Outage.LOCKED, f"{self._path} was removed, and another server has begun") from other
        os.close(self._file)
        self._file = anew

    def release(self) -> None:
        """Let the next server in, after SQLite has closed the file.

        The lock file stays: taking it away would let two servers hold two files of one name.
        """
        os.close(self._data)
        os.close(self._file)


def _is_at(path: Path, descriptor: int) -> bool:
    """Return whether what was opened is still the file of this name."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _locked(path: Path, lock: Callable[[int], None], folder: Path) -> int:
    """Return the descriptor that holds the lock on this file, made for this user's eyes only: it may hold hands and names."""
    with map_os_errors():
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _HELD_BY_ANOTHER:
            raise AlreadyRunning(str(folder)) from error
        raise StoreUnavailable(Outage.READ_ONLY, f"cannot lock {path}: {error.strerror}") from error
    return descriptor


# So short because it is waited with the lock of all who write held: a reader in the way is no reason to hold up a tap.
_SCRUB_TIMEOUT_MS = 250
_LEAST_ROOM_BYTES = 1024 * 1024
_READERS = 8

_WRITER = (
    "PRAGMA journal_mode = WAL",  # first, for its answer is looked at
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # on Apple's systems fsync alone leaves the disk's own cache unwritten
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # a forgotten name must not stay behind in free pages
)
_READER = (
    "PRAGMA query_only = ON",
    "PRAGMA wal_autocheckpoint = 0",  # only the writing connection checkpoints
    f"PRAGMA busy_timeout = {int(1000 * PATIENCE_SECONDS)}",
)


class SqliteDatabase(Database):
    """A `Database` in a file of this machine. The lock file keeps every other server out, and one connection writes."""

    is_alone = True
    known: dict[Hashable, Any]

    def __init__(self, path: Path) -> None:
        """Open the file, made if it is not there. Raise AlreadyRunning, StoreUnavailable."""
        self._path = path.resolve()  # two names of one file must meet at one lock
        with map_os_errors():
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = self._path.parent
        self._lock = ServerLock(self._path)
        # SQLite lets one connection write at a time, and its own way to wait is to try again and again. This lock wakes the
        # next thread at once, and can give up in time.
        self._turn = threading.Lock()
        self._alone = threading.Lock()
        self._is_closed = False
        self.known = {}
        # The only one that writes and checkpoints: readers leave that alone (`_READER`), so they never hold a tap up.
        self._writer = _engine(self._path, size=1, overflow=0)
        event.listen(self._writer, "connect", _prepare_writer)
        event.listen(self._writer, "begin", _begin_at_once)
        # A crowd that reloads at once opens some more for as long as it lasts; the rest of the evening eight are
        # plenty.
        self._readers = _engine(self._path, size=_READERS, overflow=3 * _READERS)
        event.listen(self._readers, "connect", lambda driver, _record: _prepare(driver, _READER))
        try:
            # Empty, but it takes every lock: a disk that cannot hold the log or is read-only is found now, not at the first
            # entry.
            with self.transaction():
                pass
        except BaseException:
            self.close()
            raise

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection that cannot write."""
        self._refuse_when_closed()
        with map_db_errors(), kept_open(self, self._readers.connect) as connection:
            yield connection

    @contextmanager
    def transaction(self, learnt: dict[Hashable, Any] | None = None) -> Iterator[Connection]:
        """Return a transaction on the one connection that writes. Of one that fails no one knows what it left behind."""
        forget_answers()
        with self._turn_to_write():
            known, now = self.known, dict[Hashable, Any]()
            try:
                with self._writer.begin() as connection:
                    yield connection
                    # Last before the commit: nothing is acknowledged that went into a file no one will ever find.
                    self._lock.check()
                # Leaving the block was the COMMIT, synced to the disk: from here on what was written survives a power cut.
                # Only after the commit. Whatever raises leaves `now` empty, so that everything is read again.
                if learnt:
                    known.update(learnt)
                    now = known
            finally:
                self.known = now

    def check(self) -> None:
        """Return if the file is there, can be read, and could be written to: there is leave and a little room."""
        self._refuse_when_closed()
        self._lock.check()
        super().check()
        with map_os_errors():
            # A write that finds no room is undone cleanly, but the evening stops there: say so while there is still some.
            room = shutil.disk_usage(self._path.parent).free
        if room < _LEAST_ROOM_BYTES:
            raise StoreUnavailable(Outage.FULL, f"hardly any room is left beside {self._path}")
        if not os.access(self._path, os.W_OK):
            raise StoreUnavailable(Outage.READ_ONLY, f"{self._path} must not be written to")

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Return what holds the lock of all names: no one outside this process writes, and few ask to be alone."""
        with _held(self._alone):
            yield

    def keep_a_copy(self, label: str) -> None:
        """Keep the data as it is now in the folder of backups, with the newest few of its kind."""
        make_automatic_backup(self._path.parent / FOLDER, label, self.copy_to)

    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write a whole and consistent copy of the data as it was last committed. Raise StoreUnavailable."""
        try:
            with self.read() as connection, map_os_errors():
                os.close(os.open(target, os.O_CREAT | os.O_RDONLY, 0o600))
                with closing(sqlite3.connect(target)) as copy:
                    # SQLite's own backup, in one step under a read lock: entries made meanwhile are in it whole or not at
                    # all.
                    _driver(connection).backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it
        except StoreUnavailable:
            target.unlink(missing_ok=True)
            raise

    def scrub(self) -> None:
        """Empty the write-ahead log, where old rows linger. A reader in the way, or a full disk, puts it off to a later
        checkpoint: what was deleted is deleted.
        """
        with self._turn_to_write(), self._writer.connect() as connection:
            driver = _driver(connection)
            driver.execute(f"PRAGMA busy_timeout = {_SCRUB_TIMEOUT_MS}")
            try:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                if outage_of(error) is not Outage.FULL:
                    raise StoreUnavailable(outage_of(error), str(error)) from error

    def close(self) -> None:
        """Close every connection, the writing one last, and let the next server in."""
        with self._turn:
            if not self._is_closed:
                self._is_closed, self.known = True, {}
                self._readers.dispose()
                # Whichever connection closes last empties the log and removes it. A reader must not write, so the writer goes
                # last.
                self._writer.dispose()
                self._lock.release()

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """Hold the lock of all who write."""
        with _held(self._turn):
            self._refuse_when_closed()
            with map_db_errors():
                yield

    def _refuse_when_closed(self) -> None:
        if self._is_closed:
            raise StoreUnavailable(Outage.CLOSED)


@contextmanager
def _held(lock: threading.Lock) -> Iterator[None]:
    """Hold a lock. Raise StoreUnavailable where that takes longer than anyone may wait."""
    if not lock.acquire(timeout=seconds_remaining()):
        raise StoreUnavailable(Outage.LOCKED, "others were writing all the time")
    try:
        yield
    finally:
        lock.release()


def _engine(path: Path, *, size: int, overflow: int) -> Engine:
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, check_same_thread=False),  # makes no file
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=overflow,
        pool_timeout=10,
        hide_parameters=True,  # what is stored is secret; errors end up in logs
    )
    event.listen(engine, "handle_error", _drop_what_may_be_broken)
    return engine


def _prepare_writer(driver: sqlite3.Connection, _record: object) -> None:
    answers = _prepare(driver, _WRITER)
    if answers[0] != ("wal",):
        driver.close()
        raise StoreUnavailable(Outage.READ_ONLY, "this disk cannot hold a write-ahead log; choose a local one")


def _begin_at_once(connection: Connection) -> None:
    """Begin a transaction that has the lock of the file from its first moment; no other program can come in between."""
    # Anew for each transaction: it may take no longer than what is left of its request's patience.
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * seconds_remaining())}")
    # A plain BEGIN takes the lock at the first write. If another program has written since our first read, SQLite then
    # refuses at once, whatever the timeout.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _prepare(driver: sqlite3.Connection, statements: Iterable[str]) -> list[object]:
    driver.isolation_level = None  # transactions begin where we say, schema changes included
    driver.text_factory = _decode_lossy
    try:
        return [driver.execute(statement).fetchone() for statement in statements]
    except BaseException:
        driver.close()
        raise


def _decode_lossy(stored: bytes) -> str:
    """Return the text; what is damaged becomes visible, where Python's own way would quote it in an error."""
    return stored.decode(errors="replace")


def _drop_what_may_be_broken(context: ExceptionContext) -> None:
    """Let the pool open the file anew, except after what passes by itself."""
    if isinstance(context.original_exception, sqlite3.DatabaseError | sqlite3.InterfaceError):
        passing = isinstance(context.original_exception, sqlite3.IntegrityError | sqlite3.DataError)
        waits = outage_of(context.original_exception) in (Outage.FULL, Outage.LOCKED)
        # A full disk, a lock or a broken rule passes. After anything else only opening the file anew clears the connection.
        context.is_disconnect = not (passing or waits)
        if context.is_disconnect and context.execution_context is not None:
            context.execution_context.cursor.close()  # an unfinished statement would keep the connection open


def _driver(connection: Connection) -> sqlite3.Connection:
    driver: Any = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
