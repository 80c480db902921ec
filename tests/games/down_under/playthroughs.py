"""Whole games of Down Under for the tests that run over every game."""

import random
from collections.abc import Mapping
from itertools import permutations
from typing import Any

from companion.engine.options import make_setup
from companion.games.down_under.game import GAME
from companion.games.down_under.rules.components import SIDES, TURNS, Colour
from companion.games.down_under.rules.meeting import Meeting, ways_in
from companion.games.down_under.rules.placement import OPENS_WITH_A_TERMINUS
from companion.games.down_under.rules.state import Done, Lay, LayBillabong, State, TurnTile
from companion.games.down_under.rules.tiles import Tile
from companion.games.down_under.rules.ways import leads_out, turnings, ways_to_lay
from companion.match.journal_codec import write_move
from tests.games.down_under import second_model
from tests.games.down_under.asking import lay
from tests.games.playthrough import Moves, Playthrough

WITH_ENDS = ("one_end", "two_routes", "one_tile_per_turn")
OTHERS = ("none", "children", "fixed_area")
BY_HOUSE_RULE = [
    ("at either end", "variant", OTHERS), ("at its open end", "variant", WITH_ENDS),
    ("first tile is a straight or a curve", "variant", OTHERS), ("starts with a straight", "variant", OTHERS),
    ("Everyone starts with an end tile.", "variant", ("one_end",)),
    ("an end tile in each of their 2 colours", "variant", ("two_routes", "one_tile_per_turn")),
    ("in your colour and sort", "variant", (*OTHERS, "one_end")),
    ("in your 2 colours and sort", "variant", ("two_routes", "one_tile_per_turn")),
    ("add your two together", "variant", ("two_routes", "one_tile_per_turn")),
    ("1 tile a turn", "variant", ("one_tile_per_turn",)), ("place 2 a turn", "variant", ("two_routes",)),
    ("line of unused tiles", "variant", ("fixed_area",)), ("no play area", "variant", ("children",)),
    ("If tiles outgrow", "variant", ("none", *WITH_ENDS)),
    ("Your tiles decide where it lies", "variant", ("none", *WITH_ENDS)),
    ("Only an end tile may lie outside", "terminus_in_span", (False,)),
    ("No tile may lie outside", "terminus_in_span", (True,)), ("passes or ends there", "billabong_ends_count", (True,)),
    ("0 if you end there", "billabong_ends_count", (False,)),
    ("If neither route is yours, both end", "outsider_billabong", ("end",)),
    ("If nothing else fits, place it", "stopping", ("stuck",)),
    ("You never have to place one", "stopping", ("end_tile", "any_time")), ("dingo", "animals", (True,)),
    ("by animal", "animals", (True,)), ("longest route wins", "animals", (False,)),
]  # fmt: skip
"""What sheets, lesson and set-up say by one choice of a house option only."""
VARIANTS = {
    2: ["none", "children", "fixed_area", "one_end", "two_routes", "one_tile_per_turn"],
    3: ["none", "fixed_area"],
}


def golden() -> list[Playthrough]:
    """Games worked out by hand: two finished routes, a billabong for three, a loop that is turned open."""
    # Red: straight, then termini below and above, 3. Yellow beside it one straight more, 4.
    duel = [
        lay(0, "rs0", 0, 0), lay(1, "ys0", 1, 0), lay(0, "rt0", 0, 1), lay(1, "yt0", 1, 1), lay(0, "rt180", 0, -1),
        lay(1, "ys0", 1, -1), lay(1, "yt180", 1, -2),
    ]  # fmt: skip
    # Red comes to (1, 1) from the west, yellow from the north, green from the east: green goes on to the south.
    # Red and yellow end there with terminus, straight and billabong; green has terminus, straight, billabong, straight,
    # terminus.
    billabong = [
        lay(0, "rs90", 0, 1), lay(1, "ys0", 1, 0), lay(2, "gs90", 2, 1),
        {"kind": "billabong", "seat": 2, "x": 1, "y": 1, "through": [["E", "S"]]}, lay(2, "gs0", 1, 2),
        lay(0, "rt90", -1, 1), lay(1, "yt180", 1, -1), lay(2, "gt270", 3, 1), lay(2, "gt0", 1, 3),
    ]  # fmt: skip
    # Red closes four curves into a loop and turns one: 5. Yellow lays four straights in a row.
    loop = [
        lay(0, "rc90", 0, 0), lay(1, "ys0", -1, -1), lay(0, "rc180", 1, 0), lay(1, "ys0", -1, -2), lay(0, "rc270", 1, 1),
        lay(1, "ys0", -1, -3), lay(0, "rc0", 0, 1), lay(1, "ys0", -1, -4),
        {"kind": "turn", "seat": 0, "x": 0, "y": 0, "turn": 180}, {"kind": "done", "seat": 1}, {"kind": "done", "seat": 0},
    ]  # fmt: skip
    anytime: dict[str, bool | str] = {"stopping": "any_time"}
    return [
        {"players": 2, "options": {}, "moves": duel, "scores": [3, 4], "winners": [1]},
        {"players": 3, "options": {}, "moves": billabong, "scores": [3, 3, 5], "winners": [2]},
        {"players": 2, "options": anytime, "moves": loop, "scores": [5, 4], "winners": [0]},
    ]


def random_game(
    rng: random.Random, chosen: Mapping[str, Any] | None = None, seats: int = 0
) -> tuple[int, dict[str, Any], Moves]:
    """Players, options and moves of a whole random game, without a doubtful entry; by the `chosen` options, if any."""
    players = seats or rng.choice(GAME.players)
    options = {
        "difficulty": rng.choice(("easy", "recommended", "hard")),
        "area": rng.choice(("first", "second")),
        "animals": rng.choice((False, True)),
        "terminus_in_span": rng.choice((False, True)),
        "billabong_ends_count": rng.choice((False, True)),
        "stopping": rng.choice(("stuck", "end_tile", "any_time")),
        "outsider_billabong": rng.choice(("go_on", "end")),
        "variant": rng.choice(VARIANTS.get(players, ["none", "one_end"])),
        **(chosen or {}),
    }
    setup = make_setup(GAME, players, options)
    state, moves = GAME.start(setup), list[Any]()
    if state.variant == "fixed_area":
        line: Any = GAME.lay_out(setup).facts["fixed_area"]
        moves += [Lay(0, Tile(**one)) for one in line]
    for move in moves:
        state = GAME.play(state, move).state
    while not state.is_over:
        move = random_move(rng, state)
        outcome = GAME.play(state, move)
        assert not outcome.flags, (move, outcome.flags)
        state = outcome.state
        moves.append(move)
    return players, options, [write_move(GAME, move) for move in moves]


def random_move(rng: random.Random, state: State) -> Any:
    if state.due or (state.meetings and rng.random() < 0.7):
        billabong = _pond(rng, state, state.due or state.meetings[0])
        if billabong:
            return billabong
    assert state.turn is not None
    if state.options["stopping"] == "any_time" and rng.random() < 0.005 and not state.way_out:
        return Done(state.turn)
    own = [one for one in state.colours_of(state.turn) if one not in (*state.done, *state.served) or state.way_out]
    for colour in rng.sample(own, len(own)):
        move = _tile(rng, state, colour)
        if move:
            return move
    return Done(state.turn)


def _tile(rng: random.Random, state: State, colour: Colour) -> Any:
    seat = state.seat_of(colour)
    if not state.has_opened(colour):
        found = _opening(rng, state, colour)
        return found and Lay(seat, _with_animal(rng, state, found))
    turns = turnings(state.ground, colour)
    if turns:
        turning = rng.choice(turns)
        return TurnTile(seat, *turning.cell, turning.turn)
    ways = [one for one in ways_to_lay(state.ground, colour) if not state.way_out or leads_out(one, state.way_out)]
    full = [one for one in ways if one.kind != "terminus"]
    if full and state.has_two_routes and state.turns == state.seats:
        ways = full
    if not ways:
        return None
    return Lay(seat, _with_animal(rng, state, rng.choice(full if full and rng.random() < 0.95 else ways)))


def _opening(rng: random.Random, state: State, colour: Colour) -> Tile | None:
    """A first tile, or None: the one place back to back may lie against the colour of somebody else."""
    kinds: list[Any] = ["terminus"] if state.variant in OPENS_WITH_A_TERMINUS else ["straight", "curve"]
    near = [one.cell for one in state.tiles] or [(0, 0)]

    def fits(found: Tile) -> bool:
        seat = state.seat_of(colour)
        return state.ground.has_room(found) and not GAME.play(state, Lay(seat, _with_animal(rng, state, found))).flags

    for _ in range(300):
        x, y = rng.choice(near)
        cell = (x + rng.randint(-1, 1), y + rng.randint(-1, 1))
        thrown = second_model.random_tile(rng, [colour], cell)
        found = Tile(*cell, rng.choice(kinds), colour, thrown["turn"])
        if fits(found):
            return found
    # Where next to nothing is left, chance misses it: all that there is, in turn.
    around = {(x + east, y + south) for x, y in near for east in (-1, 0, 1) for south in (-1, 0, 1)}
    every = (Tile(*cell, kind, colour, turn) for cell in sorted(around) for kind in kinds for turn in TURNS)
    return next((one for one in every if fits(one)), None)


def _with_animal(rng: random.Random, state: State, bare: Tile) -> Tile:
    if bare.kind == "terminus" or bare.colour is None:
        return bare
    herd = [animal for animal, left in state.ground.herd(bare.colour).items() for _ in range(left)]
    return Tile(bare.x, bare.y, bare.kind, bare.colour, bare.turn, rng.choice(herd))


def _pond(rng: random.Random, state: State, found: Meeting) -> LayBillabong | None:
    """A billabong that breaks no rule, or None: the ways out of it may be joined by grey."""
    entering = ways_in(state.ground.network, found.cell)
    free = [side for side in SIDES if not entering[side]]
    comes = [next(side for side in SIDES if colour in entering[side]) for colour in found.goes_on]
    ways = [tuple(zip(comes, order, strict=False)) for order in permutations(free)]
    seat = state.seat_of(found.mover)
    for pairs in rng.sample(ways, len(ways)):
        move = LayBillabong(seat, *found.cell, pairs)
        if not GAME.play(state, move).flags:
            return move
    return None
