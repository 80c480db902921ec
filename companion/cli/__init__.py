"""The command `python app.py`: its options and subcommands, and what becomes of errors."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from companion import __version__
from companion.cli.banner import OWNER_LINK, in_own_language, public_address, renew_owner_link
from companion.cli.check import copy_records, findings
from companion.cli.options import MOST_DAYS, OPTIONS, Options, check_together, unknown_variables
from companion.cli.pads import looked_over
from companion.cli.refusals import CommandRefusal, words_of
from companion.cli.serving import log_as_json, open_live, open_store, run
from companion.engine.text import say
from companion.match.access import Caller
from companion.server import CannotListen
from companion.store import BEFORE_SWEEP, Grant, StoreError, altered_matches, ready_copy, sealed
from companion.web.app.services import Services, Settings

AT_THE_CONSOLE: Final = Caller(grants=(Grant("", "owner", "link", datetime.now(UTC)),))
"""Anyone who may start Tableside on these records owns them."""


STOPPED: Final = 128 + signal.SIGINT
"""As shells say that Ctrl+C ended something."""


@click.group(params=[*OPTIONS], invoke_without_command=True)
@click.version_option(__version__, prog_name="tableside")
@click.pass_context
def tableside(context: click.Context, /, **given: Any) -> None:
    """A companion beside your table. Without a command it runs until Ctrl+C.

    A command stands behind the options that Tableside is started with: it then works on the same records.
    """
    context.obj = Options(**given)
    check_together(context.obj)
    # Said and not refused: a variable of another version must not keep a table from playing.
    for name in unknown_variables():
        click.echo(f"{name} is no setting; --help names those there are", err=True)
    if context.invoked_subcommand is None:
        context.invoke(serve)


@tableside.command("run")
@click.pass_obj
def serve(options: Options) -> None:
    """Run until Ctrl+C: what happens without a command."""
    if options.log_requests:
        log_as_json()
    # For this user alone, as the records and the key of seat links lie there.
    options.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    run(options)


@tableside.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup(options: Options, file: Path) -> None:
    """Write all records to a new FILE, checked from end to end, while games go on."""
    # The server goes on meanwhile: SQLite copies under a read lock, PostgreSQL within one transaction (ADR 8).
    copy_records(options, file)
    try:
        ready_copy(file)
    except StoreError:
        # A copy that is not whole must not be there when someone needs it.
        file.unlink()
        raise
    with sealed(file) as copy:
        _warn_of(len(altered_matches(copy)))


@tableside.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(options: Options, file: Path) -> None:
    """Put a backup in place of all records, which are kept first. No server may run on the file."""
    with open_services(options) as services:
        # The same way as in the browser: checked, then put in place, with what was there kept first.
        offer = services.restoring.offer_copy(AT_THE_CONSOLE, file)
        kept = services.restoring.accept(AT_THE_CONSOLE, offer.id)
    _warn_of(offer.altered)
    click.echo(in_own_language(say("Restored. Your old data is in {file}.", file=str(kept.path))))


def _warn_of(altered: int) -> None:
    if altered:
        click.echo(in_own_language(say("Games inside that can’t be opened: {count}.", count=altered)), err=True)


@tableside.command("owner-link")
@click.pass_obj
def renew_link(options: Options) -> None:
    """Print a fresh link for the admin, beside running workers. Earlier links stop working. Needs PostgreSQL."""
    # A records file has one server, which makes the link at its start; beside it nothing else may write.
    if not options.database_url:
        file = str(options.data / OWNER_LINK)
        raise CommandRefusal(say("Restart Tableside. It saves a new admin link in {file}.", file=file))
    with open_store(options) as store:
        token = renew_owner_link(store)
    click.echo(f"{public_address(options, options.port)}owner/{token}")


@tableside.command()
@click.option("--older-than", metavar="DAYS", type=click.IntRange(1, MOST_DAYS), required=True)
@click.pass_obj
def forget(options: Options, older_than: int) -> None:
    """Delete tables that no one used for DAYS, with everything entered there. Keeps a copy first. No server may run on the file."""
    with open_services(options) as services:
        since = datetime.now(UTC) - timedelta(days=older_than)
        deleted = services.keeping.forget_unused(since, partial(services.backups.keep, BEFORE_SWEEP))
    click.echo(in_own_language(say("Tables deleted: {count}", count=deleted)))


@tableside.command()
@click.pass_context
def check(context: click.Context) -> None:
    """Say whether records, disk, port, network and clock are as they should be, and what to do if not."""
    found = list(findings(context.obj))
    for one in found:
        click.echo(one.line)
    context.exit(0 if all(one.is_fine for one in found) else 1)


@tableside.group()
def pad() -> None:
    """What concerns pads: files that say how a game is scored."""


@pad.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def check_pad(context: click.Context, file: Path) -> None:
    """Say what is wrong with the pad in FILE, and where; or, if nothing is, what its example comes to."""
    is_fine, lines = looked_over(file)
    for one in lines:
        click.echo(one)
    context.exit(0 if is_fine else 1)


@contextmanager
def open_services(options: Options) -> Iterator[Services]:
    """What the pages work with, over the records, and heard by running workers."""
    with open_store(options) as store, open_live(options) as live:
        yield Services(store, live, Settings(folder=options.data))


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status: 0 after a clean end, 2 if the command line makes no sense, 130 after Ctrl+C, else 1 and a
    reason.
    """
    try:
        # Not in click's own way, which would end the process itself, with words of its own.
        return tableside.main(arguments, "tableside", standalone_mode=False) or 0
    except click.ClickException as refused:
        return _complain(refused.format_message(), refused.exit_code)
    except (StoreError, OSError, CannotListen) as error:
        return _complain(words_of(error))
    except click.Abort:
        return STOPPED


def _complain(reason: str, status: int = 1) -> int:
    click.echo(reason, err=True)
    return status
