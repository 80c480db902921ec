"""An evening at a table: the way in, who sits where, what is played next and by which rules, who starts."""
