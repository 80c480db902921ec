"""What `make run` installs: the locked versions, refused where their sums differ or they are gone; ranges only when told to."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.ring("all")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder like ours, for a program that needs one package of ours, in version 1.0, which is all there is."""
    (tmp_path / "deploy" / "setup").mkdir(parents=True)
    shutil.copy(ROOT / "deploy" / "setup" / "venv.sh", tmp_path / "deploy" / "setup")
    (tmp_path / "requirements.txt").write_text("pawn~=1.0\n")
    with zipfile.ZipFile(tmp_path / "pawn-1.0-py3-none-any.whl", "w") as wheel:
        about = "pawn-1.0.dist-info"
        wheel.writestr("pawn.py", "")
        wheel.writestr(f"{about}/METADATA", "Metadata-Version: 2.1\nName: pawn\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", f"pawn.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n{about}/RECORD,,\n")
    return tmp_path


def lock(home: Path, version: str, digest: str = "") -> None:
    """Lock a version with this sum, or with the true one."""
    true = hashlib.sha256((home / "pawn-1.0-py3-none-any.whl").read_bytes()).hexdigest()
    (home / "requirements.lock").write_text(f"pawn=={version} --hash=sha256:{digest or true}\n")


def set_up(home: Path, before: Sequence[str] = (), **environment: str) -> subprocess.CompletedProcess[str]:
    local = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(home), "PIP_CONFIG_FILE": os.devnull, "PYTHON": sys.executable}
    return subprocess.run(
        [*before, "sh", str(home / "deploy" / "setup" / "venv.sh"), "requirements.lock"],
        env={**os.environ, **local, **environment},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def is_there(home: Path) -> bool:
    return bool(list(home.glob(".venv/lib/*/site-packages/pawn.py")))


def test_the_locked_version_is_installed_once(home: Path) -> None:
    lock(home, "1.0")
    first, second = set_up(home), set_up(home)
    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    assert "installing requirements.lock" in first.stdout
    assert second.stdout == ""
    assert is_there(home)


def test_where_nothing_can_be_written_it_says_so_and_what_to_do(home: Path) -> None:
    lock(home, "1.0")
    without_privilege = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    home.chmod(0o555)
    refused = set_up(home, without_privilege)
    home.chmod(0o755)
    assert refused.returncode == 1
    assert "Copy this folder to one of your own" in refused.stderr
    assert "Errno" not in refused.stderr


def test_a_package_with_another_sum_is_refused(home: Path) -> None:
    lock(home, "1.0", "0" * 64)
    refused = set_up(home)
    assert refused.returncode == 1
    assert "DO NOT MATCH THE HASHES" in refused.stderr
    assert not is_there(home)


def test_where_a_version_is_withheld_nothing_is_installed_and_the_way_out_is_said(home: Path) -> None:
    lock(home, "1.5")
    refused = set_up(home)
    assert refused.returncode == 1
    assert "TABLESIDE_UNLOCKED=1 takes what requirements.txt allows, with no sum checked" in refused.stderr
    assert "could not install requirements.lock" in refused.stderr
    assert not is_there(home)


def test_whoever_says_so_gets_the_ranges_where_a_version_is_gone(home: Path) -> None:
    lock(home, "1.5")
    found = set_up(home, TABLESIDE_UNLOCKED="1")
    assert found.returncode == 0, found.stderr
    assert "taking what requirements.txt allows, with no sum checked" in found.stdout
    assert is_there(home)
