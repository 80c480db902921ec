"""The guides for each device lead somewhere: every file, target and option they name is there."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli.options import OPTIONS as OURS
from tests.test_cli import options

ROOT = Path(__file__).parent.parent
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
