"""What people read: clauses, journal, the story of a match, the guide."""
