"""What people read: the journal, the words for what a correction changes, and the guide in three cards."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.engine.defaults.telling import narrator as usual
from companion.engine.definition.model import Definition
from companion.engine.game import Setup
from companion.engine.present import LessonCard
from companion.engine.rulings import Json, Reason
from companion.engine.text import SeatName, Text, names, say, signs
from companion.games.own_game import COVER
from companion.games.own_game.options import definition_of, when_it_ends, who_wins
from companion.games.own_game.play import SHAPES

LABELS: Final[Mapping[str, Text]] = {
    "score": say("Points"),
    "round": say("Rounds played"),
    "entered": say("this round"),
    "dealer": say("who deals"),
    "winners": say("Who wins"),
    "phase": say("What comes now"),
}
"""The names of a state's values, for showing a correction's consequences; people do not see the others."""


def value_name(name: str, value: Json) -> Text | None:
    """A labelled value in words; None if it is read as it is."""
    if name != "phase":
        return None
    return say("The game is over") if value == "over" else say("The game continues.")


def narrator(definition: Definition | None) -> Callable[[Mapping[str, Json]], Text]:
    """What puts an entry into one sentence without its author; without a definition, rows go by their number."""

    def points(move: Mapping[str, Any]) -> Text:
        if "points" not in move:
            return _hidden(move)
        if definition is None or definition.writes != "winner":
            return _each(move["points"].items())
        winners = tuple(int(seat) for seat, one in move["points"].items() if one == 1)
        return say("won: {names}", names=names(winners)) if winners else say("no one won")

    def pad(move: Mapping[str, Any]) -> Text:
        each = []
        for seat, column in move.get("cells", {}).items():
            cells = tuple(_cell(definition, int(row), figure) for row, figure in column.items())
            each.append(say("{what}: {value}", what=SeatName(int(seat)), value=cells))
        return signs("{players}", players=tuple(each)) if each else _hidden(move)

    def stand_now(move: Mapping[str, Any]) -> Text:
        players = _each(enumerate(one["points"] for one in move["seats"])) if "seats" in move else _HIDDEN
        return say("Where the game is: {players}", players=players)

    return usual(SHAPES, COVER.players, {"points": points, "pad": pad, "stand_now": stand_now})


_HIDDEN: Final = say("points, hidden until the end")


def _hidden(move: Mapping[str, Any]) -> Text:
    """What is said of figures that are hidden: whose they are, where one player alone wrote them."""
    seat = move.get("seat")
    return _HIDDEN if seat is None else say("{what}: {value}", what=SeatName(seat), value=_HIDDEN)


def _cell(definition: Definition | None, row: int, figure: int | None) -> Text:
    name = str(row + 1) if definition is None or row >= len(definition.rows) else definition.rows[row].name
    return say("{row} crossed out", row=name) if figure is None else signs("{row} {points}", row=name, points=figure)


def _each(pairs: Iterable[tuple[Any, int]]) -> Text:
    players = tuple(signs("{name} {points}", name=SeatName(int(seat)), points=one) for seat, one in pairs)
    return signs("{players}", players=players)


def lesson(setup: Setup | None) -> tuple[LessonCard, ...]:
    """The cards: of this set-up, or of any game."""
    definition = None if setup is None else definition_of(setup.options)
    write = Reason(say("Enter the points of each round, for everyone or only yours."), ("OW-2",))
    if definition is not None and definition.is_pad:
        write = Reason(
            say("On a pad you fill in rows, in any order. The app works out sums, bonuses and multiples."),
            ("OW-7",),
        )
    end: tuple[Reason, ...] = (
        Reason(
            say("The most points win, or the fewest, as you agreed. If totals are equal, you share the place."),
            ("OW-9",),
        ),
    )
    if definition is not None:
        end = (Reason(who_wins(definition), ("OW-9",)), Reason(when_it_ends(definition), ("OW-8",)))
    name = (
        Reason(say("Give the game a name and say how it is scored."), ("OW-1",)),
        Reason(say("Next time, it’s at the top."), ("OW-1",)),
    )
    return (
        LessonCard(say("Say what you play"), name, "name"),
        LessonCard(say("Enter the points"), (write,), "write"),
        LessonCard(say("Who wins"), end, "end"),
    )
