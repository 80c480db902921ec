"""Faults planted in the app under test, each by a small patch: `python -m tests.strength.faults NAME --port ...`.

A test that does not notice the fault made for it proves nothing.
"""

import os
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from sqlalchemy import Connection

from companion import cli
from companion.cli import serving
from companion.match.access import Caller
from companion.server import Limits, Refusal, StreamRequest, StreamSpec, run
from companion.store import chain, sqlite
from companion.store.journal import Head, JournalRepository
from companion.store.rows import Appended
from companion.store.sqlite import SqliteDatabase
from companion.web.board.stream import BoardStreams

LATER_SECONDS = 0.05
SLOWLY_SECONDS = 0.09


def answers_before_commit() -> None:
    """What is entered is answered and told at once, and committed a little later."""
    append, head, transaction = JournalRepository.append, JournalRepository.head, SqliteDatabase.transaction
    appending = threading.local()
    told: dict[str, Head] = {}

    def append_late(self: JournalRepository, match_id: str, *entry: Any, **more: Any) -> Any:
        appending.is_so = True
        try:
            appended = append(self, match_id, *entry, **more)
        finally:
            appending.is_so = False
        if isinstance(appended, Appended):
            told[match_id] = Head(appended.seq + 1, appended.hash)
        return appended

    @contextmanager
    def late(self: SqliteDatabase, *given: Any) -> Iterator[Connection]:
        begun = transaction(self, *given)

        def commit() -> None:
            begun.__exit__(None, None, None)
            told.clear()

        try:
            yield begun.__enter__()
        except BaseException:
            begun.__exit__(*sys.exc_info())
            raise
        if getattr(appending, "is_so", False):
            threading.Timer(LATER_SECONDS, commit).start()
        else:
            commit()

    _put(JournalRepository, "append", append_late)
    _put(JournalRepository, "head", lambda self, match_id: told.get(match_id) or head(self, match_id))
    _put(SqliteDatabase, "transaction", late)


def knows_no_key() -> None:
    """The same tap sent again counts as another one."""
    _put(Caller, "scoped", lambda self, key: secrets.token_hex(32))


def hashes_its_own_way() -> None:
    """What one process has written does not fit its hashes for the next."""
    right = chain._digest
    _put(chain, "_digest", lambda text: right(f"{os.getpid()} {text}"))


def syncs_less() -> None:
    """SQLite syncs at its checkpoints alone, as many apps let it."""
    statements = [statement.replace("synchronous = FULL", "synchronous = NORMAL") for statement in sqlite._WRITER]
    assert tuple(statements) != sqlite._WRITER
    _put(sqlite, "_WRITER", tuple(statements))


def waits_for_silent_phones() -> None:
    """A phone that has gone without a word keeps its stream for as long as the system hopes."""
    _put(run, "GIVE_UP_ON_SILENCE_MS", 0)


def beats_every_second() -> None:
    """No fault: streams are spoken to more often, so that what comes of silence is seen sooner."""
    _put(serving, "Limits", partial(Limits, beat_seconds=1.0))


def opens_streams_slowly() -> None:
    """Each stream takes a while to open."""
    right = BoardStreams.open

    def slowly(self: BoardStreams, requests: Sequence[StreamRequest]) -> list[StreamSpec | Refusal]:
        time.sleep(SLOWLY_SECONDS * len(requests))
        return right(self, requests)

    _put(BoardStreams, "open", slowly)


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (
        answers_before_commit,
        knows_no_key,
        hashes_its_own_way,
        syncs_less,
        waits_for_silent_phones,
        beats_every_second,
        opens_streams_slowly,
    )
}


def _put(owner: object, name: str, value: object) -> None:
    assert hasattr(owner, name)
    setattr(owner, name, value)


def plant(names: str) -> None:
    """Plant the faults with these names, put together by plus signs; none where there is no name."""
    for name in names.split("+") if names else ():
        FAULTS[name]()


def serve_with(arguments: Sequence[str]) -> int:
    """The exit status of the app, with the faults that the first argument names."""
    plant(arguments[0])
    return cli.main(arguments[1:])


if __name__ == "__main__":
    raise SystemExit(serve_with(sys.argv[1:]))
