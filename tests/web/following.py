"""A stream of the app, asked for and read without a server."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Flask

from companion.server import Frame, Level, Refusal, StreamRequest, StreamSpec
from companion.web.board.stream import BoardStreams


def ask_for(app: Flask, path: str, **headers: str) -> StreamSpec | Refusal:
    """The stream at this path as a phone asks for it, or the answer in its place."""
    path, _, query = path.partition("?")
    sent = [(name.encode(), value.encode()) for name, value in ({"host": "localhost"} | headers).items()]
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http", "path": path,
        "raw_path": path.encode(), "root_path": "", "query_string": query.encode(), "headers": sent,
        "client": ("192.168.1.7", 40000), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    return BoardStreams(app).open([StreamRequest(scope)])[0]


def opened(app: Flask, path: str, **headers: str) -> StreamSpec:
    """The stream at this path, which whoever asks may see."""
    stream = ask_for(app, path, **headers)
    assert not isinstance(stream, Refusal), stream
    return stream


def level_of(app: Flask, stream: StreamSpec) -> Level:
    [outcome] = BoardStreams(app).render([stream])
    assert not isinstance(outcome, Exception), outcome
    return outcome


def frame_of(app: Flask, stream: StreamSpec, before: Mapping[str, str] | None = None) -> Frame:
    """The event that is sent now to whoever saw that manifest; without one, to whoever has seen nothing yet."""
    return level_of(app, stream).frame(before or {})


def event_of(frame: Frame) -> dict[str, Any]:
    [data] = [line.removeprefix("data: ") for line in frame.payload.decode().split("\n") if line.startswith("data: ")]
    return json.loads(data)


def payload_at(app: Flask, path: str, **headers: str) -> bytes:
    return frame_of(app, opened(app, path, **headers)).payload
