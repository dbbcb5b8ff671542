"""Challenges to one other player."""
