"""What is chosen before a match: who plays, how it is played, what the table chose the last time, whom this device knows."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from flask import request
from werkzeug.datastructures import MultiDict

from companion.archive.people import tables_in_sight
from companion.engine.errors import IllegalMove, NotAMove, within
from companion.engine.game import Choice, Game, Options
from companion.engine.options import check_seats, recorded_setup, usual
from companion.engine.rulings import Reason
from companion.engine.schema.scalars import NO_WHOLE_NUMBER, whole_number
from companion.engine.text import say
from companion.match.access import Caller
from companion.store import Match, Seat, Table
from companion.table.faces import Face, read_face
from companion.table.tables import folded
from companion.web.app.services import services

OPEN: Final = "open"
"""A house option left open: on paper its ways are printed, each with a box to tick."""


def as_chosen(game: Game[Any], chosen: Options) -> Game[Any]:
    """Return the game as these choices make it; as it stands on the shelf where they do not say."""
    is_said = any(option.read is not None and option.name in chosen for option in game.options)
    return game.by({**usual(game.options), **chosen}) if is_said else game


def read_choices(game: Game[Any], form: Mapping[str, str]) -> dict[str, Choice]:
    """Return the house options chosen in a form; an option not named keeps its default.

    Raise `NotAMove` for one whose choices no list holds, if it cannot be read.
    """
    chosen: dict[str, Choice] = {}
    for option in game.options:
        if option.read is not None and form.get(option.name, OPEN) not in ("", OPEN):
            with within(f"options.{option.name}"):
                chosen[option.name] = option.read(form[option.name])
            continue
        for choice in option.choices:
            if form.get(option.name) == str(choice.value).lower():
                chosen[option.name] = choice.value
    return chosen


def read_players(form: MultiDict[str, str]) -> list[int] | None:
    """Return the table's seats ticked in a form; None, which means everyone, if the form did not ask."""
    return [read_seat(text) for text in form.getlist("seat")] if "who" in form else None


def read_seat(text: str) -> int:
    """Return the seat that a form names. Raise `NotAMove`."""
    seat = whole_number(text)
    if seat is None:
        raise NotAMove("seat", NO_WHOLE_NUMBER)
    return seat


def read_shift(text: str) -> tuple[int, int]:
    """Whom to move, and by how many places, as a button says it: `3:-1`. Raise `NotAMove`."""
    seat, _, steps = text.partition(":")
    moved = whole_number(seat)
    if moved is None or steps not in ("1", "-1"):
        raise NotAMove("shift", say("This isn’t in the right format."))
    return moved, int(steps)


def seated(table: Table) -> list[Seat]:
    """Everyone present, clockwise."""
    every = {seat.seat: seat for seat in services.tables.seats(table)}
    return [every[seat] for seat in services.seating_order.order(table) if not every[seat].has_left]


def not_for(game: Game[Any], chosen: Options, players: int) -> frozenset[tuple[str, Choice]]:
    """Return the choices that do not hold for that many players, each as its option's name and its value."""
    in_force = game.in_force
    if in_force is None or players not in game.players:
        return frozenset()
    every = [(option.name, choice.value) for option in game.options for choice in option.choices]
    return frozenset(
        (name, value) for name, value in every if in_force({**chosen, name: value}, players)[name] != value
    )


def check_for(game: Game[Any], chosen: Options, players: int) -> None:
    """Raise `IllegalMove` if a choice does not hold for that many players."""
    wrong = not_for(game, {**usual(game.options), **chosen}, players) & chosen.items()
    for option in game.options:
        for choice in option.choices:
            if (option.name, choice.value) in wrong:
                text = say("“{choice}” isn’t for {count} players.", choice=choice.label, count=players)
                raise IllegalMove(Reason(text, option.clauses), path=f"options.{option.name}")


def once_more(table: Table, game: Game[Any]) -> Match | None:
    """Return the match of this game from whose page the table asks for the next one; None if it does not say."""
    asked = request.args.get("again")
    return next((one for one in services.tables.matches(table) if (one.id, one.game) == (asked, game.slug)), None)


def usual_choices(table: Table, game: Game[Any]) -> dict[str, Choice]:
    """Return how this table played the match that it asks for once more, else the game the last time; nothing if it has
    not yet, or no one can read it.
    """
    asked = once_more(table, game)
    for match in reversed(services.tables.matches(table)) if asked is None else (asked,):
        if match.game == game.slug:
            # Recorded by an older or a newer version: then the form begins with the usual choices.
            with suppress(NotAMove, IllegalMove):
                recorded_setup(game, len(match.seats), match.options)
                return dict(json.loads(match.options))
    return {}


def check_enough(game: Game[Any] | None, names: Sequence[str]) -> None:
    """Raise `NotAMove` at the first missing name if the game needs more people."""
    if game is None or len(names) >= game.players[0]:
        return
    try:
        check_seats(game, len(names))
    except IllegalMove as error:
        raise NotAMove(f"players.{len(names)}", error.reasons[0].text) from error


def ticked(found: Sequence[int]) -> set[int]:
    """Return the seats that the form of the house options shows as playing: those ticked in it and those who came since it was
    drawn, else all that were `found`.
    """
    chosen = read_players(request.values)
    return set(found) if chosen is None else {*chosen, *came_since(found)}


def came_since(found: Sequence[int]) -> list[int]:
    """Return which of these seats the form does not know yet; none if it does not say whom it was drawn for."""
    known = request.values.get("there")
    return [] if known is None else [seat for seat in found if str(seat) not in known.split()]


MOST_OFFERED: Final = 8


def known_names(caller: Caller, there: Iterable[str | None] = ()) -> list[str]:
    """Return who sat most often at tables in the caller's sight, without those who are `there` already; no one for a
    stranger.
    """
    # None is every table, the admin's; an empty set is a stranger's, who is shown no name.
    tables = tables_in_sight(caller)
    if tables is not None and not tables:
        return []
    taken = {folded(name) for name in there if name is not None}
    spelled: dict[str, str] = {}
    times: Counter[str] = Counter()
    # Spellings that differ by a capital alone are one person here.
    for name, number in services.store.people.names(tables).items():
        if folded(name) not in taken:
            spelled[folded(name)] = name
            times[folded(name)] += number
    return [spelled[key] for key, _ in times.most_common(MOST_OFFERED)]


def read_picked() -> Face | None:
    """Return the face that the newcomer has tapped beside their name, if any."""
    # A newcomer is offered faces whose colour and sign have the same number.
    number = request.form.get("face", "")
    return read_face(f"{number} {number}")


def own_name(caller: Caller) -> str:
    """Return the name under which this device last sat down; empty if it has not, or if the name was forgotten."""
    seats = [grant for grant in caller.grants if grant.role == "seat" and grant.table_id is not None]
    # The newest first, of one moment the last seat: no store keeps an order by itself. A name that was forgotten is passed over.
    for grant in sorted(seats, key=lambda one: (one.created_at, one.seat or 0), reverse=True):
        names = {one.seat: one.name for one in services.store.seats.at(grant.table_id or "")}
        name = names.get(grant.seat if grant.seat is not None else -1)
        if name is not None:
            return name
    return ""
