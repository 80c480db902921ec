"""What the stories of all games share: who stands where, and from when on nobody was ahead of the winners."""

from companion.engine.story import Highlight, Stretch, best, lead
from companion.engine.text import Text, say


def named(number: int) -> Text:
    return say("Round {number}", number=number)


def lead_of(*scores: tuple[int, ...], winners: tuple[int, ...], known: tuple[int, ...] = (1, 2, 3)) -> Highlight | None:
    """The lead in a match with these scores after each round; round n was ended by entry 10 n, where that is known."""
    stretches = tuple(Stretch(number, one) for number, one in enumerate(scores, 1))
    return lead(stretches, winners, {number: 10 * number for number in known}, named, "LU-30")


def test_all_who_share_the_highest_score_have_most() -> None:
    assert best((3, 5, 5)) == (1, 2)
    assert best((-2, -7)) == (0,)
    assert best(()) == ()


def test_the_lead_is_told_of_the_round_after_which_nobody_came_ahead_any_more() -> None:
    found = lead_of((1, 0), (2, 4), (3, 9), winners=(1,))
    assert found is not None
    assert (found.when, found.clauses, found.index) == (named(2), ("LU-30",), 20)


def test_who_only_draws_level_in_the_end_has_not_taken_the_lead() -> None:
    tied = lead_of((30, 10), (30, 20), (40, 40), winners=(0, 1))
    assert tied is not None
    assert (tied.when, tied.text.message) == (named(3), "{names} draw level.")
    partners = lead_of((5, 9, 5), (20, 10, 20), winners=(0, 2))
    assert partners is not None
    assert partners.text.message == "{names} takes the lead and keeps it."
    assert partners.text.plural == "{names} take the lead and keep it."
