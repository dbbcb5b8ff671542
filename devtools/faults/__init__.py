"""`./run faults`: a server that is killed again and again loses nothing that it accepted, and repeats nothing."""
