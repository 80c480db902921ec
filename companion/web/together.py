"""The boards of one match for all who look on: looked up once, then drawn for one pair of eyes after the other."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from flask import Flask
from werkzeug.test import create_environ

from companion.match.access import NOBODY
from companion.match.snapshot import Snapshot
from companion.server import Frame
from companion.web import boards
from companion.web.i18n import speaking
from companion.web.readers import Sitting
from companion.web.services import services


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how boards are put into words. Equal settings give the same words and addresses."""

    app: Flask = field(compare=False)
    language: str
    root: str


@dataclass(frozen=True, slots=True)
class BoardLevel:
    """One stream of a board, open for whoever asked for it.

    `sitting` is how the asker sat at the match when it was opened, as its viewer says: rights gained since would
    otherwise be rendered into bytes that others share. If rights are lost, the stream is closed. `standing` are the
    rights themselves.
    """

    topics: tuple[str, ...]
    closed_by: tuple[str, ...]
    owner: str
    address: str
    viewer: Hashable
    match: str
    setting: Setting
    standing: Hashable
    sitting: Sitting

    @property
    def channel(self) -> Hashable:
        """The streams of a match are rendered together."""
        return "board", self.match

    @property
    def is_small(self) -> bool:
        """A whole board is not."""
        return False


def render_boards(levels: Sequence[BoardLevel]) -> list[Frame | Exception]:
    """The present level of each of these streams of one match, or what went wrong with it."""
    by_setting: dict[Setting, list[BoardLevel]] = {}
    for level in levels:
        by_setting.setdefault(level.setting, []).append(level)
    outcomes: dict[int, Frame | Exception] = {}
    for setting, alike in by_setting.items():
        environ = create_environ(base_url=f"http://localhost{setting.root}/")
        with setting.app.request_context(environ), speaking(setting.language):
            outcomes.update(zip(map(id, alike), _in_setting(alike), strict=True))
    return [outcomes[id(level)] for level in levels]


def _in_setting(levels: Sequence[BoardLevel]) -> list[Frame | Exception]:
    try:
        seen = services.matches.look(levels[0].match, NOBODY)
        around = boards.around_of(seen)
    except Exception as error:  # noqa: BLE001 - handed on, and logged by whoever asked
        return [error] * len(levels)
    return [_frame(seen, level.sitting, around) for level in levels]


def _frame(seen: Snapshot, sitting: Sitting, around: boards.Around) -> Frame | Exception:
    try:
        html = boards.fragment_html(boards.page_of(seen, sitting, around=around))
    except Exception as error:  # noqa: BLE001 - handed on, and logged by whoever asked
        return error
    return Frame.of(seen.version, "board", html)
