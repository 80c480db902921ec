"""What is kept: results and history, people and their names, files, sheets of paper, backups, and what is deleted."""
