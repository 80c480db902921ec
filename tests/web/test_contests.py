"""Contesting an entry: from the phone it hurts, seen on every phone, until the host settles it or the facts are corrected."""

import re

import pytest
from flask import Flask

from companion.match.contests import LONGEST_REMARK
from tests.web.api.asking import Program
from tests.web.evenings import Evening
from tests.web.people import Browser, corrected, start_match
from tests.web.reading import all_text


class Contested(Evening):
    """Two tricks are entered, the last entries 4 and 5."""

    def contest(self, browser: Browser, index: int = 4, **form: str) -> int:
        return browser.post(f"{self.path}/contest/{index}", {"reason": "rule", **form}).status_code


@pytest.fixture
def evening(app: Flask) -> Contested:
    return Contested(app, ((4, 9), 0, 1), ((12, 6), 1, 2))


def test_beside_the_verdict_whoever_it_hurts_may_contest_it(evening: Contested) -> None:
    verdict = f"{evening.path}/verdict/4"
    assert verdict in evening.ben.page(evening.path)
    assert f"{evening.path}/contest/4" in evening.ben.page(verdict)
    assert f"{evening.path}/contest/" not in evening.stranger.page(verdict)


def test_what_somebody_contests_is_edited_by_the_host_alone(evening: Contested) -> None:
    evening.contest(evening.ben)
    for path in ("", "journal", "verdict/4"):
        pages = [evening.page(one, path) for one in (evening.host, evening.ben)]
        if not path:
            pages = [page.partition('<aside class="notice contest"')[2].partition("</aside>")[0] for page in pages]
        assert ["/correct/4" in one for one in pages] == [True, False], path


def test_a_contest_says_what_was_entered_and_after_a_correction_what_stands(evening: Contested) -> None:
    disagrees = "Ben disagrees: Round 1, Trick 2 Water 12 and 6. Highest card:"
    evening.contest(evening.ben)
    for browser in (evening.host, evening.stranger):
        assert f"{disagrees} Ben. Second: Cleo" in all_text(evening.page(browser))
    form = {"kind": "trick", "levels": [12, 6], "highest": 2, "second": 1}
    assert corrected(evening.ben, evening.match_id, 4, form).status_code == 303
    assert "Water 12 and 6. Highest card: Cleo" in all_text(evening.page(evening.ben, "contest/4"))
    evening.contest(evening.ben)
    assert f"{disagrees} Cleo. Second: Ben" in all_text(evening.page(evening.host))


def test_a_contested_trick_wears_a_dot_on_its_notch_until_that_is_settled(evening: Contested) -> None:
    notches = r'class="doubted" aria-label="([^"]*)"'
    evening.contest(evening.ben)
    for browser in (evening.host, evening.ben):
        marked = re.findall(notches, browser.page(evening.path))
        assert [one.split()[:3] + one.split()[-2:] for one in marked] == [["Trick", "2", "Cleo", "objection", "Edit"]]
    evening.host.post(f"{evening.path}/contest/4/settle")
    assert not re.findall(notches, evening.host.page(evening.path))


def test_a_contests_bar_goes_at_the_next_entry_and_where_the_dot_leads_the_host_settles_it(evening: Contested) -> None:
    evening.contest(evening.ben, remark="Cleo had the 40")
    evening.trick([1, 2], 0, 1)
    assert "disagrees," not in all_text(evening.page(evening.host))
    led = [all_text(evening.page(one, "correct/4")) for one in (evening.host, evening.ben)]
    assert all("Ben disagrees: The rule is different Cleo had the 40" in page for page in led)
    assert ["Keep it as it is" in page for page in led] == [True, False]


def test_a_contest_tells_of_a_hidden_card_no_more_than_a_stranger_knows(host: Browser, ben: Browser, code: str) -> None:
    path = f"/m/{(match_id := start_match(host, code, 'limits', pile='logged'))}"
    limit = {"kind": "limit", "numbers": dict.fromkeys(("red", "yellow", "green", "blue", "violet"), 1)}
    host.enter(match_id, {"kind": "start", "seat": 0}, limit, {"kind": "hide", "seat": 0, "colours": ["violet"]})
    host.send(f"{path}/contest/2", {"reason": "entry"})
    for browser in (host, ben):
        page = all_text(browser.page(path))
        assert "Ana disagrees: Round 1, Hiding Ana hid something secret" in page


def test_whoever_is_told_of_a_contest_reads_the_words_too(evening: Contested, monkeypatch: pytest.MonkeyPatch) -> None:
    services = evening.app.extensions["tableside"]
    boards: list[str] = []
    monkeypatch.setattr(services.live, "publish", lambda *_: boards.append(all_text(evening.page(evening.host))))
    evening.contest(evening.ben, remark="Cleo had the 40")
    assert boards
    assert all("Cleo had the 40" in board for board in boards)


def test_whoever_may_not_contest_takes_nobody_elses_words_away(evening: Contested) -> None:
    store = evening.app.extensions["tableside"].store
    assert evening.contest(evening.ben, remark="Cleo had the 40") == 303
    assert evening.contest(evening.stranger, remark="I’m nobody") == 401
    assert store.remarks.texts(evening.match_id) == {5: "Cleo had the 40"}


def test_an_entry_that_was_taken_back_is_contested_no_longer(evening: Contested) -> None:
    evening.contest(evening.ben)
    evening.ben.post(f"{evening.path}/undo")
    assert "disagrees," not in all_text(evening.page(evening.host))
    assert evening.contest(evening.ben) == 422


def test_whoever_gives_no_reason_is_asked_for_one_and_keeps_the_words(evening: Contested) -> None:
    page = evening.ben.send(f"{evening.path}/contest/4", {"reason": "", "remark": "I had the 58"}, 400)
    assert "Tap one of the reasons." in page
    assert ('value="I had the 58"' in page, "entry, rule" in page) == (True, False)


def test_a_remark_is_shown_as_text_and_no_longer_than_it_may_be(evening: Contested) -> None:
    evening.contest(evening.ben, remark="<b>" + "x" * 500)
    for path in (evening.path, f"{evening.path}/journal"):
        page = evening.host.page(path)
        assert "&lt;b&gt;xxx" in page
        assert "<b>xxx" not in page
    assert len(evening.read("/journal")[5]["remark"]) == LONGEST_REMARK


def test_the_interface_contests_and_settles_too(evening: Contested) -> None:
    services, path = evening.app.extensions["tableside"], f"/matches/{evening.match_id}"
    seat = Program(evening.app, services.seating.token(services.tables.find(evening.code).id, 2))
    for _ in range(2):
        body = {"index": 4, "reason": "house", "remark": "not at our table", "key": "once"}
        assert seat.post(f"{path}/contest", body).json["version"] == 6
    assert evening.read("/journal")[5]["by"] == 2
    for wrong in ({"index": 4}, {"index": 4, "reason": "because"}, {"index": "4", "reason": "rule"}):
        assert seat.post(f"{path}/contest", wrong).status == 400
    assert seat.post(f"{path}/settle", {"index": 4}).status == 403


def test_a_long_game_log_is_read_page_by_page(evening: Contested, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.board.journal.MOST_SHOWN", 2)
    link, read = f"{evening.path}/journal", list[list[str]]()
    while link:
        page = evening.stranger.page(link)
        read.append(re.findall(r'id="(entry-\d+)"', page))
        [link] = re.findall(r'href="([^"]+before=\d+)"', page) or [""]
    assert read == [["entry-5", "entry-4"], ["entry-3", "entry-2"], ["entry-1"]]


def test_a_game_log_that_is_full_takes_no_more_and_the_host_may_still_stop_the_game(
    evening: Contested, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.match.enter.MOST_ENTRIES", 6)
    assert evening.contest(evening.ben) == 303
    refused = evening.ben.send(f"{evening.path}/contest/4", {"reason": "house"}, 403)
    assert "This game log has 6 entries and is full. Start a new game." in refused
    assert evening.host.post(f"{evening.path}/undo").status_code == 403
    assert evening.host.post(f"{evening.path}/end").status_code == 303


def test_of_many_remarks_only_those_that_are_open_are_read(evening: Contested) -> None:
    for number in range(3):
        evening.contest(evening.ben, remark=f"no {number}")
    store = evening.app.extensions["tableside"].store
    assert store.remarks.texts_with(evening.match_id, [6, 7, 99]) == {6: "no 1", 7: "no 2"}
    assert "no 2" in all_text(evening.page(evening.host))
    assert "no 1" not in all_text(evening.page(evening.host))
