"""How whoever runs a server speaks with it while it runs: a private socket, and the commands that use it."""
