"""Tests of Points."""
