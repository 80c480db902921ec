"""The data folders that earlier versions left behind, and an app over one of them."""

import json
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Final

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.live import InProcessLive
from companion.store import Grant, Store, ready_copy, sealed, token_hash
from companion.web.app.device import TOKEN_COOKIE
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app

HERE: Final = Path(__file__).parent
FOLDERS: Final = sorted(HERE.glob("*.tar.xz"), key=lambda path: path.stat().st_size)
OWNER: Final = "whoever owns this device"
WAITS: Final = ("stream", "<token>", "/static/", "/owner/backup", "/owner/copies", "/owner/restore")
"""Addresses that end in a stream, need a secret, or are a file of bytes."""


@dataclass(frozen=True)
class Old:
    """A folder as it was packed: what the commit that made it said of each match, and the files it gave.

    `files` are those of matches, by their ids, `evenings` those of tables, by their codes.
    """

    matches: tuple[dict[str, Any], ...]
    files: Mapping[str, dict[str, Any]]
    evenings: Mapping[str, dict[str, Any]]
    records: Path

    @property
    def tables(self) -> list[str]:
        return [*dict.fromkeys(one["table"] for one in self.matches)]


def unpacked(packed: Path, folder: Path) -> Old:
    """What an earlier version left behind, laid out in a folder."""
    with tarfile.open(packed) as tar:
        tar.extractall(folder, filter="data")
    said = json.loads((folder / "said.json").read_bytes())
    files = {path.stem: json.loads(path.read_bytes()) for path in folder.glob("*.json") if path.stem != "said"}
    codes = [name for name in files if name.startswith("evening-")]
    evenings = {name.removeprefix("evening-"): files.pop(name) for name in codes}
    return Old(tuple(said["matches"]), files, evenings, folder / "tableside.sqlite")


@contextmanager
def opened(old: Old, target: str) -> Iterator[Store]:
    """The records where today's version keeps them: a file that is found there, or a copy that is restored into a server."""
    if "://" not in target:
        shutil.copy(old.records, target)
        with Store.open(target) as store:
            yield store
        return
    ready_copy(old.records)
    with sealed(old.records) as copy, Store.open(target) as store:
        store.replace_with(copy, old.records.with_name("kept.sqlite"))
        yield store


class Device:
    """The browser of the owner, who hosts every table there is. All have one app, each over records of its own."""

    _apps: ClassVar[list[Flask]] = []

    def __init__(self, store: Store, folder: Path, tables: list[str]) -> None:
        settings, live = Settings(("localhost",), folder=folder), InProcessLive()
        if not self._apps:
            self._apps.append(create_app(store, live, settings))
        self._services = Services(store, live, settings)
        now, token = datetime.now(UTC), token_hash(OWNER)
        found = [store.tables.by_code(code) for code in tables]
        hosts = [Grant(token, "host", "device", now, table.id) for table in found if table is not None]
        store.grants.add(Grant(token, "owner", "device", now), *hosts)

    @property
    def app(self) -> Flask:
        self._apps[0].extensions["tableside"] = self._services
        return self._apps[0]

    @property
    def client(self) -> FlaskClient:
        client = self.app.test_client()
        client.set_cookie(TOKEN_COOKIE, OWNER)
        return client

    def get(self, path: str) -> TestResponse:
        return self.client.get(path)

    def bring(self, file: dict[str, Any], status: int = 201) -> None:
        """Give the owner the file of a match or of an evening, which is answered by this status."""
        answer = self.client.post("/api/v1/import", json=file, headers={"Authorization": f"Bearer {OWNER}"})
        assert answer.status_code == status, answer.get_data(as_text=True)

    def said_of(self, match_id: str) -> dict[str, Any]:
        """What the interface says of a match: how far it is, and what it came to."""
        told = self.get(f"/api/v1/matches/{match_id}").get_json()
        state = told["state"]
        scores = [one.get("score") for one in state["seats"]]
        found = {"scores": scores, "winners": state.get("winners"), "phase": state.get("phase")}
        return {"version": told["version"], **found, "stopped": state.get("stopped_at")}

    def addresses(self, **known: str | int) -> list[str]:
        """Every address that shows something and needs these values, and no others."""
        found = []
        for rule in self.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()) and set(known) & rule.arguments == rule.arguments:
                built = rule.build({name: known[name] for name in rule.arguments})
                if built is not None and not any(one in rule.rule for one in WAITS):
                    found.append(built[1])
        return found
