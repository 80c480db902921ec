"""Initials tell everybody at a table apart, and nobody takes them for another's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.initials import MOST, initials, letters

ALIKE = st.text("AaÀnÑntos -.2דé👩🏽🚀\u200d🇩🇪🇰", min_size=1, max_size=9).map(str.strip).filter(bool)
NAMES = st.lists(
    st.none() | ALIKE | st.sampled_from(("Ana", "Anton", "Jean-Baptiste", "Jean-Bernard", "Íñigo")), max_size=12
)


@given(NAMES)
def test_no_two_are_the_same_and_each_is_the_beginning_of_its_name(names: list[str | None]) -> None:
    found = initials(names)
    assert len({*found}) == len(names)
    assert all(found)
    for name, own in zip(names, found, strict=True):
        if name is not None and names.count(name) == 1 and "…" not in own:
            assert "".join(letters(name)).startswith(own.rstrip("23456789")) or own == name


@given(st.lists(st.text("aAbnt", min_size=1, max_size=MOST), max_size=12, unique_by=str.casefold))
def test_a_letter_less_would_be_anothers_too(names: list[str]) -> None:
    for name, own in zip(names, initials(names), strict=True):
        others = [other.casefold() for other in names if other != name]
        assert len(own) == 1 or any(other.startswith(own[:-1].casefold()) for other in others), name


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Ana", "Ben", "Cleo"), ("A", "B", "C")), (("Cara", "Cleo", "Ana"), ("Ca", "Cl", "A")),
        (("Anna", "An", "Ana", "Arno"), ("Ann", "An", "Ana", "Ar")), (("anton", "Ana"), ("ant", "Ana")),
        (("Íñigo", "Jean-Baptiste", "Jean-Bernard"), ("Í", "J…Ba", "J…Be")),
        (("Ana", "Ana B", "Ana M"), ("Ana", "A…B", "A…M")), (("דנה", "דוד"), ("דנ", "דו")),
        (("👩‍🚀 Eva", "👩‍🚒 Eva", "🇩🇪", "🇩🇰"), ("👩‍🚀", "👩‍🚒", "🇩🇪", "🇩🇰")),
        (("Dora", None, None, None), ("Do", "B", "C", "D")), ((None, None), ("A", "B")),
        (("Cleo", "Cleo"), ("Cleo", "C…o2")),
        (tuple(f"Gast {number}" for number in range(1, 13)), tuple(f"G…{number}" for number in range(1, 13))),
    ],
)  # fmt: skip
def test_what_a_table_of_these_reads(names: tuple[str | None, ...], expected: tuple[str, ...]) -> None:
    assert initials(names) == expected
