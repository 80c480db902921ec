"""The games of this installation: every package in this folder that has a `GAME`. A new one is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.engine.game import Game


@cache
def games() -> Mapping[str, Game[Any]]:
    """Every game by its slug, in the order in which their packages name themselves."""
    packages = sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg)
    records = [importlib.import_module(f"{__name__}.{name}").GAME for name in packages]
    return MappingProxyType({record.slug: record for record in sorted(records, key=lambda record: record.shelf)})
