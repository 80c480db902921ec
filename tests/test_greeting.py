"""What is printed at the start, and the owner's link where nobody sees a console."""

from pathlib import Path

import pytest
from flask import Flask

from companion.cli.banner import OWNER_LINK, Greeting, allowed_hosts, keep_owner_link
from companion.lan import MOST_NUMBERED, NamedHost
from companion.web.app.i18n import init_app
from tests.test_cli import options


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def greeting(lines: list[str], monkeypatch: pytest.MonkeyPatch) -> Greeting:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    app = Flask("companion")
    init_app(app)
    return Greeting(app, lines.append)


def test_every_address_is_printed_the_first_as_a_code_too(greeting: Greeting, lines: list[str]) -> None:
    greeting.greet("http://192.168.1.5:8000/", 8000, ("192.168.1.5", "10.0.0.2"), "http://192.168.1.5:8000/owner/token")
    assert lines[1:3] == ["  http://192.168.1.5:8000/", "  http://10.0.0.2:8000/"]
    assert "█" in lines[3]
    assert "  http://192.168.1.5:8000/owner/token" in lines


def test_the_name_is_printed_or_why_there_is_none(greeting: Greeting, lines: list[str]) -> None:
    greeting.tell_name(NamedHost("companion.local", 8000))
    greeting.tell_name(NamedHost(None, 8000, "No such device"))
    assert lines == [
        "Most phones also find it by name:",
        "  http://companion.local:8000/",
        "Phones can’t find this device by name (No such device). Use an address.",
    ]


def test_the_owners_link_is_in_a_file_for_this_user_alone(tmp_path: Path) -> None:
    (tmp_path / OWNER_LINK).write_text("of an earlier start\n")
    (tmp_path / OWNER_LINK).chmod(0o644)
    assert keep_owner_link(tmp_path, "http://192.168.1.5:8000/owner/token") == "http://192.168.1.5:8000/owner/token"
    assert (tmp_path / OWNER_LINK).read_text() == "http://192.168.1.5:8000/owner/token\n"
    assert (tmp_path / OWNER_LINK).stat().st_mode & 0o777 == 0o600


def test_the_server_answers_to_every_name_it_may_come_to() -> None:
    given = options("--name", "games", "--allowed-hosts", "Far.example", "--public-url", "https://near.example")
    assert {
        "games.local", f"games-{MOST_NUMBERED}.local", "localhost", "far.example", "near.example",
    } <= set(allowed_hosts(given))  # fmt: skip
    assert not any(host.endswith("-2.local") for host in allowed_hosts(options("--name", "")))


def test_where_logs_are_kept_the_owners_link_is_in_its_file_alone(
    greeting: Greeting, lines: list[str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO"):
        greeting.welcome(options("--data", str(tmp_path), "--log-requests"), 8000, "secret")
    assert lines == []
    assert str(tmp_path / OWNER_LINK) in caplog.text
    assert "secret" not in caplog.text
    assert (tmp_path / OWNER_LINK).read_text().endswith("/owner/secret\n")
