"""Start Tableside: `python -m companion` is the same as the command `tableside`."""


def main() -> int:
    """The exit status. Ctrl+C ends it quietly, also while everything is still being loaded: seconds on a Raspberry Pi."""
    try:
        from companion.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
