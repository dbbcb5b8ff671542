"""The Join page."""
