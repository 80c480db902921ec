"""A real box on a table, hands and fields included, played to its end by the second model. It speaks the JSON of the interface."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Any

from tests.games.nile.second_model import FIELDS, STOCK, Move, begin, columns_for, enter

Choice = Callable[[], None]


def random_game(rng: random.Random, chosen: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any], list[Move]]:
    """Players, options and the moves of a whole legal game; by the `chosen` options where there are any."""
    while True:
        players = rng.randint(2, 5)
        options: dict[str, Any] = {
            name: rng.random() < 0.4 for name in ("hippo", "start_bid", "buy_others", "joker_heals")
        }
        options["purge_every_turn"] = rng.random() < 0.8
        options["ebb_arrow"] = rng.choice(["first", "all"])
        options["flood_arrow"] = rng.random() < 0.3
        options["extra_joker"] = rng.random() < 0.7
        options["desert_reshuffle"] = rng.random() < 0.4
        options["rot_balance"] = rng.choice(["column", "phase"])
        options |= chosen or {}
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
        self.has_bought = False
        self.deserts = 3

    def do(self, kind: str, **fields: Any) -> None:
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
        self.fields[field].append({"seat": seat, "plant": kind, "ripe": ripe, "used": False})

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
        which: dict[str, int] = {}
        if self.options["flood_arrow"] and arrows:
            arrows, moved, which = self.ended_by_an_arrow(moved)
            jokers = max(1, min(jokers, moved))
        deserts = self.rng.randint(0, min(jokers - arrows, self.match["pile"]))
        self.deserts += deserts
        flooded = self.rng.sample(dry, moved)
        self.wet.update(flooded)
        self.do("tide", moved=moved, arrows=arrows, jokers=jokers, deserts=deserts, **which)
        self.into_boat(flooded)

    def ended_by_an_arrow(self, most: int) -> tuple[int, int, dict[str, int]]:
        """One arrow that ends the phase: on the only card, or on the second of two."""
        moved = self.rng.randint(1, most)
        return 1, moved, {"arrow_on": 2} if moved == 2 else {}

    def into_boat(self, fields: list[int]) -> None:
        gone = [plant for field in fields for plant in self.fields[field]]
        for field in fields:
            self.fields[field] = []
        if gone:
            self.do("flooded", plants=[{"seat": plant["seat"], "plant": plant["plant"]} for plant in gone])

    def ebb(self) -> None:
        """NI-22: an arrow on the first card at Ebb 2 lets the second stay."""
        moved = min(2, len(self.wet))
        arrows = self.rng.randint(0, moved) if self.rng.random() < 0.4 else 0
        which: dict[str, int] = {}
        if self.match["marker"] == "ebb2" and arrows and self.options["ebb_arrow"] == "first":
            arrows, moved, which = self.ended_by_an_arrow(moved)
        deserts = self.rng.randint(0, min(moved, self.match["pile"], 1))
        self.deserts += deserts
        self.wet -= set(self.rng.sample(sorted(self.wet), moved))
        self.do("tide", moved=moved, arrows=arrows, deserts=deserts, **which)
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
        seat, ap = self.match["turn"], self.match["ap"]
        choices = [*self.on_fields(seat, ap), *self.elsewhere(seat, ap)]
        if not choices or self.rng.random() < 0.08:
            self.do("pass", seat=seat, **self.ending(seat, often=0.1))
        else:
            self.rng.choice(choices)()

    def ending(self, seat: int, often: float) -> Move:
        """Whether it says up to whom actions end: to the player's own or to somebody's to come; then all begin anew."""
        self.has_bought = False
        for plant in chain(*self.fields):
            plant["used"] = False
        to_come = 0 if self.match["extra"] else (self.match["starter"] - seat - 1) % self.n
        return {"through": (seat + self.rng.randint(0, to_come)) % self.n} if self.rng.random() < often else {}

    def on_fields(self, seat: int, ap: int) -> list[Choice]:
        """What can be done on fields; harvests are favoured, so that games come to an end."""
        room = [field for field in self.room(seat) if self.hands[seat] and ap > len(self.fields[field])]
        choices: list[Choice] = [partial(self.sow, seat, field) for field in self.rng.sample(room, min(2, len(room)))]
        for field, plants in enumerate(self.fields):
            for plant in plants:
                if plant["seat"] != seat or plant["used"] or ap < len(plants):
                    continue
                if not plant["ripe"]:
                    choices += [partial(self.grow, seat, field, plant)] * 2
                    continue
                for column in columns_for(self.match, plant["plant"], self.palms[field]):
                    choices += [partial(self.harvest, seat, field, plant, column)] * 3
        return choices

    def elsewhere(self, seat: int, ap: int) -> list[Choice]:
        choices: list[Choice] = []
        mine = [plant["plant"] for plant in self.match["boat"] if plant["seat"] == seat]
        others = [plant for plant in self.match["boat"] if plant["seat"] != seat]
        if ap and mine:
            choices.append(partial(self.buy_seed, seat, self.rng.choice(mine)))
        if ap >= 2 and others and self.options["buy_others"]:
            choices.append(partial(self.buy_other, seat, self.rng.choice(others)))
        left = self.match["pile"] + (self.match["spent"] if self.options["desert_reshuffle"] else 0)
        may_buy = self.options["extra_joker"] or not self.match["extra"]
        if ap and left and not self.has_bought and may_buy:
            choices.append(partial(self.buy_joker, seat))
        if self.match["jokers"][seat] and not self.match["extra"]:
            choices.append(partial(self.do, "joker", seat=seat))
            for column, plants in self.match["market"].items():
                spoiled = [square for square, plant in enumerate(plants) if plant["state"] == "spoiled"]
                if spoiled and self.options["joker_heals"]:
                    square = self.rng.choice(spoiled)
                    choices.append(partial(self.do, "heal", seat=seat, column=int(column), square=square))
        return choices

    def sow(self, seat: int, field: int) -> None:
        kind = self.take(seat, 1)[0]
        shared = bool(self.fields[field])
        self.plant(seat, kind, field, ripe=False)
        self.fields[field][-1]["used"] = True
        self.do("sow", seat=seat, plant=kind, shared=shared)

    def grow(self, seat: int, field: int, plant: dict[str, Any]) -> None:
        plant.update(ripe=True, used=True)
        self.do("grow", seat=seat, plant=plant["plant"], shared=len(self.fields[field]) > 1)

    def harvest(self, seat: int, field: int, plant: dict[str, Any], column: int) -> None:
        shared = len(self.fields[field]) > 1
        self.fields[field].remove(plant)
        sold = {"plant": plant["plant"], "quality": self.palms[field], "column": column, "shared": shared}
        self.do("harvest", seat=seat, **sold, **(self.ending(seat, often=1) if self.rng.random() < 0.1 else {}))

    def buy_seed(self, seat: int, kind: str) -> None:
        self.do("buy_seed", seat=seat, plant=kind)
        self.hands[seat].append(kind)

    def buy_other(self, seat: int, plant: dict[str, Any]) -> None:
        self.hands[plant["seat"]].append(plant["plant"])
        self.do("buy_other", seat=seat, owner=plant["seat"], plant=plant["plant"])

    def buy_joker(self, seat: int) -> None:
        self.has_bought = True
        self.do("buy_joker", seat=seat)
