"""From the choice of a game to its first entry: who plays and in which order, who starts, how it is played, how it is laid out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.engine.errors import IllegalMove, NotAMove
from companion.engine.game import Choice, Game, Setup
from companion.engine.options import make_setup
from companion.engine.present import Starting
from companion.engine.schema.scalars import whole_number
from companion.engine.text import Text, say
from companion.games import cover_of
from companion.live import notify
from companion.match.access import must_enter, must_host
from companion.match.judge import find_game, set_up
from companion.match.snapshot import Snapshot
from companion.match.topics import steps_topic
from companion.store import Match, Seat, Table
from companion.table.evening import readable
from companion.table.library import Pad
from companion.table.next_match import AGREED, NAMED, NewMatch, said_of
from companion.table.seating_order import Picked
from companion.web.app.answers import go_to, wants_part
from companion.web.app.device import caller
from companion.web.app.problems import foreseen, problem_of
from companion.web.app.seat_style import styles_at, styles_once
from companion.web.app.services import services
from companion.web.evening.choosing import (
    as_chosen,
    came_since,
    check_for,
    not_for,
    once_more,
    read_choices,
    read_players,
    read_seat,
    read_shift,
    seated,
    ticked,
    usual_choices,
)
from companion.web.evening.evening import sentence_of
from companion.web.evening.ready_pad import pad_in
from companion.web.evening.tables import (
    asked_of_host,
    choose_next,
    find_table,
    hosted_table,
    left_open,
    way_into,
)

blueprint = Blueprint("beginning", __name__)


@dataclass(frozen=True, slots=True)
class Starts:
    """What the form asks about the start player: the rulebook's word, what each seat stands for, the choice, and on whom the
    lot has fallen.
    """

    said: Starting
    values: Mapping[int, str]
    chosen: str
    lot: Picked | None = None


@blueprint.get("/t/<code>/new/<slug>")
def choose(code: str, slug: str) -> str:
    """Who plays, who starts, how do you play it? Filled in with the table's last choices, or those in the address."""
    found = hosted_table(code)
    game = find_game(slug)
    # To open the form is to choose: the other phones at the table see what is being set up, and can be taught it meanwhile.
    choose_next(found, slug)
    return _page(found, game, usual_choices(found, game) | read_choices(game, request.args), None)


@blueprint.post("/t/<code>/new/<slug>")
def shift(code: str, slug: str) -> str:
    """The same form with lots drawn, someone moved round the table, or in the next colour; the choices made in it stay."""
    found, game = find_table(code), find_game(slug)
    if "draw" in request.form:
        services.seating_order.pick(found, caller(), among=_playing(found, game))
    elif "colour" in request.form and game.pieces is not None:
        # Only those who play pass colours on: one who sits this game out keeps theirs and takes none.
        among, seat = _playing(found, game), read_seat(request.form["colour"])
        services.faces.pass_on(found, caller(), seat, among, game.pieces.kinds)
    else:
        seat, steps = read_shift(request.form.get("shift", ""))
        services.seating_order.shift(found, caller(), seat, steps)
    return _page(found, game, read_choices(game, request.form), None)


@blueprint.post("/t/<code>/matches")
def start(code: str) -> ResponseReturnValue:
    """Begin a match, then go on to what is laid out for it, or to its board."""
    found = find_table(code)
    game = find_game(request.form.get("game", ""))
    options = read_choices(game, request.form)
    must_host(caller(), found)
    who, first = read_players(request.form), request.form.get("start", "rule")
    # Someone sat down while the host chose: the form is shown once more with them in it, and nothing has begun without them.
    if came_since([one.seat for one in seated(found)]):
        return _page(found, game, options, None), 409
    try:
        players = len(seated(found) if who is None else who)
        check_for(game, options, players)
        _check_start(game, options, players)
        wish = NewMatch(game.slug, options, who, first)
        # `after` is what the form was made from: the other half of a double tap names the same, and gets the same match.
        match = services.match_starter.begin(found, caller(), wish, request.form.get("after"))
    except (NotAMove, IllegalMove) as error:
        return _page(found, game, options, error), foreseen(error).status
    return redirect(way_into(match), 303)


@blueprint.get("/m/<match_id>/setup")
def set_up_sheet(match_id: str) -> str:
    """Step by step: what to deal, to put back, to count."""
    seen = services.matches.snapshot(match_id, caller())
    return render_template("pages/setup.html", starts=sentence_of(seen), **_steps_of(seen))


@blueprint.get("/m/<match_id>/setup/steps")
def steps(match_id: str) -> ResponseReturnValue:
    """Return the steps alone, for a page whose stream said to ask again; or lead on to the board once an entry has come."""
    seen = services.matches.snapshot(match_id, caller())
    # The game has begun on another phone: the set-up is over for all.
    if not seen.is_untouched:
        return go_to(url_for("play.board", match_id=match_id))
    return render_template("pages/steps.html", **_steps_of(seen))


@blueprint.post("/m/<match_id>/setup")
def tick(match_id: str) -> ResponseReturnValue:
    """A step ticked by anyone at the table, or no longer: `3:yes`, `3:no`. Every phone sees it."""
    seen = services.matches.snapshot(match_id, caller())
    must_enter(caller(), seen.table, ())
    step, _, is_done = request.form.get("step", "").partition(":")
    # Both are said, yes and no, so that two who tap the same step at once agree on it.
    number = whole_number(step)
    shown = _steps_of(seen)
    if number is None or not 0 <= number < len(shown["sheet"].steps) or is_done not in ("yes", "no"):
        raise NotAMove("step", say("This isn’t in the right format."))
    services.store.matches.set_step(match_id, number, is_done=is_done == "yes")
    notify(services.live, steps_topic(match_id))
    if wants_part():
        return render_template("pages/steps.html", **_steps_of(seen))
    return redirect(url_for("beginning.set_up_sheet", match_id=match_id), 303)


def _steps_of(seen: Snapshot) -> dict[str, Any]:
    """Return what a page shows of the set-up of a match: its steps, which are done, and whether the asker may tick
    them.
    """
    setup = seen.setup
    return {
        "seen": seen,
        "game": seen.game,
        "setup": setup,
        "sheet": set_up(seen.game, setup.seats, dict(setup.options)),
        "is_untouched": seen.is_untouched,
        "done": services.store.matches.steps_done(seen.match.id),
        "may_tick": seen.is_untouched and caller().is_at(seen.table.id),
    }


def _page(found: Table, game: Game[Any], chosen: Mapping[str, Choice], error: NotAMove | IllegalMove | None) -> str:
    seats, game = seated(found), as_chosen(game, chosen)
    options = {option.name: chosen.get(option.name, option.usual) for option in game.options}
    pad = pad_in(game, options)
    playing = ticked(usual_players(found, game, seats, pad)) & {one.seat for one in seats}
    unsuited = not_for(game, options, len(playing))
    # What was refused is shown as it was chosen, so that it can be put right.
    if error is None and game.in_force is not None:
        options = dict(game.in_force(options, len(playing)))
    pieces = _pieces(found, game, [one.seat for one in seats if one.seat in playing])
    # The last match that this form knows of: `begin` tells a double tap from a second match by it.
    before = services.tables.matches(found)
    return render_template(
        "pages/choose.html",
        table=found,
        **asked_of_host(found),
        after=before[-1].id if before else "",
        game=game,
        chosen=options,
        unsuited=unsuited,
        seats=seats,
        newcomers=came_since([one.seat for one in seats]) if request.method == "POST" else (),
        ticked=playing,
        pieces=pieces,
        # As everyone will look in the game: who plays wears a colour of the box before it begins.
        worn=styles_once(found, pieces) if pieces else styles_at(found),
        teams=_teams(game, options, [one.seat for one in seats if one.seat in playing]),
        apart=_apart(game, Setup(len(playing), options), pad),
        starts=_starts(found, game, options, [one.seat for one in seats if one.seat in playing]),
        changed=_changed(game, options, len(playing)),
        going=left_open(found, game),
        is_again=_is_again(game, before),
        problem=problem_of(error),
    )


def _is_again(game: Game[Any], before: Sequence[Match]) -> bool:
    """Return whether a match of this game was played here, or still is; one that was only broken off is none."""
    same = [one for one in before if cover_of(one.game, one.options).title == game.cover.title]
    return any((seen := readable(services.matches, one)) is None or not seen.is_abandoned for one in same)


def _changed(game: Game[Any], options: Mapping[str, Choice], players: int) -> list[Text]:
    """Return the house rules that are not as a page proposes them and matter beside the rest, in short words. How much is entered
    is seen on its cards.
    """
    rules = [one for one in game.played_options(options, players) if one.shape is None and not one.pictures]
    return [one.choice(options[one.name]).label for one in rules if options[one.name] != one.usual]


def usual_players(table: Table, game: Game[Any], seats: Sequence[Seat], pad: Pad | None = None) -> list[int]:
    """Whom the form proposes: who played the match that is asked for once more, else everyone; if that is too many, as many as
    last time, without those who have sat out least.
    """
    asked, there = once_more(table, game), [one.seat for one in seats]
    same = there if asked is None else [one for one in there if one in asked.seats]
    if _suits(game, pad, len(there)):
        return same if _suits(game, pad, len(same)) else there
    played = [one for one in services.tables.matches(table) if one.game == game.slug]
    for last in reversed(played):
        if _suits(game, pad, number := sum(seat in last.seats for seat in there)):
            resting = _who_rests(there, last, played)[: len(there) - number]
            return [seat for seat in there if seat not in resting]
    return there


def _who_rests(there: list[int], last: Match, played: Sequence[Match]) -> list[int]:
    """Those at the table by how often they have sat out, the least first; of equals whoever sits next after the last who did."""
    rested = Counter(seat for one in played for seat in there if seat not in one.seats)
    after = max((at for at, seat in enumerate(there) if seat not in last.seats), default=-1) + 1
    return sorted(there[after:] + there[:after], key=lambda seat: rested[seat])


def _suits(game: Game[Any], pad: Pad | None, players: int) -> bool:
    """Return whether so many can play; a ready pad's file says it of what any number can write."""
    return players in game.players and (pad is None or pad.may_be_played_by(players))


def _playing(table: Table, game: Game[Any]) -> list[int]:
    """Return the seats that the form lets play, clockwise."""
    seats = seated(table)
    chosen = ticked(usual_players(table, game, seats))
    return [one.seat for one in seats if one.seat in chosen]


def _teams(game: Game[Any], options: Mapping[str, Choice], playing: Sequence[int]) -> list[list[int]]:
    """Return who scores together as they sit, where there are teams."""
    found = game.teams_of(Setup(len(playing), options)) if playing else ()
    return [[playing[at] for at in side] for side in found] if len(found) > 1 and len(found[0]) > 1 else []


def _apart(game: Game[Any], setup: Setup, pad: Pad | None) -> str:
    """Return "alone" where in a game of teams so many make none and everyone plays alone, "unfit" where they can't play it."""
    if game.teams is not None and setup.seats >= 3 and not game.teams_of(setup):
        return "alone" if game.unfit is None or game.unfit(setup) is None else "unfit"
    return "" if pad is None or pad.may_be_played_by(setup.seats) else "unfit"


def _pieces(table: Table, game: Game[Any], playing: Sequence[int]) -> Mapping[int, int]:
    """Return the number of the colour that each player has in a game with pieces; nothing for another, or for too many."""
    if game.pieces is None or len(playing) > game.pieces.kinds:
        return {}
    dealt = services.faces.dealt(table, playing, game.pieces.kinds)
    return {seat: dealt[seat] for seat in playing}


def _starts(table: Table, game: Game[Any], options: Mapping[str, Choice], playing: Sequence[int]) -> Starts | None:
    said = said_of(game, Setup(len(playing), options))
    if said is None or not playing:
        return None
    named = NAMED if said.by_age else AGREED
    values = {seat: f"{named}{seat}" for seat in playing}
    if said.by_age is None:
        # No rule says who starts, so the first of the round stands for it until another is tapped.
        values[playing[0]] = "rule"
    picked = services.seating_order.picked(table)
    lot = picked if picked is not None and picked.seat in playing else None
    asked = request.values.get("start", "lot" if lot is not None else _usual_start(table, said, values))
    return Starts(said, values, asked if asked in ("lot", *values.values()) else "rule", lot)


def _usual_start(table: Table, said: Starting, values: Mapping[int, str]) -> str:
    """Return who is proposed to start: the same as the last time where the rule means one of those who play."""
    before = None if said.by_age is None else services.match_starter.named_before(table, said.by_age, [*values])
    return "rule" if before is None else values[before]


def _check_start(game: Game[Any], options: Mapping[str, Choice], players: int) -> None:
    """Raise `NotAMove` if the form asked whom the rule means, and no one was tapped."""
    if "there" not in request.form or "start" in request.form:
        return
    said = said_of(game, make_setup(game, players, options))
    # Else the board asks for the same once more.
    if said is not None and said.by_age is not None:
        raise NotAMove("start", say("Tap the oldest") if said.by_age == "oldest" else say("Tap the youngest"))
