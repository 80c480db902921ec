"""How much of the Nile a table tracks is changed on the board, in the middle of a match."""

from __future__ import annotations

from flask import Flask

from tests.web.people import Browser, open_table, start_match


def test_a_table_begins_to_track_the_fields_by_one_tap_and_takes_it_back_by_another(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "nile")
    assert "Track the fields too" in host.get(f"/m/{match}").get_data(as_text=True)

    assert host.post(f"/m/{match}/moves", {"kind": "track", "depth": "board", "version": "0"}).status_code == 303

    assert "Track the market only" in host.get(f"/m/{match}").get_data(as_text=True)
    assert "the fields are tracked too" in host.get(f"/m/{match}/journal").get_data(as_text=True)
    assert host.post(f"/m/{match}/undo", {"version": "1"}).status_code == 303
    assert "Track the fields too" in host.get(f"/m/{match}").get_data(as_text=True)


def test_a_depth_that_does_not_exist_is_refused(app: Flask) -> None:
    host = Browser(app)
    match = start_match(host, open_table(host, "Ana", "Ben", "Cleo"), "nile")

    answer = host.post(f"/m/{match}/moves", {"kind": "track", "depth": "deep", "version": "0"})

    assert answer.status_code == 400
    assert "Track the fields too" in answer.get_data(as_text=True)
