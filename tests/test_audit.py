"""Known weaknesses of packages: named where they are known, and never taken for none where nobody could look."""

from tests.audit import verdict

SOUND = {"name": "flask", "version": "3.1.3", "vulns": []}
WEAK = {"name": "jinja2", "version": "3.1.0", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}


def test_a_weak_package_is_named_with_what_is_known() -> None:
    assert verdict("lock", [SOUND, WEAK]) == (False, "lock: jinja2 3.1.0: PYSEC-1; jinja2 3.1.0: PYSEC-2")
