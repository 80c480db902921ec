"""The pad for paper."""
