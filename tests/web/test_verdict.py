"""What an entry brought, in full: a page behind the strip of every board, as it was when the entry was made."""

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden
from tests.rings import few_first
from tests.web.evenings import Evening, played
from tests.web.people import Browser, sit
from tests.web.tapping import SCRIPT
from tests.web.test_previews import form_of


@pytest.mark.parametrize("package", few_first([*PACKAGES], 2, "test"))
def test_every_entry_that_stands_says_what_it_brought_and_only_the_newest_offers_undo(app: Flask, package: str) -> None:
    whole, host = golden(package)[0], Browser(app)
    code, match_id = played(host, package, whole, 0)
    guest = sit(Browser(app), code, 1)
    moves = whole["moves"][:30]
    for version, move in enumerate(moves):
        form = {**form_of(move, version), "anyway": "true"}
        assert host.post(f"/m/{match_id}/moves", form, headers=SCRIPT).status_code == 204
    for browser in (host, guest, Browser(app)):
        pages = [browser.get(f"/m/{match_id}/verdict/{index}") for index in range(len(moves))]
        assert {page.status_code for page in pages} == {200}
        undo = [index for index, page in enumerate(pages) if f"/m/{match_id}/undo" in page.text]
        assert undo in ([], [len(moves) - 1]), undo


def test_the_undo_of_an_old_sheet_takes_back_nothing_once_another_entry_stands(app: Flask) -> None:
    evening = Evening(app, ((4, 9), 0, 1))
    evening.trick((12, 6), 1, 2)
    refused = evening.ben.post(f"{evening.path}/undo", {"index": 3, "version": 4}, headers=SCRIPT)
    assert (refused.status_code, evening.read()["version"]) == (409, 5)
    assert "Someone else was quicker" in str(refused.get_json())
