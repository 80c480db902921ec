"""Makes the data folder of an earlier commit: that commit's own server, its own games, its own answers.

git worktree add /tmp/tree COMMIT
PYTHONPATH=/tmp/tree .venv/bin/python tests/old_data/make.py /tmp/tree tests/old_data/NAME.tar.xz

It starts the command of that tree, opens a table for each way to play, sends the moves of that tree's own playthroughs to
its JSON interface, and packs what it left behind: the records, the files of its evenings, and what it said of each match.
"""

import contextlib
import importlib
import io
import json
import random
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Collection
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import Any

NAMES = ["Cara", "Ana", "Íñigo", "Jean-Baptiste", "Wilhelmina-Charlotte", "Zoë", "Élodie", "Ben"]
KEYS = count()


class Server:
    """A Tableside of that tree, spoken to as scripts do."""

    def __init__(self, tree: Path, data: Path) -> None:
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://localhost:{port}"
        command = [
            sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--data", str(data), "--no-browser",
        ]  # fmt: skip
        self.process = subprocess.Popen(command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.base}/api/v1/games")
                return
            time.sleep(0.1)
        self.process.kill()
        raise SystemExit("it does not start")

    def ask(self, path: str, headers: dict[str, str], sent: bytes | None, *, may_fail: Collection[int] = ()) -> bytes:
        """The answer; nothing where it has one of these statuses, as where that commit had no such address."""
        request = urllib.request.Request(f"{self.base}{path}", sent, headers)
        try:
            return urllib.request.urlopen(request, timeout=60).read()
        except urllib.error.HTTPError as error:
            if error.code in may_fail:
                return b""
            raise SystemExit(f"{path}: {error.code} {error.read().decode()} for {sent!r}") from error

    def get(self, path: str, token: str = "") -> bytes:
        return self.ask(f"/api/v1{path}", _bearer(token), None, may_fail=[HTTPStatus.NOT_FOUND])

    def page(self, path: str, token: str, form: dict[str, str] | None = None) -> bytes:
        """A page or a file, as the browser with this token is shown it."""
        sent = None if form is None else urllib.parse.urlencode(form).encode()
        headers = {"Cookie": f"device={token}", "Origin": self.base}
        return self.ask(path, headers, sent, may_fail=[HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT])

    def post(self, path: str, token: str, body: Any, *, may_fail: bool = False) -> Any:
        headers = {"Content-Type": "application/json", **_bearer(token)}
        refusals = range(400, 600) if may_fail else ()
        return json.loads(self.ask(f"/api/v1{path}", headers, json.dumps(body).encode(), may_fail=refusals) or "null")


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


class Play:
    """A match on a table, entered by the seats and the host in turn."""

    def __init__(self, server: Server, table: dict[str, Any], game: str, options: Any, players: int) -> None:
        self.server, self.table = server, table
        wish = {"game": game, "options": options, "seats": [*range(players)]}
        match_id = table.get("match")
        self.match_id = match_id or server.post(f"/tables/{table['table']}/matches", table["host_token"], wish)["match"]

    def step(self, what: str, *, may_fail: bool = False, **body: Any) -> Any:
        body.setdefault("key", f"key-{next(KEYS)}")
        return self.server.post(f"/matches/{self.match_id}/{what}", self.table["host_token"], body, may_fail=may_fail)

    def moves(self, moves: list[dict[str, Any]]) -> None:
        for move in moves:
            self.step("moves", move=move, anyway=True)

    def correct(self, moves: list[dict[str, Any]]) -> None:
        """Put what another entry said of the same kind in the place of one, wherever the rules let it stand."""
        tried = [
            (index, other)
            for index, one in enumerate(moves)
            for other in moves
            if one != other and (one["kind"], one.get("seat")) == (other["kind"], other.get("seat"))
        ]
        for index, other in sorted(tried, key=lambda one: (-one[0], str(one[1])))[:200]:
            body = {"index": index, "move": other, "anyway": True, "confirm": True}
            if self.step("amend", may_fail=True, preview=True, **body) and self.step("amend", may_fail=True, **body):
                return


def play_all(server: Server, package: str, slug: str) -> list[dict[str, Any]]:
    """The tables at which every fate of a match was played: whole, half, corrected, contested and broken off."""
    playthroughs = importlib.import_module(f"tests.games.{package}.playthroughs")
    golden = min(playthroughs.golden(), key=lambda one: len(one["moves"]))
    whole, options, players = golden["moves"], golden["options"], golden["players"]
    drawn = [playthroughs.random_game(random.Random(f"old data {seed}")) for seed in range(12)]
    size, others, drawn_moves = min(drawn, key=lambda one: len(one[2]))
    table = _table(server, players)
    Play(server, table, slug, options, players).moves(whole)
    corrected = Play(server, table, slug, options, players)
    half = whole[: max(2, 2 * len(whole) // 3)]
    corrected.moves(half)
    corrected.correct(half)
    corrected.step("undo", confirm=True)
    corrected.step("redo")
    corrected.step("contest", may_fail=True, index=0, reason="entry", remark="Es war anders, sagt Zoë")
    elsewhere = _table(server, size)
    left = Play(server, elsewhere, slug, others, size)
    left.moves(drawn_moves[: max(2, len(drawn_moves) // 4)])
    left.step("undo", confirm=True)
    left.step("abandon", may_fail=True)
    Play(server, elsewhere, slug, others, size).moves(drawn_moves[: max(2, 2 * len(drawn_moves) // 3)])
    return [table, elsewhere]


def play_own(server: Server, records: Path) -> dict[str, Any]:
    """A table with chosen colours and signs, at which a game of its own was defined, played, corrected and defined anew."""
    table = _table(server, 2)
    code, host = table["table"], table["host_token"]
    for seat in range(3):
        server.page(f"/t/{code}/seats/{seat}/face", host, {"colour": str(seat + 2), "sign": str(5 - seat)})
    form = {
        "name": "Schwimmen", "writes": "points", "wins": "fewest", "ends": "target", "at_target": "100",
        "dealer": "on",
    }  # fmt: skip
    for name in ("Schwimmen", "Schwimmen zu Hause"):
        [*_, (known,)] = [("",), *_rows(records, "SELECT id FROM definitions")]
        server.page(f"/t/{code}/another", host, {**form, "name": name, "of": known})
        [*_, (match_id,)] = _rows(records, "SELECT id FROM matches ORDER BY opened_at")
        play = Play(server, {**table, "match": match_id}, "", None, 0)
        play.step("moves", move={"kind": "dealer", "seat": 1})
        play.moves([{"kind": "points", "points": {str(seat): 7 * seat + at for seat in range(3)}} for at in range(4)])
        changed = {"kind": "points", "points": {"0": 3, "1": 0, "2": 40}}
        play.step("amend", index=2, move=changed, anyway=True, confirm=True)
    return table


LAST_LEFT = {"name": "Zuletzt", "writes": "points", "wins": "last", "ends": "target", "at": 30, "dealer": True}
SIDES = {"name": "Zwei Seiten", "writes": "points", "teams": True, "team_count": 2}
WONDERS = {
    "name": "Nachbarn",
    "writes": "pad",
    "rows": [
        {"name": "Schilde"},
        {"name": "Kriege", "kind": "ranking", "values": [3, -1], "ties": "none", "neighbours": True},
    ],
}

SPOKEN = {
    "name": "Ansagen",
    "said": {"en": "Bids", "fr": "Annonces"},
    "writes": "pad",
    "rows": [{"name": "Bid", "said": {"de": "Ansage", "fr": "Annonce"}}, {"name": "Tricks", "said": {"de": "Stiche"}}],
}


def play_pads(server: Server, records: Path) -> list[dict[str, Any]]:
    """Tables with games of their own: twenty at a pad that looks at neighbours, the last one left, names in languages, guests."""
    many, few, sides = _table(server, 19), _table(server, 4), _table(server, 5)
    for written in (20, 11):
        pad = Play(server, many, "own-game", {"sheet": json.dumps(WONDERS)}, 20)
        cells = [{str(seat): {"0": seat, "1": 7 * seat % 13}} for seat in range(written)]
        pad.moves([{"kind": "pad", "cells": one, "seat": seat} for seat, one in enumerate(cells)])
    whole = Play(server, few, "own-game", {"sheet": json.dumps(LAST_LEFT)}, 4)
    whole.moves([{"kind": "dealer", "seat": 2}])
    whole.moves(
        [{"kind": "points", "points": {str(seat): 11 * seat + at for seat in range(4 - at)}} for at in range(3)]
    )
    spoken = Play(server, few, "own-game", {"sheet": json.dumps(SPOKEN)}, 4)
    spoken.moves([{"kind": "pad", "cells": {str(seat): {"0": seat, "1": 2}}, "seat": seat} for seat in range(3)])
    _join(server, records, few, Play(server, few, "own-game", {"sheet": json.dumps(LAST_LEFT)}, 4), [0, 1, 2, 3])
    _join(server, records, sides, Play(server, sides, "own-game", {"sheet": json.dumps(SIDES)}, 5), [0, 1])
    return [many, few, sides]


def _join(server: Server, records: Path, table: dict[str, Any], play: Play, sides: list[int]) -> None:
    """A whole round and half of another, in the middle of which who sits next joins."""
    play.step("moves", may_fail=True, move={"kind": "dealer", "seat": 1})
    play.moves([{"kind": "points", "points": {str(seat): 3 + seat for seat in sides}}])
    play.moves([{"kind": "points", "points": {"1": 4}, "seat": 1}])
    [(seats,)] = _rows(records, f"SELECT seats FROM matches WHERE id = '{play.match_id}'")
    form = {"seat": str(len(json.loads(seats))), "start": "zero"}
    server.page(f"/t/{table['table']}/another/people/{play.match_id}", table["host_token"], form)
    [*_, (match_id,)] = _rows(records, "SELECT id FROM matches ORDER BY opened_at")
    if match_id == play.match_id:
        raise SystemExit("nobody joined")
    Play(server, {**table, "match": match_id}, "", None, 0).moves([{"kind": "points", "points": {"0": 6}, "seat": 0}])


def begin_tiles(server: Server) -> tuple[dict[str, Any], Play, list[dict[str, Any]]]:
    """A table at which tiles are laid, and the moves of that tree's longest game."""
    playthroughs = importlib.import_module("tests.games.down_under.playthroughs")
    golden = max(playthroughs.golden(), key=lambda one: len(one["moves"]))
    table = _table(server, golden["players"])
    return table, Play(server, table, "down-under", golden["options"], golden["players"]), golden["moves"]


def play_taken_away(server: Server) -> dict[str, Any]:
    """A table at which a tile that was laid long ago is taken away alone, by a correction."""
    table, play, moves = begin_tiles(server)
    half = moves[: 2 * len(moves) // 3]
    play.moves(half)
    for index in reversed([at for at, move in enumerate(half) if move["kind"] == "lay"][:-1]):
        body = {"index": index, "move": {**half[index], "taken_away": True}, "anyway": True, "confirm": True}
        if play.step("amend", may_fail=True, **body):
            return table
    raise SystemExit("no tile can be taken away")


def play_points_corrected(server: Server) -> dict[str, Any]:
    """A table that counts the pile of Limits, puts points right while cards lie there, and goes on as that version had the turn."""
    table = _table(server, 3)
    play = Play(server, table, "limits", {}, 3)
    cards = {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 0}
    play.moves([{"kind": "start", "seat": 0}, {"kind": "limit", "numbers": cards}])
    seats = [{"points": int(not seat), "limit_cards": 0} for seat in range(3)]
    moves = [
        {"kind": "card", "seat": 0},
        {"kind": "card", "seat": 1},
        {"kind": "stand_now", "seats": seats, "starter": 0},
    ]
    for move in moves:
        play.step("moves", move=move)
    # Whose turn it was then is entered without a word, so that nothing but that version's own rule lets it stand.
    turn = json.loads(server.get(f"/matches/{play.match_id}"))["state"]["turn"]
    for seat in (turn, (turn + 1) % 3):
        play.step("moves", move={"kind": "card", "seat": seat})
    return table


def play_ended(server: Server) -> dict[str, Any]:
    """A table that ended a game of tiles before its time."""
    table, play, moves = begin_tiles(server)
    play.moves(moves[: len(moves) // 2])
    play.step("moves", move={"kind": "stand_now", "turn": 0, "done": [], "ends": True}, anyway=True)
    return table


def _rows(records: Path, statement: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(records)) as file:
        return file.execute(statement).fetchall()


def _table(server: Server, players: int) -> dict[str, Any]:
    names = [*NAMES, *(f"Gast {number}" for number in range(players))][: players + 1]
    return server.post("/tables", "", {"players": names, "name": "Old times"})


def said(server: Server, file: Path) -> list[dict[str, Any]]:
    """What this commit says of each match, in the order they were begun."""
    found = []
    for match_id, game, code in _rows(
        file,
        "SELECT matches.id, game, code FROM matches JOIN tables ON table_id = tables.id ORDER BY matches.opened_at",
    ):
        seen = json.loads(server.get(f"/matches/{match_id}"))
        evening = json.loads(server.get(f"/tables/{code}/evening") or "{}")
        ranks = [one.get("places") for one in evening.get("matches", ()) if one["match"] == match_id]
        state = seen["state"]
        scores = [one.get("score") for one in state["seats"]]
        told = {"scores": scores, "winners": state.get("winners"), "phase": state.get("phase")}
        found.append(
            {"match": match_id, "game": game, "table": code, "version": seen["version"], **told, "places": ranks}
        )
    return found


def main(tree: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        server = Server(tree, data)
        try:
            tables = []
            slugs = [one["game"] for one in json.loads(server.get("/games"))]
            for slug in slugs:
                with contextlib.suppress(ModuleNotFoundError):
                    tables += play_all(server, slug.replace("-", "_"), slug)
            if "own-game" in slugs:
                tables.append(play_own(server, data / "tableside.sqlite"))
                tables += play_pads(server, data / "tableside.sqlite")
                tables += [play_taken_away(server), play_ended(server), play_points_corrected(server)]
            expected = {"matches": said(server, data / "tableside.sqlite")}
            hosts = {one["table"]: one["host_token"] for one in tables}
            files = {
                f"{one['match']}.json": server.get(f"/matches/{one['match']}/export.json", hosts[one["table"]])
                for one in expected["matches"]
                if one["winners"]
            }
            files |= {
                f"evening-{code}.json": server.page(f"/t/{code}/evening.json", host) for code, host in hosts.items()
            }
        finally:
            server.process.terminate()
            server.process.wait()
        with contextlib.closing(sqlite3.connect(data / "tableside.sqlite")) as records:
            records.execute("PRAGMA journal_mode = DELETE")
            records.execute("VACUUM")
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True, check=True)
        files |= {"said.json": json.dumps({"commit": commit.stdout.strip(), **expected}, indent=1).encode()}
        files |= {"tableside.sqlite": (data / "tableside.sqlite").read_bytes()}
        pack(files, target)


def pack(files: dict[str, bytes], target: Path) -> None:
    with tarfile.open(target, "w:xz", preset=9) as packed:
        for name, content in sorted(files.items()):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            if content:
                packed.addfile(info, io.BytesIO(content))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
