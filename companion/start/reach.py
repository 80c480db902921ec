"""Where phones reach this server, and which host names it answers to."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence

from companion.lan import LOCALHOST, addresses
from companion.nearby import DEFAULT_NAME, possible_hosts
from companion.start.command import EVERYWHERE
from companion.start.greeting import address_of
from companion.start.hosted import Hosted


def public_address(hosted: Hosted, hosts: Sequence[str], port: int) -> str:
    """The address of the start page, as people reach it."""
    return f"{hosted.public_url}/" if hosted.public_url else address_of(hosts[0], port)


def allowed_hosts(name: str = DEFAULT_NAME, public_url: str = "") -> tuple[str, ...]:
    """The host names this server answers to, besides the addresses of home networks."""
    own = socket.gethostname().lower()
    named = os.environ.get("TABLESIDE_ALLOWED_HOSTS", "").lower().split(",")
    public = public_url.partition("://")[2].lower().partition(":")[0]
    names = ("localhost", LOCALHOST, "[::1]", *addresses(), own, f"{own}.local", *possible_hosts(name), *named, public)
    return tuple(dict.fromkeys(name.strip() for name in names if name.strip()))


def reachable(host: str) -> tuple[str, ...]:
    """The addresses at which phones reach a server that listens on `host`, likeliest first."""
    return addresses() if host in (EVERYWHERE, "") else (host,)
