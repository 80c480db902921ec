"""What needs no table: the games, their set-up, and the judge."""

from collections.abc import Mapping
from typing import Any

from companion.engine.errors import within
from companion.engine.game import Game, RulingKind, SetupSheet
from companion.engine.options import make_setup, read_options
from companion.engine.rulings import Ruling
from companion.engine.schema.codec import Reading, decode
from companion.games import games
from companion.match.errors import Unknown


def find_game(slug: str) -> Game[Any]:
    """Return the game of this name. Raise `Unknown`."""
    if slug not in games():
        raise Unknown("game")
    return games()[slug]


def find_ruling(game: Game[Any], name: str) -> RulingKind[Any]:
    """Return the ruling of this name. Raise `Unknown`."""
    try:
        return game.ruling(name)
    except KeyError:
        raise Unknown("ruling") from None


def set_up(game: Game[Any], players: int, options: object) -> SetupSheet:
    """Return the set-up sheet for that many players. Raise `NotAMove` or `IllegalMove`."""
    return game.lay_out(make_setup(game, players, options))


def judge(game: Game[Any], kind: RulingKind[Any], facts: object, options: object, *, as_text: bool = False) -> Ruling:
    """Return the ruling on these facts; `as_text`: as a page asked for them. Raise `NotAMove` or `IllegalMove`."""
    reading = Reading(game.players[-1], game.box_clause, as_text=as_text)
    # The variant that the question is about, unless the asker says otherwise.
    chosen = read_options(game, {**kind.assumes, **options} if isinstance(options, Mapping) else options)
    # A page may ask in another way than the interface, for instance by a drawing.
    shape = kind.asked if as_text and kind.asked else kind.facts
    with within("facts"):
        return kind.judge(decode(shape, facts, reading), chosen)
