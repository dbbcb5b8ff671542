"""The table page."""
