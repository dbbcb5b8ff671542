"""The field for a comment on the shown move, below the move list."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column
from netgame.records.comments import comment_lines

SAVE_MS = 700  # after the last key
LINES = 3.0  # visible at once


class _Text(QPlainTextEdit):
    """Plain text. Tab moves to the next widget; Esc and Ctrl+Enter leave the field."""

    left = Signal()
    done = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("comment")
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        edges = 2 * round(self.document().documentMargin()) + 2 * self.frameWidth()
        return QSize(self._theme.px(12), round(LINES * self.fontMetrics().lineSpacing()) + edges + self._theme.px(0.3))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(6), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape or (enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier):
            self.done.emit()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.done.emit()


class CommentField(QWidget):
    """Emits `written` shortly after the last key, and before it shows another comment, so that no text is lost.

    The field is visible while it is open, and on all moves of a match that has comments, so that the list of moves
    does not change its size during a walk.
    """

    written = Signal(int, str)  # the number of an event
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place: int | None = None
        self._shown = ""
        self._open = self._always = False
        self._about = ElidedLabel("", "caption", "muted")
        self.text = _Text(theme)
        self.text.textChanged.connect(self._typed)
        self.text.done.connect(self.keep)
        self.text.left.connect(self.left)
        self.text.left.connect(self.close_up)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.keep)
        lines = column(theme, self, gap=0.2)
        lines.addWidget(self._about)
        lines.addWidget(self.text)
        theme.rescaled.connect(self.text.updateGeometry)
        self.show_comment(None, "", "")
        self._fit()

    def show_comment(self, place: int | None, about: str, text: str) -> None:
        """Show the comment on an event, which `about` names; None: no comment is possible here."""
        same = comment_lines(self.text.toPlainText()) == comment_lines(text)
        if place is not None and place == self._place and (self.is_changed or same):
            return  # the user is writing, perhaps a space that is not saved
        self.keep()
        self._place, self._shown = place, text
        self._about.setText(about)
        self.text.setEnabled(place is not None)
        self.text.setAccessibleName(about)
        self.text.setPlaceholderText(tr("Your comment (Ctrl+E)") if place is not None else "")
        if self.text.toPlainText() != text:
            self.text.blockSignals(True)
            self.text.setPlainText(text)
            self.text.blockSignals(False)

    def show_always(self, wanted: bool) -> None:
        """Set whether the field is visible although it is not open."""
        self._always = wanted
        self._fit()

    def close_up(self) -> None:
        """Close the field."""
        self._open = False
        self._fit()

    @property
    def is_changed(self) -> bool:
        """Whether the text is not saved yet."""
        return self._place is not None and self.text.toPlainText() != self._shown

    def keep(self) -> None:
        """Save the text."""
        self._timer.stop()
        if self._place is not None and self.is_changed:
            self._shown = self.text.toPlainText()
            self.written.emit(self._place, self._shown)

    def take_focus(self) -> None:
        """Open the field, with the cursor at the end."""
        self._open = True
        self._fit()
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)

    def _typed(self) -> None:
        self._open = True  # the field stays while all of its text is deleted
        self._timer.start()

    def _fit(self) -> None:
        self.setVisible(self._open or self._always)
