"""Several workers: news by a Redis, what is so while none gets through, and who of them is replaced."""

from types import SimpleNamespace

import pytest

from companion.server import workers as supervising

pytestmark = pytest.mark.ring("test")


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
