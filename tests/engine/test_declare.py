"""What follows from a declaration, and what a game may not leave open."""

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

import pytest

from companion.engine.declare import OPEN, Rounds, declare
from companion.engine.errors import IllegalMove
from companion.engine.game import Outcome, Setup, Viewer
from companion.engine.rulings import Clause
from companion.engine.schema.marks import Between, Seat, hidden
from companion.engine.sheet import Field, Table
from companion.engine.text import SeatName, say
from companion.games.points.game import CLAUSES, GAME, Score, State, score
from tests.engine.toy import GAME as TOY

CARD = Between(1, 9, "XX-1", "card")
OWNER, STRANGER = Viewer(frozenset({1})), Viewer(frozenset({0}))


@dataclass(frozen=True, slots=True)
class LayDown:
    said: ClassVar = (say("{name} laid {card}"), say("{name} laid a card"))

    seat: Seat
    card: Annotated[int, CARD, hidden(until="trick", unless="open")]


def secret(**more: Any) -> Any:
    own = {name: getattr(TOY, name) for name in ("lay_out", "status", "moment", "stands", "paper", "sheet", "screen")}
    own |= {name: getattr(TOY, name) for name in ("lesson", "story", "shown", "laid_out", "view")}
    return declare(
        TOY.cover,
        clauses=(Clause("XX-1", say("Cards run from 1 to 9."), "stated"),),
        moves={"lay": (LayDown, lambda state, move: Outcome(state))},
        start=lambda setup: (),
        **{**own, **more},
    )


def test_a_hidden_field_is_told_to_the_holder_of_the_seat_until_it_is_revealed() -> None:
    game, move = secret(), LayDown(1, 7)
    whole = {"kind": "lay", "seat": 1, "card": 7}
    assert game.redact(move, {"open": False}, OWNER, False) == whole
    assert game.redact(move, {"open": False}, STRANGER, False) == {"kind": "lay", "seat": 1}
    assert game.redact(move, {"open": False}, STRANGER, True) == whole
    assert game.redact(move, {"open": True}, STRANGER, False) == whole


def test_the_first_sentence_is_said_of_which_everything_was_told() -> None:
    game = secret()
    assert game.narrate({"kind": "lay", "seat": 1, "card": 7}) == say("{name} laid {card}", name=SeatName(1), card=7)
    assert game.narrate({"kind": "lay", "seat": 1}) == say("{name} laid a card", name=SeatName(1))


def test_a_game_says_what_is_hidden_or_that_nothing_is() -> None:
    with pytest.raises(TypeError, match="say what is hidden"):
        declare(GAME.cover, clauses=CLAUSES, moves={"score": (Score, score)}, start=State)
    with pytest.raises(TypeError, match=r"LayDown\.card is marked as hidden"):
        secret(secrets=OPEN)
    with pytest.raises(TypeError, match="give it a view"):
        declare(TOY.cover, clauses=TOY.clauses, moves={"lay": (LayDown, score)}, start=State)


def test_a_move_without_a_sentence_is_refused_unless_the_game_narrates() -> None:
    @dataclass(frozen=True, slots=True)
    class Silent:
        """Nobody says anything."""

    moves = {"silent": (Silent, score)}
    with pytest.raises(TypeError, match="Silent has no sentence"):
        declare(TOY.cover, clauses=TOY.clauses, moves=moves, start=State, secrets=OPEN)


TO_FIFTY = declare(
    GAME.cover,
    clauses=CLAUSES,
    moves={"score": (Score, lambda state, move: Outcome(replace(state, rounds=(*state.rounds, move.points))))},
    start=State,
    secrets=OPEN,
    rounds=Rounds(
        *("score", "points", lambda setup: 2, "PT-2", "PT-3"),
        is_over=lambda state: any(sum(points) >= 50 for points in zip((0, 0), *state.rounds, strict=True)),
    ),
)


def test_of_a_game_to_a_score_nothing_says_how_many_rounds_it_has() -> None:
    setup = Setup(2, {})
    state = State(setup, ((10, 20), (10, 20), (1, 2)))
    assert [step.clauses for step in TO_FIFTY.lay_out(setup).steps] == [("PT-2",)]
    assert (TO_FIFTY.screen(state).place.message, TO_FIFTY.screen(state).steps) == ("Round {round}", None)
    assert [len(card.sentences) for card in TO_FIFTY.lesson(setup)] == [1, 1, 1]
    with pytest.raises(IllegalMove, match="The game continues"):
        TO_FIFTY.play(State(setup), TO_FIFTY.moves["from_paper"](((10, 20),)))


def test_a_game_to_a_score_that_outlasts_its_sheet_still_has_every_round_and_the_total_on_it() -> None:
    state = State(Setup(2, {}), ((10, 20), (10, 20), (1, 12)))
    (page,) = TO_FIFTY.sheet(state.setup, "normal", state, Viewer()).pages
    (table,) = page.blocks
    assert isinstance(table, Table)
    cells = [cell for row in table.rows for cell in row.cells[1:] if isinstance(cell, Field)]
    assert [cell.written for cell in cells] == [10, 20, 10, 20, 1, 12, 21, 52]
