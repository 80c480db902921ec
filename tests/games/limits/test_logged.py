"""A match at a table where each card is entered and the app keeps the pile."""

from companion.games.limits.board.verdicts import verdict_entry
from tests.games.limits.asking import CARD, Move, Table, accuse, logged
from tests.games.table import Row, otherwise


def at_play(*hidden: str, **options: str) -> Table:
    """Three players in play; what they hide may be named."""
    return logged(3, **options).begin(*(hidden or ("red", "red", "red")))


def lay(seat: int, colour: str) -> Move:
    return {"kind": "lay", "seat": seat, "colour": colour}


def exchange(seat: int, colour: str) -> Move:
    return {"kind": "exchange", "seat": seat, "colour": colour}


def hide(seat: int, *colours: str) -> Move:
    return {"kind": "hide", "seat": seat, "colours": [*colours]}


def started() -> Table:
    return logged(3).then("start", seat=0)


def one_short() -> Table:
    """The first is on turn again with three cards."""
    return at_play().lay("blue").then("forgot", seat=0).lay("blue", "blue")


def almost_drawn() -> Table:
    """Six have 5 cards each at first, 30 are to be drawn; 27 are."""
    return logged(6).begin(*["red"] * 6).lay(*["blue", "green", "yellow"] * 9)


def too_early() -> Table:
    """The first has laid a card before the others hid theirs."""
    return logged(3).begin("red").then(**lay(0, "violet"), anyway=True)


ROWS: dict[str, Row] = {
    "an accusation of any player": (lambda: at_play().lay("violet", "blue"), accuse(2, 0), "taken"),
    "two cards hidden where two play": (lambda: logged(2).begin(), hide(0, "red", "red"), "taken"),
    "an exchange of fewer than four cards": (one_short, exchange(0, "blue"),
        "doubted LI-15: You need 4 cards to exchange. S0 has 3."),
    "an exchange where fewer than four cards are left to draw": (almost_drawn, exchange(3, "red"),
        "doubted LI-26: You need 4 cards to draw. The draw pile has 3."),
    "a card laid out of turn": (lambda: at_play().lay("blue"), lay(2, "red"), "doubted LI-13"),
    "an exchange out of turn": (lambda: at_play().lay("blue"), exchange(2, "red"), "doubted LI-13"),
    "an accusation out of turn": (lambda: at_play().lay("blue"), accuse(2, 0), "doubted LI-13 LI-20"),
    "a card before all have hidden": (lambda: logged(3).begin("red"), lay(0, "violet"), "doubted LI-10 LI-11"),
    "a second card before all have hidden": (too_early, lay(1, "blue"), "doubted LI-10 LI-11"),
    "an accusation before all have hidden": (too_early, accuse(1, 0), "doubted LI-10 LI-11"),
    "a card hidden before the limit card": (started, hide(0, "red"), "doubted LI-10"),
    "a card laid before the limit card": (started, lay(0, "red"), "doubted LI-10 LI-11"),
    "an accusation past the player before, where only that one is accused": (
        lambda: at_play(accuse="previous").lay("violet", "blue"), accuse(2, 0), "doubted LI-20"),
    "one card hidden where two play": (lambda: logged(2).begin(), hide(0, "red"), "refused LI-10: Everyone hides 2 cards"),
    "cards hidden twice": (lambda: logged(3).begin("red"), hide(0, "red"), "refused LI-10"),
    "a limit card without numbers": (started, {"kind": "limit"}, "refused LI-4"),
    "an accusation without a limit card": (lambda: started().then(**lay(0, "violet"), anyway=True), accuse(1, 0), "refused LI-4"),
    "an accusation before any card": (at_play, accuse(0, 1), "refused LI-20"),
    "an accusation of one who has laid nothing in this round": (
        lambda: at_play().lay("violet").then(**accuse(1, 0)).begin("red", "red", "red").lay("blue"), accuse(1, 2), "refused LI-20"),
    "an accusation of oneself": (lambda: at_play().lay("blue", "blue", "blue"), accuse(0, 0), "refused LI-20"),
    "a card not drawn after an exchange": (
        lambda: at_play().lay(*["blue"] * 3).then(**exchange(0, "blue")), {"kind": "forgot", "seat": 0}, "refused LI-14"),
}  # fmt: skip


def test_what_the_rules_forbid_is_doubted_and_what_has_no_meaning_refused() -> None:
    assert otherwise(ROWS) == {}


def test_an_exchange_fills_the_hand_up_and_a_card_laid_out_of_turn_passes_the_turn_on_from_there() -> None:
    assert one_short().then(**exchange(0, "blue"), anyway=True).hands == [4, 4, 4]
    assert at_play().lay("blue").then(**lay(2, "red"), anyway=True).turn == 0


def test_after_a_card_laid_too_early_what_is_missing_can_come_later() -> None:
    table = too_early()
    assert (table.phase, table.turn) == ("play", 1)
    table.then(**hide(1, "violet")).then(**hide(2, "red"))
    assert table.play(**accuse(1, 0)).rulings[0].verdict["guilty"] is False
    assert started().then(**lay(0, "violet"), anyway=True).then("limit", numbers=CARD).phase == "play"


def test_impossible_colours_are_told_with_the_verdict_and_not_before() -> None:
    outcome = logged(2).begin("red blue", "red red").lay(*["red"] * 13).play(**accuse(1, 0))
    assert outcome.flags == ()
    assert [flag.clauses for flag in outcome.rulings[0].flags] == [("LI-1",)]


def test_a_count_by_hand_may_replace_the_log_as_its_form_says_and_ends_the_round_openly() -> None:
    table = at_play().lay("violet")
    counted = {"kind": "verdict", "seat": 1, "accused": 0, "colour": "violet", "hidden": 1, "counted": 1}
    entry = verdict_entry(table.state, {name: (str(one),) for name, one in counted.items()})
    assert entry.small.message == "Your count decides, not the app’s."
    outcome = table.enter(counted).outcome
    assert (outcome.reveals, outcome.rulings[0].verdict["guilty"]) == (True, False)
