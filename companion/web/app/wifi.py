"""The Wi-Fi a host has typed in, for a code by which phones join it: kept in memory, never stored, exported or logged."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from flask_babel import gettext
from markupsafe import Markup

from companion.engine.errors import NotAMove
from companion.engine.text import say
from companion.lan import qr_svg, wifi_payload

MOST_TABLES: Final = 64
LONGEST_NAME: Final = 32
"""The longest name of a network, in bytes (IEEE 802.11)."""
SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 63
"""A WPA passphrase has 8 to 63 characters, a key in figures 64."""


@dataclass(frozen=True, slots=True)
class Wifi:
    """A network, open if it has no password. No text made of this contains the password."""

    name: str
    password: str = field(repr=False)
    is_hidden: bool = False

    @property
    def code(self) -> Markup:
        """What a phone scans to join the network."""
        text = wifi_payload(self.name, self.password, self.is_hidden)
        return Markup(qr_svg(text, gettext("Join the Wi-Fi %(name)s", name=self.name)))


class Networks:
    """The network of each table, for as long as the server runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of: OrderedDict[str, Wifi] = OrderedDict()

    def of(self, table_id: str) -> Wifi | None:
        """Return the network of a table; None if no one has typed one in."""
        return self._of.get(table_id)

    def put(self, table_id: str, wifi: Wifi) -> None:
        """Remember the network of a table, in place of another."""
        with self._lock:
            self._of[table_id] = wifi
            self._of.move_to_end(table_id)
            # In memory for as long as the server runs, so it must not grow with the tables of a season.
            if len(self._of) > MOST_TABLES:
                self._of.popitem(last=False)

    def forget(self, table_id: str) -> None:
        with self._lock:
            self._of.pop(table_id, None)


def read_wifi(name: str, password: str, *, is_hidden: bool) -> Wifi:
    """Return the network as typed. Raise `NotAMove` if no network can have that name or password."""
    # In bytes, as IEEE 802.11 counts: twelve Chinese characters are too many.
    if not name.strip() or len(name.encode()) > LONGEST_NAME or not name.isprintable():
        raise NotAMove("wifi-name", say("This needs {low} to {high} characters.", low=1, high=LONGEST_NAME))
    is_passphrase = SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD and password.isprintable()
    is_key = len(password) == LONGEST_PASSWORD + 1 and all(one in "0123456789abcdefABCDEF" for one in password)
    if password and not (is_passphrase or is_key):
        text = say("This needs {low} to {high} characters.", low=SHORTEST_PASSWORD, high=LONGEST_PASSWORD)
        raise NotAMove("wifi-password", text)
    return Wifi(name.strip(), password, is_hidden)
