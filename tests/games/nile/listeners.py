"""Listeners to the workings of An den Ufern des Nils, each written from the clauses alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from companion.engine.rulings import Ruling
from tests.conformance.listening import Facts, Listener, Options, hears
from tests.games.nile.second_model import RING, SQUARES, begin, net, tide

KINDS = ("flax", "wheat", "grapes", "onions", "aubergine")
MARKERS = {"flood": "Flood", "ebb1": "Ebb 1", "ebb2": "Ebb 2"}
WAVES = {"single": "single wave", "double": "double wave", "none": "no wave"}
ON_FIELDS = ("sow", "grow", "harvest")


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """Facts and options of one question."""
    switches = ("purge_every_turn", "hippo", "start_bid", "buy_others", "same_kind", "flood_arrow")
    options: Options = {name: rng.random() < 0.5 for name in switches}
    options |= {"rot_balance": rng.choice(["column", "phase"]), "ebb_arrow": rng.choice(["first", "all"])}
    return _facts(ruling, rng), options


def _facts(ruling: str, rng: random.Random) -> Facts:
    if ruling in ("market-scoring", "sale", "rot"):
        return _on_the_market(ruling, rng)
    if ruling in ("auction", "start-bid", "cost"):
        return _of_hands(ruling, rng)
    if ruling in ("sowing", "desert", "water"):
        return _on_fields(ruling, rng)
    if ruling == "purge":
        boat = [_plant(rng) for _ in range(rng.randint(0, 8))]
        return {"boat": boat, "obelisk": rng.randint(1, 30), "column_full": rng.choice([True, False, None])}
    if ruling == "tide":
        done = rng.randint(0, 2)
        facts = {"marker": rng.choice(RING), "done": done, "arrows": rng.randint(0, done)}
        return {**facts, "arrow_on": rng.choice([1, 2, None])}
    pawns = [rng.randint(1, 9) for _ in range(rng.randint(2, 5))]
    return {"pawns": pawns, "obelisk": rng.randint(3, 12), "lost": [rng.randint(0, 2) for _ in pawns]}


def _on_the_market(ruling: str, rng: random.Random) -> Facts:
    if ruling == "market-scoring":
        sizes = rng.sample([3, 4, 4, 5], rng.randint(0, 3))
        return {"columns": [[_sold(rng) for _ in range(size)] for size in sizes]}
    if ruling == "sale":
        columns = {name: rng.choices(KINDS, k=rng.randint(0, size)) for name, size in SQUARES.items()}
        return {"columns": columns, "quality": rng.randint(1, 4), "plant": rng.choice(KINDS)}
    lying = {name: [_sold(rng) for _ in range(rng.randint(0, size))] for name, size in SQUARES.items()}
    return {"palms": rng.randint(1, 4), "columns": lying}


def _of_hands(ruling: str, rng: random.Random) -> Facts:
    if ruling == "cost":
        action = rng.choice([*ON_FIELDS, "buy_seed", "buy_joker", "buy_other"])
        return {"action": action, "others_plant": rng.random() < 0.5}
    most = rng.choice([0, 1, 3])
    hands = {str(seat): rng.randint(0, most) for seat in range(rng.randint(2, 4))}
    if ruling == "start-bid":
        return {"hands": hands}
    return {"hands": hands, "boat": {seat: rng.randint(0, most) for seat in hands}}


def _on_fields(ruling: str, rng: random.Random) -> Facts:
    if ruling == "desert":
        return {"row": rng.choices(["free", "plant", "water", "desert"], k=rng.randint(2, 5))}
    if ruling == "water":
        return {"edge": rng.choice([*WAVES]), "card": rng.choices([*WAVES], k=2)}
    plants = [_plant(rng) for _ in range(rng.randint(0, 2))]
    cover = rng.choice(["free", "free", "water", "desert"])
    return {"seat": rng.randrange(3), "plant": rng.choice(KINDS), "cover": cover, "plants": plants}


def _plant(rng: random.Random) -> dict[str, Any]:
    return {"seat": rng.randrange(4), "plant": rng.choice(KINDS)}


def _sold(rng: random.Random) -> dict[str, Any]:
    return {**_plant(rng), "state": rng.choice(["fresh", "fresh", "spoiled", "rotten"])}


class Market(Listener):
    """The columns laid out again, one by one (NI-31 to NI-33)."""

    def begin(self) -> None:
        """No column has been spoken of yet."""
        self.at, self.paid, self.cost = -1, Counter[int](), Counter[int]()

    @property
    def column(self) -> list[dict[str, Any]]:
        """The column spoken of now."""
        return list(self.facts["columns"][self.at])

    def _sound(self, seat: int) -> int:
        return sum(one["seat"] == seat and one["state"] != "rotten" for one in self.column)

    def _counting(self) -> set[int]:
        return {one["seat"] for one in self.column if one["state"] != "rotten"}

    def _named(self, column: Any) -> bool:
        self.at += 1
        self.paid_here: dict[int, int] = {}
        return bool(column == ("Column {number} you entered", {"number": self.at + 1}))

    @hears("{column}: every plant is rotten.", "NI-32")
    def all_rotten(self, column: Any) -> bool:
        """Nobody counts."""
        return self._named(column) and not self._counting()

    @hears("{column}: {count} player counts and takes all 6 points.", "NI-31")
    def shared(self, column: Any, count: int, paid: tuple[int, ...]) -> bool:
        """By how many count."""
        wanted = {1: (6,), 2: (4, 2)}.get(count, (3, 2, 1))
        return self._named(column) and count == len(self._counting()) and paid == wanted

    @hears("{name} has {count} plant that counts: {points}.", "NI-32")
    def counts(self, name: int, count: int, points: int) -> bool:
        """As many as lie there."""
        self.paid[name] += points
        self.paid_here[name] = points
        return count == self._sound(name)

    @hears(
        "{name} has {count} plant that counts, tied with {others}, and placed the last one: {points}.",
        "NI-32",
    )
    def tied(self, name: int, count: int, others: tuple[int, ...], points: int) -> bool:
        """The last of them all."""
        last = [one["seat"] for one in self.column if one["seat"] in (name, *others)][-1]
        alike = all(self._sound(one) == count for one in others)
        return self.counts(name, count, points) and alike and last == name

    @hears("{name} has {count} rotten plant: 1 point lost.", "NI-33")
    def rotten(self, name: int, count: int) -> bool:
        """As many as lie there."""
        self.cost[name] += count
        return bool(count == sum(one["seat"] == name and one["state"] == "rotten" for one in self.column))

    @hears("{name} has only {count} rotten plant: no share, and 1 point lost.", ("NI-32", "NI-33"))
    def left_out(self, name: int, count: int) -> bool:
        """Nothing of theirs counts."""
        return self.rotten(name, count) and not self._sound(name)

    def _gained_and_lost(self, name: int) -> tuple[int, int]:
        if self.options["rot_balance"] == "phase":
            return self.paid[name], self.cost[name]
        here = sum(one["seat"] == name and one["state"] == "rotten" for one in self.column)
        return self.paid_here.get(name, 0), here

    @hears("{name}: {gained} − {lost} = {net}.", "NI-33")
    def left_over(self, name: int, gained: int, lost: int, net: int) -> bool:
        """What was said before, added up."""
        return (gained, lost) == self._gained_and_lost(name) and net == gained - lost >= 0

    @hears("{name}: {gained} − {lost} is below 0, so 0.", "NI-33")
    def less(self, name: int, gained: int, lost: int) -> bool:
        """What was said before, added up."""
        return (gained, lost) == self._gained_and_lost(name) and gained < lost

    @hears("No column is full.", "NI-31")
    def none_full(self) -> bool:
        """None was named."""
        return not self.facts["columns"]

    @hears("In all: {gains}.", "NI-31")
    def in_all(self, gains: Any) -> bool:
        """What was paid, without rot."""
        return not +self.cost and self._moves(gains)

    @hears("All columns count together. No pawn goes back. {moves}", "NI-33")
    @hears("Each column counts by itself. No pawn goes back. {moves}", "NI-33")
    def set_off(self, moves: Any) -> bool:
        """By the house rule."""
        return bool(+self.cost) and self._moves(() if moves == "No pawn moves." else moves[1]["gains"])

    def _moves(self, gains: Any) -> bool:
        return {one["name"]: one["points"] for _, one in gains} == self._balance()

    def _balance(self) -> dict[int, int]:
        nets = [net(column, 4) for column in self.facts["columns"]]
        if self.options["rot_balance"] == "phase":
            nets = [[sum(one[seat] for one in nets) for seat in range(4)]]
        gains = {seat: sum(max(0, one[seat]) for one in nets) for seat in range(4)}
        return {seat: gain for seat, gain in gains.items() if gain}

    def concludes(self, ruling: Ruling) -> bool:
        """Every column was spoken of."""
        balance = {str(seat): gain for seat, gain in self._balance().items()}
        return self.at + 1 == len(self.facts["columns"]) and ruling.verdict["balance"] == balance


class Sale(Listener):
    """Which columns are left (NI-24)."""

    def begin(self) -> None:
        """None yet."""
        self.open: list[int] = []

    @hears("4 palms: any column.", "NI-24")
    def any_column(self) -> bool:
        """By the palms."""
        return bool(self.facts["quality"] == 4)

    @hears("1 palm: only the rightmost column.", "NI-24")
    def last_column(self) -> bool:
        """By the palms."""
        return bool(self.facts["quality"] == 1)

    @hears("{quality} palms: the {quality} columns on the right.", "NI-24")
    def so_many(self, quality: int) -> bool:
        """By the palms."""
        return bool(self.facts["quality"] == quality)

    def _lying(self, column: int) -> list[str]:
        return list(self.facts["columns"][str(column)])

    @hears("Column {column} is full.", "NI-24")
    def full(self, column: int) -> bool:
        """No square left."""
        return len(self._lying(column)) == SQUARES[str(column)]

    @hears("Column {column} ends with {last}: no {plant} there.", "NI-24")
    def alike(self, column: int, last: tuple[str, ...], plant: str) -> bool:
        """One of the last two is alike."""
        return [*last] == self._lying(column)[-2:] and plant in last

    @hears("Column {column} ends with {last}: {plant} may go there.", "NI-24")
    def differs(self, column: int, last: tuple[str, ...], plant: str) -> bool:
        """Neither of the last two is alike."""
        self.open.append(column)
        return [*last] == self._lying(column)[-2:] and plant not in last

    @hears("Column {column} is empty: {plant} may go there.", "NI-24")
    def empty(self, column: int, plant: str) -> bool:
        """Nothing lies there."""
        self.open.append(column)
        return not self._lying(column) and plant == self.facts["plant"]

    def concludes(self, ruling: Ruling) -> bool:
        """The columns that were heard to be open."""
        return ruling.verdict["columns"] == self.open


class Cost(Listener):
    """Action points (NI-23, NI-52)."""

    points = 0

    @hears("Another player’s seed from the boat costs 2.", "NI-52")
    def of_another(self) -> bool:
        """The variant."""
        self.points = 2
        return bool(self.facts["action"] == "buy_other")

    @hears("With another player’s plant on the field it costs 2.", "NI-23")
    def beside(self) -> bool:
        """Not alone."""
        self.points = 2
        return self.facts["action"] in ON_FIELDS and bool(self.facts["others_plant"])

    @hears("Alone on the field it costs 1.", "NI-23")
    def alone(self) -> bool:
        """Alone."""
        self.points = 1
        return self.facts["action"] in ON_FIELDS and not self.facts["others_plant"]

    @hears("Taking back your own seed from the boat costs 1.", "NI-23")
    def back(self) -> bool:
        """Out of the boat."""
        self.points = 1
        return bool(self.facts["action"] == "buy_seed")

    @hears("Buying a joker costs 1, once a phase.", "NI-23")
    def joker(self) -> bool:
        """A joker."""
        self.points = 1
        return bool(self.facts["action"] == "buy_joker")

    def concludes(self, ruling: Ruling) -> bool:
        """What was said."""
        return ruling.verdict == {"ap": self.points}


class Rot(Listener):
    """What can get worse (NI-41)."""

    def _worse(self, column: int) -> list[int]:
        return [at for at, one in enumerate(self.facts["columns"][str(column)]) if one["state"] != "rotten"]

    @hears("{count} palm: the start player must pick column 1, the rightmost.", "NI-41")
    def choice(self, count: int) -> bool:
        """By the palms."""
        return bool(count == self.facts["palms"])

    @hears("Column {column} is empty. You may pick it too.", "NI-41")
    def empty(self, column: int) -> bool:
        """Nothing lies there."""
        return not self.facts["columns"][str(column)]

    @hears("Column {column}: every plant is already rotten.", "NI-41")
    def none_left(self, column: int) -> bool:
        """All are rotten."""
        return bool(self.facts["columns"][str(column)]) and not self._worse(column)

    @hears("Column {column}: {count} plant can get worse, and it does.", "NI-41")
    def some(self, column: int, count: int) -> bool:
        """So many."""
        return count == len(self._worse(column)) > 0

    def concludes(self, ruling: Ruling) -> bool:
        """By palms and states."""
        columns = [*range(self.facts["palms"], 0, -1)]
        affected = {str(column): self._worse(column) for column in columns if self._worse(column)}
        return ruling.verdict == {"columns": columns, "affected": affected}


class Water(Listener):
    """Edges side by side (NI-10)."""

    def _fits(self) -> list[int]:
        edge = self.facts["edge"]
        return [at for at, own in enumerate(self.facts["card"]) if own == edge != "none"]

    def _shows(self, shown: tuple[str, ...]) -> bool:
        return [*shown] == [WAVES[one] for one in self.facts["card"]]

    @hears("You can’t place anything next to an edge without a wave.", "NI-10")
    def nothing(self) -> bool:
        """No wave."""
        return bool(self.facts["edge"] == "none")

    @hears("Next to “{edge}”, only “{edge}” fits.", "NI-10")
    def alike(self, edge: str) -> bool:
        """The same."""
        return edge == WAVES[self.facts["edge"]]

    @hears("The card shows {shown}. Neither edge fits.", "NI-10")
    def neither(self, shown: tuple[str, ...]) -> bool:
        """None."""
        return self._shows(shown) and not self._fits()

    @hears("The card shows {shown}. Either edge fits.", "NI-10")
    def either(self, shown: tuple[str, ...]) -> bool:
        """Both."""
        return self._shows(shown) and len(self._fits()) == 2

    @hears("The card shows {shown}. Only this edge fits: {edge}.", "NI-10")
    def one(self, shown: tuple[str, ...], edge: str) -> bool:
        """One of them."""
        return self._shows(shown) and len(self._fits()) == 1 and edge == WAVES[self.facts["edge"]]

    def concludes(self, ruling: Ruling) -> bool:
        """The edges that fit."""
        return ruling.verdict == {"fits": self._fits()}


class Purge(Listener):
    """What leaves the boat (NI-30)."""

    def begin(self) -> None:
        """Whose plants are there."""
        self.whose = Counter(one["seat"] for one in self.facts["boat"])
        every, is_full = self.options["purge_every_turn"], self.facts["column_full"]
        self.stays = not every and is_full is False
        self.after = self.facts["obelisk"]

    @hears("The boat is emptied at the end of every turn.", "NI-30")
    def every_turn(self) -> bool:
        """The house rule."""
        return bool(self.options["purge_every_turn"])

    @hears("The boat is emptied only when a column is full.", "NI-30")
    def when_full(self) -> bool:
        """The house rule, and a column may be full."""
        return not self.options["purge_every_turn"] and not self.stays

    @hears("No column is full, so the plants stay in the boat.", "NI-30")
    def nothing_leaves(self) -> bool:
        """The house rule, and no column is full."""
        return self.stays

    @hears("The boat is empty, so the obelisk stays.", "NI-30")
    def empty(self) -> bool:
        """No plant."""
        return not self.whose

    @hears("{count} plant of {name} leaves the game.", "NI-30")
    def leaves(self, count: int, name: int) -> bool:
        """So many."""
        return self.whose[name] == count

    @hears("Only {names} lost plants. The obelisk goes back {count} square, from {before} to {after}.", "NI-30")
    def goes_back(self, names: tuple[int, ...], count: int, before: int, after: int) -> bool:
        """A square for each colour."""
        self.after = before - count
        return {*names} == {*self.whose} and count == len(names) and (before, after) == (self._before, self.after)

    @hears("The obelisk goes back to the first square.", "NI-30")
    def to_the_first(self) -> bool:
        """It would go beyond."""
        self.after = 1
        return self._before - len(self.whose) < 1

    @property
    def _before(self) -> int:
        return int(self.facts["obelisk"])

    def concludes(self, ruling: Ruling) -> bool:
        """What was said."""
        lost = {} if self.stays else {str(seat): count for seat, count in sorted(self.whose.items())}
        return ruling.verdict == {"lost": lost, "obelisk": self.after}


class Tide(Listener):
    """The marker, moved by hand (NI-21, NI-22, NI-40)."""

    def begin(self) -> None:
        """The marker as the second model moves it."""
        match = begin(2, {"ebb_arrow": self.options["ebb_arrow"], "flood_arrow": self.options["flood_arrow"]})
        match.update(starter=0, marker=self.facts["marker"])
        tide(match, {"moved": self.facts["done"], "arrows": self.facts["arrows"]})
        self.after, self.seen = match["marker"], self.facts["marker"]
        self.is_flood, self.done = self.facts["marker"] == "flood", self.facts["done"]
        self.is_short = False

    @hears("Flood: {count} water card placed.", "NI-21")
    def laid(self, count: int) -> bool:
        """As given."""
        return bool(self.is_flood and count == self.done)

    @hears("Ebb: {count} water card taken.", "NI-22")
    def taken(self, count: int) -> bool:
        """As given."""
        return not self.is_flood and count == self.done

    @hears("The arrow moves the marker one step, to {marker}.", "NI-40")
    def moves(self, count: int, marker: str) -> bool:
        """Step by step."""
        self.seen = RING[(RING.index(self.seen) + count) % 3]
        return count <= self.facts["arrows"] and marker == MARKERS[self.seen]

    @hears("That ends the phase. Later arrows don’t count.", ("NI-22", "NI-40"))
    def ended(self) -> bool:
        """The other phase has come."""
        return bool((self.seen == "flood") != self.is_flood)

    @hears("The marker is on {marker} for the next turn.", "NI-21", "NI-22")
    def stands(self, marker: str) -> bool:
        """Where it was moved to."""
        return marker == MARKERS[self.seen] and self.seen == self.after

    @hears("No second card placed: the next start player plays ebb.", "NI-21")
    @hears("No card placed: the start player plays ebb at once.", "NI-21")
    def short_of_room(self) -> bool:
        """Short at flood."""
        self.seen = "ebb1"
        return bool(self.is_flood and self.done < 2)

    @hears("No second card to take: the next start player plays flood.", "NI-22")
    @hears("No card to take: the start player plays flood at once.", "NI-22")
    def short_of_water(self) -> bool:
        """Short at ebb."""
        self.seen = "flood"
        return not self.is_flood and self.done < 2

    def concludes(self, ruling: Ruling) -> bool:
        """Where the marker was heard to go."""
        now = None if self.done else "ebb" if self.is_flood else "flood"
        return self.seen == self.after and ruling.verdict == {"marker": self.seen, "plays_now": now}


class Auction(Listener):
    """Hands and boat, added up (NI-50)."""

    def begin(self) -> None:
        """The bids."""
        self.hands = {int(seat): count for seat, count in self.facts["hands"].items()}
        self.boat = {int(seat): count for seat, count in self.facts["boat"].items()}
        self.bids = {seat: self.hands[seat] + self.boat[seat] for seat in self.hands}
        most = max(self.bids.values())
        self.top = [seat for seat, bid in self.bids.items() if bid == most and bid]
        hand = max((self.hands[seat] for seat in self.top), default=0)
        self.best = [seat for seat in self.top if self.hands[seat] == hand]

    @hears("{name}: {hand} in hand + {boat} in the boat = {bid}.", "NI-50")
    def makes(self, name: int, hand: int, boat: int, bid: int) -> bool:
        """Added up."""
        return bool(hand + boat == bid == self.bids[name] and hand == self.hands[name])

    @hears("No one bids a plant.", "NI-50")
    def nobody(self) -> bool:
        """No plant at all."""
        return not self.top

    @hears("{name} bids the most.", "NI-50")
    def most(self, name: int) -> bool:
        """Alone."""
        return self.top == [name]

    @hears("{names} bid the same. {winner} has more in hand.", "NI-50")
    def more_in_hand(self, names: tuple[int, ...], winner: int) -> bool:
        """Tied, but for the hand."""
        return [*names] == self.top and self.best == [winner] and len(self.top) > 1

    @hears("{names} bid the same, with {count} plant in hand each.", "NI-50")
    def the_same(self, names: tuple[int, ...], count: int) -> bool:
        """Tied in all."""
        return [*names] == self.best and len(self.best) > 1 and count == self.hands[self.best[0]]

    def concludes(self, ruling: Ruling) -> bool:
        """Who was heard to win."""
        return bool(ruling.verdict["winner"] == (self.best[0] if len(self.best) == 1 else None))


class StartBid(Listener):
    """Hands alone (NI-51)."""

    def begin(self) -> None:
        """The bids."""
        self.hands = {int(seat): count for seat, count in self.facts["hands"].items()}
        self.top = [seat for seat, count in self.hands.items() if count == max(self.hands.values())]

    @hears("{name} has {count} plant in hand.", "NI-51")
    def has(self, name: int, count: int) -> bool:
        """As given."""
        return bool(self.hands[name] == count)

    @hears("{names} bid the same. Everyone bids again.", "NI-51")
    def again(self, names: tuple[int, ...]) -> bool:
        """A tie."""
        return [*names] == self.top and len(names) > 1

    @hears("{name} bids the most. All plants bid go in the boat.", "NI-51")
    def starts(self, name: int) -> bool:
        """Alone."""
        return self.top == [name]

    def concludes(self, ruling: Ruling) -> bool:
        """Who was heard to start."""
        return bool(ruling.verdict["winner"] == (self.top[0] if len(self.top) == 1 else None))


class Sowing(Listener):
    """What stands against it, one by one (NI-12, NI-23)."""

    def begin(self) -> None:
        """Nothing yet."""
        self.against, self.points = 0, 0

    def _whose(self) -> list[int]:
        return [one["seat"] for one in self.facts["plants"]]

    def _no(self, is_so: bool) -> bool:
        self.against += 1
        return is_so

    @hears("No plant can grow on water or desert.", "NI-12")
    def covered(self) -> bool:
        """Not free."""
        return self._no(self.facts["cover"] != "free")

    @hears("There are already two plants.", "NI-12")
    def full(self) -> bool:
        """Two."""
        return self._no(len(self._whose()) == 2)

    @hears("{name} already has a plant there.", "NI-12")
    def own(self, name: int) -> bool:
        """One of theirs."""
        return self._no(name == self.facts["seat"] and name in self._whose())

    @hears("There’s already {plant}. House rule: a field takes two kinds.", "NI-12")
    def kind(self, plant: str) -> bool:
        """The house rule."""
        lying = [one["plant"] for one in self.facts["plants"]]
        return self._no(plant == self.facts["plant"] and plant in lying and not self.options["same_kind"])

    @hears("The field has room for the plant.", "NI-12")
    def room(self) -> bool:
        """Nothing against it."""
        return not self.against

    @hears("With another player’s plant on the field it costs 2.", "NI-23")
    def two(self) -> bool:
        """Beside another's."""
        self.points = 2
        return len(self._whose()) == 1 and self._whose() != [self.facts["seat"]]

    @hears("Alone on the field it costs 1.", "NI-23")
    def one(self) -> bool:
        """Alone."""
        self.points = 1
        return not self._whose()

    def concludes(self, ruling: Ruling) -> bool:
        """What was heard."""
        wanted = (False, None) if self.against else (True, self.points)
        return (ruling.verdict["may_sow"], ruling.verdict["ap"]) == wanted


class Desert(Listener):
    """The fields of a row, one by one (NI-42)."""

    def begin(self) -> None:
        """None yet."""
        self.row: list[str] = self.facts["row"]
        self.found: list[int] = []

    def _beside(self, square: int) -> bool:
        near = [*self.row, "desert"]
        return near[square] == "desert" or (square > 1 and near[square - 2] == "desert")

    @hears("The desert card goes into the row the water came from.", "NI-42")
    def the_row(self) -> bool:
        """Always."""
        return True

    @hears("Field {square} is next to the desert and free.", "NI-42")
    def free(self, square: int) -> bool:
        """Nothing lies there."""
        self.found.append(square - 1)
        return self._beside(square) and self.row[square - 1] == "free"

    @hears("Field {square} is next to the desert: plants go in the boat.", "NI-42")
    def plants(self, square: int) -> bool:
        """Plants lie there."""
        self.found.append(square - 1)
        return self._beside(square) and self.row[square - 1] == "plant"

    @hears("Field {square} is next to the desert, but already covered.", "NI-42")
    def covered(self, square: int) -> bool:
        """Water or desert lies there."""
        return self._beside(square) and self.row[square - 1] in ("water", "desert")

    @hears("No such field is free, so nothing happens.", "NI-42")
    def nothing(self) -> bool:
        """None was heard."""
        return not self.found

    def concludes(self, ruling: Ruling) -> bool:
        """The fields that were heard."""
        return ruling.verdict["fields"] == self.found


class End(Listener):
    """Pawns and obelisk (NI-35)."""

    def begin(self) -> None:
        """Who is furthest."""
        self.pawns: list[int] = self.facts["pawns"]
        self.front = [seat for seat, square in enumerate(self.pawns) if square == max(self.pawns)]
        self.is_over, self.won = False, tuple[int, ...]()

    def _furthest(self, text: Any) -> bool:
        told = text[1]
        given = ([*told["names"]], told["front"], told["obelisk"])
        return text[0] == FURTHEST and given == (self.front, max(self.pawns), self.facts["obelisk"])

    @hears("{text} They haven’t met.", "NI-35")
    def goes_on(self, text: Any) -> bool:
        """Not met."""
        return self._furthest(text) and max(self.pawns) < self.facts["obelisk"]

    @hears("{text} They’ve met or passed.", "NI-35")
    def over(self, text: Any) -> bool:
        """Met."""
        self.is_over = True
        return self._furthest(text) and max(self.pawns) >= self.facts["obelisk"]

    @hears("{name} is furthest and wins.", "NI-35")
    def alone(self, name: int) -> bool:
        """Nobody is as far."""
        self.won = (name,)
        return self.front == [name]

    @hears("Of {tied}, {names} has lost the fewest plants ({fewest}) and wins.", "NI-35")
    def fewest(self, tied: tuple[int, ...], names: tuple[int, ...], fewest: int, count: int) -> bool:
        """By the plants lost."""
        self.won = names
        lost = {seat: self.facts["lost"][seat] for seat in self.front}
        best = [seat for seat in self.front if lost[seat] == min(lost.values())]
        return [*tied] == self.front and [*names] == best and fewest == min(lost.values()) and count == len(best)

    def concludes(self, ruling: Ruling) -> bool:
        """What was heard."""
        return ruling.verdict == {"over": self.is_over, "winners": [*self.won]}


FURTHEST = "{names} is furthest, on square {front}. The obelisk is on {obelisk}."
LISTENERS = {
    "market-scoring": Market,
    "sale": Sale,
    "cost": Cost,
    "rot": Rot,
    "water": Water,
    "purge": Purge,
    "tide": Tide,
    "auction": Auction,
    "start-bid": StartBid,
    "sowing": Sowing,
    "desert": Desert,
    "end": End,
}
