"""All unfinished games of the player."""
