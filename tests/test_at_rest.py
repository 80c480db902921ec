"""What a server holds that nobody plays at: memory that a small computer has little of, and time until its first page."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import covers

ROOT = Path(__file__).resolve().parent.parent
STARTED = """
import json, sys
import companion.cli
from companion.live import InProcessLive
from companion.store import Store
from companion.web.create_app import create_app

app = create_app(Store.open(sys.argv[1]), InProcessLive())
assert app.test_client().get("/", headers={"Host": "localhost"}).status_code == 200
print(json.dumps([*sys.modules]))
"""

ON_DEMAND = {
    "companion.live.redis_bus": "a service of several workers", "redis": "a service of several workers",
    "prometheus_client": "a service that is measured", "platformdirs": "records that nobody named a folder for",
    "psycopg": "a service of several workers", "qrcode": "a code to scan",
    "sqlalchemy.dialects.postgresql": "a service of several workers", "sqlalchemy.orm": "nothing here",
    "zeroconf": "a name in the network", "urllib.request": "nothing here: no server is asked for anything",
    "unittest": "tests", "webbrowser": "whoever sits before this device", "xml.etree": "nothing here",
}  # fmt: skip
"""What is large, and what it would be for."""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules of a server that has shown its start page."""
    records = tmp_path_factory.mktemp("at rest") / "records.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", STARTED, records], cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    )
    return frozenset(json.loads(done.stdout))


def test_the_start_page_shows_every_game_and_opens_the_box_of_none(loaded: frozenset[str]) -> None:
    of_games = {name for name in loaded if name.startswith("companion.games.")}
    assert len({name.split(".")[2] for name in of_games}) == len(covers())
    assert {name.split(".", 3)[3] for name in of_games if name.count(".") > 2} == {"rules", "rules.components"}


def test_nothing_is_loaded_for_what_nobody_has_asked_for(loaded: frozenset[str]) -> None:
    found = {name: what for name, what in ON_DEMAND.items() if name in loaded}
    assert found == {}, "each of these takes up memory from the start on, and is for what stands beside it"
