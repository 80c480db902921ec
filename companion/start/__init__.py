"""From the command line to a running server: records opened, addresses and codes printed, the browser opened."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.text import Text, say
from companion.lan import LOCALHOST
from companion.live import Live
from companion.nearby import Nearby
from companion.server import PortTaken, Serving
from companion.start.command import Command, read_command
from companion.start.crew import run_crew
from companion.start.greeting import Greeting, address_of, in_own_language, keep_owner_link, renew_owner_link
from companion.start.hosted import Hosted, WrongSetting, check_crew, read_hosted
from companion.start.logs import log_as_json
from companion.start.parts import make_app, open_live, open_store, serve_app
from companion.start.reach import public_address, reachable
from companion.start.terminal import complain, print_line
from companion.store import AlreadyRunning, NewerSchema, Store, StoreUnavailable


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 after a clean stop, 1 if it could not start; then the reason is printed."""
    command = read_command(arguments)
    try:
        hosted = read_hosted()
        check_crew(hosted, command.workers)
        if hosted.logs_requests:
            log_as_json()
        command.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if command.workers > 1:
            run_crew(command, hosted)
            return 0
        with open_store(command, hosted) as store, open_live(hosted) as live:
            run(store, live, command, hosted)
    except (AlreadyRunning, NewerSchema, StoreUnavailable, WrongSetting, OSError) as error:
        return complain(str(error))
    except PortTaken as taken:
        return complain(in_own_language(_port_taken(taken.port)))
    return 0


def run(store: Store, live: Live, command: Command, hosted: Hosted) -> None:
    """Serve until the process is told to stop. Raises `PortTaken` or OSError."""
    token = renew_owner_link(store)
    app = make_app(store, live, command, hosted)
    greeting, hosts = Greeting(app, print_line), reachable(command.host)
    nearby = Nearby(command.name, hosts, greeting.tell_name)

    def announce(serving: Serving) -> None:
        base = public_address(hosted, hosts, serving.port)
        greeting.greet(base, serving.port, hosts, keep_owner_link(command.data, f"{base}owner/{token}"))
        if LOCALHOST not in hosts and not hosted.public_url:
            nearby.start(serving.port)
        if command.opens_browser:
            open_browser(f"{address_of(LOCALHOST, serving.port)}owner/{token}")

    try:
        serve_app(app, store, live, command, hosted, announce)
    finally:
        nearby.stop()


def open_browser(address: str) -> None:
    """Show an address in the browser of this device."""
    import webbrowser  # Loaded only where somebody sits at a screen.

    webbrowser.open(address)


def _port_taken(port: int) -> Text:
    return say(
        "Port {port} is in use already - perhaps Tableside is running. Stop that, or choose another: --port {other}",
        port=port,
        other=port + 1,
    )
