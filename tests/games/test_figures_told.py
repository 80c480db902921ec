"""What a game says with a figure, in one situation each, worked out from the rules and not from the code."""

from itertools import chain
from typing import Any, Final

from companion.engine.game import Viewer
from companion.engine.options import make_setup
from companion.games import games
from tests.conformance.playing import golden, played
from tests.conformance.test_story import told
from tests.conformance.words import inside, texts
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
    # From corner to corner of 5 by 7 are 11 tiles, of 6 by 8 are 13; around 5 by 7 lie 28.
    **{("down-under", players, "variant", "fixed_area"): ("Put the 4 billabongs aside for special cases.",
            "S0 starts with a straight or a curve.", *line)
        for players, line in ((3, ["Take 6 straights and 7 curves in Blue, an unused colour."]), (2, [
            "Take 4 straights and 7 curves in Green, an unused colour.",
            "Or frame the area with both unused colours. You need 7 straights of each, 8 curves in Green and 6 in Blue."]))},
}  # fmt: skip
"""A game, how many play it, one of its options; the lines of its set-up with a figure."""


def judged(accuser: int, accused: int, colour: str, hidden: int, counted: int) -> Moves:
    entered = {"accused": accused, "colour": colour, "hidden": hidden, "counted": counted}
    return [{"kind": "limit", "numbers": CARD}, {"kind": "verdict", "seat": accuser, **entered}]


def rings(*each: int) -> Moves:
    return [{"kind": "count_rings", "seat": seat, "rings": one} for seat, one in enumerate(each)]


LOOP, COURSE = golden("down_under")[2]["moves"][:8], golden("nile")[0]["moves"]
BESIDE: Final = (lay(0, "rs0", 0, 0), lay(1, "ys0", 1, 0), lay(1, "ys0", 1, 1))
Match = tuple[str, int, dict[str, Any], Moves, tuple[str, ...]]
MATCHES: Final[tuple[Match, ...]] = (
    ("limits", 3, {}, [{"kind": "start", "seat": 0}, *judged(0, 1, "red", 1, 2), *judged(1, 2, "red", 1, 7)], (
        "S0 wrongly accuses S1 over red (2 counted, 4 allowed) and takes the limit card.",
        "S1 is right: S2 is 3 cards over the red limit, the most in this game.", "2 points, 0 limit cards",
        "In the pile, up to S2’s card: 7.", "Points to tick: 0. Limit card: yes", "Points to tick: 1. Limit card: no",
        "Everyone draws 5 colour cards.", "18 limit cards stay in the game. Each is a round.",
        "Everyone hides 1 colour card face down.", "18 in all, one for each round")),
    ("limits", 2, {}, [{"kind": "limit", "numbers": CARD}], ("Everyone hides 2 cards",)),
    # Red's curve also leads over the grey of yellow's second tile.
    ("down-under", 2, {}, [*BESIDE[:2], lay(0, "rs0", 0, -1), BESIDE[2], lay(0, "rc0", 0, 1)],
        ("Turn 5", "S0’s route grows by 2 paths.", "4 paths")),
    ("down-under", 2, {}, [*BESIDE[:2], lay(0, "rt180", 0, -1), BESIDE[2], lay(0, "rt0", 0, 1)],
        ("Turn 5", "S0’s route is closed at both ends, with 3 paths.")),
    ("down-under", 2, {}, [{"kind": "from_paper", "routes": [{"length": 12}, {"length": 7}]}], ("S0 is 5 paths ahead of S1.",)),
    ("down-under", 2, {"animals": True}, [{"kind": "from_paper", "routes": [
        {"length": 12, "sets": 1, "rabbits": 2, "dingo": True}, {"length": 7, "sets": 0, "rabbits": 1, "dingo": True}]}],
        ("1 set: +5", "2 rabbits: −4", "1 rabbit: −2", "sets × 5", "rabbits × −2")),
    ("down-under", 2, {}, LOOP, ("On the table: 8 tiles.", "Column -2, row -5: free",
        "Everyone takes the tiles of one colour: 7 straights, 9 curves, 2 end tiles.",
        "The play area is 5 by 7. Your tiles decide where it lies.", "5 × 7, 6 × 8, 7 × 9 for 2, 3 or 4 players")),
    ("down-under", 2, {"variant": "two_routes"}, [],
        ("Everyone takes two colours, each with 7 straights, 9 curves and 2 end tiles.",)),
    ("nile", 5, {}, COURSE, ("10 plants left the boat for good. The obelisk goes back 5 squares.",
        "Round 3", "S0 takes 3 points from the market, the most in any round.", "7 plants lost", "6 plants lost",
        "The track: S0 on 3, S3 on 2, S2 on 1, S1 on 0, S4 on 0. Obelisk on 2", "columns sold: 4",
        "You have 3 action points, and 1 more for each joker you spend.")),
    ("nile", 5, {}, COURSE[:24], ("Column 4: S2’s aubergine, S3’s onions, 1 free", "Column 1: empty, 5 squares")),
    ("nile", 2, {"depth": "board"}, [], ("Both banks of the Nile. Covered: row of 2 (left bank), row of 3 (left bank), "
        "row of 2 (right bank). 21 fields in play.",)),
    ("land-unter", 3, {}, [{"kind": "from_paper", "rounds": [[5, -1, 3], [1, 2, 4], [2, 6, 0]]}],
        ("Round 3", "S1 takes 6 points, the most in any round.", "S0 wins with 8 points.", "S1 takes round 3.")),
    ("land-unter", 4, {"tie_survivor_pays_again": True}, [*rings(5, 0, 3, 4),
        {"kind": "trick", "levels": [12, 12], "highest": 0, "second": 1}], ("You lose 2 rings.", "rings dealt: 5, left: 3",
        "Round 4: rings and points", "Round 4: water levels of the 12 tricks")),
    ("land-unter", 3, {}, [*rings(4, 2, 3), {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}], (
        "S0: water level 4, 4 of 4 rings left", "S1: water level 9, the highest, 1 of 2 rings left",
        "S2: no water card, 3 of 3 rings left", "S1: highest water 9, rings lost 1, times out 0")),
    # S1 has no ring to lose: two are left, and the round is over.
    ("land-unter", 3, {}, [*rings(4, 0, 3), {"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1}], (
        "Round 1, trick 1", "S0: highest water 4, rings lost 0, times out 0", "S1: highest water 9, rings lost 0, times out 1")),
    ("own-game", 3, {"sheet": "points"}, [points(a=8, b=39, c=14)], ("S1 leads by 25",)),
    ("own-game", 4, {"sheet": "pairs"}, [{"kind": "dealer", "seat": 2}, points(a=100, b=162)], ("S1, S3 lead by 62",)),
    ("own-game", 3, {"sheet": "points"}, golden("own_game")[3]["moves"], ("S1 left in round 5. The points still count.",)),
    ("own-game", 3, {"sheet": '{"name": "x", "version": 4, "wins": "nearest", "to": 21}'}, [],
        ("Nearest to 21 wins.", "by your own rules, version 4")),
    ("own-game", 3, {"sheet": '{"name": "x", "ends": "target", "at": 50, "back_to": 25}'}, [],
        ("It ends at exactly 50 points. Beyond that, you fall back to 25.",)),
    ("own-game", 3, {"sheet": '{"name": "x", "ends": "target", "at": 30, "at_once": true}'}, [],
        ("It ends at once at 30 points.",)),
    ("points", 3, {"rounds": "3"}, golden("points")[0]["moves"], ("S2 scores 30, the most in one round.",)),
)  # fmt: skip
"""A match, and texts of its story, its board, its television, its sheet and its lesson."""
CARDS: Final = {"kind": "count_rings", "_rings_way": "cards", "_whose": 0, "seat": 0}
TAPPED: Final[tuple[tuple[dict[str, Any], Match], ...]] = (
    ({"cell": "0,0,0"}, ("down-under", 2, {}, LOOP, ("then the Red route has 5 paths",))),
    ({"kind": "boat", "seat": 0, "plants": ["flax"]}, ("nile", 3, {}, [], ("Tap 1 more plant",))),
    ({"kind": "rot", "column": 4}, ("nile", 5, {}, COURSE[:27], ("Tap 2 more plants",))),
    ({"kind": "bid", "seat": 0, "plants": ["onions"]},
        ("nile", 5, {"hippo": True}, COURSE[:7], ("Bid 1 plant", "with 2 plants in the boat: 3"))),
    ({"kind": "trick", "levels": [4, 9], "highest": 0, "second": 1},
        ("land-unter", 3, {}, rings(4, 2, 3), ("Highest water: S1 at 9. S1 loses a ring.",))),
    # Half a ring from 13 on, a whole one from 25.
    ({**CARDS, "cards": range(20, 29)}, ("land-unter", 3, {}, [], ("Whole rings: 4, half rings: 5", "Tap 3 more cards"))),
    ({**CARDS, "cards": range(20, 33)}, ("land-unter", 3, {}, [], ("1 card too many. Clear it.",))),
)  # fmt: skip
"""What S0 taps, in which match, and texts of the board."""
MADE: Final = ("label", "headline", "loser_sentences")


def test_every_figure_of_a_set_up_is_that_of_the_rules() -> None:
    found = {}
    for slug, players, name, value in LAID_OUT:
        steps = games()[slug].lay_out(make_setup(games()[slug], players, {name: value})).steps
        found[slug, players, name, value] = {line for line in map(said, texts(steps)) if any(map(str.isdigit, line))}
    assert found == {key: {*lines} for key, lines in LAID_OUT.items()}


def test_every_figure_said_in_a_match_is_that_of_the_match() -> None:
    for taps, (slug, players, options, moves, lines) in (*(({}, one) for one in MATCHES), *TAPPED):
        game, match = games()[slug], played(games()[slug], players, options, moves)
        setup, state, viewer = match.setup, match.at().outcome.state, Viewer(frozenset({0} if taps else ()))
        draft = {name: tuple(map(str, [one] if isinstance(one, (int, str)) else one)) for name, one in taps.items()}
        shown = game.board(state, viewer, draft), game.screen(state), game.sheet(setup, "normal", state, viewer)
        besides = game.lesson(setup), game.paper.rows(setup), game.options, game.edition_by(setup.options, players)
        parts = [*inside((told(game, match), shown, besides))]
        made = [getattr(part, name) for part in parts for name in vars(type(part)) if name in MADE]
        assert {*lines} - {said(one) for one in chain(texts(parts), texts(made))} == set(), slug
