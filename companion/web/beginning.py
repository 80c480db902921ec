"""From the choice of a game to its first entry: who plays and in which order, who starts, how it is played, how it is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Choice, Game, Setup
from companion.engine.scalars import whole_number
from companion.engine.starting import Starting
from companion.engine.text import say
from companion.games import covers
from companion.match.access import must_host
from companion.service.beginnings import Wish
from companion.service.evenings import readable
from companion.service.judging import find_game, set_up
from companion.service.starters import AGREED, said_of
from companion.store import Seat, Table
from companion.web.boards import Following
from companion.web.choosing import check_for, not_for, read_choices, read_players, ticked, usual_choices
from companion.web.device import caller
from companion.web.join import find_table
from companion.web.problems import problem_of
from companion.web.services import services
from companion.web.starts import sentence_at_start, sentence_of

blueprint = Blueprint("beginning", __name__)

Answer = str | tuple[str, int] | BaseResponse


@dataclass(frozen=True, slots=True)
class Starts:
    """What the form asks about the start player: the rulebook's word, who that is, who is next in turn, the choice."""

    said: Starting
    by_rule: int | None
    in_turn: int | None
    chosen: str


@blueprint.get("/t/<code>/new/<slug>")
def choose(code: str, slug: str) -> str:
    """Who plays, who starts, how do you play it? Filled in with the table's last choices."""
    found = find_table(code)
    must_host(caller(), found)
    game = find_game(slug)
    return _page(found, game, usual_choices(found, game), None)


@blueprint.post("/t/<code>/new/<slug>")
def shift(code: str, slug: str) -> str:
    """The same form with somebody moved round the table; the choices made in it stay."""
    found, game = find_table(code), find_game(slug)
    seat, steps = read_shift(request.form.get("shift", ""))
    services.picking.shift(found, caller(), seat, steps)
    return _page(found, game, read_choices(game, request.form), None)


@blueprint.post("/t/<code>/matches")
def start(code: str) -> Answer:
    """Begin a match, then go on to its set-up sheet."""
    found = find_table(code)
    game = find_game(request.form.get("game", ""))
    options = read_choices(game, request.form)
    must_host(caller(), found)
    who, first = read_players(request.form), request.form.get("start", "rule")
    try:
        check_for(game, options, len(seated(found) if who is None else who))
        wish = Wish(game.slug, options, who, first)
        match = services.beginnings.begin(found, caller(), wish, request.form.get("after"))
    except (NotAMove, IllegalMove) as error:
        return _page(found, game, options, error), 422 if isinstance(error, IllegalMove) else 400
    return redirect(url_for("beginning.set_up_sheet", match=match.id), 303)


@blueprint.get("/m/<match>/setup")
def set_up_sheet(match: str) -> str:
    """Step by step: what to deal, to put back, to count."""
    seen = services.matches.look(match, caller())
    setup = seen.setup
    is_host = caller().is_host(seen.table.id)
    held = services.seating.held(seen.table, caller())
    return render_template(
        "pages/setup.html",
        seen=seen,
        game=seen.game,
        sheet=set_up(seen.game, setup.seats, dict(setup.options)),
        setup=setup,
        said=said_of(seen.game, setup),
        started=services.beginnings.started(seen.match),
        starts=sentence_of(seen),
        is_untouched=not seen.version or sentence_at_start(seen) is not None,
        is_host=is_host,
        free_seats=sum(not one.devices and not one.has_left for one in held) if is_host else 0,
    )


def read_shift(text: str) -> tuple[int, int]:
    """Whom to move, and by how many places, as a button says it: `3:-1`. Raises `NotAMove`."""
    seat, _, steps = text.partition(":")
    moved = whole_number(seat)
    if moved is None or steps not in ("1", "-1"):
        raise NotAMove("shift", say("This does not have the right form."))
    return moved, int(steps)


def _page(found: Table, game: Game[Any], chosen: Mapping[str, Choice], error: NotAMove | IllegalMove | None) -> str:
    seats = seated(found)
    playing = ticked(usual_players(found, game, seats))
    options = {option.name: chosen.get(option.name, option.default) for option in game.options}
    unsuited = not_for(game, options, len(playing))
    if error is None and game.in_force is not None:
        options = dict(game.in_force(options, len(playing)))
    before = services.tables.matches(found)
    return render_template(
        "pages/choose.html",
        table=found,
        after=before[-1].id if before else "",
        game=game,
        chosen=options,
        unsuited=unsuited,
        seats=seats,
        ticked=playing,
        starts=_starts(found, game, options, [one.seat for one in seats if one.seat in playing]),
        going=_going(found, game),
        is_again=any(match.game == game.slug for match in before),
        problem=None if error is None else problem_of(error),
    )


def _going(table: Table, game: Game[Any]) -> Following | None:
    """The match that stays open while the next one is chosen; not one of this game that is only being set up anew."""
    known = [match for match in services.tables.matches(table) if match.ended_at is None and match.game in covers()]
    going = [
        match
        for match in known
        if match.game != game.slug or ((seen := readable(services.matches, match)) and not seen.is_untouched)
    ]
    return Following(going[-1].id, covers()[going[-1].game].title, covers()[going[-1].game].code) if going else None


def seated(table: Table) -> list[Seat]:
    """Everybody present, clockwise."""
    every = {seat.seat: seat for seat in services.tables.seats(table)}
    return [every[seat] for seat in services.picking.order(table) if not every[seat].has_left]


def usual_players(table: Table, game: Game[Any], seats: Sequence[Seat]) -> list[int]:
    """Whom the form proposes: everybody; if that is too many or too few, those here who played the game last time."""
    there = [one.seat for one in seats]
    if len(there) in game.players:
        return there
    for match in reversed(services.tables.matches(table)):
        again = [seat for seat in there if seat in match.seats]
        if match.game == game.slug and len(again) in game.players:
            return again
    return there


def _starts(table: Table, game: Game[Any], options: Mapping[str, Choice], playing: Sequence[int]) -> Starts | None:
    said = said_of(game, Setup(len(playing), options))
    if said is None or not playing:
        return None
    by_rule = services.picking.at_end_of_ages(table, said.by_age, playing) if said.by_age else playing[0]
    in_turn = services.beginnings.next_in_turn(table, game, playing)
    usual = "rule" if in_turn is None else "turn"
    asked = request.form.get("start", usual)
    known = asked in ("rule", "lot", usual) or asked in {f"{AGREED}{seat}" for seat in playing}
    return Starts(said, by_rule, in_turn, asked if known else usual)
