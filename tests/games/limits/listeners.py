"""Listeners to the workings of Limits, each written from the clauses alone."""

from __future__ import annotations

import random
from typing import Any

from companion.engine.rulings import Ruling
from tests.conformance.listening import Facts, Listener, Options, hears
from tests.games.limits.second_model import COLOURS, brute_force, guilty, limit_card

Seats = tuple[int, ...]


def question(ruling: str, rng: random.Random) -> tuple[Facts, Options]:
    """Facts and options of one question."""
    options = {"accuse": rng.choice(["anyone", "previous"]), "accuse_when": rng.choice(["turn", "any"])}
    return {
        "accusation": _accusation,
        "starter": _starter,
        "score": _score,
        "exchange": _exchange,
        "forgotten-draw": _forgotten,
    }[ruling](rng), options


def _accusation(rng: random.Random) -> Facts:
    if rng.random() < 0.4:
        printed = rng.choice([0, 1, 2, 3, "X"])
        return {"printed": printed, "hidden": rng.randint(0, 3), "counted": rng.randint(0, 5)}
    seats = rng.randint(2, 5)
    colours = COLOURS[: rng.randint(1, 5)]
    pile = [
        {"seat": rng.randrange(seats), "colour": rng.choice(colours), "cards": rng.choice([1, 1, 1, 2])}
        for _ in range(rng.randint(1, 9))
    ]
    accused = rng.choice(pile)["seat"]
    accuser = rng.choice([seat for seat in range(seats) if seat != accused])
    limit = {colour: number for colour, number in limit_card(rng).items() if rng.random() < 0.9}
    cards = rng.choice([0, 1, 1, 1])
    hidden = {str(seat): [rng.choice(colours)][:cards] for seat in range(seats) if rng.random() < 0.8}
    return {"limit": limit, "hidden": hidden, "pile": pile, "accuser": accuser, "accused": accused}


def _starter(rng: random.Random) -> Facts:
    return {rng.choice(["youngest", "took_limit_card"]): rng.randrange(6)}


def _score(rng: random.Random) -> Facts:
    seats = [{"points": rng.randint(0, 5), "limit_cards": rng.randint(0, 3)} for _ in range(rng.randint(2, 6))]
    return {"seats": seats}


def _exchange(rng: random.Random) -> Facts:
    return {"cards": rng.randint(2, 5), "draw_pile": rng.randint(0, 8)}


def _forgotten(rng: random.Random) -> Facts:
    return {"left_neighbour": rng.choice(["waits", "has_drawn"])}


class Accusation(Listener):
    """Whether the limit was broken: the cards laid out once more, and taken off the pile one by one (LI-20 to LI-24)."""

    def begin(self) -> None:
        """What was broken, if it was."""
        if "printed" in self.facts:
            self.printed, self.hidden = self.facts["printed"], self.facts["hidden"]
            self.counted, self.colour = self.facts["counted"], None
            self.is_guilty = guilty(self.printed, self.hidden, self.counted)
        else:
            limit = dict.fromkeys(COLOURS, 0) | self.facts["limit"]
            found = brute_force({**self.facts, "limit": limit})
            self.colour, self.hidden, self.counted = found["colour"], found["hidden"], found["counted"]
            self.printed, self.is_guilty = limit[self.colour], found["guilty"]
        self.allowed = None if self.printed == "X" else self.printed + self.hidden
        self.was_compared = self.was_paid = False

    @property
    def until(self) -> list[dict[str, Any]]:
        """The pile up to the accused's last action."""
        pile = list(self.facts["pile"])
        while pile[-1]["seat"] != self.facts["accused"]:
            pile.pop()
        return pile

    def _hid(self) -> dict[int, list[str]]:
        return {int(seat): colours for seat, colours in sorted(self.facts["hidden"].items())}

    @hears("Hidden cards of this colour: {count}.", "LI-21")
    def turned_up(self, count: int) -> bool:
        """As many as were counted."""
        return {count} == {self.hidden}

    @hears("Counted in the pile: {count}.", "LI-22")
    def was_counted(self, count: int) -> bool:
        """As many as were counted."""
        return {count} == {self.counted}

    @hears("Hidden: {shown}.", "LI-21")
    def shown(self, shown: tuple[Any, ...]) -> bool:
        """Each player's."""
        return [(one["name"], list(one["colours"])) for _, one in shown] == [
            (s, c) for s, c in self._hid().items() if c
        ]

    @hears("{name}’s last card: {colour}.", "LI-21")
    def decides(self, name: int, colour: str) -> bool:
        """A single card."""
        last = self.until[-1]
        return (name, colour, last["cards"]) == (self.facts["accused"], last["colour"], 1)

    @hears("{name}’s exchange, so both cards count: {colour}.", ("LI-21", "LI-22"))
    def exchanged(self, name: int, colour: str) -> bool:
        """Two cards at once."""
        last = self.until[-1]
        return (name, colour, last["cards"]) == (self.facts["accused"], last["colour"], 2)

    @hears("In the pile, up to that card: {count} ({cards}).", "LI-22")
    def in_order(self, cards: tuple[Any, ...], count: int) -> bool:
        """Who laid each, numbered as one counts."""
        laid = [one["seat"] for one in self.until for _ in range(one["cards"]) if one["colour"] == self.colour]
        told = [(one["name"], one["number"]) for _, one in cards]
        return count == self.counted and told == [(seat, at + 1) for at, seat in enumerate(laid)]

    @hears("Later cards don’t count.", "LI-22")
    def later(self) -> bool:
        """Something lies on the accused's last card."""
        return len(self.facts["pile"]) > len(self.until)

    @hears("No one hid a card of this colour.", "LI-11")
    def nobody_hid(self) -> bool:
        """All who play have said what they hid."""
        return self.hidden == 0 and self._all_said()

    @hears("No hidden card of this colour is known.", "LI-11")
    def none_of_it_known(self) -> bool:
        """Somebody has not."""
        return self.hidden == 0 and not self._all_said()

    def _all_said(self) -> bool:
        named = {self.facts["accuser"], self.facts["accused"], *(one["seat"] for one in self.facts["pile"])}
        return named <= set(self._hid())

    @hears("{names} hid {count} card of this colour.", "LI-11")
    def hid(self, count: int, names: Seats) -> bool:
        """Who, and how many together."""
        hid = {seat: colours.count(str(self.colour)) for seat, colours in self._hid().items()}
        return count == sum(hid.values()) > 0 and list(names) == [seat for seat in hid if hid[seat]]

    @hears("The limit card shows X: any number is allowed.", ("LI-4", "LI-23"))
    def no_limit(self) -> bool:
        """An X."""
        return self.allowed is None

    @hears("There is no limit on this colour.", "LI-23")
    def never_broken(self) -> bool:
        """The same."""
        self.was_compared = True
        return self.allowed is None

    @hears("Allowed: {printed} printed + {hidden} hidden = {allowed}.", ("LI-11", "LI-23"))
    def sums_up(self, printed: int, hidden: int, allowed: int) -> bool:
        """The sum."""
        return (printed, hidden, allowed) == (self.printed, self.hidden, self.allowed) and printed + hidden == allowed

    @hears("{counted} is more than {allowed}: the limit is broken.", "LI-23")
    def more(self, counted: int, allowed: int) -> bool:
        """More."""
        self.was_compared = True
        return counted > allowed and (counted, allowed) == (self.counted, self.allowed)

    @hears("{counted} is exactly the limit: allowed.", "LI-23")
    def just(self, counted: int) -> bool:
        """As many."""
        self.was_compared = True
        return {counted} == {self.counted, self.allowed}

    @hears("{counted} is less than {allowed}: the limit holds.", "LI-23")
    def fewer(self, counted: int, allowed: int) -> bool:
        """Fewer."""
        self.was_compared = True
        return counted < allowed and (counted, allowed) == (self.counted, self.allowed)

    @hears("{name} was already over the limit. Each further card breaks it too.", "LI-23")
    def before(self, name: int) -> bool:
        """The limit was broken before the accused's last action, by whoever laid the first card beyond it."""
        laid = [(at, one["seat"]) for at, one in enumerate(self.until) for _ in range(one["cards"])
                if one["colour"] == self.colour]  # fmt: skip
        at, seat = laid[self.allowed or 0]
        return name == seat and at < len(self.until) - 1 and self.is_guilty

    @hears("The accused takes the limit card, the accuser a point.", "LI-24")
    def guilty_pays(self) -> bool:
        """Nobody was named."""
        self.was_paid = True
        return self.is_guilty and self.colour is None

    @hears("The accuser takes the limit card, the accused a point.", "LI-24")
    def innocent_gets(self) -> bool:
        """Nobody was named."""
        self.was_paid = True
        return not self.is_guilty and self.colour is None

    @hears("{taker} takes the limit card, {other} a point.", "LI-24")
    def named_pays(self, taker: int, other: int) -> bool:
        """By name."""
        self.was_paid = True
        pair = (self.facts["accused"], self.facts["accuser"])
        return (taker, other) == (pair if self.is_guilty else pair[::-1])

    def concludes(self, ruling: Ruling) -> bool:
        """It was compared, and somebody takes each card."""
        told = {name: ruling.verdict[name] for name in ("guilty", "allowed", "counted")}
        expected = {"guilty": self.is_guilty, "allowed": self.allowed, "counted": self.counted}
        said = "not guilty" in str(ruling.headline).casefold()
        return told == expected and self.was_compared and self.was_paid and said != self.is_guilty


class Starter(Listener):
    """Who starts (LI-12)."""

    @hears("{what}: {value}", "LI-12")
    def youngest(self, what: str, value: int) -> bool:
        """The youngest."""
        return what == "The youngest" and self.facts == {"youngest": value}

    @hears("{name} took the last limit card and starts.", "LI-12")
    def taker(self, name: int) -> bool:
        """Who took the limit card."""
        return self.facts == {"took_limit_card": name}

    def concludes(self, ruling: Ruling) -> bool:
        """The one named."""
        return ruling.verdict == {"starter": next(iter(self.facts.values()))}


class Score(Listener):
    """Who wins (LI-30)."""

    def begin(self) -> None:
        """The totals."""
        self.totals = [seat["points"] - 2 * seat["limit_cards"] for seat in self.facts["seats"]]
        self.winners = [seat for seat, total in enumerate(self.totals) if total == max(self.totals)]
        self.told: list[int] = []

    @hears("{name}: {points} points − 2 for {count} limit card = {total}.", "LI-30")
    def total(self, name: int, points: int, count: int, total: int) -> bool:
        """Seat by seat."""
        self.told.append(total)
        return self.facts["seats"][name] == {"points": points, "limit_cards": count} and total == points - 2 * count

    @hears("The most points win.", "LI-30")
    def alone(self) -> bool:
        """One."""
        return len(self.winners) == 1

    @hears("They have the same total and share the win.", "LI-30")
    def shared(self) -> bool:
        """Several."""
        return len(self.winners) > 1

    def concludes(self, ruling: Ruling) -> bool:
        """Everybody was named."""
        return self.told == self.totals and ruling.verdict == {"totals": self.totals, "winners": self.winners}


class Exchange(Listener):
    """Whether four cards may be exchanged (LI-15, LI-26)."""

    def begin(self) -> None:
        """Four in hand, four to draw."""
        self.may = bool(self.facts["cards"] >= 4 <= self.facts["draw_pile"])

    @hears("You need 4 cards of one colour, not {cards}.", "LI-15")
    def too_few(self, cards: int) -> bool:
        """Fewer."""
        return cards < 4 and {cards} == {self.facts["cards"]}

    @hears("You have 4 of one colour.", "LI-15")
    def four(self) -> bool:
        """Enough."""
        return bool(self.facts["cards"] >= 4)

    @hears("You need 4 cards to draw. The draw pile has {cards}.", "LI-26")
    def none_to_draw(self, cards: int) -> bool:
        """Fewer."""
        return cards < 4 and {cards} == {self.facts["draw_pile"]}

    @hears("The draw pile has 4 cards.", "LI-26")
    def four_to_draw(self) -> bool:
        """Enough."""
        return bool(self.facts["draw_pile"] >= 4)

    @hears("Show the 4, draw 4 others and take a one-point card.", "LI-15")
    @hears("Put 2 of them face up on the pile, 2 face down on the draw pile.", "LI-15")
    @hears("The 2 cards on the pile can break a limit, like any other.", ("LI-15", "LI-22"))
    def happens(self) -> bool:
        """Only where it may."""
        return self.may

    def concludes(self, ruling: Ruling) -> bool:
        """What was said."""
        return (ruling.verdict["may"], ruling.verdict["points"]) == (self.may, int(self.may))


class Forgotten(Listener):
    """Whether a forgotten card may be drawn (LI-14)."""

    def begin(self) -> None:
        """While the left neighbour has not drawn."""
        self.may = self.facts == {"left_neighbour": "waits"}

    @hears("Your left neighbour hasn’t drawn yet.", "LI-14")
    def waits(self) -> bool:
        """In time."""
        return self.may

    @hears("Your left neighbour has already drawn.", "LI-14")
    @hears("Play this round with one card fewer.", ("LI-14", "LI-25"))
    def too_late(self) -> bool:
        """Too late."""
        return not self.may

    def concludes(self, ruling: Ruling) -> bool:
        """What was said."""
        return ruling.verdict == {"may_draw": self.may}


LISTENERS = {
    "accusation": Accusation,
    "starter": Starter,
    "score": Score,
    "exchange": Exchange,
    "forgotten-draw": Forgotten,
}
