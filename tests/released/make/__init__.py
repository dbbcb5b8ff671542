"""Make the files of a released version: its own programs write them, in a checkout of its commit."""
