"""A match of a table of four, over real records and without pages."""

from tests.service.conftest import four, store

__all__ = ["four", "store"]
