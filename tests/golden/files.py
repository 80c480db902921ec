"""The files: answers one after the other, each in full, as the same as another, or as what differs from another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher, unified_diff
from operator import ne
from pathlib import Path
from typing import Final

from tests.golden.normal import Lines

KEPT: Final = Path(__file__).parent / "kept"
MADE_ANEW: Final = "make golden"
_LANDMARK: Final = re.compile(
    r"<(?:section|article|details|form|table|svg(?! aria-hidden)|nav|header|footer|fieldset|ul|ol|tr|li|h[1-6])\b"
)
MOST_LINES: Final = 100


@dataclass
class File:
    name: str
    parts: list[str] = field(default_factory=list)
    _said: dict[Lines, str] = field(default_factory=dict)

    def add(self, title: str, lines: Lines, like: Lines | None = None, like_what: str = "") -> None:
        """Add an answer: what of it is not as in `like`, if that is less."""
        same = self._said.get(lines)
        if same is not None:
            self.parts.append(f"## {title}: as {same}")
            return
        self._said[lines] = title
        if like is not None and like == lines:
            self.parts.append(f"## {title}: as {like_what}")
            return
        told = None if like is None else differences(like, lines)
        if told is None or len(told) >= len(lines):
            self.parts.extend((f"## {title}", *lines))
        else:
            self.parts.extend((f"## {title}: as {like_what}, but", *told))

    @property
    def text(self) -> str:
        return "\n".join(self.parts) + "\n"


def differences(before: Lines, after: Lines) -> list[str]:
    """What of `after` is not as `before`, each place under the line it belongs to; of what is gone how much, and how it began."""
    told: list[str] = []
    place = ""
    start, end = _alike(before, after)
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    for first, last, also_first, also_last in _places(old, new):
        landmarks = (one.strip()[:32] for one in reversed(after[: start + also_first]) if _LANDMARK.match(one))
        here = f"@@ {next(landmarks, 'the beginning')}"
        told += [here] if here != place else []
        place = here
        if last - first != also_last - also_first:
            told += [f"-{last - first}: {old[first]}"] if last > first else []
        told += [f"+{line}" for line in new[also_first:also_last]]
    return told


def _places(old: Lines, new: Lines) -> Iterator[tuple[int, int, int, int]]:
    """Where they differ: from and to where in each. What is as long is the same page in other words, mostly: line by line."""
    if len(old) == len(new) and sum(map(ne, old, new)) * 2 < len(old):
        for at in range(len(old)):
            if old[at] != new[at]:
                yield at, at + 1, at, at + 1
        return
    for kind, *place in SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            yield place[0], place[1], place[2], place[3]


def _alike(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How many lines are the same at the beginning, and how many of the others at the end."""
    most = min(len(one), len(other))
    start = next((at for at in range(most) if one[at] != other[at]), most)
    return start, next((at for at in range(most - start) if one[-1 - at] != other[-1 - at]), most - start)


def write(files: Sequence[File], top: str) -> None:
    for old in (KEPT / top).rglob("*.txt"):
        old.unlink()
    for file in files:
        path = KEPT / f"{file.name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8", newline="\n")


def compare(files: Sequence[File], top: str) -> str:
    """What differs from the files that are kept under `top`: how much, the first of it, how to make them anew; else empty."""
    made = {f"{file.name}.txt": file.text for file in files}
    kept = {one.relative_to(KEPT).as_posix(): one.read_text(encoding="utf-8") for one in (KEPT / top).rglob("*.txt")}
    differ = [name for name in sorted({*made, *kept}) if made.get(name) != kept.get(name)]
    if not differ:
        return ""
    pairs = ((kept.get(name, "").splitlines(), made.get(name, "").splitlines(), f"now/{name}") for name in differ)
    told = [line for old, new, name in pairs for line in unified_diff(old, new, "kept", name, lineterm="", n=2)]
    last = f"If that is as it should be: {MADE_ANEW}, and look at it with git diff."
    return "\n".join([f"{len(differ)} golden files of {top} differ: {differ}.", *told[:MOST_LINES], last])
