"""From a tap to the last of six phones: p50, p95 and p99, over several runs, on a server of its own.

    python bench/tap_to_phones.py

Phones here cost next to nothing and the network is this machine's own: what is measured is the server, from the form
that comes in over the journal on the disk to the board that has arrived on every other phone.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.adapters.tableside import PLAYERS, TRICKS, Table  # noqa: E402


@dataclass(frozen=True, slots=True)
class Run:
    """What one run found: milliseconds to the last phone, to the answer; processor time and bytes a tap."""

    p50: float
    p95: float
    p99: float
    worst: float
    answer_p50: float
    processor_ms: float
    update_bytes: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="From a tap to the last phone.")
    parser.add_argument("--phones", type=int, default=6)
    parser.add_argument("--matches", type=int, default=5, help="matches of each run, five rounds each")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--data", type=Path, help="where the records lie: the disk is part of what is measured")
    asked = parser.parse_args()
    print(f"{asked.matches * TRICKS} taps a run, {asked.phones} phones; milliseconds")
    print("run    p50    p95    p99    max | answer p50 | cpu a tap | bytes an update")
    runs = []
    for number in range(1, asked.runs + 1):
        with running_server(asked.data) as (url, process):
            runs.append(asyncio.run(measure(url, process, asked.phones, asked.matches)))
        print(f"{number:3} {line_of(runs[-1])}", flush=True)
    for name in ("p50", "p95", "p99"):
        values = [getattr(run, name) for run in runs]
        print(f"{name}: median {statistics.median(values):.1f}, from {min(values):.1f} to {max(values):.1f} ms")


def line_of(run: Run) -> str:
    """One line of the table."""
    times = f"{run.p50:6.1f} {run.p95:6.1f} {run.p99:6.1f} {run.worst:6.1f}"
    return f"{times} | {run.answer_p50:10.1f} | {run.processor_ms:9.1f} | {run.update_bytes:8.0f}"


async def measure(url: str, process: int, phones: int, matches: int) -> Run:
    """One run: every trick of some matches, one after the other; the next when all phones have seen the last."""
    last: list[float] = []
    answers: list[float] = []
    cpu = received = 0.0
    for index in range(matches):
        table = Table(url, index, phones, {})
        await table.connect()
        for seat in range(len(PLAYERS)):
            await table.tap_and_wait(seat)  # The rings are counted: the clock has not started.
        gc.disable()
        cpu_before, received_before = cpu_seconds(process), table.wire()["rx_stream"]
        for trick in range(TRICKS):
            to_last, _, to_answer = await table.tap_and_wait(trick % phones)
            last.append(to_last)
            answers.append(to_answer)
        cpu += cpu_seconds(process) - cpu_before
        received += table.wire()["rx_stream"] - received_before
        gc.enable()
        await table.close()
    p50, p95, p99, worst = (percentile(last, share) for share in (50, 95, 99, 100))
    answer = percentile(answers, 50)
    return Run(p50, p95, p99, worst, answer, cpu / len(last) * 1000, received / len(last) / phones)


def percentile(seconds: list[float], share: int) -> float:
    """The milliseconds that this share of the values does not exceed."""
    return sorted(seconds)[min(len(seconds) - 1, len(seconds) * share // 100)] * 1000


def cpu_seconds(process: int) -> float:
    """The processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running_server(folder: Path | None) -> Iterator[tuple[str, int]]:
    """A server of its own with new records: its address and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(dir=folder) as data:
        command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--data", data, "--no-browser"]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}/", process)
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait(15)


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Return once the server answers. Raises RuntimeError where it has ended or never does."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not come up")


if __name__ == "__main__":
    main()
