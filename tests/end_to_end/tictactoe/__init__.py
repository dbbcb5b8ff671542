"""Tic-tac-toe: a tiny game that tests add to the program, and an example of a game's folder."""
