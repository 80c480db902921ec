"""The Wi-Fi that guests are led into first: scanned before the table, told to nobody else, kept nowhere."""

import logging
from pathlib import Path

import pytest

from companion.store import Store
from tests.web.evenings import Table
from tests.web.forms import page_of
from tests.web.people import Browser

PASSWORD = 'so;secret:"pass\\word,1'


def test_the_wifi_is_scanned_before_the_table_by_the_hosts_own_page_alone(table: Table) -> None:
    assert "#wifi" in table.page("")
    assert table.post("/wifi", {"ssid": "Lamp & Light", "password": PASSWORD, "hidden": "true"}).endswith("/host#wifi")
    page = table.page("")
    first, second = page.index("Join the Wi-Fi Lamp &amp; Light"), page.index("</b>Join the table")
    assert first < second
    assert page.count('<svg class="qr"') == 2
    for browser in (table.ben, Browser(table.app)):
        assert "Join the Wi-Fi" not in table.page("", browser)
        assert "Lamp &amp; Light" not in table.page("", browser)
    table.post("/wifi", {"forget": "true"})
    assert "Join the Wi-Fi" not in table.page("")


def test_the_password_is_in_no_file_no_export_and_no_log(
    table: Table, store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "a-word-found-nowhere"
    with caplog.at_level(logging.DEBUG):
        table.post("/wifi", {"ssid": "Lamp", "password": secret})
        match_id = table.begin("land-unter")
        told = [table.page(""), table.page("/host"), table.page("/people"), table.page("/evening")]
        for path in ("export.json", "export.csv", "export.bgsplay"):
            with table.app.test_client().get(f"/api/v1/tables/{table.code}/{path}") as answer:
                told.append(answer.get_data(as_text=True))
        told.append(table.host.get(f"/m/{match_id}").get_data(as_text=True))
    assert all(secret not in one for one in told)
    assert secret not in caplog.text
    store.copy_to(tmp_path / "copy.sqlite")
    for file in tmp_path.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes(), file


@pytest.mark.parametrize(
    ("name", "password", "field"),
    [
        ("", "", "wifi-name"),
        ("x" * 33, "", "wifi-name"),
        ("Lamp", "short", "wifi-password"),
        ("Lamp", "x" * 65, "wifi-password"),
    ],
)
def test_a_wifi_that_cannot_be_is_refused_beside_its_field(table: Table, name: str, password: str, field: str) -> None:
    page = table.post("/wifi", {"ssid": name, "password": password}, status=400)
    assert page_of(page).wrong == [field]
    assert not password or password not in page
