"""What the page on security says is shown by the tests it names, and its table of routes is the one tests hold the app to."""

import re
from pathlib import Path

from tests.web import roles_page

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
NOT_DEFENDED = "## What is not defended"


def names_of_tests(file: Path) -> set[str]:
    return set(re.findall(r"^\s*(?:async )?def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))


def statements() -> list[str]:
    """Every line that says something is defended: the items of the lists, whole."""
    defended = PAGE.partition(NOT_DEFENDED)[0]
    return [" ".join(item.split()) for item in re.split(r"^- ", defended, flags=re.MULTILINE)[1:]]


def test_a_test_that_is_named_is_there() -> None:
    there = {file: names_of_tests(ROOT / file) for file, _ in NAMED}
    assert len(NAMED) > 100
    assert [f"{file}::{name}" for file, name in NAMED if name not in there[file]] == []


def test_every_line_names_a_test_that_shows_it() -> None:
    assert len(statements()) > 30
    assert [one for one in statements() if not re.search(r"`tests/[\w/]+\.py::\w+`", one)] == []


def test_the_table_of_routes_is_that_of_the_tests() -> None:
    assert roles_page.FILE.read_text("utf-8") == roles_page.page(), "write it anew: python -m tests.web.roles_page"
