"""All that a game's rules say to games played at random, a line each: to be compared before and after a change of the rules.

`python -m tests.games.said land-unter 200 > before`. Moves are played as they are and with something wrong in them, as is
where a table says that things stand; a line tells what came of one: rulings, views, refusal or doubt, and where its fault lies.
"""

import json
import random
import sys
from collections.abc import Iterable, Iterator
from copy import deepcopy
from importlib import import_module
from typing import Any

from companion.engine.errors import DoubtfulMove, IllegalMove, NotAMove
from companion.engine.game import Game, Outcome, Viewer
from companion.engine.options import make_setup
from companion.engine.rulings import Reason, Ruling
from companion.engine.schema.codec import encode
from companion.games import games
from tests.games.english import said as english
from tests.games.land_unter.second_model import rings_only
from tests.games.playthrough import Moves
from tests.games.table import read

Said = dict[str, Any]
WRONG: tuple[Any, ...] = (-1, 0, 1, 2, 3, 7, 12, 13, 25, 61, None, True, "X", "", [], {})


def spoiled(value: Any, rng: random.Random) -> Any:
    """The value with one thing in it changed, left out or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        rest = {key: one for key, one in value.items() if key != name}
        return rest if rng.random() < 0.1 else {**value, name: spoiled(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        how = rng.random()
        if how < 0.2:
            return [*value[:at], *value[at + 1 :]]
        if how < 0.4:
            return [*value, value[at]]
        return [*value[:at], spoiled(value[at], rng), *value[at + 1 :]]
    if type(value) is int and rng.random() < 0.7:
        return rng.randint(0, 12)
    return rng.choice(WRONG)


def spoiled_move(move: Said, rng: random.Random) -> Said:
    """A move of the same kind with one thing in it changed."""
    name = rng.choice(sorted({*move} - {"kind"}) or ["seat"])
    return {**move, name: spoiled(move.get(name), rng)}


def ruled(ruling: Ruling) -> Said:
    told = {"headline": english(ruling.headline), "verdict": dict(ruling.verdict), "facts": dict(ruling.facts)}
    return {
        "name": ruling.name,
        "part": ruling.is_partial,
        **told,
        "because": steps(ruling.because),
        "flags": flags(ruling),
    }


def steps(reasons: Iterable[Reason]) -> list[Any]:
    return [(english(one.text), one.clauses) for one in reasons]


def flags(of: Ruling | Outcome[Any]) -> list[Any]:
    """Doubts, with what is secret about them."""
    return [
        (english(one.text), one.clauses, sorted(one.secrets_of), one.is_own_secret, one.new_entries_only)
        for one in of.flags
    ]


def refused(error: Exception) -> Said:
    if isinstance(error, NotAMove):
        return {"shape": english(error.text), "at": error.path}
    assert isinstance(error, IllegalMove)
    return {"rule": steps(error.reasons), "at": error.path, "hidden": error.of_hidden}


def played(game: Game[Any], state: Any, move: Said, seats: int) -> tuple[Said, Any]:
    """What comes of a move, and the state after it."""
    try:
        after = game.play(state, read(game, move, seats))
    except (NotAMove, IllegalMove, DoubtfulMove) as error:
        return refused(error), state
    viewers = [Viewer(frozenset(some)) for some in ((), (0,), range(seats))]
    shown = [game.view(after.state, viewer) for viewer in viewers]
    rulings = [ruled(one) for one in after.rulings]
    stands = {"shown": shown, "status": game.status(after.state), "reveals": after.reveals}
    return {"rulings": rulings, "flags": flags(after), **stands}, after.state


def course(game: Game[Any], rng: random.Random) -> tuple[int, dict[str, Any], Moves]:
    """A game at random; of Land Unter one in three tells only who loses."""
    players, options, moves = import_module(f"tests.games.{game.slug.replace('-', '_')}.playthroughs").random_game(rng)
    if game.slug != "land-unter" or rng.random() < 2 / 3:
        return players, options, moves
    told = [move for move, _ in rings_only(players, {**options}, moves)]
    return players, {**options, "tricks": "rings"}, told


def said(game: Game[Any], seed: int) -> Iterator[Said]:
    """What one game at random brings: each move of it, whole and spoiled."""
    rng = random.Random(seed)
    players, options, moves = course(game, rng)
    state = game.start(make_setup(game, players, options))
    for move in deepcopy(moves):
        now = encode(game.stands(state))
        assert isinstance(now, dict)
        stands = {"kind": "stand_now", **now}
        for one in (move, move, move, stands):
            wrong = spoiled_move(one, rng)
            yield {"move": wrong, **played(game, state, wrong, players)[0]}
        told, state = played(game, state, move, players)
        yield {"move": move, **told}


def main(slug: str, seeds: str) -> None:
    for seed in range(int(seeds)):
        for one in said(games()[slug], seed):
            sys.stdout.write(json.dumps(one, sort_keys=True, ensure_ascii=False, default=repr) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
