"""The package: one list of what it needs, and a wheel that plays a game in an environment that holds nothing else."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from companion import __version__
from tests.games.land_unter.playthroughs import golden
from tests.requirements import PLAY, ROOT

USUAL = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""What was compiled once is kept, as it is for everybody."""

pytestmark = pytest.mark.ring("all")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this project, in a folder with those of what it needs: no registry has to be reached."""
    folder = tmp_path_factory.mktemp("wheels")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    for found in needed():
        pack(found, folder)
    return built


def needed() -> list[Distribution]:
    """What is installed here of all that playing needs, and what each of these needs in turn."""
    asked = [Requirement(line) for line in (ROOT / PLAY).read_text("utf-8").splitlines() if line[0] != "#"]
    there = {canonical(one.name) for one in distributions()}
    found: dict[str, Distribution] = {}
    while asked:
        one = asked.pop()
        name = canonical(one.name)
        if name in found or name not in there or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found[name] = distribution(name)
        asked += map(Requirement, found[name].requires or ())
    return list(found.values())


def canonical(name: str) -> str:
    """The name of a package as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pack(installed: Distribution, folder: Path) -> None:
    """Make the wheel again from which this was installed."""
    about = installed.read_text("WHEEL") or ""
    tag = re.findall(r"^Tag: (\S+)", about, re.MULTILINE)[-1]  # the newest Python of several
    name = re.sub(r"[-_.]+", "_", installed.metadata["Name"])
    with zipfile.ZipFile(folder / f"{name}-{installed.version}-{tag}.whl", "w") as file:
        for one in installed.files or ():
            if ".." not in one.parts and one.suffix != ".pyc":
                file.write(str(one.locate()), str(one))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that was empty, into which the wheel was installed from its folder alone."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=False)
    found = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--quiet", "--no-compile",
         "--disable-pip-version-check", "--no-index", "--find-links", str(wheel.parent), str(wheel)],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    return home / "bin"


@pytest.mark.ring("test")
def test_the_wheel_holds_everything_that_pages_are_made_of(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        inside = set(file.namelist())
    here = {
        f"companion/{path.relative_to(ROOT)}"
        for folder in ("templates", "static")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    code = {str(path.relative_to(ROOT)) for suffix in ("py", "mo") for path in ROOT.glob(f"companion/**/*.{suffix}")}
    assert here | code <= inside
    assert {one.partition("/")[0] for one in inside} == {"companion", f"tableside-{__version__}.dist-info"}


@contextmanager
def running(programs: Path, data: Path) -> Iterator[http.client.HTTPConnection]:
    """A connection to an installed Tableside, started in a folder that holds nothing."""
    command = [
        str(programs / "tableside"),
        *("--host", "127.0.0.1", "--port", "0", "--data", str(data), "--no-browser"),
    ]
    server = subprocess.Popen(command, cwd=data, env=USUAL, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        port = next(
            int(found[1]) for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)/$", line))
        )
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            yield connection
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate()
        assert server.returncode == 0


def ask(connection: http.client.HTTPConnection, path: str, body: object = None, token: str = "") -> Any:
    """The answer of the JSON interface."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    method, sent = ("GET", None) if body is None else ("POST", json.dumps(body))
    connection.request(method, f"/api/v1{path}", sent, headers)
    answer = connection.getresponse()
    found = json.loads(answer.read())
    assert answer.status < 300, found
    return found


def test_a_game_is_played_where_nothing_but_the_wheel_was_installed(programs: Path, tmp_path: Path) -> None:
    played = next(one for one in golden() if not one["options"])
    with running(programs, tmp_path) as connection:
        table = ask(connection, "/tables", {"players": ["Ana", "Ben", "Cleo"]})
        host = table["host_token"]
        match_id = ask(connection, f"/tables/{table['table']}/matches", {"game": "land-unter"}, host)["match"]
        for move in played["moves"]:
            last = ask(connection, f"/matches/{match_id}/moves", {"move": move}, host)
        assert [seat["score"] for seat in last["state"]["seats"]] == played["scores"]
        connection.request("GET", f"/m/{match_id}", headers={"Accept-Language": "fr"})
        page = connection.getresponse().read().decode()
        assert '<html lang="fr"' in page
        for path in re.findall(r'(?:href|src)="(/static/[^"#]+)', page):
            connection.request("GET", path)
            got = connection.getresponse()
            assert (got.status, bool(got.read())) == (200, True), path
