"""Every game's sheet for paper: the same cells blank and filled, nothing on it that its viewer may not see."""

import dataclasses
import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game, Setup, Viewer
from companion.engine.options import usual
from companion.engine.sheet import (
    SMALLEST_FIELD_MM,
    Band,
    Cell,
    Field,
    Sheet,
    SideBySide,
    Size,
    Table,
    TickBoxes,
    as_played,
    cells,
    is_filled,
)
from companion.engine.text import Text, say
from tests.conformance.playing import PACKAGES, played, playthroughs, setups, twins, viewers, whole_games
from tests.conformance.words import cited_clauses, texts, unfilled
from tests.games.sheets import blocks

ROOT = Path(__file__).parent.parent.parent
STYLE = (ROOT / "static/css/print.css").read_text("utf-8")
SIZES: tuple[Size, ...] = ("normal", "large")

pytestmark = pytest.mark.parametrize("package", PACKAGES)


def make(package: str, setup: Setup, size: Size, state: object = None, viewer: Viewer | None = None) -> Sheet:
    return PACKAGES[package].sheet(setup, size, state, viewer or Viewer())


def emptied(cell: Cell) -> Cell:
    if isinstance(cell, Field):
        # Only a field to write in is parted.
        return dataclasses.replace(cell, written=None, shares=None, seat=None, of=1, is_struck=False)
    if isinstance(cell, TickBoxes):
        boxes = tuple(dataclasses.replace(box, state="open") for box in cell.boxes)
        return dataclasses.replace(cell, boxes=boxes, about=Text(""))  # it says their state
    return cell


def test_a_blank_sheet_is_blank_and_the_style_knows_every_measure_it_names(package: str) -> None:
    for setup, size in itertools.product(setups(PACKAGES[package]), SIZES):
        sheet = make(package, setup, size)
        for cell in cells(sheet):
            assert not isinstance(cell, Field) or cell.written is cell.seat is None
            assert not isinstance(cell, TickBoxes) or all(box.state == "open" for box in cell.boxes)
        for block in blocks(sheet):
            assert [name for name in measures(block) if not re.search(rf"\.{name}\b", STYLE)] == []


def test_a_filled_sheet_is_the_blank_one_cell_for_cell_unless_the_game_outlasts_it_or_ends_before(package: str) -> None:
    for timeline in whole_games(package):
        for size in SIZES:
            blank = [emptied(cell) for cell in cells(make(package, timeline.setup, size))]
            for version in {0, timeline.version // 3, timeline.version // 2, timeline.version}:
                state = timeline.at(version).state
                filled = cells(make(package, timeline.setup, size, state))
                is_shorter = len(filled) < len(blank) and timeline.game.status(state).winners is not None
                assert is_shorter or len(filled) > len(blank) or [emptied(cell) for cell in filled] == blank


def test_every_final_score_is_written_on_the_sheet_of_what_was_played_which_has_no_blank_row(package: str) -> None:
    for timeline in whole_games(package):
        state = timeline.at().state
        left = as_played(make(package, timeline.setup, "normal", state))
        written = [cell.written for cell in cells(left) if isinstance(cell, Field)]
        rows = [row for block in blocks(left) if isinstance(block, Table) for row in block.rows]
        places = [[cell for cell in row.cells if isinstance(cell, (Field, TickBoxes))] for row in rows]
        assert all(any(map(is_filled, row)) or any(cell.down > 1 for cell in row) for row in places if row)
        for score in timeline.game.status(state).scores:
            assert score in written


def test_a_sheet_cites_clauses_of_its_game_and_fills_every_sentence(package: str, game: Game[Any]) -> None:
    ids = {clause.id for clause in game.clauses}
    for setup in setups(game):
        sheet = make(package, setup, "normal")
        assert sheet.reminders
        assert set(cited_clauses(sheet)) <= ids
        assert [text for text in texts(sheet) if unfilled(text)] == []


def test_rows_fill_their_columns_and_fields_are_high_enough(package: str, game: Game[Any]) -> None:
    for setup, size in itertools.product(setups(game), SIZES):
        for table in (block for block in blocks(make(package, setup, size)) if isinstance(block, Table)):
            has_field = [any(isinstance(cell, Field) for cell in row.cells) for row in table.rows]
            assert all(row.height_mm >= SMALLEST_FIELD_MM[1] for row in itertools.compress(table.rows, has_field))
            spans = [sum(cell.span * cell.down for cell in row.cells) for row in (*table.head, *table.rows)]
            assert sum(spans) == len(spans) * len(table.widths_mm)


def test_no_sentence_of_another_house_rule_stands_on_a_sheet_in_the_lesson_or_the_set_up(package: str) -> None:
    game, unseen = PACKAGES[package], {words for words, _, _ in ways(package)}
    for setup in setups(game):
        played = game.in_force(setup.options, setup.seats) if game.in_force else setup.options
        idle = game.idle(setup.options, setup.seats) if game.idle else ()
        usual = {option.name: option.default for option in game.options if option.name in idle}
        told = (make(package, setup, "normal").reminders, game.lesson(setup), game.lay_out(setup).steps)
        said = " ".join(form for text in texts(told) for form in (text.message, text.plural) if form)
        for words, option, values in ways(package):
            # What an option changes nothing of may be as by default.
            assert words not in said or {played[option], usual.get(option)} & {*values}, (words, setup)
            unseen -= {words} if words in said else set()
    assert unseen == set()


def ways(package: str) -> list[tuple[str, str, tuple[Any, ...]]]:
    return list(getattr(playthroughs(package), "BY_HOUSE_RULE", ()))


def test_a_rulebook_is_named_over_a_sheet_only_where_no_choice_departs_from_it(game: Game[Any]) -> None:
    told_by_others = [say("Some tables play this way."), say("As in Zum Kuckuck!"), say("As in one French leaflet.")]
    for option in game.house_rules:
        assert not option.choices[0].departs
        others = [choice for choice in option.choices[1:] if choice.source or choice.who in told_by_others]
        assert [choice.value for choice in others if not choice.departs] == [], f"{option.name}: departs missing"
    usual_label = game.edition_by(usual(game.options), game.players[0])
    for setup in setups(game):
        played = {option.name: setup.options[option.name] for option in game.played_options(setup.options, setup.seats)}
        departs = [
            (option.name, choice.value)
            for option in game.options
            for choice in option.choices
            if choice.departs and played.get(option.name) == choice.value
        ]
        label = game.edition_by(setup.options, setup.seats).message
        assert (label == "with house rules") == bool(departs), (label, setup)
        assert departs or "rulebook" in label or label == usual_label.message


def measures(block: object) -> list[str]:
    """The classes of the measures that a block names."""
    if isinstance(block, Table):
        rows = (*block.head, *block.rows)
        lines = [cell.in_line for row in rows for cell in row.cells if isinstance(cell, TickBoxes)]
        found = [f"h{row.height_mm}" for row in rows] + [f"w{width}" for width in block.widths_mm if width]
        return found + [f"in{number}" for number in lines]
    if isinstance(block, SideBySide):
        assert len(block.widths_mm) == len(block.blocks)
        return [f"w{width}" for width in block.widths_mm if width]
    assert not isinstance(block, Band) or block.blocks
    return []


def test_a_secret_changes_nothing_on_the_sheet_of_anybody_else(package: str, game: Game[Any]) -> None:
    for twin in twins(package):
        one = played(game, twin["players"], twin["options"], twin["one"], anyway=True)
        other = played(game, twin["players"], twin["options"], twin["other"], anyway=True)
        for viewer in viewers(twin["players"]):
            if twin["owner"] in viewer.seats:
                continue
            for version in range(one.version + 1):
                states = (one.at(version).state, other.at(version).state)
                sheets = [make(package, one.setup, "normal", state, viewer) for state in states]
                assert sheets[0] == sheets[1]
