"""The drawing and the forms of a match that tracks the fields, and what follows from half-made entries."""

import pytest

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


@pytest.mark.parametrize(
    "junk", ["lay:left.2.4=single.none", "lay:up.4.0=x", "x", "palms:left.4.0=9", "lay:left.4.0=a.b"]
)
def test_nonsense_in_a_hidden_field_does_no_harm(junk: str) -> None:
    page = shown(fields(), _mark=junk, _field=junk, _crop=junk, _event=junk, _brush=junk, _moved=junk)
    assert page.fields is not None
    assert page.fields.sent == ()
