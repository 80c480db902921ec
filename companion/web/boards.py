"""What a board's page shows: the match as this browser may see it, its entries so far, and what was wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import g, render_template, request, url_for

from companion.engine.errors import DoubtfulMove
from companion.engine.game import Draft
from companion.engine.replay import Replay
from companion.games import games
from companion.match.contests import Contest, open_contests
from companion.match.drafts import read_draft
from companion.match.redact import Told, tell_newest, tell_newest_alike
from companion.match.snapshot import Snapshot
from companion.web.device import caller
from companion.web.problems import Problem, problem_of
from companion.web.readers import Sitting, sitting
from companion.web.scoring import picked_words
from companion.web.services import services
from companion.web.starts import sentence_at_start


@dataclass(frozen=True, slots=True)
class Following:
    """A later match of the evening that is going on, to which a phone on this board may want to move."""

    match: str
    title: str
    code: str


class Around(NamedTuple):
    """What happens around a board, the same for all who look at it in one language."""

    is_abandoned: bool
    following: Following | None
    starts: str | None
    contests: tuple[Contest, ...]
    records_at: str
    """When a backup was last put in place; empty if never."""
    entry_url: str
    draft_url: str
    last: Told | None
    """The newest entry, if everybody is told the same of it."""


class BoardPage(NamedTuple):
    """What the board's template shows, beside the game's own `board`."""

    seen: Snapshot
    board: Any
    draft: Draft
    problem: Problem | None
    can_override: bool
    may_enter: bool
    is_host: bool
    held: tuple[int, ...]
    acting: int | None
    around: Around
    correcting: int | None = None
    box: Any = None
    sits_out: bool = False

    @property
    def is_abandoned(self) -> bool:
        """Whether the match was broken off."""
        return self.around.is_abandoned

    @property
    def following(self) -> Following | None:
        """A later match that the table plays by now."""
        return self.around.following

    @property
    def starts(self) -> str | None:
        """Who starts, in a sentence."""
        return self.around.starts

    @property
    def is_at_table(self) -> bool:
        """Whether this browser may enter anything here while the match goes on."""
        return self.is_host or bool(self.held)

    @property
    def entry_url(self) -> str:
        """Where an entry made on this board is sent: into the journal, or into the correction of a past entry."""
        if self.correcting is None:
            return self.around.entry_url
        match = self.seen.match.id
        return url_for("correct.change", match=match, index=self.correcting, also=request.args.get("also"))

    @property
    def draft_url(self) -> str:
        """Where a half-made entry is sent."""
        if self.correcting is None:
            return self.around.draft_url
        match = self.seen.match.id
        return url_for("correct.draft", match=match, index=self.correcting, also=request.args.get("also"))


def look(
    match: str,
    entered: Draft | None = None,
    error: Exception | None = None,
) -> BoardPage:
    """The board as this browser may see it, with its entries so far and what was wrong with them."""
    return page_now(services.matches.look(match, caller()), entered, error)


def page_now(seen: Snapshot, entered: Draft | None = None, error: Exception | None = None) -> BoardPage:
    """The same, from the match as it was looked up, or as it stands with what this browser has just entered."""
    g.names = seen.names
    return page_of(seen, sitting(seen, caller()), entered, error)


def page_of(
    whole: Snapshot,
    sitting: Sitting,
    entered: Draft | None = None,
    error: Exception | None = None,
    *,
    past: Replay[Any] | None = None,
    correcting: int | None = None,
    around: Around | None = None,
) -> BoardPage:
    """The board of a match, from whatever looked it up, for one sitting; `around` if it is known by now.

    For a correction: the board as it stood just before the entry that is corrected.
    """
    around = around or around_of(whole)
    seen = whole.seen_by(sitting.viewer) if past is None else whole.seen_by(sitting.viewer).standing_at(past)
    game = seen.game
    if game.board is None:
        raise LookupError(f"{game.slug} has no board")
    may_enter = sitting.may_enter and not around.is_abandoned
    values = (
        entered if entered is not None else read_draft(services.store, seen, sitting.draft_owner) if may_enter else {}
    )
    return BoardPage(
        seen=seen,
        board=game.board(seen.replay.state, seen.viewer, values),
        draft=values,
        problem=problem_of(error) if error else None,
        can_override=isinstance(error, DoubtfulMove),
        may_enter=may_enter,
        is_host=sitting.is_host,
        held=sitting.held,
        acting=sitting.acting,
        around=around,
        correcting=correcting,
        box=offered(seen, values) if may_enter else None,
        sits_out=sitting.sits_out,
    )


def around_of(seen: Snapshot) -> Around:
    """What happens around the board of a match, in the reader's language."""
    match = seen.match.id
    return Around(
        is_abandoned=seen.is_abandoned,
        following=following(seen),
        starts=sentence_at_start(seen) or _picked_next(seen),
        contests=open_contests(seen),
        records_at=services.records_at,
        entry_url=url_for("play.move", match=match),
        draft_url=url_for("play.draft", match=match),
        last=tell_newest_alike(seen),
    )


def _picked_next(seen: Snapshot) -> str | None:
    """Who was picked to start whatever comes next, for those who still look at a match that has ended."""
    return picked_words(seen.table) if seen.match.ended_at is not None else None


def following(seen: Snapshot) -> Following | None:
    """The match that the table plays by now, if it is a later one than this."""
    later = [match for match in services.store.matches.going_on(seen.table.id) if match.number > seen.match.number]
    going = next((match for match in reversed(later) if match.game in games()), None)
    return None if going is None else Following(going.id, games()[going.game].title, games()[going.game].code)


def offered(seen: Snapshot, values: Draft) -> Any:
    """What is known of the game's box, as the board's template shows it beside the board; None if nothing is noted."""
    game = seen.game
    if game.box is None:
        return None
    return game.box.offer(seen.replay.state, values, tuple(note.item for note in services.boxes.notes(game)))


def fragment_html(page: BoardPage) -> str:
    """The board alone, as streams and scripts put it into the page."""
    given = context(page)
    return render_template(given["board_template"], **given)


def page_html(page: BoardPage) -> str:
    """The whole page of a board."""
    return render_template("play/board.html", **context(page))


def context(page: BoardPage) -> dict[str, Any]:
    """What the templates of a board see."""
    game = page.seen.game
    folder = game.slug.replace("-", "_")
    return {
        "page": page,
        "seen": page.seen,
        "game": game,
        "names": page.seen.names,
        "board": page.board,
        "problem": page.problem,
        "box": page.box,
        "board_template": f"games/{folder}/board.html",
        "last": page.around.last or tell_newest(page.seen, page.seen.viewer),
        "contests": page.around.contests,
        "records_at": page.around.records_at,
    }
