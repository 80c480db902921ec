"""What a correction changes, value by value, in the words of the game and with the names of the people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from markupsafe import Markup

from companion.engine.game import Game
from companion.engine.rulings import Json
from companion.engine.schema.declared import fields, unwrap
from companion.engine.text import Arg, SeatName, Text, say, signs
from companion.match.correct import Correction, StateChange, changes
from companion.match.redact import redact_state
from companion.match.snapshot import Snapshot

SEATS = ("turn", "winners")
"""What every state has that is one seat or several."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that a correction changes, before and after; `seats` are those it concerns, if any: a player, or a team."""

    seats: tuple[int, ...]
    what: Text
    before: Text | None
    after: Text | None

    @property
    def figures(self) -> tuple[int, ...]:
        """Return what moves of a player as two figures, to be drawn as a bar; () of what is none."""
        values = [one.args[0][1] for one in (self.before, self.after) if self.seats and one and one.args]
        found = tuple(one for one in values if isinstance(one, int) and one >= 0)
        return found if len(found) == 2 and self.what.message in ("Total", "Points") else ()


def differences(done: Correction) -> list[Difference]:
    """Return every value that a correction changes and that the game has a word for, each once."""
    game = done.before.game
    before, after = _shown_state(done.before), _shown_state(done.after)
    own = {name for seat in _seats(before) for name in seat}  # what seats have is said of their names
    labels = {name: label for name, label in game.labels.items() if name not in own}
    paths = dict.fromkeys(
        path
        for one in changes(before, after)
        if (path := _labelled(one, game.labels if one.path.startswith("seats.") else labels))
    )
    # Several paths may lead to one labelled value; each is said once, in the order of the state.
    teams = game.teams_of(done.before.setup)
    found = dict.fromkeys(one for path in paths if (one := _difference(game, path, before, after, teams)))
    # Two values may read the same in words: for people nothing has changed then.
    return [one for one in found if one.before != one.after]


def marked(before: Markup, after: Markup) -> Markup:
    """Return a sentence with the words in bold that it has not in common with the one before."""
    was, now = before.split(), after.split()
    same = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    parts = [(name == "equal", Markup(" ").join(now[start:end])) for name, _, _, start, end in same if end > start]
    return Markup(" ").join(part if is_same else Markup("<b>{}</b>").format(part) for is_same, part in parts)


def _difference(
    game: Game[Any], path: tuple[str, ...], before: Json, after: Json, teams: Sequence[tuple[int, ...]]
) -> Difference | None:
    """Return a value that differs, said once of a team that shares it; None for all of the team but the first."""
    seats: tuple[int, ...] = (int(path[1]),) if path[0] == "seats" else ()
    seats = next((team for team in teams if seats and seats[0] in team and _is_same(path, before, after, team)), seats)
    if seats and int(path[1]) != seats[0]:
        return None
    name = _name(path)
    values = [_said(game, path, name, _at(state, path)) for state in (before, after)]
    what = game.labels[name]
    of_which = _at(before, path[:3])
    if len(path) > 4 and isinstance(of_which, dict) and len(of_which) > 1:  # one of several that a seat has
        part = game.value_name(path[2], path[3]) or path[3]
        what = signs("{what} ({part})", what=what, part=part)
    return Difference(seats, what, *values)


def _is_same(path: tuple[str, ...], before: Json, after: Json, team: Sequence[int]) -> bool:
    """Return whether a value is the same for each of a team."""
    ways = [("seats", str(seat), *path[2:]) for seat in team]
    return all(_at(state, way) == _at(state, ways[0]) for state in (before, after) for way in ways)


def _labelled(change: StateChange, labels: Mapping[str, Text]) -> tuple[str, ...] | None:
    """Return the part of the path that is shown: up to the name that has a label; None if none has."""
    parts = tuple(change.path.split("."))
    ends = range(len(parts), 2, -1) if parts[0] == "seats" else (2, 1)
    return next((parts[:end] for end in ends if _name(parts[:end]) in labels), None)


def _name(path: tuple[str, ...]) -> str:
    """Return the name by which the game knows a value: its last one; outside the seats with the name above it."""
    return path[-1] if path[0] == "seats" else ".".join(path)


def _seats(state: dict[str, Json]) -> list[dict[str, Json]]:
    seats = state["seats"]
    assert isinstance(seats, list)
    return [seat for seat in seats if isinstance(seat, dict)]


def _at(state: Json, path: tuple[str, ...]) -> Json:
    for part in path:
        if isinstance(state, list):
            # A correction may make a list longer or shorter: before or after it, there is nothing at this place.
            state = state[int(part)] if int(part) < len(state) else None
        else:
            state = state.get(part) if isinstance(state, dict) else None
    return state


def _said(game: Game[Any], path: tuple[str, ...], name: str, value: Json) -> Text | None:
    """Return the value in words; None for nothing."""
    if value is None or value == []:
        return None
    named = game.value_name(name, value)
    if named is not None:
        return named
    return signs("{value}", value=_plain(value, is_seat=_is_seat(game, path)))


def _plain(value: Json, *, is_seat: bool) -> Arg:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        return tuple(_plain(one, is_seat=is_seat) for one in value)
    if isinstance(value, int) and is_seat:
        return SeatName(value)
    return "–" if value is None else value if isinstance(value, int) else str(value)


def _is_seat(game: Game[Any], path: tuple[str, ...]) -> bool:
    """Return whether a value is a seat or a list of seats, as the game's own declaration says."""
    if path[-1] in SEATS and len(path) == 1:
        return True
    declared = unwrap(game.shown)
    for part in path:
        is_shape = declared.kind == "shape"
        found = fields(declared.bare).get(part) if is_shape else next(reversed(declared.inner), None)
        if found is None or declared.kind in ("tuple", "union"):
            return False
        declared = found
    return declared.is_seat or (declared.kind == "list" and declared.inner[0].is_seat)


def _shown_state(seen: Snapshot) -> dict[str, Json]:
    return redact_state(seen.game, seen.replay.state, seen.names, seen.viewer)
