"""The rules of the games in words for players, one file a game, named by its key. Data only."""
