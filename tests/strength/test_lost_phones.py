"""A phone that leaves the Wi-Fi without a word: its stream is freed, and nobody waits for it."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from signal import SIGKILL

from tests.e2e.stage import Server
from tests.servers import tool, wait_until
from tests.strength.loaded import Loaded

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

SERVER, PHONE = "10.77.0.1", "10.77.0.2"
_ESTABLISHED = "01"
_LAID = f"""
set -e
unshare --net sleep infinity & phone=$!
trap 'kill $phone' EXIT TERM
until [ "$(readlink /proc/$phone/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.02; done
ip link set lo up
ip link add name server type veth peer name phone
ip link set phone netns $phone
ip addr add {SERVER}/24 dev server
ip link set server up
nsenter --target=$phone --net sh -c 'ip addr add {PHONE}/24 dev phone; ip link set phone up'
echo $phone
read -r _
"""


class Lan:
    """Two machines that are none, each in a network namespace, with a wire between them, as long as its `holder` runs."""

    def __init__(self) -> None:
        tool("ip", "iproute2")
        as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
        self.holder = subprocess.Popen(
            [tool("unshare", "util-linux"), "--net", *as_root, "sh", "-c", _LAID],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.holder.stdout is not None
        self._phone = int(self.holder.stdout.readline())

    @property
    def on_the_server(self) -> list[str]:
        return self._inside(self.holder.pid)

    @property
    def on_the_phone(self) -> list[str]:
        return self._inside(self._phone)

    def open_to_the_phone(self, port: int) -> int:
        """How many connections with the phone the server's machine keeps on this port."""
        phone = "".join(f"{int(part):02X}" for part in reversed(PHONE.split(".")))
        lines = Path(f"/proc/{self.holder.pid}/net/tcp").read_text().splitlines()[1:]
        rows = [line.split() for line in lines]
        return sum(
            row[1].endswith(f":{port:04X}") and row[2].startswith(phone) and row[3] == _ESTABLISHED for row in rows
        )

    def _inside(self, pid: int) -> list[str]:
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return [tool("nsenter", "util-linux"), f"--target={pid}", "--net", *user]


def test_a_phone_that_leaves_without_a_word_frees_its_stream(tmp_path: Path) -> None:
    with ExitStack() as ends:
        lan = Lan()
        ends.enter_context(lan.holder)
        server = Server(tmp_path / "data", launch=ends.enter_context(Loaded(lan.on_the_server)).fork, host=SERVER)
        ends.callback(server.stop, SIGKILL)
        server.start(awaited=False)
        wait_until(lambda: f":{server.port}" in server.printed, "it is ready")
        listening = [*lan.on_the_phone, sys.executable, "-c", LISTEN, f"http://{SERVER}:{server.port}"]
        phone = ends.enter_context(subprocess.Popen(listening, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        ends.callback(phone.kill)
        assert phone.stdout is not None
        assert b"retry" in phone.stdout.readline()
        wait_until(lambda: lan.open_to_the_phone(server.port) == 1, "one stream is open")
        # Out of reach from now on: nothing of it arrives, not even a goodbye.
        subprocess.run([*lan.on_the_phone, "ip", "addr", "flush", "dev", "phone"], check=True)
        wait_until(lambda: lan.open_to_the_phone(server.port) == 0, "the stream is freed", FREED_SECONDS)
