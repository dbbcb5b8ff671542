"""Administration of a server: the control socket, backup, restore, verification, export and metrics."""
