"""Terms of a table in words."""

from client_qt.text.translation import tr
from netgame.match.state import Match


def hints_words(hints: bool, rated: bool) -> str:
    """Return whether players may ask the computer for moves."""
    return tr("allowed") if hints and not rated else tr("not allowed")


def dice_words(match: Match) -> str:
    """Return who draws the dice now."""
    if match.drawing is not None:
        return tr("drawn by both players' programs; each roll is checked here")
    return tr("rolled by the server; nobody can check them")


def rated_words(rated: bool, rated_computers: bool) -> str:
    """Return whether a match counts for the ratings, in words for a list; empty if it does not."""
    if rated_computers and rated:
        return tr("rated, also against computers")
    return tr("rated") if rated else ""
