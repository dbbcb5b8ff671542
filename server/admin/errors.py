"""What goes wrong in upkeep, each with a sentence for whoever runs the server."""

from server.errors import ServerError


class UpkeepError(ServerError):
    """It was not done, and nothing has changed unless the sentence says so."""


def sentence_of(error: Exception) -> str:
    """The reason that the system or the database gives."""
    return getattr(error, "strerror", None) or str(error)
