"""Tableside as the default install has it: pure Python in the server, whatever else is installed.

python -m bench.without_extras --port 8000 ...
"""

from __future__ import annotations

import sys


def leave_out_extras() -> None:
    """Let the server find none of the compiled extras. Call it before it looks for them."""
    for extra in ("uvloop", "httptools"):
        sys.modules[extra] = None  # type: ignore[assignment]


def main() -> int:
    """Start as `app.py` does, without the compiled extras."""
    leave_out_extras()
    from companion.cli import main as start

    return start()


if __name__ == "__main__":
    raise SystemExit(main())
