"""What the page of a match shows, the scoring and actions above all, and what follows from half-made entries."""

import random
import re

import pytest

from companion.engine.game import Viewer
from companion.engine.story import reopened
from companion.engine.text import signs
from companion.games.nile.board.action_entry import ActionEntry
from companion.games.nile.board.field_entry import TappedField
from companion.games.nile.board.takings import next_takings, takings
from companion.games.nile.board.view import screen, tabletop
from companion.games.nile.game import GAME
from companion.games.nile.rules.components import KINDS, MARKET, STOCK, Plant
from tests.games.english import told
from tests.games.nile.asking import Table, market, shown, verdict
from tests.games.nile.playthroughs import golden, random_game
from tests.there import there

# ---- scoring ----


def actions(table: Table) -> ActionEntry:
    return there(shown(table).actions)


def test_what_a_scoring_brings_is_told_by_the_scoring_and_not_by_the_button_that_starts_it() -> None:
    table = Table(4).acting("flax", "flax").sell(4, (1, "wheat"), (2, "grapes"), (3, "onions"))
    preview = there(next_takings(table.state))
    assert preview.gains == ((3, 3, 3), (2, 2, 2), (1, 1, 1))
    assert preview.lost == ((0, 2), (1, 2), (2, 2), (3, 2))
    assert [goes for *_, goes in preview.race.pieces] == [3, 2, 1, 0, 3], "who stays moves up once the others have left"
    assert told(preview.short) == "Dora +3, Cleo +2, Ben +1, 8 plants lost, obelisk to 25"
    assert told(actions(table).small) == "1 sold"
    assert there(shown(table.then("pass", seat=3)).verdict).gains == preview.gains
    assert table.state.pawns == (1, 2, 3, 4)


# ---- actions ----


def test_a_joker_is_offered_once_a_phase() -> None:
    table = Table(3).acting("flax", "flax")
    assert actions(table).buys_joker
    after = actions(table.then("buy_joker", seat=0))
    assert (after.ap, after.buys_joker) == (2, False)


def test_a_sale_is_one_tap_on_what_a_column_takes_while_points_and_plants_are_left() -> None:
    table = market()
    seat = there(table.state.turn).seat
    known = table.state.known_plants()
    gone = {kind for kind in KINDS if known[Plant(seat, kind)] >= STOCK[kind]}
    fits = {column: [one.kind for one in sales if one.fits] for column, sales in actions(table).sales}
    assert {column: set(KINDS) - {*kinds} for column, kinds in fits.items()} == {
        column: gone | set(table.state.kinds_on_market[column][-2:]) for column in fits
    }
    assert gone
    while there(table.state.turn).ap:
        table.play("sow", seat=seat, plant="wheat")
    assert not any(one.fits for _, sales in actions(table).sales for one in sales)
    full = Table(5).acting("flax", "flax").sell(4, (0, "wheat"), (1, "grapes"), (2, "onions"))
    assert not any(one.fits for one in dict(actions(full).sales)[4])


def test_a_tap_of_another_step_counts_for_nothing() -> None:
    table = Table(3).acting("flax", "flax")
    assert there(tabletop(table.state, Viewer(), {"_do": ("r0s1|more",)}).actions).tab == "harvest"


# ---- whole games ----


def test_every_step_of_whole_games_can_be_shown_and_told() -> None:
    games = [(one["players"], one["options"], one["moves"]) for one in golden()]
    games += [random_game(random.Random(seed)) for seed in range(3)]
    for players, options, moves in games:
        table = Table(players, **options)
        for move in moves:
            before = table.state
            foretold = next_takings(table.state)
            if foretold is not None and foretold.is_quiet:
                # Whatever was sold in the round: no more is said than that no column is full.
                assert told(foretold.short) == told(foretold.headlines[0]) == "No column is full."
                assert all(len(table.state.market[one]) < squares for one, squares in MARKET.items())
            table.enter(move, anyway=True)
            page = shown(table, 0)
            brought = [takings(table.state, number) for number in range(len(table.state.scorings))]
            is_last = [page.ending is not None] * bool(brought)
            assert [one.is_over for one in brought] == [False] * (len(brought) - 1) + is_last
            assert all(one.headlines for one in brought)
        assert page.ending is not None
        goes_on = reopened(signs("Round"), GAME.status(table.state), GAME.status(before))
        assert re.fullmatch(r"Round corrected: the game goes on. \w+’s turn.", told(goes_on))
        boat = there(GAME.ruling("purge").known)(table.state, Viewer())
        assert verdict("purge", boat, **options)["obelisk"] == table.state.obelisk
        points = [sum(gains) for gains in zip(*(one.gains for one in table.state.scorings), strict=True)]
        assert points == [square - 1 for square in table.state.pawns]
        assert [bars.total for bars in page.ending.takings.rows] == points


# ---- tide and rot ----


def test_an_event_says_which_columns_are_meant_and_is_over_as_soon_as_plants_have_got_worse() -> None:
    table = market()
    step = shown(table).event_step
    asks = there(tabletop(table.state, Viewer(), {"_event": (f"{step}|palms.4",)}).rot)
    assert told(asks.reach) == "4 palms: any column."
    table.play("rot", column=3, plants=[0, 1])
    assert tabletop(table.state, Viewer(), {"_event": (f"{step}|palms.3",)}).rot is None


# ---- bids ----


def test_no_more_of_a_kind_can_be_bid_than_may_be_in_hand_and_the_market_takes_none_of_its_room() -> None:
    page = shown(Table(3, hippo=True).begin("flax", "flax"), 1, _event="hippo")
    assert sum(one.kind == "flax" for one in there(page.bids).offers) == 3
    assert not page.layout.is_looked_at_waiting


LEFT_4 = {"bank": "left", "row": 4}


def fields() -> Table:
    """Two players who track the fields: water on the first square of a row, plants of both in that row."""
    table = Table(2, depth="board").then("starter", seat=0)
    water = {"field": {**LEFT_4, "square": 0}, "card": ["single", "double"]}
    table.play("boat", seat=0, plants=["flax", "wheat"], water=water)
    sown = {"plant": "flax", "field": {**LEFT_4, "square": 1}}
    ripe = {"plant": "grapes", "field": {**LEFT_4, "square": 2}}
    table.play("boat", seat=1, plants=["flax", "wheat"], seed=sown, ripe=ripe)
    return table.then("lay_first", seat=0).then("lay_first", seat=1)


def test_the_fields_that_water_fits_on_are_marked_and_of_the_others_is_said_why_not() -> None:
    page = there(shown(fields(), _mark="lay:right.4.0=single.double", _field="right.5.2").fields)
    cells = (cell for line in (*page.banks.left, *page.banks.right) for cell in line)
    fitting = {cell.code for cell in cells if cell and cell.fits}
    assert {"right.4.1", "right.3.0", "right.5.0"} <= fitting
    assert fitting.isdisjoint({"right.5.1", "right.2.0", "left.4.0"})
    assert "a field without water between" in told(there(page.spot).why)


def test_the_television_asks_for_what_the_phones_ask_for_at_the_start() -> None:
    table = Table(3)
    pillar = screen(table.state)
    assert told(there(pillar.call)) == told(there(shown(table).opening).waiting) == "The oldest takes the pillar"
    table.play("starter", seat=1)
    assert (pillar.awaited, screen(table.state).awaited) == ((), (0, 1, 2))
    water = screen(Table(3, depth="board").begin("flax", "wheat").state)
    assert (told(there(water.place)), water.turn) == ("The start", None)
    scored = Table(3).acting().pass_all()
    assert screen(scored.state).verdict
    assert not screen(scored.then("tide", moved=2, arrows=0).state).verdict, "the round before is no news"


def test_a_ripe_plant_on_a_field_of_known_palms_is_offered_its_columns_and_beside_it_an_action_costs_more() -> None:
    table = fields().then("tide", moved=0, arrows=0).then("tide", moved=2, arrows=0)

    def spot(square: int) -> TappedField:
        return there(there(shown(table, _field=f"left.4.{square}").fields).spot)

    assert told(there(spot(2).dear)) == "That costs 2 action points."
    table.play("pass", seat=0)
    assert told(there(spot(0).covered)) == "Plants can’t grow on water or desert."
    assert (spot(2).crop, spot(2).palms) == (None, None)
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    assert (there(spot(2).crop).columns, spot(2).dear) == ((2, 1), None)


def test_taps_write_palms_only_while_they_are_asked_for_and_until_they_are_saved() -> None:
    table, mark = fields(), "palms:left.4.2=2"
    tapped = there(shown(table, _brush="2", _mark=mark).fields)
    assert (tapped.brush, len(tapped.palms)) == (2, 4)
    assert there(shown(table, _mark=mark).fields).palms == ()
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    saved = shown(table, _brush="2", _mark=mark)
    assert (there(saved.fields).brush, there(saved.fields).palms) == (None, ())
    assert ("_brush", f"{saved.moment}|") in saved.kept


@pytest.mark.parametrize(
    "junk", ["lay:left.2.4=single.none", "lay:up.4.0=x", "x", "palms:left.4.0=9", "lay:left.4.0=a.b"]
)
def test_nonsense_in_a_hidden_field_does_no_harm(junk: str) -> None:
    page = shown(fields(), _mark=junk, _field=junk, _crop=junk, _event=junk, _brush=junk, _moved=junk)
    assert there(page.fields).sent == ()


def test_on_tracked_fields_never_more_than_two_cards_are_tapped() -> None:
    tide = there(
        shown(fields(), _pencil="lay:right.4.0=single.none;lay:right.3.0=single.none;lay:right.5.0=single.none").tide
    )
    assert (told(tide.main), tide.is_unsaid) == ("Only 2 cards: cancel one", True)
