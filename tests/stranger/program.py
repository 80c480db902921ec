"""The same evening over the JSON interface: tables, matches, states, files."""

from __future__ import annotations

import csv
import random
from typing import Any

from playwright.sync_api import Browser

from tests.e2e.evening import ask
from tests.e2e.stage import Server, phone_context
from tests.games.playthrough import Moves

Json = dict[str, Any]


class Program:
    """Somebody's script, which knows the interface and no game; `token` where it may do more than look."""

    def __init__(self, server: Server, token: str = "") -> None:
        self.server, self.token = server, token
        self.games: list[Json] = self.ask("GET", "/games")[1]
        """Every game that there is."""

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, Any]:
        """The status and the answer: what was read of JSON, else the text."""
        answer = ask(self.server.port, method, f"/api/v1{path}", body, token or self.token)
        text = answer.body.decode()
        assert answer.status < 500, (method, path, answer.status, text[:300])
        return answer.status, answer.json if text and "json" in answer.headers["content-type"] else text

    def begin(self, table: Json, game: Json, options: Json, size: int, rng: random.Random) -> str | None:
        """The id of a match of so many with these options, or with the usual ones where they cannot be combined; None if
        somebody of them has gone home, which the interface does not tell before.
        """
        chosen = sorted(rng.sample(range(len(table["seats"])), size))
        for wanted in (options, {}):
            body = {"game": game["game"], "options": wanted, "seats": chosen}
            status, match = self.ask("POST", f"/tables/{table['table']}/matches", body, table["host_token"])
            if status == 201:
                return str(match["match"])
            if match.get("field") == "seats":
                return None
        raise AssertionError(match)

    def further(self, match_id: str, moves: Moves, token: str) -> int:
        """Enter these for everybody, up to the first that is refused: how many stand."""
        for done, move in enumerate(moves):
            if self.ask("POST", f"/matches/{match_id}/moves", {"move": move, "anyway": True}, token)[0] >= 400:
                return done
        return len(moves)

    def state(self, match_id: str) -> Json:
        return self.ask("GET", f"/matches/{match_id}")[1]

    def scores(self, match_id: str, token: str) -> list[tuple[str, str]]:
        rows = csv.DictReader(str(self.ask("GET", f"/matches/{match_id}/export.csv", token=token)[1]).splitlines())
        return [(row["player"].lstrip("'"), row["score"]) for row in rows]

    def filed(self, table: Json) -> Json:
        """The file of an evening, with the matches that go to another device: those whose record the host may have."""
        code, evening = self.ask("GET", f"/tables/{table['table']}/export.json", token=table["host_token"])
        assert code == 200, evening
        whole = [one for one in evening["matches"] if one["record"] is not None]
        lost = [one for one in evening["matches"] if one["record"] is None and not self._hides(one, table)]
        assert not lost, [f"{one['game']} {one['match']} without its record" for one in lost]
        return evening | {"matches": whole}

    def ended(self, table: Json) -> dict[str, str]:
        return {
            one["match"]: one["ended"] for one in self.ask("GET", f"/tables/{table['table']}/evening")[1]["matches"]
        }

    def _hides(self, filed: Json, table: Json) -> bool:
        """Whether somebody at the table may see more of the match than its host: as long as it is not over."""
        path = f"/matches/{filed['match']}/export.json"
        told = (self.ask("GET", path, token=seat["token"])[1]["journal"] for seat in table["seats"])
        return filed["state"]["winners"] is None and any(one != filed["journal"] for one in told)


def owner_token(browser: Browser, server: Server) -> str:
    """What the device's owner shows, who has opened the link that the app printed."""
    context = phone_context(browser, base_url=server.url)
    page = context.new_page()
    token = server.find(r"/owner/(\S+)")
    page.goto(f"/owner/{token}")
    page.locator(".foot .btn.main").tap()
    page.wait_for_url(f"{server.url}/")
    [token] = [str(one.get("value")) for one in context.cookies() if one.get("name") == "device"]
    context.close()
    return token
