"""The side panel of the table page."""
