"""What is read beside the table: rules, the judge, results, history, sheets, and matches as files."""
