"""The lobby: who is online, table lists, chat, invitations, spectators."""
