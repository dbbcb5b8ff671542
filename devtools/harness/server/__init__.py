"""Servers, nodes, stores in memory and connections to them."""
