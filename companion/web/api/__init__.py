"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from companion.web.api import description, importing, matches, rules, tables
from companion.web.api.blueprint import blueprint

__all__ = ["blueprint", "description", "importing", "matches", "rules", "tables"]
