"""The demonstration: a server and two players play every game."""
