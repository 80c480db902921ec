"""The lock files: they fit to the ranges, name the sums of everything, need no compiler; and what is known against them."""

import os
import re
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
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
    """What a lock file names, by package."""
    found: dict[str, list[Locked]] = {}
    text = re.sub(r"(?m)^\s*#.*$", "", (ROOT / name).read_text("utf-8")).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        requirement, *sums = line.split("--hash=")
        one = Locked(Requirement(requirement.strip()), tuple(one.strip() for one in sums))
        found.setdefault(one.requirement.name, []).append(one)
    return found


def ranges(name: str) -> list[Requirement]:
    """What a file of ranges asks for, with what it includes."""
    found = []
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if included := re.match(r"-r (\S+)", line):
            found += ranges(included[1])
        elif line and not line.startswith("#"):
            found.append(Requirement(line))
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


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment of its own, into which the lock file was installed with no compiler to be had.

    MarkupSafe is built here, as on a machine for which there is no ready build: the others are pure Python, or fall
    back to it in the same way. This needs the package registry.
    """
    home = tmp_path_factory.mktemp("bare") / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    without_compiler = {**os.environ, "CC": "/bin/false", "CXX": "/bin/false"}
    installed = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-input", "--no-cache-dir",
         "--disable-pip-version-check", "--require-hashes", "--no-binary", "markupsafe", "-r", "requirements.lock"],
        cwd=ROOT, env=without_compiler, capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stdout + installed.stderr
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
    assert there <= set(locked("requirements.lock"))
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
