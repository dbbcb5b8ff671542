"""Play now: the wishes of players for a game, and the tables of those that fit."""
