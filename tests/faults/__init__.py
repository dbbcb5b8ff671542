"""`./run faults`: nothing that a server accepted is lost, or happens twice, however often the server is killed."""
