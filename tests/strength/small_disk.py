"""A disk of a few megabytes that only the server under test sees: it can be filled, and made read-only."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from tests.servers import tool
from tests.strength.loaded import ROOT

MEGABYTES = 3


class SmallDisk:
    """A tmpfs at `folder`, in a mount namespace of its own: nothing else of this machine is touched, and nobody need be root."""

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

    @property
    def inside(self) -> list[str]:
        """The words before a command that is to see this disk."""
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return [tool("nsenter", "util-linux"), f"--target={self._holder.pid}", "--mount", *user, f"--wd={ROOT}"]

    @property
    def seen(self) -> Path:
        """Where this process finds what lies on the disk."""
        return Path(f"/proc/{self._holder.pid}/root{self._folder}")

    def fill(self) -> None:
        """Leave no room for anything."""
        room = os.statvfs(self.seen)
        (self.seen / "filler").write_bytes(bytes(room.f_bavail * room.f_frsize))

    def make_room(self) -> None:
        """Take away what filled it."""
        (self.seen / "filler").unlink()

    def remount(self, how: str) -> None:
        """Mount it anew: `ro` or `rw`."""
        subprocess.run([*self.inside, "mount", "-o", f"remount,{how}", str(self._folder)], check=True)

    def __enter__(self) -> SmallDisk:
        return self

    def __exit__(self, *_: object) -> None:
        self._holder.kill()
        with contextlib.closing(self._holder.stdout):  # type: ignore[type-var]
            self._holder.wait()
