"""Tables and their evenings: opened, joined, handed over; who sits where, who starts, and what is played next."""
