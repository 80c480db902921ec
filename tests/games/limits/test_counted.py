"""A match at a table that counts the pile itself."""

from typing import Any

from tests.games.limits.asking import CARD, Move, Table, accuse, logged
from tests.games.table import Row, otherwise

VERDICT: dict[str, Any] = {"seat": 2, "accused": 1, "colour": "yellow", "printed": 1, "hidden": 1, "counted": 3}


def at_play(players: int = 3, **options: str) -> Table:
    return Table(players, **options).begin(starter=1)


def test_a_colour_that_shows_0_is_left_out_however_the_card_was_entered() -> None:
    shown = {"red": 3, "yellow": 1, "green": 3, "blue": "X"}
    for card in (shown, {**shown, "violet": 0}):
        table = Table(3).begin(limit=card, starter=1)
        assert table.view()["numbers"] == shown
        table.play("verdict", **VERDICT)
        assert table.view()["last_round"]["numbers"] == shown


UNTOLD = {name: value for name, value in VERDICT.items() if name != "printed"}


def verdict(**told: Any) -> Move:
    return {"kind": "verdict", **VERDICT, **told}


def exchange(seat: int = 0) -> Move:
    return {"kind": "exchange", "seat": seat, "colour": "red"}


def card(seat: int) -> Move:
    return {"kind": "card", "seat": seat}


def all_points() -> Table:
    """44 points are handed out."""
    table = at_play()
    for number in range(44):
        table.play(**exchange(number % 3))
    return table


def followed(**options: str) -> Table:
    return at_play(3, **options).then(**card(1))


def four_tapped() -> Table:
    """The table has tapped four cards, the first and the last of the same player."""
    table = at_play(3, accuse_when="any")
    for seat in (1, 2, 0, 1):
        table.play(**card(seat))
    return table


def up_to(accused: int, counted: int) -> Move:
    return verdict(seat=(accused + 1) % 3, accused=accused, counted=counted)


ROWS: dict[str, Row] = {
    "another printed number": (at_play, verdict(printed=2),
        "doubted LI-4: Earlier you entered 1 for this colour, not 2. Check the card."),
    "more hidden than three hide": (at_play, verdict(hidden=4), "doubted LI-10: Together you can hide at most 3 cards, not 4."),
    "hiding, which belongs to a logged pile": (at_play, {"kind": "hide", "seat": 0, "colours": ["red"]}, "refused LI-16"),
    "a card of a logged pile": (at_play, {"kind": "lay", "seat": 0, "colour": "red"}, "refused LI-16"),
    "a card not drawn": (at_play, {"kind": "forgot", "seat": 0}, "refused LI-16"),
    "an exchange before the limit card of a logged pile": (lambda: logged(3), exchange(), "doubted LI-10 LI-11"),
    "a verdict before the limit card of a logged pile": (lambda: logged(3), verdict(), "doubted LI-10"),
    "a 45th point exchanged": (all_points, exchange(), "doubted LI-31"),
    "a 45th point won": (all_points, verdict(), "doubted LI-31: Points: 45 (44 at most)."),
    "a ten on a limit card": (lambda: Table(3), {"kind": "limit", "numbers": {"red": 10}}, "refused LI-4"),
    "a ten printed": (at_play, verdict(printed=10), "refused LI-4"),
    "a seventh player": (lambda: Table(6), {"kind": "start", "seat": 6},
        "refused LI-1: There’s no seat 6. Seats are numbered 0 to 5."),
    "a verdict without a number or a limit card": (lambda: Table(3), {"kind": "verdict", **UNTOLD}, "refused LI-4"),
    "a limit card before the starter is named": (lambda: Table(3), {"kind": "limit", "numbers": CARD}, "taken"),
    "a second accusation": (lambda: at_play().then(**accuse(2, 1)), accuse(0, 1), "refused LI-22"),
    "a card after the accusation": (lambda: at_play().then(**accuse(2, 1)), card(0), "refused LI-22"),
    "an accusation that is no turn's": (followed, accuse(0, 1), "asked LI-13 LI-20"),
    "an accusation at any time": (lambda: followed(accuse_when="any"), accuse(0, 1), "taken"),
    "an accusation of one who has played nothing": (followed, accuse(2, 0), "asked LI-20"),
    "more cards counted than tapped": (followed, verdict(), "asked LI-22: Counted in the pile: 3. The app saw only 1."),
    "as many cards counted as tapped": (followed, verdict(counted=1), "taken"),
    # Each turn since the last card of the accused is one card less to count.
    **{f"as many cards as lie up to {one}’s": (four_tapped, up_to(one, 4 - back), "taken") for back, one in enumerate((1, 0, 2))},
    **{f"more than lie up to {one}’s": (four_tapped, up_to(one, 5 - back), "asked LI-22") for back, one in enumerate((1, 0, 2))},
    "a card out of turn after an exchange": (lambda: followed().then(**exchange(2)), card(1), "doubted LI-13"),
    "a second starter": (at_play, {"kind": "start", "seat": 0}, "refused LI-12"),
    "a starter after a round": (lambda: at_play().then(**verdict()), {"kind": "start", "seat": 0}, "refused LI-12"),
}  # fmt: skip


def test_what_the_rules_forbid_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_the_printed_number_is_that_of_the_limit_card_unless_another_is_told() -> None:
    for told, allowed in ({"kind": "verdict", **UNTOLD}, 2), (verdict(printed=2), 3):
        outcome = at_play().play(**told, anyway=True)
        assert (outcome.rulings[0].verdict["allowed"], outcome.reveals) == (allowed, False)


def test_a_limit_card_counts_as_left_until_it_is_taken() -> None:
    assert at_play().view()["limit_cards_left"] == 18
    assert at_play().then(**verdict()).view()["limit_cards_left"] == 17


def test_a_table_that_counts_need_enter_no_limit_card_and_says_the_one_number_with_the_verdict() -> None:
    table = Table(3)
    for number in (1, 2):
        assert table.play(**exchange()).flags == table.play(**verdict()).flags == ()
        assert (table.view()["round"], table.view()["last_round"]["numbers"]) == (number, None)
    assert table.state.scores == (2, -4, 2)


def test_whoever_is_said_to_have_played_a_card_passes_the_turn_on_until_the_round_is_over() -> None:
    assert not at_play().state.follows_turns
    table = followed().then(**exchange(2))
    assert (table.turn, table.state.unseen) == (0, 3)
    assert not table.then(**verdict(), anyway=True).state.follows_turns
