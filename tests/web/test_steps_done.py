"""The steps of a set-up: ticked by anybody at the table, on every phone, also after a restart."""

import re

from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.create_app import create_app
from tests.web.people import Browser, sit, start_match


def ticks(browser: Browser, match_id: str) -> list[str]:
    """Of each step whether it is ticked, as its buttons say."""
    return re.findall(r'aria-checked="(\w+)"', browser.get(f"/m/{match_id}/setup").get_data(as_text=True))


def test_a_step_ticked_on_one_phone_is_ticked_on_another_and_after_a_restart(
    app: Flask, store: Store, host: Browser, code: str
) -> None:
    match_id = start_match(host, code, "land-unter")
    assert set(ticks(host, match_id)) == {"false"}
    for step in ("0:yes", "1:yes", "0:no", "1:yes"):
        assert host.post(f"/m/{match_id}/setup", {"step": step}).status_code == 303
    assert ticks(sit(Browser(app), code, 1), match_id)[:3] == ["false", "true", "false"]
    again = Browser(create_app(store, InProcessLive()))
    sit(again, code, 2)
    assert ticks(again, match_id)[:3] == ["false", "true", "false"]


def test_who_takes_which_colour_is_said_once_by_the_steps_or_by_the_television(host: Browser, code: str) -> None:
    match_id = start_match(host, code, "down-under")
    for path in (f"/m/{match_id}/setup", f"/tv/{code}"):
        assert len(re.findall(r"\bYellow\b", host.get(path).get_data(as_text=True))) == 1
