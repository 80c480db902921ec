"""The documents say what is so, the commands of the guides can be run, and tests show what the page on security says."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.options import OPTIONS as OURS
from tests.test_cli import options
from tests.web import roles_page

ROOT = Path(__file__).parent.parent

DOCUMENTS = (
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "bench/README.md")),
)
NAMED = re.compile(
    r"`(?:python -m )?((?:companion|bench|tests)\.\w[\w.]*|(?:companion|bench|tests|templates|static|deploy|docs)/[\w./-]+)"
)


def is_there(name: str) -> bool:
    """Whether a module, something in a module, or a path that a document names is there."""
    if "/" in name:
        return (ROOT / name).exists()
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").exists():
        return True
    modules = (path.parent.with_suffix(".py"), path.parent / "__init__.py")
    return any(re.search(rf"\b{path.name}\b", one.read_text("utf-8")) for one in modules if one.exists())


def test_every_module_and_file_that_a_document_names_is_there() -> None:
    named = {(one.name, name) for one in DOCUMENTS for name in set(NAMED.findall(one.read_text("utf-8")))}
    assert sorted(one for one in named if one[1] != "companion.local" and not is_there(one[1])) == []


def test_every_test_that_a_document_names_is_there() -> None:
    files = [*(ROOT / "tests").rglob("test_*.py")]
    there = {one.stem for one in files}.union(*map(names_of_tests, files))
    named = {name for one in DOCUMENTS for name in re.findall(r"`(test_\w+)`", one.read_text("utf-8"))}
    assert named - there == set()
    assert "test_old_data" in named


def test_every_link_leads_to_a_file_and_to_a_heading_of_it() -> None:
    astray = []
    for document in [*DOCUMENTS, ROOT / "CHANGELOG.md"]:
        for name, heading in re.findall(r"\]\(((?!\w+:)[^)#]*)(?:#([^)]*))?\)", document.read_text("utf-8")):
            target = document.parent / name if name else document
            if not target.exists() or (heading and heading not in headings_of(target)):
                astray.append(f"{document.name} leads to {name}#{heading}")
    assert astray == []


def headings_of(document: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


OF_TESTS = ("SEED", "STRANGER_SECONDS", "STRANGER_SHOTS", "STRENGTH", "TEST_STORE")
"""Variables that the tests read, and the app does not."""


def test_every_variable_the_documents_name_is_a_setting() -> None:
    documented = (ROOT / "docs/settings.md").read_text("utf-8")
    for path in (ROOT / "docs").glob("*.md"):
        for named in re.findall(r"\bTABLESIDE_[A-Z_]+\b", path.read_text("utf-8")):
            assert f"`{named}`" in documented or named.removeprefix("TABLESIDE_") in OF_TESTS, path


def test_who_runs_the_device_is_called_the_admin_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    told = {"--help": capsys.readouterr().out}
    told |= {path.name: path.read_text("utf-8") for path in DOCUMENTS}
    for name, text in told.items():
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)|^ {4}.*$|owner-link", "", text, flags=re.MULTILINE)
        assert re.findall(r".*\bowners?\b.*", prose, re.IGNORECASE) == [], name


GUIDES = ("raspberry-pi", "termux", "hotspot", "windows-and-macos", "containers", "updating")
FILES = [ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in GUIDES)]
OPTIONS = {option.opts[0][2:] for option in OURS}
OF_OTHERS = set(
    "require-hashes exclude no-pager offline from force format build name network restart no-deps wheel-dir".split()
)
"""Options of other programs than ours."""


def commands(guide: Path) -> list[str]:
    """Every command the guide gives: indented lines (joined where they go on), and what stands between backticks."""
    text = guide.read_text("utf-8")
    blocks = re.sub(r"\\\n\s+", "", text)
    indented = [line.strip() for line in blocks.splitlines() if line.startswith("    ")]
    return [*indented, *re.findall(r"`([^`\n]+)`", text)]


def test_every_option_a_guide_names_is_known(subtests: pytest.Subtests) -> None:
    for guide in FILES:
        with subtests.test(guide.stem):
            named = {found for command in commands(guide) for found in re.findall(r"(?<=--)[a-z][a-z-]+", command)}
            assert named <= OPTIONS | OF_OTHERS


def test_every_call_of_the_app_is_one_it_understands() -> None:
    called = re.compile(r"app\.py ((?:--?\S+ ?|[A-Z0-9%/a-z]+ ?)+)$")
    calls = [found[1] for guide in FILES for command in commands(guide) if (found := called.search(command))]
    assert len(calls) > 2
    for call in calls:
        arguments = [one.replace("%S", "/var/lib") for one in shlex.split(call)]
        assert options(*({"P": "8000"}.get(one, one) for one in arguments)).port > 0, call


def test_the_shell_can_read_every_indented_line(subtests: pytest.Subtests) -> None:
    for name in ("raspberry-pi", "termux", "hotspot"):
        with subtests.test(name=name):
            programs = re.compile(r"(sudo|cd|pkg|tar|termux|mkdir|printf|chmod|cp|\.venv|journalctl|make|python) ")
            read = [command for command in commands(ROOT / "docs" / f"{name}.md") if programs.match(command)]
            assert read
            for command in read:
                found = subprocess.run(["sh", "-n", "-c", command], capture_output=True, text=True, check=False)
                assert found.returncode == 0, (command, found.stderr)


TESTS = (ROOT / "docs/security-tests.md").read_text("utf-8")
NAMED_THERE = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TESTS)))
HEADS_OF_TABLES = 2


def names_of_tests(file: Path) -> set[str]:
    return set(re.findall(r"^\s*(?:async )?def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))


def statements() -> list[str]:
    """Every line that says something is defended: the items of the lists, whole, and the rows of the tables."""
    found: list[str] = []
    for section in re.split(r"^## ", (ROOT / "docs/security.md").read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = section.partition("\n")
        if head not in ("In short", "What is not defended"):
            found += (" ".join(item.split()) for item in re.split(r"^- ", text, flags=re.MULTILINE)[1:])
            found += re.findall(r"^\|.*\S(?= \|$)", text, re.MULTILINE)[HEADS_OF_TABLES:]
    return found


def shown() -> dict[str, list[str]]:
    items = re.split(r"^- ", TESTS, flags=re.MULTILINE)[1:]
    return {item.partition(":")[0]: re.findall(r"`tests/[\w/]+\.py::\w+`", item) for item in items}


def test_a_test_that_is_named_is_there() -> None:
    there = {file: names_of_tests(ROOT / file) for file, _ in NAMED_THERE}
    assert len(NAMED_THERE) > 100
    assert [f"{file}::{name}" for file, name in NAMED_THERE if name not in there[file]] == []


def test_every_line_names_a_test_that_shows_it() -> None:
    codes = [code[1] if (code := re.search(r"\(([A-Z]\d+)\)$", one)) else one for one in statements()]
    assert len(codes) > 30
    assert codes == list(shown())
    assert [code for code, tests in shown().items() if not tests] == []


def test_the_table_of_routes_is_that_of_the_tests() -> None:
    assert roles_page.FILE.read_text("utf-8") == roles_page.page(), "write it anew: python -m tests.web.roles_page"
