"""A lock file beside the data, so that no two servers work on the same file."""

import os
import sys
from pathlib import Path

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


class ServerLock:
    """Held from its making until `release` or the end of the process, however it ends."""

    def __init__(self, database: Path) -> None:
        """Take the lock. Raises AlreadyRunning if it is held, StoreUnavailable if there can be no such file."""
        self._path = database.with_name(database.name + ".lock")
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreUnavailable(Reason.READ_ONLY, f"cannot write {self._path}: {error.strerror}") from error
        try:
            _lock(self._descriptor)
        except OSError as error:
            os.close(self._descriptor)
            raise AlreadyRunning(str(database.parent)) from error

    def release(self) -> None:
        """Let the next server in. The file stays: taking it away would let two servers hold two files of one name."""
        os.close(self._descriptor)
