"""The lock files and the package: sums of everything, no compiler, and a wheel that plays a game beside nothing else."""

import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from companion import __version__
from tests.conformance.playing import golden
from tests.e2e.evening import ask, land_unter
from tests.e2e.stage import HOST, ROOT

LOCKS = tuple(sorted(path.name for path in ROOT.glob("requirements*.lock")))


@dataclass(frozen=True)
class Locked:
    """One line of a lock file: a version for some systems or for all, and the sums of its builds."""

    requirement: Requirement
    sums: tuple[str, ...]

    @property
    def version(self) -> str:
        return str(self.requirement.specifier).removeprefix("==")


def locked(name: str) -> dict[str, list[Locked]]:
    found: dict[str, list[Locked]] = {}
    text = re.sub(r"(?m)^\s*#.*$", "", (ROOT / name).read_text("utf-8")).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        requirement, *sums = line.split("--hash=")
        one = Locked(Requirement(requirement.strip()), tuple(one.strip() for one in sums))
        found.setdefault(one.requirement.name, []).append(one)
    return found


@pytest.mark.parametrize("name", LOCKS)
def test_every_version_has_the_sums_of_its_builds(name: str) -> None:
    for found in locked(name).values():
        for one in found:
            assert one.sums
            assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in one.sums)


@pytest.mark.parametrize(
    ("command", "lock"),
    [("run", "requirements.lock"), ("ready", "requirements.lock"), ("test", "requirements-dev.lock")],
)
def test_what_starts_or_tests_tableside_installs_what_is_locked(command: str, lock: str) -> None:
    told = subprocess.run(["make", "-n", command], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"deploy/setup/venv.sh {lock}\n" in told


def test_what_is_tested_is_what_is_played_with() -> None:
    tested = locked("requirements-dev.lock")
    for name in LOCKS:
        assert {**tested, **locked(name)} == tested


def install(python: Path, *what: str, **environment: str) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-input"]
    installed = subprocess.run(
        [*command, "--disable-pip-version-check", *what],
        cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stdout + installed.stderr


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment of its own, into which the lock file was installed with no compiler to be had.

    MarkupSafe is built here, as on a machine for which there is no ready build: the others are pure Python, or fall
    back to it in the same way. This needs the package registry.
    """
    home = tmp_path_factory.mktemp("bare") / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install(
        python, "--no-cache-dir", "--require-hashes", "--no-binary", "markupsafe", "-r", "requirements.lock",
        CC="/bin/false", CXX="/bin/false",
    )  # fmt: skip
    return python


@pytest.mark.ring("all")
def test_the_default_install_needs_no_compiler(bare: Path) -> None:
    there = {path.name for path in bare.parent.parent.glob("lib/*/site-packages/markupsafe/*")}
    assert "_native.py" in there
    assert not [name for name in there if name.startswith("_speedups") and name.endswith((".so", ".pyd"))]


@pytest.mark.ring("all")
def test_nothing_was_installed_that_is_not_locked(bare: Path) -> None:
    listed = subprocess.run(
        [
            str(bare),
            "-c",
            "from importlib.metadata import distributions as all\nprint(*(d.name for d in all()), sep='\\n')",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    there = {re.sub(r"[-_.]+", "-", name).lower() for name in listed.stdout.split()}
    assert there - {"tableside"} <= set(locked("requirements.lock"))
    assert {"flask", "sqlalchemy", "markupsafe", "uvicorn"} <= there


@pytest.mark.ring("all")
def test_sqlalchemy_has_a_build_for_machines_that_have_none_of_their_own(tmp_path: Path) -> None:
    [one] = locked("requirements.lock")["sqlalchemy"]
    lines = [f"{one.requirement}", *(f"--hash={each}" for each in one.sums)]
    (tmp_path / "one.lock").write_text(" ".join(lines) + "\n", "utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--require-hashes",
         "--only-binary", ":all:", "--platform", "any", "--implementation", "py", "--abi", "none",
         "--dest", str(tmp_path), "-r", str(tmp_path / "one.lock")],
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert [path.name for path in tmp_path.glob("*.whl")] == [f"sqlalchemy-{one.version}-py3-none-any.whl"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, bare: Path) -> Path:
    """The program of an environment in which the wheel was installed beside what is locked: it says what else it needs."""
    install(bare, "--no-compile", "--no-index", str(wheel))
    return bare.with_name("tableside")


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
def running(program: Path, data: Path) -> Iterator[int]:
    """The port of an installed Tableside, started in a folder that holds nothing."""
    command = [str(program), "--host", "127.0.0.1", "--port", "0", "--data", str(data), "--no-browser"]
    # What was compiled once is kept, as it is for everybody.
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    usual["TABLESIDE_ALLOWED_HOSTS"] = HOST
    server = subprocess.Popen(command, cwd=data, env=usual, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield next(
            int(found[1]) for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)/$", line))
        )
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate()
        assert server.returncode == 0


@pytest.mark.ring("all")
def test_a_game_is_played_where_only_the_wheel_and_what_is_locked_was_installed(program: Path, tmp_path: Path) -> None:
    played = next(one for one in golden("land_unter") if not one["options"])
    with running(program, tmp_path) as port:
        evening = land_unter(port, played["players"])
        for move in played["moves"]:
            evening.move(**move)
        assert [seat["score"] for seat in evening.state["seats"]] == played["scores"]
        page = ask(port, "GET", evening.board, Accept_Language="fr").body.decode()
        assert '<html lang="fr"' in page
        for path in re.findall(r'(?:href|src)="(/static/[^"#]+)', page):
            got = ask(port, "GET", path)
            assert (got.status, bool(got.body)) == (200, True), path
