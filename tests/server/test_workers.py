"""Streams of several workers: news by a Redis, and none that looks live while news does not get through."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.live.redis_bus import RedisLive
from companion.server import Limits
from tests.server.rig import Board, Rig, rig
from tests.servers import Redis, wait_until

pytestmark = pytest.mark.ring("test")


@pytest.fixture
def workers(redis_server: Redis, redis_url: str) -> Iterator[tuple[Rig, Rig]]:
    """Two servers, each with a bus of its own."""
    with ExitStack() as everything:
        buses = [RedisLive(redis_url), RedisLive(redis_url)]
        for bus in buses:
            everything.callback(bus.close)
            wait_until(lambda bus=bus: bus.is_connected, "the bus connects")  # type: ignore[misc]
        one, other = (everything.enter_context(rig(board=Board(bus))) for bus in buses)
        yield one, other
    redis_server.forget()


def test_a_tap_on_one_worker_is_seen_at_another(workers: tuple[Rig, Rig]) -> None:
    one, other = workers
    with other.stream() as watching:
        assert watching.version() == 0
        other.board.version = 1  # as the store has it, for both
        one.board.tap()
        assert watching.version() == 1


def test_streams_end_while_news_does_not_get_through_and_show_what_is_so_when_they_come_back(
    workers: tuple[Rig, Rig], redis_server: Redis
) -> None:
    _, other = workers
    with other.stream() as watching:
        assert watching.version() == 0
        redis_server.stop()
        assert watching.event() == {}
    with other.stream() as refused:
        assert refused.status == 503
    other.board.version = 5  # entered at another worker, and told to nobody here
    redis_server.start()
    wait_until(lambda: _is_taken(other), "streams are taken again")
    with other.stream() as back:
        assert back.version() == 5


def _is_taken(worker: Rig) -> bool:
    with worker.stream() as tried:
        return tried.status == 200


def test_a_stream_whose_rights_have_ended_ends_even_where_nobody_told() -> None:
    with rig(Limits(beat_seconds=0.02, recheck_seconds=0.04)) as served, served.stream(X_Owner="Ben") as ben:
        assert ben.version() == 0
        served.board.rights["Ben"] = "spectator"
        assert ben.event() == {}
