"""What the host and an onlooker see of a match is what the files in `kept` say."""

import pytest

from tests.conformance.playing import PACKAGES
from tests.golden.files import KEPT, compare
from tests.golden.matches import files_of


@pytest.mark.parametrize("package", PACKAGES)
def test_a_match_is_shown_as_it_was(package: str) -> None:
    told = compare(files_of(package), package)
    assert not told, told


def test_all_that_is_kept_is_little_enough_to_be_read() -> None:
    assert sum(len(one.read_text("utf-8").splitlines()) for one in KEPT.rglob("*.txt")) <= 10_000
