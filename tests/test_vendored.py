"""What others wrote and we deliver is exactly what its list says, with its licence beside it."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "static/vendor", ROOT / "tests/vendor")


class Vendored(NamedTuple):
    """One delivered file and its line in the list of its folder."""

    folder: Path
    file: str
    package: str
    version: str
    licence_files: list[str]
    contains: str
    size: int
    sha256: str

    def read(self) -> bytes:
        return (self.folder / self.file).read_bytes()


def listed() -> list[Vendored]:
    return [
        Vendored(
            folder,
            line["file"],
            line["package"],
            line["version"],
            line["licence_files"],
            line["contains"],
            line["bytes"],
            line["sha256"],
        )
        for folder in FOLDERS
        for line in json.loads((folder / "vendored.json").read_text("utf-8"))
    ]


each_file = pytest.mark.parametrize("vendored", listed(), ids=lambda vendored: vendored.file)


@each_file
def test_the_file_is_the_one_that_was_listed(vendored: Vendored) -> None:
    content = vendored.read()
    assert len(content) == vendored.size
    assert hashlib.sha256(content).hexdigest() == vendored.sha256


def test_all_scripts_together_stay_under_seventy_kilobytes() -> None:
    assert sum(vendored.size for vendored in listed() if vendored.folder == FOLDERS[0]) < 70_000
