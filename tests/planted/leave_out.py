"""A plugin of pytest: leaves out the tests that ran before, and writes down which there are.

`PLANTED_LEAVE_OUT` names a file of node ids, one on each line. `PLANTED_COLLECTED` names the file to be written.
"""

import os
from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has run."""
    known = os.environ.get("PLANTED_LEAVE_OUT")
    ran = set(Path(known).read_text("utf-8").split("\n")) if known else set()
    again = [item for item in items if item.nodeid in ran]
    if again:
        config.hook.pytest_deselected(items=again)
        items[:] = [item for item in items if item.nodeid not in ran]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write down what is left to run."""
    place = os.environ.get("PLANTED_COLLECTED")
    if place:
        Path(place).write_text("".join(f"{item.nodeid}\n" for item in session.items), "utf-8")
