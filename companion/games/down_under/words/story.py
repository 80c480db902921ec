"""How a match of Down Under went: its journal in words, the ranking, how the routes grew, and the tiles that decided it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

from companion.engine.charts import LineChart, by_seat, line_chart
from companion.engine.defaults.narration import value_namer
from companion.engine.story import Highlight, Placing, Step, Story, Stretch, in_time, lead, placings, ranked
from companion.engine.text import SeatName, Text, names, say, say_as, say_many, signs
from companion.games.down_under.board.drawing import LINES, PhotoFrame
from companion.games.down_under.board.picture import LOST, ColourStanding, best_colours, picture, standings, who_won
from companion.games.down_under.rules.catching_up import CatchUp
from companion.games.down_under.rules.components import WORDS, Colour
from companion.games.down_under.rules.route import Route, animals_text, longest
from companion.games.down_under.rules.score import routes_on, worths_of
from companion.games.down_under.rules.state import Lay, LayBillabong, State, TurnTile
from companion.games.down_under.rules.views import lost, status

MoveData: TypeAlias = Mapping[str, Any]
LABELS: Final[Mapping[str, Text]] = {
    "phase": say("What’s next"),
    "turn": say("Whose turn it is"),
    "score": say("Points"),
    "sets": say("Sets of animals"),
    "rabbits": say("Rabbits"),
    "dingo_laid": say("Dingo placed"),
    "lost": say("Has lost"),
    "done": say("Done"),
    "winners": say("Who wins"),
    "tiles": say("Tiles on the table"),
    "may_add.east": say("Columns still free"),
    "may_add.south": say("Rows still free"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others.

The points of a colour are those of its player, and what is free to the west is free to the east.
"""

_PHASES: Final[Mapping[str, Text]] = {
    "lay": say("Place a tile"),
    "turn": say("Open a loop"),
    "billabong": say("Place a billabong"),
    "over": say("The game is over"),
}
value_name: Final = value_namer(
    _PHASES, (), {"tiles": lambda tiles: signs("{count}", count=len(tiles)), "by_colour": lambda colour: WORDS[colour]}
)


def _lay(move: MoveData) -> Text:
    tile, seat = move["tile"], move["seat"]
    placed = _PLACED[str(tile["kind"])](SeatName(seat))
    if tile.get("animal"):
        placed = signs("{placed}, {animal}", placed=placed, animal=WORDS[tile["animal"]])
    if move.get("taken_away"):
        return _undone(placed)
    return say("{placed} (added later)", placed=placed) if move.get("catching_up") else placed


def _undone(placed: Text) -> Text:
    return signs("{placed} ({undone})", placed=placed, undone=say("undone"))


def _turn_or_billabong(move: MoveData) -> Text:
    said = (TurnTile if move["kind"] == "turn" else LayBillabong).said.filled(name=SeatName(move["seat"]))
    return _undone(said) if move.get("taken_away") else said


def _walk(move: MoveData) -> Text:
    name, count = SeatName(move["seat"]), len(move["cells"])
    return say_many("{name}’s route has {count} path", "{name}’s route has {count} paths", count, name=name)


def _catch_up(move: MoveData) -> Text:
    if move.get("ends"):
        return say("The game is over")
    if move.get("tiles") and move.get("colours"):
        return say("Result")
    return say("Where things stand: {name}’s turn", name=SeatName(move["turn"]))


def _from_paper(move: MoveData) -> Text:
    figures = tuple(signs("{count}", count=route["length"]) for route in move["routes"])
    return say("{what}: {value}", what=say("Paths in the longest route"), value=signs("{counts}", counts=figures))


_PLACED: Final[Mapping[str, Callable[[SeatName], Text]]] = {
    "curve": lambda name: say("{name} placed a curve", name=name),
    "straight": lambda name: say("{name} placed a straight", name=name),
    "terminus": lambda name: say("{name} placed an end tile", name=name),
    "billabong": lambda name: say("{name} placed a billabong", name=name),
}
NARRATE: Final[Mapping[str, Callable[[MoveData], Text]]] = {
    "lay": _lay,
    "turn": _turn_or_billabong,
    "billabong": _turn_or_billabong,
    "walk": _walk,
    "stand_now": _catch_up,
    "from_paper": _from_paper,
}
"""The moves that need more than one sentence, as a viewer may see them; the sentence without its author."""


class Measured(NamedTuple):
    """The routes on the table at one moment: every colour's longest, and each seat's points and paths."""

    longest: Mapping[Colour, Route | None]
    scores: tuple[int, ...]
    lengths: tuple[int, ...]


class Grown(NamedTuple):
    step: Step[State]
    before: Measured
    after: Measured


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    grown: list[Grown] = []
    for step in steps:
        # A step begins where the last one ended: so each table is measured once, and not twice.
        before = grown[-1].after if grown else measured(step.before)
        after = before if _lies_the_same(step) else measured(step.after)
        grown.append(Grown(step, before, after))
    # An entry that catches up, or a photo, says nothing of who led when.
    ended = [
        one for one in grown if one.step.after.turns > one.step.before.turns and not isinstance(one.step.move, CatchUp)
    ]
    stretches = tuple(Stretch(one.step.after.turns, one.after.scores) for one in ended)
    headline = who_won(state) if state.is_over else None
    return Story(
        headline,
        _ranking(state) if state.is_over else _standing(grown[-1].after if grown else measured(state)),
        say_as("of a player", "Turn"),
        say_as("of a player", "Turn by turn"),
        stretches,
        in_time(_highlights(state, grown, stretches), steps, headline, "DU-40"),
        {
            "desk": picture(state, None, best_colours(state) if state.is_over else (), None, PhotoFrame(0, 0)),
            # Without animals the paths are the points, which have a chart already (DU-40, DU-43).
            "lengths": _lengths(state, ended) if state.options["animals"] else None,
            "whose": [(seat, LINES[colour]) for seat in range(state.seats) for colour in state.colours_of(seat)],
        },
    )


def _lies_the_same(step: Step[State]) -> bool:
    """Whether neither tiles nor routes that were followed by finger or noted on paper have changed."""
    before, after = step.before, step.after
    return (after.tiles, after.walked, after.noted) == (before.tiles, before.walked, before.noted)


def measured(state: State) -> Measured:
    found = routes_on(state)
    by_seat_worth = [worths_of(state, found, seat) for seat in range(state.seats)]
    return Measured(
        {colour: longest(found, colour) for colour in state.colours},
        # With two routes each both count (DU-53).
        tuple(sum(worth.points for worth in own) for own in by_seat_worth),
        tuple(sum(worth.length for worth in own) for own in by_seat_worth),
    )


def _standing(now: Measured) -> tuple[Placing, ...]:
    return placings(ranked([-score for score in now.scores]), now.scores, lambda seat: _paths(now.lengths[seat]))


def _ranking(state: State) -> tuple[Placing, ...]:
    now, lines = status(state), standings(state, routes_on(state), None)

    def made_of(seat: int) -> Text | None:
        own = [line for line in lines if line.seat == seat]
        parts = tuple(part for line in own for part in _made_of(line))
        return signs("{parts}", parts=parts) if len(parts) > 1 or any(line.animals for line in own) else None

    return tuple(
        replace(one, because=LOST if one.seat in now.moot else None)
        for one in placings(now.places or (), now.scores, made_of)
    )


def _made_of(line: ColourStanding) -> tuple[Text, ...]:
    """The paths of a route and what its animals bring; where that is nothing, which they are."""
    paths = _paths(line.length or 0)
    if line.parts or not line.animals:
        return (paths, *line.parts)
    return (signs("{paths} · {animals}: {more}", paths=paths, animals=animals_text(dict(line.animals)), more="+0"),)


def _paths(count: int) -> Text:
    return say_many("{count} path", "{count} paths", count)


def _lengths(state: State, ended: Sequence[Grown]) -> LineChart:
    turns = {one.step.after.turns: one.after.lengths for one in ended}
    return line_chart([0, *turns], by_seat([(0,) * state.seats, *turns.values()]))


def _highlights(state: State, grown: Sequence[Grown], stretches: Sequence[Stretch]) -> list[Highlight | None]:
    found = [_longest_step(grown), _first(grown, _opened), _first(grown, _billabong), _first(grown, _finished)]
    won = status(state).winners or ()
    # Backwards, so that the step which ended the turn stays, and not a later one that ended none.
    ended = {one.step.after.turns: one.step.index for one in reversed(grown)}
    found += [lead(stretches, won, ended, _turn, "DU-40"), _without_dingo(state, grown)]
    return found if stretches else [*found, _margin(state, grown)]


def _margin(state: State, grown: Sequence[Grown]) -> Highlight | None:
    """By how much the one winner is ahead of the next, where no one knows how it came about; None without either."""
    now = status(state)
    won, places = now.winners or (), now.places or ()
    next_ones = tuple(seat for seat, place in enumerate(places) if place == 2 and seat not in now.moot)
    if len(won) != 1 or not next_ones or not grown:
        return None
    count = now.scores[won[0]] - now.scores[next_ones[0]]
    margin = say_many("{count} point", "{count} points", count) if state.options["animals"] else _paths(count)
    text = say("{name} is {margin} ahead of {names}.", name=SeatName(won[0]), margin=margin, names=names(next_ones))
    return Highlight(say("The end"), text, ("DU-40",), grown[-1].step.index)


def _first(grown: Sequence[Grown], highlight: Callable[[Grown], Highlight | None]) -> Highlight | None:
    return next((one for one in map(highlight, grown) if one is not None), None)


def _longest_step(grown: Sequence[Grown]) -> Highlight | None:
    """The tile that made a route longest at once, if it brought more than its own path."""
    # A tile added later joins what was laid after it in truth: how much longer the route became by it no one knows.
    laid = [one for one in grown if isinstance(one.step.move, Lay) and not one.step.move.catching_up]
    each = [(_more(one, colour), one, colour) for one in laid for colour in one.after.longest]
    more, one, colour = max(each, key=lambda found: found[0], default=(0, None, None))
    if one is None or colour is None or more < 2:
        return None
    text = say_many(
        "{name}’s route grows by {count} path.",
        "{name}’s route grows by {count} paths.",
        more,
        name=SeatName(one.step.after.seat_of(colour)),
    )
    return Highlight(_in_turn(one), text, ("DU-18", "DU-41"), one.step.index)


def _more(one: Grown, colour: Colour) -> int:
    before, after = one.before.longest[colour], one.after.longest[colour]
    return (after.length if after else 0) - (before.length if before else 0)


def _opened(one: Grown) -> Highlight | None:
    if not isinstance(one.step.move, TurnTile):
        return None
    text = say("{name} turns a tile and opens the loop.", name=SeatName(one.step.move.seat))
    return Highlight(_in_turn(one), text, ("DU-24",), one.step.index)


def _billabong(one: Grown) -> Highlight | None:
    if not isinstance(one.step.move, LayBillabong):
        return None
    move = one.step.move
    case = next((it.clause for it in one.step.before.meetings if it.cell == (move.x, move.y)), "DU-30")
    text = say("Routes meet, and {name} places a billabong there.", name=SeatName(move.seat))
    return Highlight(_in_turn(one), text, (case, "DU-42"), one.step.index)


def _finished(one: Grown) -> Highlight | None:
    # Of tiles that were read off a photo no one knows the turn.
    if len(one.step.after.tiles) > len(one.step.before.tiles) + 1:
        return None
    for colour in one.step.after.colours:
        route = one.after.longest[colour]
        # Done is also who can lay nothing more (DU-25): then the route is not closed.
        if colour in one.step.after.done - one.step.before.done and route and route.condition == "finished":
            text = say_many(
                "{name}’s route is closed at both ends, with {count} path.",
                "{name}’s route is closed at both ends, with {count} paths.",
                route.length,
                name=SeatName(one.step.after.seat_of(colour)),
            )
            return Highlight(_in_turn(one), text, ("DU-22", "DU-23"), one.step.index)
    return None


def _without_dingo(state: State, grown: Sequence[Grown]) -> Highlight | None:
    if not (state.is_over and state.options["animals"] and grown):
        return None
    out = lost(state)
    # Where no one placed their own dingo, points decide after all (DU-44).
    if not out or len(out) == state.seats:
        return None
    text = say_many(
        "{names} hasn’t placed their own dingo and loses.", "{names} haven’t placed their own dingo and lose.", out
    )
    return Highlight(say("The end"), text, ("DU-43",), grown[-1].step.index)


def _turn(number: int) -> Text:
    return say("Turn {number}", number=number)


def _in_turn(one: Grown) -> Text:
    return _turn(one.step.before.turns + 1)
