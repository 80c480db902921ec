"""A server stays on one core, where that is allowed and the cores are alike; what it starts for others does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.start.cores import are_alike
from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent
TELL = "import os, json; print(json.dumps(sorted(os.sched_getaffinity(0))))"


def told_by(script: str) -> list[list[int]]:
    """The lists that a process of its own prints."""
    code = f"import os, json, subprocess, sys, threading\nfrom companion.start.cores import *\n{script}"
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in printed.stdout.splitlines()]


@pytest.mark.parametrize("number", [0, 1, 12345])
def test_a_process_stays_on_the_core_its_number_says(number: int) -> None:
    cores = sorted(os.sched_getaffinity(0))
    expected = [cores[number % len(cores)]] if are_alike(cores) else cores
    assert told_by(f"stay_on_one_core({number})\n{TELL}") == [expected]


def test_its_threads_stay_with_it_and_what_it_starts_for_others_does_not() -> None:
    cores = sorted(os.sched_getaffinity(0))
    script = f"""
stay_on_one_core(0)
def tell(): {TELL}
thread = threading.Thread(target=tell); thread.start(); thread.join()
with others_use_all():
    print(subprocess.run([sys.executable, "-c", {TELL!r}], capture_output=True, text=True, check=True).stdout, end="")
tell()
"""
    thread, other, after = told_by(script)
    assert thread == after == ([cores[0]] if are_alike(cores) else cores)
    assert other == cores


def test_cores_of_different_strength_are_left_to_the_system(tmp_path: Path) -> None:
    for core, capacity in enumerate((1024, 1024, 446)):
        folder = tmp_path / "system" / "cpu" / f"cpu{core}"
        folder.mkdir(parents=True)
        (folder / "cpu_capacity").write_text(f"{capacity}\n")
    assert are_alike([0, 1], tmp_path)
    assert not are_alike([0, 1, 2], tmp_path)
    (tmp_path / "cpu_atom").mkdir()
    assert not are_alike([0, 1], tmp_path)


@pytest.mark.parametrize(("setting", "is_alone"), [("off", True), ("on", False)])
def test_a_server_does_as_it_is_set(tmp_path: Path, setting: str, is_alone: bool) -> None:
    cores = sorted(os.sched_getaffinity(0))
    port = free_port()
    command = [
        sys.executable,
        "app.py",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--data",
        str(tmp_path),
        "--no-browser",
    ]
    environment = {**os.environ, "TABLESIDE_ALL_CORES": setting}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        found = os.sched_getaffinity(server.pid)
        server.terminate()
        server.stdout.read()
    assert len(found) == (1 if is_alone and are_alike(cores) else len(cores))
