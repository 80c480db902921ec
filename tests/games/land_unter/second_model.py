"""A second Land Unter, written from the clauses alone and in another manner, to hold the first against.

One dictionary that changes, one loop, no rulings, in the JSON of the interface. `random_game` deals a real box and plays it
to the end.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

Match = dict[str, Any]
Move = dict[str, Any]

OPTIONS = ("chain", "tie_survivor_pays_again", "pay_before_early_end", "open_play")
DEFAULTS = {"chain": True, **dict.fromkeys(OPTIONS[1:], False), "lays_last": "paid"}


def begin(players: int, options: dict[str, Any]) -> Match:
    return {
        "n": players,
        "options": {**DEFAULTS, **options},
        **{name: [None] * players for name in ("dealt", "rings", "level")},
        "out": [False] * players,
        "points": [[] for _ in range(players)],
        "round": 0, "trick": 0, "water": None, "laid": {}, "leader": None, "pick": [],
    }  # fmt: skip


def enter(match: Match, move: Move) -> None:
    kind = move["kind"]
    if kind == "count_rings":
        match["dealt"][move["seat"]] = match["rings"][move["seat"]] = worth(move)
        if None not in match["dealt"]:
            find_leader(match, [])
    elif kind == "lead":
        match["leader"], match["pick"] = move["seat"], []
    elif kind == "levels":
        match["water"] = move["levels"]
    elif kind == "lay":
        match["laid"][move["seat"]] = move["card"]
    elif "cards" in move:
        match["water"], match["laid"] = move["levels"], {int(seat): card for seat, card in move["cards"].items()}
    else:
        finish_trick(match, move["levels"], move["highest"], move["second"])
    if match["water"] and all(match["out"][seat] or seat in match["laid"] for seat in range(match["n"])):
        order = sorted(match["laid"], key=lambda seat: -match["laid"][seat])
        finish_trick(match, match["water"], order[0], order[1])


def worth(count: Move) -> int:
    """LU-3, LU-5."""
    if "rings" in count:
        return int(count["rings"])
    if "whole" in count:
        return int(count["whole"] + count["half"] / 2)
    printed = 0.0
    for card in count["cards"]:
        if 25 <= card <= 36:
            printed += 1
        elif 13 <= card <= 24 or 37 <= card <= 48:
            printed += 0.5
    return int(printed)


def finish_trick(match: Match, water: list[int], highest: int, second: int) -> None:
    """LU-12 to LU-20."""
    match["level"][highest], match["level"][second] = min(water), max(water)
    losers, paid, _ = lose(match["rings"], match["level"], match["out"], match["options"])
    if match["options"]["lays_last"] == "paid" and paid:
        losers = sorted(paid)
    match["trick"] += 1
    match["water"], match["laid"], match["leader"], match["pick"] = None, {}, None, []
    if match["trick"] == 12 or match["out"].count(False) <= 2:
        finish_round(match)
    else:
        find_leader(match, losers)


def lose(
    rings: list[int], level: list[int | None], out: list[bool], options: dict[str, Any]
) -> tuple[list[int], dict[int, int], list[int]]:
    """The losers, what each paid, who went out: the loop of the law, word for word. Changes its arguments."""
    n = len(out)
    paid: dict[int, int] = {}
    gone: list[int] = []
    extra_runs = 1 if options["pay_before_early_end"] else 0
    while True:
        water = [(level[seat] or 0) for seat in range(n) if not out[seat]]
        if max(water, default=0) == 0:
            break
        top = [seat for seat in range(n) if not out[seat] and level[seat] == max(water)]
        poor = [seat for seat in top if rings[seat] == 0]
        for seat in top:
            if seat in poor:
                out[seat], level[seat] = True, None
                gone.append(seat)
            else:
                rings[seat] -= 1
                paid[seat] = paid.get(seat, 0) + 1
        if not poor or not options["chain"]:
            break
        if len(poor) < len(top) and not options["tie_survivor_pays_again"]:
            break
        if out.count(False) <= 2:
            if extra_runs == 0:
                break
            extra_runs -= 1
    return sorted({*paid, *gone}), paid, sorted(gone)


def points(rings: list[int], level: list[int | None], out: list[bool]) -> tuple[list[int], list[int]]:
    """LU-21 to LU-24: the points and who has the bonus."""
    lowest = min((level[seat] or 0 for seat in range(len(out)) if not out[seat]), default=None)
    bonus = [seat for seat in range(len(out)) if not out[seat] and (level[seat] or 0) == lowest]
    return [-1 if out[seat] else rings[seat] + (seat in bonus) for seat in range(len(out))], bonus


def finish_round(match: Match) -> None:
    """LU-21 to LU-32."""
    for seat, value in enumerate(points(match["rings"], match["level"], match["out"])[0]):
        match["points"][seat].append(value)
    if match["round"] == match["n"] - 1:
        return
    match["round"] += 1
    match["trick"] = 0
    for hand in range(match["n"]):
        match["rings"][(hand + match["round"]) % match["n"]] = match["dealt"][hand]
    match["level"], match["out"] = [None] * match["n"], [False] * match["n"]
    find_leader(match, [])


def find_leader(match: Match, losers: list[int]) -> None:
    """LU-40 to LU-42."""
    if not match["options"]["open_play"]:
        return
    pick = leaders(match["rings"], match["out"], losers, match["options"]["lays_last"])
    match["leader"], match["pick"] = (pick[0], []) if len(pick) == 1 else (None, pick)


def leaders(rings: list[int], out: list[bool], losers: list[int], lays_last: str = "paid") -> list[int]:
    """LU-40 to LU-42: who may lead."""
    n = len(out)
    if not losers:
        most = max((rings[seat] for seat in range(n) if not out[seat]), default=None)
        return [seat for seat in range(n) if not out[seat] and rings[seat] == most]
    left = {seat: -1 if out[seat] and lays_last == "out" else rings[seat] for seat in losers}
    found = set()
    for seat in losers:
        if left[seat] == min(left.values()) and not all(out):
            neighbour = (seat + 1) % n
            while out[neighbour]:
                neighbour = (neighbour + 1) % n
            found.add(neighbour)
    return sorted(found)


def show(match: Match) -> dict[str, Any]:
    """The match as the interface's state has it, as far as it is no secret."""
    n = match["n"]
    scores = [sum(match["points"][seat]) for seat in range(n)]
    is_over = over(match)
    return {
        "phase": "over" if is_over else "rings" if None in match["dealt"] else "trick",
        "turn": whose_turn(match),
        "winners": [seat for seat in range(n) if scores[seat] == max(scores)] if is_over else None,
        **{name: match[name] for name in ("round", "trick", "leader")},
        "seats": [
            {name: match[name][seat] for name in ("rings", "level", "out")}
            | {"score": scores[seat], "by_round": list(match["points"][seat])}
            for seat in range(n)
        ],
    }


def whose_turn(match: Match) -> int | None:
    """LU-40: clockwise from the leader, the first who is in and has not laid."""
    if match["leader"] is None:
        return None
    for step in range(match["n"]):
        seat = (match["leader"] + step) % match["n"]
        if not match["out"][seat] and seat not in match["laid"]:
            return int(seat)
    return None


def random_game(rng: random.Random, options: dict[str, Any] | None = None) -> tuple[int, dict[str, Any], list[Move]]:
    """Players, options and the moves of a whole game with a real box, entered in every way there is."""
    players = rng.choice((3, 4, 5))
    if options is None:
        options = {name: rng.random() < 0.5 for name in OPTIONS if rng.random() < 0.8}
        options |= {} if rng.random() < 0.3 else {"lays_last": rng.choice(["paid", "out"])}
    match = begin(players, options)
    deck = rng.sample(range(1, 61), 60)
    hands = [sorted(deck[12 * seat : 12 * seat + 12]) for seat in range(players)]
    moves: list[Move] = []
    for seat in rng.sample(range(players), players):
        put(match, moves, random_count(rng, seat, hands[seat]))
    while not over(match):
        random_round(rng, match, moves, hands)
    return players, options, moves


def put(match: Match, moves: list[Move], move: Move) -> None:
    enter(match, move)
    moves.append(move)


def random_count(rng: random.Random, seat: int, hand: list[int]) -> Move:
    """The hand's worth entered in one of the three ways."""
    whole = sum(25 <= card <= 36 for card in hand)
    half = sum(13 <= card <= 24 or 37 <= card <= 48 for card in hand)
    way = rng.choice(({"cards": rng.sample(hand, 12)}, {"whole": whole, "half": half}, {"rings": whole + half // 2}))
    return {"kind": "count_rings", "seat": seat, **way}


def random_round(rng: random.Random, match: Match, moves: list[Move], hands: list[list[int]]) -> None:
    """One round: the water shuffled, the hands where they have been passed to."""
    this_round = match["round"]
    n = match["n"]
    water = rng.sample([level for level in range(1, 13) for _ in "xx"], 24)
    held = {seat: rng.sample(hands[(seat - this_round) % n], 12) for seat in range(n)}
    while match["round"] == this_round and len(match["points"][0]) == this_round:
        if match["pick"]:
            put(match, moves, {"kind": "lead", "seat": rng.choice(match["pick"])})
        laid = {seat: held[seat].pop() for seat in rng.sample(range(n), n) if not match["out"][seat]}
        if match["leader"] is not None:  # open play: clockwise from the leader (LU-40)
            laid = {seat: laid[seat] for seat in sorted(laid, key=lambda seat: (seat - match["leader"]) % n)}
        for move in random_trick(rng, [water.pop(), water.pop()], laid):
            put(match, moves, move)


def rings_only(players: int, options: dict[str, Any], moves: list[Move]) -> Iterator[tuple[Move, Match]]:
    """What a table enters that tells only who loses, and where the game stands after each entry of it.

    A trick is told as its losers, one who loses twice named twice; after a round follows who shows the lowest water.
    """
    match = begin(players, options)
    for move in moves:
        if move["kind"] in ("count_rings", "lead"):
            enter(match, move)
            yield move, match
            continue
        before, round_before = snapshot(match), match["round"]
        enter(match, move)
        if match["trick"] == before["trick"] and match["round"] == round_before and not over(match):
            continue  # a piece of a trick
        level = list(before["level"])
        water, laid = move.get("levels") or before["water"], {**before["laid"]}
        if "cards" in move:
            laid = {int(seat): card for seat, card in move["cards"].items()}
        elif move["kind"] == "lay":
            laid[move["seat"]] = move["card"]
        order = [move["highest"], move["second"]] if "highest" in move else sorted(laid, key=lambda one: -laid[one])
        level[order[0]], level[order[1]] = min(water), max(water)
        hits, out = losers(before["rings"], level, before["out"], match["options"])
        yield {"kind": "loses", "seats": sorted(hits.elements())}, match
        if match["round"] != round_before or over(match):
            _, bonus = points(out["rings"], out["level"], out["out"])
            if out["out"].count(False) > 1:
                yield {"kind": "lowest", "seats": bonus}, match


def losers(
    rings: list[int], level: list[int | None], out: list[bool], options: dict[str, Any]
) -> tuple[Counter[int], dict[str, Any]]:
    """How often a trick with this water hits each, and how the seats stand after it."""
    after: dict[str, Any] = {"rings": list(rings), "level": list(level), "out": list(out)}
    _, paid, gone = lose(after["rings"], after["level"], after["out"], options)
    return Counter(paid) + Counter(gone), after


def all_losers(match: Match, dry: tuple[int, int]) -> set[tuple[int, ...]]:
    """Every way to lose that some water brings, of all levels there can be, if that many of those still in show none."""
    inside = [seat for seat in range(match["n"]) if not match["out"][seat]]
    found = set()
    for shown in itertools.product(range(len(inside) + 1), repeat=len(inside)):
        if max(Counter(one for one in shown if one).values(), default=0) > 2:
            continue
        if not dry[0] <= shown.count(0) <= dry[1]:
            continue
        level: list[int | None] = [None] * match["n"]
        for seat, one in zip(inside, shown, strict=True):
            level[seat] = one or None
        wet_before = [seat for seat in inside if match["rings"][seat] < match["dealt"][hand_of(match, seat)]]
        if all(level[seat] for seat in wet_before):
            hits, _ = losers(match["rings"], level, match["out"], match["options"])
            found.add(tuple(sorted(hits.elements())))
    return found


def hand_of(match: Match, seat: int) -> int:
    """LU-32."""
    return int((seat - match["round"]) % match["n"])


def snapshot(match: Match) -> Match:
    return {name: list(value) if isinstance(value, list) else value for name, value in match.items()}


def over(match: Match) -> bool:
    """LU-30."""
    return bool(len(match["points"][0]) == match["n"])


def random_trick(rng: random.Random, levels: list[int], laid: dict[int, int]) -> list[Move]:
    """A trick entered whole with all cards, whole with the two highest, or piece by piece, the cards as they are given."""
    way = rng.random()
    if way < 0.4:
        seats = rng.sample(sorted(laid), len(laid))
        return [{"kind": "trick", "levels": levels, "cards": {str(seat): laid[seat] for seat in seats}}]
    if way < 0.6:
        order = sorted(laid, key=lambda seat: -laid[seat])
        return [{"kind": "trick", "levels": levels, "highest": order[0], "second": order[1]}]
    pieces: list[Move] = [{"kind": "lay", "seat": seat, "card": card} for seat, card in laid.items()]
    pieces.insert(rng.randint(0, len(pieces)), {"kind": "levels", "levels": levels})
    return pieces
