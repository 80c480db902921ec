"""What happens to a match: entries, rounds, pads, the end."""
