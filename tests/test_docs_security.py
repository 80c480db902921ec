"""What the page on security says is shown by the tests it names, and its table of routes is the one tests hold the app to."""

import re
from pathlib import Path

from tests.web import roles_page

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/security.md").read_text("utf-8")
TESTS = (ROOT / "docs/security-tests.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TESTS)))
NO_STATEMENTS = ("In short", "What is not defended")
HEADS_OF_TABLES = 2


def names_of_tests(file: Path) -> set[str]:
    return set(re.findall(r"^\s*(?:async )?def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))


def statements() -> list[str]:
    """Every line that says something is defended: the items of the lists, whole, and the rows of the tables."""
    found: list[str] = []
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        head, _, text = section.partition("\n")
        if head not in NO_STATEMENTS:
            found += (" ".join(item.split()) for item in re.split(r"^- ", text, flags=re.MULTILINE)[1:])
            found += re.findall(r"^\|.*\S(?= \|$)", text, re.MULTILINE)[HEADS_OF_TABLES:]
    return found


def shown() -> dict[str, list[str]]:
    """The tests of each statement, by its code."""
    items = re.split(r"^- ", TESTS, flags=re.MULTILINE)[1:]
    return {item.partition(":")[0]: re.findall(r"`tests/[\w/]+\.py::\w+`", item) for item in items}


def test_a_test_that_is_named_is_there() -> None:
    there = {file: names_of_tests(ROOT / file) for file, _ in NAMED}
    assert len(NAMED) > 100
    assert [f"{file}::{name}" for file, name in NAMED if name not in there[file]] == []


def test_every_line_names_a_test_that_shows_it() -> None:
    codes = [code[1] if (code := re.search(r"\(([A-Z]\d+)\)$", one)) else one for one in statements()]
    assert len(codes) > 30
    assert codes == list(shown())
    assert [code for code, tests in shown().items() if not tests] == []


def test_the_table_of_routes_is_that_of_the_tests() -> None:
    assert roles_page.FILE.read_text("utf-8") == roles_page.page(), "write it anew: python -m tests.web.roles_page"
