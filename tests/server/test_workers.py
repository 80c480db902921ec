"""Several workers: news by a Redis, what is so while none gets through, and who of them is replaced."""

from collections.abc import Iterator
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from companion.live.redis_bus import RedisLive
from companion.server import Limits
from companion.server import workers as supervising
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


def test_streams_stay_while_news_does_not_get_through_and_are_shown_what_another_worker_took(
    workers: tuple[Rig, Rig], redis_server: Redis
) -> None:
    one, other = workers
    with other.stream() as watching:
        assert watching.version() == 0
        redis_server.stop()
        other.board.version = 5  # entered at the other worker, and told to nobody here
        assert watching.version() == 5
        with other.stream() as late:
            assert late.version() == 5
        redis_server.start()
        wait_until(lambda: all(_hears_news(worker) for worker in workers), "both hear news again")
        other.board.version = 6
        one.board.tap()
        assert watching.version() >= 6


def _hears_news(worker: Rig) -> bool:
    bus = worker.board.live
    assert isinstance(bus, RedisLive)
    return bus.is_connected


def test_a_stream_whose_rights_have_ended_ends_even_where_nobody_told() -> None:
    with rig(Limits(beat_seconds=0.02, recheck_seconds=0.04)) as served, served.stream(X_Owner="Ben") as ben:
        assert ben.version() == 0
        served.board.rights["Ben"] = "spectator"
        assert ben.event() == {}


class Worker:
    """A process as its supervisor sees it, which answers as long as it does not hang."""

    exitcode = None

    def __init__(self, *_: object) -> None:
        self.answers, self.is_killed, self.process = True, False, self

    def ping(self, _: float) -> bool:
        return self.answers

    is_ready = ping

    def is_alive(self) -> bool:
        return not self.is_killed

    def kill(self) -> None:
        self.is_killed = True

    def start(self) -> None:
        """Nothing to be started, nor to be waited for."""

    join = start


def test_who_answers_is_kept_and_who_hangs_is_replaced_when_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(supervising, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(supervising, "Process", Worker)
    healthy, hanging = crew = [Worker(), Worker()]
    hanging.answers = False
    supervisor = object.__new__(supervising._Supervisor)  # made as usual it would take over this process's signals
    vars(supervisor).update(config=None, sockets=[], processes=crew, _heard={}, _serves=True)
    for _ in range(4):
        supervisor.keep_subprocess_alive()
        assert crew == [healthy, hanging]
        now[0] += supervising.PATIENCE_SECONDS / 3
    supervisor.keep_subprocess_alive()
    assert (crew[0], crew[1] is hanging, hanging.is_killed) == (healthy, False, True)
