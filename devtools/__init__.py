"""Programs that only developers start: measurements, long runs, pictures, and what writes parts of the documents."""
