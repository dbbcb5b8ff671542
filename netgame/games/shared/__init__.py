"""Rules that two games have in common."""
