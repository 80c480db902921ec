"""The judge, without a table: pick game and dispute, tap the facts, get the verdict. The address holds the facts."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from flask import Blueprint, Response, current_app, g, make_response, render_template, request, url_for

from companion.engine.game import Game, RulingKind
from companion.engine.present import Cover
from companion.engine.rulings import Clause, OpenQuestion, Ruling
from companion.engine.text import SeatName, Text, apart, signs, with_parts
from companion.games import offered
from companion.match.errors import Unknown
from companion.match.judge import find_game, find_ruling
from companion.match.snapshot import Snapshot
from companion.store import Match, StoreUnavailable, Table
from companion.web.app.address import read_address
from companion.web.app.device import caller
from companion.web.app.i18n import name_of, words
from companion.web.app.services import services
from companion.web.app.templating import there
from companion.web.evening.tables import going_on, last_tables, present_match
from companion.web.library.evaluation import Evaluation, KnownFacts, evaluate_dispute
from companion.web.library.rules import asks, drawings_of, far, has_words, holds, looked_for, meant

blueprint = Blueprint("judge", __name__)
JUDGED: Final = re.compile(r"/judge/[^/]+/[^/]+|/api/v1/games/[^/]+/rulings/[^/]+")
"""The addresses at which anyone may have a ruling worked out, here and in the interface."""


@blueprint.get("/judge")
def start() -> str:
    """The disputes of the game that this browser's table plays now, else of the one played last, else of the first on the
    shelf.
    """
    known = [one.slug for one in _with_disputes()]
    played = [match.game for match in _playing(going_on) + _playing(present_match) if match.game in known]
    return disputes([*played, *known][0])


@blueprint.get("/judge/<slug>")
def disputes(slug: str) -> str:
    """What do you disagree about? First stands what asks about the match of this game at this browser's table, if one is on."""
    game = find_game(slug)
    return _disputes(game, None, _beside(game))


@blueprint.get("/m/<match_id>/judge")
def at_match(match_id: str) -> str:
    """The disputes of a running match; first stands the one that its last entry was about."""
    seen = _seen(match_id)
    return _disputes(seen.game, seen, seen)


@blueprint.get("/judge/<slug>/<ruling>")
def dispute(slug: str, ruling: str) -> Response:
    """The question, or the verdict on the facts in the address."""
    game = find_game(slug)
    kind = find_ruling(game, ruling)
    address = read_address(request.args.items(multi=True))
    seen = _seen(address.match_id, game) if address.match_id else None
    evaluation = evaluate_dispute(game, kind, address, _known(kind, seen) if seen else None)
    if evaluation.ruling and seen:
        evaluation = replace(evaluation, ruling=_by_name(evaluation.ruling, _called(seen)))
    # Asked by the page itself at each tap, not by a visit.
    is_live = request.headers.get("HX-Request") == "true"
    page = render_template("judge/dispute.html", **_context(game, kind, evaluation, seen), is_live=is_live)
    # While someone is still tapping, missing answers are not errors.
    answer = make_response(page, 200 if is_live else evaluation.status)
    answer.headers["Vary"] = "HX-Request"
    return answer


def _seen(match_id: str, game: Game[Any] | None = None) -> Snapshot:
    """Return the match as this browser may see it. Raise `Unknown`, also if it is a match of another game."""
    seen = services.matches.snapshot(match_id, caller())
    # An address may name any match: the facts of another game would fill in nothing, or nonsense.
    if game is not None and seen.game.slug != game.slug:
        raise Unknown("match")
    g.names = seen.names
    return seen


def _known(kind: RulingKind[Any], seen: Snapshot) -> KnownFacts:
    facts = kind.known(seen.replay.state, seen.viewer) if kind.known else None
    chosen = seen.setup.options
    in_force = seen.game.in_force
    # As they hold for so many players, or the judge would rule by a choice that this table cannot play.
    tray = kind.tray(seen.replay.state) if kind.tray else {}
    return KnownFacts(seen.players, chosen if in_force is None else in_force(chosen, seen.players), facts, tray)


def _called(seen: Snapshot) -> Mapping[Text, Text]:
    """Return what each colour is called where people play with it: "Ana (Red)"."""
    pieces = seen.game.pieces
    seats = {} if pieces is None else pieces.called(seen.replay.state)
    return {colour: signs("{name} ({colour})", name=SeatName(seat), colour=colour) for colour, seat in seats.items()}


def _by_name(ruling: Ruling, called: Mapping[Text, Text]) -> Ruling:
    because = tuple(replace(reason, text=with_parts(reason.text, called)) for reason in ruling.because)
    return replace(ruling, headline=with_parts(ruling.headline, called), because=because)


def _playing(at: Callable[[Table], Match | None] = going_on) -> list[Match]:
    """Return the matches going on at the last tables this browser was at, or another of each; none while the records are
    away: the judge needs none.
    """
    try:
        return [match for match in map(at, last_tables()) if match]
    except StoreUnavailable:
        return []


def _beside(game: Game[Any]) -> Snapshot | None:
    """Return the match of a game at this browser's table; None if there is none, or its records are damaged or away."""
    ours = next((match for match in _playing() if match.game == game.slug), None)
    try:
        return None if ours is None else _seen(ours.id, game)
    except StoreUnavailable:
        return None


@dataclass(frozen=True)
class Found:
    """What one game has on the words looked for; all of its questions where none are."""

    game: Game[Any]
    rulings: list[RulingKind[Any]]
    chapters: list[tuple[Text | None, list[OpenQuestion]]]
    clauses: list[Clause]
    off: int
    """How far the nearest of its questions is from those words."""

    @property
    def count(self) -> int:
        """How much was found."""
        return len(self.rulings) + len(self.clauses) + sum(len(here) for _, here in self.chapters)


def _found(game: Game[Any], query: str, ours: RulingKind[Any] | None) -> Found:
    def off(one: RulingKind[Any] | OpenQuestion) -> int:
        return far(query, f"{words(one.question)} {one.name}")

    rulings = [one for one in game.rulings if has_words(game, query, one.name, words(one.question), words(one.about))]
    questions = sorted((one for one in game.open_questions if asks(game, one, query)), key=off)
    clauses = [clause for clause in game.clauses if query and holds(game, clause, query)]
    return Found(
        game,
        # The first is the largest.
        sorted(rulings, key=lambda one: (off(one), one is not ours)),
        sorted(_by_chapter(game, questions), key=lambda chapter: off(chapter[1][0])),
        sorted(clauses, key=lambda clause: far(query, words(clause.text))),
        min([*map(off, rulings), *map(off, questions)], default=2),
    )


def _look_up(shelf: list[Game[Any]], typed: str, ours: RulingKind[Any] | None) -> tuple[str, list[Found]]:
    """Return what was found in any game, and by which words: those typed, else the first of those meant that find any."""
    for query in chain((typed,), meant(shelf, typed)):
        found = [one for game in shelf if (one := _found(game, query, ours)).count]
        if found:
            return query, sorted(found, key=lambda one: one.off)
    return typed, []


def _disputes(game: Game[Any], seen: Snapshot | None, beside: Snapshot | None) -> str:
    typed, covers = looked_for(), _with_disputes()
    shelf = [game, *(find_game(one.slug) for one in covers if one.slug != game.slug)]
    ours = _asked_about(game, beside) if beside else None
    query, found = _look_up(shelf, typed, ours) if typed else ("", [_found(game, "", ours)])
    return render_template(
        "judge/disputes.html",
        drawings_of=drawings_of,
        game=game,
        typed=typed,
        query=query,
        found=found,
        shelf=shelf,
        games=covers,
        seen=seen,
        beside=beside,
        ours=ours,
    )


def _by_chapter(game: Game[Any], questions: list[OpenQuestion]) -> list[tuple[Text | None, list[OpenQuestion]]]:
    """Return the questions below the chapters of the rules that answer them, in the order of the rules."""
    chapters = {clause.id: clause.chapter for clause in game.clauses}
    found: dict[Text | None, list[OpenQuestion]] = {chapter: [] for chapter in chapters.values()}
    for one in questions:
        found[chapters[one.clauses[0]]].append(one)
    return [(chapter, here) for chapter, here in found.items() if here]


def _with_disputes() -> list[Cover]:
    """Return the games on the shelf that have any: of what a table defines for itself no one knows the rules."""
    return [one for one in offered() if not one.is_made]


def _asked_about(game: Game[Any], seen: Snapshot) -> RulingKind[Any] | None:
    """Return the likeliest dispute: the last that the last entry was about, else the first that can be asked."""
    known = {kind.name: kind for kind in game.rulings if _known(kind, seen).facts is not None}
    recent = [known[ruling.name] for ruling in seen.rulings if ruling.name in known]
    return recent[-1] if recent else next(iter(known.values()), None)


def _context(game: Game[Any], kind: RulingKind[Any], evaluation: Evaluation, seen: Snapshot | None) -> dict[str, Any]:
    name, templates = kind.name.replace("-", "_"), current_app.jinja_env
    names = seen.names if seen else ()
    return {
        "game": game,
        "kind": kind,
        "evaluation": evaluation,
        "headline": apart(evaluation.ruling.headline) if evaluation.ruling else (),
        "seen": seen,
        "names": names,
        # In large letters a letter stays beside the word before it.
        "in_one_line": [
            names[seat] if seat < len(names) and names[seat] else name_of(seat).replace(" ", "\u00a0")
            for seat in range(max(game.players))
        ],
        "called": _called(seen) if seen else {},
        "wrong": evaluation.wrong or {},
        "form_templates": there(templates, (*game.template(f"judge_{name}.html"), "judge/generic.html")),
        "drawing": next(iter(there(templates, game.template(f"verdict_{name}.html"))), None),
        "options": [option for option in game.options if option.name in kind.options],
        "here": url_for("judge.dispute", slug=game.slug, ruling=kind.name),
    }
