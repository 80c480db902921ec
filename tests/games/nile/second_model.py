"""A second An den Ufern des Nils, written from the clauses alone and in another manner, to hold the first against.

One dictionary that changes, no rulings. `random_game` plays a real box, hands and fields included, to the end; `expected`
says where a match of depth `market` stands after each of its moves. Both speak the JSON of the interface.
"""

import random
from typing import Any

Match = dict[str, Any]
Move = dict[str, Any]

STOCK = {"flax": 5, "wheat": 4, "grapes": 3, "onions": 2, "aubergine": 1}
SQUARES = {"4": 3, "3": 4, "2": 4, "1": 5}
FIELDS = {2: 21, 3: 24, 4: 26, 5: 28}
RING = ["flood", "ebb1", "ebb2"]
DEFAULTS = {
    "purge_every_turn": True,
    "rot_balance": "column",
    "hippo": False,
    "start_bid": False,
    "buy_others": False,
    "joker_heals": False,
}


def expected(players: int, options: dict[str, Any], moves: list[Move]) -> list[dict[str, Any]]:
    """What a match shows after each move."""
    match = begin(players, options)
    shown = []
    for move in moves:
        enter(match, move)
        shown.append(show(match))
    return shown


def begin(players: int, options: dict[str, Any]) -> Match:
    """A match before anything was entered."""
    return {
        "n": players,
        "options": {**DEFAULTS, **options},
        "phase": "boat",
        "starter": None,
        "marker": "flood",
        "filled": [False] * players,
        "turn": None,
        "ap": None,
        "paused": None,
        "extra": False,
        "blocked": set(),
        "market": {name: [] for name in SQUARES},
        "boat": [],
        "pawns": [1] * players,
        "obelisk": 30,
        "lost": [0] * players,
        "jokers": [2] * players,
        "pile": 27 - 2 * players,
        "water": players,
        "bids": {},
        "winners": None,
    }


def show(match: Match) -> dict[str, Any]:
    """What everybody sees of the match, copied."""
    return {
        **{name: match[name] for name in ("phase", "starter", "marker", "ap", "extra", "obelisk", "winners")},
        "turn": whose_turn(match),
        "market": {name: [dict(plant) for plant in plants] for name, plants in match["market"].items()},
        "boat": [dict(plant) for plant in match["boat"]],
        "pawns": list(match["pawns"]),
        "lost": list(match["lost"]),
        "jokers": list(match["jokers"]),
        "scores": [pawn - 1 for pawn in match["pawns"]],
        "desert_pile": match["pile"],
        "water_lying": match["water"],
        "bids": sorted(match["bids"]),
    }


def whose_turn(match: Match) -> int | None:
    """Whose turn it is, as the interface says it."""
    if match["phase"] == "boat" and match["starter"] is not None:
        for step in range(match["n"]):
            seat: int = (match["starter"] + step) % match["n"]
            if not match["filled"][seat]:
                return seat
    turn: int | None = {"tide": match["starter"], "actions": match["turn"]}.get(match["phase"])
    return turn


def enter(match: Match, move: Move) -> None:
    """Makes the move in the match."""
    HOW[move["kind"]](match, move)
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
    match["ap"], match["pile"] = match["ap"] - 1, match["pile"] - 1
    match["jokers"][move["seat"]] += 1


def joker(match: Match, move: Move) -> None:
    """NI-23, NI-53."""
    match["jokers"][move["seat"]] -= 1
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
    match["pile"] -= move.get("deserts", 0)
    ended = False
    for _ in range(arrows):
        match["marker"] = RING[(RING.index(match["marker"]) + 1) % 3]
        ended = ended or (played == "ebb" and match["marker"] == "flood")
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
    "boat": boat,
    "starter": starter,
    "tide": tide,
    "flooded": flooded,
    "rot": rot,
    "sow": on_field,
    "grow": on_field,
    "harvest": on_field,
    "buy_seed": buy,
    "buy_other": buy,
    "buy_joker": buy_joker,
    "joker": joker,
    "heal": joker,
    "bid": bid,
    "pass": after_pass,
}


def random_game(rng: random.Random) -> tuple[int, dict[str, Any], list[Move]]:
    """Players, options and the moves of a whole legal game."""
    while True:
        players = rng.randint(2, 5)
        options: dict[str, Any] = {
            name: rng.random() < 0.4 for name in ("hippo", "start_bid", "buy_others", "joker_heals")
        }
        options["purge_every_turn"] = rng.random() < 0.8
        options["rot_balance"] = rng.choice(["column", "phase"])
        moves = Box(rng, players, options).play()
        if moves is not None:
            return players, options, moves


class Box:
    """A real box on a table: hands and fields, which a match of depth `market` does not know."""

    def __init__(self, rng: random.Random, players: int, options: dict[str, Any]) -> None:
        self.rng, self.n, self.options = rng, players, options
        self.match = begin(players, options)
        self.moves: list[Move] = []
        self.hands = [[kind for kind, count in STOCK.items() for _ in range(count)] for _ in range(players)]
        self.palms = [rng.randint(1, 4) for _ in range(FIELDS[players])]
        self.fields: list[list[dict[str, Any]]] = [[] for _ in self.palms]
        self.wet: set[int] = set()
        self.piles = [45 // players] * players
        self.deserts = 3

    def do(self, kind: str, **fields: Any) -> None:
        """Makes a move and notes it."""
        move = {"kind": kind, **fields}
        self.moves.append(move)
        enter(self.match, move)

    def play(self) -> list[Move] | None:
        """The moves of the whole game, or None where it does not end."""
        self.start()
        while self.match["phase"] != "over":
            if len(self.moves) > 900:
                return None
            self.tide()
            self.events()
            while self.match["phase"] == "actions":
                self.act()
        return self.moves

    def take(self, seat: int, count: int) -> list[str]:
        """So many plants out of a hand."""
        taken = self.rng.sample(self.hands[seat], min(count, len(self.hands[seat])))
        for kind in taken:
            self.hands[seat].remove(kind)
        return taken

    def start(self) -> None:
        """NI-8, NI-51."""
        seats = list(range(self.n))
        if self.options["start_bid"]:
            while self.match["phase"] == "boat":
                self.bids([self.rng.randint(0, 3) for _ in seats])
        else:
            self.rng.shuffle(seats)
            entries = [*seats, None]
            self.rng.shuffle(entries)
            for seat in entries:
                if seat is None:
                    self.do("starter", seat=self.rng.randrange(self.n))
                else:
                    self.do("boat", seat=seat, plants=self.take(seat, 2))
        for seat in range(self.n):
            self.piles[seat] -= 1
            self.wet.add(self.rng.choice([field for field in range(len(self.palms)) if field not in self.wet]))
        for seat in range(self.n):
            for ripe in (True, False):
                self.plant(seat, self.take(seat, 1)[0], self.rng.choice(self.room(seat)), ripe=ripe)

    def room(self, seat: int) -> list[int]:
        """The fields on which a player may lay a plant (NI-12)."""
        return [
            field
            for field, plants in enumerate(self.fields)
            if field not in self.wet and len(plants) < 2 and all(plant["seat"] != seat for plant in plants)
        ]

    def plant(self, seat: int, kind: str, field: int, *, ripe: bool) -> None:
        """Lays a plant on a field."""
        self.fields[field].append({"seat": seat, "plant": kind, "ripe": ripe, "turn": None})

    def tide(self) -> None:
        """Flood or ebb, and the other at once where one cannot be played."""
        while self.match["phase"] == "tide":
            if self.match["marker"] == "flood":
                self.flood(self.match["starter"])
            else:
                self.ebb()

    def flood(self, starter: int) -> None:
        """NI-21 with NI-11."""
        dry = [field for field in range(len(self.palms)) if field not in self.wet]
        moved = min(self.rng.choice([2, 2, 2, 1, 0]), self.piles[starter], len(dry))
        self.piles[starter] -= moved
        jokers = self.rng.randint(0, min(moved, self.deserts)) if self.rng.random() < 0.3 else 0
        self.deserts -= jokers
        arrows = self.rng.randint(0, jokers)
        deserts = self.rng.randint(0, min(jokers - arrows, self.match["pile"]))
        self.deserts += deserts
        flooded = self.rng.sample(dry, moved)
        self.wet.update(flooded)
        self.do("tide", moved=moved, arrows=arrows, jokers=jokers, deserts=deserts)
        self.into_boat(flooded)

    def into_boat(self, fields: list[int]) -> None:
        """Sends what grows on fields into the boat."""
        gone = [plant for field in fields for plant in self.fields[field]]
        for field in fields:
            self.fields[field] = []
        if gone:
            self.do("flooded", plants=[{"seat": plant["seat"], "plant": plant["plant"]} for plant in gone])

    def ebb(self) -> None:
        """NI-22: an arrow on the first card at Ebb 2 lets the second stay."""
        moved = min(2, len(self.wet))
        arrows = self.rng.randint(0, moved) if self.rng.random() < 0.4 else 0
        if self.match["marker"] == "ebb2" and arrows:
            arrows, moved = 1, self.rng.randint(1, moved)
        deserts = self.rng.randint(0, min(moved, self.match["pile"], 1))
        self.deserts += deserts
        self.wet -= set(self.rng.sample(sorted(self.wet), moved))
        self.do("tide", moved=moved, arrows=arrows, deserts=deserts)
        dry = [field for field, plants in enumerate(self.fields) if plants]
        if deserts and dry:
            self.into_boat([self.rng.choice(dry)])

    def events(self) -> None:
        """Rot (NI-41) and the hippo (NI-50)."""
        if self.rng.random() < 0.5:
            palms = self.rng.randint(1, 4)
            column = self.rng.randint(1, palms)
            plants = self.match["market"][str(column)]
            can = [square for square, plant in enumerate(plants) if plant["state"] != "rotten"]
            hit = self.rng.sample(can, min(2, len(can)))
            named = {"palms": palms} if self.rng.random() < 0.5 else {}
            self.do("rot", column=column, plants=hit, **named)
        if self.options["hippo"] and self.rng.random() < 0.2:
            self.bids([self.rng.randint(0, 2) for _ in range(self.n)])

    def bids(self, counts: list[int]) -> None:
        """Everybody bids; whose bid goes into the boat loses it from the hand."""
        held = [self.take(seat, count) for seat, count in enumerate(counts)]
        before = list(self.match["boat"])
        for seat in self.rng.sample(range(self.n), self.n):
            self.do("bid", seat=seat, plants=list(held[seat]))
        into = self.match["boat"][len(before) :]
        for seat, plants in enumerate(held):
            if not any(plant["seat"] == seat for plant in into):
                self.hands[seat] += plants

    def act(self) -> None:
        """One action of whoever is on turn, or the pass."""
        seat, ap = self.match["turn"], self.match["ap"]
        stamp = (len([move for move in self.moves if move["kind"] == "pass"]), seat)
        choices = [*self.on_fields(seat, ap, stamp), *self.elsewhere(seat, ap, stamp)]
        if not choices or self.rng.random() < 0.08:
            self.do("pass", seat=seat)
            return
        name, arguments = self.rng.choice(choices)
        getattr(self, name)(seat, *arguments)

    def on_fields(self, seat: int, ap: int, stamp: Any) -> list[tuple[str, tuple[Any, ...]]]:
        """What can be done on fields; harvests are favoured, so that games come to an end."""
        choices: list[tuple[str, tuple[Any, ...]]] = []
        for field in self.room(seat):
            if self.hands[seat] and ap > len(self.fields[field]):
                choices.append(("sow", (field, stamp)))
        choices = self.rng.sample(choices, min(2, len(choices)))
        for field, plants in enumerate(self.fields):
            for plant in plants:
                if plant["seat"] != seat or plant["turn"] == stamp or ap < len(plants):
                    continue
                if not plant["ripe"]:
                    choices += [("grow", (field, plant, stamp))] * 2
                for column in range(1, self.palms[field] + 1):
                    lying = self.match["market"][str(column)]
                    alike = plant["plant"] in [one["plant"] for one in lying[-2:]]
                    if plant["ripe"] and not alike and len(lying) < SQUARES[str(column)]:
                        choices += [("harvest", (field, plant, column))] * 3
        return choices

    def elsewhere(self, seat: int, ap: int, stamp: Any) -> list[tuple[str, tuple[Any, ...]]]:
        """What can be done with boat and jokers."""
        choices: list[tuple[str, tuple[Any, ...]]] = []
        mine = [plant["plant"] for plant in self.match["boat"] if plant["seat"] == seat]
        others = [plant for plant in self.match["boat"] if plant["seat"] != seat]
        if ap and mine:
            choices.append(("buy_seed", (self.rng.choice(mine),)))
        if ap >= 2 and others and self.options["buy_others"]:
            choices.append(("buy_other", (self.rng.choice(others),)))
        bought = any(
            move["kind"] == "buy_joker" and move["seat"] == seat for move in self.moves[self.since_last_pass() :]
        )
        if ap and self.match["pile"] and not bought:
            choices.append(("buy_joker", ()))
        if self.match["jokers"][seat] and not self.match["extra"]:
            choices.append(("joker", ()))
            for column, plants in self.match["market"].items():
                spoiled = [square for square, plant in enumerate(plants) if plant["state"] == "spoiled"]
                if spoiled and self.options["joker_heals"]:
                    choices.append(("heal", (int(column), self.rng.choice(spoiled))))
        return choices

    def since_last_pass(self) -> int:
        """Where the moves of the present phase begin."""
        passes = [index for index, move in enumerate(self.moves) if move["kind"] == "pass"]
        return passes[-1] if passes else 0

    def sow(self, seat: int, field: int, stamp: Any) -> None:
        """Lays a seed from the hand."""
        kind = self.take(seat, 1)[0]
        shared = bool(self.fields[field])
        self.plant(seat, kind, field, ripe=False)
        self.fields[field][-1]["turn"] = stamp
        self.do("sow", seat=seat, plant=kind, shared=shared)

    def grow(self, seat: int, field: int, plant: dict[str, Any], stamp: Any) -> None:
        """Turns a seed."""
        plant.update(ripe=True, turn=stamp)
        self.do("grow", seat=seat, plant=plant["plant"], shared=len(self.fields[field]) > 1)

    def harvest(self, seat: int, field: int, plant: dict[str, Any], column: int) -> None:
        """Brings a plant to the market."""
        shared = len(self.fields[field]) > 1
        self.fields[field].remove(plant)
        palms = self.palms[field]
        self.do("harvest", seat=seat, plant=plant["plant"], quality=palms, column=column, shared=shared)

    def buy_seed(self, seat: int, kind: str) -> None:
        """Takes a seed back."""
        self.do("buy_seed", seat=seat, plant=kind)
        self.hands[seat].append(kind)

    def buy_other(self, seat: int, plant: dict[str, Any]) -> None:
        """Buys another player's seed, which goes back to its owner."""
        self.hands[plant["seat"]].append(plant["plant"])
        self.do("buy_other", seat=seat, owner=plant["seat"], plant=plant["plant"])

    def buy_joker(self, seat: int) -> None:
        """Buys a joker."""
        self.do("buy_joker", seat=seat)

    def joker(self, seat: int) -> None:
        """Spends a joker."""
        self.do("joker", seat=seat)

    def heal(self, seat: int, column: int, square: int) -> None:
        """Heals a plant."""
        self.do("heal", seat=seat, column=column, square=square)
