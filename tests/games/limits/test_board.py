"""What the board of Limits shows: forms that know what is missing, verdicts drawn, and nothing of anybody's secrets."""

import random
from itertools import pairwise
from typing import Any

import pytest

from companion.engine.game import Draft, Viewer
from companion.games.limits.board.card import CardEntry, LimitCard, offer, whole_card
from companion.games.limits.board.verdicts import AccuseEntry, VerdictEntry
from companion.games.limits.board.view import Board, HideEntry, board, moment
from companion.games.limits.game import GAME
from tests.games.limits.asking import CARD, Table, logged, said
from tests.games.limits.playthroughs import golden, secret_twins
from tests.games.limits.second_model import random_game

NOBODY = Viewer()


def seen(table: Table, *seats: int, **taps: str) -> Board:
    """The board for those seats, with these taps; `numbers_red` stands for the field numbers.red."""
    return board(table.state, Viewer(frozenset(seats)), draft(**taps))


def draft(**taps: str) -> Draft:
    return {name if name.startswith("_") else name.replace("_", ".", 1): (value,) for name, value in taps.items()}


def card_entry(shown: Board) -> CardEntry:
    assert shown.card_entry is not None
    return shown.card_entry


def hide_entry(shown: Board) -> HideEntry:
    assert shown.hide_entry is not None
    return shown.hide_entry


def verdict_entry(shown: Board) -> VerdictEntry:
    assert shown.verdict_entry is not None
    return shown.verdict_entry


def accuse_entry(shown: Board) -> AccuseEntry:
    assert shown.accuse_entry is not None
    return shown.accuse_entry


def whole(**numbers: str) -> dict[str, str]:
    return {f"numbers_{colour}": number for colour, number in numbers.items()}


def test_a_hand_is_shown_whole_until_its_card_is_hidden() -> None:
    table = logged(3).begin()
    assert [row.hand for row in seen(table).rows] == [5, 5, 5]
    table.play("hide", seat=0, colours=["red"])
    assert [row.hand for row in seen(table).rows] == [4, 5, 5]


def test_whoever_was_tapped_exchanges_where_the_table_counts() -> None:
    table = Table(4).begin()
    assert [seen(table, 1, kind="exchange", seat=str(seat)).plays for seat in range(4)] == [0, 1, 2, 3]


def test_an_accusation_entered_for_somebody_else_is_not_the_own_one() -> None:
    table = logged(3).begin("red", "red", "red").lay("blue", "blue", "blue")
    assert accuse_entry(seen(table, 0, kind="accuse", seat="0")).is_own
    assert not accuse_entry(seen(table, 0, kind="accuse", seat="1")).is_own


# Starting, and the limit card


def test_the_first_question_is_who_is_the_youngest_where_the_pile_is_logged() -> None:
    table = logged(4)
    assert (seen(table).form, seen(table).youngest) == ("start", None)
    assert seen(table, kind="start", seat="2").youngest == 2


def test_a_table_that_counts_is_asked_nothing_until_it_opens_a_form() -> None:
    table = Table(4)
    assert seen(table).form is None
    for kind in ("verdict", "exchange", "limit", "start"):
        assert seen(table, kind=kind).form == kind
    table.play("start", seat=2)
    assert seen(table).form is None


def test_a_limit_card_is_complete_only_when_all_five_colours_are_tapped() -> None:
    table = Table(3)
    table.play("start", seat=1)
    half = card_entry(seen(table, kind="limit", **whole(red="0", yellow="3", blue="X")))
    assert not half.is_complete
    assert said(half.small) == "Missing: green, violet"
    assert [chosen for _, chosen in half.keypads] == ["0", "3", None, "X", None]
    full = card_entry(seen(table, kind="limit", **whole(red="0", yellow="3", green="0", blue="X", violet="9")))
    assert full.is_complete
    assert said(full.small) == "Then everyone hides a card. S1 starts."


@pytest.mark.parametrize("number", ["10", "-1", "x", "", "1.0", "٣"])
def test_what_is_no_number_of_a_limit_card_counts_as_not_tapped(number: str) -> None:
    table = Table(3)
    table.play("start", seat=1)
    assert card_entry(seen(table, kind="limit", **whole(red=number))).keypads[0][1] is None


def test_known_cards_are_offered_by_the_numbers_tapped_but_none_that_a_round_has_had() -> None:
    table = Table(3).begin(limit={"red": 3, "yellow": 1, "green": 0, "blue": 0, "violet": 0})
    table.play("verdict", seat=0, accused=1, colour="red", hidden=0, counted=1)
    used = LimitCard(3, 1, 0, 0, 0)
    fresh, other = LimitCard(3, 2, "X", 0, 1), LimitCard(4, 1, 1, 1, 1)
    offered = offer(table.state, draft(kind="limit", numbers_red="3"), (used, fresh, other))
    assert [[field.number for field in card.fields] for card in offered.offered] == [[3, 2, "X", 0, 1]]
    assert offered.left == 2
    none = offer(table.state, draft(kind="limit", numbers_red="9"), (used, fresh, other))
    assert (none.offered, none.hint is not None) == ((), True)


def test_with_many_known_cards_a_number_is_tapped_first_and_then_few_are_left() -> None:
    rng = random.Random(7)
    known = tuple({LimitCard(*(rng.randrange(10) for _ in range(5))) for _ in range(24)})
    table = Table(3)
    table.play("start", seat=0)
    assert offer(table.state, {}, known).offered == ()
    for card in known:
        taps = draft(kind="limit", **whole(red=str(card.red), yellow=str(card.yellow)))
        assert [field.number for one in offer(table.state, taps, known).offered for field in one.fields[:2]]


def test_a_colour_left_out_of_a_card_entered_over_the_interface_shows_0() -> None:
    assert whole_card({"red": 1}) == LimitCard(1, 0, 0, 0, 0)
    shown = seen(Table(3).begin(limit={"red": 1}))
    assert shown.card is not None
    assert [field.number for field in shown.card.fields] == [1, 0, 0, 0, 0]


def test_each_finished_round_leaves_a_step_with_who_took_its_limit_card() -> None:
    table = Table(3)
    for counted in (9, 1):
        table.play("verdict", seat=0, accused=1, colour="red", printed=1, hidden=0, counted=counted)
    assert [(step.number, step.taker, said(step.lines[0])) for step in seen(table).trace] == [
        (1, 1, "S1 is guilty."),
        (2, 0, "S1 is not guilty."),
    ]


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 5)])
def test_after_a_verdict_three_lines_say_what_the_hands_do_now(players: int, cards: int) -> None:
    table = Table(players)
    table.play("verdict", seat=0, accused=1, colour="red", printed=1, hidden=0, counted=9)
    verdict = seen(table).verdict
    assert verdict is not None
    assert len(verdict.tidying) == 3
    assert said(verdict.tidying[2]) == f"Draw up to {cards} cards. S1 starts."


def test_after_a_verdict_it_stands_there_until_somebody_goes_on() -> None:
    table = Table(3).begin()
    table.play("verdict", seat=0, accused=1, colour="red", hidden=0, counted=9)
    assert seen(table).form is None
    assert seen(table).verdict is not None
    assert seen(table, kind="limit").form == "limit"


# Hiding


def test_who_still_has_to_hide_is_named_and_only_ones_own_form_is_there() -> None:
    table = logged(3).begin("red")
    shown = seen(table, 1)
    assert shown.still_to_hide is not None
    assert said(shown.still_to_hide) == "Missing: S1, S2"
    assert hide_entry(shown).seat == 1
    assert seen(table, 0).hide_entry is None
    assert seen(table).hide_entry is None


def test_two_players_tap_two_colours_also_the_same_twice() -> None:
    table = logged(2).begin()
    one = hide_entry(seen(table, 0, kind="hide", seat="0", colours_0="red"))
    assert (len(one.chosen), one.is_complete) == (2, False)
    both = hide_entry(seen(table, 0, kind="hide", seat="0", colours_0="red", colours_1="red"))
    assert both.is_complete
    assert said(both.main) == "Hide red, red"


def test_what_one_player_tapped_is_not_there_when_the_phone_is_passed_on() -> None:
    table = logged(3).begin()
    taps = {"kind": "hide", "seat": "0", "colours_0": "red"}
    assert seen(table, 1, **taps) == seen(table, 1)
    assert seen(table, **taps) == seen(table)


def test_own_hidden_cards_are_shown_to_their_owner_alone() -> None:
    table = logged(3).begin("red", "blue", "blue")
    assert [one.colour for one in seen(table, 0).own] == ["red"]
    assert seen(table).own == ()


# Accusing, counted


def test_the_count_is_asked_for_piece_by_piece_and_what_is_missing_is_named() -> None:
    table = Table(3).begin()
    empty = verdict_entry(seen(table, kind="verdict"))
    assert said(empty.small) == "Missing: Who accuses, Who is accused, the colour, the count"
    nearly = verdict_entry(seen(table, kind="verdict", seat="0", accused="1", colour="yellow", hidden_0="1"))
    assert said(nearly.small) == "Missing: the count"


def test_nobody_has_hidden_a_card_of_the_colour_until_it_is_tapped() -> None:
    taps = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "yellow", "counted": "4"}
    for way in ("asked", "number"):
        entry = verdict_entry(seen(Table(3).begin(), _hidden_way=way, **taps))
        assert (entry.hidden, entry.is_complete) == (0, True)


def test_the_button_does_not_tell_the_verdict_before_it_is_given() -> None:
    taps = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "yellow"}
    guilty, not_guilty = (verdict_entry(seen(Table(3).begin(), counted=count, **taps)) for count in ("9", "1"))
    assert said(guilty.small) == "S0 accuses S1."
    assert (guilty.main, guilty.small) == (not_guilty.main, not_guilty.small)


def test_the_printed_number_is_known_from_the_card_and_asked_for_where_it_was_not_entered() -> None:
    table = Table(3).begin()
    assert verdict_entry(seen(table, kind="verdict", colour="yellow")).printed == CARD["yellow"]
    assert "the printed number" not in said(verdict_entry(seen(table, kind="verdict")).small)
    unread = Table(3)
    unread.play("start", seat=0)
    unread.play("limit")
    entry = verdict_entry(seen(unread, kind="verdict", colour="yellow"))
    assert "the printed number" in said(entry.small)
    assert verdict_entry(seen(unread, kind="verdict", colour="yellow", printed="X")).printed == "X"


@pytest.mark.parametrize("hidden", [{"hidden_0": "1", "hidden_1": "0", "hidden_2": "1"}, {"hidden": "2"}])
def test_hidden_cards_are_asked_of_each_player_or_given_as_a_number(hidden: dict[str, str]) -> None:
    table = Table(3).begin()
    taps = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "yellow", "counted": "4", **hidden}
    entry = verdict_entry(seen(table, **taps))
    assert (entry.hidden, entry.is_complete) == (2, True)
    assert entry.way == ("asked" if "hidden_0" in hidden else "number")


def test_nobody_can_be_tapped_as_accuser_and_accused_in_one() -> None:
    entry = verdict_entry(seen(Table(3).begin(), kind="verdict", seat="1", accused="1"))
    assert not any(pick.is_chosen for pick in entry.accused)


# Accusing, logged


def test_only_who_has_laid_a_card_can_be_tapped_as_accused() -> None:
    table = logged(4).begin("red", "red", "red", "red").lay("green", "green")
    entry = accuse_entry(seen(table, 2, kind="accuse", seat="2", accused="3"))
    assert [pick.is_barred for pick in entry.accused] == [False, False, True, True]
    assert not entry.is_complete
    ready = accuse_entry(seen(table, 2, kind="accuse", seat="2", accused="1"))
    assert (ready.is_complete, ready.is_own, ready.accuser) == (True, True, 2)


def test_an_accusation_by_nobody_yet_asks_for_both() -> None:
    table = logged(3).begin("red", "red", "red").lay("green")
    entry = accuse_entry(seen(table, 1, kind="accuse"))
    assert (entry.accuser, entry.is_complete) == (None, False)
    assert said(entry.small) == "Missing: Who accuses, Who is accused"


def test_the_card_of_whoever_has_the_turn_is_entered_unless_another_player_was_tapped() -> None:
    table = logged(3).begin("red", "red", "red").lay("green")
    assert [seen(table, *seats).plays for seats in ((), (0,), (0, 2))] == [1, 1, 1]
    assert seen(table, 0, kind="lay", seat="2").plays == 2


def test_a_form_once_opened_is_gone_when_the_next_card_is_laid() -> None:
    table = logged(3).begin("red", "red", "red").lay("green")
    before = moment(table.state)
    table.lay("green")
    assert moment(table.state) != before


def test_hiding_one_after_the_other_is_one_step_of_the_game() -> None:
    table = logged(3).begin("red")
    before = moment(table.state)
    table.play("hide", seat=1, colours=["red"])
    assert moment(table.state) == before


@pytest.mark.parametrize("game", golden())
def test_every_step_of_the_game_has_a_name_and_every_entry_a_sentence(game: Any) -> None:
    table = Table(game["players"], **{name: str(value) for name, value in game["options"].items()})
    assert said(moment(table.state).name) == "Who starts?"
    for move in game["moves"]:
        assert said(GAME.narrate(move))
        table.play(**move)
        assert said(moment(table.state).name)
    assert said(moment(table.state).name) == "after the end"


def test_an_entry_is_told_without_what_the_reader_may_not_know() -> None:
    assert said(GAME.narrate({"kind": "hide", "seat": 1})) == "S1 hid cards that are still secret"
    assert said(GAME.narrate({"kind": "hide", "seat": 1, "colours": ["red", "blue"]})) == "S1 hid red, blue"
    assert said(GAME.narrate({"kind": "lay", "seat": 1})) == "S1 played a card"
    assert said(GAME.narrate({"kind": "exchange", "seat": 1})) == "S1 exchanged 4 cards"
    assert said(GAME.narrate({"kind": "forgot", "seat": 1})) == "S1 forgot to draw"
    assert said(GAME.narrate({"kind": "limit"})) == "The limit card is turned up"


# The end, and everything there is


@pytest.mark.parametrize("game", golden())
def test_the_end_draws_every_round(game: Any) -> None:
    table = Table(game["players"], **{name: str(value) for name, value in game["options"].items()})
    for move in game["moves"]:
        table.play(**move)
        assert seen(table).phase == table.phase
    shown = seen(table)
    assert shown.chart is not None
    assert [line.value for line in shown.chart.lines] == game["scores"]
    assert all(len(line.points) == len(shown.trace) + 1 for line in shown.chart.lines)
    assert all(0 <= y <= 200 for line in shown.chart.lines for _, y in line.points)
    marks = sorted(line.mark for line in shown.chart.lines)
    assert all(after - before >= 21 for before, after in pairwise(marks))


@pytest.mark.parametrize("twins", secret_twins())
def test_boards_that_differ_in_a_secret_are_equal_for_everybody_else(twins: Any) -> None:
    options = {name: str(value) for name, value in twins["options"].items()}
    one, other = Table(twins["players"], **options), Table(twins["players"], **options)
    others = [NOBODY, *(Viewer(frozenset({seat})) for seat in range(twins["players"]) if seat != twins["owner"])]
    for first, second in zip(twins["one"], twins["other"], strict=True):
        one.play(**first)
        other.play(**second)
        for viewer in others:
            for kind in ("", "accuse", "verdict", "exchange", "hide", "lay"):
                taps: Draft = {"kind": (kind,), "accused": ("0",), "seat": ("0",), "colour": ("red",)}
                assert board(one.state, viewer, taps) == board(other.state, viewer, taps)


@pytest.mark.parametrize("seed", range(4))
def test_any_taps_whatever_leave_a_board(seed: int) -> None:
    rng = random.Random(seed)
    players, options, moves = random_game(rng)
    table = Table(players, **{name: str(value) for name, value in options.items()})
    names = [
        "kind",
        "seat",
        "accused",
        "colour",
        "colours.0",
        "hidden",
        "hidden.0",
        "counted",
        "printed",
        "numbers.red",
    ]
    values = ["", "0", "1", "5", "99", "red", "X", "accuse", "verdict", "limit", "hide", "exchange", "\u0663", "-1"]
    for move in moves[:60]:
        taps = {name: (rng.choice(values),) for name in rng.sample(names, 5)}
        for viewer in (NOBODY, Viewer(frozenset({rng.randrange(players)}))):
            assert board(table.state, viewer, taps).rows
        table.play(**move, anyway=True)
