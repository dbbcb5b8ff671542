"""The authority: checks every move, keeps it on disk, tells everybody."""
