"""What others wrote and lies here is exactly what its list says, with its licence beside it."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests/vendor"


class Vendored(NamedTuple):
    """One file and its line in the list."""

    file: str
    package: str
    version: str
    licence_files: list[str]
    contains: str
    size: int
    sha256: str

    def read(self) -> bytes:
        return (FOLDER / self.file).read_bytes()


def listed() -> list[Vendored]:
    """Every file of the list."""
    return [
        Vendored(
            line["file"],
            line["package"],
            line["version"],
            line["licence_files"],
            line["contains"],
            line["bytes"],
            line["sha256"],
        )
        for line in json.loads((FOLDER / "vendored.json").read_text("utf-8"))
    ]


each_file = pytest.mark.parametrize("vendored", listed(), ids=lambda vendored: vendored.file)


@each_file
def test_the_file_is_the_one_that_was_listed(vendored: Vendored) -> None:
    content = vendored.read()
    assert len(content) == vendored.size
    assert hashlib.sha256(content).hexdigest() == vendored.sha256


@each_file
def test_the_file_says_inside_what_it_is(vendored: Vendored) -> None:
    assert vendored.contains in vendored.read().decode("utf-8")


@each_file
def test_the_licence_lies_beside_the_file(vendored: Vendored) -> None:
    assert vendored.licence_files
    for name in vendored.licence_files:
        assert len((FOLDER / name).read_text("utf-8")) > 500


@each_file
def test_the_readme_names_package_version_and_sum(vendored: Vendored) -> None:
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert f"| `{vendored.file}` | {vendored.package} {vendored.version} |" in readme
    assert vendored.sha256 in readme


def test_no_script_of_others_lies_anywhere_unlisted() -> None:
    assert {path.name for path in FOLDER.rglob("*.js")} == {vendored.file for vendored in listed()}
    assert not list(ROOT.glob("static/**/*.min.js"))
