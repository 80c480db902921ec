"""What a database must be able to do for the store, how long it may take, and what repositories share.

SQLite and PostgreSQL each have a module of their own. How long a request may wait for its turn to write is counted from
when it came in: it waits for a thread, for others at the same match, for others who write, and for another program that
holds the file. Each wait would be bearable; one after the other, with a limit each, they would hold every thread for
minutes.
"""

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Concatenate, Final, ParamSpec, TypeVar, cast

from sqlalchemy import Column, Connection, Executable, Select, Table, bindparam, select
from sqlalchemy.dialects import sqlite

from companion.store.errors import Missing
from companion.store.schema import meta, tables

Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound="Repository")
Named = ParamSpec("Named")


class Database(ABC):
    """A place to read from and write to. Every member raises StoreUnavailable while the place cannot be reached."""

    is_alone: ClassVar[bool]
    """Whether no one outside this process writes here, so that what was read stays true."""
    folder: Path | None = None
    """The folder of the file; None if there is none."""
    known: dict[Hashable, Any] | None = None
    """What was asked since the last change, where no one else writes. A change puts a new dict in its place: the caller
    before it and is answered after it writes into the old one.
    """

    @abstractmethod
    def read(self) -> AbstractContextManager[Connection]:
        """Return a connection that does not write; each statement sees the newest committed rows."""

    @abstractmethod
    def transaction(self, learnt: dict[Hashable, Any] | None = None) -> AbstractContextManager[Connection]:
        """Return a transaction, durable when the block ends and undone when it raises.

        `learnt`: the block fills in all that is other than what is known then; without it, nothing is known any more.
        """

    def hold_name(self, connection: Connection, name: str) -> None:  # noqa: B027 - as most databases need nothing for it
        """Keep every other transaction that holds this name waiting until this one ends."""

    def take_time(self, connection: Connection) -> None:  # noqa: B027 - as above
        """Let every statement of this transaction take as long as it needs, where there is a limit otherwise."""

    @abstractmethod
    def alone(self, name: str) -> AbstractContextManager[object]:
        """Return what keeps all others who ask to be alone under this name waiting, in whatever process.

        The holder reads and writes as usual, in transactions of their own.
        """

    def hold_everything(self, connection: Connection) -> None:  # noqa: B027 - as most databases need nothing for it
        """Keep all others from reading and writing until this transaction, which replaces it all, ends."""

    def check(self) -> None:
        """Return if entries could be recorded as far as can be known without recording one."""
        with self.read() as connection:
            connection.execute(select(meta))

    def keep_a_copy(self, label: str) -> None:  # noqa: B027 - as most databases need nothing for it
        """Keep the data as it is now in a file of its own, where the database is a file."""

    @abstractmethod
    def copy_to(self, target: Path, within: Connection | None = None) -> None:
        """Write all data, as it is now or as the transaction `within` finds it, to a new SQLite file.

        What a transaction has changed and not yet committed is in no other copy.
        """

    def scrub(self) -> None:  # noqa: B027 - as most databases need nothing for it
        """Leave no trace of what was deleted, as far as the database can."""

    @abstractmethod
    def close(self) -> None:
        """Let go of everything; later calls raise StoreUnavailable."""


PATIENCE_SECONDS: Final = 5.0
"""After so long no one at a table waits any more."""

# A context variable and no argument: the layers between a request and the store know nothing of time.
_ENDS_AT: ContextVar[float | None] = ContextVar("ends_at", default=None)


@contextmanager
def deadline_after(seconds: float) -> Iterator[None]:
    """Have what is done meanwhile wait no longer than if it had begun so long ago."""
    # By the steady clock: the wall clock of a small device is set while it runs.
    before = _ENDS_AT.set(time.monotonic() + PATIENCE_SECONDS - seconds)
    try:
        yield
    finally:
        _ENDS_AT.reset(before)


def seconds_remaining() -> float:
    """Return how much longer this context may wait; all of it where no one said since when it does."""
    ends_at = _ENDS_AT.get()
    return PATIENCE_SECONDS if ends_at is None else max(0.0, min(ends_at - time.monotonic(), PATIENCE_SECONDS))


_ANSWERS: ContextVar[dict[Hashable, Any] | None] = ContextVar("answers", default=None)


_KEPT: ContextVar[dict[Hashable, Connection] | None] = ContextVar("kept", default=None)


@contextmanager
def on_one_connection() -> Iterator[None]:
    """Have everything that is asked meanwhile asked on one connection: to take each from the pool is a way to the server."""
    kept: dict[Hashable, Connection] = {}
    token = _KEPT.set(kept)
    try:
        yield
    finally:
        _KEPT.reset(token)
        _let_go(kept)


@contextmanager
def request_cache() -> Iterator[None]:
    """Have what a page asks again and again meanwhile (who sits where) asked once, unless something is written in between.

    Where others write too, rights and journals are asked for each time, all on one connection.
    """
    with on_one_connection():
        token = _ANSWERS.set({})
        try:
            yield
        finally:
            _ANSWERS.reset(token)


@contextmanager
def kept_open(whose: Hashable, connect: Callable[[], Connection]) -> Iterator[Connection]:
    """Return a connection, which while `on_one_connection` stays open for the caller next; not where something went wrong."""
    kept = _KEPT.get()
    # Taken out while it is used: a question within a question gets a connection of its own.
    known = None if kept is None else kept.pop(whose, None)
    with ExitStack() as ends:
        connection = ends.enter_context(connect() if known is None else known)
        yield connection
        # A question within this one may have put its own connection there meanwhile; then this one goes back to the pool.
        if kept is not None and whose not in kept:
            kept[whose] = connection
            # Not closed here: `on_one_connection` closes what was kept.
            ends.pop_all()


def forget_answers() -> None:
    """Have everything asked again, and let go of the connection: something is being written."""
    # Called before the transaction: what is read within it is read anew, and what others ask after it too.
    if answers := _ANSWERS.get():
        answers.clear()
    if kept := _KEPT.get():
        _let_go(kept)


def _let_go(kept: dict[Hashable, Connection]) -> None:
    while kept:
        kept.popitem()[1].close()


# SQLite has no locks on rows, and SQLAlchemy leaves the clause out there: a writer holds all of the file anyway.
_HELD = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update()
_AT_ONCE = 500
"""So many ids in one statement; more are asked for in portions."""


def fresh_id() -> str:
    """Return an opaque name no one can guess: 128 random bits, fit for addresses."""
    # Ids open what they name (a match's address lets anyone look), so they must not be guessed, nor counted up.
    return secrets.token_urlsafe(16)


class Repository:
    """The statements about one kind of record; `Store` has one repository of each kind over one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _change(self, statement: Executable, what: str) -> None:
        """Change what is named. Raise Missing where it is not there."""
        with self._database.transaction() as connection:
            if not connection.execute(statement).rowcount:
                raise Missing(what)


_MOST_KNOWN = 20_000
"""So many answers are known at most: anyone may ask what rights a token gives that was made up."""


def cached_per_request(ask: Callable[Concatenate[Kind, Named], Answer]) -> Callable[Concatenate[Kind, Named], Answer]:
    """Return a decorator for what a repository tells of what is named: the answer there was, while `request_cache` or
    nothing changes.
    """

    @wraps(ask)
    def answered(repository: Kind, /, *named: Named.args, **more: Named.kwargs) -> Answer:
        known = repository._database.known
        answers = _ANSWERS.get() if known is None else known
        return ask(repository, *named, **more) if answers is None else _answer(answers, ask, repository, named)

    return answered


def known_alone(ask: Callable[Concatenate[Kind, Named], Answer]) -> Callable[Concatenate[Kind, Named], Answer]:
    """Return the same for what must not be a moment old: asked each time where others write too."""

    @wraps(ask)
    def answered(repository: Kind, /, *named: Named.args, **more: Named.kwargs) -> Answer:
        answers = repository._database.known
        return ask(repository, *named, **more) if answers is None else _answer(answers, ask, repository, named)

    return answered


def answer_key(repository: Repository, question: str, *named: str) -> Hashable:
    """Return under what the answer to a question is known."""
    return (repository, question, *named)


def _answer(
    answers: dict[Hashable, Any], ask: Callable[..., Answer], repository: Repository, named: tuple[Any, ...]
) -> Answer:
    # By what is given in order alone, so a cached question must be asked with its arguments in order.
    key = answer_key(repository, ask.__name__, *named)
    if key in answers:
        return cast(Answer, answers[key])
    found = ask(repository, *named)
    # What an entry has stored meanwhile is newer.
    return found if len(answers) >= _MOST_KNOWN else cast(Answer, answers.setdefault(key, found))


def hold_table(connection: Connection, table_id: str) -> None:
    """Keep others from changing the table until the transaction ends. Raise Missing."""
    if connection.execute(_HELD, {"table": table_id}).one_or_none() is None:
        raise Missing("table")


def insert_into(connection: Connection, table: Table) -> sqlite.Insert:
    """Return an insert that can say what happens where a row is there already (`on_conflict_...`).

    PostgreSQL's is another class, which as far as it is used here is called the same way.
    """
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # two MiB that a device at a table has no use for

    return cast(sqlite.Insert, postgresql.insert(table))


def rows_at_tables(
    connection: Connection, statement: Select[Any], column: Column[Any], table_ids: Collection[str] | None
) -> list[Any]:
    """Return the rows in which the column names one of these tables; all rows where none are named."""
    if table_ids is None:
        return list(connection.execute(statement))
    named = sorted(table_ids)
    # A statement may have only so many parameters: 999 in older builds of SQLite.
    portions = [named[begin : begin + _AT_ONCE] for begin in range(0, len(named), _AT_ONCE)]
    return [row for portion in portions for row in connection.execute(statement.where(column.in_(portion)))]
