"""The journal and corrections in a browser: everything is seen before it counts, and the preview is what comes of it."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from tests.conformance.playing import PACKAGES, golden
from tests.records import rows
from tests.web.evenings import Evening, played
from tests.web.people import Browser, change, confirm, pending_in, start_match
from tests.web.reading import all_text, texts_of
from tests.web.tapping import SCRIPT

# Ben pays in the first trick and in the third: with one ring to begin with, Ben would be out before the fourth.
ROUND_ONE = (((4, 9), 0, 1), ((12, 6), 1, 2), ((3, 7), 2, 1), ((8, 2), 1, 0), ((10, 5), 0, 2))


class Corrected(Evening):
    """Four at a table; the match is in its first round."""

    def change(self, browser: Browser, index: int, before: str = "", **form: Any) -> str:
        return change(browser, f"{self.path}/correct/{index}", form, before)

    def confirm(self, browser: Browser, page: str, **form: str) -> Any:
        return confirm(browser, self.match_id, page, **form)


@pytest.fixture
def evening(app: Flask) -> Corrected:
    return Corrected(app, *ROUND_ONE, rings=(5, 3, 5, 5))


def test_what_a_correction_changes_is_marked_and_said_once(evening: Corrected) -> None:
    page = evening.change(evening.ben, 5, kind="trick", levels=[12, 6], highest=1, second=0)
    assert "Highest card: Ben. Second: <b>Ana</b>" in unescape(page)
    for one in (page, evening.page(evening.ben, "correct/5")):
        assert (f'data-stream="{evening.path}/stream"' in one, "/contest/5" in one) == (True, False), (
            "who edits is there"
        )
    drawn, listed = page.split("<summary>More</summary>")
    assert ("</s>→" in drawn, '<table class="scores changes' in listed) == (True, True)
    nothing = evening.change(evening.ben, 5, kind="trick", levels=[12, 6], highest=1, second=2)
    assert "Save for everyone" not in nothing
    lower = evening.change(evening.ben, 5, kind="trick", levels=[11, 6], highest=1, second=2)
    assert re.findall(r"(\bpc\b|\bpb\b)[^\"]*? anew", lower) == ["pc"], "no tank stands otherwise in the end"
    evening.trick((11, 11), 1, 2)
    assert evening.page(evening.ben, "correct/9").count("11 twice") == 1


def test_a_second_correction_is_compared_with_the_first(evening: Corrected) -> None:
    rings: dict[str, Any] = {"kind": "count_rings", "seat": 1, "anyway": "true"}
    evening.confirm(evening.host, evening.change(evening.host, 1, rings=4, **rings))
    assert re.search(r'data-part="contests"[^>]*></', evening.page(evening.ben)), (
        "the red dot at the log is of an objection"
    )
    page = evening.change(evening.host, 1, rings=5, **rings)
    assert "4 rings for Ben" in all_text(page)
    assert "3 rings for Ben" not in all_text(page)


def test_the_log_says_what_came_of_each_entry_as_it_stands_and_strikes_what_was_said_then(evening: Corrected) -> None:
    evening.confirm(evening.host, evening.change(evening.host, 4, kind="trick", levels=[4, 9], highest=1, second=0))
    evening.ben.post(f"{evening.path}/contest/4", {"reason": "outcome"})
    log = unescape(evening.page(evening.stranger, "journal"))
    entry = {int(number): all_text(words) for number, words in re.findall(r'<li id="entry-(\d+)"(.*?)</li>', log, re.S)}
    losers = re.findall(r'<(s|span) class="hide">(Ana|Ben|Cleo) ', log)
    assert losers == [*(("span", name) for name in ("Ana", "Cleo", "Ana", "Ana", "Cleo")), ("s", "Ben")]
    assert "Trick 1" in entry[10]
    assert "Trick 6" not in all_text(log)


def test_the_log_shows_a_trick_by_its_faces_and_says_it_to_those_who_hear_it(evening: Corrected) -> None:
    entry = evening.page(evening.ben, "journal").partition('id="entry-5"')[2].partition("</li>")[0]
    heard, _, seen = entry.partition('<span class="told" aria-hidden="true">')
    assert ("mark p" in heard, "entered by" in heard) == (False, True), "a mark says whose it is, not who typed"
    assert "Water 4 and 9. Highest card: Ana. Second: Ben" in all_text(heard)
    taken = r'mark p(.).*?(?:#(ring)".*?)?viewBox="0 0 100 62">(?:\s*<g.*?>(\d+)</text>\s*</g>)?\s*</svg>'
    assert re.findall(taken, seen, re.S) == [("a", "", "4"), ("b", "ring", "9"), ("c", "", ""), ("d", "", "")]
    evening.confirm(evening.host, evening.change(evening.host, 4, kind="trick", levels=[4, 8], highest=2, second=1))
    log = evening.page(evening.ben, "journal")
    assert re.search(r'class="lies">.*?>9</text>', log, re.S), "what lay there before, by which one loses later"
    for number, tag, water in ((5, "s", "4 9  "), (10, "span", " 8 4 ")):
        entry = log.partition(f'id="entry-{number}"')[2].partition("</li>")[0]
        seen = entry.partition(f'<{tag} class="told" aria-hidden="true">')[2]
        assert [one[2] for one in re.findall(taken, seen, re.S)] == water.split(" ")


def test_what_was_taken_back_is_struck_through_and_never_gone(evening: Corrected) -> None:
    evening.ben.post(f"{evening.path}/undo")
    page = evening.page(evening.stranger, "journal")
    assert len(re.findall(r'<li[^>]* class="struck"', page)) == 1
    assert ("undone Ben" in all_text(page), "undid:" in all_text(page)) == (True, False), "told once"
    evening.ben.post(f"{evening.path}/redo")
    assert 'class="struck"' not in evening.page(evening.stranger, "journal")


def test_the_form_of_a_past_entry_is_the_board_of_then_and_is_back_where_it_does_not_hold(evening: Corrected) -> None:
    form = {"kind": "trick", "levels": [12, 6], "highest": 1, "second": 1}
    page = evening.ben.send(f"{evening.path}/correct/5", form, 422)
    for shown in (page, evening.page(evening.ben, "correct/5")):
        assert "You’re editing: Round 1, Trick 2" in all_text(shown)
        assert "Trick 2 of 12" in all_text(shown), "the board as it was then"
        assert re.search(r'name="levels" value="12"[^>]*checked', shown)
    log = f"{evening.path}/journal"
    opened = evening.ben.page(f"{evening.path}/correct/5", headers={"Referer": f"http://localhost{log}?before=9"})
    assert f'href="{log}#entry-6">Cancel' in opened, "back to where it was opened"


def test_the_keys_of_an_edited_trick_strike_the_cards_of_later_ones(app: Flask) -> None:
    evening = Corrected(app, rings=(5, 5, 5, 5))
    for cards in ((30, 41, 12, 1), (22, 3, 55, 2)):
        move = {"kind": "trick", "levels": [2, 7], "cards": {str(seat): card for seat, card in enumerate(cards)}}
        evening.host.enter(evening.match_id, move)
    for index, used in ((4, ["2", "3", "22", "55"]), (5, ["1", "12", "30", "41"])):
        page = evening.page(evening.ben, f"correct/{index}")
        assert re.findall(r'<label class="used">\s*<input[^>]* value="(\d+)"', page) == used


def test_the_large_button_corrects_what_no_longer_fits_and_dropping_is_the_quiet_one(evening: Corrected) -> None:
    page = broken(evening)
    assert texts_of(re.findall(r'<button class="btn main">(.*?)</button>', page, re.S)[0]) == [
        "Edit that one too",
        "Round 1, Trick 4",
    ]
    assert re.findall(r'<form id="confirm".*?<button class="(.*?)">', page, re.S) == ["btn quiet bad"]


def broken(evening: Corrected) -> str:
    """The preview of a correction after which a later entry names somebody who is out: Ben, with one ring at first."""
    return evening.change(evening.ben, 1, kind="count_rings", seat=1, rings=1)


def test_the_first_later_entry_that_no_longer_holds_is_named_with_its_clause(evening: Corrected) -> None:
    page = broken(evening)
    assert re.findall(r'<h2 class="s">(.+?)</h2>', page) == [
        f"{when} · Round 1, Trick 4" for when in ("before", "after")
    ]
    page = all_text(page)
    for told in ("This no longer fits: Round 1, Trick 4", "Ben is out", "LU-"):
        assert told in page
    assert "Save it anyway" not in page


def test_only_where_more_would_change_by_what_was_entered_since_the_preview_is_shown_anew(evening: Corrected) -> None:
    page = evening.change(evening.ben, 5, kind="trick", levels=[12, 6], highest=2, second=0)
    evening.trick((1, 11), 0, 2)
    assert evening.confirm(evening.ben, page).status_code == 303
    page = evening.change(evening.ben, 5, kind="trick", levels=[12, 6], highest=2, second=3)
    evening.confirm(evening.host, evening.change(evening.host, 4, kind="trick", levels=[4, 9], highest=0, second=2))
    answer = evening.confirm(evening.ben, page)
    assert (answer.status_code, '<td class="tot">' in answer.text) == (409, True)
    assert evening.confirm(evening.ben, answer.text).status_code == 303


LOGGED: list[dict[str, Any]] = [
    {"kind": "start", "seat": 0},
    {"kind": "limit", **{f"numbers.{colour}": 1 for colour in ("red", "yellow", "green", "blue", "violet")}},
    {"kind": "hide", "seat": 0, "colours": "red"},
    {"kind": "hide", "seat": 1, "colours": "blue"},
    {"kind": "hide", "seat": 2, "colours": "green"},
    {"kind": "lay", "seat": 0, "colour": "violet"},
    {"kind": "accuse", "seat": 1, "accused": 0},
]


def test_past_a_reveal_the_host_is_asked_and_confirms_by_its_own_button(host: Browser, ben: Browser, code: str) -> None:
    match_id = start_match(host, code, "limits", **{"option.pile": "logged", "pile": "logged"})
    path = f"/m/{match_id}"
    for form in LOGGED:
        answer = host.post(f"{path}/moves", {**form, "anyway": "true"})
        assert answer.status_code == 303, unescape(answer.text)
    changed = {"kind": "lay", "seat": 0, "colour": "red"}
    opened = [unescape(one.page(f"{path}/correct/5")) for one in (ben, host)]
    assert ["Only the host can do that" in page for page in opened] == [True, False], "before anything is filled in"

    foreseen = change(ben, f"{path}/correct/5", changed)
    assert "Only the host can do that" in unescape(foreseen)
    assert 'id="confirm"' not in foreseen
    answer = confirm(ben, match_id, foreseen)
    assert answer.status_code == 409
    assert 'id="confirm-reveal"' not in answer.text
    foreseen = change(host, f"{path}/correct/5", changed)
    assert "Hidden cards have been turned up since." in unescape(foreseen), "before it is saved, not after"
    assert 'name="confirm" value="true"' in foreseen
    assert "Ana played red" in all_text(foreseen), "its colour lies open, and so does the one in its place"
    answer = confirm(host, match_id, foreseen)
    assert answer.status_code == 409
    wanted = ('id="confirm-reveal"', 'id="confirm"', "Only the host")
    found = [which in answer.text for which in wanted]
    assert found == [True, False, False], "one button saves it, and none is refused again"
    assert confirm(host, match_id, answer.text, confirm="true").status_code == 303
    assert host.get(f"/api/v1/matches/{match_id}").get_json()["version"] == 8


TRICK = {"kind": "trick", "levels": ["4", "9"], "highest": "0", "second": "1"}
OTHER: dict[str, Any] = {"kind": "trick", "levels": ["4", "8"], "highest": "1", "second": "0"}


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


@pytest.fixture
def three(app: Flask) -> Evening:
    """The first trick of three is entry 3."""
    return Evening(app, ((4, 9), 0, 1))


def test_nonsense_is_told_in_words_and_changes_nothing(subtests: pytest.Subtests, three: Evening, target: str) -> None:
    before = rows(target)
    for sent in (*UNREADABLE, *ODD):
        for address in ("correct/3/also", "correct/3/preview", "correct/3", "correction/preview", "correction"):
            with subtests.test(sent=sent[:80], address=address):
                answer = three.host.post(f"{three.path}/{address}", {**TRICK, "pending": sent})
                assert answer.status_code == 303 or texts_of(answer.text)
                assert answer.status_code == 400 or (sent not in UNREADABLE and answer.status_code < 500)
                assert sent not in UNREADABLE or "This isn’t in the right format." in answer.text
    assert rows(target) == before


def test_two_entries_are_corrected_in_one_step_and_nothing_is_stored_before(three: Evening, target: str) -> None:
    before = rows(target)
    first = change(three.host, f"{three.path}/correct/3", OTHER)
    form = three.host.post(f"{three.path}/correct/1/also", {"pending": pending_in(first)}).text
    both = change(three.host, f"{three.path}/correct/1", {"kind": "count_rings", "seat": "1", "rings": "4"}, form)
    assert both.count('<b class="when">') == 2
    assert rows(target) == before
    assert confirm(three.host, three.match_id, both).status_code == 303
    assert [one["stands"] for one in three.read("/journal")] == [True, False, True, False, True]


def test_the_undo_of_an_old_sheet_takes_back_nothing_once_another_entry_stands(three: Evening) -> None:
    three.trick((12, 6), 1, 2)
    refused = three.ben.post(f"{three.path}/undo", {"index": 3, "version": 4}, headers=SCRIPT)
    assert (refused.status_code, three.read()["version"]) == (409, 5)
    assert "Someone else was quicker" in str(refused.get_json())


def test_a_correction_that_ends_the_round_sooner_lets_its_later_tricks_fall(app: Flask) -> None:
    evening = Corrected(app, ((4, 9), 0, 1), ((12, 6), 0, 3), ((3, 7), 3, 0), ((2, 8), 3, 0), rings=(5, 0, 0, 5))
    form: dict[str, Any] = {"kind": "trick", "levels": [12, 6], "highest": 0, "anyway": "true"}
    page = evening.change(evening.host, 5, second=2, **form)
    assert "2 later steps fall away: Trick 3 – Trick 4" in all_text(page), "Cleo is out"
    assert "Everything after it still fits" in all_text(
        evening.change(evening.host, 5, second=3, **{**form, "levels": [11, 6]})
    )
    evening.confirm(evening.host, page)
    assert "Start round 2" in all_text(evening.page(evening.ben))
    told = "Trick 2 corrected by Ana: Round 1 ends here."
    assert all(told in evening.ben.words(one) for one in (evening.path, f"/tv/{evening.code}"))
    evening.confirm(evening.host, evening.change(evening.host, 5, **{**form, "levels": [11, 6], "second": 3}))
    assert "Trick 2 corrected by Ana: Round 1 goes on." in evening.ben.words(evening.path)


def test_of_a_round_that_ends_sooner_the_rest_falls_and_the_next_round_stands(app: Flask) -> None:
    tricks = (((4, 9), 0, 1), ((12, 6), 0, 3), ((3, 7), 3, 0), ((11, 10), 0, 3), ((2, 5), 3, 0))
    evening = Corrected(app, *tricks, rings=(5, 0, 0, 1))
    form: dict[str, Any] = {"kind": "trick", "levels": [12, 6], "highest": 0, "anyway": "true"}
    page = evening.change(evening.host, 5, second=2, **form)
    assert "2 later steps fall away: Trick 3 – Trick 4" in all_text(page), "not the one of round 2"
    evening.confirm(evening.host, page)
    assert [one["stands"] for one in evening.read("/journal")][6:] == [False, False, True, True]
    back = evening.change(evening.host, 5, second=3, **form)
    assert "Round 2, Trick 1 → Round 1, Trick 3" in all_text(back)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_pages_of_any_entry_open_also_of_one_that_only_changes_how_much_is_followed(
    app: Flask, package: str
) -> None:
    whole, host = golden(package)[-1], Browser(app)
    _, match_id = played(host, package, whole, 0)
    depths = [
        choice.value for option in PACKAGES[package].options if option.name == "depth" for choice in option.choices
    ]
    for at, move in enumerate(whole["moves"][:8]):
        host.enter(match_id, move, *({"kind": "track", "depth": one} for one in depths[: at % 2 : -1]))
    for index in range(app.extensions["tableside"].store.journal.version(match_id)):
        for page in ("correct", "verdict", "contest"):
            host.page(f"/m/{match_id}/{page}/{index}")
