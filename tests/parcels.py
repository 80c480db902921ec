"""How the tests are dealt out to the processes that run them: file by file, one kind of store at a time, the long ones first."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.records import SERVER

INSTALLING = ("tests/test_setup.py", "tests/test_lock.py")
"""Files that wait for packages more than they work, and are one parcel each."""
LONG = (
    *INSTALLING, "tests/strength", "tests/e2e", "tests/hosted", "tests/web/api", "tests/server", "tests/web", "tests/store",
)  # fmt: skip
"""Files that take long, and folders of such, the longest first: whoever gets one of these last is waited for."""
ON_SERVER = re.compile(rf"\[(.*-)?{SERVER}(-.*)?\]$")


class Parcels(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """A parcel is what shares a server: the tests of one file that run on the same kind of store."""

    def _split_scope(self, nodeid: str) -> str:
        return f"{nodeid.partition('::')[0]} {'on a server' if ON_SERVER.search(nodeid) else ''}"


def scheduler(config: pytest.Config, log: object) -> Parcels:
    """The one who deals them out, in the order of `long_ones_first`."""
    config.option.loadscopereorder = False
    return Parcels(config, log)


def long_ones_first(items: list[pytest.Item], root: Path) -> None:
    """Put the tests in the order in which they are dealt out."""
    items.sort(key=lambda item: _rank(item.path.relative_to(root).as_posix()))


def _rank(path: str) -> int:
    return next((rank for rank, long in enumerate(LONG) if f"{path}/".startswith(f"{long}/")), len(LONG))
