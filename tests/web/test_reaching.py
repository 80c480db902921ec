"""How phones get here: where none can, no page shows an address or a code that leads nowhere."""

import pytest
from flask import Flask

from companion.live import InProcessLive
from companion.store import Store
from companion.web.app.services import Services, Settings
from companion.web.create_app import create_app
from tests.web.conftest import HOSTS
from tests.web.people import Browser, open_table

ALONE = "Only this device can open Tableside."
CODE = 'class="qr"'
PAGES = ("/t/{code}", "/t/{code}/seats/1", "/t/{code}/cards", "/tv/{code}")


@pytest.fixture
def told_to_listen_here(app: Flask, store: Store, live: InProcessLive) -> Flask:
    """The app as it is started with --host 127.0.0.1."""
    app.extensions["tableside"] = Services(store, live, Settings(HOSTS, listens_at="127.0.0.1"))
    return app


@pytest.mark.parametrize("page", PAGES)
def test_where_only_this_device_gets_in_a_page_says_so_and_shows_no_code(told_to_listen_here: Flask, page: str) -> None:
    host = Browser(told_to_listen_here)
    code = open_table(host, "Ana", "Ben")

    shown = host.get(page.format(code=code)).get_data(as_text=True)

    assert ALONE in shown
    assert "--host 127.0.0.1" in shown
    assert CODE not in shown
    assert "192.168.1.5" not in shown
    assert "Phone won’t connect?" not in shown


@pytest.mark.parametrize(
    ("listens_at", "address"), [("192.168.1.7", "http://192.168.1.7:8000"), ("fd00::7", "http://[fd00::7]:8000")]
)
def test_phones_are_led_to_the_one_address_that_is_listened_at(store: Store, listens_at: str, address: str) -> None:
    host = Browser(create_app(store, InProcessLive(), Settings(HOSTS, listens_at=listens_at)))
    code = open_table(host, "Ana", "Ben")

    shown = host.get(f"/t/{code}").get_data(as_text=True)

    assert f"{address}/t/{code}" in shown
    assert CODE in shown


def test_behind_a_proxy_on_this_device_the_address_that_was_asked_for_is_the_one(told_to_listen_here: Flask) -> None:
    host = Browser(told_to_listen_here)
    code = open_table(host, "Ana", "Ben")

    shown = host.get(f"/t/{code}", base_url="http://table.test").get_data(as_text=True)

    assert ALONE not in shown
    assert CODE in shown
    assert "http://table.test" in shown
    assert "127.0.0.1" not in shown
