"""A match as the browsers at its table see it, whatever its game is."""

from html import unescape
from typing import ClassVar

from flask import Flask

from companion.web.app.services import Services
from tests.games.english import NAMES
from tests.web.people import Browser, open_table, start_match
from tests.web.tapping import Tapping


class Playing:
    """A match of `slug` as its host's browser sees it; of `usual` players, unless a test says otherwise."""

    slug: ClassVar[str]
    usual: ClassVar[int] = 3

    def __init__(self, app: Flask, players: int = 0, **options: str) -> None:
        self.app, self.options = app, options
        self.host = Browser(app)
        self.code = open_table(self.host, *NAMES[: players or self.usual])
        self.match_id = start_match(self.host, self.code, self.slug, **options)

    def page(self, browser: Browser | None = None) -> str:
        return (browser or self.host).get(f"/m/{self.match_id}").text

    @property
    def version(self) -> int:
        services: Services = self.app.extensions["tableside"]
        return services.store.journal.version(self.match_id)


class Tapped(Playing):
    """The same, with what browsers have tapped on the board."""

    def __init__(self, app: Flask, players: int = 0, **options: str) -> None:
        super().__init__(app, players, **options)
        self.tapping = Tapping(f"/m/{self.match_id}")

    def page(self, browser: Browser | None = None) -> str:
        return unescape(self.tapping.page(browser or self.host))
