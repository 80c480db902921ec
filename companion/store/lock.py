"""The locks that keep a second server off the same file, and the watch over that file."""

import errno
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from companion.store.causes import on_disk
from companion.store.errors import AlreadyRunning, Reason, StoreUnavailable

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
        """Do nothing: Windows lets nobody remove a lock file that is open, and macOS has no such lock for us."""


_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class ServerLock:
    """Held from its making until `release` or the end of the process, however it ends.

    A lock file keeps servers off that begin at the same time, and those of before; it can be removed by hand. The lock on
    the database itself lasts as long as that file.
    """

    def __init__(self, database: Path) -> None:
        """Take both locks; the database is made if it is not there. Raises AlreadyRunning, StoreUnavailable."""
        self._database = database
        self._file = _locked(database.with_name(database.name + ".lock"), _lock, database.parent)
        try:
            # Not to be closed while SQLite has the file open: closing any descriptor of a file drops SQLite's locks on it.
            self._data = _locked(database, _lock_database, database.parent)
        except BaseException:
            os.close(self._file)
            raise

    def check_database(self) -> None:
        """Nothing; raises StoreUnavailable if the file was removed or replaced since it was opened.

        What is written would then go where nobody ever finds it.
        """
        try:
            is_there = os.path.samestat(os.stat(self._database), os.fstat(self._data))
        except FileNotFoundError:
            is_there = False
        if not is_there:
            raise StoreUnavailable(Reason.AWAY, f"{self._database} was removed or replaced while it was open")

    def release(self) -> None:
        """Let the next server in, after SQLite has closed the file.

        The lock file stays: taking it away would let two servers hold two files of one name.
        """
        os.close(self._data)
        os.close(self._file)


def _locked(path: Path, lock: Callable[[int], None], folder: Path) -> int:
    """Return the descriptor that holds the lock on this file, made for this user's eyes only: it may hold hands and names."""
    with on_disk():
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno in _HELD_BY_ANOTHER:
            raise AlreadyRunning(str(folder)) from error
        raise StoreUnavailable(Reason.READ_ONLY, f"cannot lock {path}: {error.strerror}") from error
    return descriptor
