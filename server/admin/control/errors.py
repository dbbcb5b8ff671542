"""Why a command was not done, each with a sentence for whoever gave it."""

from server.errors import ServerError


class ControlError(ServerError):
    """It was not done."""


class NoServer(ControlError):
    """Nobody listens there."""
