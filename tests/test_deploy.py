"""What is delivered for running Tableside with a machine: units, images, and files of other systems, checked as far as can be."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion import __version__
from companion.cli.options import OPTIONS
from companion.web.app.metrics import Metrics
from tests.servers import free_port, tool, wait_until
from tests.test_cli import options
from tests.there import there

ROOT = Path(__file__).parent.parent
UNITS = ("tableside.service", "tableside@8000.service")
INSTALLED = "/opt/tableside"
MOST_EXPOSED = 20
"""In tenths, as `systemd-analyze security` counts: 0 is shut off from everything, 100 is root without any limits."""


def text_of(name: str) -> str:
    return (ROOT / "deploy" / "systemd" / re.sub(r"@\w+", "@", name)).read_text("utf-8")


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Each unit as it would be installed, with this folder and this Python in the place of those on a Raspberry Pi."""
    text = text_of(request.param).replace(f"{INSTALLED}/.venv/bin/python", sys.executable)
    path = tmp_path / str(request.param)
    path.write_text(text.replace(INSTALLED, str(ROOT)), "utf-8")
    return path


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of it; no systemd has to run for that."""
    command = [tool("systemd-analyze", "systemd"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_systemd_finds_nothing_to_complain_about_in_the_unit(unit: Path) -> None:
    found = analyze("verify", "--man=no", str(unit))
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


def test_the_service_may_do_next_to_nothing_but_serve(unit: Path) -> None:
    found = analyze("security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSED}", str(unit))
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("name", UNITS)
def test_the_unit_starts_what_is_there_with_options_it_knows(name: str) -> None:
    text = text_of(name).replace("%i", "8000")
    (started,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    command = shlex.split(started)
    assert (ROOT / Path(command[1]).relative_to(INSTALLED)).is_file()
    asked = options(*command[2:])
    assert asked.no_browser
    assert asked.port == 8000
    assert str(asked.data).startswith("%S/tableside")
    assert (ROOT / there(re.search(rf"Documentation=file://{INSTALLED}/(\S+)", text))[1]).is_file()


VARIABLES = {option.envvar for option in OPTIONS}


def read_yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_compose_gives_every_server_settings_it_knows_and_the_proxy_every_server() -> None:
    services = read_yaml("compose.yaml")["services"]
    ours = [name for name, one in services.items() if one.get("image") == f"tableside:{__version__}"]
    for name in ours:
        assert set(services[name]["environment"]) <= VARIABLES
        assert set(services[name]["depends_on"]) == {"database", "news"} <= set(services)
    assert services["proxy"]["environment"]["SERVERS"].split() == [f"{name}:8000" for name in ours]
    assert len({volume for name in ours for volume in services[name]["volumes"]}) == len(ours)


def test_every_alert_asks_for_numbers_there_are_and_says_what_to_do() -> None:
    counted = Metrics()
    counted.note("play.move", 200, 0.1)
    told = {*re.findall(r"^(\w+)", counted.as_text().decode(), re.MULTILINE), "up"}
    (group,) = read_yaml("deploy/prometheus/tableside.rules.yml")["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])
    for rule in group["rules"]:
        asked = re.sub(r"\{[^}]*\}|\[\w+\]", "", rule["expr"])
        assert asked.count("(") == asked.count(")")
        assert set(re.findall(r"[a-z]\w+", asked)) - {"sum", "rate", "absent"} <= told
        assert set(re.findall(r'(\w+)[=!]~?"', rule["expr"])) <= {"job", "status", "le"}
        assert re.fullmatch(r"\d+[sm]", rule["for"])
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert set(rule["annotations"]) == {"summary", "do"}


def steps_of(name: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, each with what follows it."""
    text = re.sub(r"(?m)^#.*\n", "", (ROOT / name).read_text("utf-8")).replace("\\\n", " ")
    return [(one, rest) for one, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """A folder in the place of a container's root, made by the steps of the Dockerfile, with this machine's Python."""
    (tmp_path / "data").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    for instruction, rest in steps_of("Dockerfile"):
        *sources, target = rest.split()
        if instruction == "COPY" and "--from=build" not in sources:
            for source in sources:
                copy(ROOT / source, tmp_path / target.strip("/") / ("" if target.endswith("/") else "."))
        elif instruction == "RUN" and "useradd" not in rest:
            assert does(tmp_path, rest, {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}), rest
    return tmp_path


def copy(source: Path, target: Path) -> None:
    """As COPY does: a file into a folder, or all that is in a folder."""
    target.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def does(image: Path, command: str, more: dict[str, str]) -> bool:
    """Whether a command of the Dockerfile does its work where the folder stands for the root."""
    moved = re.sub(r"(?<=[\s=:])/(opt|src|data)\b", rf"{image}/\1", f" {command}")
    return subprocess.run(["sh", "-c", moved], env=os.environ | more, capture_output=True, check=False).returncode == 0


@pytest.mark.ring("all")
def test_the_steps_of_the_dockerfile_make_something_that_serves_and_says_so(image: Path) -> None:
    said = dict(steps_of("Dockerfile"))
    port = free_port()
    given = dict(one.split("=", 1) for one in said["ENV"].replace("/data", f"{image}/data").split())
    given |= {"PATH": f"{image}/opt/tableside/bin:{os.environ['PATH']}", "TABLESIDE_PORT": str(port)}
    check = said["HEALTHCHECK"].partition(" CMD ")[2]
    entry = yaml.safe_load(said["ENTRYPOINT"])
    with subprocess.Popen(entry, cwd=image, env=os.environ | given, stdout=subprocess.DEVNULL) as server:
        try:
            wait_until(lambda: does(image, check, given), "it says that it is well")
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode == 0
    assert not does(image, check, given)
    assert (image / "data" / "tableside.sqlite").exists()


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder in the place of a machine's root, with a Tableside unpacked in it, and nothing installed."""
    for name in ("app.py", "companion", "deploy", "docs", "static", "templates", "LICENSE"):
        (tmp_path / "unpacked" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "unpacked" / name).touch() if "." in name or name == "LICENSE" else (
            tmp_path / "unpacked" / name
        ).mkdir()
    (tmp_path / "unpacked" / "requirements-extra.lock").touch()
    for name in ("systemd/tableside.service", "setup/service.sh"):
        copy(ROOT / "deploy" / name, (tmp_path / "unpacked" / "deploy" / name).parent)
    script = tmp_path / "unpacked" / "deploy" / "setup" / "service.sh"
    script.write_text(re.sub(r"(?m)^(home|unit)=", rf"\1={tmp_path}", script.read_text("utf-8")), "utf-8")
    program(script.with_name("venv.sh"), 'cd "$(dirname "$0")/../.." && mkdir -p .venv && echo "venv $1" >>../../told')
    (tmp_path / "etc/systemd/system").mkdir(parents=True)
    (tmp_path / "var/lib/tableside").mkdir(parents=True)
    (tmp_path / "var/lib/tableside/tableside.sqlite").write_text("records")
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "systemctl", f'echo "$@" >>{tmp_path}/told')
    return tmp_path


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)


def service(machine: Path, *arguments: str) -> list[str]:
    (machine / "told").write_text("")
    path = f"{machine}/bin:{os.environ['PATH']}"
    script = machine / "unpacked" / "deploy" / "setup" / "service.sh"
    subprocess.run([script, *arguments], env=os.environ | {"PATH": path}, check=True, capture_output=True)
    return (machine / "told").read_text().splitlines()


def test_one_command_installs_the_service_updates_it_and_removes_it_and_leaves_the_records(machine: Path) -> None:
    home, unit = machine / "opt/tableside", machine / "etc/systemd/system/tableside.service"
    begun = ["venv requirements-extra.lock", "daemon-reload", "enable tableside", "start tableside"]
    assert service(machine) == begun
    assert unit.read_text() == text_of("tableside.service")
    (home / "companion" / "gone.py").touch()
    assert service(machine) == ["stop tableside", *begun]
    assert not (home / "companion" / "gone.py").exists()
    assert (home / ".venv").is_dir()
    assert service(machine, "remove") == ["disable --now tableside", "daemon-reload"]
    assert not home.exists()
    assert not unit.exists()
    assert (machine / "var/lib/tableside/tableside.sqlite").read_text() == "records"
