"""Immutable values for all that the table page shows, and the functions of a table that make them, without widgets."""
