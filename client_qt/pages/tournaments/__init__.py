"""Tournaments at a server: their list, the form of a new one, and one of them with its rounds."""
