"""Pads of well-known games, a file each: how one is scored, its names in four languages, and a game worked out as an example."""
