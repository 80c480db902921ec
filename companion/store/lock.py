"""The locks that keep a second server off the same file, and the watch over that file."""

import errno
import os
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from companion.store.errors import AlreadyRunning, Reason, StoreUnavailable, on_disk

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
        """Do nothing. Windows lets nobody remove a lock file that is open. On macOS `flock` and SQLite's own locks on a file
        keep each other out, even within a process: there the lock file has to do, and is put back where it was removed.
        """


_HELD_BY_ANOTHER = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class ServerLock:
    """Held from its making until `release` or the end of the process, however it ends.

    A lock file keeps servers off that begin at the same time, and those of before. It can be removed by hand; then it is
    put back before anything more is recorded. The lock on the database itself lasts as long as that file.
    """

    def __init__(self, database: Path) -> None:
        """Take both locks; the database is made if it is not there. Raises AlreadyRunning, StoreUnavailable."""
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._checking = threading.Lock()
        self._file = _locked(self._path, _lock, database.parent)
        try:
            # Not to be closed while SQLite has the file open: closing any descriptor of a file drops SQLite's locks on it.
            self._data = _locked(database, _lock_database, database.parent)
        except BaseException:
            os.close(self._file)
            raise

    def check(self) -> None:
        """Nothing; raises StoreUnavailable if this server is no longer the one that writes to the file of this name.

        If the file was removed or replaced since it was opened, what is written would go where nobody ever finds it. If
        the lock file was, another server may have begun.
        """
        if not _is_at(self._database, self._data):
            raise StoreUnavailable(Reason.AWAY, f"{self._database} was removed or replaced while it was open")
        with self._checking:
            if not _is_at(self._path, self._file):
                self._put_back()

    def _put_back(self) -> None:
        try:
            anew = _locked(self._path, _lock, self._path.parent)
        except AlreadyRunning as other:
            raise StoreUnavailable(Reason.LOCKED, f"{self._path} was removed, and another server has begun") from other
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
