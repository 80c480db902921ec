"""Numbered steps from an empty database to the newest schema. A step, once released, is never edited."""

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Connection

from companion.store.migrations import (
    m0001_first,
    m0002_summaries,
    m0003_attempts,
    m0004_settings_in_their_places,
    m0005_no_drafts,
)

Step: TypeAlias = Callable[[Connection], None]

STEPS: tuple[Step, ...] = (
    m0001_first.apply,
    m0002_summaries.apply,
    m0003_attempts.apply,
    m0004_settings_in_their_places.apply,
    m0005_no_drafts.apply,
)
"""Step number n is `STEPS[n - 1]` and brings the schema from version n - 1 to n."""
