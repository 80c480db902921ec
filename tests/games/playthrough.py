"""What a game's playthroughs look like: whole games as the JSON interface takes them."""

from types import ModuleType
from typing import Any, NotRequired, TypedDict

Moves = list[dict[str, Any]]


class Playthrough(TypedDict):
    """A whole game: the moves in order, and how it must end. `anyway` lets doubtful entries stand."""

    players: int
    options: dict[str, bool | str]
    moves: Moves
    scores: list[int]
    winners: list[int]
    anyway: NotRequired[bool]


class Twins(TypedDict):
    """Two courses of one game, move by move the same but for secrets of `owner` that have not come to light."""

    players: int
    options: dict[str, bool | str]
    one: Moves
    other: Moves
    owner: int


def shown_by(model: ModuleType, players: int, options: dict[str, Any], moves: Moves) -> list[dict[str, Any]]:
    """What a second model, a dictionary that changes, shows after each of these moves."""
    match, shown = model.begin(players, options), []
    for move in moves:
        model.enter(match, move)
        shown.append(model.show(match))
    return shown
