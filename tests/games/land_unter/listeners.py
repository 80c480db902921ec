"""Listeners to the workings of Land Unter, each written from the clauses alone."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.rulings import Ruling
from tests.conformance.listening import Facts, Listener, Options, hears
from tests.games.land_unter.second_model import leaders, points

Seats = tuple[int, ...]


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """Facts and options of one question."""
    options = {
        "chain": rng.random() < 0.7,
        "tie_survivor_pays_again": rng.random() < 0.5,
        "pay_before_early_end": rng.random() < 0.5,
        "open_play": rng.random() < 0.8,
        "lays_last": rng.choice(["paid", "out"]),
    }
    return {
        "rings": _hand,
        "takes": _cards,
        "loses": _seats,
        "round-score": _seats,
        "leader": _lead,
        "winner": _points,
    }[ruling](rng), options


def _hand(rng: random.Random) -> Facts:
    if rng.random() < 0.5:
        return {"cards": rng.sample(range(1, 61), 12)}
    return {"whole": rng.randint(0, 6), "half": rng.randint(0, 6)}


def _cards(rng: random.Random) -> Facts:
    seats = rng.sample(range(5), rng.randint(2, 5))
    cards = rng.sample(range(1, 61), len(seats))
    levels = [rng.randint(1, 12), rng.randint(1, 12)]
    if rng.random() < 0.2:
        levels[1] = levels[0]
    return {"levels": levels, "cards": {str(seat): card for seat, card in zip(seats, cards, strict=True)}}


def _seats(rng: random.Random) -> Facts:
    if rng.random() < 0.03:
        return {"seats": [{"rings": 0, "level": None, "out": True}] * 3}
    highest = rng.choice([2, 4, 12])
    seats = []
    for _ in range(rng.randint(3, 5)):
        is_out = rng.random() < 0.15
        level = None if is_out or rng.random() < 0.3 else rng.randint(1, highest)
        seats.append({"rings": 0 if is_out else rng.choice([0, 0, 1, 2, 5]), "level": level, "out": is_out})
    return {"seats": seats}


def _lead(rng: random.Random) -> Facts:
    seats = []
    for _ in range(rng.randint(3, 5)):
        is_out = rng.random() < 0.3
        seats.append({"rings": 0 if is_out else rng.randint(0, 3), "out": is_out})
    if rng.random() < 0.1:
        seats = [{"rings": 0, "out": True}] * len(seats)
    return {"seats": seats, "losers": rng.sample(range(len(seats)), rng.randint(0, 3))}


def _points(rng: random.Random) -> Facts:
    return {"seats": [{"points": rng.randint(-3, 6)} for _ in range(rng.randint(3, 5))]}


def _printed(card: int) -> float:
    """LU-3."""
    return 1 if 25 <= card <= 36 else 0.5 if 13 <= card <= 48 else 0


class Rings(Listener):
    """What a hand is worth (LU-3, LU-5)."""

    def begin(self) -> None:
        """Counts the rings."""
        printed = [_printed(card) for card in self.facts.get("cards", [])]
        self.whole = self.facts.get("whole", printed.count(1))
        self.half = self.facts.get("half", printed.count(0.5))
        self.rings = self.whole + self.half / 2
        self.was_dropped = False

    @hears("{whole} whole and {half} half rings make {sum}.", ("LU-3", "LU-5"))
    def makes(self, whole: int, half: int, sum: str) -> bool:
        """The symbols and their sum."""
        told = float(sum.replace("½", ".5")) if sum != "½" else 0.5
        return (whole, half, told) == (self.whole, self.half, self.rings)

    @hears("The half ring left over doesn’t count.", "LU-5")
    def drops(self) -> bool:
        """Only where there is one."""
        self.was_dropped = True
        return bool(self.rings % 1)

    def concludes(self, ruling: Ruling) -> bool:
        """As many as are whole."""
        is_half = bool(self.rings % 1)
        return (ruling.verdict, self.was_dropped) == ({"half_units": 2 * self.rings, "rings": self.rings // 1}, is_half)


class Takes(Listener):
    """Who takes which water (LU-12)."""

    def begin(self) -> None:
        """The cards, highest first."""
        self.cards = {int(seat): card for seat, card in self.facts["cards"].items()}
        self.order = sorted(self.cards, key=lambda seat: -self.cards[seat])
        self.took: dict[str, int] = {}

    @hears("{name} played the highest card, {card}: lower water, {level}.", "LU-12")
    def first(self, name: int, card: int, level: int) -> bool:
        """The highest card and the lower water."""
        self.took[str(name)] = level
        highest, lower = max(self.cards.values()), min(self.facts["levels"])
        return (name, card, level) == (self.order[0], highest, lower)

    @hears("{name} played the second highest, {card}: {level}.", "LU-12")
    def second(self, name: int, card: int, level: int) -> bool:
        """The second highest and the other."""
        self.took[str(name)] = level
        return name == self.order[1] and card == self.cards[name] and level == max(self.facts["levels"])

    @hears("Both water cards show {level}.", "LU-12")
    def alike(self, level: int) -> bool:
        """Equal water."""
        return set(self.facts["levels"]) == {level}

    def concludes(self, ruling: Ruling) -> bool:
        """As was said."""
        return ruling.verdict == {"takes": self.took} and len(self.took) == 2


class Loses(Listener):
    """Who pays and who is out, told loss by loss (LU-14 to LU-20)."""

    def begin(self) -> None:
        """The seats as they stand; a seat that is out shows nothing."""
        self.rings = [seat["rings"] for seat in self.facts["seats"]]
        self.out = [seat["out"] for seat in self.facts["seats"]]
        self.level = [None if seat["out"] else seat["level"] for seat in self.facts["seats"]]
        self.owing: set[int] = set()
        self.paid: dict[str, int] = {}
        self.paid_now: list[int] = []
        self.gone: list[int] = []
        self.gone_now: list[int] = []
        self.runs = 0
        self.is_over = False
        self.has_ended = False

    @property
    def left(self) -> int:
        """The players still in."""
        return self.out.count(False)

    def top(self) -> Seats:
        """Who shows the highest level."""
        shown = [level for level in self.level if level is not None]
        return tuple(seat for seat, level in enumerate(self.level) if shown and level == max(shown))

    @hears("{name} has the highest level: {level}.", "LU-14")
    def highest(self, name: int, level: int) -> bool:
        """Alone."""
        return self._look((name,), level)

    @hears("{names} tie for the highest level: {level}.", "LU-15")
    def tied(self, names: Seats, level: int) -> bool:
        """More than one."""
        return len(names) > 1 and self._look(names, level)

    def _look(self, seats: Seats, level: int) -> bool:
        is_right = self.top() == seats and self.level[seats[0]] == level and not self.owing and not self.has_ended
        self.owing, self.paid_now, self.gone_now = set(seats), [], []
        self.runs += 1
        return is_right

    @hears("{name} loses a ring: {rings} left.", "LU-14", "LU-15")
    def pays(self, name: int, rings: int) -> bool:
        """Only somebody who owes one and has one."""
        is_right = name in self.owing and self.rings[name] == rings + 1
        self.owing.discard(name)
        self.rings[name] = rings
        self.paid[str(name)] = self.paid.get(str(name), 0) + 1
        self.paid_now.append(name)
        return is_right

    @hears("{name} has no ring to lose and is out.", "LU-16")
    def goes_out(self, name: int) -> bool:
        """Only somebody who owes a ring and has none."""
        is_right = name in self.owing and self.rings[name] == 0
        self.owing.discard(name)
        self.out[name], self.level[name] = True, None
        self.gone.append(name)
        self.gone_now.append(name)
        return is_right

    @hears("{out} is out: the next highest level counts.", "LU-17")
    def again(self, out: Seats) -> bool:
        """The chain, where nothing ends it."""
        ends = self.left <= 2 and (not self.options["pay_before_early_end"] or self._was_asked_last())
        survived = self.paid_now and not self.options["tie_survivor_pays_again"]
        return list(out) == self.gone_now != [] and self.options["chain"] and not ends and not survived

    def _was_asked_last(self) -> bool:
        """Whether it was asked after two were left: those out before this run left two already."""
        return self.left + len(self.gone_now) <= 2 and self.runs > 1

    @hears("No one has a water card left.", ("LU-14", "LU-18"), "LU-18")
    def nobody_shows(self) -> bool:
        """Nothing to look at from the start, or nobody for the chain to ask."""
        self.has_ended = True
        return not self.top() and (self.runs == 0 or bool(self.gone_now))

    @hears("House rule: no one else pays.", "LU-17")
    def no_chain(self) -> bool:
        """The house rule."""
        self.has_ended = True
        return not self.options["chain"] and bool(self.gone_now)

    @hears("{names} already paid at this level.", "LU-17")
    def has_paid(self, names: Seats) -> bool:
        """The survivor of a tie."""
        self.has_ended = True
        reading = self.options["chain"] and not self.options["tie_survivor_pays_again"]
        return list(names) == self.paid_now and bool(self.gone_now) and reading

    @hears("Only 2 or fewer are left, so no one else pays.", "LU-20")
    def over_at_once(self) -> bool:
        """Two are left, and the chain is not run or its one more run is over."""
        self.has_ended = True
        is_last = not self.options["pay_before_early_end"] or self.runs > 1
        return self.left <= 2 and is_last and bool(self.gone_now)

    @hears("{count} player is left, so the round ends.", "LU-20")
    def ends(self, count: int) -> bool:
        """Two or fewer."""
        self.is_over = True
        return count == self.left <= 2

    @hears("{count} players are left, so the round goes on.", "LU-20")
    def goes_on(self, count: int) -> bool:
        """Three or more."""
        return count == self.left > 2

    def concludes(self, ruling: Ruling) -> bool:
        """Nobody owes any more, and everything is as it was told."""
        seats = [
            {"rings": rings, "level": level, "out": out}
            for rings, level, out in zip(self.rings, self.level, self.out, strict=True)
        ]
        if any(seat["out"] and seat["rings"] for seat in self.facts["seats"]):
            return False
        expected = {"pays": self.paid, "out": sorted(self.gone), "seats": seats, "round_over": self.is_over}
        return not self.owing and ruling.verdict == expected


class RoundScore(Listener):
    """What a round is worth (LU-21 to LU-24)."""

    def begin(self) -> None:
        """Nobody has points yet."""
        self.seats = self.facts["seats"]
        self.points: dict[int, int] = {}
        self.bonus: Seats = ()

    @hears("{name} is out: −1.", "LU-21")
    def eliminated(self, name: int) -> bool:
        """Out."""
        self.points[name] = -1
        return bool(self.seats[name]["out"])

    @hears("{name} kept {count} ring: {count}.", "LU-21")
    def kept(self, name: int, count: int) -> bool:
        """Still in."""
        self.points[name] = count
        return not self.seats[name]["out"] and count == self.seats[name]["rings"]

    @hears("No one is left for the lowest water.", "LU-24")
    def nobody(self) -> bool:
        """All are out."""
        return all(seat["out"] for seat in self.seats)

    @hears("{names} has no water card: +1.", "LU-22")
    def dry(self, names: Seats, count: int) -> bool:
        """Everybody who is in and shows none."""
        self.bonus = names
        return names == tuple(seat for seat in self._still_in() if self.seats[seat]["level"] is None) and count > 0

    @hears("{names} has the lowest water, {level}: +1.", "LU-22")
    def lowest(self, names: Seats, level: int, count: int) -> bool:
        """Everybody at the lowest level, where nobody shows none."""
        self.bonus = names
        shown = {seat: self.seats[seat]["level"] for seat in self._still_in()}
        if None in shown.values() or count != len(names):
            return False
        return level == min(shown.values()) and names == tuple(seat for seat in shown if shown[seat] == level)

    def _still_in(self) -> list[int]:
        return [seat for seat, one in enumerate(self.seats) if not one["out"]]

    def concludes(self, ruling: Ruling) -> bool:
        """The sums of what was said, which the second model reckons too."""
        told = [self.points[seat] + (seat in self.bonus) for seat in range(len(self.seats))]
        columns = ([seat[name] for seat in self.seats] for name in ("rings", "level", "out"))
        expected, bonus = points(*columns)
        return ruling.verdict == {"points": told, "bonus": list(self.bonus)} == {"points": expected, "bonus": bonus}


class Leader(Listener):
    """Who leads in open play (LU-40 to LU-42)."""

    def begin(self) -> None:
        """Rings, and who lost."""
        self.rings = [seat["rings"] for seat in self.facts["seats"]]
        self.out = [seat["out"] for seat in self.facts["seats"]]
        self.losers = sorted(self.facts["losers"])
        self.gone = [seat for seat in self.losers if self.out[seat]]
        self.paid = [seat for seat in self.losers if not self.out[seat]]
        self.by_out = self.options["lays_last"] == "out"
        self.left_of: Seats = ()
        self.picks: Seats = ()

    @hears("{names} has the most rings ({rings}).", "LU-40")
    def most(self, names: Seats, rings: int, count: int) -> bool:
        """Everybody with as many, of those who are in."""
        in_play = {seat: count for seat, count in enumerate(self.rings) if not self.out[seat]}
        best = max(in_play.values())
        richest = tuple(seat for seat in in_play if in_play[seat] == best)
        return not self.losers and rings == best and names == richest and count == len(richest)

    @hears("{names} lost, so the left neighbour leads.", "LU-41")
    def only(self, names: Seats) -> bool:
        """One loser, or one who counts."""
        self.left_of = names
        return len(names) == 1 and list(names) == (self.paid or self.gone)

    @hears("No lost ring, not counted: {names}.", "LU-42")
    def passed(self, names: Seats) -> bool:
        """Some went out and others gave a ring."""
        return list(names) == self.gone and bool(self.paid) and not self.by_out

    @hears("House rule: {names} is out, so the left neighbour leads.", ("LU-41", "LU-42"))
    def out_counts(self, names: Seats, count: int) -> bool:
        """The other house rule."""
        self.left_of = names
        return self.by_out and list(names) == self.gone and bool(self.paid) and count == len(names)

    @hears("{names} lost and has the fewest rings ({rings}), so the left neighbour leads.", ("LU-41", "LU-42"))
    def fewest(self, names: Seats, rings: int) -> bool:
        """One with fewer than every other."""
        self.left_of = names
        others = [self.rings[seat] for seat in self._counting() if seat not in names]
        return len(names) == 1 and rings == self.rings[names[0]] and bool(others) and rings < min(others)

    @hears(
        "{names} tie for fewest rings ({rings}), so their left neighbours may lead.",
        ("LU-41", "LU-42"),
    )
    def equal(self, names: Seats, rings: int) -> bool:
        """Several with as few."""
        self.left_of = names
        counting = self._counting()
        few = min(self.rings[seat] for seat in counting)
        return len(names) > 1 and rings == few and list(names) == [s for s in counting if self.rings[s] == few]

    def _counting(self) -> list[int]:
        return self.paid or self.gone

    @hears("Skip players who are out.", "LU-42")
    def over(self) -> bool:
        """A neighbour of the loser is out."""
        return any(self.out[(seat + 1) % len(self.out)] for seat in self.left_of)

    @hears("You choose who leads: {names}.", "LU-42")
    def picks_of(self, names: Seats) -> bool:
        """Several may lead because as many rings are theirs, or those of the losers they sit beside."""
        self.picks = names
        return len(names) > 1 and len({self.rings[seat] for seat in self.left_of or names}) == 1

    @hears("No one leads.", "LU-42")
    def nobody(self) -> bool:
        """All are out."""
        return all(self.out)

    def concludes(self, ruling: Ruling) -> bool:
        """Those whom the second model names."""
        losers = self.losers if self.by_out else self.paid or self.gone
        found = leaders(self.rings, self.out, losers, self.options["lays_last"])
        return ruling.verdict == {"candidates": found} and self.picks == (tuple(found) if len(found) > 1 else ())


class Winner(Listener):
    """Who wins in the end (LU-30)."""

    def begin(self) -> None:
        """The points."""
        self.points = [seat["points"] for seat in self.facts["seats"]]
        self.best = [seat for seat, one in enumerate(self.points) if one == max(self.points)]
        self.told: list[Any] = []

    @hears("{name} has {count} point.", "LU-30")
    def has(self, name: int, count: int) -> bool:
        """Seat by seat."""
        self.told.append(count)
        return {count} == {self.points[name]}

    @hears("The most points win.", "LU-30")
    def alone(self) -> bool:
        """One has the most points."""
        return len(self.best) == 1

    @hears("They have the same total and share the win.", "LU-30")
    def shared(self) -> bool:
        """Several have most."""
        return len(self.best) > 1

    def concludes(self, ruling: Ruling) -> bool:
        """Everybody was named, and those with most win."""
        return self.told == self.points and ruling.verdict == {"winners": self.best}


LISTENERS = {
    "rings": Rings,
    "takes": Takes,
    "loses": Loses,
    "round-score": RoundScore,
    "leader": Leader,
    "winner": Winner,
}
