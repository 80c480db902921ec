"""A match of Land Unter as one browser sees it."""

from __future__ import annotations

import re
from typing import Any

from werkzeug.test import TestResponse

from tests.web.people import Browser
from tests.web.playing import Playing
from tests.web.tapping import Form, preview


class Game(Playing):
    """A match of Land Unter as one browser sees it."""

    slug = "land-unter"
    usual = 5

    def enter(self, kind: str, *, version: int | None = None, by: Browser | None = None, **fields: Any) -> TestResponse:
        """The answer to an entry; `cards_0` stands for the field cards.0."""
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        form["version"] = self.version if version is None else version
        return (by or self.host).post(f"/m/{self.match_id}/moves", {"kind": kind, **form})

    def count(self, *rings: int) -> Game:
        """Enters the rings of every seat."""
        for seat, number in enumerate(rings):
            assert self.enter("count_rings", seat=seat, rings=number, anyway="true").status_code == 303
        return self

    def trick(self, levels: tuple[int, int], highest: int, second: int, **more: Any) -> TestResponse:
        return self.enter("trick", levels=[*levels], highest=highest, second=second, **more)

    def tap(self, kind: str, *, by: Browser | None = None, **fields: Any) -> str:
        """The page with what is tapped so far."""
        form: Form = {re.sub(r"^cards_(\d)$", r"cards.\1", name): value for name, value in fields.items()}
        return preview(by or self.host, f"/m/{self.match_id}", {"kind": kind, "version": self.version, **form})


def is_tapped(page: str, name: str, value: object) -> bool:
    """Whether a tap stands in the form of a page."""
    found = re.findall(rf'<input type="(?:radio|checkbox)" name="{re.escape(name)}" value="{value}"[^>]*>', page)
    assert found, f"{name}={value} cannot be tapped"
    return any(" checked" in tag for tag in found)
