"""Makes the golden files anew: `make golden`, or `python -m tests.golden nile` for those of one game."""

import sys

from tests.conformance.playing import PACKAGES
from tests.golden.files import KEPT, compare, write
from tests.golden.matches import files_of


def main() -> None:
    for package in sys.argv[1:] or PACKAGES:
        files = files_of(package)
        has_changed = bool(compare(files, package))
        write(files, package)
        sys.stdout.write(f"{KEPT.name}/{package}: {'made anew' if has_changed else 'as they were'}\n")


if __name__ == "__main__":
    main()
