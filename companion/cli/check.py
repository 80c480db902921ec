"""Looks over what a running Tableside needs: its records, every match in them, room on the disk, its port, a network, a clock."""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from flask.testing import FlaskClient

from companion.cli.banner import in_own_language, reachable, way_in
from companion.cli.options import DATABASE, Options
from companion.cli.refusals import words_of
from companion.cli.serving import open_store
from companion.engine.text import say
from companion.lan import is_this_device
from companion.server import CannotListen, listen_on
from companion.store import (
    Fault,
    NewerSchema,
    Outage,
    Store,
    StoreError,
    StoreUnavailable,
    UnusableCopy,
    altered_matches,
    ready_copy,
    sealed,
)
from companion.web.app.services import Settings
from companion.web.create_app import create_app

FREE_BYTES: Final = 100 * 1024**2
GUIDE: Final = "docs/recovery.md"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was looked at, and what was found."""

    line: str
    is_fine: bool = True


def findings(options: Options) -> Iterator[CheckResult]:
    """Yield a line about each: records, their chain of hashes, their matches, disk, port, network, clock."""
    # Before the first start there is no such folder yet: then the disk on which it will be.
    folder = next(one for one in (options.data, *options.data.resolve().parents) if one.exists())
    if options.database_url or (options.data / DATABASE).exists():
        # Beside the data: the system's own folder may be memory, and records may be large.
        with TemporaryDirectory(dir=folder) as place:
            yield from _records(options, Path(place) / DATABASE)
    else:
        yield CheckResult(f"records: none in {options.data} yet; the first start makes them")
    yield _disk(folder)
    yield _port(options)
    yield _network(options)
    yield _clock(options)


def copy_records(options: Options, target: Path) -> None:
    """Write all records to a new file, while others may use them. Raise StoreUnavailable, OSError."""
    if options.database_url:
        with open_store(options) as store:
            store.copy_to(target)
        return
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))  # names and hands are for no one else's eyes
    # Opened to be read only: a second process that checkpoints beside the server has been seen to damage a file.
    address = f"{(options.data / DATABASE).resolve().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as records, closing(sqlite3.connect(target)) as copy:
            records.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it
    except sqlite3.Error as error:
        target.unlink()
        raise OSError(f"the records in {options.data} cannot be copied: {error}") from error


def _records(options: Options, copy: Path) -> Iterator[CheckResult]:
    try:
        copy_records(options, copy)
    except (StoreError, OSError) as error:
        yield CheckResult(f"records: {words_of(error)}", is_fine=False)
        return
    try:
        ready_copy(copy)
    except UnusableCopy as unusable:
        is_newer = unusable.fault is Fault.NEWER
        said = words_of(NewerSchema(0, 0) if is_newer else StoreUnavailable(Outage.DAMAGED, unusable.detail))
        yield CheckResult(f"chain: {said}", is_fine=False)
        return
    with sealed(copy) as store:
        held, altered = store.tables.contents(), len(altered_matches(store))
    yield CheckResult(f"records: {held.tables} tables, {held.matches} matches")
    if altered:
        text = say("Games inside that can’t be opened: {count}.", count=altered)
        yield CheckResult(f"chain: {in_own_language(text)} {GUIDE}", is_fine=False)
    else:
        yield CheckResult(f"chain: {held.entries} entries, each of which fits the hashes")
    # A copy, so that the pages that are tried out change nothing, and the running server keeps its file.
    with Store.open(copy) as store:
        yield from _matches(store)


def _matches(store: Store) -> Iterator[CheckResult]:
    """Yield each match that cannot be opened, as its pages would find out."""
    app = create_app(store, settings=Settings(("localhost",)))
    browser = app.test_client()
    opened = 0
    for use in store.tables.uses(store.tables.contents().tables):
        for match in store.matches.at(use.table.id):
            if _opens(match.id, browser, app.logger):
                opened += 1
                continue
            which = f"{use.table.code} {match.number} ({match.game}, {match.opened_at:%Y-%m-%d})"
            text = say("Its record is damaged, or from a newer Tableside.")
            yield CheckResult(f"match: {which}: {in_own_language(text)} {GUIDE}", is_fine=False)
    app.logger.disabled = False  # it is that of every app of this process
    yield CheckResult(f"matches: {opened} can be opened")


def _opens(match_id: str, browser: FlaskClient, logger: logging.Logger) -> bool:
    """Return whether its page and its file answer. A failure becomes a line of ours, not one of the server's log."""
    logger.disabled = True
    try:
        pages = (f"/m/{match_id}", f"/m/{match_id}/match.json")
        # The page replays what stands, the file reads every entry: together they meet all of a match.
        return all(browser.get(page).status_code == HTTPStatus.OK for page in pages)
    finally:
        logger.disabled = False


def _disk(folder: Path) -> CheckResult:
    # More than the store asks for: this is the warning of an evening ahead, that the refusal of the moment.
    free = shutil.disk_usage(folder).free
    if free < FREE_BYTES:
        return CheckResult(
            f"disk: {free >> 20} MB free in {folder}; make room, or choose another folder with --data", False
        )
    return CheckResult(f"disk: {free >> 20} MB free in {folder}")


def _port(options: Options) -> CheckResult:
    try:
        listen_on(options.host, options.port).close()
    except CannotListen as refused:
        if refused.is_taken:
            return CheckResult(
                f"port: {options.port} is in use; fine if that is Tableside, else choose another with --port"
            )
        return CheckResult(f"port: {words_of(refused)}", is_fine=False)
    return CheckResult(f"port: {options.port} is free")


def _network(options: Options) -> CheckResult:
    found = reachable(options.host)
    if all(is_this_device(one) for one in found):
        return CheckResult(f"network: {in_own_language(way_in(options.host))}", is_fine=False)
    return CheckResult(f"network: phones reach this device at {', '.join(found)}")


def _clock(options: Options) -> CheckResult:
    """Return a clock is wrong for certain if it is behind what was written last, the program included."""
    now = datetime.now(UTC)
    # The one thing known for certain about the present: it is later than these.
    written = [path.stat().st_mtime for path in (Path(__file__), options.data / DATABASE) if path.exists()]
    if now.timestamp() < max(written):
        return CheckResult(
            f"clock: {now:%Y-%m-%d %H:%M} UTC is in the past; set it, though play goes on without", False
        )
    return CheckResult(f"clock: {now:%Y-%m-%d %H:%M} UTC")
