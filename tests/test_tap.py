"""The way of a tap through the house: in one direction, and short.

A real entry is posted through the WSGI app while somebody follows the match, and every call in the thread that answers is
noted.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.web.people import Browser, open_table, start_match

COMPANION = Path(__file__).parent.parent / "companion"

MOST_MODULES = 50
"""The modules of ours that a tap crosses: what it comes to now and two more, so that it never grows."""

INNER = frozenset({"engine", "games", "store", "live", "match"})
OUTER = frozenset({"table", "archive", "web", "server", "cli"})
"""No call goes from an inner layer to an outer one."""


@dataclass
class Way:
    """What a thread called: the modules it came through, and each call from an inner layer to an outer one."""

    modules: set[str] = field(default_factory=set)
    backward: set[str] = field(default_factory=set)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Take note of one call, as a profile function."""
        module = module_of(frame)
        if event != "call" or module is None or frame.f_code.co_name == "<module>":
            return
        self.modules.add(module)
        # A generator is run by whoever reads it: that is no call of theirs to its author.
        if layer(module) in OUTER and not frame.f_code.co_flags & inspect.CO_GENERATOR:
            caller = caller_of(frame)
            if caller is not None and layer(caller[0]) in INNER:
                self.backward.add(f"{caller[0]}.{caller[1]} calls {module}.{frame.f_code.co_name}")

    @contextmanager
    def followed(self) -> Iterator[Way]:
        """Note every call in this thread."""
        before = sys.getprofile()
        sys.setprofile(self.note)
        try:
            yield self
        finally:
            sys.setprofile(before)


def module_of(frame: FrameType) -> str | None:
    """The module of ours whose code runs in the frame, such as `match.enter`; None for anything else."""
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(COMPANION):
        return None
    return ".".join(path.relative_to(COMPANION).with_suffix("").parts)


def layer(module: str) -> str:
    """The part of the house a module belongs to."""
    return module.partition(".")[0]


def caller_of(frame: FrameType) -> tuple[str, str] | None:
    """The module and the function of ours that led to this call, by way of libraries or directly."""
    above = frame.f_back
    while above is not None:
        module = module_of(above)
        if module is not None:
            return module, above.f_code.co_name
        above = above.f_back
    return None


class Followed:
    """A match of Land Unter that somebody follows on an event loop, and the phone of its host."""

    def __init__(self, app: Flask, live: InProcessLive) -> None:
        self.phone = Browser(app)
        self.match_id = start_match(self.phone, open_table(self.phone, "Ana", "Ben", "Cleo"), "land-unter")
        self._live = live
        for seat in range(3):
            self.enter(kind="count_rings", seat=seat, rings=5, version=seat)

    def enter(self, **fields: object) -> int:
        """The status of an entry from the script on the page."""
        form = {
            name: [str(one) for one in value] if isinstance(value, list) else str(value)
            for name, value in fields.items()
        }
        return self.phone.post(f"/m/{self.match_id}/moves", form, headers={"HX-Request": "true"}).status_code

    def tap(self, version: int) -> Way:
        """The way of a trick, entered while somebody waits for news of the match."""
        return asyncio.run(self._tap(version))

    async def _tap(self, version: int) -> Way:
        following = self._live.subscribe(self.match_id)
        way = await asyncio.to_thread(self._enter_trick, version)
        assert await following.wait() == (version + 1,)
        following.close()
        return way

    def _enter_trick(self, version: int) -> Way:
        with Way().followed() as way:
            status = self.enter(kind="trick", levels=[9, 5], highest=0, second=1, version=version, anyway="true")
        assert status == 204
        return way


@pytest.fixture
def followed(tmp_path: Path) -> Iterator[Followed]:
    """A match that is followed. One tap is made before, so that what is made once is there."""
    live = InProcessLive()
    with Store.open(tmp_path / "t.sqlite") as store:
        match = Followed(create_app(store, live, Settings(("localhost",))), live)
        match.tap(3)
        yield match


def test_a_tap_goes_in_one_direction_and_through_few_modules(followed: Followed) -> None:
    way = followed.tap(4)
    print(f"a tap crosses {len(way.modules)} modules: {Counter(map(layer, sorted(way.modules)))}")  # noqa: T201 - `pytest -s` shows it
    assert way.backward == set()
    assert "match.enter" in way.modules
    assert "live.bus" in way.modules
    assert len(way.modules) <= MOST_MODULES, sorted(way.modules)
