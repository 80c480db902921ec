"""Asks whether a package in the lock files has a known weakness: `python -m tests.audit`, a part of `make test-all`."""

import json
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCKED = ("requirements-extra.lock", "requirements-hosted.lock")


def audited(lock: Path) -> list[dict[str, Any]]:
    """What pip-audit says of each package of a lock file."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(lock), "--disable-pip", "--require-hashes", "-f", "json"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if not answer.stdout:
        raise SystemExit(answer.stderr)
    return json.loads(answer.stdout)["dependencies"]


def verdict(name: str, packages: Collection[Mapping[str, Any]]) -> tuple[bool, str]:
    """Whether nothing is known against these packages, and a line that says so, or that nobody could look."""
    weak = [f"{one['name']} {one['version']}: {hole['id']}" for one in packages for hole in one.get("vulns", ())]
    skipped = sum("skip_reason" in one for one in packages)
    if weak:
        return False, f"{name}: {'; '.join(weak)}"
    if skipped:
        return True, f"{name}: could not look at {skipped} of {len(packages)} packages, the index knows no advisories"
    return True, f"{name}: nothing known against {len(packages)} packages"


def main() -> int:
    """The exit status: 1 if anything is known against a package."""
    told = [verdict(name, audited(ROOT / name)) for name in LOCKED]
    sys.stdout.write("".join(f"{line}\n" for _, line in told))
    return 0 if all(is_well for is_well, _ in told) else 1


if __name__ == "__main__":
    raise SystemExit(main())
