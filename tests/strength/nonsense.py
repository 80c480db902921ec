"""Input that nobody means: what a form, an address and a file may hold at worst."""

import json
import re
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

from flask import Flask
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.games import games
from companion.store import Grant, token_hash
from companion.web.app.services import Services
from tests.rings import times
from tests.store.evening import NOW
from tests.there import there
from tests.web.api.asking import count_rings, open_table

HANGS_SECONDS = 5.0
JUMPS_MEGABYTES = 200
OWNER = "the-owners-own-token"
NASTY: list[bytes] = [
    b"", b" ", b"\x00", b"a\x00b", b"\xed\xa0\x80", b"\xff\xfe", b"\xf0\x9f\x82\xa1", "ﷺ".encode() * 50, b"-1", b"0", b"1", b"5",
    b"007", b"+1", b"1_0", "٣".encode(), "²".encode(), b"1e9", b"nan", b"true", b"null", b"9" * 30, b"9" * 5000,
    b"-" + b"9" * 30, b"2147483648", b"9223372036854775808", b"x" * 20_000, b"=1+1", b"<script>", b"'\"--", b"%s{0}{x}", b"../..",
    b"{" * 500, b"[" * 500, b"red", b"2026-11-20", b"9999-99-99", b"\xe2\x80\xae", b"\r\n", b"a:b.c",
]  # fmt: skip
"""As bytes, percent-encoded on their way: text can hold no lone surrogate, a request can."""

value = st.one_of(st.sampled_from(NASTY), st.integers(-3, 70).map(lambda n: str(n).encode()), st.binary(max_size=12))
_BEAR = [HealthCheck[one] for one in ("too_slow", "function_scoped_fixture", "data_too_large", "filter_too_much")]
depth = st.sampled_from(["", "", "", ".0", ".x", "[0]", ".0" * 30, ".999999", "." + "x." * 200])


def looked_at(short: int, long: int) -> settings:
    return settings(max_examples=times(short, long), deadline=None, database=None, suppress_health_check=_BEAR)


class Playground:
    """An app with a table, a match of each game, and an owner: everybody there is, and every address."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.services: Services = app.extensions["tableside"]
        self.services.store.grants.add(Grant(token_hash(OWNER), "owner", "device", NOW))
        self.mend()

    def mend(self) -> None:
        if not hasattr(self, "table") or not self.is_whole:
            self.table = open_table(self.app, is_checked=False)
            self.matches = [self.table.begin(game) for game in games()]
            self.matches[0].play(*count_rings(4, 5, 6))

    @property
    def rules(self) -> list[Rule]:
        """Every route but those of files that never change."""
        return [rule for rule in self.app.url_map.iter_rules() if rule.endpoint != "static"]

    @property
    def is_whole(self) -> bool:
        return self.services.store.tables.by_code(self.table.code) is not None

    @cached_property
    def names(self) -> list[str]:
        """The names of all fields in all forms that are shown at first, and of some that are not."""
        found = set("name version kind seat index key anyway confirm next file pending move".split())
        paths = ["/", "/judge", f"/t/{self.table.code}", f"/t/{self.table.code}/host"]
        for path in [*paths, *(f"/m/{match.id}" for match in self.matches)]:
            page = self.ask("GET", path, OWNER).get_data(as_text=True)
            found |= set(re.findall(r'name="([^"]+)"', page))
        return sorted(found)

    def known(self, argument: str) -> list[str]:
        """What an argument of an address may be called that is there, by its name in a route or in the document."""
        return {
            "match": [match.id for match in self.matches],
            "code": [self.table.code],
            "table": [self.table.code],
            "game": [*games()],
            "token": [str(self.table.seats[0].token)],
        }.get(argument.removesuffix("_id"), ["0", "1", "2"])

    def ask(self, method: str, path: str, token: str | None, **sent: Any) -> TestResponse:
        """The answer, as to a page of ours in a browser that holds this token."""
        client = self.app.test_client(use_cookies=False)
        headers = {"Origin": "http://localhost", "Host": "localhost"}
        if token is not None:
            headers |= {"Cookie": f"device={token}", "Authorization": f"Bearer {token}"}
        return client.open(path, method=method, headers=headers, **sent)

    def status(self, method: str, path: str, token: str | None, **sent: Any) -> int:
        with self.ask(method, path, token, **sent) as answer:
            return answer.status_code

    def tokens(self) -> list[str | None]:
        return [None, self.table.seats[1].token, self.table.host.token, OWNER]


def encoded(fields: list[tuple[str, bytes]]) -> str:
    return "&".join(f"{quote_from_bytes(name.encode())}={quote_from_bytes(found)}" for name, found in fields)


def with_a_file(field: str, content: bytes) -> dict[str, Any]:
    """A form with a file in it, as a browser sends it."""
    head = f'--edge\r\nContent-Disposition: form-data; name="{field}"; filename="a file"\r\n\r\n'
    return {"data": head.encode() + content + b"\r\n--edge--\r\n", "content_type": "multipart/form-data; boundary=edge"}


def address(rule: Rule, draw: Any, ground: Playground) -> str:
    """An address of this route, its arguments known ones as a rule."""
    found = rule.rule
    for argument in sorted(rule.arguments):
        wild = quote_from_bytes(draw(st.sampled_from(NASTY))).replace("/", "%2F")
        chosen = draw(st.sampled_from([*ground.known(argument) * 5, wild or "x"]))
        found = re.sub(rf"<(?:[^<>:]+:)?{argument}>", lambda _, to=chosen: to, found)  # type: ignore[misc]
    return found


def fault_of(ask: Callable[[], int]) -> str:
    """What was wrong with a request that came to this status, or nothing: 5xx, a hang, or ever more memory."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew from here
    before, began = _peak_megabytes(), time.monotonic()
    status = ask()
    if status >= 500:
        return f"status {status}"
    if time.monotonic() - began > HANGS_SECONDS:
        return "hung"
    return "grew" if _peak_megabytes() - before > JUMPS_MEGABYTES else ""


def _peak_megabytes() -> int:
    return int(there(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text()))[1]) // 1024


RAW: list[bytes] = [
    b"[" * 100_000, b'{"a":' * 100_000, b"[" * 30 + b"]" * 30, b'{"a":' * 21 + b"1" + b"}" * 21, b"9" * 5000, b"-" + b"9" * 40,
    b"1e999999", b"-0.0", b"NaN", b"Infinity", b'"\\ud800"', b'"\\udfff\\ud800"', b'"\\u0000"', b"\x00", b"\xff", b"\xed\xa0\x80",
    b'"' + b"x" * 200_000 + b'"', b'{"a":1,"a":2}', b"[" + b"0," * 50_000 + b"0]", b"/**/", b"",
]  # fmt: skip
"""As it stands in a body of JSON, or makes it none."""
_HERE = "here it stands"


def written(tree: Any, draw: Any) -> bytes:
    """A JSON text with one value spoiled; now and then with one that no JSON value can be."""
    if draw(st.booleans()):
        return json.dumps(spoiled(tree, draw)).encode()
    found = json.dumps(replaced(tree, draw, lambda _: _HERE)).encode()
    return found.replace(json.dumps(_HERE).encode(), draw(st.sampled_from(RAW)), 1)


def spoiled(tree: Any, draw: Any) -> Any:
    """A JSON value with one place changed: something else there, nothing, or the same again, deeper."""
    worse: list[Any] = [None, True, -1, 0, 2**63, 10**40, 0.5, "", "x" * 5000, "\x00", "\ud800", [], {}]
    return replaced(
        tree,
        draw,
        lambda was: draw(st.one_of(st.sampled_from([*worse, [was] * 3]), st.text(max_size=9), st.integers())),
    )


def replaced(tree: Any, draw: Any, by: Callable[[Any], Any]) -> Any:
    """A JSON value with one place of it put in another's stead."""
    if isinstance(tree, Mapping) and tree and draw(st.integers(0, 5)):
        name = draw(st.sampled_from(sorted(tree)))
        return {**tree, name: replaced(tree[name], draw, by)}
    if isinstance(tree, list) and tree and draw(st.integers(0, 5)):
        at = draw(st.integers(0, len(tree) - 1))
        return [*tree[:at], replaced(tree[at], draw, by), *tree[at + 1 :]]
    return by(tree)
