"""What screen readers are to say by themselves."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(about: QWidget, words: str, urgent: bool = False) -> None:
    """Have it said, when what is being said has ended; at once where it is `urgent`: time runs out, or is over, or
    something went wrong."""
    if not is_listened_to():
        return
    event = QAccessibleAnnouncementEvent(about, words)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    send(event)


def is_listened_to() -> bool:
    """Is there a screen reader?"""
    return QAccessible.isActive()


def send(event: QAccessibleAnnouncementEvent) -> None:
    """Hand it over."""
    QAccessible.updateAccessibility(event)
