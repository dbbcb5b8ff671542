"""The wire: messages, frames, identities, the client's end of a connection, and discovery on the LAN."""
