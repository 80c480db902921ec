"""Streams in gzip: they say the same, each event packed by itself, and what holds a secret as it is."""

import random
import zlib

import pytest

from companion.server.packing import BEGIN, Gzip, packed, takes_gzip
from tests.server.rig import Board, Client, Shown, rig

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
