"""What a browser is sent: rules that something needs, sounds that a script makes, others’ files as their list says."""

import hashlib
import json
import re
import wave
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from bench.sounds import FOLDER, RATE, SOUNDS, samples

ROOT: Final = Path(__file__).parents[1]
STYLES: Final = sorted(ROOT.glob("static/css/**/*.css"))
SCRIPTS: Final = sorted(ROOT.glob("static/js/*.js"))
TEMPLATES: Final = sorted(path for path in ROOT.glob("templates/**/*") if path.suffix in {".html", ".svg"})


def test_every_class_of_a_style_is_given_by_a_template_a_script_or_a_module() -> None:
    found = [f"{path.relative_to(ROOT)}: .{name}" for path in STYLES for name in classes(path) if not is_given(name)]
    assert not found, "\n".join(found)


def classes(style: Path) -> list[str]:
    rules = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.DOTALL)
    return sorted(set(re.findall(r"\.([A-Za-z][\w-]*)", " ".join(re.findall(r"([^{};]*)\{", rules)))))


def is_given(name: str) -> bool:
    """Whether the name stands anywhere as a word, or as the beginning of one that a value completes: `h{{ height }}`."""
    words, starts = given()
    return name in words or any(name.startswith(start) and len(name) <= len(start) + 2 for start in starts)


@cache
def given() -> tuple[frozenset[str], frozenset[str]]:
    """Words of the templates, scripts and modules without the texts that people read; and beginnings of words."""
    modules = ROOT.glob("companion/**/*.py")
    sources = "\n".join(path.read_text("utf-8") for path in (*TEMPLATES, *SCRIPTS, *modules))
    sources = re.sub(r'\b_\("[^"]*"', "", sources)
    starts = re.findall(r'(?<=[" ])([a-z]+-?)\{\{', sources)
    return frozenset(re.findall(r"[A-Za-z][\w-]*", sources)), frozenset(starts)


LONGEST_SECONDS = 1.5
MOST_BYTES = 40_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_file_is_what_the_script_makes(name: str) -> None:
    path = FOLDER / f"{name}.wav"
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        assert file.getnframes() / RATE < LONGEST_SECONDS
        assert file.readframes(file.getnframes()) == samples(SOUNDS[name]())
    assert path.stat().st_size < MOST_BYTES


FOLDERS = (ROOT / "static/vendor", ROOT / "tests/vendor")

LISTED = [(folder, line) for folder in FOLDERS for line in json.loads((folder / "vendored.json").read_text("utf-8"))]


@pytest.mark.parametrize(("folder", "line"), LISTED, ids=lambda one: one["file"] if isinstance(one, dict) else "")
def test_the_file_is_the_one_that_was_listed(folder: Path, line: dict[str, Any]) -> None:
    content = (folder / line["file"]).read_bytes()
    assert len(content) == line["bytes"]
    assert hashlib.sha256(content).hexdigest() == line["sha256"]


def test_all_scripts_together_stay_under_seventy_kilobytes() -> None:
    assert sum(line["bytes"] for folder, line in LISTED if folder == FOLDERS[0]) < 70_000
