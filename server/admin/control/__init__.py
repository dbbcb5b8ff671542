"""The control socket, by which commands reach a running server."""
