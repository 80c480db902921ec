"""A game that a table defines for itself, as data: what is written down, who wins, when it ends. Never code."""
