"""Start Tableside: `python app.py --host H --port P --data DIR --no-browser`. Everything else has sensible defaults."""

from companion.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
