"""A phone that leaves the Wi-Fi without a word: its stream is freed, and nobody waits for it."""

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.servers import wait_until
from tests.strength.lan import SERVER, Lan
from tests.strength.loaded import Loaded
from tests.strength.server import Server

FREED_SECONDS = 25.0
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


def test_a_phone_that_leaves_without_a_word_frees_its_stream(tmp_path: Path) -> None:
    with ExitStack() as ends:
        lan = ends.enter_context(Lan())
        server = Server(tmp_path / "data", loaded=ends.enter_context(Loaded(lan.on_the_server)), host=SERVER)
        ends.callback(server.kill)
        server.start(awaited=False)
        wait_until(lambda: f":{server.port}" in server.printed, "it is ready")
        listening = [*lan.on_the_phone, sys.executable, "-c", LISTEN, server.url]
        phone = ends.enter_context(subprocess.Popen(listening, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        ends.callback(phone.kill)
        assert phone.stdout is not None
        assert b"retry" in phone.stdout.readline()
        wait_until(lambda: lan.open_to_the_phone(server.port) == 1, "one stream is open")
        lan.lose_the_phone()
        wait_until(lambda: lan.open_to_the_phone(server.port) == 0, "the stream is freed", FREED_SECONDS)
