"""What is tapped on a board and not recorded yet: as a page without a script shows it, and as a script puts it together."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from itertools import accumulate
from typing import Any

from tests.web.people import Browser, on_one_line

SCRIPT = {"HX-Request": "true"}
OWN = re.compile(r' checked| data-typed value="[^"]*"|<input type="hidden" name="version" value="\d+">')
"""What a phone knows by itself."""
Form = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Shown:
    """The page of a board, or a board alone: what it says of itself, its layout with empty places, and its parts."""

    about: dict[str, str]
    layout: str
    parts: dict[str, str]
    hashes: dict[str, str]

    def put(self, told: dict[str, Any]) -> Shown:
        """The same after what a script was told, by a stream or in answer to a tap."""
        about = {**self.about, **{name: str(value) for name, value in told.items() if name in self.about}}
        if "board" in told:
            return replace(shown_in(told["board"]), about=about)
        assert set(told["parts"]) <= set(self.parts)
        return replace(self, about=about, parts=self.parts | told["parts"])

    @property
    def unchecked(self) -> tuple[dict[str, str], str, dict[str, str]]:
        """What is to be seen, but for what is merely checked: whoever tapped it sees that.

        And without the version in its forms, for a script sends that of the board.
        """
        about = {name: value for name, value in self.about.items() if name != "layout"}
        parts = {name: on_one_line(OWN.sub("", html)) for name, html in self.parts.items()}
        return about, on_one_line(OWN.sub("", self.layout)).strip(), parts


class _Places(HTMLParser):
    """Finds the board in a page, and where each of its parts begins and ends."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.about: dict[str, str] = {}
        self.hashes: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}
        self.inside = (0, 0)
        self._lines = [0, *accumulate(len(line) for line in html.splitlines(keepends=True))]
        self._open: list[tuple[str | None, int]] = []
        self.feed(html)

    @property
    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where the inside of a place begins."""
        if tag != "div":
            return
        given = {name: value or "" for name, value in attrs}
        name = given.get("data-part")
        if given.get("id") == "shown":
            name = "the board"
            self.about = {one.removeprefix("data-"): value for one, value in given.items() if one.startswith("data-")}
        elif name is not None:
            self.hashes[name] = given["data-hash"]
        self._open.append((name, self._at + len(self.get_starttag_text() or "")))

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        if tag != "div":
            return
        name, begin = self._open.pop()
        if name == "the board":
            self.inside = begin, self._at
        elif name is not None:
            self.places[name] = begin, self._at


def shown_in(html: str) -> Shown:
    """The board of a page."""
    html = html.replace("\r", "")
    found = _Places(html)
    begin, end = found.inside
    layout = html[begin:end]
    for first, last in sorted(found.places.values(), reverse=True):
        layout = layout[: first - begin] + layout[last - begin :]
    for known in found.hashes.values():
        layout = layout.replace(f' data-hash="{known}"', "")
    parts = {name: html[first:last] for name, (first, last) in found.places.items()}
    return Shown(found.about, layout, parts, found.hashes)


def preview(browser: Browser, address: str, form: Form, untouched: str | None = None) -> str:
    """The page with what is tapped. A script, which puts what it is told into the untouched page, comes to the same."""
    page = browser.post(f"{address}/preview", form)
    assert page.status_code == 200, page.get_data(as_text=True)
    told = browser.post(f"{address}/preview", form, headers=SCRIPT)
    assert (told.status_code, told.mimetype) == (200, "application/json")
    before = shown_in(untouched if untouched is not None else browser.get(address).get_data(as_text=True))
    html = page.get_data(as_text=True)
    assert before.put(told.get_json()).unchecked == shown_in(html).unchecked
    return html


class Tapping:
    """Browsers at one board: what each has tapped stands on the page it is at, until something is recorded.

    One with a script remembers how somebody enters: what was tapped under a name with an underscore.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.has_script = False
        self._pages: dict[Browser, str] = {}
        self._ways: dict[Browser, Form] = {}

    def page(self, browser: Browser) -> str:
        """The page that this browser is at; the board as it stands now if it has tapped nothing."""
        ways = self._ways.get(browser)
        if browser not in self._pages and ways and self.has_script:
            return preview(browser, self.address, ways)
        return self._pages.get(browser) or browser.get(self.address).get_data(as_text=True)

    def tap(self, browser: Browser, form: Form, tapped: str = "") -> str:
        """The page after the button of this name, which records nothing: the whole form goes along."""
        ways = self._ways.setdefault(browser, {})
        if tapped.startswith("_"):
            ways[tapped] = form[tapped]
        self._pages[browser] = preview(browser, self.address, {**(ways if self.has_script else {}), **form})
        return self._pages[browser]

    def go_on(self) -> None:
        """Something was recorded: everybody looks again."""
        self._pages.clear()
