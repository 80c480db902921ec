"""What belongs to the device: its settings, its records and backups, its boxes, and names to be forgotten."""
