"""The drawing and the forms of a match that tracks the fields, and what follows from half-made entries."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.schema.codec import Reading, decode
from companion.engine.schema.formdata import tree
from companion.games.nile.board.box import entered, offer, show
from companion.games.nile.game import GAME
from companion.games.nile.rules.fields import Field, FieldPalms
from companion.games.nile.rules.moves import PlayTide
from tests.games.nile.asking import Table
from tests.games.nile.tapping import shown

LEFT_4 = {"bank": "left", "row": 4}


def fields() -> Table:
    """Two players who track the fields: water on the first square of a row, plants of both in that row."""
    table = Table(2, depth="board")
    table.play("starter", seat=0)
    water = {"field": {**LEFT_4, "square": 0}, "card": ["single", "double"]}
    table.play("boat", seat=0, plants=["flax", "wheat"], water=water)
    sown = {"plant": "flax", "field": {**LEFT_4, "square": 1}}
    ripe = {"plant": "grapes", "field": {**LEFT_4, "square": 2}}
    table.play("boat", seat=1, plants=["flax", "wheat"], seed=sown, ripe=ripe)
    for seat in (0, 1):
        table.play("lay_first", seat=seat)
    return table


def form_move(kind: str, pairs: tuple[tuple[str, str], ...], **more: str) -> Any:
    """The move a form with these fields sends."""
    given = tree((*pairs, *more.items()))
    return decode(GAME.moves[kind], given, Reading(2, "NI-1", as_text=True), "")


def test_only_cards_that_fit_the_wave_before_are_offered_first() -> None:
    spot = shown(fields(), _field="left.4.1").fields
    assert spot is not None
    assert spot.spot is not None
    assert {way.card for way in spot.spot.cards if way.fits} == {
        ("double", "single"), ("double", "double"), ("double", "none"),
    }  # fmt: skip


def test_water_tapped_on_the_board_is_what_the_form_sends() -> None:
    table = fields()
    page = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:right.4.0=single.single")
    assert page.fields is not None
    assert page.tide is not None
    assert page.tide.moved == page.fields.moved == 2
    move = form_move("tide", page.fields.told, moved="2", arrows="0")
    assert isinstance(move, PlayTide)
    assert move.laid is not None
    assert [(one.field, one.card) for one in move.laid] == [
        (Field("left", 4, 1), ("double", "none")),
        (Field("right", 4, 0), ("single", "single")),
    ]


def test_a_mark_may_be_rubbed_out_and_counts_once_however_often_it_is_sent() -> None:
    table = fields()
    twice = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:left.4.1=double.none").fields
    assert twice is not None
    assert twice.moved == 1
    gone = shown(table, _pencil="lay:left.4.1=double.none", _mark="lay:left.4.1=-").fields
    assert gone is not None
    assert gone.moved is None


def test_the_drawing_shows_what_is_pencilled_and_which_rows_are_covered() -> None:
    page = shown(fields(), _mark="lay:left.4.1=double.none").fields
    assert page is not None
    cells = {cell.code: cell for line in (*page.banks.left, *page.banks.right) for cell in line if cell}
    assert len(cells) == 28
    assert sum(not cell.is_covered for cell in cells.values()) == 21
    assert cells["left.4.1"].water == ("double", "none")
    assert cells["left.4.1"].tiles == ()
    assert [tile.kind for tile in cells["left.4.2"].tiles] == ["grapes"]


def test_a_ripe_plant_on_a_field_of_known_palms_is_offered_its_columns() -> None:
    table = fields()
    table.play("tide", moved=0, arrows=0)
    table.play("tide", moved=2, arrows=0)
    table.play("pass", seat=0)
    unknown = shown(table, _field="left.4.2").fields
    assert unknown is not None
    assert unknown.spot is not None
    assert (unknown.spot.crop, unknown.spot.palms) == (None, None)
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    known = shown(table, _field="left.4.2").fields
    assert known is not None
    assert known.spot is not None
    assert known.spot.crop is not None
    assert known.spot.crop.columns == (2, 1)


def test_palms_entered_once_are_offered_at_the_next_match() -> None:
    table = fields()
    table.play("palms", fields=[{"field": {**LEFT_4, "square": 2}, "palms": 2}])
    noted = entered(table.state)
    assert noted == (FieldPalms(Field("left", 4, 2), 2),)
    known = offer(fields().state, {}, noted)
    assert known is not None
    move = form_move("palms", known.pairs)
    assert move.fields == noted
    assert offer(table.state, {}, noted) is None
    assert (show(noted[0]).palms, show(None).palms) == (2, None)


def test_palms_are_painted_with_a_number_field_by_field() -> None:
    page = shown(fields(), _brush="3", _pencil="palms:left.4.0=3", _mark="palms:left.5.1=3").fields
    assert page is not None
    assert page.brush == 3
    assert len(form_move("palms", page.palms).fields) == 2


@pytest.mark.parametrize(
    "junk", ["lay:left.2.4=single.none", "lay:up.4.0=x", "x", "palms:left.4.0=9", "lay:left.4.0=a.b"]
)
def test_nonsense_in_a_hidden_field_does_no_harm(junk: str) -> None:
    page = shown(fields(), _mark=junk, _field=junk, _crop=junk, _event=junk, _brush=junk, _moved=junk)
    assert page.fields is not None
    assert page.fields.told == ()
