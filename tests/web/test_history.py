"""Looking back: who sees which matches, what counts, what was asked for, who means whom, who leads the season."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from companion.store import Store
from tests.conformance.playing import golden
from tests.records import reach_in
from tests.there import there
from tests.web.evenings import played
from tests.web.people import Browser, make_owner, open_table, sit, start_match

LAND_UNTER = golden("land_unter")[0]
"""Three players; seat 2 wins."""
NAMES = ("Ana", "Ben", "Cleo")


def evening(app: Flask, names: tuple[str, ...] = NAMES, upto: int | None = None) -> tuple[Browser, str, str]:
    """A host, the code of the table and the id of a match of Land Unter played there."""
    host = Browser(app)
    return host, *played(host, "land_unter", LAND_UNTER, upto, names=names)


def seen_by(browser: Browser, **asked: str) -> str:
    return browser.page("/history", query_string=asked)


def records_in(page: str) -> dict[str, tuple[int, int]]:
    table = page.partition('<table class="scores people">')[2].partition("</table>")[0]
    rows = re.findall(r"<bdi>([^<]+)</bdi></a></th><td>(\d+)</td><td class=\"tot\">(\d+)", table)
    return {name: (int(played), int(won)) for name, played, won in rows}


def test_who_wins_or_loses_together_has_no_rank_and_partners_share_no_win(host: Browser) -> None:
    code = open_table(host, "Ana", "Ben", "Cleo", "Dora")
    together = {"writes": "winner", "together": True, "ends": "rounds", "at": 1}
    games = [({"writes": "points", "teams": True}, (5, 3)), (together, (0,))]
    for how, points in games:
        match_id = start_match(host, code, "own-game", sheet=json.dumps({"name": "x", **how}))
        host.enter(match_id, {"kind": "points", "points": dict(enumerate(points))})
        if "ends" not in how:
            host.enter(match_id, {"kind": "finish"})
    page = seen_by(host)
    assert records_in(page) == {"Ana": (2, 1), "Cleo": (2, 1), "Ben": (2, 0), "Dora": (2, 0)}
    assert re.findall(r"<td>([\d.]+)</td></tr>", page) == ["1", "1", "2", "2"]
    told = (">The games<", r"<time[^>]*>\d+:\d\d", "You lost together.", "won</span>", "<bdi>Ana", ">Game by game<")
    assert re.search("(?s)" + ".*".join(told), page)
    assert "lead so far" not in page, "no evening that goes on is headed by who won it"
    assert ("You lost together." in host.page(f"/t/{code}/evening"), "shared" in page) == (True, False)


def person_in(page: str, name: str) -> str:
    return there(re.search(rf'<option value="([0-9a-f]{{16}})"[^>]*>{re.escape(name)}</option>', page))[1]


def test_a_device_looks_back_on_the_tables_it_hosts_or_sits_at_and_the_owner_on_all(app: Flask) -> None:
    host, code, _ = evening(app)
    evening(app, ("Dora", "Emil", "Fay"))
    guest = sit(Browser(app), code, 1)
    assert records_in(seen_by(host)) == {"Cleo": (1, 1), "Ana": (1, 0), "Ben": (1, 0)}
    assert records_in(seen_by(guest)) == records_in(seen_by(host))
    assert set(records_in(seen_by(make_owner(app)))) == {"Ana", "Ben", "Cleo", "Dora", "Emil", "Fay"}
    nothing = seen_by(Browser(app))
    assert "Finished games appear here" in nothing
    assert not any(name in nothing for name in NAMES)


@pytest.mark.parametrize(
    "body", [None, "[]", '{"form":0}', "{", '{"form":2,"over":true,"scores":[1],"places":[1],"minutes":0,"moot":[]}']
)
def test_a_summary_that_is_missing_or_of_no_use_is_made_anew(app: Flask, store: Store, body: str | None) -> None:
    host, _, match_id = evening(app)
    if body is None:
        [summed] = store.summaries.at()
        store.summaries.save(match_id, 0, str(summed.summary).replace('"places":[2,3,1]', '"places":[1,2,3]'))
    else:
        store.summaries.save(match_id, store.journal.version(match_id), body)
    assert records_in(seen_by(host))["Cleo"] == (1, 1)
    [again] = store.summaries.at()
    assert again.made_of == store.journal.version(match_id)
    assert json.loads(again.summary or "")["places"] == [2, 3, 1]


def test_two_spellings_merged_on_one_device_are_one_person_there_and_can_be_parted_again(app: Flask) -> None:
    me = make_owner(app)
    evening(app, ("Ana", "Ben", "Cleo"))
    host, _, _ = evening(app, ("Anna", "Ben", "Cleo"))
    page = seen_by(me)
    assert records_in(page)["Ana"] == (1, 0)
    me.send("/history/spellings", {"spelling": person_in(page, "Anna"), "person": person_in(page, "Ana")})
    merged = seen_by(me)
    assert records_in(merged)["Ana"] == (2, 0)
    assert "Anna" not in records_in(merged)
    assert "Anna" in records_in(seen_by(host)), "on another device nothing has changed"
    me.post("/history/spellings/part", {"spelling": "Anna"})
    assert records_in(seen_by(me)) == records_in(page)


def test_a_day_or_a_game_that_is_asked_for_is_looked_for_among_all_matches(
    app: Flask, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = evening(app)[2]
    at = (datetime.now(UTC) - timedelta(days=400)).isoformat().replace("+00:00", "Z")
    reach_in(target, "UPDATE matches SET opened_at = %s WHERE id = %s", at, old)
    for _ in range(2):
        evening(app)
    monkeypatch.setattr("companion.archive.looking_back.MOST_MATCHES", 2)
    day = (datetime.now().astimezone() - timedelta(days=400)).date()
    admin = make_owner(app)

    assert f"/m/{old}/result" not in seen_by(admin)
    assert f"/m/{old}/result" in seen_by(admin, until=day.isoformat())
    assert f"/m/{old}/result" in seen_by(admin, since=day.isoformat(), until=day.isoformat(), game="land-unter")
    assert f"/m/{old}/result" not in seen_by(admin, until=(day - timedelta(days=1)).isoformat())
    assert "No game matches" in seen_by(admin, game="nile")
    for odd in ("0001-01-01", "9999-12-31", "x"):
        seen_by(admin, since=odd, until=odd, before=odd)


def test_what_is_filtered_is_said_in_the_one_line_behind_which_the_choices_are_folded(app: Flask) -> None:
    evening(app)
    page = seen_by(make_owner(app), since="2024-09-01", game="land-unter")
    assert '<details class="why">' in page
    assert "Turn the Tide · From: 1 September 2024<" in page


def test_two_who_sat_at_one_table_are_two_people(app: Flask) -> None:
    host, _, _ = evening(app)
    page = seen_by(host)
    merged = {"spelling": person_in(page, "Ana"), "person": person_in(page, "Ben")}
    refused = host.send("/history/spellings", merged, 400)
    assert "2 people" in refused.split('id="means"')[1].split("</form>")[0]
    assert "Something is missing" not in refused
    assert len(re.findall(r"<option value=\"[^\"]+\" selected>", refused)) == 2
    assert records_in(seen_by(host)) == records_in(page)


def test_whoever_has_won_most_leads_the_season_across_the_tables_one_was_at(app: Flask, host: Browser) -> None:
    for names in (("Ben", "Cleo", "Ana"), ("Ben", "Cleo", "Ana"), ("Ana", "Cleo", "Ben")):  # the last of whom wins
        played(host, "land_unter", LAND_UNTER, names=names)
    stranger, _, _ = evening(app)
    assert "wins" not in stranger.page("/")
    page = host.page("/")
    assert re.search(r"Since (March|June|September|December)", page)
    assert "Ana leads by 1 win" in page
    assert "2 wins" in page
    bars = host.page("/history").partition('<ul class="wins">')[2].partition("</ul>")[0].split("<li")
    crowned = [("#crown" in bar, re.findall(r"\d of \d won", bar)) for bar in bars[1:]]
    assert crowned == [(True, ["2 of 3 won"]), (False, ["1 of 3 won"]), (False, ["0 of 3 won"])]
