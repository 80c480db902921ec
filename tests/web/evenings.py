"""A table of four, its host and a guest, and what they do in an evening."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Flask

from companion.web.app.services import Services
from tests.conformance.playing import PACKAGES
from tests.games.english import NAMES
from tests.games.land_unter.playthroughs import golden
from tests.games.playthrough import Playthrough
from tests.there import there
from tests.web.people import Browser, open_table, sit, start_match
from tests.web.reading import by_name, page_of

Trick = tuple[Sequence[int], int, int]


@dataclass(frozen=True)
class Table:
    """A table of four with its host and a guest."""

    app: Flask
    code: str
    host: Browser
    ben: Browser

    @property
    def services(self) -> Services:
        return self.app.extensions["tableside"]

    def page(self, path: str, browser: Browser | None = None) -> str:
        return (browser or self.host).page(f"/t/{self.code}{path}")

    def post(self, path: str, form: Any = None, status: int = 303) -> str:
        """Where the host is sent after a form; the page itself where it stays."""
        return self.host.send(f"/t/{self.code}{path}", form, status)

    def begin(self, game: str, **form: Any) -> str:
        return start_match(self.host, self.code, game, **form)

    def start_by_the_form(self, slug: str) -> str:
        """The id of a match begun with what the form proposes: one tap for the form, one to begin."""
        asked = by_name(page_of(self.page(f"/new/{slug}")).sent())
        return there(re.search(r"/m/([^/]+)$", self.post("/matches", asked)))[1]

    def lay_a_tile(self, match_id: str) -> None:
        own = ("red", "yellow", "green", "blue")[self.seats(match_id)[0]]
        tile = {"x": 0, "y": 0, "kind": "straight", "colour": own, "turn": 0}
        self.host.enter(match_id, {"kind": "lay", "seat": 0, "tile": tile})

    def seats(self, match_id: str) -> tuple[int, ...]:
        return self.services.matches.snapshot(match_id, self.services.tables.caller(None)).match.seats


class Evening:
    """Ana hosts, Ben has a phone, the others none, and somebody looks on; a match of Land Unter with these tricks entered."""

    def __init__(self, app: Flask, *tricks: Trick, rings: Sequence[int] = (5, 5, 5)) -> None:
        self.app = app
        self.host, self.stranger = Browser(app), Browser(app)
        self.code = open_table(self.host, *NAMES[: len(rings)])
        self.ben = sit(Browser(app), self.code, 1)
        self.match_id = start_match(self.host, self.code, "land-unter")
        self.path = f"/m/{self.match_id}"
        for seat, count in enumerate(rings):
            self.enter(kind="count_rings", seat=seat, rings=count)
        for trick in tricks:
            self.trick(*trick)

    def enter(self, **form: Any) -> None:
        self.host.send(f"{self.path}/moves", {**form, "anyway": "true"})

    def trick(self, levels: Sequence[int], highest: int, second: int) -> None:
        self.enter(kind="trick", levels=[*levels], highest=highest, second=second)

    def page(self, browser: Browser, path: str = "") -> str:
        return browser.page(f"{self.path}/{path}".rstrip("/"))

    def read(self, path: str = "") -> Any:
        return self.stranger.get(f"/api/v1/matches/{self.match_id}{path}").get_json()


def played(
    host: Browser, package: str, whole: Playthrough, upto: int | None = None, names: Sequence[str] = ()
) -> tuple[str, str]:
    """The code of a table at which so many moves of a game were entered, and the id of the match."""
    code = open_table(host, *(names or NAMES[: whole["players"]]))
    match_id = start_match(host, code, PACKAGES[package].slug, **options_of(whole))
    host.enter(match_id, *whole["moves"][:upto])
    return code, match_id


def begun(app: Flask, *rounds: tuple[int, ...]) -> tuple[Browser, str, str]:
    """A host at a match of three rounds of points between three, after these; the table and the match."""
    host = Browser(app)
    code = open_table(host, *NAMES[:3])
    match_id = start_match(host, code, "points", rounds="3")
    host.enter(match_id, *({"kind": "score", "points": [*brought]} for brought in rounds))
    return host, code, match_id


def whole_game(players: int) -> Playthrough:
    return next(one for one in golden() if one["players"] == players)


def options_of(whole: Playthrough) -> dict[str, str]:
    return {name: str(value).lower() for name, value in whole["options"].items()}
