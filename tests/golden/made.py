"""The golden files as they are now: those of a game, or those of what belongs to none."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask

from tests.conformance.playing import PACKAGES
from tests.golden import elsewhere, matches, pages
from tests.golden.files import File
from tests.golden.house import House, house

TOPS: Final = (*PACKAGES, elsewhere.TOP)


@dataclass(frozen=True)
class Made:
    """The files of one folder, the app they were made from, and the paths that were asked for them."""

    files: tuple[File, ...]
    app: Flask
    asked: frozenset[str]


@cache
def made(top: str) -> Made:
    """The files of one folder, from a server of their own."""
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as here:
        files = elsewhere.files_of(here) if top == elsewhere.TOP else _of_a_game(here, top)
        return Made(tuple(files), here.app, frozenset(here.asked))


def _of_a_game(here: House, package: str) -> list[File]:
    return [*matches.files_of(here, package), *pages.files_of(here, package)]
