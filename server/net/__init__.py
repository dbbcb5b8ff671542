"""Connections: sockets, TLS, sessions and their limits."""
