"""A note at a text field that is nearly full."""

from PySide6.QtWidgets import QLabel, QLineEdit

from client_qt.feedback.screen_reader import announce
from client_qt.text.translation import tr
from client_qt.theme import restyle
from netgame.text import fill


class LengthNote(QLabel):
    """Says how full a field is, such as "380/400". It is hidden while there is much room, or while the field is hidden.

    A note `in_words` is shown only at a full field, and names the limit.
    """

    def __init__(self, field: QLineEdit, room: int = 0, in_words: bool = False) -> None:
        """`room`: with fewer characters left than this the note is shown."""
        super().__init__(field.parentWidget())
        self.setObjectName(f"{field.objectName()}_length")
        self.setProperty("role", "small")
        self._field, self._room, self._in_words = field, room, in_words
        self._was_full = False
        field.textChanged.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        written, most = len(self._field.text()), self._field.maxLength()
        is_full = written >= most
        limit = fill(tr("At most {most} characters"), {"most": most})
        self.setText(limit if self._in_words else f"{written}/{most}")
        self.setAccessibleName(limit)
        restyle(self, tone="danger" if is_full else "muted")
        self.setVisible((is_full or most - written < self._room) and not self._field.isHidden())
        if is_full and not self._was_full and self._field.hasFocus():
            announce(self._field, limit)
        self._was_full = is_full
