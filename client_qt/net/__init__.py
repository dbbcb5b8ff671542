"""Connections to servers: sessions, known servers, discovery, the key of this computer."""
