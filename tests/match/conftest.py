"""A match of a table of four, over real records and without pages."""

from tests.table.conftest import four, store

__all__ = ["four", "store"]
