"""How a match of An den Ufern des Nils went: its journal in words, the ranking, every turn, and what decided it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from companion.engine.defaults.narration import narrator, value_namer
from companion.engine.story import Highlight, Step, Story, Stretch, best, brought, in_time, lead, placings, the_most
from companion.engine.text import SeatName, Text, names, say, say_as, say_many, signs
from companion.games.nile.board.stalls import count_of_plants
from companion.games.nile.board.takings import charts, went_back, who_won
from companion.games.nile.rules import moves
from companion.games.nile.rules.components import PLAYERS, WORDS, numbered
from companion.games.nile.rules.fields import Field, in_words
from companion.games.nile.rules.state import Scoring, State
from companion.games.nile.rules.views import rank

MoveData: TypeAlias = Mapping[str, Any]

LABELS: Final[Mapping[str, Text]] = {
    "round": say_as("of any game", "Round"),
    "starter": say("Who is the start player?"),
    "marker": say("Flood and ebb marker"),
    "turn": say("Whose turn it is"),
    "score": say("Points"),
    "obelisk": say("Obelisk’s square"),
    "lost": say("Plants lost for good"),
    "jokers": say("Jokers"),
    "winners": say("Who wins"),
    "phase": say("What’s next"),
}
"""The names of a state's values, for showing a correction's consequences; market and boat are drawn, the pawn’s
square follows from the points."""
_PHASES: Final[Mapping[str, Text]] = {
    "boat": say("The start"),
    "tide": say("Play flood or ebb"),
    "actions": say("Take actions"),
    "over": say("The game is over"),
}


value_name: Final = value_namer(
    _PHASES,
    own={
        "marker": lambda marker: WORDS[str(marker)],
        "obelisk": lambda square: signs("{value}", value=numbered(square)),
    },
)


_ACTS: Final = {
    "sow": moves.Sow,
    "grow": moves.Grow,
    "buy_seed": moves.BuySeed,
    "buy_other": moves.BuyOther,
    "buy_joker": moves.BuyJoker,
    "joker": moves.SpendJoker,
    "heal": moves.Heal,
}
_ACTIONS: Final = narrator(_ACTS, PLAYERS)


def _lay_first(move: MoveData) -> Text:
    has_water, has_plants = bool(move.get("water")), bool(move.get("ripe") or move.get("seed"))
    if has_water and has_plants:
        return say("{name} placed the first cards and plants", name=_who(move))
    if has_water:
        return say("{name} placed the first water card", name=_who(move))
    if has_plants:
        return say("{name} placed the first plants", name=_who(move))
    # Then nothing more of that player is awaited (NI-8).
    return say("{name}’s first cards and plants haven’t been entered", name=_who(move))


def _tide(move: MoveData) -> Text:
    cards, arrows = move["moved"], move["arrows"]
    # Where fields are entered, they say it; the count alone says it where they are not.
    deserts = len(move.get("advanced") or ()) or move.get("deserts", 0)
    jokers = move.get("jokers", 0)
    parts = (
        say_many("{count} water card moved", "{count} water cards moved", cards),
        *[say_many("{count} arrow", "{count} arrows", arrows)] * bool(arrows),
        *[say_many("{count} desert card", "{count} desert cards", deserts)] * bool(deserts),
        *[say_many("{count} joker", "{count} jokers", jokers)] * bool(jokers),
    )
    return signs("{parts}", parts=parts) if len(parts) > 1 else parts[0]


def _flooded(move: MoveData) -> Text:
    each = tuple(say("{name}’s {plant}", name=_who(one), plant=_plant(one)) for one in move["plants"])
    return say("from the fields to the boat: {plants}", plants=each)


def _rot(move: MoveData) -> Text:
    count, column = len(move["plants"]), move["column"]
    if not count:
        return say("Column {column}: nothing rots", column=column)
    return say_many(
        "{count} plant in column {column} gets worse",
        "{count} plants in column {column} get worse",
        count,
        column=column,
    )


def _harvest(move: MoveData) -> Text:
    placed = {"plant": _plant(move), "column": move["column"]}
    if "seat" not in move:
        return say("You sold {plant} in column {column}", **placed)
    return _through(say("{name} sold {plant} in column {column}", name=_who(move), **placed), move)


def _action(move: MoveData) -> Text:
    return _through(_ACTIONS(move), move) if "seat" in move else _ACTIONS(move)


def _through(what: Text, move: MoveData) -> Text:
    """What was done, and that the actions were over by it if it says so."""
    return what if move.get("through") is None else signs("{what} · {next}", what=what, next=_pass(move))


def _bid(move: MoveData) -> Text:
    # Until all have bid, others see of a bid only that it was made (NI-50, NI-51).
    if "plants" in move:
        return say("{name} bid {plants}", name=_who(move), plants=count_of_plants(len(move["plants"])))
    return say("{name}’s bid", name=_who(move))


def _pass(move: MoveData) -> Text:
    if move.get("through", move["seat"]) == move["seat"]:
        return say("{name} is done", name=_who(move))
    return say("Everyone is done, including {name}", name=SeatName(move["through"]))


def _who(move: MoveData) -> SeatName:
    return SeatName(move["seat"])


def _plant(move: MoveData) -> Text:
    return WORDS[move["plant"]]


def _kinds(kinds: Any) -> tuple[Text, ...]:
    return tuple(
        WORDS[kind] if count == 1 else say("{count} {plant}", count=count, plant=WORDS[kind])
        for kind, count in Counter(kinds).items()
    )


def _palms(move: MoveData) -> Text:
    fields = move["fields"]
    if len(fields) != 1:
        return say_many("palms on {count} field", "palms on {count} fields", len(fields))
    palms = say("palms: {palms}", palms=fields[0]["palms"])
    return say("{what}: {value}", what=in_words(Field(**fields[0]["field"])), value=palms)


NARRATE: Final[Mapping[str, Callable[[MoveData], Text]]] = {
    "boat": lambda move: say("{name} put {plants} in the boat", name=_who(move), plants=_kinds(move["plants"])),
    "lay_first": _lay_first,
    "first_desert": lambda move: say("Desert card: {field}", field=in_words(Field(**move["field"]))),
    "tide": _tide,
    "flooded": _flooded,
    "rot": _rot,
    "harvest": _harvest,
    **dict.fromkeys(_ACTS, _action),
    "bid": _bid,
    "palms": _palms,
    "pass": _pass,
    "track": lambda move: (
        say("the fields are tracked too") if move["depth"] == "board" else say("only the market is tracked")
    ),
    "stand_now": lambda move: say(
        "Where things stand: round {turn}, {marker}", turn=move["turn_number"], marker=WORDS[move["marker"]]
    ),
}
"""The moves that need more than one sentence, as a viewer may see them; the sentence without its author."""


Scored: TypeAlias = "tuple[Step[State], Scoring]"
"""A scoring, and the step with which its turn ended."""


def story(state: State, steps: Sequence[Step[State]]) -> Story:
    lost = state.lost_by_seat
    # Pawns start on square 1 with nothing (NI-5).
    stretches = tuple(Stretch(one.turn + 1, tuple(after - 1 for _, after in one.pawns)) for one in state.scorings)
    headline = who_won(state) if state.winners is not None else None
    scored = list(brought(steps, lambda one: one.scorings))
    ended = {scoring.turn + 1: step.index for step, scoring in scored}
    ahead = lead(stretches, state.winners or (), ended, _turn, "NI-35")
    highlights = [_best_sale(scored), _most_lost(scored), ahead, _met(state, scored), _tie_broken(state, scored)]
    return Story(
        headline,
        placings(
            rank(state),
            [square - 1 for square in state.pawns],
            lambda seat: say_many("{count} plant lost", "{count} plants lost", lost[seat]),
        ),
        say_as("of any game", "Round"),
        say("Round by round"),
        stretches,
        in_time(highlights, steps, headline, "NI-35"),
        charts(state),
        draws_scores=True,
    )


def _best_sale(scored: Sequence[Scored]) -> Highlight | None:
    """The scoring that brought the most; None if another brought as much, or if what a round brought is not known."""
    found = the_most(scored, lambda one: max(one[1].gains))
    if found is None or [one.turn for _, one in scored] != [*range(len(scored))]:
        return None
    step, scoring = found
    seats = best(scoring.gains)
    text = say_many(
        "{names} takes {points} from the market, the most in any round.",
        "{names} take {points} each from the market, the most in any round.",
        seats,
        points=say_many("{count} point", "{count} points", max(scoring.gains)),
    )
    return Highlight(_turn(scoring.turn + 1), text, ("NI-31", "NI-32"), step.index)


def _most_lost(scored: Sequence[Scored]) -> Highlight | None:
    step, scoring = max(scored, key=lambda one: len(one[1].purged), default=(None, None))
    if step is None or scoring is None or not scoring.purged:
        return None
    return Highlight(_turn(scoring.turn + 1), went_back(scoring), ("NI-30",), step.index)


def _met(state: State, scored: Sequence[Scored]) -> Highlight | None:
    """The scoring that ended the game: gains that took a pawn to the obelisk, or losses that brought it to a pawn."""
    if state.winners is None or not scored:
        return None
    step, scoring = scored[-1]
    front = max(after for _, after in scoring.pawns)
    seats = [seat for seat, (_, after) in enumerate(scoring.pawns) if after == front]
    # The game also ends if only the obelisk moved (NI-35).
    moved = [seat for seat in seats if scoring.gains[seat]]
    if front > scoring.obelisk[1]:
        text = say_many(
            "{names}’s pawn and the obelisk have passed each other.",
            "{names}’s pawns and the obelisk have passed each other.",
            moved or seats,
        )
    elif moved:
        text = say_many(
            "This scoring takes {names}’s pawn to the obelisk. The game is over.",
            "This scoring takes {names}’s pawns to the obelisk. The game is over.",
            moved,
        )
    else:
        text = say_many(
            "Lost plants bring the obelisk to {names}’s pawn.",
            "Lost plants bring the obelisk to {names}’s pawns.",
            seats,
        )
    return Highlight(_turn(scoring.turn + 1), text, ("NI-35",), step.index)


def _tie_broken(state: State, scored: Sequence[Scored]) -> Highlight | None:
    level = best(state.pawns)
    # A tie that the lost plants do not break is shared (NI-35), so nothing broke it.
    if state.winners is None or not scored or len(level) == len(state.winners):
        return None
    text = say_many(
        "{level} are tied, and {names} has lost fewer plants.",
        "{level} are tied, and {names} have lost fewer plants.",
        state.winners,
        level=names(level),
    )
    return Highlight(_turn(scored[-1][1].turn + 1), text, ("NI-35",), scored[-1][0].index)


def _turn(number: int) -> Text:
    return say("Round {turn}", turn=number)
