"""A club in one process: the real server and real clients on a simulated network, disk and clock, from a seed."""
