"""Choosing a game and its options."""
