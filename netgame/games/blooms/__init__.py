"""Blooms."""
