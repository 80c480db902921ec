"""Static files by content: the address of each changes with its bytes, so that a phone may keep it for ever."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, url_for

FOR_EVER: Final = "public, max-age=31536000, immutable"
PACKAGE: Final = Path(__file__).resolve().parents[2]
FILES: Final = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
"""The folder that holds `templates` and `static`: the package once it is installed, the project in a checkout."""
STATIC: Final = FILES / "static"


def init_app(app: Flask) -> None:
    """Let templates say `asset("css/tokens.css")`, and let browsers keep those files."""
    app.jinja_env.globals.update(asset=asset, own_style=own_style)
    app.after_request(keep)


def asset(path: str) -> str:
    """The address of a static file, with a mark of its content."""
    return _address(path, request.script_root)


@lru_cache(maxsize=512)
def _address(path: str, root: str) -> str:  # of requests at this prefix: `url_for` puts it first
    return url_for("static", filename=path, v=mark(path))


@cache
def own_style(slug: str) -> str | None:
    """The style that only one game needs; None if it needs none."""
    path = f"css/games/{slug.replace('-', '_')}.css"
    return path if (STATIC / path).exists() else None


@cache
def mark(path: str) -> str:
    """The first characters of the SHA-256 of a static file."""
    return hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:12]


def keep(response: Response) -> Response:
    """The answer, to be kept for ever if its address carries the mark of its content."""
    if request.endpoint == "static" and request.args.get("v") and response.status_code == 200:
        response.headers["Cache-Control"] = FOR_EVER
    return response
