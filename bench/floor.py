"""The least that could do a tap's job: uvicorn, Flask, one durable row, one template of 20 KB, one write to each phone.

    python -m bench.tap --kinds default floor floor-hosted

No rules, no rights, no languages, no secrets: what is beyond this in a tap is ours, and what is not nobody could save.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask, render_template_string, request

BOARD = "<ul>{% for one in range(90) %}" + "<li>" + "x" * 200 + "{{ seats[one % 6] }}</li>{% endfor %}</ul>"
HEAD = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
app = Flask(__name__)
streams: dict[str, list[asyncio.Queue[bytes]]] = {}
loop: asyncio.AbstractEventLoop
records: sqlite3.Connection


@app.get("/")
def home() -> str:
    """Something to wait for at the start."""
    return "ready"


@app.post("/<table>")
def tap(table: str) -> tuple[str, int]:
    """A row, durable, then what everybody sees."""
    version, seats = int(request.form["version"]) + 1, [request.form["seat"]] * 6
    records.execute("INSERT INTO taps VALUES (?, ?, ?)", (table, version, seats[0]))
    board = json.dumps({"version": version, "board": render_template_string(BOARD, seats=seats)}).encode()
    loop.call_soon_threadsafe(tell, table, b"id: %d\nevent: board\ndata: %b\n\n" % (version, board))
    return "", 204


def tell(table: str, event: bytes) -> None:
    """Every stream of a table gets the same bytes."""
    for stream in streams.get(table, []):
        stream.put_nowait(event)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Streams on the event loop, everything else in Flask's threads."""
    global loop
    if scope["type"] != "http" or scope["method"] == "POST" or scope["path"] == "/":
        await pages(scope, receive, send)
        return
    loop, mine = asyncio.get_running_loop(), asyncio.Queue[bytes]()
    streams.setdefault(scope["path"].strip("/"), []).append(mine)
    await send({"type": "http.response.start", "status": 200, "headers": HEAD})
    mine.put_nowait(b"event: hello\ndata:\n\n")
    while True:
        await send({"type": "http.response.body", "body": await mine.get(), "more_body": True})


pages: Any = WSGIMiddleware(app, workers=12)  # type: ignore[arg-type]


if __name__ == "__main__":
    port, data, parser = sys.argv[1:]
    records = sqlite3.connect(f"{data}/floor.sqlite", check_same_thread=False, isolation_level=None)
    records.execute("PRAGMA journal_mode = WAL")
    records.execute("PRAGMA synchronous = FULL")
    records.execute("CREATE TABLE taps (at TEXT, version INTEGER, seat TEXT)")
    how = ("auto", "httptools") if parser == "hosted" else ("asyncio", "h11")
    uvicorn.run(answer, port=int(port), loop=how[0], http=how[1], log_level="error", lifespan="off")
