"""Models of a table: remote, local, review, variation; clocks and status."""
