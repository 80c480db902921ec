"""What a running server prints: addresses, a code to scan, the owner's link, and the name in this network."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from flask import Flask
from flask_babel import force_locale

from companion.engine.text import Text, say
from companion.lan import is_this_device, terminal_qr
from companion.match.access import fresh_token, hashed
from companion.nearby import Named
from companion.store import Grant, Store
from companion.web.i18n import LANGUAGES, init_app, words

OWNER_LINK: Final = "owner-link.txt"
"""In the folder of the records: if nobody sees the console, the owner looks here."""
FOR_PHONES: Final = say("Tableside is running. Phones in the same Wi-Fi open:")
FOR_THIS_DEVICE: Final = say("Tableside is running. Only this device can open it:")
PLAIN_PORT: Final = 80
"""The port that browsers use if the address names none."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """Says things in this device's language, line by line."""

    app: Flask
    say_line: Callable[[str], None]

    def greet(self, base: str, port: int, hosts: Sequence[str], owner_link: str) -> None:
        """Print the addresses for phones, the code to scan (of the first address), and the owner's link.

        If no phone can reach this device, print that instead of a code.
        """
        found = tuple(dict.fromkeys((base, *(address_of(host, port) for host in hosts))))
        is_here_alone = len(found) == 1 and all(is_this_device(host) for host in hosts)
        with self.app.app_context(), force_locale(own_language()):
            self.say_line(words(FOR_THIS_DEVICE if is_here_alone else FOR_PHONES))
            for address in found:
                self.say_line(f"  {address}")
            if not is_here_alone:
                self.say_line(terminal_qr(base))
            self.say_line(words(say("The owner of this device opens this link once:")))
            self.say_line(f"  {owner_link}")
            self.say_line(words(say("Stop with Ctrl+C. Everything entered is kept.")))

    def tell_name(self, named: Named) -> None:
        """Print the name this device has in its network, or why it has none."""
        with self.app.app_context(), force_locale(own_language()):
            if named.host is None:
                text = say("This network passes no names on ({reason}): use the addresses.", reason=named.reason)
                self.say_line(words(text))
            else:
                self.say_line(words(say("Most phones also find it by name:")))
                self.say_line(f"  {address_of(named.host, named.port)}")


def address_of(host: str, port: int) -> str:
    """The address of the start page."""
    return f"http://{host}/" if port == PLAIN_PORT else f"http://{host}:{port}/"


def keep_owner_link(folder: Path, link: str) -> str:
    """The link, now also in a file that only this user can read. It replaces the link of an earlier start."""
    path = folder / OWNER_LINK
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{link}\n")
    return link


def renew_owner_link(store: Store) -> str:
    """The token of a fresh one-time link for the owner of this device. Links of earlier starts stop working."""
    token = fresh_token()
    store.grants.revoke(role="owner", kind="link")
    store.grants.add(Grant(hashed(token), "owner", "link", datetime.now(UTC)))
    return token


def own_language() -> str:
    """The language this device is set to if Tableside speaks it, else English."""
    chosen = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return chosen[:2] if chosen[:2] in LANGUAGES else LANGUAGES[0]


def in_own_language(text: Text) -> str:
    """The text in this device's language, while no app runs yet."""
    with speaking_app().app_context(), force_locale(own_language()):
        return words(text)


def speaking_app() -> Flask:
    """An app that can do nothing but put texts into words."""
    app = Flask("companion")
    init_app(app)
    return app
