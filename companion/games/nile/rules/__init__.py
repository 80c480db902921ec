"""What the law says: moves, what each of them does, the score, and what a single ruling comes to."""
