"""From when on the winners led: who takes the lead, who draws level, and where nothing is said."""

from companion.engine.story import Stretch, best, lead
from companion.engine.text import say
from tests.games.english import said


def told(*totals: tuple[int, ...]) -> str | None:
    """What is said of a game with these totals after each round, its winners those who have most."""
    stretches = [Stretch(number, scores) for number, scores in enumerate(totals, 1)]
    ended = {stretch.number: stretch.number for stretch in stretches}
    found = lead(stretches, best(totals[-1]), ended, lambda number: say("Round {number}", number=number), "LU-30")
    return None if found is None else f"{said(found.when)}: {said(found.text)}"


def test_who_leads_from_some_round_on_takes_the_lead_there() -> None:
    assert told((5, 3, 4), (8, 6, 5)) == "Round 1: S0 takes the lead and keeps it."
    assert told((5, 3, 4), (6, 8, 5)) == "Round 2: S1 takes the lead and keeps it."
    assert told((5, 5, 4), (8, 8, 5), (9, 10, 5)) == "Round 3: S1 takes the lead and keeps it."
    assert told((5, 5, 6), (9, 9, 8)) == "Round 2: S0, S1 take the lead and keep it."


def test_at_a_tie_whoever_led_before_takes_no_lead_but_is_drawn_level_with() -> None:
    assert told((5, 3), (8, 8)) == "Round 2: S0, S1 draw level."
    assert told((5, 3, 1), (8, 8, 2), (9, 9, 3)) == "Round 2: S0, S1 draw level."
    assert told((5, 3, 1), (6, 4, 2), (7, 7, 7)) == "Round 3: S0, S1, S2 draw level."


def test_where_all_were_level_from_the_first_round_no_one_takes_a_lead() -> None:
    assert told((5, 5), (8, 8)) is None
    assert told((0, 0, 0)) is None
    assert told((5, 3), (6, 6), (7, 7)) == "Round 2: S0, S1 draw level."
