"""A phone that leaves the Wi-Fi without a word: its stream is freed, and nobody waits for it."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.servers import wait_until
from tests.strength.lan import SERVER, Lan
from tests.strength.loaded import Loaded
from tests.strength.scale import SHARE
from tests.strength.server import Server

FREED_SECONDS = 25.0
SOONER = "" if SHARE else "beats_every_second"
"""In the short form nobody waits for the heartbeats as they are."""
LISTEN = """
import sys, urllib.request, json
url = sys.argv[1]
def call(path, body, token=""):
    request = urllib.request.Request(f"{url}/api/v1{path}", json.dumps(body).encode())
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    return json.load(urllib.request.urlopen(request))
table = call("/tables", {"players": ["Ana", "Ben", "Cleo"]})
match = call(f"/tables/{table['table']}/matches", {"game": "land-unter"}, table["host_token"])["match"]
stream = urllib.request.urlopen(f"{url}/api/v1/matches/{match}/stream")
for line in stream:
    print(line, flush=True)
"""


@pytest.fixture
def lan() -> Iterator[Lan]:
    """A server's machine and a phone."""
    with Lan() as laid:
        yield laid


def listen(lan: Lan, server: Server, ends: ExitStack) -> None:
    """A stream of the phone, open until the end of the test; returns once it has told something."""
    command = [*lan.on_the_phone, sys.executable, "-c", LISTEN, server.url]
    phone = ends.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
    ends.callback(phone.kill)
    assert phone.stdout is not None
    assert b"retry" in phone.stdout.readline()
    wait_until(lambda: lan.open_to_the_phone(server.port) == 1, "one stream is open")


def test_a_phone_that_leaves_without_a_word_frees_its_stream(tmp_path: Path, lan: Lan) -> None:
    with ExitStack() as ends:
        loaded = ends.enter_context(Loaded(lan.on_the_server))
        right = Server(tmp_path / "right", SOONER, loaded=loaded, host=SERVER)
        wrong = Server(tmp_path / "wrong", f"{SOONER}+waits_for_silent_phones".strip("+"), loaded=loaded, host=SERVER)
        for server in (right, wrong):
            ends.callback(server.kill)
            server.start(awaited=False)
            wait_until(lambda at=server: f":{at.port}" in at.printed, "it is ready")  # type: ignore[misc]
            listen(lan, server, ends)
        lan.lose_the_phone()
        began = time.monotonic()
        wait_until(lambda: lan.open_to_the_phone(right.port) == 0, "the stream is freed", FREED_SECONDS)
        assert time.monotonic() - began < FREED_SECONDS
        assert lan.open_to_the_phone(wrong.port) == 1  # found out: the fault keeps it
