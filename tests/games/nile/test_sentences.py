"""Each kind of sentence that carries a figure, in one situation: the figures are those of the facts."""

from typing import Any

from companion.engine.options import make_setup
from companion.games.nile.game import GAME
from companion.games.nile.rules.columns import market_scoring
from companion.games.nile.rules.components import Scored
from tests.games.english import Row, steps, unsaid
from tests.games.nile.asking import STATES


def market(*plants: str) -> dict[str, Any]:
    """One column of plants, each its seat, its kind and the sign of its state: "2 flax x" is rotten."""
    column = [f"{one} ".split(" ") for one in plants]
    return {"columns": [[{"seat": int(seat), "plant": kind, "state": STATES[sign]} for seat, kind, sign, *_ in column]]}


def columns(**plants: list[Any]) -> dict[str, list[Any]]:
    """What lies in each column, by `c1` to `c4`; nothing in the others."""
    return {number: plants.get(f"c{number}", []) for number in "4321"}


ROTTEN = market("2 flax x", "0 flax", "0 wheat")

ROWS: tuple[Row, ...] = (
    ("market-scoring", market("0 wheat", "1 flax", "2 flax"), {},
        ("Column 4: 3 players share 6 points: 3, 2, 1.", "In all: S2 +3, S1 +2, S0 +1.")),
    ("market-scoring", {"columns": market("0 wheat", "1 flax", "2 flax")["columns"] * 3}, {},
        ("S2 +9, S1 +6, S0 +3.", "You entered 3 columns with 3 squares. The market has 1.")),
    ("market-scoring", market("2 onions ~", "3 flax", "2 wheat", "3 wheat"), {},
        ("S3 has 2 plants that count and gets 4 of the 6 points.", "S2 has 2 plants that count and gets 2 of the 6 points.",
         "S3, S2 tie. The player with the newest plant is ahead.")),
    ("market-scoring", market("1 wheat x", "1 grapes x", "1 onions ~"), {},
        ("S1 has 2 rotten plants: 2 points lost.", "S1: 6 − 2 = 4.")),
    ("market-scoring", market("0 onions x", "2 flax x", "0 onions x"), {},
        ("Column 4: every plant is rotten.", "S0’s 2 plants are rotten: no share, and 2 points lost.",
         "S0: 0 − 2 is less than 0, so the pawn stays put.")),
    ("market-scoring", ROTTEN, {}, ("Each column is scored separately. Pawns never move back. In all: S0 +6.",)),
    ("market-scoring", ROTTEN, {"rot_balance": "phase"},
        ("All columns are scored together. Pawns never move back. In all: S0 +6.",)),
    ("sale",
        {"columns": columns(c4=["grapes", "wheat", "flax"], c3=["wheat"], c1=["flax"]), "quality": 4, "plant": "wheat"}, {},
        ("wheat may go to columns 2, 1.", "Column 4 is full.", "Column 3 ends with wheat, so wheat can’t go there.",
         "Column 2 is empty: wheat may go there.", "Column 1 ends with flax, so wheat may go there.")),
    ("sale", {"columns": columns(), "quality": 3, "plant": "flax"}, {}, ("3 palms: the 3 columns on the right.",)),
    ("sale", {"columns": columns(), "quality": 1, "plant": "flax"}, {}, ("flax may go to column 1.",)),
    ("rot", {"palms": 3, "columns": columns()}, {}, ("The start player picks one of the 3 columns on the right.",)),
    ("rot",
        {"palms": 4, "columns": columns(c4=market("1 wheat", "1 flax ~")["columns"][0], c2=market("1 flax x")["columns"][0])}, {},
        ("4 palms: any column.", "Column 4: 2 plants can get worse. The start player picks 2.",
         "Column 3 is empty. You may pick it too.", "Column 2: every plant is already rotten.")),
    ("tide", {"marker": "ebb1", "done": 2, "arrows": 2, "arrow_on": 2}, {},
        ("The marker goes to Flood.", "Ebb: 2 water cards taken.", "2 arrows move the marker 2 steps, to Flood.")),
    ("tide", {"marker": "flood", "done": 2, "arrows": 0, "arrow_on": None}, {},
        ("The marker stays on Flood.", "Flood: 2 water cards placed.")),
    ("tide", {"marker": "ebb1", "done": 2, "arrows": 1, "arrow_on": 2}, {},
        ("The arrow moves the marker one step, to Ebb 2.",)),
    ("purge", {"boat": [{"seat": seat, "plant": "flax"} for seat in (2, 3, 3)], "obelisk": 19, "column_full": True}, {},
        ("S2 loses 1 plant for good.", "S3 loses 2 plants for good.",
         "2 players lose plants: the obelisk goes back from 18 to 16.", "The obelisk is on square 16.")),
    ("purge", {"boat": [], "obelisk": 19, "column_full": False}, {"purge_every_turn": False}, ("The obelisk is on square 18.",)),
    ("purge", {"boat": [{"seat": 0, "plant": "flax"}], "obelisk": 8, "column_full": True}, {},
        ("S0 loses 1 plant for good.", "1 player loses plants: the obelisk goes back from 7 to 6.")),
    ("purge", {"boat": [{"seat": seat, "plant": "wheat"} for seat in (0, 0, 1, 4)], "obelisk": 30, "column_full": True}, {},
        ("S0 loses 2 plants for good.", "3 players lose plants: the obelisk goes back from 29 to 26.")),
    ("desert", {"row": ["free", "plant"]}, {}, ("Field 2 is next to the desert: its plants go in the boat.",)),
    ("desert", {"row": ["free", "free"]}, {},
        ("The desert card goes on field 2, counted from the Nile.", "Field 2 is next to the desert and free.")),
    ("desert", {"row": ["free", "water"]}, {}, ("Field 2 is next to the desert, but already covered.",)),
    ("start-bid", {"hands": {"0": 1, "1": 3}}, {}, ("S1 has 3 plants in hand.",)),
    ("auction", {"hands": {"0": 1, "1": 3}, "boat": {"0": 2, "1": 3}}, {}, ("S0: 1 in hand + 2 in the boat = 3.",)),
    ("auction", {"hands": {"0": 2, "1": 3}, "boat": {"0": 2, "1": 1}}, {}, ("S0, S1 bid the same. S1 has more in hand.",)),
    ("cost", {"action": "grow", "others_plant": True}, {}, ("That costs 2 action points.",)),
    ("auction", {"hands": {"0": 1, "1": 9}, "boat": {"0": 2, "1": 8}}, {}, ("S1 can’t bid 17 plants. Everyone has 15.",)),
    ("auction", {"hands": {"0": 3}, "boat": {"0": 1, "1": 0}}, {"hippo": True}, ("S1: plants in hand not entered.",)),
    ("auction", {"hands": {"0": 2, "1": 2}, "boat": {"0": 1, "1": 1}}, {},
        ("S0, S1 bid the same, with 2 plants in hand each.",)),
    ("sowing", {"seat": 0, "plant": "flax", "cover": "free", "plants": [{"seat": 1, "plant": "wheat"}]}, {},
        ("You may sow the plant there for 2 action points.",)),
    ("end", {"pawns": [8, 8, 6], "obelisk": 6, "lost": [1, 2]}, {}, ("There are 3 pawns. Enter the lost plants for each.",)),
    ("end", {"pawns": [7, 6], "obelisk": 7, "lost": [2, 2]}, {},
        ("S0 is in front, on square 6. The obelisk is on 6. A pawn has reached the obelisk.",)),
    ("end", {"pawns": [8, 6], "obelisk": 9, "lost": [1, 1]}, {},
        ("S0 is in front, on square 7. The obelisk is on 8. They haven’t met.",)),
    ("end", {"pawns": [8, 8], "obelisk": 6, "lost": [1, 2]}, {}, ("Of these, S0 has lost the fewest plants (1) and wins.",)),
    ("end", {"pawns": [8, 8, 8], "obelisk": 8, "lost": [3, 0, 0]}, {},
        ("Of these, S1, S2 have lost the fewest plants (0 each) and share the win.",)),
)  # fmt: skip


def test_every_figure_in_an_answer_is_that_of_the_facts() -> None:
    assert unsaid(GAME, ROWS) == []
    column = [Scored(seat, "fresh", "flax") for seat in range(3)]
    assert "Market column 2: 3 players share 6 points: 3, 2, 1." in steps(
        market_scoring([column], make_setup(GAME, 3, {}).options, [2])
    )
