"""Whatever address is asked: the answer is the same bytes, whatever the records lie on.

So what a browser makes of a page (how it looks, how it prints, who can use it) need be looked at on one kind of store alone.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from companion.store import Store
from tests.conformance.playing import twins
from tests.games.playthrough import Twins
from tests.records import FILE, SERVER, Records
from tests.rings import few_first
from tests.web.api.test_secrets import CODE, MATCH, World, enterer
from tests.web.test_secrecy import COURSES, looked_at, must_say_the_same, near_and_far, streamed

pytestmark = pytest.mark.ring("test")

LOOKERS = (None, "host", "1")
"""Somebody who looks on, the host, and a seat."""


@contextmanager
def on_each_kind(records: dict[str, Records], package: str, twin: Twins) -> Iterator[tuple[World, World]]:
    """The same table in a file and on a server, with the same keys for everything that is drawn at random."""
    with ExitStack() as stack:
        made = []
        for kind in (FILE, SERVER):
            store = stack.enter_context(Store.open(stack.enter_context(records[kind].lent())))
            for key in ("form_secret", "seat_secret"):
                store.settings.set(key, "the same on each kind")
            made.append(World(store, package, twin))
        yield made[0], made[1]


def enter(worlds: tuple[World, World], twin: Twins, step: int) -> None:
    """The next move in both worlds, which are told the same."""
    move = twin["one"][step]
    body = {"move": move, "anyway": True, "key": str(step)}
    one, other = (world.ask(enterer(move, twin), f"/matches/{MATCH}/moves", body) for world in worlds)
    assert one[0] == 201
    assert one == other, step


@pytest.mark.parametrize("package", few_first([package for package, index in COURSES if index == 0], 1))
def test_every_address_says_the_same_on_each_kind_of_store(all_records: dict[str, Records], package: str) -> None:
    twin = twins(package)[0]
    with on_each_kind(all_records, package, twin) as worlds:
        near, far = near_and_far(worlds[0])
        must_say_the_same(worlds, LOOKERS, far)
        for step in range(len(twin["one"])):
            enter(worlds, twin, step)
            if step not in looked_at(len(twin["one"])):
                continue
            must_say_the_same(worlds, LOOKERS, near)
            for device in LOOKERS:
                for path in (f"/m/{MATCH}/stream", f"/tv/{CODE}/stream"):
                    first, second = (streamed(world, device, path) for world in worlds)
                    assert first == second, (step, device, path)
