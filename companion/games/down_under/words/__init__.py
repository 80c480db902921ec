"""What people read: clauses, open questions, the lesson, the journal and the story of a match."""
