"""What the board of Limits shows: forms that know what is missing, verdicts drawn, and nothing of anybody's secrets."""

import random

import pytest

from companion.engine.game import Draft, Viewer
from companion.games.limits.board.card import LimitCard, offer
from companion.games.limits.board.view import Board, board, screen
from tests.games.limits.asking import CARD, Table, logged, said
from tests.games.limits.second_model import random_game
from tests.there import there

NOBODY = Viewer()


def seen(table: Table, *seats: int, **taps: str) -> Board:
    """The board for those seats, with these taps; `numbers_red` stands for the field numbers.red."""
    return board(table.state, Viewer(frozenset(seats)), draft(**taps))


def draft(**taps: str) -> Draft:
    return {name if name.startswith("_") else name.replace("_", ".", 1): (value,) for name, value in taps.items()}


# Starting, and the limit card


def test_known_cards_are_offered_by_the_numbers_tapped_but_none_that_a_round_has_had() -> None:
    table = Table(3).begin(limit={"red": 3, "yellow": 1, "green": 0, "blue": 0, "violet": 0})
    table.play("verdict", seat=0, accused=1, colour="red", hidden=0, counted=1)
    used = LimitCard(3, 1, 0, 0, 0)
    fresh, other = LimitCard(3, 2, "X", 0, 1), LimitCard(4, 1, 1, 1, 1)
    offered = offer(table.state, draft(kind="limit", numbers_red="3"), (used, fresh, other))
    assert ([[one.number for one in card.fields] for card in offered.offered], offered.left) == ([[3, 2, "X", 0, 1]], 2)
    none = offer(table.state, draft(kind="limit", numbers_red="9"), (used, fresh, other))
    assert (none.offered, none.hint is not None) == ((), True)
    many = offer(table.state, {}, tuple(LimitCard(3, 2, one, 0, 1) for one in range(7)))
    assert (many.offered, said(there(many.hint))) == ((), "Cards known: 7. Tap 1 or 2 numbers.")


def test_the_screen_names_a_starter_only_where_the_table_did() -> None:
    for who, table in (("The youngest player", Table(3)), ("S2", Table(3).then("start", seat=2))):
        starts, call = seen(table.then("limit", numbers=CARD)).to_do[1:], there(screen(table.state).call)
        assert [*map(said, starts)] == [f"{who} starts.", said(call)]


# Hiding


def test_without_a_starter_no_one_is_said_to_begin_once_all_have_hidden() -> None:
    table = logged(2).then("limit", numbers=CARD, anyway=True).then("hide", seat=0, colours=["red", "red"])
    chosen = {"kind": "hide", "seat": "1", "colours_0": "red", "colours_1": "blue"}
    assert there(seen(table, 1, **chosen).hide_entry).small is None
    entry = there(seen(table.then("start", seat=0), 1, **chosen).hide_entry)
    assert said(there(entry.small)) == "then S0 begins"


def test_who_still_has_to_hide_is_named_and_only_ones_own_form_is_there() -> None:
    table = logged(3).begin("red")
    shown = seen(table, 1)
    assert said(there(shown.still_to_hide)) == "Hide 1 card: S1, S2"
    assert there(shown.hide_entry).seat == 1
    assert seen(table, 0).hide_entry is seen(table).hide_entry is None


# Accusing, counted


def test_the_button_does_not_tell_the_verdict_before_it_is_given() -> None:
    taps = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "yellow", "hidden": "0"}
    guilty, not_guilty = (there(seen(Table(3).begin(), counted=one, **taps).verdict_entry) for one in ("9", "1"))
    assert said(guilty.small) == "S0 accuses S1."
    assert (guilty.main, guilty.small) == (not_guilty.main, not_guilty.small)


def test_that_no_one_hid_a_card_is_an_answer_like_any_other_and_of_two_the_last_tapped_holds() -> None:
    taps = {"kind": "verdict", "seat": "0", "accused": "1", "colour": "yellow", "counted": "1"}
    rows: dict[tuple[str, ...], tuple[bool, bool, int | None]] = {
        (): (False, False, None),
        ("hidden=0",): (True, True, 0),
        ("hidden.2=1",): (True, False, 1),
        ("hidden.2=0",): (True, True, 0),
        ("hidden=0", "hidden.2=1"): (True, False, 1),
        ("hidden=00", "hidden.2=1"): (True, True, 0),
        ("_hidden_way=number",): (False, False, None),
    }
    for tapped, expected in rows.items():
        more = dict(one.split("=") for one in tapped)
        entry = there(seen(Table(3).begin(), **taps, **more).verdict_entry)
        assert (entry.is_complete, entry.is_no_one, entry.hidden) == expected, tapped


# The end, and everything there is


@pytest.mark.parametrize("seed", range(4))
def test_any_taps_whatever_leave_a_board(seed: int) -> None:
    rng = random.Random(seed)
    players, options, moves = random_game(rng)
    table = Table(players, **{name: str(value) for name, value in options.items()})
    names = [
        "kind", "seat", "accused", "colour", "colours.0", "hidden", "hidden.0", "counted", "printed", "numbers.red",
    ]  # fmt: skip
    values = ["", "0", "1", "5", "99", "red", "X", "accuse", "verdict", "limit", "hide", "exchange", "\u0663", "-1"]
    for move in moves[:60]:
        taps = {name: (rng.choice(values),) for name in rng.sample(names, 5)}
        for viewer in (NOBODY, Viewer(frozenset({rng.randrange(players)}))):
            assert board(table.state, viewer, taps).rows
        table.play(**move, anyway=True)
