"""Play now: the form, the search, and where it is shown."""
