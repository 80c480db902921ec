"""Start Tableside: `python app.py --host H --port P --data DIR --no-browser`. Everything else has sensible defaults.

While working on pages: `flask run --debug` shows them with a debugger, and loads them anew when a file changes.
"""

from companion.cli import main
from companion.web.create_app import create_app

__all__ = ["create_app", "main"]

if __name__ == "__main__":
    raise SystemExit(main())
