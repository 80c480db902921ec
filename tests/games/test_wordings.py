"""What lessons, sheets and stories say follows the house rules of the table."""

import re
from collections import Counter
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from companion.engine.options import make_setup
from companion.engine.rulings import Sentence
from companion.engine.story import Step
from companion.engine.text import SeatName, Text
from companion.games import games
from companion.games.land_unter.rules.state import Player, TrickRecord
from companion.games.land_unter.words.story import story
from companion.games.nile.rules.state import Scoring
from companion.games.nile.words.story import story as story_of_the_nile

LAND_UNTER, NILE = (games()[slug] for slug in ("land-unter", "nile"))

GAMES = Path(__file__).parents[2] / "companion" / "games"


@pytest.mark.parametrize(
    ("levels", "clauses"), [((9, 9), ("LU-15", "LU-16")), ((9, 8), ("LU-16", "LU-17")), ((9, None), ("LU-16",))]
)
def test_a_highlight_rests_on_the_tie_or_on_the_chain(levels: tuple[int, int | None], clauses: tuple[str, ...]) -> None:
    gone = tuple(seat for seat, level in enumerate(levels) if level is not None)
    before = (*(Player(0, level, False) for level in levels), Player(3, 2, False), Player(3, 1, False))
    after = tuple(replace(player, out=seat in gone) for seat, player in enumerate(before))
    trick = TrickRecord(0, 0, (2, 9), {0: 9, 1: 2}, {}, before, after, gone, ())
    start = LAND_UNTER.start(make_setup(LAND_UNTER, 4, {}))
    told = story(replace(start, tricks=(trick,)), [Step(0, None, start, replace(start, tricks=(trick,)))])
    assert [one.clauses for one in told.highlights] == [clauses]


@pytest.mark.parametrize(("obelisk", "said"), [(20, "to the obelisk"), (19, "passed each other")])
def test_of_pawns_level_in_front_the_sale_is_said_to_take_only_those_that_moved(obelisk: int, said: str) -> None:
    start = NILE.start(make_setup(NILE, 3, {}))
    sale = Scoring(4, (), {}, ((20, 20), (14, 20), (9, 9)), (21, obelisk), ())
    over = replace(start, pawns=(20, 20, 9), obelisk=obelisk, winners=(0, 1), scorings=(sale,))
    told = story_of_the_nile(over, [Step(0, None, start, over)])
    assert [dict(one.text.args)["names"] for one in told.highlights if said in one.text.message] == [(SeatName(1),)]


@pytest.mark.parametrize("path", sorted(one.relative_to(GAMES) for one in GAMES.rglob("sentences.py")), ids=str)
def test_every_sentence_of_a_game_is_used_and_cites_clauses_of_that_game(path: Path) -> None:
    game, module = path.parts[0], vars(import_module(".".join(("companion", "games", *path.with_suffix("").parts))))
    said = {name: one for name, one in module.items() if isinstance(one, (Sentence, Text))}
    texts = "\n".join(one.read_text(encoding="utf-8") for one in GAMES.joinpath(game).rglob("*.py"))
    times = Counter(re.findall(r"\w+", texts))
    known = {clause.id for clause in games()[game.replace("_", "-")].clauses}
    assert [name for name in said if times[name] < 2] == []
    assert [name for name, one in said.items() if isinstance(one, Sentence) and not {*one.clauses} <= known] == []
