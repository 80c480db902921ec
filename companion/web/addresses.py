"""The addresses of pages whose modules are loaded, with all they need, when somebody first asks for one of them.

Most evenings do without most of these pages. Pages shown at rest, and during a game, have their addresses beside them.
"""

from __future__ import annotations

from typing import Final

from flask import Flask

from companion.web.on_demand import add_pages, on_demand, pages

PAGES: Final = {
    "box": {
        "GET /box/<slug>": "page",
        "POST /box/<slug>": "put",
        "POST /box/<slug>/forget": "forget",
        "POST /box/<slug>/closed": "close",
        "GET /box/<slug>/export.json": "export",
    },
    "contest": {
        "GET /m/<match>/contest/<int:index>": "form",
        "POST /m/<match>/contest/<int:index>": "enter",
        "POST /m/<match>/contest/<int:index>/settle": "settle",
    },
    "correct": {
        "GET /m/<match>/correct/<int:index>": "form",
        "POST /m/<match>/correct/<int:index>/draft": "draft",
        "POST /m/<match>/correct/<int:index>": "change",
        "GET /m/<match>/correction": "preview",
        "POST /m/<match>/correction": "confirm",
        "POST /m/<match>/correction/drop": "forget",
    },
    "ending": {
        "GET /m/<match>/end": "ask",
        "POST /m/<match>/end": "abandon",
        "POST /m/<match>/on": "take_up",
    },
    "evening": {
        "GET /t/<code>/evening": "page",
        "GET /t/<code>/first": "first",
        "POST /t/<code>/first": "pick",
        "POST /t/<code>/ages": "age",
        "POST /t/<code>/order": "order",
    },
    "files": {
        "GET /m/<match>/match.json": "complete",
        "GET /m/<match>/scores.csv": "scores",
        "GET /m/<match>/play.bgsplay": "play",
        "GET /t/<code>/evening.json": "complete_evening",
        "GET /t/<code>/evening.csv": "evening_scores",
        "GET /t/<code>/evening.bgsplay": "evening_plays",
    },
    "forgetting": {
        "GET /forget": "page",
        "GET /forget/<person>": "ask",
        "POST /forget/<person>": "forget",
    },
    "history": {
        "GET /history": "page",
        "GET /history/scores.csv": "scores",
        "POST /history/spellings": "merge",
        "POST /history/spellings/part": "part",
    },
    "hosting": {
        "GET /t/<code>/host": "page",
        "POST /t/<code>/wifi": "wifi",
        "GET /t/<code>/seats/<int:seat>": "seat_page",
        "GET /t/<code>/cards": "cards",
        "POST /t/<code>/closed": "close",
        "POST /t/<code>/seats": "add",
        "POST /t/<code>/seats/<int:seat>/left": "note_left",
        "POST /t/<code>/seats/<int:seat>/name": "rename",
        "POST /t/<code>/seats/<int:seat>/renew": "renew",
        "POST /t/<code>/seats/<int:seat>/host": "hand_over",
        "POST /t/<code>/seats/<int:seat>/release": "release",
    },
    "importing": {
        "GET /import": "form",
        "POST /import": "take_in",
    },
    "judge": {
        "GET /judge": "start",
        "GET /judge/<slug>": "disputes",
        "GET /m/<match>/judge": "at_match",
        "GET /judge/<slug>/<ruling>": "dispute",
    },
    "paper": {
        "GET /paper": "start",
        "GET /t/<code>/paper": "start_at_table",
        "GET /paper/<slug>": "form",
        "POST /paper/<slug>": "enter",
        "GET /t/<code>/paper/<slug>": "form_at_table",
        "POST /t/<code>/paper/<slug>": "enter_at_table",
    },
    "results": {
        "GET /m/<match>/result": "page",
        "GET /m/<match>/result.html": "download",
    },
    "rules": {
        "GET /rules": "shelf",
        "GET /rules/<slug>": "page",
    },
    "screen": {
        "GET /tv/<code>": "page",
        "GET /tv/<code>/board": "fragment",
    },
    "sheets": {
        "GET /print": "shelf",
        "GET /print/<slug>": "choose",
        "GET /print/<slug>/blank": "blank",
        "GET /m/<match>/sheet": "filled",
    },
    "stand": {
        "GET /m/<match>/stand": "form",
        "POST /m/<match>/stand": "enter",
    },
    "styleguide": {
        "GET /styleguide": "page",
    },
    "teach": {
        "GET /teach": "shelf",
        "GET /teach/<slug>": "page",
        "GET /m/<match>/teach": "at_match",
    },
}
"""By module of this package, which names their endpoints: method and path, and the view that answers."""
BEGINNING: Final = {
    "GET /t/<code>/new/<slug>": "choose",
    "POST /t/<code>/new/<slug>": "shift",
    "POST /t/<code>/matches": "start",
    "GET /m/<match>/setup": "set_up_sheet",
}
"""Part of the way to a match, like `companion.web.pages`."""
JOURNAL: Final = {"GET /m/<match>/journal": "journal"}
"""A module of its own: most who read the journal correct nothing."""
LARGEST_FILE: Final = 8 * 1024 * 1024
"""Bytes. A long match of Down Under, with everything told beside its record, is a tenth of this."""
BODY_BYTES_AT: Final = {"/import": LARGEST_FILE, "/api/v1/import": LARGEST_FILE}
"""The largest body, in bytes, that the server lets in at each address that takes files."""


def init_app(app: Flask) -> None:
    """Let the app answer there, and let templates ask for the files of a match: `files_of(seen)`."""
    blueprints = {name: pages(name, f"companion.web.{name}", views) for name, views in PAGES.items()}
    add_pages(blueprints["correct"], "companion.web.journal", JOURNAL)
    for blueprint in blueprints.values():
        app.register_blueprint(blueprint)
    app.add_template_global(on_demand("companion.web.files", "offered"), "files_of")
