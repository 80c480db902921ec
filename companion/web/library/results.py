"""The result of a match: as a page for everyone, and as one file that needs nothing else."""

import re
import textwrap
from functools import cache, partial
from typing import Any, Final

from flask import Blueprint, Response, g, render_template, url_for

from companion.archive.looking_back import met, visible_history
from companion.archive.results import Result, result_of, won_of
from companion.match.access import NOBODY
from companion.match.errors import Unknown
from companion.web.app.assets import STATIC, asset, own_style
from companion.web.app.device import caller
from companion.web.app.i18n import words
from companion.web.app.seat_style import CLASSES, people_of, styles_in
from companion.web.app.services import services
from companion.web.board.journal import MOST_SHOWN
from companion.web.evening.ready_pad import edition_in

blueprint = Blueprint("results", __name__)


STYLES: Final = ("css/tokens.css", "css/components.css", "css/results.css")
LONGEST_LINE: Final = 21
"""So many letters of a headline stand in a line of the picture."""
PAPER: Final = "#fdf9f0"
_SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@blueprint.get("/m/<match_id>/result")
def page(match_id: str) -> str:
    """Who won and how it came about, as this browser may see it; for a match under way, how it stands."""
    result = result_of(services.matches.snapshot(match_id, caller()))
    won = won_of(services.store, result.seen)
    journal, version = partial(url_for, "journal.journal", match_id=result.seen.match.id), result.seen.version
    return render_template(
        "results/page.html",
        **_context(result),
        alone=False,
        entry_at=lambda index: journal(
            before=index + 1 if index < version - MOST_SHOWN else None, _anchor=f"entry-{index + 1}"
        ),
        is_at_table=caller().is_at(result.seen.table.id),
        milestones=won.milestones if won else (),
        # What stands in the place of a course that no one knows.
        met=met(visible_history(services.store, caller()).played, match_id) if result.is_noted else [],
    )


@blueprint.get("/m/<match_id>/result.html")
def download(match_id: str) -> Response:
    """The same for all eyes in one file: with style and drawings, without scripts, and no server is asked."""
    # With no one's eyes: the file is passed on.
    result = result_of(services.matches.snapshot(match_id, NOBODY))
    listed = {given.index for part in result.parts for given in part.given}
    html = render_template(
        "results/alone.html",
        **_context(result),
        alone=True,
        entry_at=lambda index: f"#entry-{index + 1}" if index in listed else "",
        milestones=(),
        met=[],
        style=style_of(result.seen.game.slug),
    )
    game = result.seen.game
    response = Response(with_symbols(within(html, game.slug)), mimetype="text/html")
    response.headers.set("Content-Disposition", "attachment", filename=f"{game.slug}-{result.began:%Y-%m-%d}.html")
    return response


@blueprint.get("/m/<match_id>/picture.svg")
def picture(match_id: str) -> Response:
    """Who won and the ranking as a drawing, which a phone makes a picture of.

    Raise `Unknown` while the match goes on.
    """
    seen = services.matches.snapshot(match_id, NOBODY)
    won = won_of(services.store, seen)
    if won is None:
        raise Unknown("match")
    names = g.names = seen.names
    decided = [] if won.moment is None else [f"{words(won.moment.when, names)}: {words(won.moment.text, names)}"]
    svg = render_template(
        "results/picture.svg",
        won=won,
        lines=_balanced(words(won.headline, names), LONGEST_LINE),
        moment=_balanced(" ".join(decided), 2 * LONGEST_LINE + 6),
        looks=styles_in(seen),
        people=people_of(seen.match.seats, names),
        colours=colours(),
        paper=PAPER,
        game=seen.game,
        began=result_of(seen).began,
    )
    return Response(with_symbols(svg), mimetype="image/svg+xml")


def _balanced(text: str, longest: int) -> list[str]:
    """Return as few lines as it takes, of about the same length."""
    fewest = len(textwrap.wrap(text, longest))
    # Never narrower than the longest word, which `wrap` would cut.
    word = max(map(len, text.split()), default=1)
    narrower = (textwrap.wrap(text, width) for width in range(min(word, longest), longest + 1))
    return next(lines for lines in narrower if len(lines) == fewest)


@cache
def colours() -> dict[str, str]:
    """Return the colours of the light theme by their classes: `pa` to `ph`."""
    tokens = (STATIC / "css/tokens.css").read_text("utf-8")
    light = re.findall(r"--p-([a-h]): (#[0-9a-f]{6})", tokens)[: len(CLASSES)]
    return {f"p{letter}": colour for letter, colour in light}


def style_of(slug: str) -> str:
    """Return every style the file needs, as text. No style sheet loads anything else, and none closes its element."""
    own = own_style(slug)
    texts = [(STATIC / path).read_text("utf-8") for path in (*STYLES, *([own] if own else []))]
    return "\n".join(texts)


def within(html: str, slug: str) -> str:
    """Return the page with links of the shared macros, to symbols and clauses, pointing within the page."""
    elsewhere = (asset("icons.svg"), url_for("rules.page", slug=slug))
    for address in elsewhere:
        html = html.replace(f'href="{address}#', 'href="#')
    return html


def with_symbols(html: str) -> str:
    """Return the page with the symbols it uses, in place of the comment that marks their place."""
    used = set(re.findall(r'href="#([a-z][a-z0-9-]*)"', html))
    sprite = (STATIC / "icons.svg").read_text("utf-8")
    symbols = "".join(found[0] for found in _SYMBOL.finditer(sprite) if found[1] in used)
    # Only those in use: the sprite holds the drawings of every game.
    return html.replace("<!--symbols-->", symbols, 1)


def _context(result: Result) -> dict[str, Any]:
    game, setup = result.seen.game, result.seen.setup
    names = g.names = result.seen.names
    return {
        "edition": edition_in(game, setup.options, setup.seats),
        "result": result,
        "story": result.story,
        "drawn": result.story.drawn,
        "seen": result.seen,
        "game": game,
        "names": names,
        "own_template": game.template("result.html"),
        "clauses": [game.clause(one) for one in result.clauses],
    }
