"""Rules and matches as values: no I/O, no randomness, no clock."""
