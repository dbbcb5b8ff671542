"""Clod."""
