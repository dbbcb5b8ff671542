"""Random moves, matches and tournaments."""
