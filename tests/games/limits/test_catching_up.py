"""Where things stand: a table that forgot some rounds of Limits, or that played without the app until now (LI-12, LI-24)."""

from companion.engine.game import Viewer
from companion.games.limits.board.verdicts import last_verdict
from companion.games.limits.board.view import screen
from companion.games.limits.game import GAME
from tests.conformance.test_story import told
from tests.games.limits.asking import Move, Table, said
from tests.games.table import Row, otherwise
from tests.there import there

CARD = {"red": 1, "yellow": 2, "green": 3, "blue": "X", "violet": 0}
LIMIT: Move = {"kind": "limit", "numbers": CARD}


def verdict(seat: int, accused: int, colour: str, counted: int, hidden: int = 0) -> Move:
    told = {"colour": colour, "hidden": hidden, "counted": counted}
    return {"kind": "verdict", "seat": seat, "accused": accused, **told}


def one_round() -> Table:
    """A match of three with one round entered: the third accused the first rightly."""
    return Table(3).then("start", seat=1).then(**LIMIT).then(**verdict(2, 0, "red", 4))


def stands(*each: tuple[int, int], starter: int | None = None) -> Move:
    """Points and limit cards of every seat as the table says they are."""
    seats = [{"points": points, "limit_cards": cards} for points, cards in each]
    return {"kind": "stand_now", "seats": seats, "starter": starter}


def on_paper(*each: tuple[int, int]) -> Move:
    return {"kind": "from_paper", "seats": [{"points": points, "limit_cards": cards} for points, cards in each]}


MIDDLE = stands((3, 1), (2, 2), (0, 1), starter=1)
ROWS: dict[str, Row] = {
    "four players where three sit": (one_round, stands((0, 0), (0, 0), (0, 0), (0, 0)), "refused LI-2"),
    "as many limit cards as there are rounds": (one_round, stands((0, 9), (0, 9), (0, 0), starter=0), "refused LI-2 LI-30"),
    "no starter after a round": (one_round, stands((0, 2), (0, 0), (0, 0)), "refused LI-12"),
    "a starter named after the middle": (lambda: Table().then(**MIDDLE), {"kind": "start", "seat": 0}, "refused LI-12"),
    "more points than the box has": (one_round, stands((40, 1), (9, 1), (0, 0), starter=0), "doubted LI-31"),
    "what rounds can have brought": (Table, stands((2, 1), (1, 1), (0, 1), starter=2), "taken"),
    "fewer points than limit cards": (Table, stands((1, 1), (1, 1), (0, 1), starter=2),
        "asked LI-24: Limit cards: 3. Points: only 2. Each round gives one of each."),
    "a limit card too many on paper": (
        Table, on_paper((10, 9), (8, 9), (0, 1)), "refused LI-2 LI-30: Limit cards: 19. Together you must have 18."),
    "a point too few on paper": (
        Table, on_paper((9, 9), (8, 9), (0, 0)),
        "refused LI-24: Each round gives at least 1 point. Together that’s at least 18, not 17."),
    "more points on paper than the box has": (Table, on_paper((60, 6), (60, 6), (60, 6)), "doubted LI-31"),
    "points on paper that nobody had to give": (
        Table, on_paper((18, 3), (1, 15), (0, 0)), "refused LI-24: S0 took 3 limit cards. Others’ points: 1."),
    "a starter without a limit card": (Table, stands((2, 1), (1, 1), (0, 0), starter=2), "asked LI-12"),
}  # fmt: skip


def test_what_has_no_meaning_is_refused_and_what_no_rounds_can_have_brought_doubted() -> None:
    assert otherwise(ROWS) == {}


def test_a_table_that_forgot_three_rounds_goes_on_with_the_next_limit_card() -> None:
    state = one_round().then(**MIDDLE).state
    assert (state.played, state.phase, state.starter, state.scores) == (4, "limit", 1, (1, -2, -2))
    table = one_round().then(**MIDDLE).then(**LIMIT).then(**verdict(0, 1, "violet", 1))
    assert [record.number for record in table.state.rounds] == [1, 5]
    assert (table.state.scores, table.state.limit_cards_left) == ((2, -4, -2), 18 - 5)


def test_a_table_that_played_without_the_app_begins_in_the_middle() -> None:
    table = Table().then(**MIDDLE)
    view = table.view()
    assert (table.state.played, table.phase, view["round"], view["last_round"]) == (4, "limit", 4, None)


def test_points_corrected_while_cards_lie_there_leave_the_turn_where_it_is() -> None:
    table = Table(3).begin(starter=0).then("card", seat=0).then("card", seat=1)
    table.play(**stands((1, 0), (0, 0), (0, 0), starter=0))
    assert (table.state.scores, table.turn, table.state.unseen) == ((1, 0, 0), 2, 2)
    assert table.play("card", seat=2).flags == ()


def test_where_a_table_names_another_starter_everything_says_that_one_and_the_judge_is_told_no_reason() -> None:
    table, starter = Table(3).begin(starter=1).then(**verdict(2, 1, "yellow", 3, hidden=1)), GAME.ruling("starter")
    assert there(starter.known)(table.state, Viewer()) == {"took_limit_card": 1}
    table.play(**stands((0, 0), (0, 1), (1, 0), starter=2), anyway=True)
    assert there(starter.known)(table.state, Viewer()) is None
    assert said(there(last_verdict(table.state)).tidying[-1]) == "Draw until you have 5 cards. S2 starts."
    assert said(there(screen(table.state).within)) == "S2 starts."


def test_the_numbers_of_a_limit_card_may_follow_or_stay_away() -> None:
    table = Table().then(**MIDDLE).then("limit")
    assert table.phase == "play"
    assert table.then(**LIMIT).state.numbers == CARD


def test_point_cards_are_ones_while_the_box_has_them() -> None:
    players = Table().then(**stands((14, 0), (9, 0), (11, 1), starter=0)).state.players
    assert [player.points for player in players] == [14, 9, 11]
    assert (sum(player.purse.ones for player in players), sum(player.purse.fives for player in players)) == (24, 2)


def test_of_rounds_that_nobody_entered_the_end_does_not_say_who_led() -> None:
    table = one_round().then(**stands((9, 3), (5, 8), (4, 6), starter=1), anyway=True)
    table.then("limit", numbers=CARD | {"red": 2}).then(**verdict(1, 0, "red", 1))
    story = told(GAME, table.timeline)
    assert story.headline is not None
    assert not [one for one in story.highlights if "takes the lead" in one.text.message]
