"""What one client may cost the others: little, and not for long."""

import re
import threading

import pytest

from companion.server import Limits
from companion.server.connection import TimedSend
from tests.server.rig import PATIENCE_SECONDS, EventClient, Held, Rig, pages, rig
from tests.servers import wait_until


def are_open(served: Rig, number: int) -> None:
    """Return once so many streams are open."""
    wait_until(lambda: served.server.streams_open == number, f"{number} streams are open", PATIENCE_SECONDS)


def test_fifty_streams_of_one_phone_leave_it_the_newest_twelve(served: Rig) -> None:
    ben = served.stream(X_Owner="Ben")
    phones = [served.stream(X_Owner="Ana") for _ in range(50)]
    are_open(served, 13)
    served.board.tap()
    assert {"1"} == {last_event(phone) for phone in phones[-12:]}
    for phone in phones[:-12]:
        assert retry_times_until_the_end(phone) == ["retry: 1000", "retry: 30000"]
    assert [ben.version(), ben.version()] == [0, 1]
    for phone in [ben, *phones]:
        phone.close()
    are_open(served, 0)


def test_an_owner_holds_many_small_streams_besides_twelve_large_ones() -> None:
    with rig(Limits(small_streams_per_owner=30)) as served:
        boards = [served.stream(X_Owner="Ana") for _ in range(12)]
        small = [served.stream(X_Owner="Ana", X_Small="yes") for _ in range(31)]
        are_open(served, 42)
        served.board.tap()
        assert {"1"} == {last_event(stream) for stream in (*boards, *small[1:])}
        assert retry_times_until_the_end(small[0]) == ["retry: 1000", "retry: 30000"]


def test_many_owners_at_one_address_share_a_limit_and_whoever_holds_most_loses_the_oldest() -> None:
    with rig(Limits(streams_per_address=20)) as served:
        family = [served.stream(X_Owner=name, X_Address="home") for name in ("Ana", "Ben", "Cleo")]
        flood = [served.stream(X_Owner=f"token {number % 3}", X_Address="home") for number in range(36)]
        elsewhere = [served.stream(X_Owner="Dora", X_Address="elsewhere"), served.stream(X_Owner="Emil")]
        are_open(served, 22)
        served.board.tap()
        assert {"1"} == {last_event(phone) for phone in (*family, *elsewhere, *flood[-17:])}
        for phone in flood[:-17]:
            assert retry_times_until_the_end(phone) == ["retry: 1000", "retry: 30000"]


def last_event(phone: EventClient) -> str:
    assert phone.version() == 0
    return phone.event()["id"]


def retry_times_until_the_end(phone: EventClient) -> list[str]:
    lines = [line for block in iter(phone.block, []) for line in block]
    return [line for line in lines if line.startswith("retry")]


def test_a_phone_that_does_not_read_is_dropped_and_comes_back() -> None:
    # Long enough that a busy machine does not keep the one who reads from reading, too.
    with rig(Limits(unread_seconds=2.0)) as served:
        served.board.padding = 200_000
        lazy = served.lazy_stream(X_Owner="lazy")
        with served.stream(X_Owner="Ben") as ben:
            assert ben.version() == 0
            are_open(served, 2)
            while served.server.streams_open == 2:
                assert ben_follows(served, ben)
            are_open(served, 1)
            assert ben_follows(served, ben)
        lazy.close()
        with served.stream(X_Owner="lazy") as lazy:
            assert lazy.version() == served.board.version


def ben_follows(served: Rig, ben: EventClient) -> bool:
    return served.board.tap() == ben.version()


def test_a_large_file_in_one_piece_reaches_a_client_that_reads_slowly() -> None:
    app, size, part, pause = pages(), 2**23, 2**18, threading.Event()

    @app.route("/in-one-piece")
    def in_one_piece() -> bytes:
        return b"x" * size

    with rig(Limits(unread_seconds=0.5), app) as served, served.connect(receive_buffer=4096) as slow:
        slow.ask("GET", "/in-one-piece")
        assert slow.head()[0] == 200
        taken = 0
        while taken < size and (piece := slow.file.read(part)):
            taken += len(piece)
            pause.wait(0.05)
    assert taken == size


def test_clients_that_do_not_read_pages_hold_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    app, both_workers, given_up = pages(), threading.Barrier(2), threading.Semaphore(0)
    give_up = TimedSend.give_up

    def note(send: TimedSend) -> None:
        give_up(send)
        given_up.release()

    monkeypatch.setattr(TimedSend, "give_up", note)

    @app.route("/by-both")
    def by_both() -> str:
        both_workers.wait(PATIENCE_SECONDS)
        return "free"

    with rig(Limits(workers=2, unread_seconds=0.2), app) as served:
        lazy = [served.connect(receive_buffer=4096) for _ in range(6)]
        for client in lazy:
            client.ask("GET", "/large")
            assert client.head()[0] == 200
        others = [served.connect() for _ in range(2)]
        for client in others:
            client.ask("GET", "/by-both")
        assert [client.answer()[2] for client in others] == [b"free"] * 2
        for _ in lazy:
            assert given_up.acquire(timeout=PATIENCE_SECONDS)
        for client in lazy:
            assert client.is_closed_by_server()


def test_few_requests_of_one_address_are_answered_at_once_and_another_address_waits_for_none() -> None:
    held = Held()
    with rig(Limits(threads_per_address=2), held.app) as served:
        greedy = [served.connect(address="127.0.0.2") for _ in range(11)]
        for client in greedy:
            client.ask("GET", "/held")
        assert held.has(2)
        assert served.connect(address="127.0.0.3").asked("GET", "/hello")[2] == b"hello"
        assert not held.arrived.acquire(blocking=False)
        held.release.set()
        assert [client.answer()[2] for client in greedy] == [b"done"] * 11


def test_two_rulings_are_worked_out_at_once_and_who_waits_too_long_is_told_to_come_again() -> None:
    held = Held("/judge/<question>")
    with rig(Limits(worked_out=re.compile("/judge/.*"), wait_seconds=0.2), held.app) as served:
        asking = [served.connect() for _ in range(3)]
        for client in asking[:2]:
            client.ask("GET", "/judge/1")
        assert held.has(2)
        asking[2].ask("GET", "/judge/2")
        status, headers, _ = asking[2].answer()
        assert (status, headers["retry-after"]) == (503, "5")
        other = served.connect()
        assert other.asked("GET", "/hello")[2] == b"hello"
        held.release.set()
        assert [client.answer()[2] for client in asking[:2]] == [b"1", b"1"]
        assert other.asked("GET", "/judge/3")[2] == b"3"


def test_slow_rendering_holds_up_no_page(served: Rig) -> None:
    served.board.may_render.clear()
    phones = [served.connect() for _ in range(20)]
    for phone in phones:
        phone.ask("GET", "/m/stream", X_Owner=f"{phone}", Accept_Language=f"{phone}")
    assert served.connect().asked("GET", "/hello")[2] == b"hello"
    served.board.may_render.set()
    are_open(served, 20)


def test_slow_pages_hold_up_no_stream() -> None:
    held = Held()
    with rig(app=held.app) as served:
        waiting = [served.connect() for _ in range(20)]
        for client in waiting:
            client.ask("GET", "/held")
        with served.stream() as phone:
            assert phone.version() == 0
            served.board.tap()
            assert phone.version() == 1
        held.release.set()
        for client in waiting:
            assert client.answer()[2] == b"done"
