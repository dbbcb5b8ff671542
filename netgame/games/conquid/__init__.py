"""Conquid."""
