"""The bus between processes, over a real Redis: levels between workers, and what happens while the server is away."""

import asyncio
import gc
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis as Client

from companion.live import BusAway, redis_bus
from companion.live.redis_bus import FarFollowing, RedisLive
from tests.in_a_loop import in_a_loop
from tests.servers import Redis, wait_until

pytestmark = pytest.mark.ring("test")

Connect = Callable[[], RedisLive]


@pytest.fixture
def connect(redis_server: Redis, redis_url: str) -> Iterator[Connect]:
    """Makes workers' buses, connected; the server runs again afterwards."""
    made: list[RedisLive] = []
    gc.freeze()  # what thousands of tests before this one made need not be looked through

    def connect() -> RedisLive:
        made.append(RedisLive(redis_url))
        wait_until(lambda: made[-1].is_connected, "the bus connects")
        return made[-1]

    yield connect
    for live in made:
        live.close()
    redis_server.forget()
    gc.collect()  # a connection left open would complain here, in the test that left it
    gc.unfreeze()


async def heard(live: RedisLive, *topics: str) -> FarFollowing:
    """A subscription that misses nothing any more, however long the server takes to come back."""
    while True:
        following = live.subscribe(*topics)
        try:
            await following.ready()
        except BusAway:
            following.close()
            await asyncio.sleep(0.02)
        else:
            return following


@in_a_loop
async def test_workers_whose_clocks_are_hours_apart_hear_each_other(connect: Connect) -> None:
    one, other = connect(), connect()
    ahead, behind = (int((datetime.now(UTC) + timedelta(hours=hours)).timestamp() * 1_000_000) for hours in (5, -9))
    here, there = await heard(one, "table"), await heard(other, "table")
    one.publish("table", ahead)
    assert await there.wait() == (ahead,)  # by way of the server, so the next word comes after it everywhere
    other.publish("table", behind)
    while await here.wait() != (behind,):
        pass


@in_a_loop
async def test_only_the_first_to_follow_a_topic_has_to_look_again(connect: Connect) -> None:
    live = connect()
    first, second = live.subscribe("match"), live.subscribe("match")
    assert await first.ready()
    await second.ready()
    third = live.subscribe("match")
    assert not await third.ready()
    for following in (first, second, third):
        following.close()
    again = live.subscribe("match")
    assert await again.ready()  # nobody followed it meanwhile


@in_a_loop
async def test_a_topic_that_nobody_follows_any_more_is_left_without_a_new_connection(
    connect: Connect, redis_url: str
) -> None:
    live = connect()
    await heard(live, "staying")
    leaving = await heard(live, "leaving")
    with Client.from_url(redis_url) as asker:
        followed, session = len(asker.pubsub_channels()), sessions(asker)
        leaving.close()
        await asyncio.to_thread(wait_until, lambda: len(asker.pubsub_channels()) < followed, "the topic is left")
        assert sessions(asker) == session


def sessions(asker: Client) -> list[str]:
    return [one["id"] for one in asker.client_list() if int(one["sub"])]


@in_a_loop
async def test_every_subscription_ends_when_the_server_goes_and_new_ones_are_refused(
    connect: Connect, redis_server: Redis
) -> None:
    live = connect()
    following = await heard(live, "match")
    redis_server.stop()
    with pytest.raises(BusAway):
        await following.wait()
    assert not live.is_connected
    refused = live.subscribe("match")
    with pytest.raises(BusAway):
        await refused.ready()


@in_a_loop
async def test_what_was_published_while_the_server_was_away_is_told_when_it_is_back(
    connect: Connect, redis_server: Redis
) -> None:
    one, other = connect(), connect()
    redis_server.stop()
    wait_until(lambda: not (one.is_connected or other.is_connected), "both notice")
    redis_server.start()
    following = await heard(other, "rights", "match")
    wait_until(lambda: one.is_connected, "the other one is back too")
    one.publish("match", 9)
    assert await following.wait() == (None, 9)


@in_a_loop
async def test_a_server_that_falls_silent_counts_as_away(
    connect: Connect, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(redis_bus, "SILENCE_SECONDS", 0.2)
    live = connect()
    following = await heard(live, "match")
    with redis_server.frozen(), pytest.raises(BusAway):
        await following.wait()


@in_a_loop
async def test_whatever_else_is_said_on_its_channels_is_passed_over_with_a_line(
    connect: Connect, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    live, drawn = connect(), random.Random(1)
    strange = [b"", b"x", b"{}", b"-5", b"match ", b"anew", b"anew x", b"9" * 5000, b"match " + b"9" * 5000]
    strange += [b"\xff", b"match \xd9\xa3", b"match 5\n", b"a b 5", b"m" * 5000 + b" 5", bytes(100_000)]
    strange += [drawn.randbytes(drawn.randrange(1, 200)) for _ in range(200)]
    following = await heard(live, "match")
    with Client.from_url(redis_url) as other:
        for message in strange:
            for channel in ("tableside:anew", "tableside:match"):
                assert other.publish(channel, message) == 1
        other.publish("tableside:match", "match 7")
    assert await following.wait() == (7,)
    assert live.is_connected
    lines = [one.message for one in caplog.records if "passed over" in one.message]
    assert len(lines) == 2 * len(strange)
    assert max(map(len, lines)) < 80


@in_a_loop
async def test_a_session_that_dies_of_anything_is_followed_by_another(
    connect: Connect, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = connect()

    def stumble(*_: object) -> None:
        monkeypatch.undo()
        raise ZeroDivisionError

    following = await heard(live, "match")
    monkeypatch.setattr(redis_bus.logger, "warning", stumble)
    with Client.from_url(redis_url) as other:
        other.publish("tableside:match", "no news")
        with pytest.raises(BusAway):
            await following.wait()
        again = await heard(live, "match")
        other.publish("tableside:match", "match 2")
    assert await again.wait() == (2,)


def test_of_the_untold_the_newest_waits_for_the_server(connect: Connect, redis_server: Redis, redis_url: str) -> None:
    one = connect()
    redis_server.stop()
    wait_until(lambda: not one.is_connected, "it notices")
    for version in (1, 3, 2):
        one.publish("match", version)
    redis_server.start("--slowlog-log-slower-than", "0")  # which writes every command down
    with Client.from_url(redis_url) as other:

        def told() -> list[bytes]:
            return [one["command"] for one in other.slowlog_get() if one["command"].startswith(b"PUBLISH")]

        wait_until(lambda: bool(told()), "it has told")
        assert told() == [b"PUBLISH tableside:match match 3"]
