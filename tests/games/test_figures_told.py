"""What set-up, story and board say with a figure, in one situation each, worked out from the rules and not from the code."""

from itertools import chain
from typing import Any, Final

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.games import games
from tests.conformance.playing import golden, played
from tests.conformance.test_story import told
from tests.conformance.words import texts
from tests.games.down_under.asking import lay
from tests.games.english import said
from tests.games.limits.asking import CARD
from tests.games.own_game.playthroughs import points
from tests.games.playthrough import Moves

NILE: Final = (
    "Everyone takes the pawn and the 15 plants of one colour, seed side up.",
    "Shuffle the 30 desert cards face down. Put 3 on fields of your choice next to the desert.",
    "Without looking, everyone makes 2 piles of about the same height.",
    "In turn, everyone puts 2 plants of their choice in the boat, seed side up.",
)
JOKERS = (
    "Everyone takes 2 desert cards as jokers. Put the remaining {} face down on one of the 2 spaces. "
    "Spent ones go on the other."
)
WATER = "Shuffle the 45 water cards, waves up, and deal {} to each player."
LEFT_OVER = "1 is left over and out of the game."
LIMIT, OTHERS = "Shuffle the limit cards. Put {} in the box unseen.", "Put the other {} in the middle, −2 side up."
DRAWN, HIDDEN = "Shuffle the colour cards. Everyone draws {}.", "Turn up a limit card. Everyone hides {}."
POINTS, DEALT = "Point cards: 24 ones and 4 fives.", "Deal 12 weather cards to everyone."
REST, ROUNDS = "Put the other {} in the box unseen.", "Play {} rounds. After each, hand and rings go left."
LAID_OUT: Final[dict[tuple[str, int, str, bool | str], tuple[str, ...]]] = {
    **{("nile", players, name, value): (*NILE, cover, JOKERS.format(pile), *water) for players, name, value, cover, pile, water in (
        (2, "depth", "market", "Cover 3 rows (2, 2, 3 fields). 21 fields are in play.", 23, (WATER.format(22), LEFT_OVER)),
        (2, "two_player_cover", "german", "Cover 2 rows (2, 3 fields). 23 fields are in play.", 23, (WATER.format(22), LEFT_OVER)),
        (3, "depth", "market", "Cover 2 rows (2, 2 fields). 24 fields are in play.", 21, (WATER.format(15),)),
        (4, "depth", "market", "Cover one row of 2 fields. 26 fields are in play.", 19, (WATER.format(11), LEFT_OVER)),
        (5, "depth", "market", "Don’t cover any fields. All 28 are in play.", 17, (WATER.format(9),)))},
    **{("limits", players, "pile", "counted"): (LIMIT.format(out), OTHERS.format(left), DRAWN.format(hand), POINTS,
            HIDDEN.format(one))
        for players, out, left, hand, one in ((2, 14, 10, 6, "2 cards"), (3, 6, 18, 5, "1 card"), (4, 6, 18, 5, "1 card"),
            (5, 10, 14, 5, "1 card"), (6, 10, 14, 5, "1 card"))},
    **{("land-unter", players, "chain", True): (DEALT, *rest, ROUNDS.format(players)) for players, rest in (
        (3, [REST.format(24)]), (4, [REST.format(12)]), (5, []))},
}  # fmt: skip
"""A game, how many play it, one of its options; the lines of its set-up with a figure."""


def judged(accuser: int, accused: int, colour: str, hidden: int, counted: int) -> Moves:
    entered = {"accused": accused, "colour": colour, "hidden": hidden, "counted": counted}
    return [{"kind": "limit", "numbers": CARD}, {"kind": "verdict", "seat": accuser, **entered}]


def rings(*each: int) -> Moves:
    return [{"kind": "count_rings", "seat": seat, "rings": one} for seat, one in enumerate(each)]


BESIDE: Final = (lay(0, "rs0", 0, 0), lay(1, "ys0", 1, 0), lay(1, "ys0", 1, 1))
MATCHES: Final[tuple[tuple[str, int, dict[str, Any], Moves, tuple[str, ...]], ...]] = (
    ("limits", 3, {}, [{"kind": "start", "seat": 0}, *judged(0, 1, "red", 1, 2), *judged(1, 2, "red", 1, 7)], (
        "S0 wrongly accuses S1 over red (2 counted, 4 allowed) and takes the limit card.",
        "S1 is right: S2 is 3 cards over the red limit, the most in this game.", "2 points, 0 limit cards")),
    # Red's curve also leads over the grey of yellow's second tile.
    ("down-under", 2, {}, [*BESIDE[:2], lay(0, "rs0", 0, -1), BESIDE[2], lay(0, "rc0", 0, 1)],
        ("Turn 5", "S0’s route grows by 2 paths.", "4 paths")),
    ("down-under", 2, {}, [*BESIDE[:2], lay(0, "rt180", 0, -1), BESIDE[2], lay(0, "rt0", 0, 1)],
        ("Turn 5", "S0’s route is closed at both ends, with 3 paths.")),
    ("down-under", 2, {}, [{"kind": "from_paper", "routes": [{"length": 12}, {"length": 7}]}], ("S0 is 5 paths ahead of S1.",)),
    ("nile", 5, {}, golden("nile")[0]["moves"], ("10 plants left the boat for good. The obelisk goes back 5 squares.",
        "Round 3", "S0 takes 3 points from the market, the most in any round.", "7 plants lost", "6 plants lost")),
    ("land-unter", 3, {}, [{"kind": "from_paper", "rounds": [[5, -1, 3], [1, 2, 4], [2, 6, 0]]}],
        ("Round 3", "S1 takes 6 points, the most in any round.", "S0 wins with 8 points.")),
    ("land-unter", 3, {}, [*rings(4, 2, 3), {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}], (
        "S0: water level 4, 4 of 4 rings left", "S1: water level 9, the highest, 1 of 2 rings left",
        "S2: no water card, 3 of 3 rings left", "S1: highest water 9, rings lost 1, times out 0")),
    # S1 has no ring to lose: two are left, and the round is over.
    ("land-unter", 3, {}, [*rings(4, 0, 3), {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}], (
        "Round 1, trick 1", "S0: highest water 4, rings lost 0, times out 0", "S1: highest water 9, rings lost 0, times out 1")),
    ("own-game", 3, {"sheet": "points"}, [points(a=8, b=39, c=14)], ("S1 leads by 25",)),
    ("own-game", 4, {"sheet": "pairs"}, [{"kind": "dealer", "seat": 2}, points(a=100, b=162)], ("S1, S3 lead by 62",)),
    ("points", 3, {"rounds": "3"}, golden("points")[0]["moves"], ("S2 scores 30, the most in one round.",)),
)  # fmt: skip
"""A match, and texts of its story, its board and its television."""


def test_every_figure_of_a_set_up_is_that_of_the_rules() -> None:
    found = {}
    for slug, players, name, value in LAID_OUT:
        steps = games()[slug].lay_out(make_setup(games()[slug], players, {name: value})).steps
        found[slug, players, name, value] = {line for line in map(said, texts(steps)) if any(map(str.isdigit, line))}
    assert found == {key: {*lines} for key, lines in LAID_OUT.items()}


def test_every_figure_of_a_story_and_of_a_board_is_that_of_the_match() -> None:
    for slug, players, options, moves, lines in MATCHES:
        game, match = games()[slug], played(games()[slug], players, options, moves)
        state = match.at().outcome.state
        shown = chain(texts(told(game, match)), texts(game.board(state, Viewer(), {})), texts(game.screen(state)))
        assert {*lines} - {said(one) for one in shown} == set(), slug
