"""Tournaments at a server."""
