"""Each kind of sentence that carries a figure: the figures are those of the facts. Sheets and lesson say one thing."""

from typing import Any

import pytest

from companion.engine.options import make_setup
from companion.engine.text import Text
from companion.games.land_unter.game import GAME
from companion.games.land_unter.paper import reminders
from companion.games.land_unter.rules import options
from companion.games.land_unter.words.lesson import lesson
from tests.conformance.playing import combinations
from tests.games.english import Row, unsaid
from tests.games.land_unter.asking import judge


def seats(*shown: tuple[int, int | None]) -> dict[str, Any]:
    """Rings and level of each; who has neither is out."""
    return {"seats": [{"rings": rings, "level": level, "out": False} for rings, level in shown]}


def ringed(*rings: int, losers: tuple[int, ...] = ()) -> dict[str, Any]:
    """The rings of each, −1 for who is out, and who lost."""
    return {"seats": [{"rings": max(0, one), "out": one < 0} for one in rings], "losers": [*losers]}


ROWS: tuple[Row, ...] = (
    ("rings", {"cards": [*range(1, 12), 11]}, {}, ("Entered twice: 11.",)),
    ("rings", {"whole": 4, "half": 6}, {}, ("Whole rings: 4. Half rings: 6. Together: 7.",)),
    ("rings", {"whole": 5, "half": 3}, {}, ("6½: take 6 rings.", "Whole rings: 5. Half rings: 3. Together: 6½.",)),
    ("rings", {"whole": 0, "half": 1}, {}, ("Whole rings: 0. Half rings: 1. Together: ½.",)),
    ("rings", {"whole": 7, "half": 6}, {},
        ("10: take 10 rings.", "Whole rings: 7. Half rings: 6. Together: 13, but a hand has 12 cards.",)),
    ("takes", {"levels": [7, 3], "cards": {"0": 58, "1": 31, "2": 12}}, {},
        ("S0 takes the 3, S1 takes the 7.", "S0 played the highest card (58) and takes the lower water, 3.",
         "S1 played the second-highest card (31) and takes the 7.")),
    ("takes", {"levels": [7, 3], "highest": 2, "second": 0}, {},
        ("S2 played the highest card and takes the lower water, 3.", "S0 played the second-highest card and takes the 7.")),
    ("takes", {"levels": [4, 9], "cards": {"0": 58, "2": 31, "3": 12}}, {},
        ("S0 takes the 4, S2 takes the 9.", "S1: no card entered. If one was played, it counts too.")),
    ("takes", {"levels": [2, 2], "cards": {"0": 45, "1": 6}}, {},
        ("Both water cards show 2.", "With 2 players left, the round was already over.")),
    ("loses", seats((1, 2), (0, 1), (2, 1)), {},
        ("S0 has the highest level: 2.", "S0 loses a ring: 0 left.", "3 players are left, so the round goes on.")),
    ("loses", seats((1, 4), (0, 4), (2, 2)), {}, ("2 players are left, so the round ends.",)),
    ("loses", seats((2, 2), (5, 3), (4, 3)), {},
        ("S1, S2 tie for the highest level: 3.", "S1 loses a ring: 4 left.", "S2 loses a ring: 3 left.")),
    ("round-score", seats((5, 4), (1, 1), (0, 2)), {},
        ("S0 scores the most: 5.", "S0 kept 5 rings: +5.", "S1 kept 1 ring: +1.", "S1 has the lowest water, 1: +1.")),
    ("round-score", seats((2, 4), (0, None), (5, None)), {}, ("S1, S2 have no water card: +1 each.",)),
    ("round-score", seats((5, 3), (2, 4), (0, 3)), {}, ("S0, S2 share the lowest water, 3: +1 each.",)),
    ("leader", ringed(2, 2, -1), {}, ("S0, S1 have the most rings (2).",)),
    ("leader", ringed(1, 3, 0, losers=(0, 1)), {},
        ("Of those who lost a ring, S0 has the fewest (1), so their left neighbour leads.",)),
    ("leader", ringed(2, 2, 0, losers=(0, 1)), {},
        ("S0, S1 lost a ring and have 2 left each. The left neighbour of one of them leads.",)),
    ("leader", ringed(3, -1, -1, losers=(1, 2)), {}, ("S1, S2 went out, so the left neighbour of one of them leads.",)),
    ("leader", ringed(-1, 0, 4, 2, losers=(0, 1)), {"lays_last": "out"},
        ("S1 leads.", "House rule: S0 is out, so their left neighbour leads.")),
    ("leader", ringed(-1, 5, 4), {}, ("A player is out. Enter who lost a ring or went out.",)),
    ("leader", ringed(3, 2, -1, losers=(0, 2)), {}, ("S2 had no ring to lose and doesn’t play last.",)),
    ("loses", seats((1, 2), (0, 4), (0, 4), (0, 1)), {}, ("Only 2 players are left, so the round ends at once.",)),
    ("loses", seats((1, 2), (0, 4), (3, 3), (0, 1)), {},
        ("With S1 out, the next-highest water counts.", "S2 loses a ring: 2 left.")),
    ("loses", {"seats": [{"rings": 2, "level": 12}, {"rings": 3, "level": 4}, {"rings": 0, "out": True}]}, {},
        ("S0 loses a ring: 1 left.", "With 2 players left, the round was already over.")),
    ("loses", seats((5, 12), (0, 12), (3, 4), (4, 3)), {"tie_survivor_pays_again": True},
        ("S1 is out. S0 loses 2 rings.", "S0 loses a ring: 4 left.", "S0 loses a ring: 3 left.")),
    ("round-score", {"kept": [{"rings": one} for one in (5, 4, 5)], "lowest": [1]}, {}, ("S1 has the lowest water: +1.",)),
    ("loses", seats((1, 4), (0, 4), (3, 3), (0, 1)), {}, ("S0 tied and lost a ring, so no one else loses one.",)),
)  # fmt: skip


def test_every_figure_in_an_answer_is_that_of_the_facts() -> None:
    assert unsaid(GAME, ROWS) == []


def test_sheet_and_lesson_say_one_thing_and_never_the_other_under_any_house_rules(subtests: pytest.Subtests) -> None:
    said: dict[str, dict[tuple[Any, ...], set[Text]]] = {"LU-17": {}, "LU-20": {}, "LU-40": {}}
    for chosen in combinations(GAME):
        setup = make_setup(GAME, 4, chosen)
        on_sheet = reminders(setup.options)
        in_lesson = [one for card in lesson(setup) for one in card.sentences]
        in_force = {name: value for name, value in setup.options.items() if name not in options.idle(setup.options, 4)}
        with subtests.test(options=chosen):
            for clause, ways in said.items():
                sheet, taught = ({one.text for one in some if clause in one.clauses} for some in (on_sheet, in_lesson))
                assert sheet <= taught
                asked = {"LU-17": "tie_survivor_pays_again", "LU-20": "pay_before_early_end", "LU-40": "open_play"}
                # What is asked in vain without the chain is said as where the answer is no.
                way = (setup.options["chain"] if clause == "LU-17" else None, in_force.get(asked[clause], False))
                assert ways.setdefault(way, sheet) == sheet
    for clause, ways in said.items():
        assert len({frozenset(texts) for texts in ways.values()}) == len(ways), clause


def test_with_two_left_a_sheet_ends_the_round_where_the_judge_does() -> None:
    chosen = {"pay_before_early_end": True}
    said = [one.text.message for one in reminders(make_setup(GAME, 3, chosen).options) if "LU-20" in one.clauses]
    assert said == [
        "A round ends after 12 tricks. With 2 players left, the one with the highest water first loses a ring."
    ]
    # Who tied with the player who went out, and lost a ring, is the highest of the two: no other ring is lost.
    for rings, lost in [((0, 2, 5), {"1": 1}), ((1, 0, 5), {"0": 1})]:
        seats = [{"rings": ring, "level": level} for ring, level in zip(rings, (12, 12, 3), strict=True)]
        verdict = judge("loses", {"seats": seats}, **chosen).verdict
        assert (verdict["pays"], verdict["round_over"]) == (lost, True)
