"""What crosses the wire: messages, frames, identities and the discovery of servers on the LAN."""
