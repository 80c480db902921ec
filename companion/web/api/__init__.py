"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from companion.web.api import document, matches, rules, tables
from companion.web.api.operations import blueprint

__all__ = ["blueprint", "document", "matches", "rules", "tables"]
