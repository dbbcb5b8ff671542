"""The ratings of a server."""
