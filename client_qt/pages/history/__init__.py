"""The matches that were played at a server."""
