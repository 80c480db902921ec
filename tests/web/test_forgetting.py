"""Taking a name away: shown first, then gone from everything that is kept and everything that is shown."""

import json
import re

import pytest
from flask import Flask

from companion.store import Store
from companion.web.app.services import Services
from tests.records import written
from tests.web.people import Browser, make_owner, open_table
from tests.web.test_history import NAMES, evening, person_in, seen_by

NAME = "Zoë-Bärbel"
OTHER = "Zoe-Barbel"
WHERE = ("/t/{code}", "/t/{code}/people", "/t/{code}/join", "/t/{code}/join/0", "/t/{code}/cards", "/t/{code}/seats/0")
AT_MATCH = ("", "/board", "/setup", "/journal", "/result", "/result.html", "/sheet", "/judge", "/correct/0", "/as/0")
FILES = ("export.json", "export.csv", "export.bgsplay")


def everything(browser: Browser, code: str, match_id: str) -> dict[str, str]:
    """Every page and file in which the people of a table stand, by its address."""
    paths = [one.format(code=code) for one in WHERE] + [f"/m/{match_id}{one}" for one in AT_MATCH]
    paths += [f"/api/v1/matches/{match_id}/{one}" for one in (*FILES, "journal")] + [f"/api/v1/matches/{match_id}"]
    paths += [f"/api/v1/tables/{code}/{one}" for one in FILES] + ["/history", "/forget", "/"]
    found = {}
    for path in paths:
        with browser.get(path) as answer:
            assert answer.status_code == 200, (path, answer.status_code)
            found[path] = answer.get_data(as_text=True)
    return found


def told_of(name: str, pages: dict[str, str]) -> set[str]:
    """The addresses whose answers hold the name, as it is or as JSON writes it."""
    escaped = name.encode("ascii", "backslashreplace").decode()
    return {path for path, text in pages.items() if name in text or escaped in text or re.escape(name) in text}


def is_kept(name: str, target: str) -> bool:
    """Whether the name stands anywhere in the records, also as JSON writes it."""
    everything_kept = written(target)
    spelt = (name.encode(), name.encode("utf-16-le"), json.dumps(name)[1:-1].encode(), name.casefold().encode())
    return any(one in everything_kept for one in spelt)


def test_the_name_is_nowhere_any_more(app: Flask, store: Store, target: str, services: Services) -> None:
    me = make_owner(app)
    host, code, match_id = evening(app, (NAME, "Ben", "Cleo"))
    _, other_code, other_match = evening(app, (OTHER, "Ben", "Cleo"))
    store.people.forget((), (), {}, {services.tables.find(code).id: f"At {NAME}'s"})
    host.post(f"/m/{match_id}/contest/1", {"reason": "other", "remark": f"{NAME} laid too late"})
    host.post(f"/m/{match_id}/contest/2", {"reason": "other", "remark": "a card fell down"})
    page = seen_by(me)
    me.post("/history/spellings", {"spelling": person_in(page, NAME), "person": person_in(page, OTHER)})
    assert told_of(NAME, everything(me, code, match_id))
    assert is_kept(NAME, target)
    path, asked, tables = offered(me, OTHER)
    assert "1 note with this name" in asked
    assert "The table forgets this name too" in asked
    assert len(tables) == 2
    me.send(path, {"table": tables})
    for name in (NAME, OTHER):
        assert told_of(name, everything(me, code, match_id) | everything(me, other_code, other_match)) == set()
        assert not is_kept(name, target)
    assert "a card fell down" in me.page(f"/m/{match_id}/journal")
    store.close()
    assert not is_kept(NAME, target)
    assert not is_kept(OTHER, target)


def test_the_owner_may_choose_at_which_tables(app: Flask, store: Store, target: str) -> None:
    me = make_owner(app)
    evening(app, (NAME, "Ben", "Cleo"))
    evening(app, (NAME, "Ben", "Cleo"))
    one, other = (past.table_id for past in store.summaries.at())
    me.send(offered(me, NAME)[0], {"table": [one]})
    assert [seat.name for seat in store.seats.at(one)] == [None, "Ben", "Cleo"]
    assert [seat.name for seat in store.seats.at(other)] == [NAME, "Ben", "Cleo"]
    assert is_kept(NAME, target)


def test_a_name_within_another_word_takes_nothing_else_along(app: Flask, store: Store, services: Services) -> None:
    me = make_owner(app)
    host, code, match_id = evening(app, ("Ana", "Ben", "Cleo"))
    store.people.forget((), (), {}, {services.tables.find(code).id: "Banana night"})
    host.post(f"/m/{match_id}/contest/1", {"reason": "other", "remark": "bananas on the table"})
    store.boxes.change("some-game", lambda _: '[{"item":{"ana":1},"times":1}]')
    forget_everywhere(me, "Ana")
    assert services.tables.find(code).name == "Banana night"
    assert "bananas on the table" in me.page(f"/m/{match_id}/journal")
    assert store.boxes.notes("some-game") == '[{"item":{"ana":1},"times":1}]'


WORDS = ("entered", "moment", "moves", "the")
"""Players called like this sit at one table; the same words stand in a remark at another."""


def offered(browser: Browser, name: str) -> tuple[str, str, list[str]]:
    """Where somebody's name is taken away, the page that asks before, and the tables it offers."""
    pages = {path: browser.page(path) for path in re.findall(r'href="(/forget/[0-9a-f]{16})"', browser.page("/forget"))}
    [(path, page)] = [one for one in pages.items() if f"<h1><bdi>{name}" in one[1]]
    return path, page, re.findall(r'name="table" value="([^"]+)"', page)


def forget_everywhere(browser: Browser, name: str) -> None:
    path, _, tables = offered(browser, name)
    browser.send(path, {"table": tables})


def test_a_host_who_takes_names_away_changes_nothing_at_other_tables(app: Flask, store: Store) -> None:
    other, _, match_id = evening(app, NAMES, 6)
    other.post(f"/m/{match_id}/contest/1", {"reason": "other", "remark": "the moment he entered his moves"})
    before, host = store.remarks.of(match_id), Browser(app)
    assert len(before) == 1
    open_table(host, *WORDS)
    for name in WORDS:
        forget_everywhere(host, name)
    assert [seat.name for seat in store.people.at() if seat.name in WORDS] == []
    assert store.remarks.of(match_id) == before


def test_a_hosts_forgetting_parts_no_spellings_of_another_phone(app: Flask, store: Store) -> None:
    hosts = {name: evening(app, (name, "Emil", "Fay"))[0] for name in ("Dora", "Dodo")}
    store.spellings.set("somebody", '{"Dodo": "Dora"}')
    for name, host in hosts.items():
        forget_everywhere(host, name)
    assert store.spellings.get("somebody") == '{"Dodo": "Dora"}'


@pytest.mark.parametrize("tables", [[], ["no-such-table"]])
def test_without_a_table_nothing_changes(app: Flask, store: Store, tables: list[str]) -> None:
    host, _, _ = evening(app)
    assert "This is missing." in host.send(offered(host, "Ana")[0], {"table": tables}, 400)
    assert all(seat.name for seat in store.people.at())
