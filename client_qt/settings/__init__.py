"""Settings and preferences, kept in one file."""
