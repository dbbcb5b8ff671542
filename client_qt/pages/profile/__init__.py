"""The profile of a player."""
