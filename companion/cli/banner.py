"""What a running server prints: its addresses, a code to scan, the admin link, and its name in this network."""

import locale
import logging
import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from flask import Flask
from flask_babel import force_locale

from companion.cli.options import EVERYWHERE, Options
from companion.engine.text import Text, say
from companion.lan import LOCALHOST, NamedHost, addresses, is_this_device, possible_hosts, terminal_qr
from companion.match.access import fresh_token
from companion.store import Grant, Store, token_hash
from companion.web.app.i18n import LANGUAGES, init_app, words

logger = logging.getLogger(__name__)

OWNER_LINK: Final = "owner-link.txt"
"""In the folder of the records: if no one sees the console, the admin looks here."""
FOR_PHONES: Final = say("Tableside is running. On phones on the same Wi-Fi, open:")
FOR_THIS_DEVICE: Final = say("Tableside is running, on this device only, at:")
PLAIN_PORT: Final = 80
"""The port that browsers use if the address names none."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """Says things in this device's language, line by line."""

    app: Flask
    say_line: Callable[[str], None]

    def greet(self, base: str, port: int, hosts: Sequence[str], owner_link: str, listens_at: str = EVERYWHERE) -> None:
        """Print the addresses for phones, the code to scan (of the first address), and the admin link.

        If no phone can reach this device, print that instead of a code, and how to let them in.
        """
        found = tuple(dict.fromkeys((base, *(address_of(host, port) for host in hosts))))
        is_here_alone = len(found) == 1 and all(is_this_device(host) for host in hosts)
        with self.app.app_context(), force_locale(own_language()):
            self.say_line(words(FOR_THIS_DEVICE if is_here_alone else FOR_PHONES))
            for address in found:
                self.say_line(f"  {address}")
            # A code for an address that only this device reaches would send every phone to itself.
            self.say_line(words(way_in(listens_at)) if is_here_alone else terminal_qr(base))
            self.say_line(words(say("The admin opens this link once:")))
            self.say_line(f"  {owner_link}")
            self.say_line(words(say("Stop with Ctrl+C. Everything you entered is saved.")))

    def welcome(self, options: Options, port: int, token: str) -> None:
        """Greet with the addresses that these options lead to, and keep the admin link in its file."""
        base = public_address(options, port)
        link = keep_owner_link(options.data, f"{base}owner/{token}")
        if options.log_requests:  # Others keep logs, and need neither become admins nor know addresses.
            logger.info("running; the admin link is in %s", options.data / OWNER_LINK)
        else:
            self.greet(base, port, reachable(options.host), link, options.host)

    def say_words(self, text: Text) -> None:
        with self.app.app_context(), force_locale(own_language()):
            self.say_line(words(text))

    def tell_name(self, named: NamedHost) -> None:
        """Print the name this device has in its network, or why it has none."""
        with self.app.app_context(), force_locale(own_language()):
            if named.host is None:
                self.say_line(
                    words(say("Phones can’t find this device by name ({reason}). Use an address.", reason=named.reason))
                )
            else:
                self.say_line(words(say("Most phones also find it by name:")))
                self.say_line(f"  {address_of(named.host, named.port)}")


def way_in(listens_at: str) -> Text:
    """Return what lets phones in where only this device can open Tableside."""
    if listens_at in (EVERYWHERE, ""):
        return say("To let phones in, connect it to Wi-Fi.")
    return say("To let phones in, start it without --host {host}.", host=listens_at)


def address_of(host: str, port: int) -> str:
    """Return the address of the start page."""
    return f"http://{host}/" if port == PLAIN_PORT else f"http://{host}:{port}/"


def reachable(host: str) -> tuple[str, ...]:
    """Return the addresses at which phones reach a server that listens on `host`, likeliest first."""
    return addresses() if host in (EVERYWHERE, "") else (host,)


def public_address(options: Options, port: int) -> str:
    """Return the address of the start page, as people reach it."""
    return f"{options.public_url}/" if options.public_url else address_of(reachable(options.host)[0], port)


def allowed_hosts(options: Options) -> tuple[str, ...]:
    """Return the host names this server answers to, besides the addresses of home networks."""
    own = socket.gethostname().lower()
    public = urlsplit(options.public_url).hostname or ""
    names = (
        "localhost", LOCALHOST, "[::1]", *addresses(), own, f"{own}.local",
        *possible_hosts(options.name), *options.allowed_hosts, public,
    )  # fmt: skip
    return tuple(dict.fromkeys(name.lower() for name in names if name))


def keep_owner_link(folder: Path, link: str) -> str:
    """Return the link, now also in a file that only this user can read. It replaces the link of an earlier start."""
    path = folder / OWNER_LINK
    # Made anew and never written over: the file of before may have been made readable for others, or lead elsewhere.
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{link}\n")
    return link


def renew_owner_link(store: Store) -> str:
    """Return the token of a fresh one-time link for the admin of this device. Links of earlier starts stop working."""
    token = fresh_token()
    # A link that no one used lies in some log or screenshot: it is good until the next start, and no longer.
    store.grants.revoke(role="owner", kind="link")
    store.grants.add(Grant(token_hash(token), "owner", "link", datetime.now(UTC)))
    return token


def own_language() -> str:
    """Return the language this device is set to if Tableside speaks it, else English."""
    chosen = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return chosen[:2] if chosen[:2] in LANGUAGES else LANGUAGES[0]


def in_own_language(text: Text) -> str:
    """Return the text in this device's language, while no app runs yet."""
    with speaking_app().app_context(), force_locale(own_language()):
        return words(text)


def speaking_app() -> Flask:
    """Return an app that can do nothing but put texts into words."""
    app = Flask("companion")
    init_app(app)
    return app
