"""A match of An den Ufern des Nils as browsers without a script see it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.there import there
from tests.web.people import Browser
from tests.web.playing import Playing
from tests.web.reading import elements_of
from tests.web.tapping import Form, Tapping

Pairs = list[tuple[str, str]]


class Forms:
    """The forms of a page, each as its hidden fields, ticked boxes and buttons, as a browser without a script sees them."""

    def __init__(self, page: str) -> None:
        elements = elements_of(page)
        names = {id(one): one.given.get("id", f"form{at}") for at, one in enumerate(elements) if one.tag == "form"}
        self.actions = {names[id(one)]: one.given.get("action", "") for one in elements if one.tag == "form"}
        self.fields: dict[str, Pairs] = {name: [] for name in self.actions}
        self.buttons: list[tuple[str, str, str, str | None]] = []
        for one in elements:
            form = one.given.get("form") or next((names[id(outer)] for outer in one.around if outer.tag == "form"), "")
            kind, name = one.given.get("type"), one.given.get("name", "")
            is_sent = kind == "hidden" or (kind in ("radio", "checkbox") and "checked" in one.given)
            if one.tag == "input" and is_sent:
                self.fields.setdefault(form, []).append((name, one.given.get("value", "on")))
            if one.tag == "button":
                self.buttons.append((form, name, one.given.get("value", ""), one.given.get("formaction")))


def sent(pairs: Pairs) -> Form:
    """What a form sends, by name."""
    return {one: [text for name, text in pairs if name == one] for one, _ in pairs}


class Game(Playing):
    """A match as one browser without a script sees it."""

    slug = "nile"

    def __init__(self, app: Flask, players: int = 0, **options: str) -> None:
        super().__init__(app, players, **options)
        self.tapping = Tapping(f"/m/{self.match_id}")
        self.is_on_fields = options.get("depth") == "board"

    def page(self, browser: Browser | None = None) -> str:
        """The page that a browser is at, with what it has tapped there."""
        return unescape(self.tapping.page(browser or self.host))

    def enter(self, kind: str, *, by: Browser | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry; `plants_0_seat` stands for the field plants.0.seat."""
        form = {re.sub(r"_(\d)_", r".\1.", name): value for name, value in fields.items()}
        self.tapping.go_on()
        return (by or self.host).post(f"/m/{self.match_id}/moves", {"kind": kind, "version": self.version, **form})

    def press(self, name: str, value: str, *, by: Browser | None = None) -> None:
        """Press the button of this name, whose value ends so, on the page."""
        forms = Forms(self.page(by))
        form, full, action = next(
            (form, full, action)
            for form, given, full, action in forms.buttons
            if given == name and (full == value or full.endswith("|" + value))
        )
        address, data = action or forms.actions[form], sent([*forms.fields[form], (name, full)])
        if address.endswith("/preview"):
            self.tapping.tap(by or self.host, data, name)
        else:
            self.post(address, data, by).close()

    def main(self, by: Browser | None = None) -> TestResponse:
        """The answer when the largest button is pressed."""
        page = self.page(by)
        tag = there(re.search(r'<button [^>]*class="btn main[^>]*>', page))
        forms = Forms(page)
        at = re.search(r'form="([^"]+)"', tag[0])
        form = at[1] if at else [form for form, *_ in forms.buttons][-1]
        return self.post(forms.actions[form], sent(forms.fields[form]), by)

    def post(self, address: str, data: Form, by: Browser | None = None) -> TestResponse:
        """The answer to a form that leads elsewhere."""
        self.tapping.go_on()
        return (by or self.host).post(address, data)

    def loaded(self, players: int = 3) -> Game:
        """Everybody has put flax and wheat in the boat; Ana has the pillar."""
        assert self.enter("starter", seat=0).status_code == 303
        for seat in range(players):
            assert self.enter("boat", seat=seat, plants=["flax", "wheat"]).status_code == 303
        return self

    def begun(self) -> Game:
        """Everybody has put flax and wheat in the boat, and no more is said of the fields; Ana has the pillar."""
        self.loaded()
        for seat in range(3 if self.is_on_fields else 0):
            assert self.enter("lay_first", seat=seat).status_code == 303
        return self

    def acting(self) -> Game:
        """The first tide is played; Ana acts."""
        self.begun()
        assert self.enter("tide", moved=2, arrows=0).status_code == 303
        return self

    def sold(self, column: int, *kinds: str) -> Game:
        """Ana has sold these, whatever it cost."""
        for kind in kinds:
            answer = self.enter("harvest", seat=0, plant=kind, quality=4, column=column, anyway="true")
            assert answer.status_code == 303
        return self
