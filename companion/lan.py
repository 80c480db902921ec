"""How phones in the same room reach this machine: its addresses, the codes that carry them, and a name for it.

The name (`companion.local`) needs the optional package `zeroconf`.

    nearby = Nearby("companion", ("192.168.178.23",), on_named)
    nearby.start(8000)  # returns at once; on_named(Named("companion.local", 8000)) from a thread, once the name is known
    nearby.stop()
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from ipaddress import AddressValueError, IPv4Address, IPv4Network, ip_address
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import ifaddr

if TYPE_CHECKING:
    from qrcode.main import QRCode
    from zeroconf import ServiceInfo, Zeroconf

LOCALHOST = "127.0.0.1"
QUIET_ZONE = 4
"""Light modules around a code, as the QR standard asks for."""

_HOME_NETWORKS = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
# Bridges, containers, virtual machines and tunnels: phones in the room are not behind those.
_NOT_IN_THE_ROOM = (
    "br-", "lxc", "lxd", "vboxnet", "virtualbox", "vmnet", "vmware", "vethernet",
    "hyper-v", "tun", "tap", "utun", "wg", "zt", "tailscale", "rmnet", "ccmni",
)  # fmt: skip
# What containers of this machine talk over among themselves: no one else is ever there. Docker names networks by 12 figures.
_WITHIN_THIS_MACHINE = re.compile(r"docker|veth|virbr|podman|cni|flannel|br-[0-9a-f]{12}$")


def addresses() -> tuple[str, ...]:
    """The IPv4 addresses at which phones may reach this machine, likeliest first; localhost if none."""
    return ranked(
        (adapter.nice_name, address.ip)
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str)
    )


def ranked(found: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The addresses of `found` (pairs of adapter name and IPv4 address) in the order to offer them.

    Home networks first, 192.168 before 10 before 172.16/12, then other addresses; those of bridges, virtual
    machines and tunnels after all real ones. Loopback and self-assigned (169.254) addresses and those among containers are
    left out; where that leaves nothing, the answer is localhost.
    """
    offered = [
        # Sorted by this: real cards first, home networks first, and otherwise as the system lists them.
        (name.lower().startswith(_NOT_IN_THE_ROOM), _home_rank(IPv4Address(address)), position, address)
        for position, (name, address) in enumerate(found)
        if _is_reachable(IPv4Address(address)) and not _WITHIN_THIS_MACHINE.match(name.lower())
    ]
    return tuple(dict.fromkeys(address for *_, address in sorted(offered))) or (LOCALHOST,)


def is_lan_address(host: str) -> bool:
    """Is `host` written as an IPv4 address of a home network (192.168/16, 10/8, 172.16/12)?"""
    try:
        address = IPv4Address(host)
    except AddressValueError:
        return False
    return _home_rank(address) < len(_HOME_NETWORKS)


def is_this_device(host: str) -> bool:
    """Is `host` what every device calls itself (localhost, 127.0.0.1, ::1), so that it leads no one else here?"""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _is_reachable(address: IPv4Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)


def _home_rank(address: IPv4Address) -> int:
    """The place of the home network the address is in; the number of home networks if it is in none."""
    return next((rank for rank, network in enumerate(_HOME_NETWORKS) if address in network), len(_HOME_NETWORKS))


def terminal_qr(url: str) -> str:
    """The QR code of `url` in half-block characters, for a terminal with light letters on a dark ground.

    The light modules are what is printed, with the quiet zone, so that the dark ones stay dark there.
    """
    # The library prints to a file, and the console here is `click`'s.
    drawn = io.StringIO()
    _code(url).print_ascii(drawn, invert=True)
    return drawn.getvalue()


@lru_cache(maxsize=128)
def qr_svg(text: str, label: str) -> str:
    """An `<svg class="qr">` of the QR code of `text`, named `label` for who cannot see it; size it by CSS.

    One unit is one module. The colours are its own: a scanner needs dark on light in every theme.
    """
    rows = _modules(text)
    size = len(rows)
    # Runs instead of single squares: fewer bytes, and no hairlines between them when it is scaled.
    path = "".join(_runs(y, row) for y, row in enumerate(rows))
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}" '
        f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" rx="1" fill="#fff"/>'
        f'<path fill="#1a120a" d="{path}"/></svg>'
    )


def _modules(text: str) -> list[list[bool]]:
    """The modules of the QR code of `text`, row by row, dark ones true, with the quiet zone."""
    return [[bool(module) for module in row] for row in _code(text).get_matrix()]


def _code(text: str) -> QRCode[Any]:
    """The QR code of `text`."""
    from qrcode.constants import ERROR_CORRECT_M  # Loaded when the first code is shown.
    from qrcode.main import QRCode

    code = QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    return code


def _runs(y: int, row: list[bool]) -> str:
    """The dark modules of one row as path segments, one for each run of neighbours."""
    path, x = "", 0
    for is_dark, run in groupby(row):
        length = len(list(run))
        if is_dark:
            path += f"M{x} {y}h{length}v1h-{length}z"
        x += length
    return path


def wifi_payload(ssid: str, password: str, hidden: bool = False) -> str:
    """The text of a QR code that joins a Wi-Fi network; with no password, an open one."""
    security = f"T:WPA;S:{_escaped(ssid)};P:{_escaped(password)};" if password else f"T:nopass;S:{_escaped(ssid)};"
    return f"WIFI:{security}{'H:true;' if hidden else ''};"


def _escaped(text: str) -> str:
    # These separate the fields of such a text.
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)


DEFAULT_NAME: Final = "companion"
MOST_NUMBERED: Final = 9
ANSWERS_WITHIN_MS: Final = 1600
"""How long another machine of that name has to say so: it repeats itself once a second at most."""
SERVICE: Final = "_http._tcp.local."
# A label has 63 characters at most (RFC 1035), and a number may be put behind it (`possible_hosts`).
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")


class NoSuchName(ValueError):
    """No machine can be called that: letters of ASCII, figures and hyphens within, at most 60 of them."""


def checked_name(name: str) -> str:
    """The name in lower case, without `.local`; empty for none. Raises `NoSuchName`."""
    label = name.strip().lower().removesuffix(".local")
    if label and not _LABEL.fullmatch(label):
        raise NoSuchName(name)
    return label


def possible_hosts(name: str) -> tuple[str, ...]:
    """Every host name that may come of this name: another machine may have the first of them already."""
    numbered = (f"{name}-{number}" for number in range(2, MOST_NUMBERED + 1))
    return tuple(f"{label}.local" for label in (name, *numbered)) if name else ()


@dataclass(frozen=True, slots=True)
class NamedHost:
    """What came of it: the host name and the port that were made known, or no host and the reason."""

    host: str | None
    port: int
    reason: str = ""


@dataclass(slots=True)
class Nearby:
    """Makes the name known while the server runs. Without `zeroconf`, or without a network, nothing is made known.

    `interfaces` are the addresses of
    the network cards to speak on, all where none are named.
    """

    name: str
    addresses: Sequence[str]
    on_named: Callable[[NamedHost], None]
    interfaces: Sequence[str] = ()
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self, port: int) -> None:
        """Begin, in a thread of its own: to learn that no one else has the name takes a second or two."""
        if self.name and is_installed():
            self._thread = threading.Thread(target=self._run, args=[port], name="nearby", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Take the name back, so that phones do not go on looking for this machine."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self, port: int) -> None:
        import zeroconf as package

        try:
            with self._zeroconf() as zeroconf:
                host = self._free_host(zeroconf)
                if host is None or self._ended.is_set():
                    return
                info = self._service(host, port)
                # The service's label may differ; the host name, which codes carry, was found free before.
                zeroconf.register_service(info, allow_name_change=True)
                self.on_named(NamedHost(host, port))
                self._ended.wait()
                zeroconf.unregister_service(info)
        except (OSError, RuntimeError, package.Error) as error:  # no network, or none that passes such names on
            self.on_named(NamedHost(None, port, str(error)))

    @contextmanager
    def _zeroconf(self) -> Iterator[Zeroconf]:
        from zeroconf import InterfaceChoice, IPVersion, Zeroconf

        zeroconf = Zeroconf(interfaces=list(self.interfaces) or InterfaceChoice.All, ip_version=IPVersion.V4Only)
        try:
            yield zeroconf
        finally:
            zeroconf.close()

    def _free_host(self, zeroconf: Zeroconf) -> str | None:
        for host in possible_hosts(self.name):
            # Held by no one, or by this machine itself, which was started before and still answers.
            if self._ended.is_set() or holders(zeroconf, host) <= set(self.addresses):
                return host
        return None

    def _service(self, host: str, port: int) -> ServiceInfo:
        from zeroconf import ServiceInfo

        packed = [IPv4Address(address).packed for address in self.addresses]
        name, server = f"Tableside {host.removesuffix('.local')}.{SERVICE}", f"{host}."
        return ServiceInfo(SERVICE, name, port=port, addresses=packed, properties={"path": "/"}, server=server)


def is_installed() -> bool:
    """Whether the optional package is there."""
    try:
        import zeroconf  # noqa: F401
    except ImportError:
        return False
    return True


def holders(zeroconf: Zeroconf, host: str) -> set[str]:
    """The addresses of the machines in this network that have this name already."""
    from zeroconf import AddressResolverIPv4, IPVersion  # type: ignore[attr-defined]

    resolver = AddressResolverIPv4(f"{host}.")
    resolver.request(zeroconf, ANSWERS_WITHIN_MS)
    return {str(address) for address in resolver.ip_addresses_by_version(IPVersion.V4Only)}
