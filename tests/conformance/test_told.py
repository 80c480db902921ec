"""What a game tells does not depend on the process that tells it."""

import os
import subprocess
import sys

import pytest


@pytest.mark.ring("test")
def test_every_process_tells_a_match_in_the_same_order() -> None:
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "tests.conformance.told"]
        found.add(subprocess.run(command, env=env, capture_output=True, check=True, text=True).stdout)
    assert len(found) == 1, "something is told in the order of a set"
