"""One golden match of each game as its host and an onlooker are shown it, and a page of it in another language."""

import json
import tempfile
from pathlib import Path
from typing import Final

from tests.conformance.playing import PACKAGES, golden
from tests.golden.files import File
from tests.golden.house import house, open_table

SPOKEN: Final = {"land_unter": "de", "limits": "fr", "nile": "es"}
"""In which other language the last page of a game's match is kept."""


def files_of(package: str) -> list[File]:
    """The boards after the first move of each kind in each phase, and at the end."""
    whole, seen = golden(package)[0], set[str]()
    host, onlooker = File(f"{package}/host"), File(f"{package}/onlooker")
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as here:
        table = open_table(here, whole["players"])
        match_id = table.begin(PACKAGES[package].slug, dict(whole["options"]))
        last = shown = table.host.shown(match_id)
        host.add("at first", shown)
        for number, move in enumerate(whole["moves"], 1):
            table.host.told(f"/matches/{match_id}/moves", {"move": move, "anyway": True})
            sort = f"{move['kind']} {table.host.told(f'/matches/{match_id}')['state']['phase']}"
            if sort not in seen or number == len(whole["moves"]):
                seen.add(sort)
                title = f"{number} {json.dumps(move, separators=(',', ':'))}"
                shown, last = table.host.shown(match_id), shown
                host.add(title, shown, last, "before")
                onlooker.add(title, table.onlooker.shown(match_id), shown, "the host")
        if language := SPOKEN.get(package):
            said = table.host.speaking(language).shown(match_id)
            host.add(f"the same in {language}", said, shown, "in English")
    return [host, onlooker]
