"""Faults planted one at a time, to see which tests notice them: `python -m tests.planted`."""
