"""The field for a comment on the shown move, below the move list."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from client_qt.pages.table.panel.move_list import MoveList
from client_qt.pages.table.view.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.move_rows import last_stop
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column
from netgame.match.events import Moved
from netgame.match.state import Ply
from netgame.records.comments import Comments, comment_lines, may_have_comments
from netgame.records.variations import texts_of, with_texts
from netgame.text import fill

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
    """Shows and saves the comments of one table at a time, and marks the moves that have one.

    A text is saved shortly after the last key, and before another comment is shown. The field is visible while it is
    open, and on all moves of a match that has comments, so that the move list does not change its size during a walk.
    """

    opened = Signal()  # the user wants to write, so the field must be visible
    changed = Signal()
    left = Signal()

    def __init__(self, theme: Theme, moves: MoveList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moves = moves
        self._model: TableModel | None = None
        self._shown: Comments | None = None
        self._commented: frozenset[int] = frozenset()  # the events with a text
        self._event: int | None = None  # the number of the event whose comment is shown
        self._saved = ""
        self._is_open = False
        self._about = ElidedLabel("", "caption", "muted")
        self.text = _Text(theme)
        self.text.textChanged.connect(self._typed)
        self.text.done.connect(self.keep)
        self.text.left.connect(self.left)
        self.text.left.connect(self._close)
        moves.bar.comment.connect(self.write)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_MS)
        self._timer.timeout.connect(self.keep)
        lines = column(theme, self, gap=0.2)
        lines.addWidget(self._about)
        lines.addWidget(self.text)
        theme.rescaled.connect(self.text.updateGeometry)
        self.set_model(None)

    def set_model(self, model: TableModel | None) -> None:
        """Show another table; a text that is being typed is saved with the one before."""
        self._show(None, "", "")
        self._model, self._shown, self._commented = model, None, frozenset()
        self._close()

    def show_state(self, state: TableState) -> None:
        """Show the comment on the shown move, and mark the moves with comments."""
        model, steps, step = state.model, state.match.history, state.step
        if model.comments is not self._shown:
            self._shown = model.comments
            self._commented = frozenset(number for number, lines in self._shown.items() if texts_of(lines))
        commented = self._commented
        self._update_visible()
        places = (index for index, ply in enumerate(steps) if ply.event.number in commented) if commented else ()
        self._moves.set_commented(frozenset(places))
        ply = steps[last_stop(steps, step)] if step >= 0 else None
        possible = ply is not None and may_have_comments(ply.event) and model.takes_comments
        self._moves.bar.enable({"comment": possible})
        if ply is None or not possible:
            self._show(None, tr("Choose a move to comment on it."), "")
        else:
            lines = texts_of(model.comments.get(ply.event.number, ()))
            self._show(ply.event.number, _title(ply), "\n".join(lines))

    def write(self) -> None:
        """Open the field, with the cursor at the end."""
        self.opened.emit()
        self._is_open = True
        self._update_visible()
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)

    def keep(self) -> None:
        """Save a text that is being typed."""
        self._timer.stop()
        if self._model is not None and self._event is not None and self._is_changed:
            self._saved = self.text.toPlainText()
            kept = self._model.comments.get(self._event, ())
            self._model.comment(self._event, with_texts(kept, comment_lines(self._saved)))
            self.changed.emit()

    @property
    def _is_changed(self) -> bool:
        return self.text.toPlainText() != self._saved

    def _show(self, event: int | None, about: str, text: str) -> None:
        """Show the comment on an event, which `about` names; None: no comment is possible here."""
        same = comment_lines(self.text.toPlainText()) == comment_lines(text)
        if event is not None and event == self._event and (self._is_changed or same):
            return  # the user is writing, perhaps a space that is not saved
        self.keep()
        self._event, self._saved = event, text
        self._about.setText(about)
        self.text.setEnabled(event is not None)
        self.text.setAccessibleName(about)
        self.text.setPlaceholderText(tr("Your comment") if event is not None else "")
        if self.text.toPlainText() != text:
            self.text.blockSignals(True)
            self.text.setPlainText(text)
            self.text.blockSignals(False)

    def _typed(self) -> None:
        self._is_open = True  # the field stays while all of its text is deleted
        self._timer.start()

    def _close(self) -> None:
        self._is_open = False
        self._update_visible()

    def _update_visible(self) -> None:
        self.setVisible(self._is_open or bool(self._commented))


def _title(ply: Ply) -> str:
    if isinstance(ply.event, Moved):
        return fill(tr("Comment on {move}"), {"move": ply.notation})
    return tr("Comment on the start") if not ply.notation else tr("Comment on the forfeited turn")
