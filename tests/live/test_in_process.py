"""The bus of one process: levels, never queues; and those of topics that have no version of their own."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta

from companion.live import InProcessLive, Live
from companion.live.bus import next_level
from tests.in_a_loop import in_a_loop


@in_a_loop
async def test_a_follower_is_told_the_newest_version_only() -> None:
    live: Live = InProcessLive()
    following = live.subscribe("m")
    for version in range(1, 100):
        live.publish("m", version)
    assert await following.wait() == (99,)


@in_a_loop
async def test_a_follower_is_not_woken_by_what_was_told_before_it_came() -> None:
    live = InProcessLive()
    first = live.subscribe("m")
    live.publish("m", 4)
    second = live.subscribe("m")
    assert second.levels() == (4,)
    waiting = asyncio.create_task(second.wait())
    assert await first.wait() == (4,)
    assert not waiting.done()
    live.publish("m", 5)
    assert await waiting == (5,)


@in_a_loop
async def test_versions_published_from_many_threads_at_once_end_at_the_highest() -> None:
    live = InProcessLive()
    following = live.subscribe("m")
    ready = threading.Barrier(4)

    def publish(first: int) -> None:
        ready.wait(5)
        for version in range(first, 400, 4):
            live.publish("m", version)

    await asyncio.gather(*(asyncio.to_thread(publish, first) for first in range(4)))
    level = None
    while level != 399:
        (level,) = await following.wait()
    assert following.levels() == (399,)


@in_a_loop
async def test_a_topic_is_forgotten_when_its_last_follower_leaves() -> None:
    live = InProcessLive()
    first, second = live.subscribe("m", "t"), live.subscribe("m")
    first.close()
    assert live.followed() == {"m"}
    second.close()
    second.close()
    assert live.followed() == frozenset()
    live.publish("m", 7)
    assert live.subscribe("m").levels() == (None,)


def test_levels_rise_though_the_clock_is_set_back() -> None:
    """As on a Raspberry Pi, which has no clock of its own: news must not look old, or nobody hears them."""
    now = datetime.now(UTC)
    before = next_level(now)
    after = next_level(now - timedelta(days=365))
    assert before < after < next_level(now - timedelta(days=365))
