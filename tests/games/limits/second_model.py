"""A second Limits, written from the clauses alone and in another manner, to hold the first against.

Real cards in real hands: `random_game` shuffles sixty of them, plays with them to the end, and notes after each move what
lies on the table. Nothing here imports the first model. Both speak the JSON of the interface.
"""

import random
from collections.abc import Mapping
from typing import Any

Move = dict[str, Any]
Shown = dict[str, Any] | None

COLOURS = ["red", "yellow", "green", "blue", "violet"]
ROUNDS = {2: 10, 3: 18, 4: 18, 5: 14, 6: 14}


def guilty(printed: Any, hidden: int, counted: int) -> bool:
    """LI-23, card by card: each card counted uses up one of those allowed, until none is left."""
    if printed == "X":
        return False
    allowed = ["printed"] * printed + ["hidden"] * hidden
    for _ in range(counted):
        if not allowed:
            return True
        allowed.pop()
    return False


def brute_force(facts: dict[str, Any]) -> dict[str, Any]:
    """The verdict on a logged pile: cards are taken off its top until one of the accused's last action lies there (LI-22)."""
    pile = list(facts["pile"])
    while pile[-1]["seat"] != facts["accused"]:
        pile.pop()
    colour = pile[-1]["colour"]
    cards = "".join(laid["colour"][0] * laid["cards"] for laid in pile)
    up = "".join(one[0] for colours in facts["hidden"].values() for one in colours)
    printed, counted, hidden = facts["limit"][colour], cards.count(colour[0]), up.count(colour[0])
    is_guilty = guilty(printed, hidden, counted)
    return {
        "guilty": is_guilty,
        "allowed": None if printed == "X" else printed + hidden,
        "counted": counted,
        "limit_card_to": "accused" if is_guilty else "accuser",
        "point_to": "accuser" if is_guilty else "accused",
        "colour": colour,
        "hidden": hidden,
    }


def limit_card(rng: random.Random) -> dict[str, Any]:
    return {colour: rng.choice([0, 1, 2, 3, 4, 9, "X"]) for colour in COLOURS}


class Cards:
    """One game on a real table, and every move its players enter."""

    def __init__(self, rng: random.Random, players: int, accuse: str, accuse_when: str) -> None:
        self.rng = rng
        self.n = players
        self.previous = accuse == "previous"
        self.any_time = accuse_when == "any"
        self.deck = COLOURS * 12
        rng.shuffle(self.deck)
        self.size = 6 if players == 2 else 5
        self.hands = [[self.deck.pop() for _ in range(self.size)] for _ in range(players)]
        self.points = [0] * players
        self.limits = [0] * players
        self.moves: list[Move] = []
        self.shown: list[Shown] = []

    def note(self, pile: int, turn: int | None, /, known: bool = True, **move: Any) -> None:
        """One move, and what lies on the table after it (nothing where the app cannot know it yet)."""
        self.moves.append(move)
        shown = {
            "hands": [len(hand) for hand in self.hands],
            "deck": len(self.deck),
            "pile": pile,
            "turn": turn,
            "points": list(self.points),
            "limits": list(self.limits),
        }
        self.shown.append(shown if known else None)

    def play(self) -> None:
        """The whole game (LI-2, LI-12)."""
        starter = self.rng.randrange(self.n)
        self.note(0, None, kind="start", seat=starter)
        for number in range(ROUNDS[self.n]):
            starter = self.round(starter, is_last=number + 1 == ROUNDS[self.n])

    def round(self, starter: int, *, is_last: bool) -> int:
        """One round; who took its limit card (LI-10 to LI-25)."""
        limit = limit_card(self.rng)
        self.note(0, None, kind="limit", numbers=limit)
        hidden = self.hide(starter)
        pile: list[dict[str, Any]] = []
        turn = seat = starter
        while not self.wants_to_accuse(seat, pile):
            self.act(turn, pile)
            turn = seat = (turn + 1) % self.n
            if self.any_time and self.hands[turn]:
                seat = self.rng.randrange(self.n)
        accused = self.rng.choice(self.accusable(seat, pile))
        facts = {"limit": limit, "hidden": hidden, "pile": pile, "accused": accused}
        taker, other = (accused, seat) if brute_force(facts)["guilty"] else (seat, accused)
        self.limits[taker] += 1
        self.points[other] += 1
        self.clear(hidden, pile)
        self.note(0, None, kind="accuse", seat=seat, accused=accused)
        return taker

    def hide(self, starter: int) -> dict[int, list[str]]:
        """What everybody hid, entered in any order."""
        hidden: dict[int, list[str]] = {}
        for seat in self.rng.sample(range(self.n), self.n):
            self.rng.shuffle(self.hands[seat])
            hidden[seat] = [self.hands[seat].pop() for _ in range(self.size - 4)]
            turn = starter if len(hidden) == self.n else None
            self.note(0, turn, kind="hide", seat=seat, colours=hidden[seat])
        return hidden

    def accusable(self, seat: int, pile: list[dict[str, Any]]) -> list[int]:
        """Whom this seat may accuse (LI-20)."""
        laid = {one["seat"] for one in pile} - {seat}
        return sorted(laid & {(seat - 1) % self.n}) if self.previous else sorted(laid)

    def wants_to_accuse(self, seat: int, pile: list[dict[str, Any]]) -> bool:
        """Whether this seat accuses now: by chance, or because no card is left (LI-26)."""
        if not self.accusable(seat, pile):
            return False
        return not self.hands[seat] or self.rng.random() < self.rng.choice([0.02, 0.2])

    def act(self, seat: int, pile: list[dict[str, Any]]) -> None:
        """One turn: an exchange where it is possible, sometimes, or a card (LI-14, LI-15)."""
        hand = self.hands[seat]
        four = [colour for colour in COLOURS if hand.count(colour) == 4]
        if four and len(self.deck) >= 4 and sum(self.points) < 30 and self.rng.random() < 0.8:
            self.exchange(seat, four[0], pile)
            return
        colour = hand.pop(self.rng.randrange(len(hand)))
        pile.append({"seat": seat, "colour": colour, "cards": 1})
        turn = (seat + 1) % self.n
        forgets = bool(self.deck) and self.rng.random() < 0.1
        if self.deck and not forgets:
            hand.append(self.deck.pop())
        self.note(self.cards(pile), turn, not forgets, kind="lay", seat=seat, colour=colour)
        if forgets:
            self.note(self.cards(pile), turn, kind="forgot", seat=seat)

    def exchange(self, seat: int, colour: str, pile: list[dict[str, Any]]) -> None:
        self.hands[seat] = [self.deck.pop() for _ in range(4)]
        self.deck += [colour, colour]
        self.points[seat] += 1
        pile.append({"seat": seat, "colour": colour, "cards": 2})
        self.note(self.cards(pile), (seat + 1) % self.n, kind="exchange", seat=seat, colour=colour)

    def clear(self, hidden: dict[int, list[str]], pile: list[dict[str, Any]]) -> None:
        """The pile goes under the draw pile, hidden cards into the hands, hands are filled up (LI-25)."""
        self.deck = [laid["colour"] for laid in pile for _ in range(laid["cards"])] + self.deck
        for seat, colours in hidden.items():
            self.hands[seat] += colours
            while len(self.hands[seat]) < self.size:
                self.hands[seat].append(self.deck.pop())

    @staticmethod
    def cards(pile: list[dict[str, Any]]) -> int:
        return sum(laid["cards"] for laid in pile)


def logged_game(
    rng: random.Random, chosen: dict[str, Any] | None = None
) -> tuple[int, dict[str, Any], list[Move], list[Shown]]:
    """Players, options, moves of a whole game with a logged pile, and the table after each; under these options, if any."""
    players, accuse, accuse_when = rng.randint(2, 6), rng.choice(["anyone", "previous"]), rng.choice(["turn", "any"])
    if chosen:
        accuse, accuse_when = chosen["accuse"], chosen["accuse_when"]
    cards = Cards(rng, players, accuse, accuse_when)
    cards.play()
    return players, {"pile": "logged", "accuse": accuse, "accuse_when": accuse_when}, cards.moves, cards.shown


def counted_game(
    rng: random.Random, options: Mapping[str, Any] | None = None
) -> tuple[int, dict[str, Any], list[Move]]:
    """Players, options and moves of a whole game in which the table counts."""
    chosen = {"pile": "counted", **(options or {})}
    players = rng.randint(2, 6)
    moves: list[Move] = [{"kind": "start", "seat": rng.randrange(players)}]
    for _ in range(ROUNDS[players]):
        limit = limit_card(rng)
        moves.append({"kind": "limit", "numbers": limit})
        if rng.random() < 0.2:
            moves.append({"kind": "exchange", "seat": rng.randrange(players), "colour": rng.choice(COLOURS)})
        first, laid = rng.randrange(players), rng.choice([0, 0, 5])
        moves += [{"kind": "card", "seat": (first + at) % players} for at in range(laid)]
        accuser = (first + laid) % players
        back = 1 if chosen.get("accuse") == "previous" else rng.randint(1, players - 1)
        accused = (accuser - back) % players
        if rng.random() < 0.5:
            moves.append({"kind": "accuse", "seat": accuser, "accused": accused})
        colour = rng.choice(COLOURS)
        verdict = {"hidden": rng.randint(0, min(players, 4)), "counted": rng.randint(1, laid - back + 1 if laid else 8)}
        known = {"printed": limit[colour]} if rng.random() < 0.8 else {}
        moves.append({"kind": "verdict", "seat": accuser, "accused": accused, "colour": colour, **known, **verdict})
    return players, chosen, moves


def expected(players: int, moves: list[Move]) -> tuple[list[int], list[int]]:
    """The points and the limit cards of everybody after these moves of a game in which the table counts."""
    points, limits = [0] * players, [0] * players
    limit: dict[str, Any] = {}
    for move in moves:
        if move["kind"] == "limit":
            limit = move["numbers"]
        elif move["kind"] == "exchange":
            points[move["seat"]] += 1
        elif move["kind"] == "verdict":
            printed = move.get("printed", limit.get(move["colour"], 0))
            is_guilty = guilty(printed, move["hidden"], move["counted"])
            taker, other = (move["accused"], move["seat"]) if is_guilty else (move["seat"], move["accused"])
            limits[taker] += 1
            points[other] += 1
    return points, limits


def random_game(rng: random.Random) -> tuple[int, dict[str, Any], list[Move]]:
    return logged_game(rng)[:3] if rng.random() < 0.5 else counted_game(rng)
