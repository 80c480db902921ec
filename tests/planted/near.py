"""Which tests are asked first: the files that share most rare words with a fault."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

_WORD = re.compile(r"[a-z]{3,}")


@dataclass(frozen=True, slots=True)
class Files:
    """The words of every file of tests: those of its path, and all that stand in it."""

    named: Mapping[str, frozenset[str]]
    said: Mapping[str, frozenset[str]]

    @classmethod
    def read(cls, root: Path, paths: Iterable[str]) -> Files:
        """The words of these files."""
        there = sorted(set(paths))
        return cls(
            {path: _words(path) for path in there},
            {path: _words((root / path).read_text("utf-8")) for path in there},
        )

    def nearest(self, paths: Iterable[str], *about: str) -> list[str]:
        """The files, those first that share most with these words. A rare word says more, most in a file's name."""
        wanted = frozenset[str]().union(*map(_words, about))
        rarity = {word: self._rarity(word) for word in wanted}
        return sorted(paths, key=lambda path: -self._shared(path, rarity))

    def is_slow(self, path: str) -> bool:
        """Whether the file tries many examples of each thing."""
        return _words("hypothesis") <= self.said[path]

    def _rarity(self, word: str) -> float:
        having = sum(word in words for words in self.said.values())
        return math.log((1 + len(self.said)) / (1 + having))

    def _shared(self, path: str, rarity: Mapping[str, float]) -> float:
        named = sum(worth for word, worth in rarity.items() if word in self.named[path])
        said = sum(worth for word, worth in rarity.items() if word in self.said[path])
        return 2 * named + said / math.log(50 + len(self.said[path]))


def _words(text: str) -> frozenset[str]:
    """The words of a text, each without an s at its end, so that a module `seats` is near a test of a seat."""
    return frozenset(word.removesuffix("s") for word in _WORD.findall(text.lower()))
