"""A name for this machine in its own network (`companion.local`), where the optional package `zeroconf` is installed.

nearby = Nearby("companion", ("192.168.178.23",), told)
nearby.start(8000)  # returns at once; told(Named("companion.local", 8000)) from a thread, once the name is known
nearby.stop()
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

DEFAULT_NAME: Final = "companion"
MOST_NUMBERED: Final = 9
ANSWERS_WITHIN_MS: Final = 1600
"""How long another machine of that name has to say so: it repeats itself once a second at most."""
SERVICE: Final = "_http._tcp.local."
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
    return tuple(f"{label}.local" for label in _labels(name)) if name else ()


@dataclass(frozen=True, slots=True)
class Named:
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
    told: Callable[[Named], None]
    interfaces: Sequence[str] = ()
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self, port: int) -> None:
        """Begin, in a thread of its own: to learn that nobody else has the name takes a second or two."""
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
                zeroconf.register_service(info, allow_name_change=True)
                self.told(Named(host, port))
                self._ended.wait()
                zeroconf.unregister_service(info)
        except (OSError, RuntimeError, package.Error) as error:  # no network, or none that passes such names on
            self.told(Named(None, port, str(error)))

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


def _labels(name: str) -> tuple[str, ...]:
    return name, *(f"{name}-{number}" for number in range(2, MOST_NUMBERED + 1))
