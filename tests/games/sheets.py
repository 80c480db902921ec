"""What stands on the paper sheet of a match that is over, game by game, as the move that types it in."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Game, Viewer
from companion.engine.options import make_setup
from companion.engine.sheet import Band, Block, Sheet, SideBySide, Size
from companion.games.down_under.rules.route import routes
from companion.games.down_under.rules.score import worths_of


def made(game: Game[Any], state: Any = None, players: int = 2, size: Size = "normal", **options: Any) -> Sheet:
    """The sheet of a match, or one for so many."""
    return game.sheet(make_setup(game, state.seats if state else players, options), size, state, Viewer())


def blocks(sheet: Sheet) -> Iterator[Block]:
    """Every block in reading order; inner blocks come after the one that holds them."""
    waiting = [block for page in sheet.pages for block in page.blocks][::-1]
    while waiting:
        block = waiting.pop()
        yield block
        if isinstance(block, (Band, SideBySide)):
            waiting += block.blocks[::-1]


def sheet_of(package: str, state: Any) -> dict[str, Any]:
    """The move for the sheet of this match. Most games have it by rounds, as `Rounds` declares them; the others are listed."""
    return {
        "kind": "from_paper",
        **({"rounds": [[*one] for one in state.rounds]} if package not in SHEETS else SHEETS[package](state)),
    }


def _down_under(state: Any) -> dict[str, Any]:
    found = routes(state.ground)
    worths = {worth.colour: worth for seat in range(state.seats) for worth in worths_of(state, found, seat)}
    return {"routes": [_route(worths[colour], state) for colour in state.colours]}


def _route(worth: Any, state: Any) -> dict[str, Any]:
    if not state.options["animals"]:
        return {"length": worth.length}
    return {"length": worth.length, "sets": worth.sets, "rabbits": worth.rabbits, "dingo": worth.has_dingo_laid}


SHEETS: Final[Mapping[str, Callable[[Any], dict[str, Any]]]] = {
    "land_unter": lambda state: {"rounds": [[*record.points] for record in state.rounds]},
    "limits": lambda state: {
        "seats": [{"points": one.points, "limit_cards": one.limit_cards} for one in state.players]
    },
    "down_under": _down_under,
    "nile": lambda state: {
        "seats": [
            {"points": square - 1, "lost": lost} for square, lost in zip(state.pawns, state.lost_by_seat, strict=True)
        ],
        "obelisk": state.obelisk,
    },
    "own_game": lambda state: {"points": [*state.scores]},
}
"""The games whose sheet is another."""
