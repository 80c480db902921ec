"""Tests of games that tables define themselves."""
