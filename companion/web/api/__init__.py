"""The JSON interface under /api/v1: the same service the pages call, for scripts, other front ends and tests."""

from companion.web.api import description, matches, rules, tables
from companion.web.api.operations import blueprint

__all__ = ["blueprint", "description", "matches", "rules", "tables"]
