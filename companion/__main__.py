"""Start Tableside: `python -m companion` is the same as the command `tableside`."""

from companion.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
