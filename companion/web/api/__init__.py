"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from __future__ import annotations

from flask import Blueprint

from companion.web.api import description, matches, rules, tables

blueprint = Blueprint("api", __name__, url_prefix="/api")
blueprint.get("")(description.page)

_version_1 = Blueprint("v1", __name__, url_prefix="/v1")
for part in (description, rules, tables, matches):
    part.add_to(_version_1)
blueprint.register_blueprint(_version_1)
