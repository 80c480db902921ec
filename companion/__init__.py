"""Tableside, the companion beside the table."""

__version__ = "0.1.0"
