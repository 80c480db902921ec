"""Tableside's two installs, each in an environment of its own that holds what its lock names and nothing else.

A developer's environment holds more, and whatever is found there is loaded, and counted.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bench.processes import ROOT

LOCKS: Final = {"default": "requirements.lock", "hosted": "requirements-hosted.lock"}
INSTALLS: Final = Path(
    os.environ.get("TABLESIDE_BENCH_INSTALLS", Path(tempfile.gettempdir()) / "tableside-bench-installs")
)

PIP: Final = "-m pip --disable-pip-version-check install --quiet --require-hashes -r".split()


def python_of(kind: str) -> str:
    """The interpreter of an install, which is made on first use. Raises CalledProcessError if pip fails."""
    lock = ROOT / LOCKS[kind]
    place = INSTALLS / f"{kind}-{hashlib.sha256(lock.read_bytes()).hexdigest()[:12]}"
    python, ready = str(place / "bin" / "python"), place / "ready"
    if not ready.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=True)
        subprocess.run([python, *PIP, str(lock)], check=True)
        ready.touch()
    return python


def usual(kind: str) -> Mapping[str, str]:
    """How Python is told to keep what it has compiled, as it does unless told otherwise: beside the install, not in the sources."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(INSTALLS / f"compiled-{kind}")}
