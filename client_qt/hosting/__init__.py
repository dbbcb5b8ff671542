"""The server that this window starts."""
