"""Known weaknesses of packages: named where they are known, and never taken for none where nobody could look."""

from tests.audit import verdict

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
WEAK = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
UNKNOWN = {"name": "click", "skip_reason": "not found"}


def test_a_weak_package_is_named_with_what_is_known() -> None:
    assert verdict("lock", [SOUND, WEAK]) == (False, "lock: jinja2 3.1.0: PYSEC-1; jinja2 3.1.0: PYSEC-2")


def test_where_nobody_could_look_that_is_said() -> None:
    is_well, line = verdict("lock", [SOUND, UNKNOWN])
    assert is_well
    assert "could not look at 1 of 2" in line


def test_nothing_known_is_said_of_all_packages() -> None:
    assert verdict("lock", [SOUND]) == (True, "lock: nothing known against 1 packages")
