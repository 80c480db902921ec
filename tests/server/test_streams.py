"""Streams: a level on connect and after each change, the newest only, packed where that is taken, and nothing left behind."""

import asyncio
import logging
import random
import threading
import zlib

import pytest

from companion.server import Frame, Level, Limits, StreamSpec, plain_refusal
from companion.server.channel import ClientStream
from companion.server.connection import Message, TimedSend
from companion.server.open_streams import StreamHub
from companion.server.packing import BEGIN, Gzip, packed, takes_gzip
from tests.in_a_loop import in_a_loop
from tests.server.rig import PATIENCE_SECONDS, Board, Client, EventClient, Rig, Shown, Source, rig, tapping


def test_in_http_1_0_a_stream_is_refused_so_that_the_page_asks_in_its_place(served: Rig) -> None:
    with served.connect() as client:
        client.send(b"GET /m/stream HTTP/1.0\r\nHost: table.test\r\n\r\n")
        status, headers, _ = client.answer()
        assert (status, "transfer-encoding" in headers) == (505, False)
        assert client.is_closed_by_server()


def test_a_stream_is_shown_inside_no_page_and_read_by_none_of_another_origin(served: Rig) -> None:
    with served.stream() as phone:
        assert {
            "x-frame-options": "DENY",
            "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
            "cross-origin-resource-policy": "same-origin",
            "referrer-policy": "same-origin",
            "x-content-type-options": "nosniff",
        }.items() <= dict(phone.headers).items()


def test_news_of_an_aside_is_passed_on_to_all_and_renders_nothing(served: Rig) -> None:
    with served.stream() as phone, served.stream() as other:
        assert (phone.version(), other.version()) == (0, 0)
        before = len(served.board.rendered)
        for level in (1, 2):
            served.board.live.publish("aside 2", level)
            for each in (phone, other):
                assert each.event() == {"event": "aside", "data": "2"}
        assert len(served.board.rendered) == before
        served.board.tap()
        assert (phone.version(), other.version()) == (1, 1)


def test_news_tells_what_has_changed_since_the_last_news_and_a_newcomer_is_told_nothing_it_has_not(served: Rig) -> None:
    with served.stream(X_Owner="Ana") as ana:
        assert ana.version() == 0
        served.board.tap()
        assert ana.version() == 1
        with served.stream(X_Owner="Ben") as ben:
            assert ben.version() == 1
            served.board.tap()
            assert [ana.version(), ben.version()] == [2, 2]
    assert served.board.told_since == ["level 0", "level 0", "level 1", "level 1"]


def test_news_that_a_request_brings_is_rendered_once_in_its_thread_and_shown_with_its_answer() -> None:
    board, threads = Board(), list[str]()

    def note_thread() -> Level:
        threads.append(threading.current_thread().name.partition("_")[0])
        return render()

    render, board.render = board.render, note_thread  # type: ignore[method-assign]
    with rig(app=tapping(board), board=board) as served, served.stream() as phone, served.connect() as client:
        assert phone.version() == 0
        for version in (1, 2):
            assert client.asked("POST", "/tap", Content_Length="0")[2] == b"%d" % version
            assert phone.version() == version
        board.tap()
        assert phone.version() == 3
    assert threads == ["stream", "page", "page", "stream"]
    assert board.rendered == [0, 1, 2, 3]


def test_whoever_comes_while_news_is_rendered_for_others_is_shown_it_too() -> None:
    board = Board()
    with rig(app=tapping(board), board=board) as served, served.stream() as phone, served.connect() as client:
        assert phone.version() == 0
        assert board.rendering.acquire(timeout=PATIENCE_SECONDS)
        board.may_render.clear()
        client.ask("POST", "/tap", Content_Length="0")
        assert board.rendering.acquire(timeout=PATIENCE_SECONDS)
        opened: list[EventClient] = []
        opening = threading.Thread(target=lambda: opened.append(served.stream(Accept_Language="fr")))
        opening.start()
        assert board.rendering.acquire(timeout=PATIENCE_SECONDS)
        board.version = 2
        board.may_render.set()
        opening.join(PATIENCE_SECONDS)
        assert phone.version() == 1
        with opened[0] as late:
            assert [late.version(), late.version()] == [1, 2]
        assert phone.version() == 2


def test_news_of_a_device_closes_its_streams_and_no_others(served: Rig) -> None:
    with served.stream(X_Owner="Ana") as ana, served.stream(X_Owner="Ben") as ben:
        assert [ana.version(), ben.version()] == [0, 0]
        served.board.rights["Ben"] = "none"
        served.board.live.publish("device Ben", 1)
        assert ben.event() == {}
        served.board.tap()
        assert ana.version() == 1
    with served.stream(X_Owner="Ben") as ben:
        assert ben.status == 403


def test_a_stream_that_cannot_be_rendered_is_answered_with_503(served: Rig, caplog: pytest.LogCaptureFixture) -> None:
    served.board.fault = OSError("the store is away")
    with caplog.at_level(logging.ERROR), served.connect() as phone:
        assert phone.asked("GET", "/m/stream")[0] == 503
    assert "the store is away" in caplog.text


def test_a_stream_ends_rather_than_look_new_when_rendering_fails(served: Rig, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR), served.stream() as phone:
        assert phone.version() == 0
        served.board.fault = OSError("the store is away")
        served.board.tap()
        assert phone.event() == {}
    assert "the store is away" in caplog.text
    served.board.fault = None
    with served.stream() as phone:
        assert phone.version() == 1


@pytest.mark.parametrize(("rights", "status"), [("none", 403), ("host", 200)])
def test_a_stream_whose_rights_end_or_change_before_it_hears_of_them_is_opened_by_those_of_now(
    served: Rig, rights: str, status: int
) -> None:
    def change() -> None:
        served.board.rights["Ben"] = rights
        served.board.live.publish("device Ben", 1)

    served.source.meanwhile = change
    with served.stream(X_Owner="Ben") as phone:
        assert phone.status == status
    assert served.board.rendered == ([] if rights == "none" else [0])


@in_a_loop
async def test_a_crowd_is_opened_together_without_those_who_have_left() -> None:
    may_open, source = threading.Event(), Source(Board())
    source.meanwhile = lambda: may_open.wait(PATIENCE_SECONDS)

    async def stays() -> Message:
        never: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        return await never

    async def leaves() -> Message:
        return {"type": "http.disconnect"}

    streams = StreamHub(source, source.board.live, Limits(stream_workers=1), plain_refusal)
    said = asyncio.Queue[Message]()

    async def comes(number: int) -> None:
        scope = {"path": "/m/stream", "headers": [(b"x-owner", str(number).encode())]}
        await streams.answer(scope, leaves if number == 5 else stays, said.put)

    coming = asyncio.gather(*(comes(number) for number in range(12)))
    while source.asked != ["0"]:
        await asyncio.sleep(0)
    may_open.set()
    while len(streams) < 11:
        await said.get()
    streams.close()
    await coming
    assert source.crowds == [1, 10]
    assert "5" not in source.asked


@in_a_loop
async def test_a_board_that_is_rendered_late_is_not_shown_after_a_newer_one() -> None:
    said, never = asyncio.Queue[Message](), asyncio.get_running_loop().create_future
    spec = StreamSpec("match", (), "en", (), "Ana", "", None)
    client = ClientStream(spec, TimedSend({}, said.put, PATIENCE_SECONDS), Limits())

    async def stays() -> bool:
        return True

    client.show(Frame.of(3, "board", b"newer"))
    running = asyncio.create_task(client.run(asyncio.ensure_future(never()), never(), stays))
    while b"newer" not in (await said.get()).get("body", b""):
        pass
    client.show(Frame.of(2, "board", b"older"))
    client.pass_on(b"event: aside\n\n")
    assert (await said.get())["body"] == b"event: aside\n\n"
    running.cancel()


def test_of_more_than_can_be_opened_soon_the_last_are_told_when_to_come_again() -> None:
    with rig(Limits(waiting_streams=0)) as served, served.connect() as client:
        status, headers, _ = client.asked("GET", "/m/stream")
        assert (status, 2 <= int(headers["retry-after"]) <= 8) == (503, True)
        assert served.source.asked == []


@pytest.mark.parametrize("rights", ["none", "spectator"])
def test_a_stream_whose_rights_have_ended_ends_at_the_next_check_even_where_nobody_told(rights: str) -> None:
    with rig(Limits(beat_seconds=0.02, recheck_seconds=0.04)) as served, served.stream(X_Owner="Ben") as ben:
        assert ben.version() == 0
        served.board.rights["Ben"] = rights
        assert ben.event() == {}


def test_of_a_phone_that_holds_no_other_stream_for_a_while_it_is_said_that_it_left() -> None:
    with rig(Limits(silent_seconds=0.1)) as served, served.stream(X_Owner="Ben") as other:
        other.version()
        with served.stream(X_Owner="Ben") as one:
            one.version()
        assert not served.source.left.wait(0.3)
        other.close()
        assert served.source.left.wait(10)


def test_a_phone_that_keeps_its_connection_and_does_not_answer_has_left() -> None:
    limits = Limits(beat_seconds=0.02, renew_seconds=0, unread_seconds=1, silent_seconds=0.1)
    with rig(limits) as served, served.stream(X_Owner="Ben", X_Small="yes") as asleep:
        asleep.version()
        assert ["event: renew", "data:"] in iter(asleep.block, [])
        assert served.source.left.wait(10)


DICE = random.Random(7)
SAID = [f"id: {at}\ndata: {DICE.choices('ab<> ', k=900)}\n\n".encode() for at in range(6)]


def test_pieces_packed_apart_are_one_stream_whatever_stands_between_them() -> None:
    stream = Gzip()
    sent = [
        BEGIN,
        *(stream.piece(data, packed(data) if at % 2 else None) for at, data in enumerate(SAID)),
        stream.end(),
    ]
    reader = zlib.decompressobj(31)
    assert [reader.decompress(one) for one in sent][1:-1] == SAID  # each is whole as soon as it is here
    assert reader.eof


def test_how_small_a_piece_is_depends_on_nothing_that_was_said_before() -> None:
    stream, other = Gzip(), Gzip()
    stream.piece(SAID[0], packed(SAID[0]))
    assert stream.piece(SAID[1], packed(SAID[1])) == other.piece(SAID[1], packed(SAID[1]))
    assert {len(stream.piece(DICE.randbytes(900))) for _ in range(9)} == {910}  # as it is


@pytest.mark.parametrize(
    ("says", "takes"),
    [
        ("gzip", True), ("gzip, deflate, br", True), ("br;q=1.0, gzip;q=0.5", True), ("br, GZIP ; q=1", True),
        ("", False), ("br", False), ("gzip;q=0", False), ("x-gzip", False), ("gzip;q=0.0, br", False),
    ],
)  # fmt: skip
def test_who_does_not_take_it_is_sent_none(says: str, takes: bool) -> None:
    assert takes_gzip([("accept-encoding", says)]) == takes


@pytest.mark.parametrize("is_secret", [False, True])
def test_a_phone_reads_the_same_packed_and_a_secret_is_sent_as_it_is(
    is_secret: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shown, "is_open", lambda _: not is_secret)
    with rig(board=Board(padding=20_000)) as served, Client(served.port) as phone:
        phone.ask("GET", "/m/stream", Accept_Encoding="gzip")
        assert phone.head()[1]["content-encoding"] == "gzip"
        first = phone.chunk()
        served.board.tap()
        second = phone.chunk()
        reader = zlib.decompressobj(31)
        said = [reader.decompress(one) for one in (first, second)]
        assert said[0].startswith(b"retry: 1000\n\n")
        assert b"level 0xxx" in said[0]
        assert said[1].endswith(b"x" * 100 + b"\n\n")
        assert b"level 1xxx" in said[1]
        assert (len(second) > 20_000) == is_secret
        served.stop()
        assert reader.decompress(phone.chunk()) == b""
        assert reader.eof
