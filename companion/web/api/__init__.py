"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from __future__ import annotations

from flask import Blueprint

from companion.web.api import description, importing, matches, rules, tables

blueprint = Blueprint("api", __name__, url_prefix="/api")
for part in (description, rules, tables, importing, matches):
    part.add_to(blueprint)
