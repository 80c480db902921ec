"""What the board tells: the last trick, the cards laid, the end, a match caught up with."""

import itertools

from companion.engine.charts import BETWEEN_MARKS, BOTTOM, TOP
from companion.games.land_unter.board.drawings import sentences
from companion.games.land_unter.rules.state import Player
from companion.games.land_unter.words.story import story
from tests.games.english import told
from tests.games.land_unter.asking import Table
from tests.games.land_unter.looking import OWN_CARD_ALONE, five, shown, three_rounds

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


def test_each_trick_of_the_round_wears_the_sign_of_whoever_paid() -> None:
    table = five()
    before = shown(table).trace
    assert [one.number for one in before] == [*range(1, 13)]
    assert [one.is_now for one in before].count(True) == 1
    table.take((4, 9), 0, 1)
    trace = shown(table).trace
    now = next(one for one in trace if one.is_now)
    done, verdict = trace[now.number - 2], shown(table).verdict
    assert verdict is not None
    assert (done.losers, done.headline) == (verdict.losers, verdict.who_loses.headline)
    assert [one.headline for one in trace[now.number - 1 :]] == [None] * (13 - now.number)


def test_a_round_that_is_over_shows_its_points_by_part_and_where_the_hands_go() -> None:
    table = Table(3).count(1, 2, 2)
    for levels, first, second in (((4, 9), 0, 1), ((1, 2), 0, 1), ((3, 3), 2, 1)):
        table.take(levels, first, second)
    done = shown(table).round_end
    assert done is not None
    assert done.number == 1
    assert [(player.rings, player.out) for player in done.record.players] == [(1, False), (0, True), (1, False)]
    assert (done.record.bonus, done.record.points, done.totals) == ((0,), (2, -1, 1), (2, -1, 1))
    assert done.passed == (1, 2, 2)
    assert [player.rings for player in table.state.players] == [2, 1, 2]


def test_who_leads_comes_first_with_the_rank_that_each_had_a_round_before() -> None:
    first, second, _ = (done.places for done in shown(three_rounds()).rounds_played)
    assert first == ((0, 1, 1), (2, 2, 2), (1, 3, 3))
    assert second == ((2, 1, 2), (0, 2, 1), (1, 3, 3))


def test_once_the_next_round_is_being_played_its_end_is_no_longer_news() -> None:
    table = Table(3).count(0, 2, 2)
    table.take((4, 9), 1, 0)
    assert shown(table).round_end is not None
    table.take((4, 9), 1, 0)
    assert shown(table).round_end is None
    assert len(shown(table).rounds_played) == 1


# ---- piece by piece ----


def test_who_has_laid_and_who_is_missing_is_named() -> None:
    table = Table(3).count(2, 3, 4)
    table.play({"kind": "lay", "seat": 1, "card": 40})
    piece = shown(table).pieces
    assert piece is not None
    assert piece.laid == (1,)
    assert told(piece.waiting) == "Missing: Ana, Cleo"


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


def test_the_numbers_of_ones_own_hand_come_first_while_it_is_ones_own() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 0, "cards": [*range(1, 13)]})
    table.play({"kind": "count_rings", "seat": 1, "rings": 3})
    table.play({"kind": "count_rings", "seat": 2, "rings": 3})
    own = shown(table, OWN_CARD_ALONE, 0).pieces.own  # type: ignore[union-attr]
    assert own is not None
    assert own.hand == tuple(range(1, 13))
    assert own.others == tuple(range(13, 61))
    assert shown(table, OWN_CARD_ALONE, 1).pieces.own.hand == ()  # type: ignore[union-attr]


def test_when_all_have_laid_only_the_water_is_missing() -> None:
    table = Table(3).count(2, 3, 4)
    for seat, card in enumerate((4, 5, 6)):
        table.play({"kind": "lay", "seat": seat, "card": card})
    assert told(shown(table).pieces.waiting) == "Everyone has played. Enter the water."  # type: ignore[union-attr]


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


def test_a_shared_win_is_called_so() -> None:
    table = Table(3).count(0, 0, 0)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        table.take((4, 4), first, second)
    end = story(table.state, ())
    assert [one.rank for one in end.places] == [1, 1, 1]
    assert told(end.headline) == "Ana, Ben, Cleo share the win with -1 points."


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


def test_every_line_of_the_score_chart_has_its_own_dashes() -> None:
    ending = shown(three_rounds()).ending
    assert ending is not None
    assert len({line.dash for line in ending.scores.lines}) == 3
    assert next(told(line.label) for line in ending.scores.lines).startswith("Ana: ")


def test_the_water_chart_shows_every_round_and_what_it_cost() -> None:
    table = three_rounds()
    ending = shown(table).ending
    assert ending is not None
    assert [number for _, _, number in ending.water.rounds] == [1, 2, 3]
    paid = sum(len(record.losers) for record in table.state.tricks)
    assert sum(len(line.losses) + len(line.outs) for line in ending.water.lines) == paid


# ---- after catching up ----


def caught_up(table: Table, round_number: int, tricks_done: int) -> Table:
    seats = [{"score": score, "rings": 2, "dealt": 3} for score in (4, -1, 2)]
    table.play({"kind": "stand_now", "round_number": round_number, "tricks_done": tricks_done, "seats": seats})
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


def test_the_water_of_the_last_trick_of_a_round_is_certain_and_chosen_already() -> None:
    table = Table(3).count(12, 12, 12)
    for level in range(1, 12):
        before = shown(table).trick_entry
        assert before is not None
        assert before.water.levels == ()
        table.take((level, level), level % 3, (level + 1) % 3)
    entry = shown(table).trick_entry
    assert entry is not None
    assert entry.water.levels == (12, 12)
    assert told(entry.small) == "Missing: highest, second highest"
