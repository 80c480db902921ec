"""What others wrote and we deliver is exactly what its list says, with its licence beside it."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "static/vendor", ROOT / "tests/vendor")


LISTED = [(folder, line) for folder in FOLDERS for line in json.loads((folder / "vendored.json").read_text("utf-8"))]


@pytest.mark.parametrize(("folder", "line"), LISTED, ids=lambda one: one["file"] if isinstance(one, dict) else "")
def test_the_file_is_the_one_that_was_listed(folder: Path, line: dict[str, Any]) -> None:
    content = (folder / line["file"]).read_bytes()
    assert len(content) == line["bytes"]
    assert hashlib.sha256(content).hexdigest() == line["sha256"]


def test_all_scripts_together_stay_under_seventy_kilobytes() -> None:
    assert sum(line["bytes"] for folder, line in LISTED if folder == FOLDERS[0]) < 70_000
