"""A stream of the app, asked for and read without a server."""

from flask import Flask

from companion.server import Frame, OpenStream, Refusal, StreamRequest
from companion.web.stream import Streams


def ask_for(app: Flask, path: str, **headers: str) -> OpenStream | Refusal:
    """The stream at this path, or the answer in its place."""
    sent = [(name.encode(), value.encode()) for name, value in ({"host": "localhost"} | headers).items()]
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "root_path": "", "query_string": b"", "headers": sent,
        "client": ("192.168.1.7", 40000), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    return Streams(app).open(StreamRequest(scope))


def opened(app: Flask, path: str, **headers: str) -> OpenStream:
    """The stream at this path, which whoever asks may see."""
    stream = ask_for(app, path, **headers)
    assert not isinstance(stream, Refusal), stream
    return stream


def frame_of(app: Flask, stream: OpenStream) -> Frame:
    """The level that is sent now."""
    [outcome] = Streams(app).render([stream])
    assert isinstance(outcome, Frame), outcome
    return outcome


def payload_at(app: Flask, path: str, **headers: str) -> bytes:
    """What the stream at this path says first."""
    return frame_of(app, opened(app, path, **headers)).payload
