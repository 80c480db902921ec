"""The boards of one match for all who look on: looked up once, then drawn for one viewer after the other."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Flask
from werkzeug.test import create_environ

from companion.engine.game import Viewer
from companion.match.access import NOBODY
from companion.match.snapshot import Snapshot
from companion.server import Frame, Level
from companion.web.app.i18n import speaking
from companion.web.app.parts import Board
from companion.web.app.services import services
from companion.web.board import boards
from companion.web.board.views import View


@dataclass(frozen=True, slots=True)
class PartsLevel:
    """What a stream of a page made of parts shows: told in parts to whoever has seen the level before."""

    board: Board
    version: int

    @property
    def manifest(self) -> Mapping[str, str]:
        """The hashes of the parts."""
        return self.board.manifest

    def frame(self, before: Mapping[str, str]) -> Frame:
        """The event that tells what has changed since the manifest was `before`."""
        return Frame.of(self.version, "board", self.board.told_as_json(before))


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how boards are put into words. Equal settings give the same words and addresses."""

    app: Flask = field(compare=False)
    language: str
    root: str


@dataclass(frozen=True, slots=True)
class BoardLevel:
    """One stream of a board, open for whoever asked for it.

    `view` is as whom the asker looked on when it was opened, `as_viewer` whose secrets it sees: rights gained since would
    otherwise be rendered into bytes that others share. If rights are lost, the stream is closed.
    """

    topics: tuple[str, ...]
    closed_by: tuple[str, ...]
    owner: str
    address: str
    match: str
    setting: Setting
    rights: Hashable
    view: View
    as_viewer: Viewer

    @property
    def viewer(self) -> Hashable:
        """Equal views of the same viewer in one setting are shown the same bytes."""
        return self.view, self.as_viewer, self.setting

    @property
    def channel(self) -> Hashable:
        """The streams of a match are rendered together."""
        return "board", self.match

    @property
    def is_small(self) -> bool:
        """A board is not."""
        return False


def render_boards(levels: Sequence[BoardLevel]) -> list[Level | Exception]:
    """The present level of each of these streams of one match, or what went wrong with it."""
    by_setting: dict[Setting, list[BoardLevel]] = {}
    for level in levels:
        by_setting.setdefault(level.setting, []).append(level)
    outcomes: dict[int, Level | Exception] = {}
    for setting, alike in by_setting.items():
        environ = create_environ(base_url=f"http://localhost{setting.root}/")
        with setting.app.request_context(environ), speaking(setting.language):
            outcomes.update(zip(map(id, alike), _in_setting(alike), strict=True))
    return [outcomes[id(level)] for level in levels]


def _in_setting(levels: Sequence[BoardLevel]) -> list[Level | Exception]:
    try:
        seen = services.matches.snapshot(levels[0].match, NOBODY)
        around = boards.around_of(seen)
    except Exception as error:  # noqa: BLE001 - handed on, and logged by whoever asked
        return [error] * len(levels)
    drawn: list[tuple[boards.BoardPage, Board]] = []
    return [_level(seen.seen_by(level.as_viewer), level.view, around, drawn) for level in levels]


def _level(
    seen: Snapshot, view: View, around: boards.Around, drawn: list[tuple[boards.BoardPage, Board]]
) -> Level | Exception:
    try:
        return PartsLevel(boards.draw_beside(boards.page_of(seen, view, around=around), drawn), seen.version)
    except Exception as error:  # noqa: BLE001 - handed on, and logged by whoever asked
        return error
