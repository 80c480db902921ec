"""The rules of each game as numbered clauses, in the reader's language; found by typing a word; and its first-round guide."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice, product
from typing import Any
from urllib.parse import urlencode, urlsplit

from babel import Locale
from flask import Blueprint, current_app, render_template, request, url_for
from flask_babel import gettext
from jinja2 import Template

from companion.engine.game import Game, RulingKind, Setup
from companion.engine.options import usual
from companion.engine.rulings import Clause, OpenQuestion
from companion.engine.text import Text
from companion.games import games, offered
from companion.match.judge import find_game
from companion.match.snapshot import Snapshot
from companion.store import Table
from companion.web.app.device import caller
from companion.web.app.i18n import language, words
from companion.web.app.seat_style import people_of
from companion.web.app.services import services
from companion.web.app.templating import title_of
from companion.web.evening.choosing import read_choices
from companion.web.evening.defining import the_game
from companion.web.evening.ready_pad import definition_in, ready_found
from companion.web.evening.start_page import drawn_for, table_context
from companion.web.evening.tables import find_table, next_game
from companion.web.library.pad_lesson import pad_lesson

blueprint = Blueprint("rules", __name__)


LONGEST_QUERY = 80


@blueprint.get("/rules")
def shelf() -> str:
    """The games whose rules are here."""
    return render_template("pages/shelf.html", games=[games()[cover.slug] for cover in offered()])


@blueprint.get("/rules/<slug>")
def page(slug: str) -> str:
    """Every clause and open question of a game, or those that hold the words looked for."""
    game, query = find_game(slug), looked_for()
    return render_template(
        "pages/rules.html",
        game=game,
        clauses=[clause for clause in game.clauses if holds(game, clause, query)],
        open_questions=[one for one in game.open_questions if asks(game, one, query)],
        query=query,
        editions=sorted(game.editions, key=lambda one: (one.title != title_of(game), one.language != language())),
        language_of={one.language: Locale(one.language).display_name for one in game.editions},
        disputes=disputes_by_clause(game),
        drawings_template=drawings_of(game),
        drawn=drawings_by_clause(game),
        back=_match_left(),
    )


def looked_for() -> str:
    """Return the words that the address looks for; "" where it looks for none."""
    return request.args.get("q", "").strip()[:LONGEST_QUERY]


def _match_left() -> str | None:
    """Return the board of the match from one of whose pages the reader comes, or None."""
    # A hint and no right: the board asks again who may see what.
    found = re.search(r"/m/([\w-]+)", request.referrer or "")
    return url_for("play.board", match_id=found[1]) if found else None


def holds(game: Game[Any], clause: Clause, query: str) -> bool:
    """Return whether the clause, its number or what it leaves open holds every word looked for, in our words or the
    box's.
    """
    return has_words(game, query, clause.id, words(clause.text), words(clause.silent) if clause.silent else "")


def asks(game: Game[Any], question: OpenQuestion, query: str) -> bool:
    """Return whether the question, what answers it or the clauses it rests on hold every word looked for."""
    said = (question.question, question.says, question.tables_do, question.reading)
    return has_words(game, query, *map(words, said), *question.clauses)


def has_words(game: Game[Any], query: str, *said: str) -> bool:
    """Return whether these texts hold every word looked for, in our words or the box's; any do where none is looked for."""
    text = _typed(" ".join(said))
    return all(word in text or _said_otherwise(game, word, text) for word in _wanted(_typed(query)))


def far(query: str, title: str) -> int:
    """Return 0 where each word looked for begins one of the title, 1 where only with other capitals, else 2."""
    # In German the capital tells “Weg” from “weg”.
    for distance, capitals in enumerate((re.NOFLAG, re.IGNORECASE)):
        if all(re.search(rf"(?<!\w){re.escape(word)}", title, capitals) for word in _wanted(query)):
            return distance
    return 2


def meant(games: Iterable[Game[Any]], query: str) -> Iterator[str]:
    """Return what may be meant, the likeliest first: each word that no text of the games has as one near it that they
    have, and then with words left out.
    """
    known = {*re.findall(r"[^\W\d]{3,}", _typed(" ".join(_said_by(games))))}
    near = [[*get_close_matches(word, known, 1 if word in known else 3, 0.75), ""] for word in _wanted(_typed(query))]
    for chosen in islice(product(*near), 16):
        if any(chosen):
            yield " ".join(filter(None, chosen))


def _said_by(games: Iterable[Game[Any]]) -> Iterator[str]:
    """Return what the games' questions and rules say."""
    for game in games:
        said = [one for kind in game.rulings for one in (kind.question, kind.about)]
        said += [
            one for asked in game.open_questions for one in (asked.question, asked.says, asked.tables_do, asked.reading)
        ]
        yield from map(words, [*said, *(clause.text for clause in game.clauses)])


def _wanted(query: str) -> list[str]:
    """Return the words looked for, without those of one or two letters that only join them: “my loop” is about loops."""
    typed = query.split()
    # All of them if there are only short ones: "go" may be the very word.
    return [word for word in typed if len(word) > 2 or not word.isalpha()] or typed


def _typed(text: str) -> str:
    """Return the text as someone types it who looks for it."""
    # Our texts have the typographic apostrophe, keyboards the straight one.
    return text.casefold().replace("’", "'")


def disputes_by_clause(game: Game[Any]) -> dict[str, list[RulingKind[Any]]]:
    found: dict[str, list[RulingKind[Any]]] = {}
    for kind in game.rulings:
        for clause in kind.clauses:
            found.setdefault(clause, []).append(kind)
    return found


def drawings_of(game: Game[Any]) -> Template:
    """Return the template of the game's drawings, each a macro."""
    return current_app.jinja_env.select_template(game.template("lesson_drawings.html"))


def drawings_by_clause(game: Game[Any]) -> dict[str, str]:
    """Return the drawing of each card of the guide, by the first of its clauses that no card before it has."""
    found: dict[str, str] = {}
    for card in game.lesson(None):
        clause = next((one for one in card.clauses if one not in found), None)
        if clause is not None:
            found[clause] = card.drawing
    return found


def _said_otherwise(game: Game[Any], word: str, text: str) -> bool:
    """Return whether the text mentions what a box calls by this word."""
    pairs = (pair for edition in game.editions for pair in zip(game.terms, edition.words, strict=False))
    return any(words(ours).casefold() in text for ours, printed in pairs if word in _typed(printed))


@blueprint.get("/teach")
def guides() -> str:
    """The games that can be taught."""
    return _shelf(None, lambda text: url_for("rules.guide", slug=the_game().slug, sheet=text))


@blueprint.get("/teach/<slug>")
def guide(slug: str) -> str:
    """How the usual game goes, or a ready one before it is played."""
    game, setup = _asked(slug)
    rules = url_for("rules.page", slug=slug)
    is_from_rules = not setup and urlsplit(request.referrer or "").path == rules
    return _guide(game, setup, None, (rules if is_from_rules else url_for("rules.guides"), gettext("Close")))


@blueprint.get("/t/<code>/teach")
@blueprint.get("/t/<code>/teach/<slug>")
def guide_at_table(code: str, slug: str | None = None) -> str:
    """The game that the table has chosen, or another of those that can be taught, until what it plays begins."""
    table = find_table(code)
    chosen = next_game(table)
    # What a game of the table's own is played by, no one knows before it begins: a ready one is looked for.
    slug = slug or (chosen.slug if chosen and find_game(chosen.slug).made is None else None)
    if slug is None:
        return _shelf(table, lambda text: url_for("rules.guide_at_table", code=code, slug=the_game().slug, sheet=text))
    # Whatever game is chosen next, the guide stays open; only a match that begins takes the phone along.
    given = {name: value for name, value in drawn_for(table_context(code)).items() if name != "game"}
    stream = url_for("pages.table", code=code) + "/stream?" + urlencode(given)
    return _guide(*_asked(slug), table, (url_for("pages.table", code=code), gettext("Table")), stream)


@blueprint.get("/m/<match_id>/teach")
def guide_at_match(match_id: str) -> str:
    """How the game goes as this table plays it."""
    seen = services.matches.snapshot(match_id, caller())
    back = (url_for("play.board", match_id=match_id), gettext("Back to the game"))
    return _guide(seen.game, seen.setup, seen.table, back, seen=seen)


def _shelf(table: Table | None, link_to: Callable[[str], str]) -> str:
    """Return the games that can be taught, and the ready ones that are looked for."""
    looked = request.args.get("find", "").strip()
    taught = [games()[cover.slug] for cover in offered()]
    return render_template(
        "teach/shelf.html",
        games=[(game, drawings_of(game), game.lesson(None)[0].drawing) for game in taught],
        table=table,
        looked=looked,
        ready=ready_found(looked, link_to),
    )


def _asked(slug: str) -> tuple[Game[Any], Setup | None]:
    """Return the game of the address, with the definition there, if it holds one."""
    game = find_game(slug)
    chosen = read_choices(game, request.args)
    options = {**usual(game.options), **chosen}
    if not chosen or definition_in(game, options) is None:
        return game, None
    return game.by(options), Setup(game.players[0], options)


def _said(game: Game[Any], setup: Setup | None) -> Mapping[str, Text]:
    """Return the rules in words, by their clauses; of one that the house rules of the table change, nothing."""
    options = {} if setup is None else setup.options
    changed = {
        clause
        for option in game.options
        if any(one.departs and one.value == options.get(option.name) for one in option.choices)
        for clause in option.clauses
    }
    return {one.id: one.text for one in game.clauses if one.id not in changed}


def _guide(
    game: Game[Any],
    setup: Setup | None,
    table: Table | None,
    back: tuple[str, str],
    stream: str = "",
    seen: Snapshot | None = None,
) -> str:
    """Return the guide, with the looks of those at the table; `back` is where the reader came from, and its name.

    `stream` says that the table's game begins, which takes the phone along; `seen` is that game once it has.
    """
    return render_template(
        "teach/guide.html",
        game=game,
        cards=game.lesson(setup),
        said=_said(game, setup),
        taught=pad_lesson(game, setup),
        seats=0 if seen is None else seen.setup.seats,
        seen=seen,
        people=() if seen is None else people_of(seen.match.seats, seen.names),
        table=table,
        back=back,
        stream=stream,
        drawings_template=drawings_of(game),
    )
