"""What whoever runs a server does with its data folder, and needs no server for."""
