"""The name of this machine in its own network, spoken on the loopback card where nobody else listens."""

import queue
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from zeroconf import IPVersion, Zeroconf

from companion.lan import MOST_NUMBERED, Named, Nearby, NoSuchName, checked_name, holders, possible_hosts

LOOPBACK = ("127.0.0.1",)
Told = queue.Queue[Named]


@contextmanager
def nearby(name: str, address: str) -> Iterator[str]:
    """A machine that makes its name known; yields the host name it came to."""
    told: Told = queue.Queue()
    machine = Nearby(name, (address,), told.put, LOOPBACK)
    machine.start(8000)
    try:
        named = told.get(timeout=20)
        assert named.host is not None, named.reason
        assert named.port == 8000
        yield named.host
    finally:
        machine.stop()


@pytest.fixture
def phone() -> Iterator[Zeroconf]:
    """Somebody in the same network who asks for names."""
    zeroconf = Zeroconf(interfaces=list(LOOPBACK), ip_version=IPVersion.V4Only)
    yield zeroconf
    zeroconf.close()


@pytest.mark.ring("test")
def test_a_phone_finds_the_machine_by_its_name_until_it_stops(phone: Zeroconf) -> None:
    with nearby("tableside-test", "192.168.7.5") as host:
        assert host == "tableside-test.local"
        assert holders(phone, host) == {"192.168.7.5"}
    later = Zeroconf(interfaces=list(LOOPBACK), ip_version=IPVersion.V4Only)
    assert holders(later, host) == set()
    later.close()


@pytest.mark.parametrize("error", [OSError(19, "No such device"), RuntimeError("No interfaces to listen on")])
def test_where_there_is_no_network_the_reason_is_told(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(**_: object) -> None:
        raise error

    monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    told: Told = queue.Queue()
    machine = Nearby("tableside-nowhere", ("192.168.7.5",), told.put, LOOPBACK)
    machine.start(8000)
    assert told.get(timeout=20) == Named(None, 8000, str(error))
    machine.stop()


def test_every_name_it_may_come_to_is_one_the_server_answers_to() -> None:
    assert possible_hosts("companion")[:2] == ("companion.local", "companion-2.local")
    assert len(possible_hosts("companion")) == MOST_NUMBERED
    assert possible_hosts("") == ()


@pytest.mark.parametrize("given", ["two words", "-pi", "pi-", "spiel.abend", "ä", "a" * 61])
def test_a_name_that_no_machine_can_have_is_refused(given: str) -> None:
    with pytest.raises(NoSuchName):
        checked_name(given)


def test_a_machine_that_stops_at_once_does_not_wait_for_its_name() -> None:
    told: Told = queue.Queue()
    machine = Nearby("tableside-brief", ("192.168.7.5",), told.put, LOOPBACK)
    machine.start(8000)
    machine.stop()
    assert told.qsize() <= 1
