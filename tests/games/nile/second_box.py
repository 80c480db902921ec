"""A real box on a table, played at random by the second model from the clauses alone: hands, fields, water, desert (NI-2 to NI-53).

It speaks the JSON of the interface, and by the depth of the match says its moves with the fields or without.
"""

import random
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from tests.games.nile.second_model import HOW, STOCK, Move, begin, columns_for, enter

Choice = Callable[[], None]
Plant = dict[str, Any]

COVERED = {2: [("left", 2), ("right", 2), ("left", 3)], 3: [("left", 2), ("right", 2)], 4: [("left", 2)], 5: []}
FAR_EDGES = ("single", "single", "double", "none")
EVENTS = ("arrow", "desert", "other")
HOW_OFTEN = {
    "hippo": 0.4, "start_bid": 0.4, "buy_others": 0.4, "joker_heals": 0.4, "purge_every_turn": 0.8, "flood_arrow": 0.3,
    "extra_joker": 0.7, "desert_reshuffle": 0.4,
}  # fmt: skip
ACTIONS = ("sow", "grow", "harvest", "buy_seed", "buy_other", "buy_joker", "joker", "heal")
MOST_ROUNDS = 60


def random_game(rng: random.Random, chosen: Mapping[str, Any] | None = None) -> tuple[int, dict[str, Any], list[Move]]:
    """Players, options and the moves of a whole legal game; by the `chosen` options where there are any."""
    while True:
        players = rng.randint(2, 5)
        options: dict[str, Any] = {name: rng.random() < often for name, often in HOW_OFTEN.items()}
        options["ebb_arrow"] = rng.choice(["first", "all"])
        options["rot_balance"] = rng.choice(["column", "phase"])
        options |= chosen or {}
        box = Box(rng, players, options)
        box.play(MOST_ROUNDS)
        if box.match["phase"] == "over":
            return players, options, box.moves


class Field(NamedTuple):
    """A field as the interface names it; a row runs from the Nile out to the desert (NI-2)."""

    bank: str
    row: int
    square: int

    def step(self, squares: int) -> "Field":
        return Field(self.bank, self.row, self.square + squares)

    @property
    def is_at_desert(self) -> bool:
        return self.square == self.row - 1


Way = tuple[Field, str, str]


class Box:
    """What lies on the fields and in the hands, and beside them the match of the second model, which knows of neither.

    `told` is called with each move as soon as it is done.
    """

    def __init__(
        self, rng: random.Random, players: int, options: dict[str, Any], told: Callable[[Move], None] | None = None
    ) -> None:
        self.rng, self.n, self.told = rng, players, told
        self.match, self.moves = begin(players, options), list[Move]()
        self.options = self.match["options"]
        self.on_board = self.options["depth"] == "board"
        is_german = players == 2 and self.options["two_player_cover"] == "german"
        covered = [("left", 2), ("left", 3)] if is_german else COVERED[players]  # NI-2, NI-3
        rows = [(bank, row) for bank in ("left", "right") for row in (2, 3, 4, 5) if (bank, row) not in covered]
        fields = [Field(bank, row, square) for bank, row in rows for square in range(row)]
        self.palms = {field: rng.randint(1, 2 if field.is_at_desert else 4) for field in fields}
        self.plants: dict[Field, list[Plant]] = {field: [] for field in fields}
        self.water: dict[Field, tuple[str, str]] = {}
        self.desert: set[Field] = set()
        self.turned, self.washed = list[tuple[str, Field]](), list[Plant]()
        self.hands = [[kind for kind, count in STOCK.items() for _ in range(count)] for _ in range(players)]
        self.piles = [45 // players] * players
        self.has_bought = False

    def do(self, kind: str, **told: Any) -> None:
        """A move; one about fields alone says nothing to the second model, and is no move where they are not told."""
        move = {"kind": kind, **told}
        if kind in ACTIONS and self.rng.random() < 0.1:
            move |= self.ending(told["seat"], often=1)
        if kind in HOW:
            enter(self.match, move)
        elif not self.on_board:
            return
        self.moves.append(move)
        if self.told:
            self.told(move)

    def play(self, rounds: int) -> None:
        """The start and so many rounds (NI-20), fewer where the game ends before."""
        self.start()
        while rounds and self.match["phase"] != "over":
            while self.match["phase"] == "tide":
                self.tide()
            self.events()
            while self.match["phase"] == "actions":
                self.act()
            rounds -= 1

    def take(self, seat: int, count: int) -> list[str]:
        taken = self.rng.sample(self.hands[seat], min(count, len(self.hands[seat])))
        for kind in taken:
            self.hands[seat].remove(kind)
        return taken

    def start(self) -> None:
        """NI-6, NI-8: boat and pillar, then deserts, then water of all, then plants of all."""
        self.boats()
        for field in self.rng.sample([field for field in self.plants if field.is_at_desert], 3):
            self.desert.add(field)
            self.do("first_desert", field=field._asdict())
        for seat in range(self.n):
            self.piles[seat] -= 1
            way = self.rng.choice([one for one in self.ways() if one[0] not in self.desert])
            self.do("lay_first", seat=seat, water=self.lay(*way))
        for seat in range(self.n):
            self.do("lay_first", seat=seat, ripe=self.first(seat, ripe=True), seed=self.first(seat, ripe=False))
        self.do("palms", fields=[{"field": field._asdict(), "palms": count} for field, count in self.palms.items()])

    def boats(self) -> None:
        """NI-8 in any order, or bids, again after each tie (NI-51)."""
        while self.options["start_bid"] and self.match["phase"] == "boat":
            self.bids(3)
        for seat in self.rng.sample([*range(self.n), None], self.n + 1) if self.match["phase"] == "boat" else []:
            if seat is None:
                self.do("starter", seat=self.rng.randrange(self.n))
            else:
                self.do("boat", seat=seat, plants=self.take(seat, 2))

    def first(self, seat: int, *, ripe: bool) -> Move:
        [kind] = self.take(seat, 1)
        field = self.rng.choice(self.room(seat, kind))
        self.plants[field].append({"seat": seat, "plant": kind, "ripe": ripe, "used": False})
        return {"plant": kind, "field": field._asdict()}

    def bids(self, most: int) -> None:
        """Everybody bids; whose bid goes into the boat loses it from the hand (NI-50, NI-51)."""
        held = [self.take(seat, self.rng.randint(0, most)) for seat in range(self.n)]
        before = len(self.match["boat"])
        for seat in self.rng.sample(range(self.n), self.n):
            self.do("bid", seat=seat, plants=list(held[seat]))
        into = {plant["seat"] for plant in self.match["boat"][before:]}
        for seat in {*range(self.n)} - into:
            self.hands[seat] += held[seat]

    def tide(self) -> None:
        """Water laid or taken, then the events turned up (NI-11, NI-21, NI-22, NI-40)."""
        is_flood, marker = self.match["marker"] == "flood", self.match["marker"]
        ends = self.options["flood_arrow"] if is_flood else marker == "ebb2" and self.options["ebb_arrow"] == "first"
        cards = self.cards(is_flood=is_flood, ends=ends)
        advanced = self.advance([field for event, field in self.turned if event == "desert"])
        arrows = sum(event == "arrow" for event, _ in self.turned)
        move: Move = {"moved": len(cards), "arrows": arrows, "deserts": len(advanced)}
        move |= {"jokers": len(self.turned)} if is_flood else {}
        move |= {"arrow_on": 2} if ends and arrows and len(cards) == 2 else {}
        washed, self.turned, self.washed = self.washed, [], []
        if self.on_board:
            # The fields say what went into the boat; without them it is told.
            self.match["boat"] += washed
            move |= {("laid" if is_flood else "taken"): cards, "advanced": advanced}
        self.do("tide", **move)
        if washed and not self.on_board:
            self.do("flooded", plants=washed)

    def cards(self, *, is_flood: bool, ends: bool) -> list[Move]:
        """Two water cards, fewer where an arrow `ends` it, none is left or none of those in sight fits."""
        starter, cards = self.match["starter"], list[Move]()
        most = min(self.rng.choice((2, 2, 2, 1, 0)), self.piles[starter]) if is_flood else 2
        while len(cards) < most and not (ends and self.turned and self.turned[-1][0] == "arrow"):
            ways = self.ways() if is_flood else self.ways_out()
            if not ways:
                break
            way = self.rng.choice(ways)
            cards.append(self.lay(*way) if is_flood else self.take_off(way[0]))
        self.piles[starter] -= len(cards) if is_flood else 0
        return cards

    def ways(self) -> list[Way]:
        """Where a water card may lie, and by which edges (NI-10, along the row only)."""
        found = []
        for field in self.plants:
            near = self.water.get(field.step(-1), ("", "none"))[1] if field.square else "single"
            if field not in self.water and near != "none":
                further = self.water.get(field.step(1))
                found += [(field, near, far) for far in (further[:1] if further else FAR_EDGES)]
        return found

    def lay(self, field: Field, near: str, far: str) -> Move:
        """A desert card there is turned up, plants go into the boat (NI-11)."""
        self.water[field] = (near, far)
        if field in self.desert:
            self.desert.remove(field)
            self.turned.append((self.rng.choice(EVENTS), field))
        self.wash(field)
        return {"field": field._asdict(), "card": [near, far]}

    def wash(self, field: Field) -> None:
        self.washed += [{name: one[name] for name in ("seat", "plant")} for one in self.plants[field]]
        self.plants[field] = []

    def ways_out(self) -> list[Way]:
        """Any water, or by house rule the outermost of each row (NI-22)."""
        outermost = {field[:2]: field for field in sorted(self.water)}
        can = outermost.values() if self.options["ebb_outermost_only"] else self.water
        return [(field, *self.water[field]) for field in can]

    def take_off(self, field: Field) -> Move:
        del self.water[field]
        self.turned.append((self.rng.choice(EVENTS), field))
        return field._asdict()

    def advance(self, fields: list[Field]) -> list[Move]:
        """For each a desert card in its row, next to the desert or to a desert card, where no water lies (NI-42)."""
        advanced: list[Move] = []
        for field in fields:
            row = [one for one in self.plants if one[:2] == field[:2] and one not in self.desert | {*self.water}]
            edge = [one for one in row if one.is_at_desert or self.desert & {one.step(1), one.step(-1)}]
            if edge and self.left() > len(advanced):
                chosen = self.rng.choice(edge)
                self.desert.add(chosen)
                self.wash(chosen)
                advanced.append(chosen._asdict())
        return advanced

    def left(self) -> int:
        """The desert cards that can still be drawn."""
        pile: int = self.match["pile"]
        return pile + (self.match["spent"] if self.options["desert_reshuffle"] else 0)

    def events(self) -> None:
        """Rot (NI-41) and the hippo (NI-50)."""
        if self.rng.random() < 0.5:
            palms = self.rng.randint(1, 4)
            column = self.rng.randint(1, palms)
            plants = self.match["market"][str(column)]
            can = [square for square, plant in enumerate(plants) if plant["state"] != "rotten"]
            named = {"palms": palms} if self.rng.random() < 0.5 else {}
            self.do("rot", column=column, plants=self.rng.sample(can, min(2, len(can))), **named)
        if self.options["hippo"] and self.rng.random() < 0.2:
            self.bids(2)

    def act(self) -> None:
        """NI-23."""
        seat, ap = self.match["turn"], self.match["ap"]
        choices = [*self.on_fields(seat, ap), *self.elsewhere(seat, ap)]
        if not choices or self.rng.random() < 0.08:
            self.do("pass", seat=seat, **self.ending(seat, often=0.1))
        else:
            self.rng.choice(choices)()

    def ending(self, seat: int, often: float) -> Move:
        """Whether it says up to whom actions end: to the player's own or to somebody's to come; then all begin anew."""
        self.has_bought = False
        for plant in chain(*self.plants.values()):
            plant["used"] = False
        to_come = 0 if self.match["extra"] else (self.match["starter"] - seat - 1) % self.n
        return {"through": (seat + self.rng.randint(0, to_come)) % self.n} if self.rng.random() < often else {}

    def on_fields(self, seat: int, ap: int) -> list[Choice]:
        """What can be done on fields; harvests are favoured, so that games come to an end."""
        choices: list[Choice] = []
        if ap and self.hands[seat]:
            kind = self.rng.choice(self.hands[seat])
            room = [field for field in self.room(seat, kind) if ap > len(self.plants[field])]
            for field in self.rng.sample(room, min(2, len(room))):
                choices.append(partial(self.tend, "sow", field, {"seat": seat, "plant": kind}))
        for field, plants in self.plants.items():
            for plant in plants:
                if plant["seat"] != seat or plant["used"] or ap < len(plants):
                    continue
                if not plant["ripe"]:
                    choices += [partial(self.tend, "grow", field, plant)] * 2
                    continue
                palms = self.palms[field]
                for column in columns_for(self.match, plant["plant"], palms):
                    choices += [partial(self.tend, "harvest", field, plant, quality=palms, column=column)] * 3
        return choices

    def room(self, seat: int, kind: str) -> list[Field]:
        """Where a player may lay a plant of this kind (NI-12, and the house rule on kinds)."""
        same, covered = self.options["same_kind"], {*self.water, *self.desert}
        return [
            field
            for field, plants in self.plants.items()
            if field not in covered
            and len(plants) < 2
            and (not plants or (plants[0]["seat"] != seat and (same or plants[0]["plant"] != kind)))
        ]

    def elsewhere(self, seat: int, ap: int) -> list[Choice]:
        """What points buy (NI-23, NI-52), and jokers, which the hippo's phase knows not (NI-50, NI-53)."""
        choices: list[Choice] = []
        for is_own in (True, False):
            plants = [plant for plant in self.match["boat"] if (plant["seat"] == seat) == is_own]
            if plants and ap >= (1 if is_own else 2) and (is_own or self.options["buy_others"]):
                choices.append(partial(self.buy, seat, **self.rng.choice(plants)))
        extra = self.match["extra"]
        if ap and self.left() and not self.has_bought and (self.options["extra_joker"] or not extra):
            choices.append(partial(self.buy_joker, seat))
        if self.match["jokers"][seat] and not extra:
            choices.append(partial(self.do, "joker", seat=seat))
            for column, plants in self.match["market"].items() if self.options["joker_heals"] else ():
                spoiled = [square for square, plant in enumerate(plants) if plant["state"] == "spoiled"]
                for square in self.rng.sample(spoiled, min(1, len(spoiled))):
                    choices.append(partial(self.do, "heal", seat=seat, column=int(column), square=square))
        return choices

    def tend(self, kind: str, field: Field, plant: Plant, **more: int) -> None:
        """Sow, grow or harvest (NI-23, NI-24)."""
        plants = self.plants[field]
        if kind == "sow":
            self.hands[plant["seat"]].remove(plant["plant"])
            plants.append(plant)
        plant.update(ripe=kind != "sow", used=True)
        shared = len(plants) > 1
        if kind == "harvest":
            plants.remove(plant)
        where = {"field": field._asdict()} if self.on_board else {}
        self.do(kind, seat=plant["seat"], plant=plant["plant"], shared=shared, **where, **more)

    def buy(self, buyer: int, seat: int, plant: str) -> None:
        """A seed goes back to its owner, whoever buys it (NI-23, NI-52)."""
        self.hands[seat].append(plant)
        whose = {} if buyer == seat else {"owner": seat}
        self.do("buy_other" if whose else "buy_seed", seat=buyer, plant=plant, **whose)

    def buy_joker(self, seat: int) -> None:
        self.has_bought = True
        self.do("buy_joker", seat=seat)
