"""What the board shows, and what follows from half-made entries."""

import itertools
import re
from typing import Any

import pytest

from companion.engine.charts import BETWEEN_MARKS, BOTTOM, TOP
from companion.engine.game import Draft, Viewer
from companion.engine.text import SeatName, Text
from companion.games.land_unter.board import Board, board, draw_up, moment
from companion.games.land_unter.game import GAME
from tests.games.land_unter.asking import Table

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


def read(text: Text | None) -> str:
    """The English of a text, with the names of this table."""
    if text is None:
        return ""
    message = text.plural if text.plural and text.count != 1 else text.message
    return message.format(**{name: said(arg) for name, arg in text.args})


def said(arg: Any) -> str:
    if isinstance(arg, SeatName):
        return NAMES[arg.seat]
    if isinstance(arg, Text):
        return read(arg)
    if isinstance(arg, tuple):
        return ", ".join(said(one) for one in arg)
    return str(arg)


def taps(kind: str, **entered: Any) -> Draft:
    """A draft as the form posts it; `cards_0` stands for the field cards.0."""
    fields = {re.sub(r"_(\d)$", r".\1", name): value for name, value in entered.items()}
    listed = {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
    return {"kind": (kind,), **{name: tuple(str(one) for one in value) for name, value in listed.items()}}


OWN_CARD_ALONE: Draft = {"_trick_way": ("own",)}


def shown(table: Table, draft: Draft | None = None, *seats: int) -> Board:
    return board(table.state, Viewer(frozenset(seats)), draft or {})


def five() -> Table:
    """Five players before the first trick: rings 1, 2, 5, 6, 8."""
    return Table(5).count(1, 2, 5, 6, 8)


def three_rounds() -> Table:
    """Three players, all rounds played: 3, -1 and 5 points."""
    table = Table(3).count(1, 2, 2)
    for levels, first, second in (
        ((4, 9), 0, 1), ((1, 2), 0, 1), ((3, 3), 2, 1),
        ((12, 5), 2, 0), ((6, 11), 1, 2), ((1, 10), 2, 1),
        ((8, 8), 1, 2), ((7, 2), 2, 0), ((9, 12), 0, 1),
    ):  # fmt: skip
        if not table.state.is_over:
            table.take(levels, first, second, anyway=True)
    return table


def test_boards_drawn_up_for_several_at_once_are_those_of_each() -> None:
    table, others = (
        five(),
        (frozenset(), *(frozenset({seat}) for seat in range(5)), frozenset({0, 3}), frozenset(range(5))),
    )
    for levels, first, second in (((4, 9), 0, 1), ((1, 2), 2, 3), ((12, 11), 1, 4), ((3, 3), 0, 2), ((12, 5), 1, 3)):
        table.take(levels, first, second, anyway=True)
        for seats in others:
            assert board(table.state, Viewer(seats), {}) == draw_up(table.state, Viewer(seats), {})


# ---- where we are ----


def test_the_moment_changes_with_every_trick_and_not_in_between() -> None:
    table = Table(3)
    assert moment(table.state) == "rings"
    table.count(2, 3, 4)
    assert moment(table.state) == "r0t0"
    table.play({"kind": "levels", "levels": [3, 4]})
    assert moment(table.state) == "r0t0"
    table.play({"kind": "trick", "levels": [3, 4], "highest": 0, "second": 1})
    assert moment(table.state) == "r0t1"


def test_the_game_carries_its_board() -> None:
    assert GAME.board is board
    assert GAME.moment is moment


# ---- counting rings ----


def test_the_own_seat_is_asked_first_then_whoever_is_missing() -> None:
    table = Table(3)
    assert shown(table, None, 2).ring_entry.seat == 2  # type: ignore[union-attr]
    table.play({"kind": "count_rings", "seat": 2, "rings": 4})
    assert shown(table, None, 2).ring_entry.seat == 0  # type: ignore[union-attr]


def test_whoever_is_missing_is_named() -> None:
    table = Table(3)
    table.play({"kind": "count_rings", "seat": 1, "rings": 0})
    entry = shown(table).ring_entry
    assert entry is not None
    assert read(entry.missing) == "Still to count: Ana, Cleo"
    assert [one.rings for one in entry.people] == [None, 0, None]


@pytest.mark.parametrize(
    ("entered", "total", "main", "small"),
    [
        ({"whole": 3, "half": 5}, "5½", "Ana takes 5 rings", "then Ben"),
        ({"whole": 0, "half": 1}, "½", "Ana takes 0 rings", "then Ben"),
        ({"whole": 3}, None, "Record the rings of Ana", "Still to tap: half rings, 0 if there is none"),
        ({"half": 0}, None, "Record the rings of Ana", "Still to tap: whole rings, 0 if there is none"),
        ({"rings": 1}, None, "Ana takes 1 ring", "then Ben"),
        ({"cards": [3, 14, 25]}, "1½", "Record the rings of Ana", "Still to tap: 9 cards"),
        ({"cards": [*range(20, 32)]}, "9½", "Ana takes 9 rings", "then Ben"),
        ({"cards": [*range(20, 33)]}, "10½", "Record the rings of Ana", "1 card too many is tapped"),
        ({"whole": 12, "half": 12}, "18", "Record the rings of Ana", "No hand is worth more than 12 rings"),
    ],
)
def test_the_tally_runs_along_and_nought_is_not_blank(
    entered: dict[str, Any], total: str | None, main: str, small: str
) -> None:
    entry = shown(Table(3), taps("count_rings", **entered)).ring_entry
    assert entry is not None
    assert (entry.tally.sum if entry.tally else None) == total
    assert (read(entry.main), read(entry.small)) == (main, small)


def test_the_own_hand_is_spoken_of_as_ones_own() -> None:
    entry = shown(Table(3), taps("count_rings", whole=2, half=0), 0).ring_entry
    assert entry is not None
    assert read(entry.main) == "Take 2 rings"


def test_a_way_of_counting_once_chosen_stays() -> None:
    entry = shown(Table(3), {"_rings_way": ("symbols", "cards")}).ring_entry
    assert entry is not None
    assert entry.way == "cards"


def test_taps_of_another_entry_are_not_taken_for_this_one() -> None:
    assert shown(Table(3), taps("trick", whole=2, half=0)).ring_entry.whole is None  # type: ignore[union-attr]


# ---- tapping a trick ----


def entry_of(table: Table, **entered: Any) -> Any:
    return shown(table, taps("trick", **entered)).trick_entry


def test_an_empty_entry_says_all_that_is_to_be_tapped() -> None:
    entry = entry_of(five())
    assert read(entry.small) == "Still to tap: the water, highest, second highest"
    assert not entry.is_complete
    assert entry.water is None


def test_with_the_water_tapped_it_is_clear_who_takes_which() -> None:
    entry = entry_of(five(), levels=[9, 4])
    assert read(entry.water) == "4, 9"
    assert [read(text) for text in entry.takes] == ["takes the 4", "takes the 9"]


def test_a_complete_entry_says_who_will_pay() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=2)
    assert entry.is_complete
    assert read(entry.small) == "Cleo shows the most water, 9: Cleo loses a ring."
    assert entry.coming == {1: 4, 2: 9}


def test_an_entry_that_ends_the_round_says_so() -> None:
    table = Table(3).count(0, 5, 5)
    entry = entry_of(table, levels=[4, 9], highest=1, second=0)
    assert read(entry.small) == "Ana shows the most water, 9: Ana is out. The round ends."


def test_trying_an_entry_changes_nothing() -> None:
    table = five()
    before = table.state
    entry_of(table, levels=[4, 9], highest=1, second=2)
    assert table.state == before


def test_the_same_level_twice_can_be_tapped_once_one_is() -> None:
    entry = entry_of(five(), levels=[7])
    assert (entry.double, entry.has_double) == (7, False)
    entry = entry_of(five(), levels=[7, 7], highest=0, second=1)
    assert (entry.double, entry.has_double) == (7, True)
    assert read(entry.water) == "7 twice"
    assert entry.is_complete


def test_with_two_levels_tapped_neither_is_offered_twice() -> None:
    assert entry_of(five(), levels=[7, 8]).double is None


def test_a_third_level_is_one_too_many() -> None:
    entry = entry_of(five(), levels=[7, 8, 9], highest=0, second=1)
    assert not entry.is_complete
    assert read(entry.small) == "Only two water cards lie there: untap one"


def test_a_level_seen_twice_has_none_left() -> None:
    table = five()
    table.take((7, 7), 0, 1)
    table.take((7, 3), 0, 1, anyway=True)
    left = {cell.level: cell.left for cell in entry_of(table).cells}
    assert (left[7], left[3], left[4]) == (0, 1, 2)


def test_the_highest_cannot_be_the_second_too() -> None:
    entry = entry_of(five(), levels=[4, 9], highest=1, second=1)
    assert entry.second[1].is_barred
    assert not entry.second[1].is_chosen
    assert read(entry.small) == "Still to tap: second highest"


def test_the_eliminated_can_be_tapped_nowhere() -> None:
    table = Table(4).count(0, 4, 4, 4)
    table.take((4, 9), 1, 0)
    entry = entry_of(table, highest=0, levels=[1, 2], second=1)
    assert entry.highest[0].is_out
    assert entry.second[0].is_barred
    assert read(entry.small) == "Still to tap: highest"


def test_numbers_out_of_range_are_passed_over() -> None:
    entry = entry_of(five(), levels=[0, 13, "x", "-1", 4], highest=9, second="")
    assert entry.levels == (4,)
    assert not any(pick.is_chosen for pick in (*entry.highest, *entry.second))


def test_with_cards_the_next_player_without_one_is_asked() -> None:
    entry = entry_of(five(), _trick_way="cards", cards_0=58, cards_1=31)
    assert entry.who == 2
    assert read(entry.small) == "Still to tap: the water, the cards of Cleo, Dora, Emil"


def test_a_player_tapped_again_is_asked_again() -> None:
    entry = entry_of(five(), _trick_way="cards", cards_0=58, who=0)
    assert entry.who == 0
    assert [cell.card for cell in entry.grid if cell.is_chosen] == [58]


def test_from_all_cards_the_app_works_out_who_takes_what() -> None:
    entry = entry_of(
        five(), _trick_way="cards", levels=[4, 9], cards_0=58, cards_1=31, cards_2=12, cards_3=1, cards_4=40
    )
    assert entry.who is None
    assert entry.coming == {0: 4, 4: 9}
    assert [one.takes for one in entry.people] == [4, None, None, None, 9]


def test_a_card_laid_by_two_is_said_before_it_is_recorded() -> None:
    cards = {f"cards_{seat}": card for seat, card in enumerate((58, 58, 12, 1, 40))}
    entry = entry_of(five(), _trick_way="cards", levels=[4, 9], **cards)
    assert not entry.is_complete
    assert read(entry.small) == "Ana, Ben cannot all have laid the 58: there is only one."


def test_numbers_played_in_this_round_are_marked() -> None:
    table = five()
    table.trick((4, 9), {0: 58, 1: 31, 2: 12, 3: 1, 4: 40})
    played = [cell.card for cell in entry_of(table, _trick_way="cards").grid if cell.is_played]
    assert played == [1, 12, 31, 40, 58]


def test_water_entered_as_a_piece_need_not_be_tapped_again() -> None:
    table = five()
    table.play({"kind": "levels", "levels": [4, 9]})
    assert entry_of(table).levels == (4, 9)


def test_an_entry_to_correct_comes_up_the_way_it_was_made() -> None:
    assert entry_of(five(), cards_0=58).way == "cards"
    assert shown(Table(3), taps("count_rings", rings=2)).ring_entry.way == "rings"  # type: ignore[union-attr]
    assert shown(five(), taps("lay", seat=0, card=4), 0).by_own_card


# ---- the players ----


def test_a_player_is_drawn_with_water_rings_and_lost_rings() -> None:
    table = five()
    table.take((4, 9), 1, 2)
    tank = shown(table).tanks[2]
    assert (tank.level, tank.rings, tank.lost) == (9, 4, 1)
    assert tank.water == 41
    assert tank.pegged == (117.5, 107.5, 97.5, 87.5)
    assert tank.outlines == (78.0,)
    assert tank.is_top
    assert read(tank.label) == "Cleo: water level 9, the highest, 4 of 5 rings left"


def test_the_drawing_says_who_shows_no_water_and_who_is_out() -> None:
    table = Table(4).count(0, 4, 4, 4)
    table.take((4, 9), 1, 0)
    labels = [read(tank.label) for tank in shown(table).tanks]
    assert labels[0] == "Ana is out of this round"
    assert labels[1] == "Ben: water level 4, the highest, 3 of 4 rings left"
    assert labels[2] == "Cleo: no water card, 4 of 4 rings left"


def test_twelve_rings_stay_inside_the_drawing() -> None:
    table = Table(3).count(12, 0, 2)
    assert min(shown(table).tanks[0].pegged) > 0


def test_the_water_to_come_is_shown_before_it_is_recorded() -> None:
    tanks = shown(five(), taps("trick", levels=[4, 9], highest=1, second=2)).tanks
    assert [tank.coming for tank in tanks] == [None, 4, 9, None, None]
    assert tanks[1].ghost == 91


def test_there_is_no_score_before_the_first_round_is_over() -> None:
    assert [tank.score for tank in shown(five()).tanks] == [None] * 5


# ---- what happened ----


def test_the_verdict_says_who_took_what_and_who_lost() -> None:
    table = Table(5).count(0, 2, 5, 6, 8)
    table.take((12, 12), 0, 1)
    verdict = shown(table).verdict
    assert verdict is not None
    assert [read(line) for line in verdict.lines] == ["Ana is out.", "Ben loses a ring."]
    assert read(verdict.takes.headline) == "Ana takes the 12, Ben takes the 12."
    assert [(one.seat, one.level, one.before, one.after, one.is_out) for one in verdict.losers] == [
        (0, 12, 0, 0, True),
        (1, 12, 2, 1, False),
    ]


def test_the_board_knows_whether_the_next_entry_has_begun() -> None:
    table = five()
    assert not shown(table, {"kind": ("trick",), "_trick_way": ("cards",)}).is_begun
    assert shown(table, taps("trick", levels=[4])).is_begun


def test_a_round_that_is_over_shows_its_points_by_part_and_where_the_hands_go() -> None:
    table = Table(3).count(1, 2, 2)
    for levels, first, second in (((4, 9), 0, 1), ((1, 2), 0, 1), ((3, 3), 2, 1)):
        table.take(levels, first, second)
    done = shown(table).round_end
    assert done is not None
    assert done.number == 1
    assert [(row.rings, row.has_bonus, row.is_out, row.points, row.total) for row in done.rows] == [
        (1, True, False, 2, 2),
        (0, False, True, -1, -1),
        (1, False, False, 1, 1),
    ]
    assert [(one.giver, one.taker, one.rings) for one in done.passed] == [(0, 1, 1), (1, 2, 2), (2, 0, 2)]
    assert [player.rings for player in table.state.players] == [2, 1, 2]


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
    assert read(piece.waiting) == "Still to lay: Ana, Cleo"


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
    assert read(shown(table).pieces.waiting) == "All have laid: only the water is missing"  # type: ignore[union-attr]


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
    ending = shown(table).ending
    assert ending is not None
    assert [place.place for place in ending.places] == [1, 2, 2]
    assert read(ending.headline) == "Cleo wins with 3 points."


def test_a_shared_win_is_called_so() -> None:
    table = Table(3).count(0, 0, 0)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        table.take((4, 4), first, second)
    ending = shown(table).ending
    assert ending is not None
    assert [place.place for place in ending.places] == [1, 1, 1]
    assert read(ending.headline) == "Ana, Ben, Cleo share the win with -1 points."


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
    assert next(read(line.label) for line in ending.scores.lines).startswith("Ana: ")


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
    assert [done.kind for done in shows.rounds_played] == ["blank", "sum"]


def test_a_match_joined_late_can_be_played_to_its_end() -> None:
    table = caught_up(Table(3), 3, 0)
    while not table.state.is_over:
        first, second = table.state.still_in[:2]
        table.take((4, 4), first, second, anyway=True)
    ending = shown(table).ending
    assert ending is not None
    assert [number for _, _, number in ending.water.rounds] == [3]
    assert len(ending.places) == 3
