"""Makes the golden files anew: `make golden`, or `python -m tests.golden nile` for those of one folder."""

from __future__ import annotations

import sys

from tests.golden.files import KEPT, compare, write
from tests.golden.made import TOPS, made


def main() -> None:
    """Write them, and say which folders they changed."""
    for top in sys.argv[1:] or TOPS:
        files = made(top).files
        has_changed = bool(compare(files, top))
        write(files, top)
        sys.stdout.write(f"{KEPT.name}/{top}: {len(files)} files{'' if has_changed else ', as they were'}\n")


if __name__ == "__main__":
    main()
