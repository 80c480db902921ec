"""Whose eyes a board is rendered for: all that its bytes depend on, besides where the match stands."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.web.device import caller
from companion.web.i18n import language

if TYPE_CHECKING:
    from companion.web.boards import BoardPage


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks at a match, and in which language. Equal eyes see the same bytes.

    `device` is None if somebody cannot enter anything: only a half-made entry belongs to a device. A page that was
    loaded after another tap has other eyes: it must not be given bytes from before it.
    """

    match: str
    language: str
    held: tuple[int, ...]
    acting: int | None
    is_host: bool
    may_enter: bool
    sits_out: bool
    device: str | None
    half_made: tuple[tuple[str, tuple[str, ...]], ...]


def eyes_of(page: BoardPage) -> Eyes:
    """The eyes this browser sees the page with."""
    return Eyes(
        match=page.seen.match.id,
        language=language(),
        held=page.held,
        acting=page.acting,
        is_host=page.is_host,
        may_enter=page.is_at_table,
        sits_out=page.sits_out,
        device=caller().token_hash if page.is_at_table else None,
        half_made=tuple(sorted(page.draft.items())),
    )


def mark_of(html: str) -> str:
    """A mark that stays the same as long as the board does: its ETag, made of the bytes, which alone are certain."""
    return hashlib.sha256(html.encode()).hexdigest()[:32]
