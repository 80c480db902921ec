"""One golden match of each game as its host and an onlooker are shown it, and a page of it in another language."""

import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Settings
from companion.web.create_app import create_app
from tests.conformance.playing import PACKAGES, golden
from tests.games.english import NAMES
from tests.golden.files import File
from tests.golden.normal import Lines, readable

ADDRESS: Final = "192.168.1.5"
"""In a home network that is the same wherever this runs."""
BASE: Final = f"http://{ADDRESS}:8000"
SPOKEN: Final = {"land_unter": "de", "limits": "fr", "nile": "es"}
"""In which other language the last page of a game's match is kept."""


@dataclass
class House:
    """The app, asked from outside through its addresses alone, and what of it is drawn anew in each run."""

    app: Flask
    drawn: dict[str, str] = field(default_factory=dict)

    def shown(self, match_id: str, token: str = "", language: str = "en") -> Lines:
        """The page of a match, line by line, on a device with that token."""
        device = self.app.test_client()
        if token:
            device.set_cookie("device", token, domain=ADDRESS)
        answer = device.get(f"/m/{match_id}", base_url=BASE, headers={"Accept-Language": language})
        assert answer.status_code == 200
        return readable(answer.get_data(as_text=True), self.drawn)

    def told(self, path: str, body: object = None, token: str = "") -> Any:
        headers, method = {"Authorization": f"Bearer {token}"} if token else {}, "POST" if body else "GET"
        answer = self.app.test_client().open(f"/api/v1{path}", method=method, base_url=BASE, json=body, headers=headers)
        assert answer.status_code in (200, 201), answer.get_data(as_text=True)
        return answer.json


def files_of(package: str) -> list[File]:
    """The boards after the first move of each kind in each phase, and at the end."""
    with tempfile.TemporaryDirectory() as folder, Store.open(f"{folder}/t.sqlite") as store:
        settings = Settings((ADDRESS,), listens_at=ADDRESS, folder=Path(folder))
        return _played(package, House(create_app(store, InProcessLive(), settings)))


def _played(package: str, house: House) -> list[File]:
    whole, seen = golden(package)[0], set[str]()
    host, onlooker = File(f"{package}/host"), File(f"{package}/onlooker")
    table = house.told("/tables", {"players": NAMES[: whole["players"]]})
    wish, token = {"game": PACKAGES[package].slug, "options": dict(whole["options"])}, table["host_token"]
    match_id = house.told(f"/tables/{table['table']}/matches", wish, token)["match"]
    house.drawn |= {table["table"]: "CODE", match_id: "MATCH"}
    last = shown = house.shown(match_id, token)
    host.add("at first", shown)
    for number, move in enumerate(whole["moves"], 1):
        house.told(f"/matches/{match_id}/moves", {"move": move, "anyway": True}, token)
        sort = f"{move['kind']} {house.told(f'/matches/{match_id}', token=token)['state']['phase']}"
        if sort not in seen or number == len(whole["moves"]):
            seen.add(sort)
            title = f"{number} {json.dumps(move, separators=(',', ':'))}"
            shown, last = house.shown(match_id, token), shown
            host.add(title, shown, last, "before")
            onlooker.add(title, house.shown(match_id), shown, "the host")
    if language := SPOKEN.get(package):
        said = house.shown(match_id, token, language)
        host.add(f"the same in {language}", said, shown, "in English")
    return [host, onlooker]
