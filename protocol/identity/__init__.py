"""Identities of servers and players: keys, certificates and their fingerprints."""
