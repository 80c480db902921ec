"""The first-round guide of every game: few cards, short words, and each sentence rests on a clause."""

import pytest

from companion.engine.game import Setup
from companion.engine.present import LessonCard
from tests.conformance.playing import PACKAGES, setups
from tests.conformance.words import cited_clauses, texts, unfilled
from tests.games.english import said

pytestmark = pytest.mark.parametrize("package", PACKAGES)

FEWEST_CARDS = 2
MOST_CARDS = 9
"""Anyone who wants to know more reads the rules."""
LONGEST = 220
"""Characters of a card's sentences in English: what one reads before the patience ends."""


def lesson(package: str, setup: Setup | None) -> tuple[LessonCard, ...]:
    return PACKAGES[package].lesson(setup)


def every(package: str) -> list[LessonCard]:
    """Every card of every guide: of the usual game without a table, and of each way to set it up."""
    guides = [lesson(package, None), *(lesson(package, setup) for setup in setups(PACKAGES[package]))]
    return list(dict.fromkeys(card for guide in guides for card in guide))


def test_a_guide_has_as_many_cards_as_a_player_reads_however_the_game_is_set_up(package: str) -> None:
    for setup in (None, *setups(PACKAGES[package])):
        guide = lesson(package, setup)
        assert FEWEST_CARDS <= len(guide) <= MOST_CARDS
        assert len({card.title for card in guide}) == len(guide)
        assert len({card.drawing for card in guide}) == len(guide)


def test_a_card_is_short_and_each_of_its_sentences_rests_on_a_clause(package: str) -> None:
    ids = {clause.id for clause in PACKAGES[package].clauses}
    for card in every(package):
        # The rows of a pad are a list, of which one reads the row one asks about (OW-7).
        prose = [one for one in card.sentences if one.clauses != ("OW-7",)]
        assert len(" ".join(said(one.text) for one in prose)) <= LONGEST, card.title.message
        assert len(prose) <= 3
        assert card.sentences
        assert set(cited_clauses(card)) <= ids
        assert set(card.clauses) == set(cited_clauses(card))
        assert [text for text in texts(card) if unfilled(text)] == []
