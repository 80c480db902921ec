"""Where streams come from: who may see what, and the bytes of each level. The server sends them; Flask never waits.

The boards of a match are looked up once for all who look on, then drawn for one viewer after the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Flask, g, make_response, request
from werkzeug.exceptions import default_exceptions
from werkzeug.test import create_environ

from companion.engine.game import Viewer
from companion.match.access import NOBODY, Caller
from companion.match.snapshot import Snapshot
from companion.match.topics import (
    asked_topic,
    device_topic,
    entering_topic,
    is_asked_still,
    owner_topic,
    rights_topic,
    steps_topic,
    strangers_topic,
    who_may_enter,
)
from companion.server import Frame, Level, Refusal, StreamRequest, StreamSpec, Unavailable
from companion.store import Match, StoreUnavailable, request_cache
from companion.web.app import device, json_requests
from companion.web.app.answers import answer
from companion.web.app.assets import app_mark
from companion.web.app.i18n import language, speaking
from companion.web.app.parts import PartsPage
from companion.web.app.rate_limits import asker
from companion.web.app.security import check_host, check_site, complete
from companion.web.app.services import notice_other_records, services
from companion.web.board import boards, pages, screen
from companion.web.board.around import BoardContext, context_of
from companion.web.board.viewing import View, view_of
from companion.web.evening.start_page import people
from companion.web.evening.tables import find_table

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_BOARD: Final = re.compile(r"/m/([^/]+)/stream")
_SCREEN: Final = re.compile(r"/tv/([^/]+)/stream")
_TABLE: Final = re.compile(r"/t/([^/]+)/stream")
_VERSION: Final = re.compile(r"/api/v1/matches/([^/]+)/stream")
THIS_DEVICE: Final = ("127.0.0.1", "::/64")
"""How `asker` names it."""
Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class VersionLevel:
    """What a stream of the interface shows: a version, and nothing else."""

    version: int

    def is_open(self) -> bool:
        """It is public."""
        return True

    @property
    def manifest(self) -> Mapping[str, str]:
        """The version is all there is."""
        return {"": str(self.version)}

    def frame(self, before: Mapping[str, str]) -> Frame:
        """Return the event with the version."""
        return Frame.of(self.version, "version", str(self.version).encode())


@dataclass(frozen=True, slots=True)
class PageLevel:
    """What a stream of a table's page shows: all that a question would be answered, as one short text."""

    said: str
    version: int = 0

    def is_open(self) -> bool:
        """It may hold an invitation."""
        return False

    @property
    def manifest(self) -> Mapping[str, str]:
        """The text is all there is."""
        return {"": self.said}

    def frame(self, before: Mapping[str, str]) -> Frame:
        """Return the event with all of it."""
        return Frame.of(self.version, "page", self.said.encode())


class BoardStreams:
    """The streams of an app: boards for pages, table screens, tables' pages, versions for the interface."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    def matches(self, path: str) -> bool:
        """Return whether this path asks for a stream."""
        # Asked for every GET, on the event loop: nearly all of them end at the first test.
        return path.endswith("/stream") and any(one.fullmatch(path) for one in (_BOARD, _SCREEN, _TABLE, _VERSION))

    def open(self, requests: Sequence[StreamRequest]) -> list[StreamSpec | Refusal]:
        """Return each stream, or the answer that a page would get instead; what is the same for all is looked up once."""
        with request_cache():
            return [self._opened(request) for request in requests]

    def _opened(self, request: StreamRequest) -> StreamSpec | Refusal:
        environ = request.environ
        with self._app.request_context(environ):
            try:
                # What Flask does before every page, as no page is called here.
                check_host()
                check_site()
                notice_other_records()
                board = _BOARD.fullmatch(request.path)
                if board:
                    return self._board(board[1])
                shown = _SCREEN.fullmatch(request.path)
                if shown:
                    return self._screen(shown[1], environ)
                at_table = _TABLE.fullmatch(request.path)
                if at_table:
                    return self._table(at_table[1], environ)
                version = _VERSION.fullmatch(request.path)
                assert version is not None
                return self._version(version[1], environ)
            except Exception as error:  # noqa: BLE001 - every exception is an answer, as it is for pages
                refused = answer(error)
                return Refusal(refused.status_code, [*complete(refused).headers.items()], refused.get_data())

    def may_stay(self, request: StreamRequest, opened: StreamSpec) -> bool:
        """Return whether its rights still stand. Whether the match of a board does, its next rendering finds out."""
        # The few others are simply opened anew: a refusal says that they may not.
        if not isinstance(opened.source, BoardSource):
            return not isinstance(self.open([request])[0], Refusal)
        # Compared, not asked for: whatever has changed in its rights, the page asks anew and gets a stream that fits.
        token, grants = opened.rights
        try:
            return token is None or self._app.extensions["tableside"].store.grants.of(token) == grants
        # Unknown, so no: the page asks for itself, and the answer says what is the matter.
        except StoreUnavailable:
            return False

    def render(self, streams: Sequence[StreamSpec], kept: dict[Any, Any] | None = None) -> Sequence[Level | Exception]:
        """Return the present level of each, or what went wrong with it: the boards of a match are looked up once for
        all.
        """
        if isinstance(streams[0].source, BoardSource):
            return render_boards([one.source for one in streams], {} if kept is None else kept)
        return [_rendered(one.source) for one in streams]

    def _board(self, match_id: str) -> StreamSpec:
        caller = device.caller()
        found = services.matches.match(match_id)
        # A stream that opens is a phone that is awake: it keeps the host's role from passing on (P6 in docs/security.md).
        services.succession.hear(found.table_id, caller)
        table, view = found.table_id, view_of(found, caller)
        setting = Setting(self._app, language(), request.script_root, device.chosen_titles())
        source = BoardSource(match_id, setting, view, caller.viewer_of(found))
        # Any change of rights at the table, or of this device's own: whatever changed, the page asks again and is checked
        # again (T4).
        closed_by = (rights_topic(table), *own_topics(caller, table))
        owner = whose(caller)
        return StreamSpec(
            match_id, (match_id, table), source, closed_by, owner, counted_address(), source,
            (caller.token_hash, caller.grants), side_events=side_events_of(found), hello=hello(), left=left_by(caller, table),
            still_holds=is_asked_still,
        )  # fmt: skip

    def _screen(self, code: str, environ: WSGIEnvironment) -> StreamSpec:
        table = find_table(code)

        def render() -> Level:
            with self._app.request_context(dict(environ)), speaking(screen.screen_language(table)):
                # Another match starts its versions anew. Each rendering is read later than the one before, and that is
                # enough.
                return PartsLevel(screen.draw(screen.screen_page(table)), version=0)

        with speaking(screen.screen_language(table)):
            shown = screen.screen_page(table)
            # In the screen's own language, which is part of what its bytes depend on.
            key = shown.share_key
        # The table for what stands between two matches and for the beginning of the next, which closes nothing and is
        # followed by a stream of its own.
        topics = (table.id,) if shown.match_id is None else (table.id, shown.match_id)
        owner = whose(device.caller())
        return StreamSpec(
            ("screen", topics), topics, key, (rights_topic(table.id),), owner, counted_address(), render,
            side_events={} if shown.playing is None else asked_events_of(shown.playing.seen.match), hello=hello(),
            still_holds=is_asked_still,
        )  # fmt: skip

    def _table(self, code: str, environ: WSGIEnvironment) -> StreamSpec:
        table, caller = find_table(code), device.caller()
        services.succession.hear(table.id, caller)

        def render() -> Level:
            with self._app.request_context(dict(environ)), request_cache():
                answered = make_response(people(code))
                content = {"html": answered.get_data(as_text=True), "to": answered.headers.get("HX-Redirect")}
                return PageLevel(json.dumps(content))

        viewer = (caller, language(), request.script_root, request.query_string)
        closed_by = (rights_topic(table.id), *own_topics(caller, table.id))
        return StreamSpec(
            ("table", table.id), (table.id,), viewer, closed_by, whose(caller), counted_address(), render, is_small=True,
            hello=hello(), left=left_by(caller, table.id),
        )  # fmt: skip

    def _version(self, match_id: str, environ: WSGIEnvironment) -> StreamSpec:
        caller = json_requests.caller()
        table = services.matches.snapshot(match_id, caller).table.id

        def render() -> Level:
            # As the asker of that time: rights it lost since have closed this stream.
            with self._app.request_context(environ):
                version = services.matches.snapshot(match_id, caller).version
                return VersionLevel(version)

        address = counted_address()
        return StreamSpec(
            ("version", match_id),
            (match_id,),
            None,
            (rights_topic(table),),
            whose(caller),
            address,
            render,
            is_small=True,
        )


def _rendered(render: Callable[[], Level]) -> Level | Exception:
    try:
        return render()
    except Exception as error:  # noqa: BLE001 - handed on, and logged by the channel
        return error


def hello() -> bytes:
    """Return the first event of a page's stream: which app it comes from.

    A page that an older one made loads itself again.
    """
    return f"event: app\ndata: {app_mark()}\n\n".encode()


def left_by(caller: Caller, table_id: str) -> Callable[[], float | None] | None:
    """Return what notes that the host's phone has gone; None for any other, and where another worker may hold its streams."""
    is_known = not services.settings.has_other_workers and services.succession.hosts_by_device(table_id, caller)
    note = services.succession.note_silence
    return (lambda: note(table_id, caller.token_hash or "", datetime.now(UTC))) if is_known else None


def side_events_of(match: Match) -> dict[str, bytes]:
    """Return the events that say who is entering something just now, or is asked, and of a step ticked in the set-up, by
    their topics.
    """
    events = {
        entering_topic(match.id, who): f"event: entering\ndata: {who}\n\n".encode() for who in who_may_enter(match)
    }
    return {**asked_events_of(match), **events, steps_topic(match.id): b"event: steps\ndata:\n\n"}


def asked_events_of(match: Match) -> dict[str, bytes]:
    """Return the events that say who is asked which of two entries counts, by their topics; the one that stands ends the level."""
    return {
        asked_topic(match.id, who): f"event: entering\ndata: {who}?{{level}}\n\n".encode()
        for who in who_may_enter(match)
    }


def whose(caller: Caller) -> str:
    """Return who owns a stream, for the limit: a device that has rights, else an address, because a token may be made
    up.
    """
    return caller.token_hash if caller.token_hash and caller.grants else asker()


def counted_address() -> str:
    """Return the address whose streams are limited all together; empty for this device itself.

    Behind a proxy on this device that is not trusted, all phones would seem to have one address: this device's.
    """
    address = asker()
    return "" if address in THIS_DEVICE else address


def own_topics(caller: Caller, table_id: str) -> tuple[str, ...]:
    """Return the topics published when this caller's device gains rights, or no longer owns this one: it is to ask again."""
    if caller.token_hash is None:
        # A browser without a token cannot be named: it hears of everything that any such browser gains at this table.
        return (strangers_topic(table_id),)
    return (device_topic(table_id, caller.token_hash), *[owner_topic(caller.token_hash)] * caller.is_owner)


def refusal(app: Flask) -> Callable[[int, str, Headers], tuple[Headers, bytes]]:
    """Return how the server words its own refusals: as the app would, in the reader's language."""

    def word(status: int, path: str, headers: Headers) -> tuple[Headers, bytes]:
        # What the wording depends on, and no more: the rest of a request that was refused is not trusted.
        wanted = [(name, value) for name, value in headers if name in ("accept-language", "cookie", "host")]
        root = app.extensions["tableside"].settings.root
        with app.test_request_context(path, f"http://localhost{root}/", headers=wanted):
            g.names = ()
            refused = answer(default_exceptions[status]())
            return [*complete(refused).headers.items()], refused.get_data()

    return word


@dataclass(frozen=True, slots=True)
class PartsLevel:
    """What a stream of a page made of parts shows: sent in parts to a client that has the level before."""

    board: PartsPage
    version: int
    is_open: Callable[[], bool] = lambda: True

    @property
    def manifest(self) -> Mapping[str, str]:
        """The hashes of the parts."""
        return self.board.manifest

    def frame(self, before: Mapping[str, str]) -> Frame:
        """Return the event with what has changed since the manifest was `before`."""
        return Frame.of(self.version, "board", *self.board.changes_as_json(before))


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how boards are put into words. Equal settings give the same words and addresses."""

    app: Flask = field(compare=False)
    language: str
    root: str
    titles: device.Titles


@dataclass(frozen=True, slots=True)
class BoardSource:
    """What a stream of a board is rendered from. Equal ones of a match are shown the same bytes.

    `view` is as whom the asker looked on when it was opened, `viewer` whose secrets it sees: rights gained since would
    otherwise be rendered into bytes that others share. If rights are lost, the stream is closed.
    """

    match_id: str
    setting: Setting
    view: View
    viewer: Viewer


class Read(NamedTuple):
    """What was read of a match for all who look at it in one setting, and the boards that were drawn of it since."""

    seen: Snapshot
    around: BoardContext
    drawn: list[boards.DrawnPage]


def render_boards(sources: Sequence[BoardSource], kept: dict[Any, Any]) -> list[Level | Exception]:
    """Return the present level of each of these boards of one match, or what went wrong with it.

    What is in `kept` is not read again.
    """
    by_setting: dict[Setting, list[BoardSource]] = {}
    for source in sources:
        # One request context for each language, not for each viewer.
        by_setting.setdefault(source.setting, []).append(source)
    outcomes: dict[int, Level | Exception] = {}
    for setting, alike in by_setting.items():
        with setting.app.request_context({**_environ(setting.root)}), speaking(setting.language), request_cache():
            # What a request would look up in its cookies, which this context has not.
            g.titles = setting.titles
            # By identity: equal sources are shown the same, but each stream's outcome is asked for by its own.
            outcomes.update(zip(map(id, alike), _in_setting(alike, kept), strict=True))
    return [outcomes[id(source)] for source in sources]


@lru_cache(maxsize=8)
def _environ(root: str) -> WSGIEnvironment:
    return create_environ(base_url=f"http://localhost{root}/")


def _in_setting(sources: Sequence[BoardSource], kept: dict[Any, Any]) -> list[Level | Exception]:
    setting, read = sources[0].setting, kept.get(sources[0].setting)
    try:
        if read is None:
            # As no one in particular: it is read once for all, and each then gets it with their own eyes (`_level`).
            seen = services.matches.snapshot(sources[0].match_id, NOBODY)
            read = kept[setting] = Read(seen, context_of(seen), [])
    except StoreUnavailable as away:
        # A broken chain is one too, and deserves its traceback.
        return [Unavailable(away.reason.value) if type(away) is StoreUnavailable else away] * len(sources)
    except Exception as error:  # noqa: BLE001 - handed on, and logged by the caller
        return [error] * len(sources)
    return [_level(read, source) for source in sources]


def _level(read: Read, source: BoardSource) -> Level | Exception:
    try:
        page = pages.page_of(read.seen.seen_by(source.viewer), source.view, around=read.around)
        return PartsLevel(boards.render_or_reuse(page, read.drawn), read.seen.version, page.is_open)
    except Exception as error:  # noqa: BLE001 - handed on, and logged by the caller
        return error
