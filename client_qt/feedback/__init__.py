"""Sounds, desktop messages and screen-reader announcements."""
