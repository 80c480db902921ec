"""The pages of a match of Limits: the judge, whole games, the box, and who is told nothing."""

from __future__ import annotations

import re

from flask import Flask

from tests.web.playing_limits import CARD, Game

# Whole games, and the page of the box


def test_the_box_is_mended_added_to_and_taken_along(app: Flask) -> None:
    game = Game(app).begun()
    host = game.host
    other = {**CARD, "red": "9"}
    mend = host.get("/box/limits?at=0").get_data(as_text=True)
    found = re.search(r'name="old" value="([^"]+)">\s*<div class="limit">', mend)
    assert found
    old = found[1].replace("&#34;", '"')
    assert host.post("/box/limits", {"old": old, **other}).status_code == 303
    assert host.post("/box/limits", {**CARD, "violet": "7"}).status_code == 303
    kept = host.get("/box/limits/export.json").get_json()
    assert kept["cards"] == [
        {"red": 9, "yellow": 2, "green": 3, "blue": "X", "violet": 0},
        {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 7},
    ]
    assert host.post("/box/limits/forget", {"old": old.replace('"red": 1', '"red": 9')}).status_code == 303
    assert len(host.get("/box/limits/export.json").get_json()["cards"]) == 1


# Secrets
