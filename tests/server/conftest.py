"""Every test of the server runs on both footings: pure Python, and the compiled parts of a hosted install."""

import importlib
import sys
from collections.abc import Iterator

import pytest

from tests.server.rig import Rig, rig

COMPILED = ("uvloop", "httptools", "uvicorn.protocols.http.httptools_impl", "uvicorn.loops.uvloop")


@pytest.fixture(params=["pure", pytest.param("compiled", marks=pytest.mark.ring("all"))], autouse=True)
def footing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    footing: str = request.param
    for name in COMPILED:
        if footing == "pure":
            monkeypatch.setitem(sys.modules, name, None)
        else:
            importlib.import_module(name)  # Missing? pip install -r requirements-hosted.txt
    return footing


@pytest.fixture
def served() -> Iterator[Rig]:
    with rig() as started:
        yield started
