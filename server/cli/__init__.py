"""The command line of the server."""
