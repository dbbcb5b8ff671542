"""Rules pages and the first game."""
