"""Records: matches as text files that people can read."""
