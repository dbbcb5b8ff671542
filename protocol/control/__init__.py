"""The control socket of a server: how commands and the window reach a server on the same computer."""
