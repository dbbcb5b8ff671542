"""Announcements of a screen reader."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, words: str, urgent: bool = False) -> None:
    """Let the screen reader say this after its current sentence, or at once if it is `urgent`."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
