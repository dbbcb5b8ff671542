"""The computer player at a server."""
