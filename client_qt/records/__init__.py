"""Match records on disk: read, written and listed."""
