"""A network of two machines that are none: a server and a phone, each in a network namespace, with a wire between them."""

from __future__ import annotations

import contextlib
import os
import subprocess
from pathlib import Path

from tests.servers import tool

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
    """Both machines, until the end of the `with`."""

    def __init__(self) -> None:
        tool("ip", "iproute2")
        as_root = [] if os.geteuid() == 0 else ["--map-root-user"]
        self._holder = subprocess.Popen(
            [tool("unshare", "util-linux"), "--net", *as_root, "sh", "-c", _LAID],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._holder.stdout is not None
        self._phone = int(self._holder.stdout.readline())

    @property
    def on_the_server(self) -> list[str]:
        """The words before a command that runs on the server's machine."""
        return self._inside(self._holder.pid)

    @property
    def on_the_phone(self) -> list[str]:
        """The words before a command that runs on the phone."""
        return self._inside(self._phone)

    def lose_the_phone(self) -> None:
        """The phone is out of reach from now on: nothing of it arrives, not even a goodbye."""
        subprocess.run([*self.on_the_phone, "ip", "addr", "flush", "dev", "phone"], check=True)

    def open_to_the_phone(self, port: int) -> int:
        """How many connections with the phone the server's machine keeps on this port."""
        phone = "".join(f"{int(part):02X}" for part in reversed(PHONE.split(".")))
        lines = Path(f"/proc/{self._holder.pid}/net/tcp").read_text().splitlines()[1:]
        rows = [line.split() for line in lines]
        return sum(
            row[1].endswith(f":{port:04X}") and row[2].startswith(phone) and row[3] == _ESTABLISHED for row in rows
        )

    def __enter__(self) -> Lan:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.ExitStack() as streams:
            for stream in (self._holder.stdin, self._holder.stdout):
                assert stream is not None
                streams.callback(stream.close)
        self._holder.wait(10)

    def _inside(self, pid: int) -> list[str]:
        user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        return [tool("nsenter", "util-linux"), f"--target={pid}", "--net", *user]
