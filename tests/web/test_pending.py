"""A correction under way travels with the forms of its pages: what they send is read with care, and nothing is stored."""

from typing import Any

import pytest
from flask import Flask

from companion.engine.errors import NotAMove
from companion.web.board.entries import Pending, read_pending
from tests.records import rows
from tests.web.correcting import change, confirm, pending_in
from tests.web.evenings import Evening
from tests.web.reading import texts_of

TRICK = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "1"}
OTHER: dict[str, Any] = {"kind": "trick", "levels": ["4", "8"], "highest": "1", "second": "0"}


def read(app: Flask, **form: str) -> Pending:
    with app.test_request_context("/", method="POST", data=form):
        return read_pending()


UNREADABLE = [
    "nonsense", "[]", "null", "1", '"moves"', "{}", '{"moves": null}', '{"moves": []}', '{"moves": {"x": {}}}',
    '{"moves": {"1": null}}', '{"moves": {"1": {"kind": null}}}', '{"moves": {"1": {"kind": 7}}}',
    '{"moves": {"' + "9" * 5000 + '": {}}}', "[" * 100_000,
]  # fmt: skip
ODD = [
    '{"moves": {}}',
    '{"moves": {"1": {}}}',
    '{"moves": {"-1": {"kind": ["count_rings"]}}}',
    '{"moves": {"99": {"kind": ["count_rings"], "seat": ["1"], "rings": ["3"]}}}',
    '{"moves": {"' + "9" * 400 + '": {"kind": ["count_rings"]}}}',
    '{"moves": {"1": {"kind": "count_rings"}}}',
    '{"moves": {"1": {"kind": [["count_rings"]]}}}',
    '{"moves": {"1": {"kind": ["count_rings"], "seat": [1], "rings": [3.5]}}}',
    '{"moves": {"1": {"kind": [NaN, Infinity]}}}',
    '{"moves": {"1": {"kind": ["count_rings"], "seat": ["\\u0000"]}}}',
    '{"moves": {"1": {"kind": ["\\ud800"], "\\udfff": ["\\ud800"]}}}',
    '{"moves": {"1": {"kind": ["count_rings"], "a.b.c.0.1": ["x"], "a": ["y"], "..": ["z"]}}, "anyway": "yes"}',
    '{"moves": {"0": {"kind": ["trick"]}, "1": {"kind": ["trick"]}, "2": {"kind": ["nonsense"]}}}',
]


@pytest.mark.parametrize("sent", UNREADABLE)
def test_what_no_form_of_ours_sends_is_no_correction(app: Flask, sent: str) -> None:
    with pytest.raises(NotAMove):
        read(app, pending=sent)


@pytest.fixture
def evening(app: Flask) -> Evening:
    """The first trick is entry 3."""
    return Evening(app, ((4, 9), 0, 1))


def test_nonsense_is_answered_in_words_and_changes_nothing(
    subtests: pytest.Subtests, evening: Evening, target: str
) -> None:
    before = rows(target)
    for sent in (*UNREADABLE, *ODD):
        for address in ("correct/3/also", "correct/3/preview", "correct/3", "correction/preview", "correction"):
            with subtests.test(sent=sent[:80], address=address):
                answer = evening.host.post(f"{evening.path}/{address}", {**TRICK, "pending": sent})
                page = answer.get_data(as_text=True)
                assert answer.status_code < 500, page
                assert answer.status_code == 303 or texts_of(page)
                if sent in UNREADABLE:
                    assert answer.status_code == 400
                    assert "This isn’t in the right format." in page
    assert rows(target) == before


def test_two_entries_are_corrected_in_one_step_without_anything_being_stored_before(
    evening: Evening, target: str
) -> None:
    before = rows(target)
    first = change(evening.host, f"{evening.path}/correct/3", OTHER)
    form = evening.host.post(f"{evening.path}/correct/1/also", {"pending": pending_in(first)}).get_data(as_text=True)
    both = change(evening.host, f"{evening.path}/correct/1", {"kind": "count_rings", "seat": "1", "rings": "4"}, form)

    assert both.count('<b class="when">') == 2
    assert rows(target) == before
    assert confirm(evening.host, evening.match_id, both).status_code == 303
    assert [one["stands"] for one in evening.read("/journal")] == [True, False, True, False, True]
