"""The pages and the interface over http."""
