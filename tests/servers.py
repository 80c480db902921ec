"""A real PostgreSQL and a real Redis for the tests, each their own, gone when the tests are done."""

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psycopg
import redis
from sqlalchemy import make_url

PATIENCE_SECONDS = 60.0
PORTS = range(11_000, 32_000)
_DRAWN = set[int]()


class MissingTool(Exception):
    """A program that the tests need is not installed; the message says what to install."""


def tool(names: str, package: str) -> str:
    """Path of the first program of `names` that is there, also where Debian keeps it off the search path.

    Raises MissingTool, naming the Debian package that brings it.
    """
    by_version = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True
    )
    search = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", *map(str, by_version)])
    for name in names.split():
        if found := shutil.which(name, path=search):
            return found
    raise MissingTool(f"{names} was not found. Install it: sudo apt-get install {package}")


def free_port() -> int:
    """A TCP port of 127.0.0.1 that nobody listens on.

    Not one that the system gives to whoever calls somewhere: another process would have it before its server is up.
    Nor one that another process of this run may draw, or was drawn here before: its server may be about to start.
    """
    while True:
        port = random.SystemRandom().choice(ports_of_this_process())
        if port in _DRAWN:
            continue
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            _DRAWN.add(port)
            return port


def ports_of_this_process() -> range:
    """Where several processes run the tests (`pytest -n 3`), each has its part of the ports.

    One that takes the place of a process that died has a number beyond their count, and the ports of one of them.
    """
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % count
    share = len(PORTS) // count
    return PORTS[number * share : (number + 1) * share]


def wait_until(is_so: Callable[[], bool], what: str, patience_seconds: float = PATIENCE_SECONDS) -> None:
    """Return as soon as `is_so()`, asking again and again; fails, saying `what`, when patience ends."""
    deadline = time.monotonic() + patience_seconds
    while not is_so():
        assert time.monotonic() < deadline, f"not within {patience_seconds:g} seconds: {what}"
        time.sleep(0.02)


class Postgres:
    """A cluster of its own in a temporary folder, reached by a socket there; careless of power cuts, unless it `syncs`.

    `start` and `stop` may be called again and again: what was committed stays.
    """

    def __init__(self, *, syncs: bool = False) -> None:
        self._sync = "on" if syncs else "off"
        # Not under pytest's own folder: a socket's path is short, and the cluster's user must get there.
        self.home = Path(tempfile.mkdtemp(prefix="tableside-postgres-", dir="/tmp"))
        self._user = _who_may_run_postgres()
        self._running: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        if self._user is not None:
            shutil.chown(self.home, self._user)
        self._launch(
            "initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"
        ).wait()

    def start(self) -> None:
        settings = (
            "listen_addresses=", f"unix_socket_directories={self.home}", "unix_socket_permissions=0700",
            f"fsync={self._sync}", f"full_page_writes={self._sync}", "max_connections=160", "shared_buffers=32MB",
        )  # fmt: skip
        self._running = self._launch("postgres", "-D", "data", *(f"--{setting}" for setting in settings))
        wait_until(self._answers, f"PostgreSQL answers; its log: {self.home}/log")

    def stop(self) -> None:
        """Stop at once and cut every connection, as when its machine goes away."""
        if self._running is not None:
            # Not SIGKILL, which would leave its children behind.
            self._running.send_signal(signal.SIGQUIT)
            self._running.wait(PATIENCE_SECONDS)
            self._running = None

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """None of its processes does anything meanwhile; every connection stays open, and new ones are taken."""
        assert self._running is not None
        stopped = [self._running.pid]
        os.kill(stopped[0], signal.SIGSTOP)  # first, so that it starts no others
        for child in Path(f"/proc/{stopped[0]}/task/{stopped[0]}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGSTOP)
                stopped.append(int(child))
        try:
            yield
        finally:
            for process in stopped:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The SQLAlchemy URL of a new, empty database, which is dropped afterwards."""
        address = self.new_database()
        yield address
        if self._running is not None:
            self._run(f"DROP DATABASE {make_url(address).database} WITH (FORCE)")

    def new_database(self) -> str:
        """The SQLAlchemy URL of a new, empty database, which is there as long as the cluster."""
        if self._running is None:
            self.start()
        name = f"test_{next(self._numbers)}"
        self._run(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://postgres@/{name}?host={self.home}"

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._conninfo, autocommit=True) as connection:
            connection.execute(statement.encode())

    def _answers(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, (self.home / "log").read_text()
        try:
            psycopg.connect(self._conninfo).close()
        except psycopg.OperationalError:
            return False
        return True

    @property
    def _conninfo(self) -> str:
        return f"host={self.home} user=postgres dbname=postgres"

    def _launch(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.home / "log").open("ab") as log:
            return subprocess.Popen(
                [tool(program, "postgresql"), *arguments],
                cwd=self.home,
                stdout=log,
                stderr=log,
                user=self._user,
                group=self._user,
                extra_groups=None if self._user is None else [],
            )


def _who_may_run_postgres() -> str | None:
    """The user to run PostgreSQL as: it refuses root. None: whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        raise MissingTool("There is no user postgres. Install: sudo apt-get install postgresql") from None


class Redis:
    """A Redis of its own that keeps nothing; `start` and `stop` may be called again and again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, *settings: str) -> None:
        self._running = subprocess.Popen(
            [tool("redis-server", "redis-server"), "--port", str(self.port), "--bind", "127.0.0.1",
             "--save", "", "--appendonly", "no", *settings],
            cwd="/tmp", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_until(self._answers, "Redis answers")

    def stop(self) -> None:
        """Stop at once and cut every connection, as when its machine goes away."""
        if self._running is not None:
            self._running.kill()
            self._running.wait(PATIENCE_SECONDS)
            self._running = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it answer nothing meanwhile, with every connection left open."""
        assert self._running is not None
        self._running.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._running.send_signal(signal.SIGCONT)

    def forget(self) -> None:
        """Leave no key behind; starts it if a test left it stopped."""
        if self._running is None:
            self.start()
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def _answers(self) -> bool:
        assert self._running is not None
        assert self._running.poll() is None, f"Redis could not start on port {self.port}"
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False
