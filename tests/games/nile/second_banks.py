"""The banks of the Nile played on by themselves: water, desert and plants on real fields, from the clauses alone (NI-2 to NI-24).

Boat, market, jokers, points and whose turn it is are those of `second_model`, which every move told here is entered in. What is
not about fields besides (hippo, plants of others, jokers that heal) is left out; `second_box` plays those.
"""

import random
from collections.abc import Iterator
from typing import Any

from tests.games.nile.second_model import STOCK, Move, begin, columns_for, enter
from tests.there import there

Field = tuple[str, int, int]

COVERED = {2: [("left", 2), ("right", 2), ("left", 3)], 3: [("left", 2), ("right", 2)], 4: [("left", 2)], 5: []}
EDGES = ("single", "single", "double", "none")


def named(field: Field) -> dict[str, Any]:
    return dict(zip(("bank", "row", "square"), field, strict=True))


class Banks:
    """What lies on the fields and in the hands, and the match of the second model beside them."""

    def __init__(self, rng: random.Random, players: int, options: dict[str, Any]) -> None:
        self.rng, self.players, self.options = rng, players, options
        covered = COVERED[players]
        if players == 2 and options["two_player_cover"] == "german":
            covered = [("left", 2), ("left", 3)]
        rows = [(bank, row) for bank in ("left", "right") for row in (2, 3, 4, 5) if (bank, row) not in covered]
        self.fields: list[Field] = [(bank, row, square) for bank, row in rows for square in range(row)]
        self.palms = {field: rng.randint(1, 2 if field[2] == field[1] - 1 else 4) for field in self.fields}
        self.water: dict[Field, tuple[str, str]] = {}
        self.desert: set[Field] = set()
        self.plants: dict[Field, list[dict[str, Any]]] = {field: [] for field in self.fields}
        self.hands = [dict(STOCK) for _ in range(players)]
        self.match, self.starter = begin(players, options), rng.randrange(players)

    def do(self, kind: str, **fields: Any) -> Move:
        """A move, entered in the second model too."""
        move = {"kind": kind, **fields}
        enter(self.match, move)
        return move

    def take(self, seat: int) -> str | None:
        held = [kind for kind, count in self.hands[seat].items() if count]
        if not held:
            return None
        kind = self.rng.choice(held)
        self.hands[seat][kind] -= 1
        return kind

    def beside(self, field: Field, step: int) -> Field:
        return (field[0], field[1], field[2] + step)

    def fits(self, field: Field, near: str, far: str) -> bool:
        """NI-10, along the row only."""
        inner = "single" if field[2] == 0 else self.water.get(self.beside(field, -1), ("", "none"))[1]
        outer = self.water.get(self.beside(field, 1), (far, ""))[0]
        return (
            field not in self.water
            and near == inner != "none"
            and far == outer
            and (outer != "none" or self.is_out(field))
        )

    def is_out(self, field: Field) -> bool:
        return self.beside(field, 1) not in self.water

    def lay_water(self, *, on_free: bool) -> dict[str, Any] | None:
        """A card that fits somewhere, laid; plants there go into the boat (NI-11)."""
        ways = [
            (field, near, far)
            for field in self.fields
            for near in ("single", "double")
            for far in EDGES
            if self.fits(field, near, far) and not (on_free and (self.plants[field] or field in self.desert))
        ]
        if not ways:
            return None
        field, near, far = self.rng.choice(ways)
        self.water[field] = (near, far)
        self.into_boat(field)
        return {"field": named(field), "card": [near, far]}

    def into_boat(self, field: Field) -> None:
        self.match["boat"] += [{name: one[name] for name in ("seat", "plant")} for one in self.plants[field]]
        self.plants[field] = []

    def room(self, seat: int, kind: str) -> list[Field]:
        """Where a player may lay a plant of this kind (NI-12, and the house rule on kinds)."""
        return [
            field
            for field in self.fields
            if field not in self.water
            and field not in self.desert
            and len(self.plants[field]) < 2
            and all(one["seat"] != seat for one in self.plants[field])
            and (self.options["same_kind"] or all(one["plant"] != kind for one in self.plants[field]))
        ]

    def start(self) -> list[Move]:
        """NI-6, NI-8: deserts, then water of all, then plants of all, told player by player."""
        edge = [field for field in self.fields if field[2] == field[1] - 1]
        self.desert = set(self.rng.sample(edge, 3))
        begun, waters, planted = self.bids() if self.options["start_bid"] else self.boats(), [], []
        for seat in range(self.players):
            waters.append({"kind": "lay_first", "seat": seat, "water": self.lay_water(on_free=True)})
        for seat in range(self.players):
            planted.append(
                {"kind": "lay_first", "seat": seat, "ripe": self.plant(seat), "seed": self.plant(seat, "seed")}
            )
        palms = [{"field": named(field), "palms": count} for field, count in self.palms.items()]
        deserts = [{"kind": "first_desert", "field": named(field)} for field in sorted(self.desert)]
        return [*begun, *deserts, *waters, *planted, {"kind": "palms", "fields": palms}]

    def boats(self) -> list[Move]:
        first = self.do("starter", seat=self.starter)
        return [
            first,
            *(self.do("boat", seat=one, plants=[self.take(one), self.take(one)]) for one in range(self.players)),
        ]

    def bids(self) -> list[Move]:
        """NI-51: everybody bids another number."""
        counts = self.rng.sample(range(5), self.players)
        bid = [[str(self.take(seat)) for _ in range(count)] for seat, count in enumerate(counts)]
        return [self.do("bid", seat=seat, plants=kinds) for seat, kinds in enumerate(bid)]

    def plant(self, seat: int, side: str = "ripe") -> dict[str, Any]:
        """A first plant out of the hand, laid where it may lie."""
        kind = there(self.take(seat))
        field = self.rng.choice(self.room(seat, kind))
        self.plants[field].append({"seat": seat, "plant": kind, "ripe": side == "ripe", "used": False})
        return {"plant": kind, "field": named(field)}

    def round(self) -> Iterator[list[Move]]:
        """The moves of a round, a few at a time."""
        while self.match["phase"] == "tide":
            yield [self.flood() if self.match["marker"] == "flood" else self.ebb()]
        if self.rng.random() < 0.3:
            yield [self.rot()]
        for _ in range(self.players):
            yield self.act(self.match["turn"])

    def flood(self) -> Move:
        """NI-21, with the desert cards it floods."""
        laid, jokers, arrows = [], 0, 0
        for _ in range(self.rng.choice((2, 2, 1))):
            before = set(self.desert)
            one = self.lay_water(on_free=False)
            if one is None:
                break
            laid.append(one)
            field: Field = (one["field"]["bank"], one["field"]["row"], one["field"]["square"])
            jokers += field in before
            self.desert.discard(field)
            arrows += field in before and self.rng.random() < 0.4
            if arrows and self.options["flood_arrow"]:
                break
        which = {"arrow_on": 2} if arrows and self.options["flood_arrow"] and len(laid) == 2 else {}
        return self.do("tide", moved=len(laid), arrows=arrows, jokers=jokers, laid=laid, **which)

    def ebb(self) -> Move:
        """NI-22, with the desert cards that an event puts on fields."""
        ends = self.match["marker"] == "ebb2" and self.options["ebb_arrow"] == "first"
        taken, advanced, arrows = [], [], 0
        for _ in range(min(2, len(self.water))):
            outermost = [at for at in self.water if not any(one[:2] == at[:2] and one[2] > at[2] for one in self.water)]
            field = self.rng.choice(outermost if self.options["ebb_outermost_only"] else sorted(self.water))
            del self.water[field]
            taken.append(named(field))
            if self.rng.random() < 0.4:
                advanced += self.advance(field)
            elif self.rng.random() < 0.4:
                arrows += 1
                if ends:
                    break
        which = {"arrow_on": 2} if ends and arrows and len(taken) == 2 else {}
        told = {"taken": taken, "advanced": advanced, "deserts": len(advanced), **which}
        return self.do("tide", moved=len(taken), arrows=arrows, **told)

    def rot(self) -> Move:
        """NI-41: up to two plants of a column that are not rotten yet."""
        column = self.rng.randint(1, 4)
        can = [at for at, plant in enumerate(self.match["market"][str(column)]) if plant["state"] != "rotten"]
        return self.do("rot", column=column, plants=self.rng.sample(can, min(2, len(can))))

    def advance(self, field: Field) -> list[dict[str, Any]]:
        """NI-42: a desert card in the row, next to the desert or to a desert card, on a field without water."""
        row = [one for one in self.fields if one[:2] == field[:2]]
        beside = [
            one
            for one in row
            if one not in self.water
            and one not in self.desert
            and (one[2] == one[1] - 1 or self.beside(one, 1) in self.desert or self.beside(one, -1) in self.desert)
        ]
        if not beside:
            return []
        chosen = self.rng.choice(beside)
        self.desert.add(chosen)
        self.into_boat(chosen)
        return [named(chosen)]

    def act(self, seat: int) -> list[Move]:
        """A player's actions for three points, each plant used once (NI-23)."""
        moves: list[Move] = []
        for one in (one for plants in self.plants.values() for one in plants):
            one["used"] = False
        while self.match["ap"] and self.rng.random() < 0.9:
            if self.match["jokers"][seat] and self.rng.random() < 0.2:
                moves.append(self.do("joker", seat=seat))
            choices = [move for move in (self.sow(seat), self.ripen(seat), self.harvest(seat), self.buy(seat)) if move]
            affordable = [move for move in choices if move[0] <= self.match["ap"]]
            if not affordable:
                break
            _, move, change = self.rng.choice(affordable)
            change()
            moves.append(self.do(**move))
        return [*moves, self.do("pass", seat=seat)]

    def cost(self, field: Field, seat: int) -> int:
        return 1 + any(one["seat"] != seat for one in self.plants[field])

    def sow(self, seat: int) -> Any:
        held = [kind for kind, count in self.hands[seat].items() if count]
        ways = [(kind, field) for kind in held for field in self.room(seat, kind)]
        if not ways:
            return None
        kind, field = self.rng.choice(ways)
        cost = self.cost(field, seat)

        def do() -> None:
            self.hands[seat][kind] -= 1
            self.plants[field].append({"seat": seat, "plant": kind, "ripe": False, "used": True})

        return cost, {"kind": "sow", "seat": seat, "plant": kind, "shared": cost == 2, "field": named(field)}, do

    def own(self, seat: int, *, ripe: bool) -> list[tuple[Field, dict[str, Any]]]:
        return [
            (field, one)
            for field, plants in self.plants.items()
            for one in plants
            if one["seat"] == seat and one["ripe"] == ripe and not one["used"]
        ]

    def ripen(self, seat: int) -> Any:
        ways = self.own(seat, ripe=False)
        if not ways:
            return None
        field, one = self.rng.choice(ways)
        cost = self.cost(field, seat)
        move = {"kind": "grow", "seat": seat, "plant": one["plant"], "shared": cost == 2, "field": named(field)}
        return cost, move, lambda: one.update(ripe=True, used=True)

    def harvest(self, seat: int) -> Any:
        ways = [
            (field, one, column)
            for field, one in self.own(seat, ripe=True)
            for column in columns_for(self.match, one["plant"], self.palms[field])
        ]
        if not ways:
            return None
        field, one, column = self.rng.choice(ways)
        cost, quality = self.cost(field, seat), self.palms[field]
        move = {"kind": "harvest", "seat": seat, "plant": one["plant"], "quality": quality, "column": column}
        return cost, {**move, "shared": cost == 2, "field": named(field)}, lambda: self.plants[field].remove(one)

    def buy(self, seat: int) -> Any:
        own = [one["plant"] for one in self.match["boat"] if one["seat"] == seat]
        if not own:
            return None
        kind = self.rng.choice(own)

        def do() -> None:
            self.hands[seat][kind] += 1

        return 1, {"kind": "buy_seed", "seat": seat, "plant": kind}, do
