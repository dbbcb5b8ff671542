"""Slow and obvious second readings of the rules, to compare the real ones with."""
