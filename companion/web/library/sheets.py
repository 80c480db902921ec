"""Sheets for paper: blank ones for any number of players, and those of a match, filled with what the reader may see."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from flask import Blueprint, g, render_template, request, url_for

from companion.archive.paper import blank_sheet, filled_sheet, marks_on
from companion.archive.results import rulings_by_part
from companion.engine.game import Game, Option, OptionChoice
from companion.engine.options import usual
from companion.engine.sheet import Size
from companion.games import games, offered
from companion.match.judge import find_game
from companion.web.app.device import caller
from companion.web.app.services import services
from companion.web.board.screen import best_first
from companion.web.evening.choosing import OPEN, as_chosen, read_choices
from companion.web.evening.defining import the_game
from companion.web.evening.ready_pad import edition_in, for_so_many, pad_in, ready_found
from companion.web.evening.tables import invite_to, last_tables

blueprint = Blueprint("sheets", __name__)


SIGNS: Final = {"anyway": "!", "caught_up": "~", "contested": "?"}
"""The signs beside a marked cell; the foot of the page says what they mean."""
LONGEST_NAME: Final = 40


@blueprint.get("/print")
def shelf() -> str:
    """Which game's sheet? Of ready pads, those with these letters."""
    looked = request.args.get("find", "").strip()
    ready = ready_found(looked, lambda text: url_for("sheets.choose", slug=the_game().slug, sheet=text))
    return render_template(
        "print/shelf.html", games=[games()[cover.slug] for cover in offered()], looked=looked, ready=ready
    )


@blueprint.get("/print/stickers")
def stickers() -> str:
    """For the lid of each box: a code that leads to the table in use, or opens one for its game."""
    found = [(one, invite_to(url_for("join.by_lid", slug=one.slug))) for one in offered()]
    return render_template("print/stickers.html", stickers=found)


@blueprint.get("/print/<slug>")
def choose(slug: str) -> str:
    """For how many players, how large, in which language, by which house rules, with which names."""
    game = find_game(slug)
    game = as_chosen(game, read_choices(game, request.args))
    pad = pad_in(game, {**usual(game.options), **read_choices(game, request.args)})
    offered = game.players if pad is None else range(pad.players[0], pad.players[1] + 1)
    there = () if {"players", "name"} & {*request.args} else _at_the_table()
    players = min(max(len(there) or _players(game), offered[0]), offered[-1])
    asked, names = _asked(game, players), [*there] or _names()
    return render_template(
        "print/choose.html", game=game, offered=offered, players=players, asked=asked, size=_size(), names=names
    )


@blueprint.get("/print/<slug>/blank")
def blank(slug: str) -> str:
    """The blank sheet."""
    game, players = find_game(slug), _players(find_game(slug))
    chosen = for_so_many(game, {**usual(game.options), **read_choices(game, request.args)}, players)
    game = as_chosen(game, chosen)
    # The form by these ways, with room for what a rule that is left open may ask to be written. It refuses a number of players
    # that this game is not for.
    sheet = blank_sheet(game, players, chosen, _size())
    names = g.names = (*_names(), *[None] * players)[:players]
    # Left open means that either may be played: the roomier form serves both.
    may_count = {one.name: True for one in game.options if one.default is False and request.args.get(one.name) == OPEN}
    return render_template(
        "print/sheet.html",
        game=game,
        sheet=replace(sheet, pages=blank_sheet(game, players, {**chosen, **may_count}, _size()).pages),
        players=players,
        size=_size(),
        names=names,
        edition=edition_in(game, chosen, players),
        house=[(option, _chosen(option, request.args)) for option in _asked(game, players)],
        seen=None,
        back=url_for("sheets.choose", slug=slug, **request.args.to_dict(flat=False)),  # type: ignore[arg-type]
    )


@blueprint.get("/m/<match_id>/sheet")
def filled(match_id: str) -> str:
    """The sheet of a match, as far as the reader may see; with `rulings=yes`, every ruling on a further page."""
    seen = services.matches.snapshot(match_id, caller())
    game, setup = seen.game, seen.setup
    sheet, status = filled_sheet(seen, _size()), game.status(seen.replay.state)
    g.names = seen.names
    return render_template(
        "print/sheet.html",
        game=game,
        sheet=sheet,
        players=setup.seats,
        size=_size(),
        names=seen.names,
        edition=edition_in(game, setup.options, setup.seats),
        house=game.played_choices(setup.options, setup.seats),
        seen=seen,
        is_over=status.winners is not None,
        ranking=best_first(status) if status.winners else (),
        marks=[(mark, SIGNS[mark]) for mark in marks_on(sheet)],
        rulings=rulings_by_part(seen) if _has_rulings() else (),
        has_rulings=_has_rulings(),
        link=invite_to(url_for("results.page", match_id=match_id)),
        back=url_for("play.board", match_id=match_id),
    )


def _asked(game: Game[Any], players: int) -> tuple[Option, ...]:
    """Return the options that a blank sheet names: those that change something by the ways chosen, and those left open."""
    chosen = {option.name: option.default for option in game.options} | read_choices(game, request.args)
    played = game.played_options(chosen, players)
    return tuple(one for one in game.options if one in played or request.args.get(one.name) == OPEN)


def _players(game: Game[Any]) -> int:
    return request.args.get("players", game.players[min(3, len(game.players) // 2)], type=int)


def _at_the_table() -> tuple[str | None, ...]:
    """Return who sits at the table that this browser was at last."""
    return tuple(one.name for table in last_tables()[:1] for one in services.tables.seats(table) if not one.has_left)


def _size() -> Size:
    return "large" if request.args.get("size") == "large" else "normal"


def _names() -> list[str | None]:
    """Return the names for the sheet, seat by seat; None for a blank line to write one on."""
    return [" ".join(name.split())[:LONGEST_NAME] or None for name in request.args.getlist("name")]


def _has_rulings() -> bool:
    return request.args.get("rulings") == "yes"


def _chosen(option: Option, given: Mapping[str, str]) -> OptionChoice | None:
    """Return how a house option is played; None if the table ticks it by hand."""
    if given.get(option.name) == OPEN:
        return None
    return next(
        (choice for choice in option.choices if given.get(option.name) == str(choice.value).lower()), option.choices[0]
    )
