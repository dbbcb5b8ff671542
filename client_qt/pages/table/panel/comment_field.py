"""A field under the move list for what one thinks of the move that is shown: where somebody writes, or has written."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel
from netgame.records.comments import comment_lines

REST_MS = 700  # after the last key: then what is written is kept
LINES = 3.0  # that are seen at once


class _Text(QPlainTextEdit):
    """Plain text; Tab goes on to the next widget, Esc and Ctrl+Enter back to the board."""

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
    """What is written about one place of the match. `written` with that place and the text, after a short rest, and
    before another place is shown: nothing that was typed is lost.

    It takes its room from the moves only while it is open, or the match has comments: then on every move, so that
    nothing jumps while one walks.
    """

    written = Signal(int, str)  # the number of an event
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._place: int | None = None
        self._shown = ""
        self._open = self._wanted = False
        self._about = ElidedLabel("", "caption", "muted")
        self.text = _Text(theme)
        self.text.textChanged.connect(self._typed)
        self.text.done.connect(self.keep)
        self.text.left.connect(self._leave)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.keep)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._about)
        self._column.addWidget(self.text)
        theme.changed.connect(self._space)
        self._space()
        self.show_comment(None, "", "")
        self._fit()

    def show_comment(self, place: int | None, about: str, text: str) -> None:
        """The comment on that place, which `about` names; None: nothing can be said here."""
        same = comment_lines(self.text.toPlainText()) == comment_lines(text)
        if place is not None and place == self._place and (self.is_changed or same):
            return  # somebody is writing, perhaps a blank that is not kept
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
        """Whether it is there also where nobody opened it."""
        self._wanted = wanted
        self._fit()

    def close_up(self) -> None:
        """Nobody writes any more."""
        self._open = False
        self._fit()

    @property
    def is_changed(self) -> bool:
        """Is there anything that has not been kept yet?"""
        return self._place is not None and self.text.toPlainText() != self._shown

    def keep(self) -> None:
        """What is written now is the comment."""
        self._rest.stop()
        if self._place is not None and self.is_changed:
            self._shown = self.text.toPlainText()
            self.written.emit(self._place, self._shown)

    def take_focus(self) -> None:
        """Open it, and write on behind what is there."""
        self._open = True
        self._fit()
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)

    def _typed(self) -> None:
        self._open = True  # what is being written in does not go when all of it is deleted
        self._rest.start()

    def _leave(self) -> None:
        self.left.emit()
        self.close_up()

    def _fit(self) -> None:
        self.setVisible(self._open or self._wanted)

    def _space(self) -> None:
        self._column.setSpacing(self._theme.px(0.2))
        self.text.updateGeometry()
