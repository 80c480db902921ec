"""Each kind of sentence that carries a figure, in one situation: the figures are those of the facts."""

from typing import Any

from companion.games.limits.game import GAME
from tests.games.english import Row, unsaid

PILE: dict[str, Any] = {
    "limit": {"red": 1, "yellow": "X", "green": 3, "blue": 0},
    "hidden": {"0": ["red"], "1": ["red"]},
    "pile": [
        {"seat": 1, "colour": "red", "cards": 1},
        {"seat": 0, "colour": "red", "cards": 2},
        {"seat": 1, "colour": "red", "cards": 1},
    ],
    "accuser": 0,
    "accused": 1,
}

ROWS: tuple[Row, ...] = (
    ("accusation", {"printed": 3, "hidden": 1, "counted": 2}, {},
        ("Hidden cards of this colour: 1.", "Counted in the pile: 2.", "Allowed: 3 printed + 1 hidden = 4.",
         "2 is less than 4. That’s allowed.")),
    # The first two examples of the rulebook.
    ("accusation", {"printed": 1, "hidden": 1, "counted": 2}, {},
        ("Allowed: 1 printed + 1 hidden = 2.", "The accuser takes the limit card, the accused a point.")),
    ("accusation", {"printed": 1, "hidden": 1, "counted": 3}, {},
        ("3 is more than 2: the limit is broken.", "The accused takes the limit card, the accuser a point.")),
    ("accusation", {"printed": 1, "hidden": 3, "counted": 5}, {}, ("5 is more than 4: the limit is broken.",)),
    ("accusation", {"printed": 3, "hidden": 2, "counted": 5}, {}, ("5 is exactly the limit. That’s allowed.",)),
    ("accusation", {"printed": 3, "hidden": 9, "counted": 12}, {},
        ("Cards of this colour: 21 (12 at most).", "At most 6 hidden cards can be the same colour, not 9.")),
    ("accusation", {**PILE, "hidden": {"0": ["red", "red"], "1": ["red"], "2": []}}, {}, ("S0 can hide at most 1, not 2.",)),
    ("accusation", PILE, {},
        ("The pile has 4 up to that card, played by S1, S0.", "S0, S1 hid 2 cards of this colour.",
         "4 is more than 3: the limit is broken.")),
    ("accusation", {**PILE, "pile": [*PILE["pile"][:2], {"seat": 1, "colour": "red", "cards": 2}]}, {},
        ("S1 exchanged, so both cards count: red.",)),
    ("starter", {"youngest": 1}, {}, ("S1 starts.", "The youngest: S1")),
    ("starter", {"took_limit_card": 0}, {}, ("S0 starts.",)),
    ("score", {"seats": [{"points": one, "limit_cards": cards} for one, cards in ((7, 2), (1, 3), (3, 0))]}, {},
        ("S0, S2 share the win with 3.", "S1: 1 − 2 for each of 3 limit cards = -5.")),
    ("score", {"seats": [{"points": one, "limit_cards": cards} for one, cards in ((1, 2), (6, 9), (5, 0))]}, {},
        ("S2 wins with 5.", "S1 took 9 limit cards. Others’ points: 6.")),
    ("score", {"seats": [{"points": one, "limit_cards": cards} for one, cards in ((1, 2), (6, 1), (5, 0))]}, {},
        ("S0: 1 − 2 for each of 2 limit cards = -3.", "S1: 6 − 2 for 1 limit card = 4.",
         "S2: 5 − 2 for each of 0 limit cards = 5.")),
)  # fmt: skip


def test_every_figure_in_an_answer_is_that_of_the_facts() -> None:
    assert unsaid(GAME, ROWS) == []
