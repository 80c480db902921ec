"""A disk of a few megabytes that only the server under test sees, and that can be filled."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

from companion.cli.options import DATABASE
from tests.servers import tool
from tests.strength.loaded import ROOT, Loaded
from tests.strength.server import Server

MEGABYTES = 8


class SmallDisk:
    """A tmpfs at `folder`, in a mount namespace of its own: nothing else of this machine is touched, and nobody need be root.

    The servers on it are forked from `loaded`, a process that sees it.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
        mounted = (
            f"mount -t tmpfs -o size={MEGABYTES}m,mode=0700 tmpfs '{folder}' && echo mounted && exec sleep infinity"
        )
        self._holder = subprocess.Popen(
            [tool("unshare", "util-linux"), "--mount", *as_root, "sh", "-c", mounted], stdout=subprocess.PIPE, text=True
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "mounted\n"
        self.loaded = Loaded(self._inside)

    @property
    def _inside(self) -> list[str]:
        """The words before a command that is to see this disk."""
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return [tool("nsenter", "util-linux"), f"--target={self._holder.pid}", "--mount", *user, f"--wd={ROOT}"]

    @property
    def file(self) -> Path:
        """Where this process finds the records of the server on the disk."""
        return self.seen / DATABASE

    @property
    def seen(self) -> Path:
        """Where this process finds what lies on the disk."""
        return Path(f"/proc/{self._holder.pid}/root{self._folder}")

    def server(self, log: Path) -> Server:
        """One whose records lie here; what it prints lies elsewhere."""
        return Server(self._folder, loaded=self.loaded, log=log)

    def fill(self) -> None:
        """Leave no room for anything."""
        room = os.statvfs(self.seen)
        (self.seen / "filler").write_bytes(bytes(room.f_bavail * room.f_frsize))

    def make_room(self, size: int = MEGABYTES * 1024 * 1024) -> None:
        """Take away so many bytes of what filled it, or all of it."""
        filler = self.seen / "filler"
        os.truncate(filler, max(0, filler.stat().st_size - size))

    def clear(self) -> None:
        """Leave nothing on it."""
        for path in self.seen.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def __enter__(self) -> SmallDisk:
        return self

    def __exit__(self, *_: object) -> None:
        self.loaded.__exit__()
        self._holder.kill()
        with contextlib.closing(self._holder.stdout):  # type: ignore[type-var]
            self._holder.wait()
