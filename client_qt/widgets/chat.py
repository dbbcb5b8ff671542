"""The chat of a table or of the lobby."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QInputMethodEvent,
    QKeyEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QTextEdit, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, literal
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from client_qt.widgets.length_note import LengthNote
from netgame.text import fill

MAX_CHARACTERS = 400
TAB = 6.0  # em, at least for the button of a room with a long name
COUNTED_CHARACTERS = 50  # with fewer left they are counted


@dataclass(frozen=True)
class Spoken:
    """One line of a chat; without a name it is news."""

    name: str
    text: str
    own: bool = False
    account: str = ""


class ChatView(QWidget):
    """The lines of the chosen room, and a field to write in. Plain text only."""

    line_entered = Signal(str)
    room_chosen = Signal(str)
    report = Signal(str, str)  # account and name of the author of a line
    left = Signal()  # by Esc

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: tuple[Spoken, ...] = ()
        self._rooms: dict[str, Button] = {}
        self._room = ""
        self._drafts: dict[str, str] = {}  # of the other rooms
        self._is_composing = False  # a word with an input method
        self._refused = ""  # the text that comes back when the composition is over
        self._text = QTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setProperty("kind", "chat")
        self._text.setFrameShape(QTextEdit.Shape.NoFrame)
        self._text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text.setAccessibleName(tr("Messages"))
        self._text.setTabChangesFocus(True)
        self._text.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._text.customContextMenuRequested.connect(self._show_menu)
        self._why = ElidedLabel("", "small", "muted", lines=2)
        self._why.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.scale(self._why.setFixedHeight, 2.4)
        self._field = QLineEdit(self)
        self._field.setObjectName("chat_field")
        self._field.setMaxLength(MAX_CHARACTERS)
        self._field.setPlaceholderText(tr("Say something"))
        self._field.setAccessibleName(tr("Say something"))
        self._field.returnPressed.connect(self._send)
        self._field.installEventFilter(self)
        self._send_button = Button(theme, "", "next", "ghost", name="chat_send", clicked=self._send)
        self._send_button.setToolTip(tr("Send"))
        self._send_button.setAccessibleName(tr("Send"))
        theme.scale(self._send_button.setFixedWidth, 2.6)
        self._length_note = LengthNote(self._field, COUNTED_CHARACTERS)
        self._tabs = row(theme, gap=0.4)
        foot = row(theme, gap=0.2)
        foot.addWidget(self._field, 1)
        foot.addWidget(self._length_note)
        foot.addWidget(self._send_button)
        whole = column(theme, self, gap="s", margin=(1, 0.5, 1, 0.8))
        whole.addLayout(self._tabs)
        whole.addWidget(self._text, 1)
        whole.addWidget(self._why)
        whole.addLayout(foot)
        theme.changed.connect(self._write_anew)
        self.set_may_write(True)

    def show_rooms(self, rooms: Sequence[tuple[str, str]], chosen: str) -> None:
        """Show a button for each room, given by name and text; one room needs no button. Each has its draft."""
        if chosen != self._room:
            self._drafts[self._room] = self._field.text()
            self._room = chosen
            self._field.setText(self._drafts.pop(chosen, ""))
        rooms = rooms if len(rooms) > 1 else ()
        if list(self._rooms) != [name for name, _text in rooms]:
            for button in self._rooms.values():
                button.hide()
                button.deleteLater()
            self._rooms = {name: self._room_button(name) for name, _text in rooms}
        for name, text in rooms:
            self._rooms[name].setText(text)
            self._rooms[name].setChecked(name == chosen)
        self._set_least_widths()

    def show_lines(self, lines: Sequence[Spoken]) -> None:
        """Show all lines of the room. The text scrolls only if its end is in sight."""
        lines = tuple(lines)
        if lines == self._lines:
            return
        known, self._lines = self._lines, lines
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 2
        if not known or lines[: len(known)] != known:
            self._text.clear()
            known = ()
        self._append(len(known))
        if at_end:
            bar.setValue(bar.maximum())

    def set_may_write(self, may: bool, why: str = "") -> None:
        """Show the field, or the reason why the user may not write."""
        self._field.setVisible(may)
        self._send_button.setVisible(may)
        self._length_note.refresh()
        self._why.setText(why)
        self._why.setVisible(bool(why) and not may)

    def keep(self, text: str, room: str | None = None) -> None:
        """Put a refused text back into the field of its room, unless the user has begun another one."""
        if room is not None and room != self._room:
            self._drafts[room] = self._drafts.get(room) or text
        elif self._is_composing:  # a text that is set now would be joined to the composition
            self._refused = text
        elif not self._field.text():
            self._field.setText(text)

    def _keep_refused(self) -> None:
        """Put a text back that was refused during a composition, unless the user has begun another one."""
        if not self._is_composing:
            text, self._refused = self._refused, ""
            if text:
                self.keep(text)

    def begin(self) -> None:
        """Give the field the focus."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputMethodEvent):
            self._is_composing = bool(event.preeditString())
            if not self._is_composing and self._refused:
                QTimer.singleShot(0, self._field, self._keep_refused)  # after the field has taken the composition
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.left.emit()
                return True
        return False

    def menu_at(self, place: QPoint) -> QMenu:
        """Make the menu of the line at a place."""
        menu = QMenu(self)
        copy = menu.addAction(tr("Copy"))
        copy.setEnabled(self._text.textCursor().hasSelection())
        copy.triggered.connect(self._text.copy)
        number = self._text.cursorForPosition(place).block().userState()
        line = self._lines[number] if 0 <= number < len(self._lines) else None
        if line is not None and line.account and not line.own:
            report = menu.addAction(fill(tr("Report {name} ..."), {"name": literal(line.name)}))
            report.setObjectName("report_line")
            report.triggered.connect(lambda: self.report.emit(line.account, line.name))
        return menu

    def _show_menu(self, place: QPoint) -> None:
        menu = self.menu_at(place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._text.viewport().mapToGlobal(place))

    def _room_button(self, name: str) -> Button:
        button = Button(self._theme, name=f"room_{name}", clicked=lambda: self.room_chosen.emit(name))
        button.setProperty("extent", "small")
        button.setCheckable(True)
        self._tabs.addWidget(button)
        return button

    def _set_least_widths(self) -> None:
        """Let only long names be cut."""
        for button in self._rooms.values():
            button.setMinimumWidth(min(button.sizeHint().width(), self._theme.px(TAB)))

    def _send(self) -> None:
        text = self._field.text().strip()
        if text:
            self._field.clear()
            self.line_entered.emit(text)

    def _append(self, first: int) -> None:
        """Write the lines from a number on."""
        ui = self._theme.ui
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for number, line in enumerate(self._lines[first:], first):
            space = QTextBlockFormat()
            space.setTopMargin(self._theme.px(0.5))
            if self._text.document().isEmpty():
                cursor.setBlockFormat(space)
            else:
                cursor.insertBlock(space)
            cursor.block().setUserState(number)
            if line.name:
                cursor.insertText(line.name, _text_format(ui.accent, QFont.Weight.Bold))
                cursor.insertBlock(QTextBlockFormat())
                cursor.block().setUserState(number)
            cursor.insertText(line.text, _text_format(ui.ink if line.name else ui.ink_muted, QFont.Weight.Medium))

    def _write_anew(self) -> None:
        """Write all lines in the new colours."""
        self._set_least_widths()
        lines, self._lines = self._lines, ()
        self._text.clear()
        self.show_lines(lines)


def _text_format(colour: QColor, weight: QFont.Weight) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setForeground(colour)
    result.setFontWeight(weight)
    return result
