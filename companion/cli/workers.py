"""Several workers of one service: started here, each with its own store and bus, and restarted when one dies."""

from __future__ import annotations

import multiprocessing
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from companion.cli.banner import Greeting, keep_owner_link, public_address, reachable, renew_owner_link, speaking_app
from companion.cli.logs import log_as_json
from companion.cli.options import Options
from companion.cli.serving import make_app, open_live, open_store, serve_app
from companion.server import keep_crew, listen_on, stop_with_parent
from companion.store import StoreError
from companion.web.metrics import SHARED

IN_MEMORY: Final = Path("/dev/shm")


def run_workers(options: Options) -> None:
    """Start the workers, and serve until the process is told to stop. Raises `PortTaken` or OSError."""
    with open_store(options) as store:
        token = renew_owner_link(store)
    listeners = listeners_of(options)
    port = int(listeners[0].getsockname()[1])
    spawn = multiprocessing.get_context("spawn")

    def start_worker(place: int) -> BaseProcess:
        worker = spawn.Process(target=work, args=(options, listeners[place]), name=f"worker {place}")
        worker.start()
        return worker

    base = public_address(options, port)
    greeting = Greeting(speaking_app(), click.echo)
    greeting.greet(base, port, reachable(options.host), keep_owner_link(options.data, f"{base}owner/{token}"))
    try:
        with shared_metrics():
            keep_crew(options.workers, start_worker)
    finally:
        for listener in listeners:
            listener.close()


@contextmanager
def shared_metrics() -> Iterator[None]:
    """A folder in which workers started meanwhile keep their numbers together: in memory, which a full disk cannot spoil."""
    with TemporaryDirectory(prefix="tableside-metrics-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        os.environ[SHARED] = folder
        yield


def listeners_of(options: Options) -> list[socket.socket]:
    """The socket of each worker: one for all, unless each has a port of its own. Raises `PortTaken` or OSError.

    The sockets outlive a worker that dies: requests to it wait for the worker that replaces it.
    """
    if not options.port_each:
        return [listen_on(options.host, options.port)] * options.workers
    return [listen_on(options.host, options.port + place) for place in range(options.workers)]


def work(options: Options, listener: socket.socket) -> None:
    """Serve as one of several workers, until told to stop or until the parent process is gone."""
    if options.log_requests:
        log_as_json()
    try:
        with open_store(options) as store, open_live(options) as live:
            app = make_app(store, live, options)
            serve_app(app, store, live, options, lambda serving: stop_with_parent(serving.stop), listener=listener)
    except (StoreError, OSError) as error:
        raise SystemExit(str(error)) from None
