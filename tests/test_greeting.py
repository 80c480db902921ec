"""What is printed at the start, and the owner's link where nobody sees a console."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.engine.text import say
from companion.nearby import Named
from companion.start.command import read_command
from companion.start.greeting import OWNER_LINK, Greeting, address_of, in_own_language, keep_owner_link
from companion.start.reach import allowed_hosts
from companion.web.i18n import init_app


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
    greeting.tell_name(Named("companion.local", 8000))
    greeting.tell_name(Named(None, 8000, "No such device"))
    assert lines == [
        "Most phones also find it by name:",
        "  http://companion.local:8000/",
        "This network passes no names on (No such device): use the addresses.",
    ]


def test_the_port_browsers_ask_for_anyway_is_left_out() -> None:
    assert address_of("companion.local", 80) == "http://companion.local/"


def test_the_owners_link_is_in_a_file_for_this_user_alone(tmp_path: Path) -> None:
    (tmp_path / OWNER_LINK).write_text("of an earlier start\n")
    (tmp_path / OWNER_LINK).chmod(0o644)
    assert keep_owner_link(tmp_path, "http://192.168.1.5:8000/owner/token") == "http://192.168.1.5:8000/owner/token"
    assert (tmp_path / OWNER_LINK).read_text() == "http://192.168.1.5:8000/owner/token\n"
    assert (tmp_path / OWNER_LINK).stat().st_mode & 0o777 == 0o600


def test_before_an_app_runs_things_are_said_in_this_devices_language_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert in_own_language(say("Light")) == "Hell"


def test_the_server_answers_to_every_name_it_may_come_to() -> None:
    assert {"games.local", "games-2.local", "localhost"} <= set(allowed_hosts("games"))
    assert not any(host.endswith("-2.local") for host in allowed_hosts(""))


def test_the_command_line_has_a_name_and_a_limit_for_backups() -> None:
    command = read_command(["--name", "Games.local", "--backup-megabytes", "300"])
    assert (command.name, command.backup_megabytes) == ("games", 300)
    assert (read_command([]).name, read_command([]).backup_megabytes) == ("companion", 100)


def test_a_name_no_device_can_have_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_command(["--name", "two words"])
    assert "two words" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("--port 65536", "--port"),
        ("--port -1", "--port"),
        ("--port 65535 --workers 2 --port-each", "--port"),
        ("--backup-megabytes 0", "megabytes"),
        ("--backup-megabytes -5", "megabytes"),
    ],
)
def test_a_number_that_cannot_be_meant_is_refused_at_once(
    given: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        read_command(given.split())
    assert says in capsys.readouterr().err.splitlines()[-1]


def test_the_last_port_there_is_may_be_taken() -> None:
    assert read_command(["--port", "65535", "--workers", "2"]).port == 65535
    assert read_command("--port 65534 --workers 2 --port-each".split()).port == 65534


def test_where_no_phone_can_come_there_is_no_code_to_scan(greeting: Greeting, lines: list[str]) -> None:
    greeting.greet("http://127.0.0.1:8000/", 8000, ("127.0.0.1",), "http://127.0.0.1:8000/owner/token")
    assert lines[:2] == ["Tableside is running. Only this device can open it:", "  http://127.0.0.1:8000/"]
    assert not any("█" in line for line in lines)
    assert "  http://127.0.0.1:8000/owner/token" in lines


def test_the_address_of_a_public_host_is_shown_as_a_code_though_it_listens_here_alone(
    greeting: Greeting, lines: list[str]
) -> None:
    greeting.greet("https://games.example/", 8000, ("127.0.0.1",), "https://games.example/owner/token")
    assert lines[0] == "Tableside is running. Phones in the same Wi-Fi open:"
    assert any("█" in line for line in lines)
