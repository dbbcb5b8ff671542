"""Reports, for moderators."""
