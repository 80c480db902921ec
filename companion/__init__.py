"""Tableside, the companion beside the table."""
