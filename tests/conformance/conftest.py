"""The game that a test is asked for."""

from typing import Any

import pytest

from companion.engine.game import Game
from tests.conformance.playing import PACKAGES


@pytest.fixture
def game(package: str) -> Game[Any]:
    return PACKAGES[package]
