"""What is delivered for running Tableside with a machine: the systemd unit, checked by systemd's own tools."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import tool
from tests.test_cli import options

ROOT = Path(__file__).parent.parent
UNITS = ("tableside.service", "tableside@8000.service")
INSTALLED = "/opt/tableside"
MOST_EXPOSED = 20
"""In tenths, as `systemd-analyze security` counts: 0 is shut off from everything, 100 is root without any limits."""


def text_of(name: str) -> str:
    """The text of a unit, or of the template that it is made from."""
    return (ROOT / "deploy" / "systemd" / re.sub(r"@\w+", "@", name)).read_text("utf-8")


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Each unit as it would be installed, with this folder and this Python in the place of those on a Raspberry Pi."""
    text = text_of(request.param).replace(f"{INSTALLED}/.venv/bin/python", sys.executable)
    path = tmp_path / str(request.param)
    path.write_text(text.replace(INSTALLED, str(ROOT)), "utf-8")
    return path


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of it; no systemd has to run for that."""
    command = [tool("systemd-analyze", "systemd"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_systemd_finds_nothing_to_complain_about_in_the_unit(unit: Path) -> None:
    found = analyze("verify", "--man=no", str(unit))
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_a_mistake_in_the_unit_would_be_found(unit: Path) -> None:
    unit.write_text(unit.read_text("utf-8").replace("Restart=on-failure", "Restart=always-and-ever"), "utf-8")
    found = analyze("verify", "--man=no", str(unit))
    assert "always-and-ever" in found.stdout + found.stderr


def test_the_service_may_do_next_to_nothing_but_serve(unit: Path) -> None:
    found = analyze("security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", str(unit))
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_what_is_there_with_options_it_knows(name: str) -> None:
    text = text_of(name).replace("%i", "8000")
    (started,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    command = shlex.split(started)
    assert (ROOT / Path(command[1]).relative_to(INSTALLED)).is_file()
    asked = options(*command[2:])
    assert asked.no_browser
    assert asked.port == 8000
    assert str(asked.data).startswith("%S/tableside")
    documentation = re.search(rf"Documentation=file://{INSTALLED}/(\S+)", text)
    assert documentation
    assert (ROOT / documentation[1]).is_file()
