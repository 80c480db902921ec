"""Evenings of people whom nobody here knows; a new seed each run, printed with whatever is found, by which it is played again."""

import os
import sys
import time

from playwright.sync_api import Browser

from tests.e2e.stage import Server
from tests.stranger.evening import play_until
from tests.stranger.program import Program, owner_token

SHARE = float(os.environ.get("TABLESIDE_STRENGTH", "0"))
SECONDS = float(os.environ.get("TABLESIDE_STRANGER_SECONDS", max(120, 3 * 3600 * SHARE)))


def test_whatever_strangers_do_at_a_table_every_page_holds(browser: Browser, server: Server, elsewhere: Server) -> None:
    seed = int(os.environ.get("TABLESIDE_SEED", 1000 * int(os.environ["SEED"])))
    home = Program(elsewhere, owner_token(browser, elsewhere))
    evenings, saved, found = play_until(time.monotonic() + SECONDS, seed, browser, server, home)
    sys.stdout.write(f"TABLESIDE_SEED={seed}: {evenings} evenings, {saved} entries\n")
    assert not found, "\n".join([f"TABLESIDE_SEED={seed}, {evenings} evenings", *found])
    assert saved >= evenings, f"{saved} entries in {evenings} evenings: whoever taps so does not find what saves"
