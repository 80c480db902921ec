"""What the console says when Tableside cannot do what it was asked: the fact, then the way out, in this device's language."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from companion.cli.banner import OWNER_LINK, in_own_language
from companion.engine.text import Text, say
from companion.server import CannotListen
from companion.store import AlreadyRunning, NewerSchema, StoreError, StoreUnavailable, UnusableCopy
from companion.web.device.owner import unusable


class CommandRefusal(click.ClickException):
    """A reason of our own to do nothing."""

    def __init__(self, text: Text) -> None:
        super().__init__(in_own_language(text))


@contextmanager
def packages_for(setting: str, extra: str) -> Iterator[None]:
    """Raise `CommandRefusal` where this setting asks for packages that are not installed."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise CommandRefusal(missing_packages(setting, extra)) from missing


def missing_packages(setting: str, extra: str) -> Text:
    return say(
        "{setting} needs more packages. Install the extra “{extra}” (see docs/dependencies.md).",
        setting=setting,
        extra=extra,
    )


def words_of(error: StoreError | OSError | CannotListen) -> str:
    """Return the reason, in this device's language where it is one of ours, and what the system says of it."""
    match error:
        case CannotListen():
            return in_own_language(_port(error))
        case AlreadyRunning():
            return in_own_language(_second(Path(error.directory)))
        case NewerSchema():
            return in_own_language(say("This is from a newer Tableside. Update yours first."))
        case UnusableCopy():
            return in_own_language(unusable(error))
        case StoreUnavailable():
            text = say("Can’t open the saved games ({reason}). See docs/recovery.md.", reason=error.reason.value)
            return "\n".join(filter(None, (in_own_language(text), error.detail)))
        case FileExistsError():
            return in_own_language(say("{file} already exists. Choose another name.", file=str(error.filename)))
        case OSError() if error.filename:
            return in_own_language(
                say(
                    "Can’t use {file} ({reason}). Choose another place.",
                    file=str(error.filename),
                    reason=str(error.strerror),
                )
            )
        case _:
            return str(error)


def _port(refused: CannotListen) -> Text:
    # Below 1024 the next port is the system's too, and would be refused as well.
    other = 8000 if refused.port < 1024 else refused.port + 1
    way_out = {"option": f"--port {other}", "command": f'make run ARGS="--port {other}"'}
    match refused.reason.errno:
        case errno.EADDRINUSE:
            return say(
                "Port {port} is already in use. Stop what’s using it, or add {option} ({command}).",
                port=refused.port,
                **way_out,
            )
        case errno.EACCES:
            return say(
                "Port {port} is for the system’s own services. Add {option} ({command}).", port=refused.port, **way_out
            )
        case _:
            return say(
                "Can’t listen on {host}, port {port} ({reason}). Leave out --host.",
                host=refused.host,
                port=refused.port,
                reason=str(refused.reason.strerror),
            )


def _second(folder: Path) -> Text:
    """Return where the other one runs stands in its admin link, if this user may read that."""
    with suppress(OSError):
        address, link, _ = (folder / OWNER_LINK).read_text("utf-8").rpartition("owner/")
        if link:
            return say("Tableside is already running at {address}. Use it or stop it.", address=address)
    return say("{folder} is in use by another Tableside. Stop it or change --data.", folder=str(folder))
