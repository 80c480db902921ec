"""The table screen: what a television or a tablet shows of an evening, from match to match, to be looked at only.

It shows what a spectator may see, even on the host's own device: a screen that everyone looks at has no secrets.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, g, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from companion.archive.results import Won, won_of
from companion.engine.game import Game, Status, Viewer
from companion.engine.present import Screen
from companion.engine.story import Placing, places, placings, ranked
from companion.games import covers, games
from companion.match.access import NOBODY
from companion.match.contests import open_contests
from companion.match.redact import redact_move_in_force, redact_newest
from companion.match.snapshot import Snapshot
from companion.store import Match, Table
from companion.table.evening import readable
from companion.web.app.answers import part
from companion.web.app.device import chosen_titles
from companion.web.app.i18n import LANGUAGE_COOKIE, LANGUAGES, chosen_language, language, speaking
from companion.web.app.parts import PartsPage, mark_of, render_parts
from companion.web.app.seat_style import styles_in
from companion.web.app.services import services
from companion.web.app.templating import hyphenated
from companion.web.board.going_on import gone_on, has_gone_on
from companion.web.evening.evening import awaiting, evening_of, picked_words
from companion.web.evening.tables import Invitation, find_table, invite, next_game, present_match

blueprint = Blueprint("screen", __name__)

SHARED: Final = "pt"
"""The class of an end that several have won: dark, with rays in the colours of all."""
LOST: Final = "pn"
"""The class of one that all have lost: night, and the sun goes down behind them."""


THEMES = ("light", "dark")


@dataclass(frozen=True, slots=True)
class Playing:
    """The match on the screen: as a spectator sees it, what surrounds its board, and the scores, best first."""

    seen: Snapshot
    game: Game[Any]
    board: Any
    screen: Screen
    scores: tuple[Placing, ...]
    won: Won | None

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.won is not None


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """Everything on the screen; `playing` is None before the first match; `is_drawing`: lots were drawn for one that waits."""

    table: Table
    invitation: Invitation
    playing: Playing | None
    is_drawing: bool = False

    @property
    def match_id(self) -> str | None:
        """The match that is followed."""
        return None if self.playing is None else self.playing.seen.match.id

    @property
    def is_in_play(self) -> bool:
        """Whether a match is going on: not over, and not broken off."""
        playing = self.playing
        goes_on = playing is not None and not playing.is_over and playing.seen.match.ended_at is None
        return goes_on and not self.is_drawing

    @property
    def head(self) -> dict[str, str]:
        """Of what the page is: its match, the winner's look, and the game in whose colours it is shown, once there is one."""
        playing = self.playing
        # After a match was broken off the screen belongs to the table again, and so do its colours.
        is_of_game = playing is not None and (self.is_in_play or playing.is_over)
        return {
            "match": self.match_id or "",
            "won": "" if playing is None else look_of(playing.won, playing.seen),
            **({"game": playing.game.code} if playing is not None and is_of_game else {}),
        }

    @property
    def share_key(self) -> Hashable:
        """What the bytes of the screen depend on, besides where the evening is. Ask in the reader's language."""
        # The titles on the boxes are a device's own, and the link begins with the address it was asked under: two screens may
        # differ in either.
        where = (language(), chosen_titles(), self.invitation.link, request.script_root)
        return ("screen", self.table.id, self.match_id, *where)


@blueprint.get("/tv/<code>")
def page(code: str) -> str:
    """The whole page."""
    table = find_table(code)
    theme = request.args.get("theme", "")
    with speaking(screen_language(table)):
        shown = screen_page(table)
        looks = {"theme": theme} if theme in THEMES else {}
        return render_template(
            "screen/page.html",
            **_context(shown),
            **looks,
            board_html=Markup(draw(shown).html),
            text_size="normal",
            games=covers(),
        )


@blueprint.get("/tv/<code>/board")
def fragment(code: str) -> BaseResponse:
    """The content alone, for a page that asks for news; 304 if there is none."""
    table = find_table(code)
    with speaking(screen_language(table)):
        drawn = draw(screen_page(table))
    response = part(drawn.html)
    # Of the content, not of what it is made of: between two matches it follows from much, and is asked for by few.
    response.set_etag(mark_of(drawn))
    return response.make_conditional(request)


def screen_page(table: Table) -> ScreenPage:
    """Return what the screen of a table shows now: the match last begun, and its result until the next one begins."""
    match = present_match(table)
    is_drawing = services.seating_order.picked(table) is not None and awaiting(table) is not None
    return ScreenPage(table, invite(table), None if match is None else _playing(match), is_drawing)


def draw(shown: ScreenPage) -> PartsPage:
    """Return the content made of its parts, as streams and requests put it into the page."""
    version = 0 if shown.playing is None else shown.playing.seen.version
    return PartsPage(version, shown.head, render_parts("screen/view.html", _context(shown)))


def screen_language(table: Table) -> str:
    """Return the language in the address, else as chosen on this device, else that of the person who opened the table, else
    the browser's.
    """
    wanted = (
        request.args.get("lang"),
        request.cookies.get(LANGUAGE_COOKIE),
        services.store.table_settings.get(table.id, "language"),
    )
    return next((one for one in wanted if one in LANGUAGES), chosen_language())


def _playing(match: Match) -> Playing | None:
    # A match of a newer version, or one that is damaged, leaves the rest of the evening on the screen.
    seen = readable(services.matches, match) if match.game in games() else None
    return None if seen is None else playing_of(seen, has_gone_on=has_gone_on(seen))


def playing_of(seen: Snapshot, *, has_gone_on: bool = False) -> Playing:
    """Return the match on the screen, as it is or was."""
    game = seen.game
    state, won = seen.replay.state, won_of(services.store, seen)
    shown = game.screen(state)
    ranked_now = best_first(shown.so_far or game.status(state), game.teams_of(seen.setup))
    # A viewer of no seat, no matter who opened it: a room looks at this.
    board = game.board(state, Viewer(), gone_on(seen) if has_gone_on else {})
    return Playing(seen, game, board, (has_gone_on and shown.gone_on) or shown, ranked_now, won)


def look_of(won: Won | None, seen: Snapshot) -> str:
    """Return the colour of the winner, which the style gives to head and foot too; of those who share it or have lost, none's."""
    if won is None:
        return ""
    if not won.winners:
        return LOST
    # Best first, so a single winner is the first place.
    return SHARED if len(won.winners) != 1 else styles_in(seen).classes[won.places[0].seat]


def best_first(status: Status, teams: Sequence[tuple[int, ...]] = ()) -> tuple[Placing, ...]:
    """Return the scores, best first: ranked by the game, else by points; who scores together, once."""
    # While it goes on, as the game ranks by now; where it says nothing, by points.
    at = places(status) or status.places or ranked([-score for score in status.scores])
    team = {seat: one for one in teams for seat in one if len(one) > 1}
    alone = placings(at, status.scores)
    if not team:
        return alone
    sides = (replace(one, team=team.get(one.seat, ())) for one in alone)
    return tuple(one for one in sides if one.seats)


def _context(shown: ScreenPage) -> dict[str, Any]:
    """Return what the templates of the screen see."""
    playing = shown.playing
    seen = None if playing is None else playing.seen
    newest = None if seen is None else seen.replay.last
    g.names = () if seen is None else tuple(name and hyphenated(name) for name in seen.names)
    return {
        "shown": shown,
        "table": shown.table,
        "invitation": shown.invitation,
        "playing": playing,
        "seen": seen,
        "names": g.names,
        "board": None if playing is None else playing.board,
        "screen": None if playing is None else playing.screen,
        "game": None if playing is None else playing.game,
        "contests": () if seen is None else open_contests(seen),
        "sheet": seen.game.lay_out(seen.setup) if seen is not None and seen.is_untouched else None,
        "last": None if seen is None else redact_newest(seen, Viewer()),
        "placed": None if seen is None or newest is None else redact_move_in_force(seen, newest.play.index, Viewer()),
        **({} if shown.is_in_play else _between(shown.table)),
    }


def _between(table: Table) -> dict[str, Any]:
    """Return what is shown only between two matches: who is here, clockwise, the score of the evening, what comes next and
    who was picked to start it.
    """
    held = {one.seat: one for one in services.seating.held(table, NOBODY)}
    return {
        "people": [held[seat] for seat in services.seating_order.order(table) if not held[seat].has_left],
        "next_game": next_game(table),
        "evening": evening_of(table),
        "picked": picked_words(table),
        "lot": services.seating_order.picked(table),
    }
