"""Several workers of one service: started here, each with its own store and bus, and restarted when one dies."""

from __future__ import annotations

import multiprocessing
import socket
from multiprocessing.process import BaseProcess

from companion.server import keep_crew, listen_on, stop_with_parent
from companion.start.command import Command
from companion.start.greeting import Greeting, keep_owner_link, renew_owner_link, speaking_app
from companion.start.hosted import Hosted
from companion.start.logs import log_as_json
from companion.start.parts import make_app, open_live, open_store, serve_app
from companion.start.reach import public_address, reachable
from companion.start.terminal import complain, print_line
from companion.store import NewerSchema, StoreUnavailable


def run_crew(command: Command, hosted: Hosted) -> None:
    """Start the workers, and serve until the process is told to stop. Raises `PortTaken` or OSError."""
    with open_store(command, hosted) as store:
        token = renew_owner_link(store)
    listeners = listeners_of(command)
    port = int(listeners[0].getsockname()[1])
    spawn = multiprocessing.get_context("spawn")

    def start_worker(place: int) -> BaseProcess:
        worker = spawn.Process(target=work, args=(command, hosted, listeners[place], place), name=f"worker {place}")
        worker.start()
        return worker

    hosts = reachable(command.host)
    base = public_address(hosted, hosts, port)
    greeting = Greeting(speaking_app(), print_line)
    greeting.greet(base, port, hosts, keep_owner_link(command.data, f"{base}owner/{token}"))
    try:
        keep_crew(command.workers, start_worker)
    finally:
        for listener in listeners:
            listener.close()


def listeners_of(command: Command) -> list[socket.socket]:
    """The socket of each worker: one for all, unless each has a port of its own. Raises `PortTaken` or OSError.

    The sockets outlive a worker that dies: requests to it wait for the worker that replaces it.
    """
    if not command.has_port_each:
        return [listen_on(command.host, command.port)] * command.workers
    return [listen_on(command.host, command.port + place) for place in range(command.workers)]


def work(command: Command, hosted: Hosted, listener: socket.socket, place: int) -> None:
    """Serve as one of several workers, until told to stop or until the parent process is gone."""
    if hosted.logs_requests:
        log_as_json()
    try:
        with open_store(command, hosted) as store, open_live(hosted) as live:
            app = make_app(store, live, command, hosted, place)
            serve_app(
                app, store, live, command, hosted, lambda serving: stop_with_parent(serving.stop), listener=listener
            )
    except (NewerSchema, StoreUnavailable, OSError) as error:
        raise SystemExit(complain(str(error))) from None
