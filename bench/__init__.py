"""How long things take, measured from outside."""
