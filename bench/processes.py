"""Servers to measure: started with records of their own, watched from outside, stopped."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEER = Path(os.environ.get("TABLESIDE_BENCH_PEER", Path(tempfile.gettempdir()) / "tableside-bench-peer"))
KINDS = ("default", "hosted", "floor", "floor-hosted", "peer-flat", "peer-mem")
"""Tableside as anybody installs it, and with the hosted extras; the least that could do its job, the same two ways;
boardgame.io with its files, and in memory alone."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process and its children use: MiB of memory, seconds of processor time."""

    memory: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers, and how long it took to start."""

    url: str
    pid: int
    cold_seconds: float

    def usage(self) -> Usage:
        """What it uses now."""
        found = [_usage(pid) for pid in family(self.pid)]
        return Usage(sum(one.memory for one in found), sum(one.seconds for one in found))


def slow_sync() -> Path:
    """A library that adds 20 ms to each sync of a file, built with the system's compiler."""
    built = Path(tempfile.gettempdir()) / "tableside-slow-sync.so"
    source = ROOT / "bench" / "slow_sync.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", str(built), str(source), "-ldl"], check=True)
    return built


def adapter_of(kind: str) -> str:
    """The module of `bench.adapters` that speaks to a kind of server."""
    return "bgio" if kind.startswith("peer") else "floor" if kind.startswith("floor") else "tableside"


@contextlib.contextmanager
def running(
    kind: str,
    folder: Path | None = None,
    preload: Path | None = None,
    python: str | None = None,
    records: Path | None = None,
    variables: Mapping[str, str] | None = None,
    checkout: Path = ROOT,
) -> Iterator[Running]:
    """A server of its own with new records in `folder`; `preload` is a library put before the system's own.

    `python` is the interpreter of an install that holds only what the kind needs; `records` is a folder with records to
    use instead of new ones; `variables` go into its environment; `checkout` is where the code lies, for one of earlier days.
    """
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    with contextlib.ExitStack() as kept:
        data = str(records) if records else kept.enter_context(tempfile.TemporaryDirectory(dir=folder))
        environment = {**os.environ, **_peer_environment(kind, port, data), **(variables or {})}
        if preload is not None:
            environment["LD_PRELOAD"] = str(preload)
        began = time.perf_counter()
        process = subprocess.Popen(
            _command(kind, port, data, python), cwd=_folder(kind, checkout), env=environment, stdout=subprocess.DEVNULL
        )
        try:
            _wait_for(f"{url}/", process)
            yield Running(url, process.pid, time.perf_counter() - began)
        finally:
            _stop(process)


def _command(kind: str, port: int, data: str, python: str | None) -> Sequence[str]:
    if kind.startswith("peer"):
        return ["node", "server.js"]
    if kind.startswith("floor"):
        return [sys.executable, "-m", "bench.floor", str(port), data, kind.removeprefix("floor").strip("-")]
    asked = ["--host", "127.0.0.1", "--port", str(port), "--data", data, "--no-browser"]
    if python is not None:
        return [python, "app.py", *asked]
    program = ["-m", "bench.without_extras"] if kind == "default" else ["app.py"]
    return [sys.executable, *program, *asked]


def _peer_environment(kind: str, port: int, data: str) -> dict[str, str]:
    if not kind.startswith("peer"):
        return {}
    return {"PORT": str(port), "STORE": kind.removeprefix("peer-"), "FLAT_DIR": data, "NP": "310"}


def _folder(kind: str, checkout: Path) -> Path:
    return _peer_folder() if kind.startswith("peer") else ROOT if kind.startswith("floor") else checkout


def _peer_folder() -> Path:
    """Where the peer is installed, outside the repository; installed on first use."""
    if not (PEER / "node_modules").exists():
        shutil.copytree(ROOT / "bench" / "peer_bgio", PEER, dirs_exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=True)
    shutil.copy(ROOT / "bench" / "peer_bgio" / "server.js", PEER)
    return PEER


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    """Return once the server answers. Raises RuntimeError if it has ended or never does."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.002)
    raise RuntimeError("the server did not come up")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found, ahead = [], [pid]
    while ahead:
        found.append(ahead.pop())
        with contextlib.suppress(OSError):
            for task in os.listdir(f"/proc/{found[-1]}/task"):
                children = Path(f"/proc/{found[-1]}/task/{task}/children").read_text()
                ahead += [int(child) for child in children.split()]
    return found


def _usage(pid: int) -> Usage:
    """What one process uses; nothing if it has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return Usage(0.0, 0.0)
    kibibytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), "0")
    ticks = int(fields[11]) + int(fields[12])
    return Usage(int(kibibytes) / 1024, ticks / os.sysconf("SC_CLK_TCK"))
