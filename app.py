"""Start Tableside: `python app.py --host H --port P --data DIR --no-browser`. Everything else has sensible defaults."""

import gc

gc.disable()  # What is made while everything is loaded stays; `companion.start` lets the collector begin after it.

from companion.start import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main())
