"""Games as a table may define them, played on paper beside: a column a side, added up by hand (OW-2, OW-8 to OW-10)."""

import json
import os
import random
from typing import Any, TypeAlias

from tests.conformance.playing import PACKAGES, played

GAME = PACKAGES["own_game"]
Options: TypeAlias = list[dict[str, Any]]
SIDES: Options = [{}, {"teams": True, "team_count": 2}, {"alone": True}, {"together": True}]
TARGETS: Options = [{}, {"exact": True}, {"back_to": 7}, {"at_once": True}, {"misses": 2}, {"wins": "last"}]
OTHERS: Options = [{}, {"wins": "fewest"}, {"wins": "nearest", "to": 15}, {"writes": "places"}]
LATER: Options = [{**ends, **wins} for ends in ({"ends": "rounds", "at": 3}, {"ends": "open"}) for wins in OTHERS]
ENDS: Options = [*({"ends": "target", "at": 20, **wins} for wins in TARGETS), *LATER]
PAIRS = [(sides, ends) for sides in SIDES for ends in ENDS if "together" not in sides or len(ends) < 3]
GAMES = 4 * [{"name": "x", **sides, **ends} for sides, ends in PAIRS]
"""Who plays together, what ends it and what wins, as far as they go together."""


def columns(game: dict[str, Any], players: int) -> list[list[int]]:
    """Who writes in one column: all, the first against all others, every second seat; else everybody alone."""
    if "together" in game:
        return [[*range(players)]]
    if players > 2 and "alone" in game:
        return [[0], [*range(1, players)]]
    step = 2 if players > 2 and "teams" in game else players
    return [[*range(at, players, step)] for at in range(step)]


class Paper:
    """Columns of totals, crossed out in the round after which the side is out."""

    def __init__(self, game: dict[str, Any], many: int) -> None:
        self.game, self.rounds, self.is_over = game, 0, False
        self.totals, self.noughts, self.out = [0] * many, [0] * many, dict[int, int]()

    @property
    def left(self) -> list[int]:
        return [at for at in range(len(self.totals)) if at not in self.out]

    def write(self, at: int, figure: int) -> bool:
        """Whether the game ends with it."""
        game, before, is_exact = self.game, self.totals[at], "exact" in self.game or "back_to" in self.game
        self.totals[at] += figure
        if is_exact and figure and self.totals[at] > game["at"]:
            self.totals[at] = game.get("back_to", before)
        self.noughts[at] = 0 if figure else self.noughts[at] + 1
        self.is_over |= (is_exact or "at_once" in game) and self.totals[at] >= game["at"]
        return self.is_over

    def close(self) -> None:
        """The round is over."""
        self.rounds += 1
        is_last, goal = self.game.get("wins") == "last", self.game["at"] if self.game["ends"] == "target" else None
        for at in self.left:
            if self.noughts[at] == self.game.get("misses") or (is_last and self.totals[at] >= self.game["at"]):
                self.out[at] = self.rounds
        if (is_last or self.out) and len(self.left) < min(2, len(self.totals)):
            self.is_over = True
        elif goal and not is_last:
            self.is_over = any(self.totals[at] >= goal for at in self.left)
        elif self.game["ends"] == "rounds":
            self.is_over = self.rounds == self.game["at"]

    def places(self) -> list[int]:
        """The best first, who share a place where they are level; whom rounds of nothing put out is behind them all."""
        game, worth = self.game, list[tuple[int, int]]()
        is_low = game.get("wins") in ("fewest", "last") or game.get("writes") == "places"
        for at, total in enumerate(self.totals):
            by = abs(total - game["to"]) if game.get("wins") == "nearest" else total if is_low else -total
            worth.append(
                (-self.out.get(at, 99), by) if "misses" not in game else (at in self.out, at not in self.out and by)
            )
        return [1 + sum(each < one for each in worth) for one in worth]


def test_what_a_game_of_ones_own_comes_to_is_what_it_comes_to_on_paper() -> None:
    for number, game in enumerate(GAMES):
        rng = random.Random(f"{os.environ['SEED']} own {number}")
        players = rng.randint(2, 7)
        sides, moves = columns(game, players), list[dict[str, Any]]()
        paper, usual = Paper(game, len(sides)), (0, 5) if "misses" in game else (0, *range(12))
        while not paper.is_over and paper.rounds < 12:
            figures = {at: rng.choice(usual) for at in paper.left}
            if "writes" in game:
                figures = dict(zip(paper.left, rng.sample(range(1, len(sides) + 1), len(sides)), strict=True))
            for at, figure in figures.items():
                moves += [{"kind": "points", "points": {str(rng.choice(sides[at])): figure}}]
                if paper.write(at, figure):
                    break
            else:
                paper.close()
        found = played(GAME, players, {"sheet": json.dumps(game)}, moves).at(len(moves)).outcome.state
        seen = [[counted[side[0]] for side in sides] for counted in (found.scores, found.ranks)]
        assert (found.is_over, *seen) == (paper.is_over, paper.totals, paper.places()), (game, players, moves)
