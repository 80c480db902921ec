"""Tableside, the companion beside the table."""

__version__ = "1.0.0"
