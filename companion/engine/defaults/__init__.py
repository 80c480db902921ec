"""What follows from a game's declarations, each a default that a game overrides where it wants better.

`companion.engine.declare` puts them together; nothing here knows a particular game.
"""
