"""What `docs/recovery.md` says is to be done is done here, step by step, and brings back what it says."""

import shutil
import signal
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conformance.playing import PACKAGES, golden
from tests.strength.loaded import Loaded
from tests.strength.owners import Owner, ask
from tests.strength.server import Server

Files = dict[str, bytes]
PLAYERS = ["Ana", "Ben", "Cleo", "Dora", "Emil", "Fay"]


@dataclass(frozen=True)
class Evening:
    """A table: its code, its tokens, and its matches."""

    code: str
    host: str
    seats: tuple[str, ...]
    matches: tuple[str, ...]


def begin(server: Server, package: str) -> Evening:
    """A table just opened, for as many as play in the course of this game."""
    opened = ask(server.url, "/tables", {"players": PLAYERS[: golden(package)[0]["players"]]})
    return Evening(opened["table"], opened["host_token"], tuple(seat["token"] for seat in opened["seats"]), ())


def play(server: Server, evening: Evening, package: str, moves: int | None = None) -> Evening:
    """The evening with a match more, played from the first move to the last, or only so far."""
    course = golden(package)[0]
    asked = {"game": PACKAGES[package].slug, "options": course["options"]}
    match_id: str = ask(server.url, f"/tables/{evening.code}/matches", asked, evening.host)["match"]
    for move in course["moves"][:moves]:
        entry = {"move": move, "anyway": course.get("anyway", False)}
        ask(server.url, f"/matches/{match_id}/moves", entry, evening.host)
    return replace(evening, matches=(*evening.matches, match_id))


@dataclass(frozen=True)
class Place:
    """A server with two evenings on it, its owner, and the complete file of each match as it was while all was well."""

    server: Server
    owner: Owner
    first: Evening
    second: Evening
    files: Files


def file_of(owner: Owner, match_id: str) -> bytes:
    return owner.file(f"/m/{match_id}/match.json")


def files_of(owner: Owner, matches: Iterable[str]) -> Files:
    return {match_id: file_of(owner, match_id) for match_id in matches}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory, loaded: Loaded) -> Place:
    """Two evenings: one of two whole matches, one of a whole match and one under way that hides nothing; the server stopped."""
    with Server(tmp_path_factory.mktemp("before") / "data", loaded=loaded) as server:
        first = play(server, play(server, begin(server, "land_unter"), "land_unter"), "land_unter")
        second = play(server, play(server, begin(server, "down_under"), "down_under"), "down_under", 5)
        owner = Owner(server)
        files = files_of(owner, first.matches + second.matches)
        assert server.kill(signal.SIGTERM) == 0
    return Place(server, owner, first, second, files)


@pytest.fixture
def place(tmp_path: Path, loaded: Loaded, before: Place) -> Iterator[Place]:
    """The same, on a server of its own."""
    shutil.copytree(before.server.data, tmp_path / "data")
    with Server(tmp_path / "data", loaded=loaded) as server:
        yield replace(before, server=server, owner=Owner(server))


def stop_and_damage(place: Place, match_id: str) -> None:
    """Stop the server; then an entry of this match is no longer what was written."""
    assert place.server.kill(signal.SIGTERM) == 0
    file = place.server.file
    with closing(sqlite3.connect(file)) as database:
        (written,) = database.execute("SELECT hash FROM journal WHERE match_id = ? AND seq = 2", (match_id,)).fetchone()
    content = file.read_bytes()
    assert written.encode() in content
    file.write_bytes(content.replace(written.encode(), b"0" * len(written), 1))


def test_without_a_backup_what_is_whole_is_got_back_from_its_files(
    tmp_path: Path, loaded: Loaded, place: Place
) -> None:
    sound, broken = place.second.matches
    stop_and_damage(place, broken)
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    with Server(tmp_path / "copy", loaded=loaded) as server:
        owner = Owner(server)
        status, page = owner.get(f"/m/{broken}")
        assert (status, "can’t be opened" in page) == (410, True)
        whole = [*place.first.matches, sound]
        table = f"/t/{place.second.code}"
        looks = [
            "/owner",
            "/history",
            table,
            f"{table}/host",
            f"{table}/evening",
            *(f"/m/{match_id}" for match_id in whole),
        ]
        assert {path: owner.get(path)[0] for path in looks} == dict.fromkeys(looks, 200)
        assert len(play(server, place.second, "down_under", 1).matches) == 3  # and the next match can be begun there
        assert "/evening.json" in owner.get(f"/t/{place.first.code}/evening")[1]
        assert "/match.json" in owner.get(f"/m/{sound}/result")[1]
        files = [owner.file(f"/t/{one.code}/evening.json") for one in (place.first, place.second)]
    with Server(tmp_path / "new", loaded=loaded) as server:
        owner = Owner(server)
        for file in files:
            owner.take_in(file)
        assert files_of(owner, whole) == {match_id: place.files[match_id] for match_id in whole}
