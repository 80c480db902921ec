"""A second An den Ufern des Nils, written from the clauses alone and in another manner, to hold the first against.

One dictionary that changes, no rulings: a match of depth `market` in the JSON of the interface; `second_box` plays a real box
by it, and knows what lies on the fields.
"""

from typing import Any

Match = dict[str, Any]
Move = dict[str, Any]

STOCK = {"flax": 5, "wheat": 4, "grapes": 3, "onions": 2, "aubergine": 1}
SQUARES = {"4": 3, "3": 4, "2": 4, "1": 5}
RING = ["flood", "ebb1", "ebb2"]
DEFAULTS = {
    "purge_every_turn": True, "rot_balance": "column", "hippo": False, "start_bid": False, "buy_others": False,
    "joker_heals": False, "ebb_arrow": "first", "flood_arrow": False, "desert_reshuffle": False, "extra_joker": True,
    "depth": "market", "two_player_cover": "seed", "ebb_outermost_only": False, "same_kind": True,
}  # fmt: skip


def begin(players: int, options: dict[str, Any]) -> Match:
    return {
        "n": players,
        "options": {**DEFAULTS, **options},
        "phase": "boat", "marker": "flood", "extra": False, "obelisk": 30, "spent": 0, "water": players,
        **dict.fromkeys(("starter", "turn", "ap", "paused", "winners")),
        "blocked": set(), "boat": [], "bids": {}, "market": {name: [] for name in SQUARES},
        "filled": [False] * players,
        "pawns": [1] * players,
        "lost": [0] * players,
        "jokers": [2] * players,
        "pile": 27 - 2 * players,
    }  # fmt: skip


def show(match: Match) -> dict[str, Any]:
    return {
        **{name: match[name] for name in ("phase", "starter", "marker", "ap", "extra", "obelisk", "winners")},
        "turn": whose_turn(match),
        "market": {name: [dict(plant) for plant in plants] for name, plants in match["market"].items()},
        "boat": [dict(plant) for plant in match["boat"]],
        **{name: list(match[name]) for name in ("pawns", "lost", "jokers")},
        "scores": [pawn - 1 for pawn in match["pawns"]],
        "desert_pile": match["pile"],
        "water_lying": match["water"],
        "bids": sorted(match["bids"]),
    }


def whose_turn(match: Match) -> int | None:
    if match["phase"] == "boat" and match["starter"] is not None:
        for step in range(match["n"]):
            seat: int = (match["starter"] + step) % match["n"]
            if not match["filled"][seat]:
                return seat
    return {"tide": match["starter"], "actions": match["turn"]}.get(match["phase"])


def enter(match: Match, move: Move) -> None:
    HOW[move["kind"]](match, move)
    if "through" in move and move["kind"] != "pass":
        after_pass(match, move)
    if match["phase"] == "boat" and match["starter"] is not None and all(match["filled"]):
        match["phase"] = "tide"


def boat(match: Match, move: Move) -> None:
    """NI-8."""
    match["boat"] += [{"seat": move["seat"], "plant": plant} for plant in move["plants"]]
    match["filled"][move["seat"]] = True


def starter(match: Match, move: Move) -> None:
    """NI-8."""
    match["starter"] = move["seat"]


def flooded(match: Match, move: Move) -> None:
    """NI-11."""
    match["boat"] += [dict(plant) for plant in move["plants"]]


def rot(match: Match, move: Move) -> None:
    """NI-41."""
    for square in move["plants"]:
        plant = match["market"][str(move["column"])][square]
        plant["state"] = {"fresh": "spoiled", "spoiled": "rotten"}[plant["state"]]


def on_field(match: Match, move: Move) -> None:
    """NI-23, NI-24."""
    match["ap"] -= 2 if move["shared"] else 1
    if move["kind"] == "harvest":
        plant = {"seat": move["seat"], "plant": move["plant"], "state": "fresh"}
        match["market"][str(move["column"])].append(plant)


def buy(match: Match, move: Move) -> None:
    """NI-23, NI-52."""
    match["ap"] -= 2 if "owner" in move else 1
    match["boat"].remove({"seat": move.get("owner", move["seat"]), "plant": move["plant"]})


def buy_joker(match: Match, move: Move) -> None:
    """NI-23."""
    match["ap"] -= 1
    draw(match, 1)
    match["jokers"][move["seat"]] += 1


def draw(match: Match, cards: int) -> None:
    """Card by card off the pile; where the house does so, an empty pile is made anew of the spent ones."""
    for _ in range(cards):
        if not match["pile"] and match["options"]["desert_reshuffle"]:
            match["pile"], match["spent"] = match["spent"], 0
        match["pile"] -= 1


def joker(match: Match, move: Move) -> None:
    """NI-23, NI-53."""
    match["jokers"][move["seat"]] -= 1
    match["spent"] += 1
    if move["kind"] == "heal":
        match["market"][str(move["column"])][move["square"]]["state"] = "fresh"
    else:
        match["ap"] += 1


def tide(match: Match, move: Move) -> None:
    """NI-21, NI-22, NI-40."""
    starter, moved, arrows = match["starter"], move["moved"], move["arrows"]
    played = "flood" if match["marker"] == "flood" else "ebb"
    match["water"] += moved if played == "flood" else -moved
    match["jokers"][starter] += move.get("jokers", 0)
    draw(match, move.get("deserts", 0))
    ended = False
    for _ in range(arrows):
        match["marker"] = RING[(RING.index(match["marker"]) + 1) % 3]
        by_arrow = played == "ebb" or match["options"]["flood_arrow"]
        ended = by_arrow and (match["marker"] == "flood") == (played == "ebb")
        if ended and (played == "flood" or match["options"]["ebb_arrow"] == "first"):
            break
    if moved < 2 and not ended:
        match["marker"] = "ebb1" if played == "flood" else "flood"
    other = "ebb" if played == "flood" else "flood"
    if not moved and other not in match["blocked"]:
        match["blocked"].add(played)
        return
    match["blocked"] = set()
    match.update(phase="actions", turn=starter, ap=3)


def bid(match: Match, move: Move) -> None:
    """NI-50, NI-51."""
    match["bids"][move["seat"]] = move["plants"]
    if len(match["bids"]) < match["n"]:
        return
    bids, match["bids"] = match["bids"], {}
    own = {seat: sum(plant["seat"] == seat for plant in match["boat"]) for seat in bids}
    starting = match["phase"] == "boat"
    rank = {seat: (len(plants) + (0 if starting else own[seat]), len(plants)) for seat, plants in bids.items()}
    best = [seat for seat in rank if rank[seat] == max(rank.values())]
    if len(best) > 1:
        return
    for seat in sorted(bids) if starting else best:
        match["boat"] += [{"seat": seat, "plant": plant} for plant in bids[seat]]
    if starting:
        match.update(starter=best[0], phase="tide", filled=[True] * match["n"])
    else:
        match["paused"] = (match["phase"], match["turn"], match["ap"])
        match.update(phase="actions", turn=best[0], ap=3, extra=True)


def after_pass(match: Match, move: Move) -> None:
    """NI-20, up to whom it says."""
    seat = match["turn"]
    one_ends(match)
    if move.get("through", seat) != seat:
        after_pass(match, move)


def one_ends(match: Match) -> None:
    """NI-20, NI-50."""
    if match["extra"]:
        match["phase"], match["turn"], match["ap"] = match["paused"]
        match.update(paused=None, extra=False)
        return
    following = (match["turn"] + 1) % match["n"]
    if following != match["starter"]:
        match.update(turn=following, ap=3)
        return
    match.update(phase="tide", turn=None, ap=None, starter=(match["starter"] + 1) % match["n"])
    score(match)


def columns_for(match: Match, plant: str, palms: int) -> list[int]:
    """NI-24: not left of what the palms allow, on a free square, and unlike the last two there."""
    lying = {column: [one["plant"] for one in match["market"][str(column)]] for column in range(1, palms + 1)}
    return [column for column, kinds in lying.items() if len(kinds) < SQUARES[str(column)] and plant not in kinds[-2:]]


def score(match: Match) -> None:
    """NI-30 to NI-35."""
    full = [name for name, squares in SQUARES.items() if len(match["market"][name]) == squares]
    if match["options"]["purge_every_turn"] or full:
        for plant in match["boat"]:
            match["lost"][plant["seat"]] += 1
        match["obelisk"] = max(1, match["obelisk"] - len({plant["seat"] for plant in match["boat"]}))
        match["boat"] = []
    nets = []
    for name in full:
        nets.append(net(match["market"][name], match["n"]))
        match["boat"] += [{"seat": one["seat"], "plant": one["plant"]} for one in match["market"][name]]
        match["market"][name] = []
    if match["options"]["rot_balance"] == "phase":
        nets = [[sum(one[seat] for one in nets) for seat in range(match["n"])]]
    for seat in range(match["n"]):
        match["pawns"][seat] += sum(max(0, one[seat]) for one in nets)
    if max(match["pawns"]) >= match["obelisk"]:
        rank = [(pawn, -lost) for pawn, lost in zip(match["pawns"], match["lost"], strict=True)]
        match["winners"] = [seat for seat in range(match["n"]) if rank[seat] == max(rank)]
        match.update(phase="over", turn=None)


def net(column: list[dict[str, Any]], players: int) -> list[int]:
    """What a full column brings each player, less the rotten plants."""
    ranking = []
    for seat in range(players):
        sound = sum(one["seat"] == seat and one["state"] != "rotten" for one in column)
        last = max((square for square, one in enumerate(column) if one["seat"] == seat), default=-1)
        if sound:
            ranking.append((sound, last, seat))
    ranking.sort(reverse=True)
    shares = [6] if len(ranking) == 1 else [4, 2] if len(ranking) == 2 else [3, 2, 1]
    result = [-sum(one["seat"] == seat and one["state"] == "rotten" for one in column) for seat in range(players)]
    for (_, _, seat), share in zip(ranking, shares, strict=False):
        result[seat] += share
    return result


HOW = {
    "boat": boat, "starter": starter, "tide": tide, "flooded": flooded, "rot": rot, "sow": on_field, "grow": on_field,
    "harvest": on_field, "buy_seed": buy, "buy_other": buy, "buy_joker": buy_joker, "joker": joker, "heal": joker,
    "bid": bid, "pass": after_pass,
}  # fmt: skip
