"""How phones find a table: addresses, and the codes that carry them."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request, url_for
from flask_babel import gettext
from markupsafe import Markup

from companion.lan import addresses, is_lan_address, is_this_device, qr_svg
from companion.store import Table
from companion.web.app.services import services


@dataclass(frozen=True, slots=True)
class Invitation:
    """One address to scan or to type, and the others the host may pick instead."""

    base: str
    others: tuple[str, ...]
    link: str

    @property
    def is_here_alone(self) -> bool:
        """Whether the address leads only to this device itself."""
        return is_this_device(_name(self.base.partition("://")[2]))

    @property
    def listens_at(self) -> str:
        """The one address the server was told to listen at, if any."""
        return services.settings.listens_at

    @property
    def code(self) -> Markup:
        """The link as a QR code."""
        return Markup(qr_svg(self.link, gettext("Code to scan with a phone: %(link)s", link=self.link)))


def invite(table: Table) -> Invitation:
    """The invitation to the seats of a table."""
    return _invitation(url_for("join.seats", code=table.code))


def invite_seat(table: Table, seat: int) -> Invitation:
    """The invitation to one seat, which carries the seat's token."""
    return _invitation(url_for("join.by_link", token=services.seating.token(table.id, seat)))


def invite_to(path: str) -> Invitation:
    """The invitation to any page, by its path."""
    return _invitation(path)


def bases() -> tuple[str, ...]:
    """Every address at which phones may reach this server, the likeliest first; for a public host its only one."""
    if services.settings.public_url:
        return (services.settings.public_url.removesuffix(services.settings.root),)
    if is_reachable(request.host):
        others = () if is_this_device(services.settings.listens_at) else _lan_bases()
        return tuple(dict.fromkeys((request.host_url.rstrip("/"), *others)))
    return _lan_bases()


def is_reachable(host: str) -> bool:
    """Whether a phone can use the Host the asker used: not localhost, which every phone is to itself."""
    name = _name(host)
    return is_lan_address(name) or not (is_this_device(name) or host.startswith("["))


def _name(host: str) -> str:
    """The Host without its port."""
    return host.rsplit(":", 1)[0] if not host.startswith("[") else host.partition("]")[0] + "]"


def _lan_bases() -> tuple[str, ...]:
    listens_at = services.settings.listens_at
    found = (f"[{listens_at}]" if ":" in listens_at else listens_at,) if listens_at else addresses()
    return tuple(f"http://{address}:{services.settings.port}" for address in found)


def _invitation(path: str) -> Invitation:
    offered: Sequence[str] = bases()
    picked = request.args.get("at", "")
    base = picked if picked in offered else offered[0]
    return Invitation(base, tuple(one for one in offered if one != base), base + path)
