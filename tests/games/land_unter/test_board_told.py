"""What the board tells: the last trick, the cards laid, the end, a match caught up with."""

import itertools

from companion.engine.charts import BETWEEN_MARKS, BOTTOM, TOP
from companion.games.land_unter.board.drawings import sentences
from companion.games.land_unter.rules.state import Player
from companion.games.land_unter.words.story import story
from tests.games.english import told
from tests.games.land_unter.asking import Table
from tests.games.land_unter.looking import OWN_CARD_ALONE, shown

# ---- what happened ----


def test_the_verdict_says_who_took_what_and_who_lost() -> None:
    table = Table(5).count(0, 2, 5, 6, 8)
    table.take((12, 12), 0, 1)
    verdict = shown(table).verdict
    assert verdict is not None
    assert verdict.who_takes is not None
    assert [told(line) for line in sentences(verdict.who_loses.headline)] == ["Ana is out.", "Ben loses a ring."]
    assert told(verdict.who_takes.headline) == "Ana takes the 12, Ben takes the 12."
    assert verdict.losers == (0, 1)
    assert verdict.before[:2] == (Player(0, 12), Player(2, 12))
    assert verdict.after[:2] == (Player(0, out=True), Player(1, 12))


# ---- piece by piece ----


def test_a_card_that_lies_face_down_is_shown_to_its_owner_alone() -> None:
    table = Table(3).count(2, 3, 4)
    table.play({"kind": "lay", "seat": 1, "card": 40})
    own = shown(table, OWN_CARD_ALONE, 1).pieces.own  # type: ignore[union-attr]
    assert own is not None
    assert own.laid == 40
    assert shown(table, OWN_CARD_ALONE, 0).pieces.own.laid is None  # type: ignore[union-attr]
    assert shown(table, None, 0).pieces.open_cards == {}  # type: ignore[union-attr]


def test_two_boards_that_differ_in_a_hidden_card_are_the_same_to_others() -> None:
    boards = []
    for card in (9, 58):
        table = Table(3).count(2, 3, 4)
        table.play({"kind": "lay", "seat": 1, "card": card})
        boards.append((shown(table, OWN_CARD_ALONE, 0), shown(table, None, 0), shown(table)))
    assert boards[0] == boards[1]


def test_open_play_shows_who_leads_and_asks_where_rings_are_equal() -> None:
    table = Table(3, open_play=True).count(3, 2, 3)
    assert shown(table).candidates == (0, 2)
    table.play({"kind": "lead", "seat": 2})
    assert [tank.leads for tank in shown(table).tanks] == [False, False, True]
    assert shown(table).turn == 2


# ---- the end ----


def test_the_end_ranks_everybody_and_shares_places() -> None:
    table = Table(3).count(0, 0, 0)
    while not table.state.is_over:
        table.take((4, 4), 0, 1)
    end = story(table.state, ())
    assert [one.rank for one in end.places] == [1, 2, 2]
    assert told(end.headline) == "Cleo wins with 3 points."


def test_the_marks_of_the_score_chart_never_lie_on_one_another() -> None:
    table = Table(5).count(0, 0, 0, 0, 24 - 13)
    while not table.state.is_over:
        seats = table.state.still_in
        table.take((4, 4), seats[0], seats[1], anyway=True)
    ending = shown(table).ending
    assert ending is not None
    marks = sorted(line.mark for line in ending.scores.lines)
    assert all(later - earlier >= BETWEEN_MARKS - 0.01 for earlier, later in itertools.pairwise(marks))
    assert marks[0] >= TOP
    assert marks[-1] <= BOTTOM + 0.01


# ---- after catching up ----


def caught_up(table: Table, round_number: int, tricks_done: int) -> Table:
    seats = [{"score": score, "rings": 2, "dealt": 3} for score in (4, -1, 2)]
    table.play(
        {"kind": "stand_now", "round_number": round_number, "tricks_done": tricks_done, "seats": seats}, anyway=True
    )
    return table


def test_after_catching_up_no_trick_is_told_that_was_not_entered() -> None:
    table = Table(3).count(3, 3, 3)
    table.take((4, 9), 0, 1)
    shows = shown(caught_up(table, 3, 5))
    assert (shows.round, shows.trick) == (3, 6)
    assert shows.verdict is None
    assert shows.round_end is None
    assert [tank.score for tank in shows.tanks] == [4, -1, 2]
    assert [done.record.kind for done in shows.rounds_played] == ["blank", "sum"]


def test_a_match_joined_late_can_be_played_to_its_end() -> None:
    table = caught_up(Table(3), 3, 0)
    while not table.state.is_over:
        first, second = table.state.still_in[:2]
        table.take((4, 4), first, second, anyway=True)
    ending = shown(table).ending
    assert ending is not None
    assert [number for _, _, number in ending.water.rounds] == [3]
