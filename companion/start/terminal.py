"""What goes to the terminal."""

import sys


def print_line(line: str) -> None:
    """Print a line at once, even if another program reads the output."""
    print(line, flush=True)  # noqa: T201


def complain(reason: str) -> int:
    """The exit status of a program that could not start; the reason is printed as an error."""
    print(reason, file=sys.stderr, flush=True)  # noqa: T201
    return 1
