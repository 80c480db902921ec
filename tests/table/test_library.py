"""The ready pads: each reckons its own example, and is found by three letters in any language."""

from __future__ import annotations

import pytest

from companion.engine.definition import MOST_ROWS, Definition, check
from companion.engine.pad import has_reached, ranks, row_values, tie_breakers, total
from companion.table.library import Pad, pads

LANGUAGES = ("en", "fr", "es", "de")


def reckoned(pad: Pad) -> tuple[list[int], list[int]]:
    """What the example of a pad comes to, and who wins it."""
    definition, example = pad.definition, pad.example
    columns = [
        {at: cell for at, cell in enumerate(cells) if cell is not None and definition.rows[at].is_typed}
        for cells in example.get("pads", ())
    ]
    rounds = example.get("rounds", ())
    if definition.writes == "rows":
        pads = [[dict(enumerate(cells)) for cells in each] for each in rounds]
        rounds = [[total(definition.rows, one, each, at) for one in each] for at, each in enumerate(pads, 1)]
    if columns:
        totals = [total(definition.rows, one, columns) for one in columns]
        breakers = [tie_breakers(definition.rows, row_values(definition.rows, one, columns)) for one in columns]
    else:
        totals, breakers = [sum(column) for column in zip(*rounds, strict=True)], []
        assert definition.ends != "rounds" or len(rounds) == definition.at
        assert definition.ends != "target" or has_reached(definition, len(rounds), totals)
        assert definition.negative or min(min(one) for one in rounds) >= 0
    return totals, [seat for seat, place in enumerate(ranks(definition, totals, breakers)) if place == 1]


def test_every_ready_pad_reckons_the_example_in_its_file(subtests: pytest.Subtests) -> None:
    assert len(pads()) >= 60
    for pad in pads().values():
        with subtests.test(pad=pad.slug):
            assert pad.source
            low, high = pad.players
            assert 1 <= low <= high
            assert low <= len(pad.example["totals"]) <= high or low == 4
            assert reckoned(pad) == (pad.example["totals"], pad.example["winners"])


def test_every_ready_pad_is_a_pad_in_every_language(subtests: pytest.Subtests) -> None:
    for pad in pads().values():
        for language in LANGUAGES:
            with subtests.test(pad=pad.slug, language=language):
                made: Definition = check(pad.named(language))
                assert len(made.rows) == len(pad.definition.rows) <= MOST_ROWS


def test_a_pad_is_found_by_three_letters_in_any_language_with_or_without_accents() -> None:
    def found(letters: str) -> set[str]:
        return {pad.slug for pad in pads().values() if pad.fits(letters)}

    assert "yahtzee" in found("kni") & found("YAH")
    assert "ticket-to-ride" in found("zug") & found("aven") & found("ticket")
    assert found("petan") == found("PÉTAN") == found("boule") == {"petanque"}
    assert "molkky" in found("mol") & found("Möl")
    assert found("xyz") == set()
