"""Static files by content: the address of each changes with its bytes, so that a phone may keep it for ever.

Answers are packed with gzip for browsers that accept it: static files once and for all, pages as they are asked for. Who
takes a file as it is reads our comments in it, too.
"""

import hashlib
import re
import zlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, request, url_for

from companion import __version__
from companion.web.app.i18n import root

FOR_EVER: Final = "public, max-age=31536000, immutable"
SAID_TWICE: Final = ("Content-Disposition", "Date", "Last-Modified")
"""Of a file that is kept for ever: its address and its mark say as much, and the server dates every answer."""
COMMENT: Final = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
"""Of a style or script: a phone's first visit would load a fifth more with them."""
SPACE: Final = re.compile(rb'("[^"]*")|;?\s*([{}])\s*|([:;,])\s+')
"""Of a style, outside its texts: round a brace, with the semicolon that no rule needs at its end, and after a comma or colon."""
INDENT: Final = re.compile(rb"^[ \t]+", re.MULTILINE)
"""Of a script, none of which has a text that goes over several lines."""
PACKAGE: Final = Path(__file__).resolve().parents[2]
FILES: Final = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
"""The folder that holds `templates` and `static`: the package once it is installed, the project in a checkout."""
STATIC: Final = FILES / "static"


def init_app(app: Flask) -> None:
    """Let templates say `asset("css/tokens.css")`, and let browsers keep those files; pack what goes out.

    Call it before the others: what is registered first acts last, on the finished answer.
    """
    app.jinja_env.globals.update(asset=asset, app_mark=app_mark, own_style=own_style, sounds=sounds)
    app.after_request(pack)
    app.after_request(keep)


def asset(path: str) -> str:
    """Return the address of a static file, with a mark of its content."""
    return _address(path, root())


@lru_cache(maxsize=512)
def _address(path: str, root: str) -> str:  # of requests at this prefix: `url_for` puts it first
    return url_for("static", filename=path, v=mark(path))


def sounds() -> dict[str, str]:
    """Return the address of each sound by its name."""
    return {name: asset(f"sounds/{name}.wav") for name in ("tock", "splash", "end")}


@cache
def own_style(slug: str) -> str | None:
    """Return the style that only one game needs; None if it needs none."""
    path = f"css/games/{slug.replace('-', '_')}.css"
    return path if (STATIC / path).exists() else None


@cache
def mark(path: str) -> str:
    """Return the first characters of the SHA-256 of a static file."""
    return hashlib.sha256((STATIC / path).read_bytes()).hexdigest()[:8]


@cache
def app_mark() -> str:
    """Return what changes whenever the app does: its version, a style or a script.

    A page that was loaded before needs others.
    """
    # Sorted, so that two workers, on whatever file system, come to the same mark.
    files = sorted(path for path in STATIC.rglob("*") if path.suffix in (".css", ".js"))
    marks = [mark(path.relative_to(STATIC).as_posix()) for path in files]
    return hashlib.sha256("".join([__version__, *marks]).encode()).hexdigest()[:12]


def keep(response: Response) -> Response:
    """Return the answer, to be kept for ever if its address carries the mark of its content."""
    # Without the mark in its address a file may be another one tomorrow.
    if request.endpoint == "static" and request.args.get("v") and response.status_code == 200:
        response.headers["Cache-Control"] = FOR_EVER
        for name in SAID_TWICE:
            response.headers.pop(name, None)
    return response


PACKED_KINDS: Final = frozenset({".css", ".js", ".svg", ".webmanifest"})
WORTH_IT_BYTES: Final = 500
"""Anything smaller gains less than the headers beside it weigh."""
THOROUGH: Final = 9
_AS_GZIP: Final = 31
"""How `zlib` names the format: the largest window, with the header and the checksum of gzip, and no time in it."""


def pack(response: Response) -> Response:
    """Return the answer, packed if the asker accepts that and its size gives nothing away.

    Pages are packed only if nothing in them was chosen by the author of the address: how well a chosen text packs
    together with a secret would let someone who watches the sizes guess the secret.
    """
    if response.status_code != 200 or request.method not in ("GET", "HEAD") or "Content-Encoding" in response.headers:
        return response
    if request.endpoint == "static":
        return _pack_file(response, str((request.view_args or {})["filename"]))
    # A query may hold text chosen by the author of a link, which then stands in the page beside secrets (the BREACH attack).
    if response.mimetype != "text/html" or response.is_streamed or request.query_string:
        return response
    response.vary.add("Accept-Encoding")
    # Not streamed, so all of it is here; packed as it is asked for, as no two are the same.
    html = response.get_data()
    return _packed(response, zlib.compress(html, THOROUGH, _AS_GZIP)) if _is_welcome(len(html)) else response


def _pack_file(response: Response, path: str) -> Response:
    if Path(path).suffix not in PACKED_KINDS:
        return response
    response.vary.add("Accept-Encoding")
    # After `Vary`, which a cache in between needs with either answer.
    if not _is_welcome(response.content_length or 0):
        return response
    response.close()  # the file behind it
    response.direct_passthrough = False
    return _packed(response, packed_file(path, mark(path)))


def _is_welcome(size: int) -> bool:
    return size >= WORTH_IT_BYTES and request.accept_encodings.quality("gzip") > 0


def _packed(response: Response, data: bytes) -> Response:
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)  # the same content, in other bytes
    response.set_data(data)
    response.headers["Content-Encoding"] = "gzip"
    return response


@cache
def packed_file(path: str, mark: str) -> bytes:
    """Return a static file of this content, packed as tightly as possible; of ours without the comments that have lines
    of their own, of a style without the space that says nothing, of a script without that before its lines.
    """
    content = (STATIC / path).read_bytes()
    if not path.startswith("vendor/"):
        content = COMMENT.sub(b"", content)
    if path.endswith(".css"):
        content = SPACE.sub(rb"\1\2\3", content)
    elif path.endswith(".js") and not path.startswith("vendor/"):
        content = INDENT.sub(b"", content)
    return zlib.compress(content, THOROUGH, _AS_GZIP)
