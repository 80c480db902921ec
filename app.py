"""Start Tableside: `python app.py --host H --port P --data DIR --no-browser`. Everything else has sensible defaults.

While working on pages: `flask run --debug` shows them with a debugger, and loads them anew when a file changes.
"""

from __future__ import annotations

from companion.__main__ import main

TYPE_CHECKING = False  # as typing has it: loading that takes long enough for an impatient Ctrl+C
if TYPE_CHECKING:
    from flask import Flask


def create_app() -> Flask:
    """The app, for `flask run`."""
    from companion.web.create_app import create_app

    return create_app()


if __name__ == "__main__":
    raise SystemExit(main())
