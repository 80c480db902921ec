"""What is tapped on a board and not recorded yet: as a page without a script shows it, and as a script puts it together."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from tests.web.people import Browser, on_one_line
from tests.web.reading import elements_of

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


def shown_in(html: str) -> Shown:
    html = html.replace("\r", "")
    elements = elements_of(html)
    board = next(one for one in elements if one.given.get("id") == "shown")
    about = {name.removeprefix("data-"): value for name, value in board.given.items() if name.startswith("data-")}
    places = {one.given["data-part"]: one for one in elements if "data-part" in one.given}
    hashes = {name: one.given["data-hash"] for name, one in places.items()}
    layout = html[board.begin : board.end]
    for one in sorted(places.values(), key=lambda one: -one.begin):
        layout = layout[: one.begin - board.begin] + layout[one.end - board.begin :]
    for known in hashes.values():
        layout = layout.replace(f' data-hash="{known}"', "")
    return Shown(about, layout, {name: html[one.begin : one.end] for name, one in places.items()}, hashes)


def preview(browser: Browser, address: str, form: Form) -> str:
    """The page with what is tapped. A script, which puts what it is told into the untouched page, comes to the same."""
    html = browser.send(f"{address}/preview", form, 200)
    told = browser.post(f"{address}/preview", form, headers=SCRIPT)
    assert (told.status_code, told.mimetype) == (200, "application/json")
    before = shown_in(browser.page(address))
    assert before.put(told.get_json()).unchecked == shown_in(html).unchecked
    return html


class Tapping:
    """Browsers at one board: what each has tapped stands on the page it is at, until something is recorded."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pages: dict[Browser, str] = {}

    def page(self, browser: Browser) -> str:
        """The page that this browser is at; the board as it stands now if it has tapped nothing."""
        return self._pages.get(browser) or browser.page(self.address)

    def tap(self, browser: Browser, form: Form) -> None:
        """The page after a button that records nothing: the whole form goes along."""
        self._pages[browser] = preview(browser, self.address, form)

    def go_on(self) -> None:
        """Something was recorded: everybody looks again."""
        self._pages.clear()
