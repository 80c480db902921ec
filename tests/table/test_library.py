"""The ready pads: each reckons its own example, and is found by three letters in any language."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.engine.definition import MOST_ROWS, Definition
from companion.engine.definition_check import check
from companion.engine.errors import NotAMove
from companion.engine.pad import has_reached
from companion.table.library import Example, Pad, check_example, found_in, pads, read_pad, reckoned
from tests.there import there

LANGUAGES = ("en", "fr", "es", "de")


def test_every_ready_pad_reckons_the_example_in_its_file(subtests: pytest.Subtests) -> None:
    assert len(pads()) >= 60
    for pad in pads().values():
        with subtests.test(pad=pad.slug):
            assert pad.source
            low, high = pad.players
            assert 1 <= low <= high
            assert pad.example is not None
            assert low <= len(pad.example.totals) <= high or low == 4
            assert check_example(pad) == (pad.example.totals, pad.example.winners)
            assert ends_as_it_says(pad.definition, pad.example)
            if pad.worth("en") and pad.definition.empty == "rest":
                assert {*pad.example.notes} == {*LANGUAGES}, "points from others say why"
            assert [" + " in one for one in pad.example.columns] == [pad.definition.teams] * len(pad.example.columns)


def ends_as_it_says(definition: Definition, example: Example) -> bool:
    """Whether an example goes on until the game is over and no longer, without minus points where there are none."""
    if definition.is_pad:
        return True
    rounds = len(example.rounds)
    before, _ = reckoned(definition, replace(example, rounds=example.rounds[:-1]))
    # Where the last one wins, the others play on.
    is_long = definition.wins != "last" and has_reached(definition, rounds - 1, before)
    has_minus = any(isinstance(one, int) and one < 0 for each in example.rounds for one in each)
    is_over = definition.ends == "open" or has_reached(definition, rounds, example.totals)
    return is_over and not is_long and (definition.negative or not has_minus)


def one_gets(most: int, points: Sequence[int]) -> bool:
    return sorted(points)[:-1] == [0] * (len(points) - 1) and 0 < max(points) <= most


HAPPENS: dict[str, Callable[[Sequence[int], int], bool]] = {
    "belote": lambda cards, _: sum(cards) == 162,
    "canasta": lambda points, _: all(one % 5 == 0 and one < 2000 for one in points),
    "cornhole": lambda points, _: one_gets(12, points),
    "cribbage": lambda points, _: max(points) <= 60,
    "darts-301": lambda points, _: max(points) <= 180,
    "darts-501": lambda points, _: max(points) <= 180,
    "dixit": lambda points, _: max(points) <= 4,
    "dominoes": lambda points, _: one_gets(168, points),
    "doppelkopf": lambda points, _: sum(points) == 0,
    "dos": lambda points, _: one_gets(300, points),
    "dutch-blitz": lambda points, _: min(points) >= -20 and max(points) < 40,
    "euchre": lambda points, _: one_gets(4, points),
    "flip-7": lambda points, _: max(points) <= 171,
    "gin-rummy": lambda points, _: one_gets(125, points),
    # The queen counts 13; all of it in one hand is 26 for each of the others.
    "hearts": lambda points, _: sum(points) == 26 <= 2 * max(points) or sorted(points) == [0, 26, 26, 26],
    "jass": lambda cards, _: sum(cards) == 157,
    "lama": lambda points, _: max(points) <= 31,
    "ligretto": lambda points, _: min(points) >= -20 and max(points) < 40,
    "memory": lambda pairs, _: sum(pairs) == 36,
    "molkky": lambda pins, _: max(pins) <= 12,
    "papayoo": lambda points, _: sum(points) == 250,
    "petanque": lambda points, _: one_gets(3, points),
    "rack-o": lambda points, _: (
        points.count(75) == 1 and all(one % 5 == 0 and (one <= 45 or one == 75) for one in points)
    ),
    "rummikub": lambda points, _: sum(points) == 0,
    "schafkopf": lambda points, _: sum(points) == 0,
    "set": lambda sets, _: sum(sets) == 27,
    "skip-bo": lambda points, _: one_gets(325, points),
    "skull-king": lambda tricks, at: sum(tricks) == at,
    # Where both made their bids: 13 tricks, and 100 for a nil.
    "spades": lambda points, _: min(points) < 0 or sum(one // 10 + one % 10 for one in points) in (13, 23, 33),
    "tarot": lambda points, _: sum(points) == 0,
    "tichu": lambda points, _: all(one % 5 == 0 for one in points) and sum(points) % 100 == 0 and max(points) <= 400,
    "uno": lambda points, _: one_gets(400, points),
    "wizard": lambda tricks, at: sum(tricks) == at,
}
"""What is true of each round of a game, by its number: of what all write, or of the row that all share out."""


def test_every_round_of_an_example_is_one_that_can_happen() -> None:
    for slug, happens in HAPPENS.items():
        example, shared = there(pads()[slug].example), slug in ("skull-king", "wizard")
        for at, each in enumerate(example.rounds, 1):
            sides = [(one,) if isinstance(one, int) else one for one in each[: len(example.columns)]]
            assert happens([one[shared] or 0 for one in sides], at), (slug, each)


def test_every_ready_pad_is_a_pad_in_every_language(subtests: pytest.Subtests) -> None:
    for pad in pads().values():
        for language in LANGUAGES:
            with subtests.test(pad=pad.slug, language=language):
                made: Definition = check(pad.named(language))
                assert len(made.rows) == len(pad.definition.rows) <= MOST_ROWS
                assert len(pad.told(language)) == len(pad.told("en"))
                assert [*map(len, pad.worth(language))] == [*map(len, pad.worth("en"))]


def test_a_pad_is_found_by_three_letters_in_any_language_with_or_without_accents() -> None:
    def found(letters: str) -> set[str]:
        return {pad.slug for pad in found_in([*pads().values()], letters, Pad.every_name)}

    assert "yahtzee" in found("kni") & found("YAH") & found("yams")
    assert "ticket-to-ride" in found("zug") & found("aven") & found("ticket")
    assert found("petan") == found("PÉTAN") == found("boule") == {"petanque"}
    assert "molkky" in found("mol") & found("Möl")
    assert found("xyz") == set()
    assert found("darst") == found("darts") == {"darts-301", "darts-501"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yatzee", "yahtzee"), ("rumikub", "rummikub"), ("carcasone", "carcassonne"), ("molky", "molkky"),
        ("qwrkle", "qwirkle"), ("schwimen", "thirty-one"),
    ],
)  # fmt: skip
def test_a_pad_is_found_with_a_slip_in_its_name(typed: str, meant: str) -> None:
    assert [pad.slug for pad in found_in([*pads().values()], typed, Pad.every_name)] == [meant]


def test_a_deck_says_how_many_rounds_so_many_players_play() -> None:
    wizard = pads()["wizard"]
    rounds = {players: wizard.played_by(players, "en") for players in (3, 4, 5, 6)}
    assert {players: (one.ends, one.at) for players, one in rounds.items()} == {
        3: ("rounds", 20), 4: ("rounds", 15), 5: ("rounds", 12), 6: ("rounds", 10),
    }  # fmt: skip


TWO = {"name": "x", "writes": "pad", "rows": [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "9 // a"}]}
WHOLE = {"kind": "tableside game", "format": 1, "game": TWO}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"names": ["x"]}, "names"),
    ({"names": {"it": "y"}}, "names.it"),
    ({"names": {"de": "x\u202ey"}}, "de.name"),
    ({"rows": {"de": ["a"]}}, "rows.de"),
    ({"rows": {"de": ["c", "d"]}}, "de.rows.1.formula"),
    ({"players": [0, 4]}, "players.0"),
    ({"players": [4]}, "players"),
    ({"source": 5}, "source"),
    ({"example": {"totals": [1]}}, "example.winners"),
    ({"example": {"pads": [[1]], "totals": [1, 2], "winners": [0]}}, "example.pads"),
    ({"example": {"pads": [[1, 2, 3]], "totals": [1], "winners": [0]}}, "example.pads.0"),
    ({"example": {"pads": [[0]], "totals": [1], "winners": [0]}}, "example.pads.0"),
    ({"example": {"pads": [[10**9]], "totals": [1], "winners": [0]}}, "example.pads.0.0"),
    ({"example": {"pads": [[3]], "totals": [7], "winners": [0]}}, "example.totals"),
    ({"example": {"pads": [[3]], "totals": [6], "winners": [0], "notes": {"en": ["b"]}}}, "example.notes.en"),
    ({"example": {"pads": [[3], [1]], "totals": [6, 10], "winners": [0]}}, "example.winners"),
]


def test_what_a_file_says_beside_its_game_is_read_as_strictly(subtests: pytest.Subtests) -> None:
    for wrong, place in WRONG:
        with subtests.test(wrong=wrong), pytest.raises(NotAMove) as refused:
            check_example(read_pad("x", json.dumps({**WHOLE, **wrong}).encode()))
        assert refused.value.path == place
    for body in (b"", b"\xff", b"x" * 70_000, b"[]", b'{"a": 1, "a": 1}'):
        with subtests.test(body=body[:9]), pytest.raises(NotAMove):
            read_pad("x", body)


def test_an_example_comes_to_what_the_board_would_say() -> None:
    def comes_to(game: dict[str, Any], **example: Any) -> object:
        whole = {"kind": "tableside game", "format": 1, "game": {"name": "x", **game}, "example": example}
        return check_example(read_pad("x", json.dumps(whole).encode()))

    assert comes_to({"wins": "fewest"}, rounds=[[3, 1], [2, 2]], totals=[5, 3], winners=[1]) == ((5, 3), (1,))
    lost = {"writes": "winner", "together": True}
    assert comes_to(lost, rounds=[[0, 0]], totals=[0, 0], winners=[]) == ((0, 0), ())
    doubling = {"writes": "rows", "rows": [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "a * round"}]}
    assert comes_to(doubling, rounds=[[[1], [2]], [[3], [0]]], totals=[11, 4], winners=[0]) == ((11, 4), (0,))
    with pytest.raises(NotAMove) as refused:
        comes_to({}, rounds=[[[3], 1]], totals=[3, 1], winners=[0])
    assert refused.value.path == "example.rounds.0"
    assert read_pad("x", json.dumps(WHOLE).encode()).example is None
