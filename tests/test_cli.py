"""The command line: options and their variables, and the commands that work on the records."""

import errno
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from socket import socket

import click
import pytest

from companion.__main__ import main as start
from companion.cli import STOPPED, main, tableside
from companion.cli.banner import keep_owner_link
from companion.cli.options import DATABASE, OPTIONS, PREFIX, Options, check_together
from companion.cli.refusals import words_of
from companion.engine.options import usual
from companion.games import games
from companion.lan import LOCALHOST, addresses
from companion.server import CannotListen
from companion.server.run import listen_on
from companion.store import FOLDER, NewEntry, Store, Table, automatic_backups, ready_copy, sealed
from tests.records import reach_in
from tests.servers import free_port


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for option in OPTIONS:
        monkeypatch.delenv(f"{PREFIX}{(option.name or '').upper()}", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def options(*arguments: str) -> Options:
    return Options(**tableside.make_context("tableside", list(arguments)).params)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    return line


def test_every_option_is_also_a_variable_and_help_names_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for option in OPTIONS:
        (written,) = option.opts
        assert written in said
        assert f"TABLESIDE_{written[2:].replace('-', '_').upper()}" in said.replace("\n", "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"), ("PORT", "-1"), ("PORT", "many"), ("BACKUP_MEGABYTES", "0"), ("NAME", "two words"),
        ("WORKERS", "0"), ("TABLES_PER_HOUR", "many"), ("FORGET_AFTER_DAYS", "-3"), ("FORGET_AFTER_DAYS", "36501"),
        ("DATABASE_URL", "tableside"), ("TRUSTED_PROXIES", "proxy.local"), ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.1/8"),
        ("TRUSTED_PROXIES", "127.0.0.1, *"), ("METRICS", "perhaps"), ("PUBLIC_URL", "tables.example.org"),
        ("PUBLIC_URL", "ftp://tables.example.org"), ("PUBLIC_URL", "https://tables.example.org/?here"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_by_its_option_and_its_variable(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"TABLESIDE_{name}", value)
    said = refusal(capsys)
    assert f"TABLESIDE_{name}" in said
    assert f"--{name.lower().replace('_', '-')}" in said


@pytest.mark.parametrize(
    ("setting", "address", "module"),
    [
        ("--database-url", "postgresql://ana@localhost/tables", "companion.store.postgres"),
        ("--redis-url", "redis://localhost:6379/0", "companion.live.redis_bus"),
        ("--metrics", None, "prometheus_client"),
    ],
)
def test_a_setting_whose_packages_are_not_installed_is_named_with_what_to_install(
    setting: str,
    address: str | None,
    module: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    given = [setting, address] if address else [setting]
    assert main(["--data", str(tmp_path), "--no-browser", "--port", "0", *given]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"{setting} (TABLESIDE_{setting[2:].replace('-', '_').upper()}) needs more packages.")
    assert "the extra “hosted”" in said


def test_a_second_start_says_in_this_devices_language_where_the_first_one_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    keep_owner_link(tmp_path, "http://192.168.1.5:8112/owner/secret")
    with records(tmp_path):
        assert main(["--data", str(tmp_path), "--no-browser"]) == 1
    said = capsys.readouterr().err
    assert said == "Tableside läuft schon unter http://192.168.1.5:8112/. Benutze es dort oder beende es.\n"


def test_ctrl_c_while_everything_is_still_loaded_ends_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Impatient:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "companion.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "companion.cli")
    monkeypatch.setattr(sys, "meta_path", [Impatient(), *sys.meta_path])
    assert start() == STOPPED
    assert capsys.readouterr() == ("", "")


def test_several_workers_need_records_and_news_that_they_can_share() -> None:
    two, records = ("--workers", "2"), ("--database-url", "postgresql://x")
    with pytest.raises(click.ClickException, match="PostgreSQL"):
        check_together(options(*two))
    with pytest.raises(click.ClickException, match="Redis"):
        check_together(options(*two, *records))
    check_together(options(*two, *records, "--redis-url", "redis://x"))


@contextmanager
def records(folder: Path) -> Iterator[Store]:
    """Records of a table of 31 days ago and one of today with an entry; the server that holds them runs meanwhile."""
    now = datetime.now(UTC)
    with Store.open(folder / DATABASE) as store:
        store.tables.create(Table("old", "WWWW", now - timedelta(days=31)), ["Ana"])
        store.tables.create(Table("new", "VVVV", now), ["Ben", "Cara", "Ana"])
        options = json.dumps(usual(games()["limits"].options))
        match = store.matches.create("new", "limits", options, [0, 1, 2], now)
        store.journal.append(match.id, 0, NewEntry(now, "host", '{"entry":"abandoned"}'))
        yield store


def keep_records(folder: Path) -> None:
    with records(folder):
        pass


def test_a_backup_is_made_beside_a_running_server_and_can_be_restored(tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    with records(tmp_path):
        assert main(["--data", str(tmp_path), "backup", str(file)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    ready_copy(file)
    with sealed(file) as copy:
        assert {*copy.tables.ids()} == {"old", "new"}


def test_what_is_no_backup_is_not_restored_nor_anything_under_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").write_text("Dear aunt")
    with records(tmp_path) as store:
        assert main(["--data", str(tmp_path), "restore", str(tmp_path / "letter")]) == 1
        assert "is in use by another Tableside" in capsys.readouterr().err
        assert len(store.tables.ids()) == 2
    assert main(["--data", str(tmp_path), "restore", str(tmp_path / "letter")]) == 1
    with Store.open(tmp_path / DATABASE) as store:
        assert len(store.tables.ids()) == 2


def damage(folder: Path) -> None:
    reach_in(str(folder / DATABASE), "UPDATE journal SET body = '{}'")


def checked(capsys: pytest.CaptureFixture[str], folder: Path, port: int) -> tuple[int, dict[str, str]]:
    """The exit status of `check`, and each of its lines by what it is about."""
    status = main(["--data", str(folder), "--port", str(port), "check"])
    lines: Sequence[str] = capsys.readouterr().out.splitlines()
    return status, {line.partition(":")[0]: line for line in lines}


def test_check_sees_records_chain_disk_port_network_clock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    assert "the first start" in checked(capsys, tmp_path, port)[1]["records"]
    with records(tmp_path):
        status, lines = checked(capsys, tmp_path, port)
    assert status == (addresses() == (LOCALHOST,))  # nothing is wrong here, but perhaps that no network is there
    told = {
        "records": "2 tables, 1 match", "chain": "1 entries", "matches": "1 can be opened", "disk": "free",
        "port": f"{port} is free", "network": addresses()[0], "clock": f"{datetime.now(UTC):%Y-%m-%d}",
    }  # fmt: skip
    assert {name: lines[name] for name, said in told.items() if said not in lines[name]} == {}
    assert not any(path.is_dir() for path in tmp_path.iterdir())


def test_a_check_says_what_is_wrong_and_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_records(tmp_path)
    damage(tmp_path)
    with socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        status, lines = checked(capsys, tmp_path, other.getsockname()[1])
    assert status == 1
    assert "docs/recovery.md" in lines["chain"]
    assert "--port" in lines["port"]


def test_a_check_sees_that_no_phone_gets_through_and_that_the_clock_is_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    keep_records(tmp_path)
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).timestamp()
    os.utime(tmp_path / DATABASE, (tomorrow, tomorrow))
    assert main(["--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(free_port()), "check"]) == 1
    said = capsys.readouterr().out
    assert "network: Damit Handys mitmachen können, starte Tableside ohne --host 127.0.0.1." in said
    assert "in the past; set it" in said


def test_a_pad_is_looked_over_and_its_example_worked_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(game: dict[str, object], **more: object) -> tuple[int, list[str]]:
        file = tmp_path / "pad.json"
        file.write_text(json.dumps({"kind": "tableside game", "format": 1, "game": game, **more}), "utf-8")
        return main(["pad", "check", str(file)]), capsys.readouterr().out.replace(f"{file}: ", "").splitlines()

    assert main(["pad", "check", str(Path(str(files("companion.pads") / "wizard.json")))]) == 0
    assert capsys.readouterr().out.splitlines() == ["Wizard: this pad is fine.", "Total: −10  20  80", "Who wins: 3"]
    assert said({"name": "Uno"}) == (0, ["Uno: this pad is fine.", "It has no example."])
    rows = [{"name": "a"}, {"name": "b", "kind": "formula", "formula": "a + z"}]
    wrong = said({"name": "Uno", "writes": "pad", "rows": rows})
    assert wrong == (1, ["game.rows.1.formula: “a + ^z”: no row above has this name."])
    rows[1]["formula"] = "a+" * 100 + "a"
    wrong = said({"name": "Uno", "writes": "pad", "rows": rows})
    assert wrong == (1, ["game.rows.1.formula: “…a+a+a+a+a+a+a+a+^a” is too long: at most 200 characters."])
    status, (line,) = said({"name": "Uno"}, example={"rounds": [[3, 1]], "totals": [3, 2], "winners": [0]})
    assert (status, line) == (1, "example.totals: This comes to 3 and 1, not 3 and 2.")
    for text, told in (
        ('{"game": {"name": "NaN",\n "at": 1, "at": 2}}', ": Line 2, character 11: “at” is here twice."),
        ('{"rows": [{"at": 1}, {"at": 2}],\n "at": -Infinity}', ": Line 2, character 8: this can’t be read."),
    ):
        (odd := tmp_path / "odd.json").write_text(text)
        assert (main(["pad", "check", str(odd)]), told in capsys.readouterr().out) == (1, True), text


def test_a_port_or_a_folder_that_is_not_to_be_had_is_named_with_the_way_out(tmp_path: Path) -> None:
    with listen_on(LOCALHOST, 0) as other, pytest.raises(CannotListen) as taken:
        listen_on(LOCALHOST, other.getsockname()[1])
    assert f'make run ARGS="--port {taken.value.port + 1}"' in words_of(taken.value)
    system = CannotListen(LOCALHOST, 80, PermissionError(errno.EACCES, "Permission denied"))
    assert words_of(system) == (
        'Port 80 is for the system’s own services. Add --port 8000 (make run ARGS="--port 8000").'
    )
    elsewhere = CannotListen("192.0.2.1", 8000, OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address"))
    assert "Leave out --host" in words_of(elsewhere)
    forbidden = PermissionError(errno.EACCES, "Permission denied", "/mnt/games")
    assert words_of(forbidden) == "Can’t use /mnt/games (Permission denied). Choose another place."


def test_a_backup_replaces_no_file_and_leaves_none_where_there_is_nothing_to_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "backup.sqlite"
    assert main(["--data", str(tmp_path / "nothing"), "backup", str(file)]) == 1
    assert not file.exists()
    keep_records(tmp_path)
    file.write_text("something else")
    assert main(["--data", str(tmp_path), "backup", str(file)]) == 1
    assert file.read_text() == "something else"
    assert f"{file} already exists. Choose another name." in capsys.readouterr().err


def test_backup_and_restore_say_how_many_games_cannot_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_records(tmp_path)
    damage(tmp_path)
    for command in ("backup", "restore"):
        assert main(["--data", str(tmp_path), command, str(tmp_path / "backup.sqlite")]) == 0
        assert "can’t be opened: 1." in capsys.readouterr().err


def test_tables_that_nobody_used_are_forgotten_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep_records(tmp_path)
    assert main(["--data", str(tmp_path), "forget", "--older-than", "30"]) == 0
    assert "1" in capsys.readouterr().out
    with Store.open(tmp_path / DATABASE) as store:
        assert store.tables.ids() == ("new",)
    assert len(automatic_backups(tmp_path / FOLDER)) == 1
    [kept] = automatic_backups(tmp_path / FOLDER)
    with sealed(kept.path) as before:
        assert set(before.tables.ids()) == {"old", "new"}


def test_an_owners_link_by_a_file_comes_with_the_next_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "owner-link"]) == 1
    assert "Restart Tableside" in capsys.readouterr().err
    assert [*os.listdir(tmp_path)] == []
