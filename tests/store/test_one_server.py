"""One server on the same data."""

import fcntl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store import Outage, Store, StoreUnavailable
from tests.store.evening import begin_match, play


def test_a_second_server_is_refused_though_somebody_removed_the_lock_file(file: Path) -> None:
    opening = "import sys; from companion.store import Store; Store.open(sys.argv[1]).close()"
    with Store.open(file) as store:
        file.with_name(file.name + ".lock").unlink()
        second = subprocess.run([sys.executable, "-c", opening, file], capture_output=True, text=True, check=False)
        assert f"another Tableside already works on the data in {file.parent}" in second.stderr
        play(store, begin_match(store), 3)
    third = subprocess.run([sys.executable, "-c", opening, file], capture_output=True, text=True, check=False)
    assert third.returncode == 0, third.stderr


def test_a_lock_file_that_somebody_removed_is_put_back_before_anything_is_recorded(file: Path) -> None:
    lock = file.with_name(file.name + ".lock")
    with Store.open(file) as store:
        lock.unlink()
        play(store, begin_match(store), 3)
        with locked_by_another(lock) as is_locked:
            assert not is_locked
        lock.unlink()
        store.check()
        assert lock.exists()


def test_a_server_whose_lock_another_has_taken_meanwhile_records_nothing(file: Path) -> None:
    lock = file.with_name(file.name + ".lock")
    with Store.open(file) as store:
        match = begin_match(store)
        lock.unlink()
        with locked_by_another(lock) as is_locked:
            assert is_locked
            for refused in (store.check, lambda: play(store, match, 1)):
                with pytest.raises(StoreUnavailable) as caught:
                    refused()
                assert caught.value.reason is Outage.LOCKED
        play(store, match, 1)


@contextmanager
def locked_by_another(path: Path) -> Iterator[bool]:
    """Whether another server got this lock file, which it keeps until the block ends."""
    with path.open("a") as another:
        try:
            fcntl.flock(another, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def test_only_this_user_can_read_the_file(file: Path) -> None:
    with Store.open(file) as store:
        begin_match(store)
        modes = {path.name: path.stat().st_mode & 0o077 for path in file.parent.iterdir()}
    assert set(modes.values()) == {0}
    assert len(modes) == 4


def test_a_place_that_cannot_hold_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    with pytest.raises(StoreUnavailable, match="a file"):
        Store.open(tmp_path / "a file" / "tableside.sqlite")
    with pytest.raises(StoreUnavailable):
        Store.open(tmp_path)
