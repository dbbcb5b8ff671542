"""Announcements of a screen reader."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

from client_qt.theme import show_text


def announce(widget: QWidget, words: str, urgent: bool = False) -> None:
    """Let the screen reader say this after its current sentence, or at once if it is `urgent`."""
    if not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, words)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def show_announced(words: QLabel, text: str) -> None:
    """Set the text of a label, hide the label while it is empty, and announce a new text."""
    is_new = text != words.text()
    show_text(words, text)
    if text and is_new and words.isVisible():
        announce(words, text)
