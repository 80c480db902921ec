"""What the rulebook leaves open: each question is answered whole, shown by the judge, and found by a search of the rules."""

import re
from typing import Any

import pytest

from companion.engine.game import Game
from companion.games import games
from tests.conformance.words import texts, unfilled
from tests.web.judging import text_of
from tests.web.people import Browser

EVERY = [game for game in games().values() if game.open_questions]


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_each_open_question_is_one_and_rests_on_clauses_and_options_there_are(game: Game[Any]) -> None:
    names = [one.name for one in game.open_questions]
    assert len(set(names)) == len(names)
    for one in game.open_questions:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.name), one.name
        assert one.question.message.endswith("?"), one.name
        assert one.clauses, one.name
        assert [game.clause(clause) for clause in one.clauses]
        assert one.option is None or game.option(one.option).choices
        assert not any(unfilled(text) for text in texts(one)), one.name


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_the_judge_answers_what_the_rulebook_leaves_open(browser: Browser, game: Game[Any]) -> None:
    told = text_of(browser.get(f"/judge/{game.slug}"))
    for one in game.open_questions:
        assert {text.message for text in texts(one) if text.message not in told} == set(), one.name
